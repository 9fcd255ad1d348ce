//! Dwindle beside other reducers on real inputs, with the same jobs and the same cap: what each leaves, and what for.

mod contest;
mod curves;
mod report;
mod table;
mod watched;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use xtask::program::{built, print, write};

use crate::case::cases;
use contest::{Contest, Run};
use table::Tool;

pub(crate) use contest::KEEPER;
pub(crate) use watched::judge;

/// What is compared.
#[derive(Args)]
pub(crate) struct Options {
    /// The folder of the cases
    #[arg(long, default_value = "../shared/cases")]
    cases: PathBuf,
    /// How many tests each tool may run at a time
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// After how many seconds a tool is stopped
    #[arg(long, default_value_t = 60)]
    cap: u64,
    /// Only these cases
    #[arg(long, num_args = 1.., value_name = "NAME")]
    only: Vec<String>,
    /// Only these tools beside Dwindle [default: all that are installed]
    #[arg(long, num_args = 0.., value_name = "NAME")]
    peers: Option<Vec<String>>,
    /// Write all figures as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Draw sizes over time as SVG
    #[arg(long)]
    plot: Option<PathBuf>,
    /// This program instead of one built from this source
    #[arg(long, value_name = "PROGRAM")]
    dwindle: Option<PathBuf>,
}

/// Runs all tools on all cases and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let tools = table::tools(options.peers.as_deref())?;
    let cases = cases(&options.cases, &options.only)?;
    let dwindle = match &options.dwindle {
        Some(program) => fs::canonicalize(program)?,
        None => built(&["all-languages"])?,
    };
    let contest = Contest::new(dwindle, options.jobs, options.cap)?;
    let (present, missing): (Vec<&Tool>, Vec<&Tool>) =
        tools.into_iter().partition(|tool| contest.is_installed(tool));
    let (mut runs, mut left_out): (Vec<Run>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rows = Vec::new();
    for case in cases {
        if !case.fails(&case.file)? {
            print(&format!("{}: left out, since its input does not fail here\n", case.name))?;
            left_out.push(case.name);
            continue;
        }
        for tool in &present {
            let Some(run) = contest.run(tool, &case)? else { continue };
            print(&format!("{}: {}: {}\n", case.name, tool.name, report::cell(&run)))?;
            runs.push(run);
        }
        rows.push(case);
    }
    let ran = |name: &&str| runs.iter().any(|run| run.tool == *name);
    let names: Vec<&str> = present.iter().map(|tool| tool.name).filter(ran).collect();
    print(&format!("\n{}", report::table(&rows, &names, &runs)?))?;
    print(&report::remarks(&missing, &left_out))?;
    if let Some(path) = &options.json {
        write(path, &serde_json::to_vec_pretty(&runs)?)?;
    }
    if let Some(path) = &options.plot {
        write(path, curves::draw(&names, &runs)?.as_bytes())?;
    }
    Ok(())
}

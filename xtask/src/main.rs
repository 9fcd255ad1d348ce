//! Development tasks: `cargo xtask TASK`.

mod ablation;
mod bench;
mod book;
mod case;
mod dist;
mod faults;
mod grammars;
mod peers;
mod promises;
mod scaling;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// Development tasks
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Reduce real inputs with all passes and without each, to see what it is worth
    Ablation(ablation::Options),
    /// Measure; parts: closure, needed, ticks, large, overhead, latency, farm, shapes, trees, folders, changes (all)
    Bench { parts: Vec<String> },
    /// Make a book of the documents, in target/book; needs mdBook
    Book,
    /// Make what is released, in target/dist: archive, Debian package, wheel, checksums
    Dist(dist::Options),
    /// Make the system calls of runs fail, fill the disk, damage journals, kill runs, and take them up again
    Faults {
        /// How many of each kind; more than there are is all
        #[arg(default_value_t = 1000)]
        times: u32,
    },
    /// Make the grammar tables of dwindle-syntax
    Grammars {
        /// Only compare them
        #[arg(long)]
        check: bool,
    },
    /// Kill a run at random moments and take it up again
    Kill {
        #[arg(default_value_t = 1000)]
        times: u32,
    },
    /// Reduce real inputs with Dwindle and with the other reducers that are installed
    Peers(peers::Options),
    /// What the turns of passes took in recorded runs: what they promise
    Promises(promises::Options),
    /// How a recorded run would have gone with other numbers of jobs
    Scaling(scaling::Options),
    /// Run a test and note what it accepts; what `peers` gives to the tools
    #[command(hide = true)]
    Watched {
        dir: PathBuf,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// See to it that nothing is left of a tool
    #[command(name = peers::KEEPER, hide = true)]
    Keeper,
}

fn main() -> Result<ExitCode> {
    match Task::parse() {
        Task::Ablation(options) => ablation::run(&options)?,
        Task::Bench { parts } => bench::run(&parts)?,
        Task::Book => book::make()?,
        Task::Dist(options) => dist::run(&options)?,
        Task::Faults { times } => faults::faults(times)?,
        Task::Grammars { check } => grammars::run(check)?,
        Task::Kill { times } => faults::kill(times)?,
        Task::Peers(options) => peers::run(&options)?,
        Task::Promises(options) => promises::run(&options)?,
        Task::Scaling(options) => scaling::run(&options)?,
        Task::Watched { dir, args } => return Ok(ExitCode::from(peers::judge(dir, &args)?)),
        Task::Keeper => dwindle_exec::process::serve(std::io::stdin(), std::io::stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}

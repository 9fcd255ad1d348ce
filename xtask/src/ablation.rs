//! What each pass is worth: every case once with all passes, and once without each of them.
//!
//! Counts of tests and sizes do not depend on the machine, so runs are bounded by tests and not by time. The runs of a
//! case share what its test answered.

mod remembered;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;
use dwindle::plan::Plan;
use dwindle_syntax::language::Language;
use xtask::program::{built, command, print};

use crate::case::{Case, Size, cases};
use remembered::Remembered;
use table::Row;

/// What is run.
#[derive(Args)]
pub(crate) struct Options {
    /// The folder of the cases
    #[arg(long, default_value = "../shared/cases")]
    cases: PathBuf,
    /// Only these cases
    #[arg(long, num_args = 1.., value_name = "NAME")]
    only: Vec<String>,
    /// Leave out only these passes, one by one [default: each pass of the default plan]
    #[arg(long, num_args = 1.., value_name = "NAME")]
    passes: Vec<String>,
    /// After how many tests a run is stopped
    #[arg(long, default_value_t = 2000)]
    budget: u64,
    /// How many tests may run at a time
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// This program instead of one built from this source
    #[arg(long, value_name = "PROGRAM")]
    dwindle: Option<PathBuf>,
}

/// What a run left, and how many candidates it asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    size: Size,
    asked: u64,
}

/// Runs all cases with and without each pass, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let passes = if options.passes.is_empty() { default_passes()? } else { options.passes.clone() };
    let program = match &options.dwindle {
        Some(program) => fs::canonicalize(program)?,
        None => built(&["all-languages"])?,
    };
    let mut rows = Vec::new();
    for case in cases(&options.cases, &options.only)? {
        if !case.fails(&case.file)? {
            print(&format!("{}: left out, since its input does not fail here\n", case.name))?;
            continue;
        }
        let remembered = Remembered::new(&case)?;
        let with_all = reduce(&program, &case, &remembered, options, &[])?;
        print(&format!("{}: {} tokens, {} tests\n", case.name, with_all.size.tokens, with_all.asked))?;
        let mut without = Vec::new();
        for pass in &passes {
            let left = reduce(&program, &case, &remembered, options, &["--skip-pass", pass])?;
            print(&format!("  without {pass}: {} tokens, {} tests\n", left.size.tokens, left.asked))?;
            without.push(left);
        }
        rows.push(Row { case: case.name, with_all, without });
    }
    print(&format!("\n{}", table::markdown(&passes, &rows)))
}

/// The passes of the plan for a text with a tree, and of that for one without, each once.
fn default_passes() -> Result<Vec<String>> {
    let language = Language::all().next().context("the plan with a tree needs a parser")?;
    let syntactic = Plan::syntactic(Arc::new(language.parser()));
    let mut names = Vec::new();
    for pass in syntactic.passes().iter().chain(Plan::standard().passes()) {
        let name = pass.name().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// One run, in a directory of its own.
fn reduce(
    program: &Path,
    case: &Case,
    remembered: &Remembered,
    options: &Options,
    words: &[&str],
) -> Result<Left> {
    let dir = tempfile::tempdir()?;
    let (out, state) = (dir.path().join("out"), dir.path().join("state"));
    let mut reduce = command(program);
    reduce.current_dir(dir.path()).stdin(Stdio::null());
    reduce.args(["reduce", "--fresh", "--timeout", "60s", "--message-format", "json"]);
    reduce.arg("--jobs").arg(options.jobs.to_string()).arg("--budget").arg(options.budget.to_string());
    reduce.arg("--state-dir").arg(state).arg("-o").arg(&out).args(words);
    reduce.arg(remembered.test()).arg(&case.file);
    let said = reduce.output().with_context(|| format!("running {}", program.display()))?;
    let asked = asked(&String::from_utf8_lossy(&said.stdout)).with_context(|| {
        let errors = String::from_utf8_lossy(&said.stderr);
        format!("{}: the run {} did not end well: {errors}", case.name, words.join(" "))
    })?;
    ensure!(case.fails(&out)?, "{}: the result of the run {} does not fail", case.name, words.join(" "));
    Ok(Left { size: Size::of(&fs::read(&out)?), asked })
}

/// How many candidates a run asked about, from its last message.
fn asked(messages: &str) -> Option<u64> {
    let end: serde_json::Value = serde_json::from_str(messages.lines().last()?).ok()?;
    end["data"]["asked"].as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_passes_begin_with_the_own_text_and_end_with_the_tree() {
        let passes = default_passes().unwrap();
        assert_eq!(passes.first().map(String::as_str), Some("own"));
        assert_eq!(passes.last().map(String::as_str), Some("tree"));
    }

    #[test]
    fn the_last_message_says_how_many_candidates_were_asked_about() {
        let said = "{\"type\":\"start\",\"data\":{}}\n{\"type\":\"end\",\"data\":{\"asked\":13}}\n";
        assert_eq!(asked(said), Some(13));
        assert_eq!(asked("{\"type\":\"start\",\"data\":{}}\n"), None);
    }
}

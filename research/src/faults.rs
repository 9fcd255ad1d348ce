//! Programs with a known faulty statement: what `dwindle trace` says of it at its default settings, how large the slices
//! are, and how large a dynamic slice of dependences is.
//!
//! Each folder of `research/faults` has a program and a `fault.json`, which names the faulty line and a line that would be
//! right.

mod case;
mod dependences;
mod picture;
mod table;
mod traced;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::program::{named_or_built, print, write};

use case::Case;
use table::Row;

/// What is to be measured, and with what.
#[derive(clap::Args, Debug)]
pub(crate) struct Wish {
    /// Only programs whose name contains this
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// A dwindle already built; without it one is built for release
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// Only check that each program fails, and that its right line mends it
    #[arg(long)]
    check: bool,
    /// Write the table and the picture to docs
    #[arg(long)]
    write: bool,
}

/// Measures what is asked for and prints the table; fails if a program does not have its fault.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = Case::all(&home.join("faults"))?;
    cases.retain(|case| wish.only.as_ref().is_none_or(|part| case.name.contains(part.as_str())));
    for case in &cases {
        case.check().with_context(|| case.name.clone())?;
    }
    if wish.check {
        return print(&format!("{} programs have their faults\n", cases.len()));
    }
    let program = named_or_built(wish.program.as_deref())?;
    let mut rows = Vec::new();
    for case in &cases {
        let row = Row::of(case, &program).with_context(|| case.name.clone())?;
        print(&format!("{row}\n"))?;
        rows.push(row);
    }
    print(&format!("\n{}", table::summary(&rows)))?;
    if wish.write {
        let docs = home.join("../docs");
        let page = docs.join("slices.md");
        let text = table::inserted(&fs::read_to_string(&page)?, &rows)
            .context("docs/slices.md has no place for it")?;
        write(&page, text.as_bytes())?;
        write(&docs.join("slices.svg"), picture::draw(&rows)?.as_bytes())?;
    }
    ensure!(!rows.is_empty(), "no program has such a name");
    Ok(())
}

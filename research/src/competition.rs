//! The big reduction competition: which algorithm does best, and when?
//!
//! (The Fuzzing Book, chapter "Reducing Failure-Inducing Inputs", exercise 3.) Inputs grow from grammars, failures are
//! circumstances that occur together, and everything that can reduce takes part. The same words give the same report,
//! apart from its table of times.

mod entrant;
mod golden;
mod growth;
mod heat;
mod language;
mod lots;
mod oracle;
mod parentheses;
mod pictures;
mod reach;
mod report;
mod standings;
mod wish;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use entrant::Entrant;
use heat::Class;
use report::Competition;
use xtask::program::print;

pub(crate) use wish::Wish;

/// The documentation, relative to the package.
const DOCS: &str = "../docs";

/// Holds it as it is wished, and prints the tables or writes the report.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    if wish.golden {
        return replace(&package().join(golden::PATH), &golden::table()?);
    }
    let classes = wish.classes();
    let wanted = |entrant: &Entrant| {
        wish.only.is_empty() || wish.only.iter().any(|word| entrant.to_string().contains(word))
    };
    let entrants: Vec<Entrant> = Entrant::all().into_iter().filter(wanted).collect();
    ensure!(!entrants.is_empty(), "nobody is called so");
    if let Some(size) = wish.parentheses {
        let Class { seed, budget, .. } = classes[0];
        let table = parentheses::table(&entrants, size, seed, budget)?;
        return if wish.write { put(&[("parentheses", table)]) } else { print(&table) };
    }
    let classes = classes.iter().map(|class| Ok((*class, heat::hold(*class, &entrants, wish.jobs.max(1))?)));
    let held = Competition { classes: classes.collect::<Result<_>>()?, entrants };
    if wish.write {
        write(&held)?;
    } else {
        print(&format!("{}### Times\n\n{}\n", held.tables()?, held.times()?))?;
    }
    if wish.beaten {
        print(&held.beaten()?)?;
    }
    Ok(())
}

/// Puts tables and pictures into the documentation.
fn write(held: &Competition) -> Result<()> {
    put(&[("tables", held.tables()?), ("times", held.times()?)])?;
    let docs = package().join(DOCS);
    let standings = held.by_class();
    let sizes: Vec<usize> = held.classes.iter().map(|(class, _)| class.size).collect();
    for (size, standings) in sizes.iter().zip(&standings) {
        let scatter = pictures::scatter(*size, &held.entrants, standings)?;
        replace(&docs.join(report::picture(*size)), &scatter)?;
    }
    replace(&docs.join("competition-tests.svg"), &pictures::bars(&sizes, &held.entrants, &standings)?)
}

/// Puts texts into their places in the report.
fn put(parts: &[(&str, String)]) -> Result<()> {
    let path = package().join(DOCS).join("competition.md");
    let mut document = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    for (part, made) in parts {
        document = report::put(&document, part, made)?;
    }
    replace(&path, &document)
}

/// Where this package lies.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

#[expect(clippy::disallowed_methods, reason = "these are files of the repository, not results of a run")]
fn replace(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}

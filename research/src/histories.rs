//! Published regressions of packages, found between two releases and in the history of all of them, beside `git bisect`.
//!
//! The packages are other people's: the registry's client fetches them, or they lie in a folder. What is made of them
//! is kept in `target/histories` until the next time: the releases, a repository with a commit for each, the patches.

mod found;
mod history;
mod package;
mod regression;
mod release;
mod sdists;
mod table;
mod wish;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use found::Dwindle;
use package::Package;
use regression::Regression;
use sdists::Sdists;
use table::Row;
use xtask::program::{Bench, print};

pub(crate) use wish::Wish;

/// Measures what is asked for, prints the table, and fails if taking a cause back does not mend a release.
pub(crate) fn run(wish: Wish) -> Result<()> {
    let packages = wish.packages();
    if wish.list {
        return print(&files(&packages));
    }
    let home = home()?;
    let program = match wish.program {
        Some(program) => fs::canonicalize(&program).with_context(|| program.display().to_string())?,
        None => Bench::new(&[])?.program().to_owned(),
    };
    let sdists = Sdists::new(&home, wish.sdists)?;
    let dwindle = Dwindle::new(program);
    let mut rows = Vec::new();
    for package in &packages {
        let dir = home.join(package.name);
        let laid = Regression::lay(package, &dir, &sdists, &wish.python);
        let measured = laid.and_then(|laid| laid.measure(&dwindle)).with_context(|| package.name)?;
        print(&table::lines(&measured))?;
        rows.extend(measured);
    }
    print(&format!("\n{}", table::of(&rows)))?;
    let broken: Vec<Row> = rows.into_iter().filter(|row| row.mends == Some(false)).collect();
    ensure!(broken.is_empty(), "taking the cause back does not mend:\n{}", table::lines(&broken));
    Ok(())
}

/// The names of the archives that are needed, one a line.
fn files(packages: &[&'static Package]) -> String {
    let names = packages.iter().flat_map(|package| package.files());
    names.fold(String::new(), |all, (name, version)| all + &sdists::file_name(name, version) + "\n")
}

/// A folder below that of the build.
fn home() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).context("this task lies in no target folder")?;
    let home = target.join("histories");
    fs::create_dir_all(&home)?;
    Ok(home.canonicalize()?)
}

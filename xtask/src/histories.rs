//! Published regressions of packages, found between two releases and in the history of all of them, beside `git bisect`.
//!
//! The packages are other people's: the registry's client fetches them, or they lie in a folder. What is made of them
//! is kept in `target/histories` until the next time: the releases, a repository with a commit for each, the patches.

mod found;
mod history;
mod package;
mod release;
mod sdists;
mod table;
mod wish;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use found::{Between, Dwindle};
use history::History;
use package::Package;
use release::{Judge, Judged};
use sdists::Sdists;
use table::Row;
use wish::Wish;

use crate::program::Bench;

/// Measures what `words` ask for, prints the table, and fails if taking a cause back does not mend a release.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let wish = Wish::read(words)?;
    if wish.list {
        return crate::print(&files(&wish.packages));
    }
    let home = home()?;
    let program = match wish.program {
        Some(program) => fs::canonicalize(&program).with_context(|| program.display().to_string())?,
        None => Bench::new()?.program().to_owned(),
    };
    let sdists = Sdists::new(&home, wish.sdists)?;
    let dwindle = Dwindle::new(program);
    let mut rows = Vec::new();
    for package in &wish.packages {
        let measured = measure(package, &home.join(package.name), &sdists, &dwindle);
        for row in measured.with_context(|| package.name)? {
            crate::print(&format!("{row}\n"))?;
            rows.push(row);
        }
    }
    crate::print(&format!("\n{}", table::of(&rows)))?;
    let broken: Vec<String> =
        rows.iter().filter(|row| row.mends == Some(false)).map(Row::to_string).collect();
    ensure!(broken.is_empty(), "taking the cause back does not mend:\n{}", broken.join("\n"));
    Ok(())
}

/// The three rows of a package: two releases side by side, `git bisect` in the history, and Dwindle in it.
fn measure(package: &Package, dir: &Path, sdists: &Sdists, dwindle: &Dwindle) -> Result<[Row; 3]> {
    let judge = lay(package, dir, sdists)?;
    let of = |version: &str| dir.join(format!("{}-{version}", package.name));
    let mut passing = Vec::new();
    for version in package.releases {
        match judge.judge(&of(version))? {
            Judged::Good => passing.push(*version),
            Judged::Bad | Judged::Unknown => {}
        }
    }
    ensure!(passing.contains(&package.good), "{} does not pass here", package.good);
    ensure!(judge.judge(&of(package.bad))? == Judged::Bad, "{} does not fail here", package.bad);
    let first = passing.first().context("no release passes here")?;
    let mends = |cause: &Path| -> Result<bool> {
        let copy = dir.join("without-the-cause");
        sdists.unpack(package.name, package.bad, &copy)?;
        release::take_back(cause, &copy)?;
        let judged = judge.judge(&copy)?;
        fs::remove_dir_all(&copy)?;
        Ok(judged == Judged::Good)
    };

    let title = format!("{} {}, {}", package.name, package.good, package.bad);
    let alone = dwindle.find(&Between::Folders(of(package.good), of(package.bad)), &judge, dir)?;
    let side_by_side = Row::of(&title, "side by side", &alone, mends(&alone.cause_patch)?);

    let history =
        History::make(&dir.join("history"), package.releases.iter().map(|version| (*version, of(version))))?;
    let steps = package.releases.len() - package.position(first)? - 1;
    let bisected = history.bisect(first, package.bad, &judge)?;
    let title = format!("{} {first} … {}, {steps} commits", package.name, package.bad);
    let changes = match package.position(&bisected.release)? {
        0 => bail!("git bisect ends with the first release"),
        nth => release::changes(&of(package.releases[nth - 1]), &of(&bisected.release))?,
    };
    let by_git = Row::of_bisection(&title, &bisected, changes);

    let between = Between::Revisions((*first).to_owned(), package.bad.to_owned());
    let inside = dwindle.find(&between, &judge, history.dir())?;
    Ok([side_by_side, by_git, Row::of(&title, "the same history", &inside, mends(&inside.cause_patch)?)])
}

/// Unpacks all releases of a package, and what its test needs, into a folder that is made anew.
fn lay(package: &Package, dir: &Path, sdists: &Sdists) -> Result<Judge> {
    sdists.fetch(package.files())?;
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    for (name, version) in package.files() {
        sdists.unpack(name, version, &dir.join(format!("{name}-{version}")))?;
    }
    let needs = package.needs.iter().map(|(name, version)| dir.join(format!("{name}-{version}")).join("src"));
    Judge::new(&package.test(), needs)
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

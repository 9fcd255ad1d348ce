//! How long it takes to make a candidate of 8,000 changes at once: identity, tree, and files laid in a directory.
//!
//! `cargo run --release -p dwindle-changes --example many_changes -- [HUNKS [FILES]]`
//!
//! The candidates are the first 2,000 that ddmin asks for when 30 changes all over the tree fail together.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a measurement reads the clock and shows it"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle::files::{self, Entry, Files, FilesPlace, Laid, Leftovers};
use dwindle::space::{Make, Space, Text};
use dwindle::strategy::{Dd, Mode};
use dwindle::{Config, Outcome, Strategy};
use dwindle_changes::Changes;

/// A place that is only a directory.
struct Directory {
    dir: tempfile::TempDir,
    laid: Laid,
}

impl FilesPlace for Directory {
    fn put_files(
        &mut self,
        base: &Arc<Files>,
        changes: &files::Changes,
        leftovers: Leftovers,
    ) -> std::io::Result<()> {
        self.laid.lay(self.dir.path(), base, changes, leftovers)
    }

    fn put_inside(
        &mut self,
        _: &Path,
        _: &mut dyn FnMut(&mut Self) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }
}

/// Files of lines that are all different; in the newer version every 25th line is another.
fn versions(hunks: usize, count: usize) -> Result<(Files, Files), Box<dyn Error>> {
    let (mut good, mut bad) = (Files::new(), Files::new());
    for nth in 0..count {
        let (mut before, mut after) = (String::new(), String::new());
        let of_file = hunks * (nth + 1) / count - hunks * nth / count;
        for line in 0..of_file * 25 {
            writeln!(before, "    line {line} of the file {nth} = {};", line * 7919 % 1000)?;
            if line % 25 == 12 {
                writeln!(after, "    another line {line} of the file {nth};")?;
            } else {
                writeln!(after, "    line {line} of the file {nth} = {};", line * 7919 % 1000)?;
            }
        }
        for (files, text) in [(&mut good, before), (&mut bad, after)] {
            let text = Text::new(text.into_bytes())?;
            files.insert(format!("d{}/f{nth}.c", nth % 20).into(), Entry::File { text, mode: 0o644 })?;
        }
    }
    Ok((good, bad))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let hunks = words.next().map_or(Ok(8000), |word| word.parse())?;
    let count = words.next().map_or(Ok(400), |word| word.parse())?;
    let (good, bad) = versions(hunks, count)?;
    let begun = Instant::now();
    let changes = Changes::between(&good, &bad)?;
    println!("{} changes in {} files, found in {:?}", changes.units(), changes.paths(), begun.elapsed());
    let units = u32::try_from(changes.units())?;
    let needed = Config::of_units((0..30).map(|nth| units / 30 * nth + nth % 7));
    let mut place = Directory { dir: tempfile::tempdir()?, laid: Laid::new() };
    let mut dd = Dd::new(changes.full(), Mode::Minimise);
    let mut times: [Vec<Duration>; 3] = Default::default();
    while let Some(question) = dd.ask(0) {
        let begun = Instant::now();
        changes.id(&question.config);
        let known = Instant::now();
        changes.difference(&question.config);
        let made = Instant::now();
        changes.make(&mut place, &question.config)?;
        let laid = Instant::now();
        for (times, time) in times.iter_mut().zip([known - begun, made - known, laid - made]) {
            times.push(time);
        }
        let fails = needed.is_subset(&question.config);
        dd.tell(if fails { Outcome::Fail } else { Outcome::Pass });
        if times[0].len() == 2000 {
            break;
        }
    }
    for (what, times) in ["identity", "tree", "made and laid"].into_iter().zip(&mut times) {
        times.sort_unstable();
        let at =
            |share: usize| times.get(times.len() * share / 100).or(times.last()).copied().unwrap_or_default();
        println!(
            "{what}: {} candidates, median {:?}, 95 % {:?}, most {:?}",
            times.len(),
            at(50),
            at(95),
            at(100)
        );
    }
    Ok(())
}

//! What it takes to make a candidate of 8,000 changes at once: its identity, its tree, and its files in a directory.
//!
//! The candidates are the first that ddmin asks for when 30 changes all over the tree fail together.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, bail};
use dwindle::files::{Entry, Files};
use dwindle::space::Space;
use dwindle::strategy::{Dd, Mode};
use dwindle::{Candidate, Config, Outcome, Strategy, Text};
use dwindle_changes::Changes;
use dwindle_exec::scratch::Laid;
use xtask::program::now;

use super::row::Row;

/// How many changes there are, in how many files, and how many candidates are timed.
const CHANGES: usize = 8_000;
const FILES: usize = 400;
const CANDIDATES: usize = 2_000;

/// Of so many lines one is another in the newer version.
const EVERY: usize = 25;

/// What the issue asks of a candidate at the median.
const ASKED: Duration = Duration::from_millis(50);

pub(super) fn rows() -> Result<Vec<Row>> {
    let (good, bad) = versions(CHANGES, FILES)?;
    let begin = now();
    let changes = Changes::between(&good, &bad)?;
    let title = format!("changes: {} in {} files", changes.units(), changes.paths());
    let mut rows = vec![Row::new(format!("{title}: found"), shown(begin.elapsed()))];
    for (what, mut times) in ["identity", "tree", "made and laid"].into_iter().zip(times(&changes)?) {
        times.sort_unstable();
        let (median, most) = (share(&times, 50), share(&times, 95));
        let measured = format!("{} at the median, {} for 95 %", shown(median), shown(most));
        let row = Row::new(format!("{title}: a candidate's {what}"), measured);
        rows.push(row.target(format!("< {}", shown(ASKED)), median < ASKED));
    }
    Ok(rows)
}

/// How long identities, trees, and files in a directory took, candidate by candidate.
fn times(changes: &Changes) -> Result<[Vec<Duration>; 3]> {
    let units = u32::try_from(changes.units())?;
    let needed = Config::of_units((0..30).map(|nth| units / 30 * nth + nth % 7));
    let (dir, mut laid) = (tempfile::tempdir()?, Laid::new());
    let mut dd = Dd::new(changes.full(), Mode::Minimise);
    let mut times: [Vec<Duration>; 3] = Default::default();
    while let Some(question) = dd.ask(0) {
        let begin = now();
        black_box(changes.id(&question.config));
        let known = now();
        black_box(changes.difference(&question.config));
        let made = now();
        let candidate = changes.candidate(Cow::Borrowed(&question.config))?;
        let Candidate::Files(files) = candidate else { bail!("{} is not a tree", candidate.kind()) };
        laid.lay(dir.path(), files.base, &files.changes, files.leftovers)?;
        let laid = now();
        for (times, time) in times.iter_mut().zip([known - begin, made - known, laid - made]) {
            times.push(time);
        }
        if times[0].len() == CANDIDATES {
            break;
        }
        let fails = needed.is_subset(&question.config);
        dd.tell(if fails { Outcome::Fail } else { Outcome::Pass });
    }
    Ok(times)
}

/// Files of lines that are all different; in the newer version every so-manieth line is another.
fn versions(changes: usize, count: usize) -> Result<(Files, Files)> {
    let (mut good, mut bad) = (Files::new(), Files::new());
    for nth in 0..count {
        let (mut before, mut after) = (String::new(), String::new());
        let of_file = changes * (nth + 1) / count - changes * nth / count;
        for line in 0..of_file * EVERY {
            let old = format!("    line {line} of the file {nth} = {};", line * 7919 % 1000);
            writeln!(before, "{old}")?;
            if line % EVERY == EVERY / 2 {
                writeln!(after, "    another line {line} of the file {nth};")?;
            } else {
                writeln!(after, "{old}")?;
            }
        }
        for (files, text) in [(&mut good, before), (&mut bad, after)] {
            let text = Text::new(text.into_bytes())?;
            files.insert(format!("d{}/f{nth}.c", nth % 20).into(), Entry::File { text, mode: 0o644 })?;
        }
    }
    Ok((good, bad))
}

/// What so many per cent of sorted times do not exceed.
fn share(sorted: &[Duration], percent: usize) -> Duration {
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or_default()
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_changes_are_made_as_asked_for_and_their_candidates_laid() {
        let (good, bad) = versions(300, 7).unwrap();
        let changes = Changes::between(&good, &bad).unwrap();
        assert_eq!((changes.units(), changes.paths()), (300, 7));
        let times = times(&changes).unwrap();
        assert!(!times[0].is_empty() && times.iter().all(|of| of.len() == times[0].len()));
    }

    #[test]
    fn shares_are_times_that_so_many_do_not_exceed() {
        let times: Vec<Duration> = (1..=40).map(Duration::from_millis).collect();
        assert_eq!(share(&times, 50), Duration::from_millis(20));
        assert_eq!(share(&times, 95), Duration::from_millis(38));
        assert_eq!(share(&times[..1], 95), Duration::from_millis(1));
    }
}

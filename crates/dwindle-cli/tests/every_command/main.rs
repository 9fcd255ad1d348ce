//! What is promised of every kind of command, on a small case of each: it comes to the same at any number of jobs, by the
//! same questions in the same order, and it goes on to the same from wherever an earlier run ended.
//!
//! A kind of command is a row of [`kinds`]. Where something is missing that it needs the test is shown as ignored.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cases;
#[path = "../cli/env.rs"]
#[expect(unreachable_pub, reason = "in a program, `pub` says what the other rooms use")]
#[expect(dead_code, reason = "what only the tests of the command line use")]
mod env;
mod kinds;
#[path = "../machine/needs.rs"]
#[expect(dead_code, reason = "what only the tests of the machine use")]
mod needs;
mod told;

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

use kinds::{KINDS, Kind};
use needs::trial;
use told::{Place, Told};

/// The numbers of jobs that a command is run with.
const JOBS: [usize; 5] = [1, 2, 8, 16, 64];
/// How many prefixes of its journal a command goes on from.
const PREFIXES: usize = 20;
/// After how many tests, as parts of a hundred of all, a command is ended at so many jobs, and goes on at so many.
const ENDED: [(usize, usize, usize); 3] = [(15, 1, 8), (50, 8, 2), (90, 2, 1)];

fn main() -> ExitCode {
    let same = KINDS.iter().map(|kind| {
        trial(&format!("jobs_change_nothing_of_{}", kind.name), kind.needs, || jobs_change_nothing(kind))
    });
    let later = KINDS.iter().filter(|kind| kind.goes_on).map(|kind| {
        trial(&format!("from_any_prefix_goes_on_{}", kind.name), kind.needs, || goes_on_from_any_prefix(kind))
    });
    let ended = KINDS.iter().filter(|kind| kind.goes_on).map(|kind| {
        trial(&format!("after_any_budget_goes_on_{}", kind.name), kind.needs, || {
            goes_on_after_any_budget(kind);
        })
    });
    let sandboxed = KINDS.iter().map(|kind| {
        trial(&format!("a_sandbox_changes_nothing_of_{}", kind.name), kind.needs, || {
            a_sandbox_changes_nothing(kind);
        })
    });
    let trials: Vec<Trial> = same.chain(later).chain(ended).chain(sandboxed).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn jobs_change_nothing(kind: &Kind) {
    let place = Place::new(kind);
    let alone = place.run(1, "");
    assert!(alone.questions() >= kind.questions, "{}: only {} questions", kind.name, alone.questions());
    for jobs in JOBS {
        place.clear();
        check(&place.run(jobs, ""), &alone, &format!("{}, {jobs} jobs", kind.name));
    }
}

/// As far as the system has one: where it has not, one line says so.
fn a_sandbox_changes_nothing(kind: &Kind) {
    let place = Place::new(kind);
    let mut alone = place.run(1, "");
    place.clear();
    let mut told = place.run(2, "--sandbox full");
    // Several journals are read in the order of their keys, of which the option is a part.
    for told in [&mut alone, &mut told] {
        told.journal.sort_by_key(ToString::to_string);
    }
    let is_gap = |message: &serde_json::Value| message.to_string().contains("the sandbox has gaps");
    told.messages.retain(|message| !is_gap(message));
    check(&told, &alone, &format!("{}, in a sandbox", kind.name));
}

/// The journal is all that is left: what was kept as the best was lost.
fn goes_on_from_any_prefix(kind: &Kind) {
    let place = Place::new(kind);
    let alone = place.run(1, "");
    let journal: PathBuf = place.journal();
    let text = std::fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (nth, jobs) in (0..PREFIXES).zip([2, 1, 4, 1].into_iter().cycle()) {
        let kept = 1 + (lines.len() - 1) * nth / (PREFIXES - 1);
        place.clear();
        std::fs::create_dir_all(journal.parent().unwrap()).unwrap();
        place.write(&journal, &lines[..kept].concat());
        let told = place.run(jobs, "");
        check(&told, &alone, &format!("{}, {kept} of {} lines, {jobs} jobs", kind.name, lines.len()));
        // Several jobs may run others ahead while a known one is tested again.
        if kept == lines.len() && jobs == 1 {
            assert_eq!(told.searched, 0, "{}: a whole journal leaves nothing to test", kind.name);
        }
    }
}

/// All is there that the run left, the best too: one that is by another measure than the size is told at once, and not once
/// more on the way.
fn goes_on_after_any_budget(kind: &Kind) {
    let place = Place::new(kind);
    let alone = place.run(1, "").without_bests();
    for (part, before, jobs) in ENDED {
        let budget = (alone.questions() * part / 100).max(1);
        place.clear();
        place.run(before, &format!("--budget {budget}"));
        let whose = format!("{} after {budget} tests, {jobs} jobs", kind.name);
        check(&place.run(jobs, "").without_bests(), &alone, &whose);
    }
}

fn check(told: &Told, alone: &Told, whose: &str) {
    for (now, then) in told.messages.iter().zip(&alone.messages) {
        assert_eq!(now, then, "{whose}");
    }
    assert_eq!(told.messages.len(), alone.messages.len(), "{whose}");
    assert_eq!(told.journal, alone.journal, "{whose}: the journal");
    let names = |of: &Told| of.files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(told), names(alone), "{whose}: the files");
    for (path, bytes) in &told.files {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(bytes), text(&alone.files[path]), "{whose}: {}", path.display());
    }
    assert_eq!(told.code, alone.code, "{whose}");
}

//! What is promised of every kind of command, on a small case of each: it comes to the same at any number of jobs, by the
//! same questions in the same order, and it goes on to the same from wherever an earlier run ended.
//!
//! A kind of command is a row of [`kinds`]. Where something is missing that it needs the test is shown as ignored.
//!
//! Each kind has its turn with some of the numbers of jobs, prefixes and budgets, the next kind with others. With `DWINDLE_SLOW`
//! each has all of them.

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

/// The numbers of jobs that a command is run with, one kind with every second of them, the next with the others.
const JOBS: [usize; 5] = [1, 2, 8, 16, 64];
/// How many prefixes of its journal a command goes on from, and at how many jobs. Those that are not the whole are in turn.
const PREFIXES: usize = 20;
const OF_PREFIXES: [usize; 4] = [2, 1, 4, 1];
/// After how many tests, as parts of a hundred of all, a command is ended at so many jobs, and goes on at so many.
const ENDED: [(usize, usize, usize); 3] = [(15, 1, 8), (50, 8, 2), (90, 2, 1)];

fn main() -> ExitCode {
    let kinds = || KINDS.iter().enumerate();
    let same = kinds().map(|(turn, kind)| {
        let name = format!("jobs_change_nothing_of_{}", kind.name);
        trial(&name, kind.needs, move || jobs_change_nothing(kind, turn))
    });
    let later = kinds().filter(|(_, kind)| kind.goes_on).map(|(turn, kind)| {
        let name = format!("from_any_prefix_goes_on_{}", kind.name);
        trial(&name, kind.needs, move || goes_on_from_any_prefix(kind, turn))
    });
    let ended = kinds().filter(|(_, kind)| kind.goes_on).map(|(turn, kind)| {
        let name = format!("after_any_budget_goes_on_{}", kind.name);
        trial(&name, kind.needs, move || goes_on_after_any_budget(kind, turn))
    });
    let sandboxed = KINDS.iter().map(|kind| {
        trial(&format!("a_sandbox_changes_nothing_of_{}", kind.name), kind.needs, || {
            a_sandbox_changes_nothing(kind);
        })
    });
    let trials: Vec<Trial> = same.chain(later).chain(ended).chain(sandboxed).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Whether a kind has the `nth` thing in its turn, one of `of`.
fn is_in_turn(nth: usize, turn: usize, of: usize) -> bool {
    env::is_slow_wanted() || nth % of == turn % of
}

fn jobs_change_nothing(kind: &Kind, turn: usize) {
    let place = Place::new(kind);
    let alone = place.run(1, "");
    assert!(alone.questions() >= kind.questions, "{}: only {} questions", kind.name, alone.questions());
    for (nth, jobs) in JOBS.into_iter().enumerate() {
        if !is_in_turn(nth, turn, 2) {
            continue;
        }
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
fn goes_on_from_any_prefix(kind: &Kind, turn: usize) {
    let place = Place::new(kind);
    let alone = place.run(1, "");
    let journal: PathBuf = place.journal();
    let text = std::fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (nth, jobs) in (0..PREFIXES).zip(OF_PREFIXES.into_iter().cycle()) {
        if nth + 1 < PREFIXES && !is_in_turn(nth, turn, 5) {
            continue;
        }
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
fn goes_on_after_any_budget(kind: &Kind, turn: usize) {
    let place = Place::new(kind);
    let alone = place.run(1, "").without_bests();
    for (nth, (part, before, jobs)) in ENDED.into_iter().enumerate() {
        if !is_in_turn(nth, turn, ENDED.len()) {
            continue;
        }
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

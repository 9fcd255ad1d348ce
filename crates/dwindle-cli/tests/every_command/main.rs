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
use std::sync::{Arc, Mutex, PoisonError};

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
    let undisturbed: Vec<Shared> = KINDS.iter().map(|_| Arc::default()).collect();
    let trials_of = |what: &str, check: fn(&Undisturbed, &Kind, usize), is_asked: fn(&Kind) -> bool| {
        let kinds = KINDS.iter().zip(&undisturbed).enumerate().filter(|(_, (kind, _))| is_asked(kind));
        let one = |(turn, (kind, undisturbed)): (usize, (&'static Kind, &Shared))| {
            let undisturbed = Arc::clone(undisturbed);
            let name = format!("{what}_{}", kind.name);
            trial(&name, kind.needs, move || of(&undisturbed, kind, |alone| check(alone, kind, turn)))
        };
        kinds.map(one).collect::<Vec<_>>()
    };
    let trials = [
        trials_of("jobs_change_nothing_of", jobs_change_nothing, |_| true),
        trials_of("from_any_prefix_goes_on", goes_on_from_any_prefix, |kind| kind.goes_on),
        trials_of("after_any_budget_goes_on", goes_on_after_any_budget, |kind| kind.goes_on),
        trials_of("a_sandbox_changes_nothing_of", a_sandbox_changes_nothing, |_| true),
    ];
    let trials: Vec<Trial> = trials.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Whether a kind has the `nth` thing in its turn, one of `of`.
fn is_in_turn(nth: usize, turn: usize, of: usize) -> bool {
    env::is_slow_wanted() || nth % of == turn % of
}

/// Where all tests of a kind run, one after the other, since some results name the directory; and what one job comes to there.
struct Undisturbed {
    place: Place<'static>,
    alone: Told,
    /// Its journal, where it has one.
    journal: Option<(PathBuf, String)>,
}

type Shared = Arc<Mutex<Option<Undisturbed>>>;

/// Lets a test of a kind have its place, as it is before a run.
fn of(shared: &Shared, kind: &'static Kind, test: impl FnOnce(&Undisturbed)) {
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    let undisturbed = shared.get_or_insert_with(|| {
        let place = Place::new(kind);
        let alone = place.run(1, "");
        let journal = kind.goes_on.then(|| place.journal());
        let journal = journal.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()));
        Undisturbed { place, alone, journal }
    });
    undisturbed.place.clear();
    test(undisturbed);
}

fn jobs_change_nothing(Undisturbed { place, alone, .. }: &Undisturbed, kind: &Kind, turn: usize) {
    assert!(alone.questions() >= kind.questions, "{}: only {} questions", kind.name, alone.questions());
    for (nth, jobs) in JOBS.into_iter().enumerate() {
        if !is_in_turn(nth, turn, 2) {
            continue;
        }
        place.clear();
        check(&place.run(jobs, ""), alone, &format!("{}, {jobs} jobs", kind.name));
    }
}

/// As far as the system has one: where it has not, one line says so.
fn a_sandbox_changes_nothing(Undisturbed { place, alone, .. }: &Undisturbed, kind: &Kind, _: usize) {
    let mut alone = alone.clone();
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
fn goes_on_from_any_prefix(of: &Undisturbed, kind: &Kind, turn: usize) {
    let (place, (journal, text)) = (&of.place, of.journal.as_ref().unwrap());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (nth, jobs) in (0..PREFIXES).zip(OF_PREFIXES.into_iter().cycle()) {
        if nth + 1 < PREFIXES && !is_in_turn(nth, turn, 5) {
            continue;
        }
        let kept = 1 + (lines.len() - 1) * nth / (PREFIXES - 1);
        place.clear();
        std::fs::create_dir_all(journal.parent().unwrap()).unwrap();
        place.write(journal, &lines[..kept].concat());
        let told = place.run(jobs, "");
        check(&told, &of.alone, &format!("{}, {kept} of {} lines, {jobs} jobs", kind.name, lines.len()));
        // Several jobs may run others ahead while a known one is tested again.
        if kept == lines.len() && jobs == 1 {
            assert_eq!(told.searched, 0, "{}: a whole journal leaves nothing to test", kind.name);
        }
    }
}

/// All is there that the run left, the best too: one that is by another measure than the size is told at once, and not once
/// more on the way.
fn goes_on_after_any_budget(Undisturbed { place, alone, .. }: &Undisturbed, kind: &Kind, turn: usize) {
    let alone = alone.clone().without_bests();
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

//! The fault campaign: runs of which something goes wrong at every place where it can, each taken up again afterwards.
//!
//! What must hold of each is in `scenario`. A few of each kind by default; `cargo xtask faults` tries more
//! (`DWINDLE_FAULTS`).
//! The system calls of the program itself are made to fail by `strace`, which lets go of tests and keepers as they begin.

mod bytes;
mod calls;
mod clock;
mod disk;
mod journals;
mod keepers;
mod memory;
mod scenario;
mod together;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::Trial;

use crate::needs::{Need, trial};
use scenario::Ended;

pub(super) fn trials() -> Vec<Trial> {
    let space =
        Need::Holds("no name spaces", "unshare --mount --map-root-user --pid --fork --mount-proc true");
    let strace = Need::Holds("no strace", "strace --detach-on=execve -o /dev/null true");
    let named = |name: &str, needs: &[Need<'_>], test: fn()| trial(&format!("campaign_{name}"), needs, test);
    vec![
        named("each_system_call_of_a_run_fails_once", &[space, strace], calls::once),
        named("system_calls_of_a_run_fail_from_some_moment_on", &[space, strace], calls::from_then_on),
        named("two_system_calls_of_a_run_fail", &[space, strace], calls::pairs),
        named("a_run_is_killed_at_each_system_call", &[space, strace], calls::killed),
        named("each_system_call_of_a_keeper_fails_once", &[strace], keepers::once),
        named("the_disk_is_full_at_each_byte_of_the_journal", &[space, Need::Program("prlimit")], disk::full),
        named("journals_are_cut_and_changed", &[space], journals::damaged),
        named("two_runs_of_one_input_begin_at_once", &[space], together::two),
        named("foreign_bytes_are_read_or_refused", &[space], bytes::read),
        named("memory_runs_out", &[space, crate::memory::GROUPS], memory::short),
        named("clocks_jump", &[space, Need::Program("cc")], clock::jumps),
    ]
}

/// How many cases of each kind are wanted: so `few`, if nothing else is said.
#[expect(clippy::disallowed_methods, reason = "how many is for whoever runs the test to say")]
fn wanted(few: usize) -> usize {
    std::env::var("DWINDLE_FAULTS").map_or(few, |times| times.parse().expect("a number"))
}

/// So many of `cases` as are wanted, spread evenly; where more than a few are, of how many is printed.
#[expect(clippy::print_stdout, reason = "how much was tried is for whoever asked for more")]
fn some_of<T>(cases: Vec<T>, few: usize) -> Vec<T> {
    let (all, wanted) = (cases.len(), wanted(few).min(cases.len()));
    if self::wanted(0) > 0 {
        println!("{wanted} of {all} cases, spread evenly");
    }
    let is_one = |(nth, case): (usize, T)| (nth * wanted % all < wanted).then_some(case);
    cases.into_iter().enumerate().filter_map(is_one).collect()
}

/// Runs all cases, two at once; prints a row of the table for each kind where more than a few were wanted, and panics if anything did not hold.
#[expect(clippy::print_stdout, reason = "the table is for whoever asked for more")]
fn run<T: Sync>(cases: &[T], kind: impl Fn(&T) -> String + Sync, case: impl Fn(&T) -> Ended + Sync) {
    let (next, told) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(which) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ended = case(which);
                    told.lock().unwrap().push((kind(which), ended));
                }
            });
        }
    });
    let mut table = BTreeMap::<String, (usize, BTreeMap<String, usize>)>::new();
    let mut wrong = Vec::new();
    for (kind, ended) in told.into_inner().unwrap() {
        let row = table.entry(kind).or_default();
        row.0 += ended.faults;
        *row.1.entry(ended.exit).or_default() += 1;
        wrong.extend(ended.wrong);
    }
    for (kind, (faults, exits)) in &table {
        let exits: Vec<String> = exits.iter().map(|(exit, times)| format!("{exit}: {times}")).collect();
        if wanted(0) > 0 {
            println!("| {kind} | {faults} | {} |", exits.join(", "));
        }
    }
    assert!(!table.is_empty(), "nothing was tried");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

/// The number drawn as the n-th, below `bound`.
fn drawn(nth: u64, bound: usize) -> usize {
    let mut x = nth.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((x ^ (x >> 31)) % bound as u64).unwrap()
}

//! Each classic against the most literal version of it: sets and vectors, recursion as in the paper.
//!
//! Nothing here shares a line with the library; the two have to ask the same tests in the same order.

use dwindle_core::strategy::dd::{Dd, Mode};
use dwindle_core::strategy::ddmin::Ddmin;
use dwindle_core::strategy::ddmin_complement::DdminComplement;
use dwindle_core::strategy::one_minimal::OneMinimal;
use dwindle_core::{Outcome, Strategy};
use std::collections::BTreeSet;

use crate::lab::{Lab, on_subjects_of_all_kinds, ours, units};

fn naive_one_minimal(lab: &mut Lab<'_>, all: Vec<u32>) -> Vec<u32> {
    let mut current = all;
    loop {
        let before = current.len();
        for unit in current.clone().into_iter().rev() {
            let without: Vec<u32> = current.iter().copied().filter(|&other| other != unit).collect();
            if lab.fails(&without) {
                current = without;
            }
        }
        if current.len() == before {
            return current;
        }
    }
}

/// Figure 5 of the paper, as a recursion.
fn naive_ddmin(lab: &mut Lab<'_>, c: Vec<u32>, n: usize) -> Vec<u32> {
    if c.len() < n {
        return c;
    }
    let mut parts: Vec<Vec<u32>> = Vec::new();
    let mut rest = &c[..];
    for i in 0..n {
        let (part, after) = rest.split_at(rest.len() / (n - i));
        parts.push(part.to_vec());
        rest = after;
    }
    for part in &parts {
        if lab.fails(part) {
            return naive_ddmin(lab, part.clone(), 2);
        }
    }
    for i in 0..n {
        let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
        let complement: Vec<u32> = others.flat_map(|(_, part)| part.iter().copied()).collect();
        if lab.fails(&complement) {
            return naive_ddmin(lab, complement, (n - 1).max(2));
        }
    }
    if n < c.len() {
        let finer = c.len().min(2 * n);
        return naive_ddmin(lab, c, finer);
    }
    c
}

/// The loop of the Fuzzing Book, with its floats.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "that is what the book's int() does"
)]
fn naive_complements(lab: &mut Lab<'_>, all: Vec<u32>) -> Vec<u32> {
    let mut current = all;
    let mut n = 2;
    while current.len() >= 2 {
        let size = current.len() as f64 / n as f64;
        let mut start = 0.0;
        let mut found = false;
        while start < current.len() as f64 {
            let mut complement = current[..start as usize].to_vec();
            complement.extend(current.iter().skip((start + size) as usize));
            if lab.fails(&complement) {
                current = complement;
                n = (n - 1).max(2);
                found = true;
                break;
            }
            start += size;
        }
        if !found {
            if n == current.len() {
                break;
            }
            n = (2 * n).min(current.len());
        }
    }
    current
}

/// The general dd on sets; gives back the passing and the failing side.
fn naive_dd(lab: &mut Lab<'_>, all: &[u32], minimise: bool, maximise: bool) -> (Vec<u32>, Vec<u32>) {
    type Set = BTreeSet<u32>;
    let mut test = |set: &Set| lab.test(set.iter().copied());
    let (mut c_pass, mut c_fail) = (Set::new(), all.iter().copied().collect::<Set>());
    let (mut n, mut offset) = (2, 0);
    if test(&c_pass) == Outcome::Fail {
        c_fail = Set::new();
    }
    'scan: loop {
        let delta: Vec<u32> = c_fail.difference(&c_pass).copied().collect();
        if delta.len() < n {
            break;
        }
        let mut parts: Vec<Set> = Vec::new();
        let mut rest = &delta[..];
        for i in 0..n {
            let (part, after) = rest.split_at(rest.len().div_ceil(n - i));
            parts.push(part.iter().copied().collect());
            rest = after;
        }
        let mut j = 0;
        while j < n {
            let i = (j + offset) % n;
            let grown: Set = &c_pass | &parts[i];
            let shrunk: Set = &c_fail - &parts[i];
            if n == 2 && minimise && test(&grown) == Outcome::Fail {
                c_fail = grown;
            } else if n == 2 && maximise && test(&shrunk) == Outcome::Pass {
                c_pass = shrunk;
            } else if minimise && test(&shrunk) == Outcome::Fail {
                c_fail = shrunk;
                n = (n - 1).max(2);
            } else if maximise && test(&grown) == Outcome::Pass {
                c_pass = grown;
                n = (n - 1).max(2);
            } else {
                j += 1;
                continue;
            }
            offset = i;
            continue 'scan;
        }
        if n >= delta.len() {
            break;
        }
        n = (2 * n).min(delta.len());
    }
    (c_pass.into_iter().collect(), c_fail.into_iter().collect())
}

#[test]
fn one_minimal_asks_what_the_naive_sweep_asks() {
    on_subjects_of_all_kinds(|subject| {
        let (end, lab) = ours(subject, OneMinimal::new);
        let mut naive = Lab::new(subject);
        let result = naive_one_minimal(&mut naive, (0..subject.len).collect());
        assert_eq!((units(end.best()), lab.tests), (result, naive.tests), "{subject:?}");
    });
}

#[test]
fn ddmin_asks_what_the_figure_asks() {
    on_subjects_of_all_kinds(|subject| {
        let (end, lab) = ours(subject, Ddmin::new);
        let mut naive = Lab::new(subject);
        let result = naive_ddmin(&mut naive, (0..subject.len).collect(), 2);
        assert_eq!((units(end.best()), lab.tests), (result, naive.tests), "{subject:?}");
    });
}

#[test]
fn complements_only_ddmin_asks_what_the_book_asks() {
    on_subjects_of_all_kinds(|subject| {
        let (end, lab) = ours(subject, DdminComplement::new);
        let mut naive = Lab::new(subject);
        let result = naive_complements(&mut naive, (0..subject.len).collect());
        assert_eq!((units(end.best()), lab.tests), (result, naive.tests), "{subject:?}");
    });
}

#[test]
fn dd_asks_what_the_book_asks_in_every_mode() {
    on_subjects_of_all_kinds(|subject| {
        for (mode, minimise, maximise) in
            [(Mode::Minimise, true, false), (Mode::Maximise, false, true), (Mode::Both, true, true)]
        {
            let (end, lab) = ours(subject, |start| Dd::new(start, mode));
            let mut naive = Lab::new(subject);
            let all: Vec<u32> = (0..subject.len).collect();
            let sides = naive_dd(&mut naive, &all, minimise, maximise);
            assert_eq!((units(end.passing()), units(end.failing())), sides, "{mode:?} {subject:?}");
            assert_eq!(lab.tests, naive.tests, "{mode:?} {subject:?}");
        }
    });
}

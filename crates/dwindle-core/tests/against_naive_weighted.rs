//! Probabilistic and weighted delta debugging against the most literal version of each: a number for each unit in
//! a list that is sorted or cut for every question.
//!
//! Nothing here shares a line with the library; the two have to ask the same tests in the same order.

use dwindle_core::Strategy;
use dwindle_core::strategy::cdd::Cdd;
use dwindle_core::strategy::probdd::ProbDd;
use dwindle_core::strategy::wddmin::Wddmin;

use crate::lab::{Lab, on_subjects_of_all_kinds, ours, units};
use crate::subject::{Subject, below, mix};

/// What is left of `all` when `gone` goes.
fn without(all: &[u32], gone: &[u32]) -> Vec<u32> {
    all.iter().copied().filter(|unit| !gone.contains(unit)).collect()
}

/// Probabilities in the order of the input, sorted anew for each question.
fn naive_probdd(lab: &mut Lab<'_>, all: Vec<u32>, sigma: f64) -> Vec<u32> {
    let mut current = all;
    let mut needed = vec![sigma; current.len()];
    loop {
        let mut order: Vec<u32> =
            current.iter().copied().filter(|&unit| needed[unit as usize] < 1.0).collect();
        if order.is_empty() {
            return current;
        }
        order.sort_by(|&a, &b| needed[a as usize].total_cmp(&needed[b as usize]));
        // How many are expected to go, for each number of first units.
        let (mut chance, mut count) = (1.0, 0.0);
        let expected: Vec<f64> = order
            .iter()
            .map(|&unit| {
                chance *= 1.0 - needed[unit as usize];
                count += 1.0;
                chance * count
            })
            .collect();
        let most = expected.iter().copied().fold(0.0, f64::max);
        let last = expected.iter().rposition(|&e| e >= most * (1.0 - 1e-12)).expect("one is the greatest");
        let group = &order[..=last];
        let rest = without(&current, group);
        if lab.fails(&rest) {
            current = rest;
        } else if let [one] = *group {
            needed[one as usize] = 1.0;
        } else {
            let all_can_go: f64 = group.iter().map(|&unit| 1.0 - needed[unit as usize]).product();
            for &unit in group {
                needed[unit as usize] /= 1.0 - all_can_go;
            }
        }
    }
}

/// Counters in the order of the input, sorted anew for each question.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are rounded down")]
fn naive_cdd(lab: &mut Lab<'_>, all: Vec<u32>, p0: f64) -> Vec<u32> {
    let size = |counter: u32| {
        let expected = |size: i32| f64::from(size) * (1.0 - p0).powi(size);
        let mut size = 1;
        while expected(size + 1) > expected(size) * (1.0 + 1e-12) {
            size += 1;
        }
        (0..counter).fold(f64::from(size), |size, _| (size * (1.0 - 1.0 / std::f64::consts::E)).floor())
    };
    let mut current = all;
    let mut counters = vec![Some(0); current.len()];
    loop {
        let mut order: Vec<u32> =
            current.iter().copied().filter(|&unit| counters[unit as usize].is_some()).collect();
        order.sort_by_key(|&unit| counters[unit as usize]);
        let Some(lowest) = order.first().and_then(|&unit| counters[unit as usize]) else {
            return current;
        };
        order.truncate((size(lowest) as usize).max(1));
        let rest = without(&current, &order);
        if lab.fails(&rest) {
            current = rest;
        } else if let [one] = order[..] {
            counters[one as usize] = None;
        } else {
            for unit in order {
                counters[unit as usize] = counters[unit as usize].map(|counter| counter + 1);
            }
        }
    }
}

/// Where the sum of weights, unit by unit, comes nearest to half of all.
fn cut(part: &[u32], weights: &[u64]) -> (Vec<u32>, Vec<u32>) {
    let weigh = |units: &[u32]| units.iter().map(|&unit| weights[unit as usize]).sum::<u64>();
    let off = |at: usize| weigh(&part[..at]).abs_diff(weigh(&part[at..]));
    let at = (1..part.len()).rev().min_by_key(|&at| off(at)).expect("there are two units");
    (part[..at].to_vec(), part[at..].to_vec())
}

fn naive_wddmin(lab: &mut Lab<'_>, all: Vec<u32>, weights: &[u64]) -> Vec<u32> {
    let mut current = all.clone();
    let mut parts = vec![all];
    'cut: loop {
        let mut halves = Vec::new();
        for part in parts.iter().filter(|part| part.len() > 1) {
            let (first, second) = cut(part, weights);
            halves.extend([first, second]);
        }
        parts = halves;
        if parts.is_empty() {
            return current;
        }
        for part in &parts {
            if lab.fails(part) {
                current.clone_from(part);
                parts = vec![current.clone()];
                continue 'cut;
            }
        }
        'again: loop {
            for i in 0..parts.len() {
                let rest = without(&current, &parts[i]);
                if !rest.is_empty() && lab.fails(&rest) {
                    current = rest;
                    parts.remove(i);
                    continue 'again;
                }
            }
            break;
        }
    }
}

fn all(subject: &Subject) -> Vec<u32> {
    (0..subject.len).collect()
}

#[test]
fn probdd_asks_what_sorting_by_probability_asks() {
    on_subjects_of_all_kinds(|subject| {
        for sigma in [0.1, 0.25, 0.013] {
            let (end, lab) = ours(subject, |start| ProbDd::with_initial(start, sigma));
            let mut naive = Lab::new(subject);
            let result = naive_probdd(&mut naive, all(subject), sigma);
            assert_eq!((units(end.best()), lab.tests), (result, naive.tests), "{sigma} {subject:?}");
        }
    });
}

#[test]
fn cdd_asks_what_sorting_by_counter_asks() {
    on_subjects_of_all_kinds(|subject| {
        for p0 in [0.1, 0.25, 0.013] {
            let (end, lab) = ours(subject, |start| Cdd::with_initial(start, p0));
            let mut naive = Lab::new(subject);
            let result = naive_cdd(&mut naive, all(subject), p0);
            assert_eq!((units(end.best()), lab.tests), (result, naive.tests), "{p0} {subject:?}");
        }
    });
}

#[test]
fn weighted_ddmin_asks_what_cutting_at_half_the_weight_asks() {
    on_subjects_of_all_kinds(|subject| {
        let most = [1, 5, 1000][subject.len as usize % 3];
        let weights: Vec<u64> =
            all(subject).iter().map(|&unit| u64::from(1 + below(mix(unit.into()), most))).collect();
        let (end, lab) = ours(subject, |start| Wddmin::new(start, weights.clone()));
        let mut naive = Lab::new(subject);
        let result = naive_wddmin(&mut naive, all(subject), &weights);
        assert_eq!((units(end.best()), lab.tests), (result, naive.tests), "{most} {subject:?}");
    });
}

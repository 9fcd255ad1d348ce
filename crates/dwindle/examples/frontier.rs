//! Measures strategies against what information theory allows.
#![expect(clippy::print_stdout, reason = "a program that prints tables")]

use dwindle::search::ahead::ahead;
use dwindle::strategy::dwindle::Dwindle;
use dwindle::{Config, Outcome, Strategy};
use std::collections::{BTreeMap, BTreeSet};

struct Random(u64);
impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u32) -> u32 { ((u128::from(self.next()) * u128::from(n)) >> 64) as u32 }
}

fn needed(n: u32, k: u32, scattered: bool, seed: u64) -> Vec<u32> {
    let mut random = Random(seed * 1_000_003 + u64::from(n) * 7 + u64::from(k));
    if !scattered {
        let start = random.below(n - k + 1);
        return (start..start + k).collect();
    }
    let mut set = BTreeSet::new();
    while set.len() < k as usize { set.insert(random.below(n)); }
    set.into_iter().collect()
}

fn judge(needed: &[u32], config: &Config) -> Outcome {
    if needed.iter().all(|&u| config.contains(u)) { Outcome::Fail } else { Outcome::Pass }
}

fn tests<S: Strategy>(mut s: S, test: impl Fn(&Config) -> Outcome, trace: bool) -> (usize, Config) {
    let mut seen = BTreeSet::new();
    while let Some(q) = s.ask(0) {
        let o = test(&q.config);
        let new = seen.insert(q.config.clone());
        if trace { println!("{:4} {:.2} {o:?} {} {:?}", seen.len(), q.chance, if new {""} else {"again"}, q.config); }
        s.tell(o);
        assert!(seen.len() < 10_000_000);
    }
    (seen.len(), s.best().clone())
}

fn ticks<S: Strategy>(mut s: S, test: impl Fn(&Config) -> Outcome, workers: usize) -> (usize, usize) {
    let mut known: BTreeMap<Config, Outcome> = BTreeMap::new();
    let mut ticks = 0;
    loop {
        while let Some(o) = s.ask(0).and_then(|q| known.get(&q.config).copied()) { s.tell(o); }
        if s.ask(0).is_none() { return (ticks, known.len()); }
        ticks += 1;
        for config in ahead(&s, |c| known.get(c).copied(), workers) {
            let o = test(&config);
            known.insert(config, o);
        }
    }
}

fn log2_choose(n: u32, k: u32) -> f64 { (0..k).map(|i| (f64::from(n - i) / f64::from(k - i)).log2()).sum() }

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut tune = [2.0, 16.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for (i, a) in args.iter().skip(if args.get(1).is_some_and(|a| a == "trace") { 6 } else { 2 }).enumerate() { if let Ok(v) = a.parse() { tune[i] = v; } }
    let make = |n: u32| Dwindle::new(Config::full(n as usize));
    if args.get(1).is_some_and(|a| a == "trace") {
        let p = |i: usize| args[i].parse().unwrap();
        let need = needed(p(2), p(3), args[4] == "s", u64::from(p(5)));
        println!("{need:?}");
        let make = |_| make(p(2));
        tests(make(1000), |c| judge(&need, c), true);
        return;
    }
    for scattered in [true, false] {
        let (mut product, mut count) = (0.0, 0.0);
        for n in [1000u32, 100_000] {
            for k in [1u32, 2, 10, 100] {
                if !scattered && k < 10 { continue; }
                let bound = log2_choose(n, k) + f64::from(k);
                let (mut sum, mut log) = (0, 0.0);
                for seed in 1..=10 {
                    let need = needed(n, k, scattered, seed);
                    let (t, best) = tests(make(n), |c| judge(&need, c), false);
                    assert_eq!(best, Config::of_units(need.iter().copied()));
                    sum += t;
                    log += (t as f64 / bound).ln();
                }
                product += log / 10.0;
                count += 1.0;
                println!("{} n={n:6} k={k:3} bound {bound:7.1} tests {:7.1} ratio {:.3}", if scattered {"scattered"} else {"run      "}, sum as f64 / 10.0, (log / 10.0).exp());
            }
        }
        println!("  geometric mean {:.3}", (product / count as f64).exp());
    }
    if args.get(1).is_some_and(|a| a == "ticks") {
        for k in [1u32, 10, 100] {
            let seeds = 10;
            let mut line = String::new();
            for workers in [1, 16, 64] {
                let (mut sum, mut ran) = (0, 0);
                for seed in 1..=seeds {
                    let need = needed(1000, k, true, seed);
                    let (t, r) = ticks(make(1000), |c| judge(&need, c), workers);
                    sum += t; ran += r;
                }
                line += &format!("  {workers}: {:.1} (ran {})", sum as f64 / seeds as f64, ran / seeds as usize);
            }
            println!("ticks k={k}{line}");
        }
    }
    for (name, test) in [
        ("forward chain", (|c: &Config| c.runs().len() <= 1 && (c.is_empty() || c.contains(0))) as fn(&Config) -> bool),
        ("backward chain", |c: &Config| c.runs().len() <= 1 && (c.is_empty() || c.contains(999))),
        ("bwd, 500 needed", |c: &Config| c.contains(500) && c.units().filter(|&u| u < 500).zip(c.units().skip(1)).all(|(a, b)| b == a + 1)),
        ("pairs i,n-1-i", |c: &Config| (0..500).all(|i| c.contains(i) == c.contains(999 - i)) && c.contains(300)),
        ("only singles bwd", |c: &Config| c.runs().len() <= 1 && c.contains(999)),
    ] {
        let (t, best) = tests(make(1000), |c| if test(c) { Outcome::Fail } else { Outcome::Pass }, false);
        println!("{name}: {t} tests, {} left", best.len());
    }
}

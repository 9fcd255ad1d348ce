//! Measures strategies against what is possible: needed units hidden among many, found by removal.
//!
//! A configuration fails if it keeps all needed units. `frontier` prints how many different configurations
//! each strategy asks for, beside log2 C(n,k) + k: what it takes to tell apart all sets of k needed units,
//! and to check each of them once. `frontier ticks` prints how long the default strategy takes when each test
//! takes one tick and a number of workers run what the lookahead gives them. `frontier trace N K SEED
//! [run]` prints every question of one run. All is the same on every machine.
#![expect(clippy::print_stdout, reason = "a program that prints tables")]

use dwindle::search::ahead::ahead;
use dwindle::strategy::ddmin::Ddmin;
use dwindle::strategy::ddmin_complement::DdminComplement;
use dwindle::strategy::dwindle::Dwindle;
use dwindle::strategy::then_one_minimal::ThenOneMinimal;
use dwindle::{Config, Outcome, Strategy};
use std::collections::{BTreeMap, BTreeSet};

const SEEDS: u32 = 10;

/// Runs one strategy on `n` units and a test; returns how many configurations were tested, and the result.
type Entry = (&'static str, fn(u32, &dyn Fn(&Config) -> bool) -> (usize, Config));

/// The strategies to compare. Only the first is run on 100,000 units.
const ENTRIES: [Entry; 3] = [
    ("default", |n, fails| tests(Dwindle::new(full(n)), fails, false)),
    ("ddmin", |n, fails| tests(Ddmin::new(full(n)), fails, false)),
    ("complements", |n, fails| tests(ThenOneMinimal::new(DdminComplement::new(full(n))), fails, false)),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(1);
    match arguments.first().map(String::as_str) {
        Some("ticks") => print_ticks(),
        Some("trace") => {
            let layout =
                if arguments.iter().any(|word| word == "run") { Layout::Run } else { Layout::Scattered };
            let needed = needed(number(1), number(2), layout, number(3));
            tests(Dwindle::new(full(number(1))), &|config| keeps(config, &needed), true);
        }
        _ => {
            print_tests(Layout::Scattered, &[1, 2, 10, 100]);
            print_tests(Layout::Run, &[10, 100]);
            print_shapes();
        }
    }
}

/// How the needed units lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Scattered,
    Run,
}

/// Splitmix64 (Steele, Lea & Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let scaled = (u128::from(z ^ (z >> 31)) * u128::from(limit)) >> 64;
        u32::try_from(scaled).expect("it is below the limit")
    }
}

fn needed(n: u32, k: u32, layout: Layout, seed: u32) -> Vec<u32> {
    let mut random = Random(u64::from(seed) * 1_000_003 + u64::from(n) * 7 + u64::from(k));
    if layout == Layout::Run {
        let start = random.below(n - k + 1);
        return (start..start + k).collect();
    }
    let mut set = BTreeSet::new();
    while set.len() < k as usize {
        set.insert(random.below(n));
    }
    set.into_iter().collect()
}

fn full(n: u32) -> Config {
    Config::full(n as usize)
}

fn keeps(config: &Config, needed: &[u32]) -> bool {
    needed.iter().all(|&unit| config.contains(unit))
}

fn outcome(fails: bool) -> Outcome {
    if fails { Outcome::Fail } else { Outcome::Pass }
}

fn tests<S: Strategy>(mut strategy: S, fails: &dyn Fn(&Config) -> bool, trace: bool) -> (usize, Config) {
    let mut known = BTreeSet::new();
    while let Some(question) = strategy.ask(0) {
        let outcome = outcome(fails(&question.config));
        let first = known.insert(question.config.clone());
        if trace {
            let again = if first { "" } else { " again" };
            println!(
                "{:5} {:.2} {}{again} {:?}",
                known.len(),
                question.chance,
                outcome.name(),
                question.config
            );
        }
        strategy.tell(outcome);
    }
    (known.len(), strategy.best().clone())
}

/// Virtual time: in each tick the likeliest configurations run, one on each worker. Returns the ticks and how
/// many configurations ran.
fn ticks<S: Strategy>(mut strategy: S, fails: impl Fn(&Config) -> bool, workers: usize) -> (usize, usize) {
    let mut known: BTreeMap<Config, Outcome> = BTreeMap::new();
    let mut ticks = 0;
    while let Some(question) = strategy.ask(0) {
        if let Some(&outcome) = known.get(&question.config) {
            strategy.tell(outcome);
            continue;
        }
        ticks += 1;
        for config in ahead(&strategy, |config| known.get(config).copied(), workers) {
            let outcome = outcome(fails(&config));
            known.insert(config, outcome);
        }
    }
    (ticks, known.len())
}

fn bound(n: u32, k: u32) -> f64 {
    (0..k).map(|i| (f64::from(n - i) / f64::from(k - i)).log2()).sum::<f64>() + f64::from(k)
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn mean(numbers: &[usize]) -> f64 {
    numbers.iter().sum::<usize>() as f64 / numbers.len() as f64
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn geometric_ratio(numbers: &[usize], to: f64) -> f64 {
    (numbers.iter().map(|&number| (number as f64 / to).ln()).sum::<f64>() / numbers.len() as f64).exp()
}

fn print_tests(layout: Layout, ks: &[u32]) {
    println!("tests, {layout:?}: mean of {SEEDS} (geometric mean of the ratio to log2 C(n,k) + k)");
    for (number, (name, run)) in ENTRIES.iter().enumerate() {
        let mut ratios = Vec::new();
        for n in [1_000, 100_000] {
            for &k in ks {
                if n > 1_000 && number > 0 {
                    continue;
                }
                let counts: Vec<usize> = (1..=SEEDS)
                    .map(|seed| {
                        let needed = needed(n, k, layout, seed);
                        let (count, best) = run(n, &|config| keeps(config, &needed));
                        assert_eq!(best, Config::of_units(needed));
                        count
                    })
                    .collect();
                let (bound, mean) = (bound(n, k), mean(&counts));
                let ratio = geometric_ratio(&counts, bound);
                println!(
                    "  {name:12} n={n:<6} k={k:<3} bound {bound:7.1}  tests {mean:8.1}  ratio {ratio:.3}"
                );
                ratios.push(ratio.ln());
            }
        }
        let number = u32::try_from(ratios.len()).expect("a few settings");
        println!("  {name:12} geometric mean {:.3}", (ratios.iter().sum::<f64>() / f64::from(number)).exp());
    }
}

fn print_ticks() {
    println!("ticks (configurations run), n=1000, scattered: mean of {SEEDS}");
    for k in [1, 10, 100] {
        for workers in [1, 16, 64] {
            let runs = (1..=SEEDS).map(|seed| {
                let needed = needed(1_000, k, Layout::Scattered, seed);
                ticks(Dwindle::new(full(1_000)), |config| keeps(config, &needed), workers)
            });
            let (time, work): (Vec<usize>, Vec<usize>) = runs.unzip();
            println!("  k={k:<3} workers={workers:<2}  {:6.1}  ({:.0})", mean(&time), mean(&work));
        }
    }
}

/// A name and a test.
type Shape<'a> = (&'static str, &'a dyn Fn(&Config) -> bool);

/// Dependencies between a thousand units: tests that are not monotone.
fn print_shapes() {
    let shapes: [Shape<'_>; 5] = [
        ("only the last can go", &|c| c.runs().len() <= 1 && (c.is_empty() || c.contains(0))),
        ("only the first can go", &|c| c.runs().len() <= 1 && (c.is_empty() || c.contains(999))),
        ("only the first, last needed", &|c| c.runs().len() == 1 && c.contains(999)),
        ("a later one first, 500 needed", &|c| {
            c.contains(500) && c.runs().iter().all(|r| r.start == 0 || r.start >= 500)
        }),
        ("i and 999-i together, 300 needed", &|c| {
            c.contains(300) && c.units().all(|unit| c.contains(999 - unit))
        }),
    ];
    println!("tests (units left), 1000 units with dependencies");
    for (shape, fails) in shapes {
        for (name, run) in ENTRIES {
            let (count, best) = run(1_000, fails);
            println!("  {shape:32} {name:12} {count:7}  ({})", best.len());
        }
    }
}

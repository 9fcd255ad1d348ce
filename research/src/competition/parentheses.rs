//! The book's own example: arithmetic expressions that fail by a pair of parentheses.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Result;
use dwindle::tree::Parse;
use dwindle::{Outcome, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use xtask::mean::Mean;

use super::entrant::Entrant;
use super::language::Language;

/// How many expressions there are.
const COUNT: usize = 500;

/// A table of all entrants on the expressions of 500 seeds.
///
/// An expression fails if it has an opening parenthesis and its first closing one comes after the first opening
/// one. What does not parse is unresolved. (The Fuzzing Book's "mystery" test, under the grammar.)
pub(super) fn table(entrants: &[Entrant], size: usize, first: u64, budget: u64) -> Result<String> {
    let parser = Language::named("arithmetic")?.parser;
    let inputs = inputs(&parser, size, first)?;
    let length = inputs.iter().map(|input| count(input.len())).collect::<Mean>();
    let mut out = format!(
        "{COUNT} expressions of {:.0} characters (geometric mean).\n\n\
         | algorithm | tests | characters | `(d)` | of the others the first |\n|---|---|---|---|---|\n",
        length.geometric()
    );
    for entrant in entrants {
        let (mut tests, mut sizes, mut smallest) = (Mean::default(), Mean::default(), 0);
        let mut other: Option<String> = None;
        for input in &inputs {
            let asked = AtomicU64::new(0);
            let parse: Arc<dyn Parse> = Arc::clone(&parser) as _;
            let ended = entrant.reduce(input, &parse, budget, |candidate| {
                asked.fetch_add(1, Relaxed);
                judge(&parser, candidate)
            })?;
            tests.add(asked.load(Relaxed));
            sizes.add(count(ended.text.len()));
            if matches!(&*ended.text, [b'(', digit, b')'] if digit.is_ascii_digit()) {
                smallest += 1;
            } else {
                other.get_or_insert_with(|| String::from_utf8_lossy(&ended.text).into_owned());
            }
        }
        let other = other.map_or(String::new(), |text| format!("`{}`", text.replace('|', "\\|")));
        let (tests, sizes) = (tests.geometric(), sizes.geometric());
        writeln!(out, "| {entrant} | {tests:.1} | {sizes:.2} | {smallest} | {other} |")?;
    }
    Ok(out)
}

/// Expressions of up to `size` characters that fail, of this and the following seeds, one of each seed.
fn inputs(parser: &Arc<Earley>, size: usize, first: u64) -> Result<Vec<Vec<u8>>> {
    let bounds = Bounds { bytes: size, depth: size, expansions: 10 * size };
    let mut inputs = Vec::new();
    for seed in first.. {
        let mut generator = Generator::new(Arc::clone(Parse::grammar(&**parser)), bounds, seed);
        let input = generator.generate()?.text().bytes().to_vec();
        if judge(parser, &input) == Outcome::Fail {
            inputs.push(input);
        }
        if inputs.len() == COUNT {
            break;
        }
    }
    Ok(inputs)
}

fn judge(parser: &Earley, candidate: &[u8]) -> Outcome {
    let text = Text::new(candidate.to_vec()).ok();
    if text.is_none_or(|text| parser.parse(&text).is_err()) {
        return Outcome::Unresolved;
    }
    let first = |sign: u8| candidate.iter().position(|byte| *byte == sign);
    match (first(b'('), first(b')')) {
        (Some(open), Some(close)) if open < close => Outcome::Fail,
        _ => Outcome::Pass,
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).expect("a text has fewer bytes")
}

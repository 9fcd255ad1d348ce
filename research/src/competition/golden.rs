//! How much every entrant asks on fixed small problems, as a table that a test compares.
//!
//! A change of the table is a change of what is asked: to be looked at, and then to be written anew with
//! `cargo research competition --golden`.

use std::fmt::Write as _;

use anyhow::Result;

use super::entrant::Entrant;
use super::heat::{Class, hold};

/// What is fixed.
const CLASS: Class = Class { size: 100, seed: 1, seeds: 1, budget: 2_000 };

/// The table, relative to the package.
pub(super) const PATH: &str = "competition/golden.md";

/// The table as it comes out now: tests, those that did not parse, and characters left, over all problems together.
pub(super) fn table() -> Result<String> {
    let entrants = Entrant::all();
    let heats = hold(CLASS, &entrants, 1)?;
    let mut out = String::from("| algorithm | tests | did not parse | characters |\n|---|--:|--:|--:|\n");
    for (number, entrant) in entrants.iter().enumerate() {
        let sum = |of: fn(&super::heat::Score) -> u64| {
            heats.iter().map(|heat| of(&heat.scores[number])).sum::<u64>()
        };
        let (tests, unresolved) = (sum(|score| score.tests), sum(|score| score.unresolved));
        writeln!(out, "| {entrant} | {tests} | {unresolved} | {} |", sum(|score| score.size))?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_asks_what_it_asked() {
        let known = std::fs::read_to_string(PATH).unwrap();
        let now = table().unwrap();
        assert!(
            known == now,
            "the counts have changed (cargo research competition --golden writes them):\n{now}"
        );
    }
}

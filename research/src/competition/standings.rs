//! Who did how well: means over the problems of one size, language or kind.

use xtask::mean::{Mean, ratio};

use super::heat::Heat;

/// One entrant's means over some problems.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// Characters of the result (geometric mean).
    pub(super) size: f64,
    /// The same as a multiple of the smallest result of anyone on the same problem.
    pub(super) excess: f64,
    /// Calls of the oracle (geometric mean).
    pub(super) tests: f64,
    /// Which share of all calls did not parse.
    pub(super) unresolved: f64,
    /// On how many problems nobody ended smaller.
    pub(super) smallest: usize,
    /// On how many problems nobody ended smaller, and nobody who ended as small asked less.
    pub(super) first: usize,
    /// On how many problems it was stopped by the limit on tests.
    pub(super) stopped: usize,
    /// Its time as a multiple of the shortest time of anyone on the same problem.
    pub(super) time: f64,
}

/// The standings of `entrants` entrants, in their order, over those of `heats` that are `chosen`.
pub(super) fn standings(entrants: usize, heats: &[Heat], chosen: impl Fn(&Heat) -> bool) -> Vec<Standing> {
    let heats: Vec<&Heat> = heats.iter().filter(|heat| chosen(heat)).collect();
    (0..entrants).map(|number| standing(number, &heats)).collect()
}

fn standing(number: usize, heats: &[&Heat]) -> Standing {
    let (mut size, mut excess) = (Mean::default(), Mean::default());
    let (mut tests, mut time) = (Mean::default(), Mean::default());
    let (mut asked, mut unresolved) = (0, 0);
    let (mut smallest, mut first, mut stopped) = (0, 0, 0);
    for heat in heats {
        let (own, least) = (&heat.scores[number], heat.smallest());
        size.add(own.size);
        excess.add_ratio(ratio(own.size, least));
        tests.add(own.tests);
        asked += own.tests;
        unresolved += own.unresolved;
        let fewest = heat.scores.iter().filter(|score| score.size == least).map(|score| score.tests).min();
        smallest += usize::from(own.size == least);
        first += usize::from(own.size == least && Some(own.tests) == fewest);
        stopped += usize::from(!own.finished);
        let shortest = heat.scores.iter().map(|score| score.time).min().unwrap_or_default();
        time.add_ratio((own.time.as_secs_f64() / shortest.as_secs_f64().max(1e-9)).max(1.0));
    }
    Standing {
        size: size.geometric(),
        excess: excess.geometric(),
        tests: tests.geometric(),
        unresolved: ratio(unresolved, asked),
        smallest,
        first,
        stopped,
        time: time.geometric(),
    }
}

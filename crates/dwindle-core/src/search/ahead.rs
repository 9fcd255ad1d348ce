//! Lookahead: which configurations are most likely to be asked about next.
//!
//! The search runs these on idle workers, so that a strategy is answered at once when it comes to ask. They
//! cost work, never correctness: what a strategy is told stays the serial truth.

use crate::search::chances::Chances;
use crate::search::ids::ById;
use crate::{Config, Id, Outcome, Question, Strategy};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How many futures are looked at for each configuration wanted. More of them cost time at every test that ends
/// and gained nothing measurable (`cargo xtask bench ticks`: the same within 5% at 1, 2, 4 and 8).
const EFFORT: usize = 1;

/// What comes less likely than this is not worth a test.
const UNLIKELY: f64 = 1e-6;

/// A configuration that may be asked about.
#[derive(Debug)]
pub(super) struct Likely {
    pub(super) id: Id,
    pub(super) config: Config,
    /// The chance that it is asked about.
    pub(super) chance: f64,
}

/// Up to `width` different candidates without a known outcome, the likeliest to be needed first and the serial next
/// one first of all. `known` gives the identity of a configuration, and its outcome if that is known.
///
/// Questions that a strategy knows ahead are taken by [`Strategy::ask`], with the chance that none before them
/// decides. Beyond them, and past what decides, copies of the strategy are told assumed outcomes, the likelier
/// first, by what [`Question::chance`] came to be worth so far. Where several futures ask for one candidate, their chances add up.
///
/// # Determinism
/// A function of its arguments; ties are broken by the order in which configurations are met.
pub(super) fn ahead(
    strategy: &dyn Strategy,
    mut known: impl FnMut(&Config) -> (Id, Option<Outcome>),
    chances: &Chances,
    width: usize,
) -> Vec<Likely> {
    let mut wanted = Wanted::default();
    let mut futures = BinaryHeap::from([Future { chance: 1.0, order: 0, strategy: strategy.boxed() }]);
    for effort in 0..EFFORT * width {
        let Some(Future { chance, mut strategy, .. }) = futures.pop() else {
            break;
        };
        // Futures come likeliest first: what this one and all after it ask for is no likelier than it is.
        if wanted.has(width, chance) {
            break;
        }
        let Some((question, id)) = next_unknown(&mut *strategy, &mut known) else {
            continue;
        };
        let fail = chances.of(question.chance);
        look_along(&*strategy, (question, id), chance, (&mut known, chances), width, &mut wanted);
        let [failed, passed] = [chance * fail, chance * (1.0 - fail)];
        let mut goes_on = |mut strategy: Box<dyn Strategy>, outcome, chance, order| {
            strategy.tell(outcome);
            futures.push(Future { chance, order, strategy });
        };
        if failed > UNLIKELY {
            goes_on(strategy.clone(), Outcome::Fail, failed, 2 * effort);
        }
        if passed > UNLIKELY {
            goes_on(strategy, Outcome::Pass, passed, 2 * effort + 1);
        }
    }
    wanted.likeliest(width)
}

/// Tells a strategy what is known; returns the first question of unknown outcome, and its candidate.
fn next_unknown(
    strategy: &mut dyn Strategy,
    mut known: impl FnMut(&Config) -> (Id, Option<Outcome>),
) -> Option<(Question, Id)> {
    loop {
        let question = strategy.ask(0)?;
        match known(&question.config) {
            (id, None) => return Some((question, id)),
            (_, Some(outcome)) => strategy.tell(outcome),
        }
    }
}

/// Notes the questions known ahead from `first` on.
fn look_along(
    strategy: &dyn Strategy,
    (first, id): (Question, Id),
    chance: f64,
    (mut known, chances): (impl FnMut(&Config) -> (Id, Option<Outcome>), &Chances),
    width: usize,
    wanted: &mut Wanted,
) {
    let (mut unknown, mut reached) = (1, chance * goes_on(&first, chances));
    wanted.add(id, first.config, chance);
    // Questions of known outcome between the unknown ones are passed over, but not without end.
    for nth in 1..2 * width {
        if reached <= UNLIKELY || unknown >= width {
            break;
        }
        let Some(question) = strategy.ask(nth) else { break };
        match known(&question.config) {
            (_, Some(outcome)) if question.decides.contains(outcome) => break,
            (_, Some(_)) => {}
            (id, None) => {
                let goes_on = goes_on(&question, chances);
                wanted.at_least(id, question.config, reached);
                unknown += 1;
                reached *= goes_on;
            }
        }
    }
}

/// The chance that an outcome does not decide.
fn goes_on(question: &Question, chances: &Chances) -> f64 {
    let fail = chances.of(question.chance);
    let on = |outcome, chance| {
        if question.decides.contains(outcome) { 0.0 } else { chance }
    };
    on(Outcome::Fail, fail) + on(Outcome::Pass, 1.0 - fail)
}

/// A copy of the strategy that was told assumed outcomes, and the chance that they come true.
struct Future {
    chance: f64,
    order: usize,
    strategy: Box<dyn Strategy>,
}

impl Ord for Future {
    fn cmp(&self, other: &Self) -> Ordering {
        self.chance.total_cmp(&other.chance).then(other.order.cmp(&self.order))
    }
}

impl PartialOrd for Future {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Future {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Future {}

/// The candidates met, in their order.
#[derive(Default)]
struct Wanted {
    found: Vec<Likely>,
    places: ById<usize>,
}

impl Wanted {
    fn entry(&mut self, id: Id, config: Config) -> &mut f64 {
        let at = *self.places.entry(id).or_insert(self.found.len());
        if at == self.found.len() {
            self.found.push(Likely { id, config, chance: 0.0 });
        }
        &mut self.found[at].chance
    }

    /// Another future asks for it.
    fn add(&mut self, id: Id, config: Config, chance: f64) {
        *self.entry(id, config) += chance;
    }

    /// A future may come to ask for it, which will be counted once it is looked at.
    fn at_least(&mut self, id: Id, config: Config, chance: f64) {
        let entry = self.entry(id, config);
        *entry = entry.max(chance);
    }

    /// Whether so many are at least so likely.
    fn has(&self, width: usize, chance: f64) -> bool {
        self.found.len() >= width && self.found.iter().filter(|found| found.chance >= chance).count() >= width
    }

    fn likeliest(mut self, width: usize) -> Vec<Likely> {
        // The serial next one was met first; rounding must not put another before it.
        if let [_, others @ ..] = &mut *self.found {
            others.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        }
        self.found.truncate(width);
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{ListSpace, Space};
    use crate::strategy::dwindle::Dwindle;

    /// The identity of a configuration of a list.
    fn id(config: &Config) -> Id {
        ListSpace::new(300).id(config)
    }

    #[test]
    fn the_serial_next_question_comes_first_and_none_comes_twice() {
        let mut strategy = Dwindle::new(Config::full(300));
        let fails = |config: &Config| config.contains(17) && config.contains(203);
        while let Some(question) = strategy.ask(0) {
            let list = ahead(&strategy, |config| (id(config), None), &Chances::default(), 20);
            assert_eq!(list[0].config, question.config);
            let different: std::collections::BTreeSet<Id> = list.iter().map(|likely| likely.id).collect();
            assert_eq!(different.len(), list.len());
            assert!(list.len() <= 20);
            strategy.tell(if fails(&question.config) { Outcome::Fail } else { Outcome::Pass });
        }
    }

    #[test]
    fn what_is_known_is_not_wanted() {
        let strategy = Dwindle::new(Config::full(64));
        let first = strategy.ask(0).expect("there is much to ask").config;
        for outcome in Outcome::ALL {
            let known = |config: &Config| (id(config), (*config == first).then_some(outcome));
            let list = ahead(&strategy, known, &Chances::default(), 8);
            assert!(!list.is_empty() && list.iter().all(|likely| likely.config != first));
        }
    }
}

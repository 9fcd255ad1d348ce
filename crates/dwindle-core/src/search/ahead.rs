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

/// What comes less likely than this is not worth a test. A hundredth of it has 320 slots run half as many tests again or twice as
/// many, for a time that is 3 to 10 % shorter (10 and 100 needed units of 1,000); with up to 80 slots it gains nothing.
const UNLIKELY: f64 = 0.01;

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
    let start = Future { chance: 1.0, order: 0, strategy: strategy.boxed(), seen: Seen::default() };
    let mut futures = BinaryHeap::from([start]);
    for effort in 0..EFFORT * width {
        let Some(mut future) = futures.pop() else {
            break;
        };
        // Futures come likeliest first: what this one and all after it ask for is no likelier than it is.
        if wanted.has(width, future.chance) {
            break;
        }
        let Some((question, id)) = future.next_unknown(&mut known) else {
            continue;
        };
        let decides = question.decides;
        let (fail, goes_on) = (chances.of(question.chance), goes_on(&question, chances));
        future.look_along((question, id), (&mut known, chances), width, &mut wanted);
        let mut go_on = |mut future: Future, outcome: Outcome, chance: f64, order| {
            (future.chance, future.order) = (future.chance * chance, order);
            if future.chance > UNLIKELY {
                future.seen.unknown = future.seen.unknown.saturating_sub(1);
                future.seen.reached *= chance / goes_on;
                future.tell(outcome, decides.contains(outcome));
                futures.push(future);
            }
        };
        go_on(future.clone(), Outcome::Fail, fail, 2 * effort);
        go_on(future, Outcome::Pass, 1.0 - fail, 2 * effort + 1);
    }
    wanted.likeliest(width)
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
#[derive(Clone)]
struct Future {
    chance: f64,
    order: usize,
    strategy: Box<dyn Strategy>,
    seen: Seen,
}

/// How many of the questions that are known ahead were looked at in the future before, which asks the same ones as long as
/// no outcome decides.
#[derive(Clone, Copy, Default)]
struct Seen {
    questions: usize,
    /// How many of them have no known outcome.
    unknown: usize,
    /// The chance that none of them decides.
    reached: f64,
}

impl Future {
    /// Tells the strategy what is known; returns the first question of unknown outcome, and its candidate.
    fn next_unknown(
        &mut self,
        mut known: impl FnMut(&Config) -> (Id, Option<Outcome>),
    ) -> Option<(Question, Id)> {
        loop {
            let question = self.strategy.ask(0)?;
            match known(&question.config) {
                (id, None) => return Some((question, id)),
                (_, Some(outcome)) => self.tell(outcome, question.decides.contains(outcome)),
            }
        }
    }

    fn tell(&mut self, outcome: Outcome, decides: bool) {
        self.strategy.tell(outcome);
        self.seen.questions = if decides { 0 } else { self.seen.questions.saturating_sub(1) };
    }

    /// Notes the questions known ahead from `first` on.
    fn look_along(
        &mut self,
        (first, id): (Question, Id),
        (mut known, chances): (impl FnMut(&Config) -> (Id, Option<Outcome>), &Chances),
        width: usize,
        wanted: &mut Wanted,
    ) {
        let Self { chance, strategy, seen, .. } = self;
        if seen.questions == 0 {
            *seen = Seen { questions: 1, unknown: 1, reached: *chance * goes_on(&first, chances) };
        }
        wanted.add(id, first.config, *chance);
        // Questions of known outcome between the unknown ones are passed over, but not without end.
        while seen.questions < 2 * width && seen.reached > UNLIKELY && seen.unknown < width {
            let Some(question) = strategy.ask(seen.questions) else { break };
            match known(&question.config) {
                (_, Some(outcome)) if question.decides.contains(outcome) => break,
                (_, Some(_)) => {}
                (id, None) => {
                    let goes_on = goes_on(&question, chances);
                    wanted.at_least(id, question.config, seen.reached);
                    seen.unknown += 1;
                    seen.reached *= goes_on;
                }
            }
            seen.questions += 1;
        }
    }
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

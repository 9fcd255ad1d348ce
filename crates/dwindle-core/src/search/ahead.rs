//! Lookahead: which configurations are most likely to be asked about next.
//!
//! The search runs these on idle workers, so that a strategy is answered at once when it comes to ask. They
//! cost work, never correctness: what a strategy is told stays the serial truth.

use crate::search::chances::Chances;
use crate::{Config, Outcome, Question, Strategy};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

/// How many futures are looked at for each configuration wanted. More of them cost time at every test that ends
/// and gained nothing measurable (`cargo xtask bench ticks`: the same within 5% at 1, 2, 4 and 8).
const EFFORT: usize = 1;

/// What comes less likely than this is not worth a test.
const UNLIKELY: f64 = 1e-6;

/// Up to `width` different configurations without a known outcome, the likeliest to be needed first and the
/// serial next one first of all, each with the chance that it is asked about.
///
/// Questions that a strategy knows ahead are taken by [`Strategy::ask`], with the chance that none before them
/// decides. Beyond them, and past what decides, copies of the strategy are told assumed outcomes, the likelier
/// first, by what [`Question::chance`] came to be worth so far. Where several futures ask for one configuration, their chances add up.
///
/// # Determinism
/// A function of its arguments; ties are broken by the order in which configurations are met.
pub(super) fn ahead(
    strategy: &dyn Strategy,
    known: impl Fn(&Config) -> Option<Outcome>,
    chances: &Chances,
    width: usize,
) -> Vec<(Config, f64)> {
    let mut wanted = Wanted::default();
    let mut futures = BinaryHeap::from([Future { chance: 1.0, order: 0, strategy: strategy.boxed() }]);
    for effort in 0..EFFORT * width {
        let Some(Future { chance, mut strategy, .. }) = futures.pop() else {
            break;
        };
        // Futures come likeliest first: what this one and all after it ask for is no likelier than it is.
        if wanted.as_likely_as(chance) >= width {
            break;
        }
        let Some(question) = next_unknown(&mut *strategy, &known) else {
            continue;
        };
        look_along(&*strategy, &question, chance, (&known, chances), width, &mut wanted);
        let fail = chances.of(question.chance);
        for (outcome, chance) in [(Outcome::Fail, chance * fail), (Outcome::Pass, chance * (1.0 - fail))] {
            if chance > UNLIKELY {
                let mut strategy = strategy.clone();
                strategy.tell(outcome);
                futures.push(Future {
                    chance,
                    order: 2 * effort + usize::from(outcome == Outcome::Pass),
                    strategy,
                });
            }
        }
    }
    wanted.likeliest(width)
}

/// Tells a strategy what is known; returns the first question of unknown outcome.
fn next_unknown(strategy: &mut dyn Strategy, known: impl Fn(&Config) -> Option<Outcome>) -> Option<Question> {
    loop {
        let question = strategy.ask(0)?;
        let Some(outcome) = known(&question.config) else {
            return Some(question);
        };
        strategy.tell(outcome);
    }
}

/// Notes the questions known ahead from `first` on.
fn look_along(
    strategy: &dyn Strategy,
    first: &Question,
    chance: f64,
    (known, chances): (impl Fn(&Config) -> Option<Outcome>, &Chances),
    width: usize,
    wanted: &mut Wanted,
) {
    wanted.add(&first.config, chance);
    let (mut unknown, mut reached) = (1, chance * goes_on(first, chances));
    // Questions of known outcome between the unknown ones are passed over, but not without end.
    for nth in 1..2 * width {
        if reached <= UNLIKELY || unknown >= width {
            break;
        }
        let Some(question) = strategy.ask(nth) else { break };
        match known(&question.config) {
            Some(outcome) if question.decides.contains(outcome) => break,
            Some(_) => {}
            None => {
                wanted.at_least(&question.config, reached);
                unknown += 1;
                reached *= goes_on(&question, chances);
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

/// The configurations met, with their chances and in their order.
#[derive(Default)]
struct Wanted {
    found: BTreeMap<Config, (f64, usize)>,
}

impl Wanted {
    fn entry(&mut self, config: &Config) -> &mut f64 {
        let order = self.found.len();
        &mut self.found.entry(config.clone()).or_insert((0.0, order)).0
    }

    /// Another future asks for it.
    fn add(&mut self, config: &Config, chance: f64) {
        *self.entry(config) += chance;
    }

    /// A future may come to ask for it, which will be counted once it is looked at.
    fn at_least(&mut self, config: &Config, chance: f64) {
        let entry = self.entry(config);
        *entry = entry.max(chance);
    }

    /// How many configurations are at least so likely.
    fn as_likely_as(&self, chance: f64) -> usize {
        self.found.values().filter(|(found, _)| *found >= chance).count()
    }

    fn likeliest(self, width: usize) -> Vec<(Config, f64)> {
        let mut list: Vec<(Config, (f64, usize))> = self.found.into_iter().collect();
        // The serial next one was met first; rounding must not put another before it.
        list.sort_by(|(_, (a, i)), (_, (b, j))| {
            (*j == 0).cmp(&(*i == 0)).then(b.total_cmp(a)).then(i.cmp(j))
        });
        list.into_iter().take(width).map(|(config, (chance, _))| (config, chance)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::dwindle::Dwindle;

    #[test]
    fn the_serial_next_question_comes_first_and_none_comes_twice() {
        let mut strategy = Dwindle::new(Config::full(300));
        let fails = |config: &Config| config.contains(17) && config.contains(203);
        while let Some(question) = strategy.ask(0) {
            let list = ahead(&strategy, |_| None, &Chances::default(), 20);
            assert_eq!(list[0].0, question.config);
            let different: std::collections::BTreeSet<&Config> =
                list.iter().map(|(config, _)| config).collect();
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
            let list =
                ahead(&strategy, |config| (*config == first).then_some(outcome), &Chances::default(), 8);
            assert!(!list.is_empty() && list.iter().all(|(config, _)| *config != first));
        }
    }
}

//! Who takes part: the default plan, all reducers on trees, and all list algorithms on characters.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use dwindle::plan::Plan;
use dwindle::reduce::TreeAlgorithm;
use dwindle::space::{Space, Unit};
use dwindle::test::on_texts;
use dwindle::tree::Parse;
use dwindle::{Algorithm, Engine, Outcome, Stop, Text};

/// One that reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entrant {
    /// What Dwindle does when it is given a grammar: [`Plan::grammatical`].
    Plan,
    /// A reducer on the tree, once.
    Tree(TreeAlgorithm),
    /// A list algorithm on the characters, once.
    Chars(Algorithm),
}

/// What one ended with.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// The smallest failing candidate.
    pub(super) text: Vec<u8>,
    /// Whether it ended by itself, and not by the limit on tests.
    pub(super) finished: bool,
    /// How long it took: another time on another machine.
    pub(super) time: Duration,
}

impl Entrant {
    /// All of them, in the order in which they are listed.
    pub(super) fn all() -> Vec<Self> {
        let trees = TreeAlgorithm::ALL.iter().copied().map(Self::Tree);
        let lists = Algorithm::ALL.iter().copied().map(Self::Chars);
        [Self::Plan].into_iter().chain(trees).chain(lists).collect()
    }

    /// Reduces `input`, which fails under `judge`, in at most `budget` tests.
    ///
    /// # Errors
    /// When the search ends for another reason than the budget.
    pub(super) fn reduce(
        self,
        input: &[u8],
        parser: &Arc<dyn Parse>,
        budget: u64,
        judge: impl Fn(&[u8]) -> Outcome + Sync,
    ) -> Result<Ended> {
        let text = Text::new(input.to_vec())?;
        let test = on_texts(judge);
        #[expect(clippy::disallowed_methods, reason = "this is a benchmark; no decision depends on it")]
        let begin = Instant::now();
        Engine::new().budget(Some(budget)).run(&test, |search| {
            let end = match self {
                Self::Plan => Plan::grammatical(Arc::clone(parser)).run(search, text).map(drop),
                Self::Tree(algorithm) => {
                    Plan::tree(algorithm, Arc::clone(parser)).run(search, text).map(drop)
                }
                Self::Chars(algorithm) => {
                    let space = Arc::new(text.cut(Unit::Chars));
                    algorithm.reduce(search, &space, space.full()).map(drop)
                }
            };
            let finished = match end {
                Ok(()) => true,
                Err(Stop::Budget) => false,
                Err(other) => bail!(other),
            };
            let mut text = input.to_vec();
            if let Some((space, config)) = search.best() {
                text.clear();
                space.write(config, &mut text)?;
            }
            Ok(Ended { text, finished, time: begin.elapsed() })
        })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan => f.write_str("default plan"),
            Self::Tree(algorithm) => write!(f, "tree: {algorithm}"),
            Self::Chars(algorithm) => write!(f, "chars: {algorithm}"),
        }
    }
}

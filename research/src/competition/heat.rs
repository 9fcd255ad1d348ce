//! One size of the competition: problems drawn from a seed, and what each entrant makes of each.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result};
use dwindle::tree::Parse;

use super::entrant::Entrant;
use super::growth::grow;
use super::language::Language;
use super::lots::lots;
use super::oracle::{Kind, Oracle};

/// A size at which everything is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// About how many characters the inputs have.
    pub(super) size: usize,
    /// The first seed.
    pub(super) seed: u64,
    /// How many seeds.
    pub(super) seeds: u64,
    /// After so many tests an entrant is stopped.
    pub(super) budget: u64,
}

/// An input and what fails in it.
pub(super) struct Problem {
    pub(super) language: &'static str,
    pub(super) kind: Kind,
    pub(super) seed: u64,
    pub(super) input: Vec<u8>,
    pub(super) oracle: Oracle,
    parser: Arc<dyn Parse>,
}

/// How an entrant did on a problem.
#[derive(Clone, Debug)]
pub(super) struct Score {
    /// What it ended with.
    pub(super) text: Vec<u8>,
    /// Its characters (all grammars are of ASCII, where they are bytes).
    pub(super) size: u64,
    /// Calls of the oracle.
    pub(super) tests: u64,
    /// Those that did not parse.
    pub(super) unresolved: u64,
    /// Whether it ended by itself.
    pub(super) finished: bool,
    pub(super) time: Duration,
}

/// A problem with the scores of all entrants, in their order.
pub(super) struct Heat {
    pub(super) problem: Problem,
    pub(super) scores: Vec<Score>,
}

impl Heat {
    /// The size of the smallest result.
    pub(super) fn smallest(&self) -> u64 {
        self.scores.iter().map(|score| score.size).min().unwrap_or(1)
    }
}

/// Lets all entrants try all problems of a class, `jobs` problems at once.
///
/// Jobs change the times and nothing else.
///
/// # Errors
/// When a grammar cannot be read, or has too little to draw from.
pub(super) fn hold(class: Class, entrants: &[Entrant], jobs: usize) -> Result<Vec<Heat>> {
    let mut problems = Vec::new();
    for language in Language::all()? {
        for seed in class.seed..class.seed + class.seeds {
            for &kind in Kind::ALL {
                problems.push((language.clone(), seed, kind));
            }
        }
    }
    let heat = |(language, seed, kind): &(Language, u64, Kind)| -> Result<Heat> {
        let problem = Problem::draw(language, class.size, *kind, *seed)?;
        let scores = entrants.iter().map(|entrant| problem.try_by(*entrant, class.budget));
        let scores = scores.collect::<Result<_>>()?;
        Ok(Heat { problem, scores })
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut heats = Vec::new();
        while let Some((number, problem)) = problems.iter().enumerate().nth(next.fetch_add(1, Relaxed)) {
            heats.push((number, heat(problem)?));
        }
        Ok::<_, anyhow::Error>(heats)
    };
    let mut heats = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            heats.extend(worker.join().expect("a panic in an algorithm is a panic here")?);
        }
        Ok::<_, anyhow::Error>(())
    })?;
    heats.sort_by_key(|(number, _)| *number);
    Ok(heats.into_iter().map(|(_, heat)| heat).collect())
}

impl Problem {
    fn draw(language: &Language, size: usize, kind: Kind, seed: u64) -> Result<Self> {
        let input = grow(Parse::grammar(&*language.parser), size, seed);
        let mut dice = lots(seed, &format!("{} {size} {}", language.name, kind.name()));
        let oracle = Oracle::draw(kind, &language.parser, &input, &mut dice)
            .with_context(|| format!("{}, {size} characters, seed {seed}", language.name))?;
        let parser = Arc::clone(&language.parser) as _;
        Ok(Self { language: language.name, kind, seed, input, oracle, parser })
    }

    fn try_by(&self, entrant: Entrant, budget: u64) -> Result<Score> {
        let ended =
            entrant.reduce(&self.input, &self.parser, budget, |candidate| self.oracle.judge(candidate))?;
        let (tests, unresolved) = self.oracle.counted();
        let size = u64::try_from(ended.text.len()).expect("a text has fewer bytes");
        Ok(Score { size, text: ended.text, tests, unresolved, finished: ended.finished, time: ended.time })
    }
}

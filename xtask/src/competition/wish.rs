//! What is asked for: sizes, seeds, limits, and what becomes of the report.

use anyhow::{Context, Result, bail};

use super::heat::Class;

/// Sizes with seeds and limits such that all takes some minutes. The limits stop what asks thousands of tests, each of
/// which parses thousands of characters.
const CLASSES: [Class; 3] = [
    Class { size: 100, seed: 1, seeds: 5, budget: 5_000 },
    Class { size: 1_000, seed: 1, seeds: 1, budget: 2_000 },
    Class { size: 10_000, seed: 1, seeds: 1, budget: 150 },
];

/// How a competition is to be held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) classes: Vec<Class>,
    /// So many problems at once; the times of entrants are only comparable with one.
    pub(super) jobs: usize,
    /// Whether the report in the documentation is made anew.
    pub(super) write: bool,
    /// Whether the problems are listed on which the default did badly.
    pub(super) beaten: bool,
    /// Only entrants with one of these words in their names take part; all if there are none.
    pub(super) only: Vec<String>,
    /// Whether the book's own example is measured instead, with expressions of up to this size.
    pub(super) parentheses: Option<usize>,
}

impl Wish {
    /// Reads the words of the command line.
    ///
    /// # Errors
    /// When one is not understood.
    pub(super) fn read(words: &[&str]) -> Result<Self> {
        let mut wish = Self {
            classes: Vec::new(),
            jobs: 1,
            write: false,
            beaten: false,
            only: Vec::new(),
            parentheses: None,
        };
        let (mut seed, mut seeds, mut budget) = (None, None, None);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || -> Result<u64> {
                let number = words.next().with_context(|| format!("{word} needs a number"))?;
                number.parse().with_context(|| format!("{word}: {number:?} is no number"))
            };
            match *word {
                "--only" => {
                    let name = words.next().context("--only needs a word")?;
                    wish.only.push((*name).to_owned());
                }
                "--write" => wish.write = true,
                "--beaten" => wish.beaten = true,
                "--parentheses" => wish.parentheses = Some(usize::try_from(number()?)?),
                "--jobs" => wish.jobs = usize::try_from(number()?)?.max(1),
                "--size" => wish.classes.push(class(usize::try_from(number()?)?)),
                "--seed" => seed = Some(number()?),
                "--seeds" => seeds = Some(number()?),
                "--budget" => budget = Some(number()?),
                other => bail!(
                    "`{other}` is none of --size, --seed, --seeds, --budget, --jobs, --only, --write, --beaten, --parentheses"
                ),
            }
        }
        if wish.classes.is_empty() {
            wish.classes = CLASSES.to_vec();
        }
        for class in &mut wish.classes {
            class.seed = seed.unwrap_or(class.seed);
            class.seeds = seeds.unwrap_or(class.seeds);
            class.budget = budget.unwrap_or(class.budget);
        }
        Ok(wish)
    }
}

/// The class of a size: that of the standard ones that is nearest from below.
fn class(size: usize) -> Class {
    let near = CLASSES.into_iter().rev().find(|class| class.size <= size).unwrap_or(CLASSES[0]);
    Class { size, ..near }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_change_the_standard_classes() {
        assert_eq!(Wish::read(&[]).unwrap().classes, CLASSES);
        let wish = Wish::read(&["--size", "2000", "--seed", "7", "--budget", "9", "--beaten"]).unwrap();
        assert_eq!(wish.classes, [Class { size: 2_000, seed: 7, seeds: 1, budget: 9 }]);
        assert!(wish.beaten && !wish.write);
        assert!(Wish::read(&["--size"]).is_err());
        assert!(Wish::read(&["--sizes"]).is_err());
    }
}

//! What is asked for: sizes, seeds, limits, and what becomes of the report.

use super::heat::Class;

/// Sizes with seeds and limits such that all takes some minutes. The limits stop what asks thousands of tests, each of
/// which parses thousands of characters.
const CLASSES: [Class; 3] = [
    Class { size: 100, seed: 1, seeds: 5, budget: 5_000 },
    Class { size: 1_000, seed: 1, seeds: 1, budget: 2_000 },
    Class { size: 10_000, seed: 1, seeds: 1, budget: 150 },
];

/// How a competition is to be held.
#[derive(clap::Args, Debug)]
pub(crate) struct Wish {
    /// About how many characters the inputs have; may be given several times
    #[arg(long = "size", value_name = "N")]
    sizes: Vec<usize>,
    /// The first seed
    #[arg(long)]
    seed: Option<u64>,
    /// How many seeds
    #[arg(long)]
    seeds: Option<u64>,
    /// After so many tests an algorithm is stopped
    #[arg(long)]
    budget: Option<u64>,
    /// So many problems at once; times are only comparable with one
    #[arg(long, default_value_t = 1)]
    pub(super) jobs: usize,
    /// Only algorithms with this word in their names; may be given several times
    #[arg(long, value_name = "WORD")]
    pub(super) only: Vec<String>,
    /// List the problems on which the default did badly
    #[arg(long)]
    pub(super) beaten: bool,
    /// Write the report in the documentation
    #[arg(long)]
    pub(super) write: bool,
    /// Measure the Fuzzing Book's own example instead, with expressions of up to N characters
    #[arg(long, value_name = "N")]
    pub(super) parentheses: Option<usize>,
    /// Write the table that a test compares
    #[arg(long, exclusive = true)]
    pub(super) golden: bool,
}

impl Wish {
    /// The standard classes, or those of the wanted sizes: each is that of the standard ones that is nearest from below.
    pub(super) fn classes(&self) -> Vec<Class> {
        let near = |size: usize| {
            let near = CLASSES.into_iter().rev().find(|class| class.size <= size).unwrap_or(CLASSES[0]);
            Class { size, ..near }
        };
        let standard = self.sizes.is_empty().then_some(CLASSES).into_iter().flatten();
        let classes = standard.chain(self.sizes.iter().copied().map(near));
        let wanted = |class: Class| Class {
            seed: self.seed.unwrap_or(class.seed),
            seeds: self.seeds.unwrap_or(class.seeds),
            budget: self.budget.unwrap_or(class.budget),
            ..class
        };
        classes.map(wanted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};

    fn read(words: &[&str]) -> Result<Wish, clap::Error> {
        let command = Wish::augment_args(Command::new("competition").no_binary_name(true));
        Wish::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn words_change_the_standard_classes() {
        assert_eq!(read(&[]).unwrap().classes(), CLASSES);
        let wish = read(&["--size", "2000", "--seed", "7", "--budget", "9", "--beaten"]).unwrap();
        assert_eq!(wish.classes(), [Class { size: 2_000, seed: 7, seeds: 1, budget: 9 }]);
        assert!(wish.beaten && !wish.write);
        assert!(read(&["--size"]).is_err());
        assert!(read(&["--sizes"]).is_err());
    }
}

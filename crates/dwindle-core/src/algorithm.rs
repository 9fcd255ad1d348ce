//! The registry of algorithms: names, and how each runs on a space.
//!
//! This is the one place that knows which strategy a name stands for ([`Algorithm::strategy`]). An algorithm is a
//! strategy together with the final sweep that its claim of 1-minimality needs.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::Config;
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Space};
use crate::strategy::{
    Cdd, Dd, Ddmin, DdminComplement, DepthFirst, Dwindle, Mode, OneMinimal, ProbDd, Strategy, Wddmin,
};

/// An algorithm that minimises a configuration, by name.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_ty = ParseAlgorithmError, parse_err_fn = ParseAlgorithmError::of)]
#[non_exhaustive]
pub enum Algorithm {
    /// Dwindle's own list strategy: [`Dwindle`].
    #[default]
    Dwindle,
    /// Single removals, again and again: [`OneMinimal`].
    OneMinimal,
    /// Zeller & Hildebrandt 2002: [`Ddmin`].
    Ddmin,
    /// The Fuzzing Book's, with complements only: [`DdminComplement`].
    DdminComplement,
    /// The Debugging Book's general dd, minimising: [`Dd`].
    Dd,
    /// Wang et al. 2021: [`ProbDd`].
    #[strum(serialize = "probdd")]
    ProbDd,
    /// Zhang et al. 2025: [`Cdd`].
    Cdd,
    /// Zhou et al. 2025, on the sizes of units: [`Wddmin`].
    Wddmin,
    /// Perses' depth-first halving: [`DepthFirst`].
    DepthFirst,
}

impl Algorithm {
    /// All algorithms, in the order in which they are listed.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The names of all, with commas between them.
    pub fn names() -> String {
        Self::ALL.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ")
    }

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// One line on what it is.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Dwindle => {
                "group tests of adaptive size (Hwang 1972) with windows and folding; the default"
            }
            Self::OneMinimal => "removes one unit at a time until none can be removed",
            Self::Ddmin => "subsets and complements (Zeller & Hildebrandt 2002)",
            Self::DdminComplement => "complements only (the Fuzzing Book)",
            Self::Dd => "general dd, minimizing (the Debugging Book)",
            Self::ProbDd => "tries the units first that are most likely not needed (Wang et al. 2021)",
            Self::Cdd => "probdd with counters instead of probabilities (Zhang et al. 2025)",
            Self::Wddmin => "ddmin that splits by size instead of number (Zhou et al. 2025)",
            Self::DepthFirst => "halves what cannot be removed, the last half first (Perses)",
        }
    }

    /// The strategy of this name, from `start` on, a configuration of `space` that fails.
    ///
    /// What it ends with is 1-minimal once it was [swept](Self::sweep).
    pub fn strategy(self, space: &dyn Space, start: Config) -> Box<dyn Strategy> {
        match self {
            Self::Dwindle => Box::new(Dwindle::new(start)),
            Self::OneMinimal => Box::new(OneMinimal::new(start)),
            Self::Ddmin => Box::new(Ddmin::new(start)),
            Self::DdminComplement => Box::new(DdminComplement::new(start)),
            Self::Dd => Box::new(Dd::new(start, Mode::Minimise)),
            Self::ProbDd => Box::new(ProbDd::new(start)),
            Self::Cdd => Box::new(Cdd::new(start)),
            Self::Wddmin => {
                let weights = space.weights(&start);
                Box::new(Wddmin::new(start, weights))
            }
            Self::DepthFirst => Box::new(DepthFirst::new(start)),
        }
    }

    /// What has to be run on the configuration that the strategy of this name ended with, for it to be 1-minimal; none
    /// where it is already.
    ///
    /// Published ddmin takes it for granted that nothing at all passes, general dd works on one side, and the others do
    /// not try a unit again; the sweep asks what they left out. All else it asks is known by then.
    pub fn sweep(self, left: &Config) -> Option<OneMinimal> {
        match self {
            Self::Dwindle | Self::OneMinimal => None,
            _ => Some(OneMinimal::new(left.clone())),
        }
    }

    /// Minimises `start`, which fails, in `space`: gives the smallest failing configuration that was found.
    ///
    /// Every algorithm here ends 1-minimal: each single removal from the result was tested and does not
    /// fail, which are as many as it has units. Cost: see the strategies.
    ///
    /// # Errors
    /// [`Stop`] when the search was ended first.
    pub fn reduce(
        self,
        search: &mut Search<'_>,
        space: &impl AsSpace,
        start: Config,
    ) -> Result<Config, Stop> {
        let space = space.as_space();
        let mut config = search.run(&space, self.strategy(&*space, start))?.best().clone();
        if let Some(sweep) = self.sweep(&config) {
            config = search.run(&space, sweep)?.best().clone();
        }
        Ok(config)
    }
}

/// A word that names no algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm `{0}`; the algorithms are {list}", list = Algorithm::names())]
pub struct ParseAlgorithmError(String);

impl ParseAlgorithmError {
    fn of(word: &str) -> Self {
        Self(word.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Unit;
    use crate::test::on_texts;
    use crate::{Engine, Outcome, Text};
    use std::sync::Arc;

    #[test]
    fn names_are_read_as_they_are_written() {
        for &algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert!("ddmn".parse::<Algorithm>().is_err());
    }

    #[test]
    fn weighted_ddmin_weighs_the_lines_of_a_text() {
        let mut text = "x\n".repeat(70);
        text += &"heavy ".repeat(100);
        text += &"\nx".repeat(30);
        let test = on_texts(|text: &[u8]| {
            if text.starts_with(b"heavy") || text.windows(6).any(|w| w == b"\nheavy") {
                Outcome::Fail
            } else {
                Outcome::Pass
            }
        });
        let space = Arc::new(Text::new(text.into_bytes()).unwrap().cut(Unit::Lines));
        let tests = |algorithm: Algorithm| {
            let run = Engine::new().run(&test, |search| {
                let reduced = algorithm.reduce(search, &space, space.full())?;
                assert_eq!(reduced, Config::of_units([70]));
                Ok::<_, Stop>(search.count().tests)
            });
            run.unwrap()
        };
        // The lines before it, it and those behind it, it alone; and then nothing.
        assert_eq!(tests(Algorithm::Wddmin), 4);
        assert!(tests(Algorithm::Ddmin) > 8);
    }
}

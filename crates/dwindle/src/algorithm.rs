//! The registry of algorithms: names, and how each runs on a space.

use std::fmt;
use std::str::FromStr;

use crate::Config;
use crate::search::{Search, Shared, Stop};
use crate::strategy::{Dd, Ddmin, DdminComplement, Dwindle, Mode, OneMinimal, Strategy};

/// An algorithm that minimises a configuration, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
}

/// What an algorithm ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The smallest failing configuration found.
    pub config: Config,
    /// How many single removals, all tested against this very configuration, prove it 1-minimal.
    pub certificate: Option<usize>,
}

impl Algorithm {
    /// All algorithms, in the order in which they are listed.
    pub const ALL: [Self; 5] =
        [Self::Dwindle, Self::OneMinimal, Self::Ddmin, Self::DdminComplement, Self::Dd];

    /// The name used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dwindle => "dwindle",
            Self::OneMinimal => "one-minimal",
            Self::Ddmin => "ddmin",
            Self::DdminComplement => "ddmin-complement",
            Self::Dd => "dd",
        }
    }

    /// One line on what it is.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Dwindle => "group tests sized by what was learned, windows, folding; the default",
            Self::OneMinimal => "remove one unit at a time until none can go",
            Self::Ddmin => "subsets and complements (Zeller & Hildebrandt 2002)",
            Self::DdminComplement => "complements only (the Fuzzing Book)",
            Self::Dd => "general dd, minimising (the Debugging Book)",
        }
    }

    /// Minimises `start`, which fails, in `space`.
    ///
    /// Every algorithm here ends 1-minimal: each single removal from the result was tested and does not
    /// fail. Cost: see the strategies.
    ///
    /// # Errors
    /// [`Stop`] when the search was ended first.
    pub fn reduce<'env, P>(
        self,
        search: &mut Search<'_, 'env, P>,
        space: &Shared<'env, P>,
        start: Config,
    ) -> Result<Reduced, Stop> {
        let config = match self {
            Self::Dwindle => search.run(space, Dwindle::new(start))?.best().clone(),
            Self::OneMinimal => search.run(space, OneMinimal::new(start))?.best().clone(),
            Self::Ddmin => search.run(space, Ddmin::new(start))?.best().clone(),
            Self::DdminComplement => search.run(space, DdminComplement::new(start))?.best().clone(),
            Self::Dd => search.run(space, Dd::new(start, Mode::Minimise))?.best().clone(),
        };
        // Published ddmin takes it for granted that nothing at all passes, and general dd works on one side;
        // the sweep asks what they left out. All else it asks is known by now.
        let config = match self {
            Self::Dwindle | Self::OneMinimal => config,
            Self::Ddmin | Self::DdminComplement | Self::Dd => {
                search.run(space, OneMinimal::new(config))?.best().clone()
            }
        };
        let certificate = Some(config.len());
        Ok(Reduced { config, certificate })
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no algorithm is called `{0}`; there are {list}", list = Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct ParseAlgorithmError(String);

impl FromStr for Algorithm {
    type Err = ParseAlgorithmError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == word);
        found.ok_or_else(|| ParseAlgorithmError(word.to_owned()))
    }
}

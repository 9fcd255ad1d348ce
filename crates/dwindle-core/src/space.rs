//! Spaces: artifacts split into units.
//!
//! Parsing never fails a run: in the worst case a space has one unit. Keeping all units gives the artifact byte for
//! byte, whatever its encoding.

mod answered;
mod cut;
mod dependency_closed;
mod edit_space;
mod list;
mod mapped;
mod marks;
mod pinned;
mod text;
mod tokens;

pub use answered::{Answered, Rule};
pub use cut::{ParseUnitError, Unit};
pub use dependency_closed::{DependencyClosed, HoldsNeeds};
pub use edit_space::{Choices, EditSpace, MustShrink};
pub use list::ListSpace;
pub use mapped::{Mapped, Mapping};
pub use pinned::{Pinned, Pins};
pub use text::{TextSpace, text_of};

use std::borrow::Cow;
use std::sync::Arc;
use std::{fmt, io};

use crate::{Candidate, Config, Id, Outcome};

/// One artifact as a sequence of units: lines, characters, the elements of a slice.
///
/// A space of your own has four methods. A search shares it, so it is given in an [`Arc`].
///
/// ```
/// use std::borrow::Cow;
/// use std::{io, sync::Arc};
///
/// use dwindle_core::space::Space;
/// use dwindle_core::{Algorithm, Candidate, Config, Engine, Id, test};
///
/// /// The words of a sentence.
/// struct Sentence(Vec<String>);
///
/// impl Sentence {
///     fn text(&self, config: &Config) -> String {
///         config.of(&self.0).join(" ")
///     }
/// }
///
/// impl Space for Sentence {
///     fn units(&self) -> usize {
///         self.0.len()
///     }
///
///     fn id(&self, config: &Config) -> Id {
///         Id::of_bytes(self.text(config).as_bytes()) // exactly what the test sees
///     }
///
///     fn size(&self, config: &Config) -> u64 {
///         self.text(config).len() as u64
///     }
///
///     fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
///         Ok(Candidate::Text(vec![self.text(&config).into_bytes().into()]))
///     }
/// }
///
/// let space = Arc::new(Sentence("the quick brown fox".split(' ').map(str::to_owned).collect()));
/// let fails = test::on_texts(|text: &[u8]| text.ends_with(b"fox"));
/// let kept = Engine::new()
///     .run(&fails, |search| Algorithm::Dwindle.reduce(search, &space, space.full()))?;
/// assert_eq!(space.text(&kept), "fox");
/// # Ok::<_, dwindle_core::Stop>(())
/// ```
pub trait Space: Send + Sync {
    /// How many units there are.
    fn units(&self) -> usize;

    /// The identity of the candidate of `config`: equal for equal candidates, which are tested once.
    ///
    /// [`Id::of_bytes`] makes it of what the test sees. Where only the executor knows the units, [`Id::of_words`] makes it of
    /// their numbers, such as `config.units().map(u64::from)`. It is asked for each candidate that is thought of, so the spaces
    /// of this crate make it in time in the number of runs of `config`, not in the size of the artifact.
    fn id(&self, config: &Config) -> Id;

    /// The size of the candidate; smaller is better. Bytes for texts, elements for slices.
    fn size(&self, config: &Config) -> u64;

    /// The candidate of `config`.
    ///
    /// # Errors
    /// When it cannot be made, for a reason that has nothing to do with `config`: a version that cannot be read. This
    /// ends the run, since such a candidate has no outcome.
    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>>;

    /// The outcome, if it is known without a test: of a candidate that is not smaller than `best`, or that is not
    /// well-formed. Nothing is run then, and the strategy gets this outcome.
    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let _ = (config, best);
        None
    }

    /// What each unit that `config` keeps adds to the size, in order: for algorithms that weigh units.
    ///
    /// Costs one [`size`](Space::size) of a single unit for each.
    fn weights(&self, config: &Config) -> Vec<u64> {
        weights_by_size(self, config)
    }

    /// Writes the candidate in the form in which a user keeps it.
    ///
    /// # Errors
    /// Those of `out`, and those of [`candidate`](Space::candidate).
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.candidate(Cow::Borrowed(config))?.write(out)
    }

    /// Whether its candidates are often of the same size, and simpler by the values of their bytes: of two that fail and
    /// are of one size, the one with fewer bytes other than zero is then better, or the one whose bytes add up to less.
    fn compares_values(&self) -> bool {
        false
    }

    /// The configuration that keeps every unit.
    fn full(&self) -> Config {
        Config::full(self.units())
    }
}

impl fmt::Debug for dyn Space + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "space of {} units", self.units())
    }
}

/// A space as a search holds it.
pub type Shared = Arc<dyn Space>;

/// Makes another space of a space with the same units: of one file's the one of a directory with that file in it.
pub type Lens = Arc<dyn Fn(&Shared) -> Shared + Send + Sync>;

/// What can be given where a search wants a space: a shared space of any type.
pub trait AsSpace {
    /// The space as a search holds it.
    fn as_space(&self) -> Shared;
}

impl<S: Space + 'static> AsSpace for Arc<S> {
    fn as_space(&self) -> Shared {
        Arc::clone(self) as _
    }
}

impl AsSpace for Shared {
    fn as_space(&self) -> Shared {
        Arc::clone(self)
    }
}

/// What each unit that `config` keeps adds to the size of nothing.
fn weights_by_size(space: &(impl Space + ?Sized), config: &Config) -> Vec<u64> {
    let nothing = space.size(&Config::empty());
    let units = config.runs().iter().flat_map(|run| (run.start..run.end).map(|unit| (unit, run.choice)));
    let sizes = units.map(|(unit, choice)| {
        let mut alone = Config::empty();
        alone.push(unit, unit + 1, choice);
        space.size(&alone).saturating_sub(nothing)
    });
    sizes.collect()
}

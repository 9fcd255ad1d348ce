//! The interface of a pass, [`Pass`], and what it says about itself, [`About`].

use std::fmt;
use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::promises::promise;
use crate::search::Stop;

/// One way to make a failing text smaller.
///
/// The plan decides when it runs, announces the stage and keeps what it proved; the pass only asks the search. A stage
/// is skipped if the text has not changed since the pass last ended, so a pass has to be a function of the text, the
/// outcomes and the [state](super::PassState) of the stages before.
///
/// ```
/// use dwindle::passes::{About, PassResult, Level, Pass, PassContext};
/// use dwindle::space::{Space, Unit};
/// use dwindle::strategy::Ddmin;
/// use dwindle::{Engine, Plan, Stop, Strategy, Text, test};
///
/// /// Published ddmin on the lines, without a final sweep.
/// struct Lines;
///
/// impl Pass for Lines {
///     fn about(&self) -> About {
///         About::new("ddmin-lines", Level::Units(Unit::Lines), "lines, by subsets and complements")
///     }
///
///     fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
///         let lines = stage.cut(Unit::Lines);
///         let kept = stage.search().run(&lines, Ddmin::new(lines.full()))?.best().clone();
///         Ok(PassResult::of_units(stage, &lines, &kept, None))
///     }
/// }
///
/// let test = test::on_texts(|text: &[u8]| text.windows(2).any(|two| two == b"b\n"));
/// let text = Text::new(*b"a\nb\nc\n")?;
/// let planned = Engine::new().run(&test, |search| Plan::of([Lines]).run(search, text))?;
/// assert_eq!(planned.text.bytes(), b"b\n");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait Pass: Send + Sync {
    /// What it is. A pass on [`Level::Tree`] only runs where there is a tree.
    fn about(&self) -> About;

    /// What it is called where passes are chosen.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// What it works on.
    fn level(&self) -> Level {
        self.about().level
    }

    /// The name of its algorithm in records.
    fn algorithm(&self) -> &'static str {
        self.name()
    }

    /// The part of the text that one test is taken to remove as long as nothing of it was asked: plans begin with what
    /// promises most. It is asked for again after each turn, so that it may depend on the text.
    fn promise(&self, view: &View<'_>) -> f64 {
        promise(self.name(), view)
    }

    /// How many tests its turns have at least: shorter ones would go back and forth between passes that ask the same again on
    /// what the other left.
    fn patience(&self, view: &View<'_>) -> u64 {
        let _ = view;
        32
    }

    /// Whether it can be ended and begun again. A published algorithm asks what was published, to its end.
    fn can_yield(&self) -> bool {
        true
    }

    /// Whether it only runs on texts with which all other passes are done: what it asks costs more than tests. A turn of it is about
    /// the text that it begins with, so that it runs again on another one that it leaves, after the others.
    fn comes_last(&self) -> bool {
        false
    }

    /// Takes note of a text with which all passes but a few are done, after so many tests of the run, so that this one may run on it soon:
    /// for work that can be done while tests run. What the pass asks may not depend on it.
    fn prepare(&self, view: &View<'_>, tests: u64) {
        let _ = (view, tests);
    }

    /// Whether it has anything to ask about this text; if not, there is no stage.
    fn applies(&self, view: &View<'_>) -> bool {
        let _ = view;
        true
    }

    /// How many units a stage has to ask about.
    fn units(&self, stage: &PassContext<'_, '_>) -> usize {
        stage.units(self.level())
    }

    /// Reduces the text of `stage`, and leaves it there.
    ///
    /// # Errors
    /// [`Stop`] when the search was ended first.
    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop>;
}

impl fmt::Debug for dyn Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass {}", self.name())
    }
}

/// What a pass is, in words.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct About {
    /// What it is called where passes are chosen.
    pub name: &'static str,
    /// What it works on.
    pub level: Level,
    /// One line on what it does.
    pub does: &'static str,
    /// Where it was published: authors and year.
    pub citation: Option<&'static str>,
}

impl About {
    /// A pass of this name that does this.
    pub const fn new(name: &'static str, level: Level, does: &'static str) -> Self {
        Self { name, level, does, citation: None }
    }

    /// With where it was published.
    #[must_use]
    pub fn citing(self, citation: impl Into<Option<&'static str>>) -> Self {
        Self { citation: citation.into(), ..self }
    }
}

/// What a plan takes for a pass: any pass, or one that is shared.
pub trait IntoPass {
    /// The pass as a plan holds it.
    fn into_pass(self) -> Arc<dyn Pass>;
}

impl<P: Pass + 'static> IntoPass for P {
    fn into_pass(self) -> Arc<dyn Pass> {
        Arc::new(self)
    }
}

impl IntoPass for Arc<dyn Pass> {
    fn into_pass(self) -> Self {
        self
    }
}

//! What a pass is.

use std::fmt;

use super::level::Level;
use super::stage::{Left, Stage};
use crate::search::Stop;

/// One way to make a failing text smaller.
///
/// The plan decides when it runs, announces the stage and keeps what it proved; the pass only asks the search. A stage
/// is skipped if the text has not changed since the pass last ended, so a pass has to be a function of the text, the
/// outcomes and the [state](super::StageState) of the stages before.
///
/// ```
/// use dwindle::passes::{Left, Level, Pass, Stage};
/// use dwindle::space::{Space, Unit};
/// use dwindle::strategy::Ddmin;
/// use dwindle::{Engine, Plan, Stop, Strategy, Text, test};
///
/// /// Published ddmin on the lines, without a final sweep.
/// struct Lines;
///
/// impl Pass for Lines {
///     fn name(&self) -> &'static str {
///         "ddmin-lines"
///     }
///
///     fn about(&self) -> &'static str {
///         "lines, by subsets and complements"
///     }
///
///     fn level(&self) -> Level {
///         Level::Units(Unit::Lines)
///     }
///
///     fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
///         let lines = stage.cut(Unit::Lines);
///         let kept = stage.search().run(&lines, Ddmin::new(lines.full()))?.best().clone();
///         Ok(Left::of_units(&lines, &kept, None))
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
    /// What it is called where passes are chosen.
    fn name(&self) -> &'static str;

    /// The name of its algorithm in records.
    fn algorithm(&self) -> &'static str {
        self.name()
    }

    /// One line on what it does.
    fn about(&self) -> &'static str;

    /// Where it was published: authors and year.
    fn citation(&self) -> Option<&'static str> {
        None
    }

    /// What it works on. A pass on [`Level::Tree`] only runs where there is a tree.
    fn level(&self) -> Level;

    /// When a plan runs it, unless the plan says otherwise.
    fn when(&self) -> When {
        When::EachRound
    }

    /// Whether it has anything to ask about this text; if not, there is no stage.
    fn applies(&self, stage: &Stage<'_, '_>) -> bool {
        let _ = stage;
        true
    }

    /// Reduces the text of `stage`.
    ///
    /// # Errors
    /// [`Stop`] when the search was ended first.
    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop>;
}

impl fmt::Debug for dyn Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass {}", self.name())
    }
}

/// When a plan runs a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// In its place in each round.
    #[default]
    EachRound,
    /// In its place in the first round only.
    FirstRound,
    /// In its place in each round, as long as no tree was reduced.
    WithoutTree,
    /// In its place in each round in which nothing has changed so far, or as long as no tree was reduced.
    AtRest,
    /// In its place in each round in which nothing has changed so far.
    Last,
    /// In its place in each round; if it changes the text, the next round begins at once.
    NewRound,
}

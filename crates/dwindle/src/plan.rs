//! The plan: which algorithms run in which order on which spaces.
//!
//! If a parser knows the language of the input, its tree comes first, followed by tokens, names and characters.
//!
//! If the default strategy gets an answer that a monotone test with two outcomes never gives (unresolved, or units that
//! can be removed one by one but not together), it falls back to structural candidates: it first tries to remove the
//! largest bracketed stretches and indented blocks of the text, continues with halving rounds, and when nothing can be
//! removed alone, tries to remove brackets together with their partners and a few neighbours.

mod couples;
mod folder;
mod step;

pub use folder::{Contents, Depth, FolderPlan, FolderPlanned};
pub use step::{Certificate, Level, Step};

use std::fmt;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::algorithm::{Algorithm, Reduced};
use crate::event::{Event, Stage};
use crate::reduce::{Setting, TreeAlgorithm, TreeReduced, names};
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Parses, Pinned, Pins, Shared, Space, TextSpace, Unit};
use crate::strategy::{Dwindle, OneMinimal, Patient, Strategy, Together};
use crate::tree::{NodeId, Parse, Shape, Tree};
use crate::{Config, Id, Text};

/// With fewer units no first look is taken.
const MANY: usize = 64;

/// So few characters are asked about one by one.
const FEW: usize = 16;

/// How many stretches of the text in a row may not go before the others are left to the sweeps.
const PATIENCE: usize = 32;

/// Stages on texts, run in order, and optionally repeated until none changes anything.
#[derive(Clone)]
pub struct Plan {
    steps: Vec<Step>,
    to_fixed_point: bool,
    protect: Option<Regex>,
    parse: Option<Arc<dyn Parse>>,
    /// Whether only what parses is tested.
    sound: bool,
}

/// The result of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The result.
    pub text: Text,
    /// The minimalities proved of this result, in the order of the stages.
    pub certificates: Vec<Certificate>,
}

/// What the stages so far tell the next.
struct Mood {
    /// The test does not behave as if each unit were either needed or not.
    surprised: bool,
    /// This is the first stage on this unit.
    first: bool,
    syntax: Syntax,
}

/// What is known of the text's syntax.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    /// There is no tree.
    Unknown,
    /// A tree was reduced before, and nothing failed so far whose syntax was broken.
    Kept,
    /// A tree was reduced before, and something failed although its syntax was broken.
    Broken,
}

impl Plan {
    /// Lines, then tokens, then characters, each with Dwindle's own strategy, repeated until nothing changes.
    pub fn standard() -> Self {
        Self::standard_with(Algorithm::Dwindle)
    }

    /// The standard units with another algorithm.
    pub fn standard_with(algorithm: Algorithm) -> Self {
        let steps = [Unit::Lines, Unit::Tokens, Unit::Chars].map(|unit| Step::List(algorithm, unit)).to_vec();
        Self { steps, to_fixed_point: true, protect: None, parse: None, sound: false }
    }

    /// A first look at lines, then the tree that `parse` returns, then tokens, names and characters, repeated until
    /// nothing changes. If `parse` cannot parse the text, these are the [standard](Plan::standard) stages.
    ///
    /// The first look costs 8 tests if lines cannot be removed alone. On an HTML page whose reader ignores the syntax,
    /// it found the needed part in 17 tests instead of 81.
    pub fn syntactic(parse: Arc<dyn Parse>) -> Self {
        let list = |unit| Step::List(Algorithm::Dwindle, unit);
        let steps = vec![
            Step::Survey(Unit::Lines),
            Step::Tree(TreeAlgorithm::Dwindle),
            list(Unit::Lines),
            list(Unit::Tokens),
            Step::Names,
            list(Unit::Chars),
        ];
        Self { steps, to_fixed_point: true, protect: None, parse: Some(parse), sound: false }
    }

    /// The tree that `parse` returns, then tokens and characters, repeated until nothing changes. Candidates that do
    /// not parse are not tested: for grammars that inputs have to match.
    pub fn grammatical(parse: Arc<dyn Parse>) -> Self {
        let list = |unit| Step::List(Algorithm::Dwindle, unit);
        let steps = vec![Step::Tree(TreeAlgorithm::Dwindle), list(Unit::Tokens), list(Unit::Chars)];
        Self { steps, to_fixed_point: true, protect: None, parse: Some(parse), sound: true }
    }

    /// One algorithm on one unit, once.
    pub fn single(algorithm: Algorithm, unit: Unit) -> Self {
        Self {
            steps: vec![Step::List(algorithm, unit)],
            to_fixed_point: false,
            protect: None,
            parse: None,
            sound: false,
        }
    }

    /// One reducer on the tree that `parse` returns, once.
    pub fn tree(algorithm: TreeAlgorithm, parse: Arc<dyn Parse>) -> Self {
        Self {
            steps: vec![Step::Tree(algorithm)],
            to_fixed_point: false,
            protect: None,
            parse: Some(parse),
            sound: false,
        }
    }

    /// Never removes a unit that touches a match of `pattern`.
    #[must_use]
    pub fn protect(mut self, pattern: Option<Regex>) -> Self {
        self.protect = pattern;
        self
    }

    /// The stages in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Runs the stages on `text`, which fails.
    ///
    /// A stage is skipped if the text has not changed since it last ended. The plan ends when every stage would be
    /// skipped.
    ///
    /// # Errors
    /// [`Stop`] when the search was stopped first; [`Search::best`] is then the best result so far.
    pub fn run(&self, search: &mut Search<'_>, mut text: Text) -> Result<Planned, Stop> {
        let mut ended: Vec<Option<(Id, Certificate)>> = vec![None; self.steps.len()];
        let mut named = None;
        let mut mood = Mood { surprised: false, first: true, syntax: Syntax::Unknown };
        loop {
            let mut changed = false;
            for (&step, last) in self.steps.iter().zip(&mut ended) {
                if last.is_some_and(|(id, _)| id == text.id()) {
                    continue;
                }
                if step == Step::Names {
                    if named != Some(text.id()) {
                        let renamed = self.names_stage(search, &text)?;
                        let other = renamed.id() != text.id();
                        (named, text) = (Some(renamed.id()), renamed);
                        if other {
                            changed = true;
                            break;
                        }
                    }
                    continue;
                }
                let (reduced, removals) = match step {
                    Step::Tree(algorithm) => {
                        let Some(tree) = self.tree_of(&text) else { continue };
                        if mood.syntax == Syntax::Unknown {
                            mood.syntax = Syntax::Kept;
                        }
                        self.tree_stage(search, &tree, algorithm)?
                    }
                    Step::Survey(unit) if mood.first => (self.survey_stage(search, &text, unit)?, None),
                    Step::Survey(_) | Step::Names => continue,
                    // Lines stand in for a tree that there is not.
                    Step::List(_, Unit::Lines) if mood.syntax != Syntax::Unknown => continue,
                    Step::List(algorithm, unit) => self.stage(search, &text, algorithm, unit, &mut mood)?,
                };
                changed |= reduced.id() != text.id();
                text = reduced;
                *last = removals.map(|removals| (text.id(), Certificate { level: step.level(), removals }));
            }
            if !changed || !self.to_fixed_point {
                break;
            }
            mood.first = false;
        }
        let proved = ended.into_iter().flatten().filter(|(id, _)| *id == text.id());
        Ok(Planned { certificates: proved.map(|(_, certificate)| certificate).collect(), text })
    }

    /// The tree of `text`, if the parser makes any sense of it.
    fn tree_of(&self, text: &Text) -> Option<Tree> {
        let tree = self.parse.as_ref()?.parse(text)?;
        let root = tree.node(NodeId::ROOT);
        (root.shape() != Shape::Unparsed).then_some(tree)
    }

    fn tree_stage(
        &self,
        search: &mut Search<'_>,
        tree: &Tree,
        algorithm: TreeAlgorithm,
    ) -> Result<(Text, Option<usize>), Stop> {
        let size = tree.text().bytes().len() as u64;
        let (name, unit) = (algorithm.name(), Level::Tree.name());
        let stage = Stage { algorithm: name, unit, units: tree.len(), size };
        search.announce(&Event::StageBegan(stage))?;
        let setting = Setting {
            parse: self.parse.as_deref(),
            protect: self.protect.as_ref(),
            lists: algorithm.lists(),
        };
        let TreeReduced { tree, certificate } = algorithm.reduce(search, setting, tree)?;
        let (text, units) = (tree.text().clone(), tree.len());
        let size = text.bytes().len() as u64;
        search.announce(&Event::StageEnded { stage, units, size, certificate })?;
        Ok((text, certificate))
    }

    /// What goes at once of many units, where a tree is to be reduced after.
    fn survey_stage(&self, search: &mut Search<'_>, text: &Text, unit: Unit) -> Result<Text, Stop> {
        let space = self.space(text, unit);
        if space.units() < MANY || self.tree_of(text).is_none() {
            return Ok(text.clone());
        }
        let (algorithm, size) = (Step::Survey(unit).algorithm(), text.bytes().len() as u64);
        let stage = Stage { algorithm, unit: unit.name(), units: space.units(), size };
        search.announce(&Event::StageBegan(stage))?;
        let config = at_once(search, &space, space.full())?;
        let text = space.base().bake(&space.to_base(&config));
        let (units, size) = (config.len(), text.bytes().len() as u64);
        search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
        Ok(text)
    }

    /// The names of `text`, where there is a tree of it.
    fn names_stage(&self, search: &mut Search<'_>, text: &Text) -> Result<Text, Stop> {
        let Some(tree) = self.tree_of(text) else { return Ok(text.clone()) };
        let (size, unit) = (text.bytes().len() as u64, Level::Tree.name());
        let stage = Stage { algorithm: Step::Names.algorithm(), unit, units: tree.len(), size };
        search.announce(&Event::StageBegan(stage))?;
        let lists = Algorithm::Dwindle;
        let setting = Setting { parse: self.parse.as_deref(), protect: self.protect.as_ref(), lists };
        let tree = names(search, setting, tree.protecting(self.protect.as_ref()).squeezed())?;
        let (text, units) = (tree.text().clone(), tree.len());
        let size = text.bytes().len() as u64;
        search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
        Ok(text)
    }

    fn stage(
        &self,
        search: &mut Search<'_>,
        text: &Text,
        algorithm: Algorithm,
        unit: Unit,
        mood: &mut Mood,
    ) -> Result<(Text, Option<usize>), Stop> {
        let space = self.space(text, unit);
        let size = text.bytes().len() as u64;
        let stage = Stage { algorithm: algorithm.name(), unit: unit.name(), units: space.units(), size };
        search.announce(&Event::StageBegan(stage))?;
        let shared: Shared = match &self.parse {
            Some(parse) if self.sound => Arc::new(Parses::of(Arc::clone(&space), Arc::clone(parse), 0)),
            _ => space.as_space(),
        };
        let reduced = match algorithm {
            Algorithm::Dwindle => self.default_stage(search, &space, &shared, mood)?,
            // Published algorithms end where they end.
            other => other.reduce(search, &shared, space.full())?,
        };
        let text = space.base().bake(&space.to_base(&reduced.config));
        search.announce(&Event::StageEnded {
            stage,
            units: reduced.config.len(),
            size: text.bytes().len() as u64,
            certificate: reduced.certificate,
        })?;
        Ok((text, reduced.certificate))
    }

    /// The default strategy as long as the test behaves as it takes for granted; then by the look of the text.
    ///
    /// Ends 1-minimal, and if the test surprised, without any couple that could go together; but where the text's tree
    /// was reduced before, characters that hang together are left alone, and couples of tokens that would break the
    /// syntax are asked about only if breaking it was seen to fail.
    fn default_stage(
        &self,
        search: &mut Search<'_>,
        space: &Arc<Pinned<TextSpace>>,
        shared: &Shared,
        mood: &mut Mood,
    ) -> Result<Reduced, Stop> {
        let unit = space.base().unit();
        let mut config = space.full();
        if mood.syntax != Syntax::Unknown && self.sound {
            config = search.run(shared, Dwindle::new(config))?.best().clone();
            return Ok(Reduced { certificate: Some(config.len()), config });
        }
        if mood.syntax != Syntax::Unknown && unit == Unit::Chars {
            // Tokens and names were reduced before, so that nearly all characters are needed.
            if config.len() > FEW {
                config = at_once(search, shared, config)?;
            }
            config = search.run(shared, OneMinimal::new(config))?.best().clone();
            return Ok(Reduced { certificate: Some(config.len()), config });
        }
        if !mood.surprised {
            let done = search.run(shared, Dwindle::until_surprised(config))?;
            mood.surprised = done.is_surprised();
            config = done.best().clone();
        }
        if !mood.surprised {
            return Ok(Reduced { certificate: Some(config.len()), config });
        }
        if mood.first && mood.syntax == Syntax::Unknown && matches!(unit, Unit::Lines | Unit::Tokens) {
            let sets = couples::stretches(&space.pieces(space.base(), &config), unit);
            config = search.run(shared, Together::new(config, sets).patience(PATIENCE))?.best().clone();
        }
        let mut careful = self.careful(space, &config, mood);
        let asked = careful.as_ref().unwrap_or(shared);
        config = if mood.first || mood.syntax == Syntax::Unknown {
            search.run(asked, Dwindle::in_rounds(config))?.best().clone()
        } else {
            // Rounds were done on nearly the same text, and little has changed since.
            search.run(asked, OneMinimal::new(config))?.best().clone()
        };
        loop {
            let asked = careful.as_ref().unwrap_or(shared);
            let sets = couples::couples(&space.pieces(space.base(), &config), unit);
            let less = search.run(asked, Together::new(config.clone(), sets))?.best().clone();
            if less.len() < config.len() {
                config = if less.len() < config.len() / 2 {
                    search.run(asked, Dwindle::in_rounds(less))?.best().clone()
                } else {
                    search.run(asked, OneMinimal::new(less))?.best().clone()
                };
                continue;
            }
            if careful.is_none() {
                return Ok(Reduced { certificate: Some(config.len()), config });
            }
            let less = search.run(shared, OneMinimal::new(config.clone()))?.best().clone();
            if less.len() == config.len() {
                return Ok(Reduced { certificate: Some(config.len()), config });
            }
            (config, careful) = (less, None);
            mood.syntax = Syntax::Broken;
        }
    }

    /// The space in which the syntax is not broken any further, where there is a tree, and breaking it never failed.
    fn careful(&self, space: &Arc<Pinned<TextSpace>>, config: &Config, mood: &Mood) -> Option<Shared> {
        let parse = self.parse.as_ref().filter(|_| mood.syntax == Syntax::Kept && !self.sound)?;
        let errors = parse.errors(&space.base().bake(&space.to_base(config)));
        Some(Arc::new(Parses::of(Arc::clone(space), Arc::clone(parse), errors)))
    }

    /// `text` cut into units, the protected ones fixed.
    pub fn space(&self, text: &Text, unit: Unit) -> Arc<Pinned<TextSpace>> {
        let cut = text.cut(unit);
        let spans = self.protect.iter().flat_map(|pattern| pattern.find_iter(text.bytes()));
        let fixed = cut.touching(spans.map(|found| found.range()));
        Arc::new(Pins::of(cut, fixed))
    }
}

/// What is left of `config` once what can go at the first tests is gone.
fn at_once(search: &mut Search<'_>, space: &impl AsSpace, config: Config) -> Result<Config, Stop> {
    let space = space.as_space();
    let weights = space.weights(&space.full());
    Ok(search.run(&space, Patient::new(Dwindle::until_surprised(config), weights))?.best().clone())
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("steps", &self.steps)
            .field("to_fixed_point", &self.to_fixed_point)
            .field("protect", &self.protect)
            .finish_non_exhaustive()
    }
}

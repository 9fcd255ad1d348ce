//! The plan: which passes run in which order, and when again.
//!
//! A plan is data: a list of [steps](Step), each a [pass](crate::passes) and when it runs. One scheduler carries it out:
//! [`Plan::run`].

mod certificate;
mod ended;
mod folder;
mod step;

pub use crate::passes::Level;
pub use certificate::Certificate;
pub use folder::{Contents, Depth, FolderPlan, FolderPlanned};
pub use step::Step;

use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;
use crate::algorithm::Algorithm;
use crate::binary::is_binary;
use crate::event::{self, Event};
use crate::passes::{
    Blanks, ByRegions, ByStructure, Columns, Containers, Declarations, Digits, Early, Intervals, Kinds, Left,
    Lengths, List, Names, Numbered, OnTree, Pass, Repeats, Rewrites, Stage, Survey, Values, When,
};
use crate::reduce::TreeAlgorithm;
use crate::search::{Search, Stop};
use crate::space::Unit;
use crate::space::counted::{Counted, has_right_count};
use crate::tree::Parse;
use ended::Ended;

/// Stages on texts, run in order, and optionally repeated until none changes anything.
#[derive(Clone, Debug)]
pub struct Plan {
    steps: Vec<Step>,
    to_fixed_point: bool,
    protect: Option<Regex>,
    parse: Option<Arc<dyn Parse>>,
    /// Whether only what parses is tested.
    is_strict: bool,
}

/// The result of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The result.
    pub text: Text,
    /// The minimalities proved of this result: first those of its structure, then those of its units, each in the order of
    /// the stages.
    pub certificates: Vec<Certificate>,
}

impl Plan {
    /// These passes, in this order, repeated until nothing changes.
    ///
    /// Those on trees only run if there is a [parser](Plan::parsed_by).
    pub fn of(steps: impl IntoIterator<Item = impl Into<Step>>) -> Self {
        let steps = steps.into_iter().map(Into::into).collect();
        Self { steps, to_fixed_point: true, protect: None, parse: None, is_strict: false }
    }

    /// Lines, what the look of the text suggests, tokens, characters, each with Dwindle's own strategy, repeated until nothing
    /// changes.
    pub fn standard() -> Self {
        Self::standard_with(Algorithm::Dwindle)
    }

    /// Lines, tokens and characters with another algorithm.
    pub fn standard_with(algorithm: Algorithm) -> Self {
        let list = |unit| Step::from(List { algorithm, unit });
        let [lines, tokens, chars] = [Unit::Lines, Unit::Tokens, Unit::Chars].map(list);
        if algorithm != Algorithm::Dwindle {
            return Self::of([lines, tokens, chars]);
        }
        Self::of([lines, Columns.into(), ByStructure.into(), tokens, Repeats.into(), chars, Digits.into()])
    }

    /// Parts of known formats, records of others, intervals of bytes, and their values, repeated until nothing changes: for what is
    /// [no text](crate::binary::is_binary).
    pub fn binary() -> Self {
        let steps: [Step; 4] = [Containers.into(), Lengths.into(), Intervals.into(), Values.into()];
        Self::of(steps)
    }

    /// [For binary data](Plan::binary) if `text` is, and else [the standard units](Plan::standard).
    pub fn suited_to(text: &Text) -> Self {
        if is_binary(text.bytes()) { Self::binary() } else { Self::standard() }
    }

    /// The user's own text and then whole sources of others, names for what is numbered in its order, what the text declares, rewrites that pay early, a first look at lines, what is
    /// likeliest to go from the tree that `parse` returns, blanks and names; where these change nothing rewrites, tokens and
    /// characters, and last the whole tree, which proves that no node can go; until nothing changes. If `parse` cannot parse
    /// the text, these are the [standard](Plan::standard) stages.
    pub fn syntactic(parse: Arc<dyn Parse>) -> Self {
        let steps: [Step; 17] = [
            ByRegions.into(),
            Numbered.into(),
            Declarations.into(),
            Early.into(),
            Survey(Unit::Lines).into(),
            Kinds.into(),
            Blanks.into(),
            Names.into(),
            Step::from(List::of(Unit::Lines)).when(When::WithoutTree),
            Columns.into(),
            ByStructure.into(),
            Step::from(Rewrites).when(When::AtRest),
            Step::from(List::of(Unit::Tokens)).when(When::AtRest),
            Repeats.into(),
            Step::from(List::of(Unit::Chars)).when(When::AtRest),
            Digits.into(),
            Step::from(OnTree(TreeAlgorithm::Dwindle)).when(When::AtRest),
        ];
        Self::of(steps).parsed_by(parse)
    }

    /// The tree that `parse` returns, then tokens and characters, repeated until nothing changes. Candidates that do
    /// not parse are not tested: for grammars that inputs have to match.
    pub fn grammatical(parse: Arc<dyn Parse>) -> Self {
        let steps: [Step; 3] = [
            OnTree(TreeAlgorithm::Dwindle).into(),
            List::of(Unit::Tokens).into(),
            List::of(Unit::Chars).into(),
        ];
        Self::of(steps).parsed_by(parse).strictly()
    }

    /// One algorithm on one unit, once.
    pub fn single(algorithm: Algorithm, unit: Unit) -> Self {
        Self::of([List { algorithm, unit }]).once()
    }

    /// One reducer on the tree that `parse` returns, once.
    pub fn tree(algorithm: TreeAlgorithm, parse: Arc<dyn Parse>) -> Self {
        Self::of([OnTree(algorithm)]).parsed_by(parse).once()
    }

    /// With trees that `parse` makes of the text.
    #[must_use]
    pub fn parsed_by(mut self, parse: Arc<dyn Parse>) -> Self {
        self.parse = Some(parse);
        self
    }

    /// Does not test candidates that do not parse.
    #[must_use]
    pub const fn strictly(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// Never removes a unit that touches a match of `pattern`.
    #[must_use]
    pub fn protect(mut self, pattern: Option<Regex>) -> Self {
        self.protect = pattern;
        self
    }

    /// Runs each pass once, whatever changes.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.to_fixed_point = false;
        let at_rest = self.steps.iter_mut().filter(|step| step.runs() == When::AtRest);
        at_rest.for_each(|step| *step = step.clone().when(When::EachRound));
        self
    }

    /// Only the passes on trees and on nothing smaller than lines, once; where there is none, the first pass.
    ///
    /// What is to begin a new round is left out, since there is only one, and so are rewrites, which are for what nothing
    /// can be removed from.
    #[must_use]
    pub fn coarse(mut self) -> Self {
        let first = self.steps.first().cloned();
        self.steps.retain(|step| {
            let is_coarse = matches!(step.pass().level(), Level::Tree | Level::Units(Unit::Lines));
            is_coarse && step.runs() != When::NewRound && step.pass().name() != Rewrites.name()
        });
        if self.steps.is_empty() {
            self.steps.extend(first);
        }
        self.once()
    }

    /// Without the passes of these names.
    #[must_use]
    pub fn without(mut self, names: &[impl AsRef<str>]) -> Self {
        self.steps.retain(|step| !names.iter().any(|name| name.as_ref() == step.pass().name()));
        self
    }

    /// With one more step at the end.
    #[must_use]
    pub fn and(mut self, step: impl Into<Step>) -> Self {
        self.steps.push(step.into());
        self
    }

    /// The steps in order.
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
    pub fn run(&self, search: &mut Search<'_>, text: Text) -> Result<Planned, Stop> {
        let Some(parse) = self.parse.as_ref().filter(|parse| has_right_count(&***parse, text.bytes())) else {
            return self.run_stages(search, text);
        };
        search.within(Counted::lens(Arc::clone(parse)), |search| self.run_stages(search, text))
    }

    fn run_stages(&self, search: &mut Search<'_>, text: Text) -> Result<Planned, Stop> {
        let mut ended = Ended::new();
        let mut stage = Stage::new(search, text, self.parse.as_ref(), self.protect.as_ref(), self.is_strict);
        loop {
            let mut changed = false;
            for (at, step) in self.steps.iter().enumerate() {
                let (before, pass) = (stage.text().id(), step.pass());
                if ended.is_with(&at, before) || !step.is_due(&stage, changed) {
                    continue;
                }
                let removals = run_pass(&mut stage, pass)?;
                let certificate = removals.map(|removals| Certificate { level: pass.level(), removals });
                ended.note(at, stage.text().id(), certificate.into_iter().collect());
                if stage.text().id() != before {
                    changed = true;
                    if step.runs() == When::NewRound {
                        break;
                    }
                }
            }
            if !changed || !self.to_fixed_point {
                break;
            }
            stage.state.first_round = false;
        }
        let text = stage.text().clone();
        let proved = (0..self.steps.len()).flat_map(|at| ended.proved(&at, text.id()));
        let mut certificates: Vec<Certificate> = proved.copied().collect();
        certificates.sort_by_key(|proved| matches!(proved.level, Level::Units(_)));
        Ok(Planned { text, certificates })
    }
}

/// Runs one pass as a stage, and gives its certificate.
fn run_pass(stage: &mut Stage<'_, '_>, pass: &dyn Pass) -> Result<Option<usize>, Stop> {
    let (units, size) = (stage.units(pass.level()), stage.text().bytes().len() as u64);
    let told = event::Stage { algorithm: pass.algorithm(), unit: pass.level().name(), units, size };
    stage.search().announce(&Event::StageBegan(told))?;
    let Left { text, units, certificate } = pass.run(stage)?;
    let size = text.bytes().len() as u64;
    stage.search().announce(&Event::StageEnded { stage: told, units, size, certificate })?;
    stage.set_text(text);
    Ok(certificate)
}

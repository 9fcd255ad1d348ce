//! The plan: which algorithms run in which order on which spaces.

use std::sync::Arc;

use regex::bytes::Regex;

use crate::Id;
use crate::algorithm::Algorithm;
use crate::event::{Event, Stage};
use crate::search::{Search, Shared, Stop};
use crate::space::{Guarded, Make, Space, Text, TextPlace, TextSpace, Unit};

/// Stages on texts, run in order; optionally again and again until none changes anything.
#[derive(Clone, Debug)]
pub struct Plan {
    stages: Vec<(Algorithm, Unit)>,
    to_fixed_point: bool,
    protect: Option<Regex>,
}

/// A proof of 1-minimality: how many single removals of which unit were tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The unit removed.
    pub unit: Unit,
    /// How many removals were tested: one for each unit left that is not protected.
    pub removals: usize,
}

/// What a plan ended with.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The result.
    pub text: Text,
    /// The minimalities proved of this very result, in the order of the stages.
    pub certificates: Vec<Certificate>,
}

impl Plan {
    /// Lines, then tokens, then characters, each with Dwindle's own strategy, the whole to a fixed point.
    pub fn standard() -> Self {
        Self::standard_with(Algorithm::Dwindle)
    }

    /// The standard units with another algorithm.
    pub fn standard_with(algorithm: Algorithm) -> Self {
        let stages = [Unit::Lines, Unit::Tokens, Unit::Chars].map(|unit| (algorithm, unit)).to_vec();
        Self { stages, to_fixed_point: true, protect: None }
    }

    /// One algorithm on one unit, once.
    pub fn single(algorithm: Algorithm, unit: Unit) -> Self {
        Self { stages: vec![(algorithm, unit)], to_fixed_point: false, protect: None }
    }

    /// Never removes a unit that touches a match of `pattern`.
    #[must_use]
    pub fn protect(mut self, pattern: Option<Regex>) -> Self {
        self.protect = pattern;
        self
    }

    /// The stages in order.
    pub fn stages(&self) -> &[(Algorithm, Unit)] {
        &self.stages
    }

    /// Runs the stages on `text`, which fails.
    ///
    /// A stage is passed over when the text is the one that it ended with before, so a fixed point is
    /// reached when every stage would be.
    ///
    /// # Errors
    /// [`Stop`] when the search was ended first; its [best](Search::best) is what was reached.
    pub fn run<'env, P: TextPlace + 'env>(
        &self,
        search: &mut Search<'_, 'env, P>,
        mut text: Text,
    ) -> Result<Planned, Stop> {
        let mut ended: Vec<Option<(Id, Certificate)>> = vec![None; self.stages.len()];
        loop {
            let mut changed = false;
            for (&(algorithm, unit), last) in self.stages.iter().zip(&mut ended) {
                if last.is_some_and(|(id, _)| id == text.id()) {
                    continue;
                }
                let (reduced, removals) = self.stage(search, &text, algorithm, unit)?;
                changed |= reduced.id() != text.id();
                text = reduced;
                *last = removals.map(|removals| (text.id(), Certificate { unit, removals }));
            }
            if !changed || !self.to_fixed_point {
                break;
            }
        }
        let proved = ended.into_iter().flatten().filter(|(id, _)| *id == text.id());
        Ok(Planned { certificates: proved.map(|(_, certificate)| certificate).collect(), text })
    }

    fn stage<'env, P: TextPlace + 'env>(
        &self,
        search: &mut Search<'_, 'env, P>,
        text: &Text,
        algorithm: Algorithm,
        unit: Unit,
    ) -> Result<(Text, Option<usize>), Stop> {
        let space = self.space(text, unit);
        let size = text.bytes().len() as u64;
        let stage = Stage { algorithm: algorithm.name(), unit: unit.name(), units: space.units(), size };
        search.announce(&Event::StageBegan(stage))?;
        let shared: Shared<'env, P> = Arc::clone(&space) as Arc<dyn Make<P> + 'env>;
        let reduced = algorithm.reduce(search, &shared, space.full())?;
        let text = space.inner().bake(&space.unguarded(&reduced.config));
        search.announce(&Event::StageEnded {
            stage,
            units: reduced.config.len(),
            size: text.bytes().len() as u64,
            certificate: reduced.certificate,
        })?;
        Ok((text, reduced.certificate))
    }

    /// `text` cut into units, the protected ones fixed.
    pub fn space(&self, text: &Text, unit: Unit) -> Arc<Guarded<TextSpace>> {
        let cut = text.cut(unit);
        let spans = self.protect.iter().flat_map(|pattern| pattern.find_iter(text.bytes()));
        let fixed = cut.touching(spans.map(|found| found.range()));
        Arc::new(Guarded::new(cut, fixed))
    }
}

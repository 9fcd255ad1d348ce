//! Regions as wholes, the heaviest first.

use std::ops::Range;
use std::sync::Arc;

use super::super::stage::Stage;
use crate::Config;
use crate::regions::Regions;
use crate::search::{Search, Stop};
use crate::space::{Mapped, Mapping, Space, TextSpace, Unit};
use crate::strategy::{Gallop, Strategy};

/// The heaviest class: of so many parts of the text one.
const HEAVIEST: u64 = 2;

/// The lightest class: of so many parts of the text one. What is lighter goes with what is around it, or is left to other passes.
const LIGHTEST: u64 = 256;

/// How many tests in a row may come to nothing, and which part of the text one has to take.
const MISSES: u64 = 16;
const LEAST: f64 = 0.01;

/// The same where every test costs most.
const FEW: u64 = 8;
const LITTLE: f64 = 0.004;

/// The outermost regions, which the user's own text names: in runs from the end.
pub(super) fn outermost(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    let Some(mut wholes) = Wholes::of(stage) else { return Ok(()) };
    let outermost: Vec<usize> =
        (0..wholes.units.len()).filter(|unit| wholes.units[*unit].is_outermost).collect();
    stage.leg(LITTLE, FEW, |stage| {
        wholes.gallop(stage.search(), &outermost)?;
        wholes.end(stage);
        Ok(())
    })
}

/// All regions by classes of weight, those of the heaviest class first, in each class in runs from the end; of those that lie in each
/// other the outer ones first, and then, without what is in it, the text of those that stay.
pub(super) fn by_weight(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    let Some(mut wholes) = Wholes::of(stage) else { return Ok(()) };
    stage.leg(LEAST, MISSES, |stage| {
        let mut part = HEAVIEST;
        while part <= LIGHTEST {
            let size = wholes.size();
            loop {
                let units = wholes.topmost(size / part);
                if units.is_empty() {
                    break;
                }
                wholes.gallop(stage.search(), &units)?;
            }
            part = if wholes.size() < size / 4 * 3 { HEAVIEST } else { part * 2 };
        }
        wholes.end(stage);
        Ok(())
    })
}

/// What can go as a whole: a region, or its own text without the regions in it.
struct Whole {
    spans: Vec<Range<usize>>,
    /// Its parts of the space.
    parts: Config,
    is_outermost: bool,
    /// Whether it was asked about, or went with what is around it.
    is_asked: bool,
}

/// The regions of a text, and what is left of it.
struct Wholes {
    space: Arc<TextSpace>,
    left: Config,
    /// In the order of the text, outer ones first.
    units: Vec<Whole>,
}

impl Wholes {
    /// None where no region can go.
    fn of(stage: &Stage<'_, '_>) -> Option<Self> {
        let (text, protected) = (stage.text(), stage.protected());
        let regions = Regions::of(text);
        let mut units: Vec<Whole> = Vec::new();
        for at in 0..regions.len() {
            let region = regions.region(at);
            let inner: Vec<_> =
                regions.directly_in(Some(at)).map(|at| regions.region(at).span.clone()).collect();
            let own = |spans| Whole { spans, parts: Config::empty(), is_outermost: false, is_asked: false };
            units.push(Whole { is_outermost: regions.depth(at) == 0, ..own(vec![region.span.clone()]) });
            if !inner.is_empty() {
                let starts = std::iter::once(region.body.start).chain(inner.iter().map(|span| span.end));
                let ends = inner.iter().map(|span| span.start).chain([region.body.end]);
                units.push(own(starts.zip(ends).map(|(start, end)| start..end).collect()));
            }
        }
        let is_free = |span: &Range<usize>| {
            let first = protected.partition_point(|fixed| fixed.end <= span.start);
            protected.get(first).is_none_or(|fixed| fixed.start >= span.end)
        };
        units.retain(|unit| unit.spans.iter().all(is_free));
        let mut cuts: Vec<usize> =
            units.iter().flat_map(|unit| &unit.spans).flat_map(|span| [span.start, span.end]).collect();
        cuts.extend([0, text.bytes().len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let cuts =
            cuts.into_iter().map(|at| u32::try_from(at).expect("a text has less than 4 GiB")).collect();
        let space = Arc::new(text.cut_at(cuts, Unit::Lines));
        for unit in &mut units {
            unit.parts = space.touching(unit.spans.iter().cloned());
        }
        let left = space.full();
        (!units.is_empty()).then_some(Self { space, left, units })
    }

    fn size(&self) -> u64 {
        self.space.size(&self.left)
    }

    /// How many bytes would go with a unit.
    fn weight(&self, unit: &Whole) -> u64 {
        self.size() - self.space.size(&self.left.minus(&unit.parts))
    }

    /// Of those with so many bytes that were not asked about, the outermost.
    fn topmost(&self, least: u64) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let is_in = |above: &usize| {
                let around = &self.units[*above].parts;
                unit.parts.is_subset(around)
            };
            if !unit.is_asked && self.weight(unit) >= least.max(1) && !found.last().is_some_and(is_in) {
                found.push(at);
            }
        }
        found
    }

    /// Asks to do without runs of these units, from the end, a quarter of them at first.
    fn gallop(&mut self, search: &mut Search<'_>, units: &[usize]) -> Result<(), Stop> {
        for unit in units {
            self.units[*unit].is_asked = true;
        }
        let parts: Vec<Config> = units.iter().map(|unit| self.units[*unit].parts.clone()).collect();
        let first = parts.len() / 4;
        let space = Arc::new(Mapped::by(Arc::clone(&self.space), Groups { full: self.left.clone(), parts }));
        let best = search.run(&space, Gallop::new(space.full(), first))?.best().clone();
        self.left = space.to_base(&best);
        Ok(())
    }

    /// Leaves what is left to `stage`.
    fn end(self, stage: &mut Stage<'_, '_>) {
        if self.left != self.space.full() {
            let text = self.space.render(&self.left);
            stage.set_text(text);
        }
    }
}

/// Parts of a space that go as one.
#[derive(Debug)]
struct Groups {
    /// With all of them.
    full: Config,
    parts: Vec<Config>,
}

impl Mapping for Groups {
    fn units(&self) -> usize {
        self.parts.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let gone = Config::full(self.parts.len()).minus(config);
        let gone = gone.units().map(|unit| &self.parts[unit as usize]);
        gone.fold(self.full.clone(), |kept, parts| kept.minus(parts))
    }
}

//! Regions as wholes, level by level from the outside.

use std::ops::Range;
use std::sync::Arc;

use super::super::stage::Stage;
use crate::Config;
use crate::regions::Regions;
use crate::search::{Bound, Stop};
use crate::space::{Mapped, Mapping, Space, TextSpace, Unit};
use crate::strategy::{Gallop, Strategy};

pub(super) fn wholes(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    for depth in 0.. {
        let regions = Regions::of(stage.text());
        let at: Vec<usize> = (0..regions.len()).filter(|at| regions.depth(*at) == depth).collect();
        if at.is_empty() {
            break;
        }
        let units: Vec<Vec<Range<usize>>> = at.iter().map(|at| vec![regions.region(*at).span.clone()]).collect();
        let units = free(stage, units);
        let space = groups(stage, units);
        let first = space.units() / 2;
        let bound = Bound { tests: 60, misses: 10, least: (stage.text().bytes().len() / 100) as u64 };
        let search = stage.search();
        let best = search
            .bounded(bound, |search| search.run(&space, Gallop::new(space.full(), first)))?
            .best()
            .clone();
        if best != space.full() {
            let text = space.base().render(&space.to_base(&best));
            stage.set_text(text);
        }
    }
    Ok(())
}

/// Those in which nothing is protected.
fn free(stage: &Stage<'_, '_>, mut units: Vec<Vec<Range<usize>>>) -> Vec<Vec<Range<usize>>> {
    let protected = stage.protected();
    let overlaps = |span: &Range<usize>| {
        let first = protected.partition_point(|fixed| fixed.end <= span.start);
        protected.get(first).is_some_and(|fixed| fixed.start < span.end)
    };
    units.retain(|unit| !unit.iter().any(overlaps));
    units
}

fn groups(stage: &Stage<'_, '_>, units: Vec<Vec<Range<usize>>>) -> Arc<Mapped<TextSpace, Groups>> {
    let text = stage.text();
    let mut cuts: Vec<usize> = units.iter().flatten().flat_map(|span| [span.start, span.end]).collect();
    cuts.extend([0, text.bytes().len()]);
    cuts.sort_unstable();
    cuts.dedup();
    let cuts = cuts.into_iter().map(|at| u32::try_from(at).expect("a text has less than 4 GiB")).collect();
    let space = Arc::new(text.cut_at(cuts, Unit::Lines));
    let units = units.into_iter().map(|spans| space.touching(spans)).collect();
    Arc::new(Mapped::by(Arc::clone(&space), Groups { full: space.full(), units }))
}

/// Some units of a space as one, others that always stay.
#[derive(Debug)]
struct Groups {
    full: Config,
    units: Vec<Config>,
}

impl Mapping for Groups {
    fn units(&self) -> usize {
        self.units.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let gone = Config::full(self.units.len()).minus(config);
        let gone = gone.units().map(|unit| &self.units[unit as usize]);
        gone.fold(self.full.clone(), |kept, unit| kept.minus(unit))
    }
}

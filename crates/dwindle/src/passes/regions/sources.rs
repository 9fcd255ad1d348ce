//! What others wrote, source by source, the last first.

use std::ops::Range;
use std::sync::Arc;

use super::super::stage::Stage;
use crate::Config;
use crate::regions::Regions;
use crate::search::Stop;
use crate::space::{Mapped, Mapping, Space, TextSpace, Unit};
use crate::strategy::{Gallop, Strategy};

/// A source that is lighter than one part of the text in so many goes with those next to it.
const LIGHT: usize = 512;

/// How many tests in a row may come to nothing, and which part of the text one has to take.
const MISSES: u64 = 20;
const LEAST: f64 = 0.003;

/// Asks to do without the text of sources, each without what it takes in, in runs from the last that ends.
///
/// What a source needs, it takes in, or another took it in before. So in the order in which sources end, each is needed only by
/// those after it, and a run from the end is a source with what it alone needs, also where some of what it takes in has to stay for
/// others.
pub(super) fn sources(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    let Some(sources) = Sources::of(stage) else { return Ok(()) };
    let space = Arc::new(sources);
    stage.leg(LEAST, MISSES, |stage| {
        let gallop = Gallop::new(space.full(), space.units() / 4);
        let best = stage.search().run(&space, gallop)?.best().clone();
        if best != space.full() {
            let text = space.base().render(&space.to_base(&best));
            stage.set_text(text);
        }
        Ok(())
    })
}

/// Sources as units, in the order in which they end.
#[derive(Debug)]
struct Sources {
    all: Config,
    /// Of each unit its parts of the text.
    parts: Vec<Config>,
}

impl Sources {
    /// None where nothing can go.
    fn of(stage: &Stage<'_, '_>) -> Option<Mapped<TextSpace, Self>> {
        let (text, protected) = (stage.text(), stage.protected());
        let is_free = |span: &Range<usize>| {
            let first = protected.partition_point(|fixed| fixed.end <= span.start);
            !span.is_empty() && protected.get(first).is_none_or(|fixed| fixed.start >= span.end)
        };
        let regions = Regions::of(text);
        let mut ended: Vec<usize> = (0..regions.len()).collect();
        ended.sort_by_key(|at| (regions.region(*at).span.end, std::cmp::Reverse(*at)));
        let (mut units, mut weight) = (Vec::<Vec<_>>::new(), usize::MAX);
        for at in ended {
            let spans: Vec<_> = own_text(&regions, at).into_iter().filter(is_free).collect();
            if weight >= text.bytes().len() / LIGHT {
                weight = 0;
                units.push(Vec::new());
            }
            weight += spans.iter().map(Range::len).sum::<usize>();
            units.last_mut().expect("one was begun").extend(spans);
        }
        units.retain(|unit| !unit.is_empty());
        let mut cuts: Vec<usize> = units.iter().flatten().flat_map(|span| [span.start, span.end]).collect();
        cuts.extend([0, text.bytes().len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let cuts =
            cuts.into_iter().map(|at| u32::try_from(at).expect("a text has less than 4 GiB")).collect();
        let space = Arc::new(text.cut_at(cuts, Unit::Lines));
        let parts: Vec<_> = units.into_iter().map(|spans| space.touching(spans)).collect();
        (!parts.is_empty()).then(|| Mapped::by(Arc::clone(&space), Self { all: space.full(), parts }))
    }
}

impl Mapping for Sources {
    fn units(&self) -> usize {
        self.parts.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let gone = Config::full(self.parts.len()).minus(config);
        gone.units().fold(self.all.clone(), |kept, unit| kept.minus(&self.parts[unit as usize]))
    }
}

/// Where the text of a region stands, without the regions in it.
fn own_text(regions: &Regions, at: usize) -> Vec<Range<usize>> {
    let inner = || regions.directly_in(Some(at)).map(|inner| &regions.region(inner).span);
    let body = &regions.region(at).body;
    let starts = std::iter::once(body.start).chain(inner().map(|span| span.end));
    let ends = inner().map(|span| span.start).chain([body.end]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

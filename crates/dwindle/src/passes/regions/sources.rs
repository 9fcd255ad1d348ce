//! What others wrote, source by source, the last first.

use std::ops::Range;
use std::sync::Arc;

use super::super::stage::Stage;
use crate::Config;
use crate::regions::Regions;
use crate::search::Stop;
use crate::space::{Mapped, Mapping, Space, TextSpace, Unit};
use crate::strategy::{Gallop, Strategy};

/// How many stretches the text of sources is cut into at first, and at most.
const COARSE: usize = 8;
const FINE: usize = 512;

/// How many tests in a row may come to nothing, and which part of the text one has to take.
const MISSES: u64 = 20;
const LEAST: f64 = 0.003;

/// Asks to do without the text of sources, each without what it takes in: stretches of sources in the order in which they end, in
/// runs from the end; first heavy ones, then stretches of half the weight, and so on.
///
/// What a source needs, it takes in, or another took it in before. So in the order in which sources end, each is needed only by
/// those after it, and a run from the end is a source with what it alone needs, also where some of what it takes in has to stay for
/// others.
pub(super) fn sources(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    stage.leg(LEAST, MISSES, |stage| {
        let mut stretches = COARSE;
        while stretches <= FINE {
            let Some(space) = Sources::of(stage, stretches).map(Arc::new) else { break };
            let best = stage.search().run(&space, Gallop::new(space.full(), 1))?.best().clone();
            if best != space.full() {
                let text = space.base().render(&space.to_base(&best));
                stage.set_text(text);
            }
            stretches *= 2;
        }
        Ok(())
    })
}

/// Stretches of sources as units, in the order in which they end.
#[derive(Debug)]
struct Sources {
    all: Config,
    /// Of each unit its parts of the text.
    parts: Vec<Config>,
}

impl Sources {
    /// Stretches that have at least one part in so many of the text and begin with a source; none where nothing can go.
    fn of(stage: &Stage<'_, '_>, stretches: usize) -> Option<Mapped<TextSpace, Self>> {
        let (text, protected) = (stage.text(), stage.protected());
        let is_free = |span: &Range<usize>| {
            let first = protected.partition_point(|fixed| fixed.end <= span.start);
            !span.is_empty() && protected.get(first).is_none_or(|fixed| fixed.start >= span.end)
        };
        let regions = Regions::of(text);
        let mut ended: Vec<usize> = (0..regions.len()).collect();
        ended.sort_by_key(|at| (regions.region(*at).span.end, std::cmp::Reverse(*at)));
        let least = text.bytes().len() / stretches;
        let (mut units, mut weight) = (Vec::<Vec<_>>::new(), usize::MAX);
        for at in ended {
            let spans: Vec<_> = own_text(&regions, at).into_iter().filter(is_free).collect();
            let own: usize = spans.iter().map(Range::len).sum();
            // What follows a source may need it, and goes with it.
            if own >= least || weight >= least {
                weight = 0;
                units.push(Vec::new());
            }
            weight += own;
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

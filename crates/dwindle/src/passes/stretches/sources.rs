//! The units of `stretches` where a text is made of several sources: the text of each source without what it takes
//! in.

use std::ops::Range;
use std::sync::Arc;

use super::super::context::PassContext;
use super::super::sweep::sweep;
use super::runs::{Runs, cuts};
use crate::Config;
use crate::regions::Regions;
use crate::search::Stop;
use crate::space::{Mapped, Space, Unit};

/// Asks to do without stretches of the text of sources, each without what it takes in, in the order in which they end.
pub(super) fn sources(stage: &mut PassContext<'_, '_>, count: usize) -> Result<(), Stop> {
    let (text, protected) = (stage.text(), stage.protected());
    let is_free = |span: &Range<usize>| {
        let first = protected.partition_point(|fixed| fixed.end <= span.start);
        !span.is_empty() && protected.get(first).is_none_or(|fixed| fixed.start >= span.end)
    };
    let regions = Regions::of(text);
    let mut ended: Vec<usize> = (0..regions.len()).collect();
    ended.sort_by_key(|at| (regions.region(*at).span.end, std::cmp::Reverse(*at)));
    let ends: Vec<usize> = ended.iter().map(|at| regions.region(*at).span.end).collect();
    let own: Vec<Vec<_>> =
        ended.into_iter().map(|at| own_text(&regions, at).into_iter().filter(is_free).collect()).collect();
    let weights = own.iter().map(|spans| spans.iter().map(Range::len).sum());
    let runs = cuts(weights, text.bytes().len() / count);
    let mut bounds: Vec<usize> = own.iter().flatten().flat_map(|span| [span.start, span.end]).collect();
    bounds.extend([0, text.bytes().len()]);
    bounds.sort_unstable();
    bounds.dedup();
    let bounds = bounds.into_iter().map(|at| u32::try_from(at).expect("a text has less than 4 GiB"));
    let space = Arc::new(text.cut_at(bounds.collect(), Unit::Lines));
    let part =
        |run: &[u32]| (ends[run[0] as usize], space.touching(own[run[0] as usize..run[1] as usize].concat()));
    let parts = runs.windows(2).map(part).filter(|(_, part)| !part.is_empty());
    let (places, parts): (Vec<usize>, Vec<Config>) = parts.unzip();
    let runs = Arc::new(Mapped::by(Arc::clone(&space), Runs { all: space.full(), parts }));
    let best = sweep(stage, &runs, &places)?;
    if best != runs.full() {
        let text = space.render(&runs.to_base(&best));
        stage.set_text(text);
    }
    Ok(())
}

/// Where the text of a region stands, without the regions in it.
fn own_text(regions: &Regions, at: usize) -> Vec<Range<usize>> {
    let inner = || regions.directly_in(Some(at)).map(|inner| &regions.region(inner).span);
    let body = &regions.region(at).body;
    let starts = std::iter::once(body.start).chain(inner().map(|span| span.end));
    let ends = inner().map(|span| span.start).chain([body.end]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

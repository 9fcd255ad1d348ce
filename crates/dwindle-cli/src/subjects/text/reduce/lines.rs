//! Lines of which some need others (`--unit lines --deps FILE`).

use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::needs::Needs;
use dwindle::plan::{Certificate, Level, Planned};
use dwindle::search::Search;
use dwindle::space::{HoldsNeeds, Space, Unit};
use dwindle::strategy::{BinaryReduction, ReverseClosures};
use dwindle::{Stop, Strategy, Text};
use dwindle_run::error::RunError;
use dwindle_run::settings::Settings;
use regex::bytes::Regex;

use crate::subjects::needs::{Needed, circles, read};
use crate::ui::Ui;

/// The needs that `--deps` names, by line number; none where it is not given.
///
/// # Errors
/// When the list makes no sense, or the units are something else than lines.
pub(super) fn needs(settings: &Settings, text: &Text, ui: &Ui) -> Result<Option<Arc<Needs>>, RunError> {
    let Some(deps) = &settings.deps else { return Ok(None) };
    if settings.units != [Unit::Lines] || settings.algorithm.is_some() {
        return Err(RunError::usage(
            "--deps applies to lines of a text or files of a directory, not to smaller units",
        )
        .hint("add --unit lines and omit --algorithm"));
    }
    let units = text.cut(Unit::Lines).units();
    let unit = |name: &str| name.parse::<u32>().ok()?.checked_sub(1).filter(|unit| (*unit as usize) < units);
    let Needed { needs, .. } = read(deps, units, "the number of a line, from 1", unit)?;
    circles(&needs, ui, |unit| (unit + 1).to_string());
    Ok(Some(Arc::new(needs)))
}

/// Reduces the lines of `text`, and never asks for one without what it needs.
pub(super) fn reduce(
    search: &mut Search<'_>,
    text: &Text,
    needs: &Arc<Needs>,
    protect: Option<&Regex>,
) -> Result<Planned, Stop> {
    let lines = Arc::new(text.cut(Unit::Lines));
    let spans = protect.into_iter().flat_map(|pattern| pattern.find_iter(text.bytes()));
    let kept = lines.touching(spans.map(|found| found.range()));
    let full = lines.full();
    let stage = Stage {
        algorithm: "binary-reduction",
        unit: Unit::Lines.name(),
        units: full.len(),
        size: lines.size(&full),
    };
    search.announce(&Event::StageBegan(stage))?;
    let space = Arc::new(HoldsNeeds::of(Arc::clone(&lines), Arc::clone(needs)));
    let reduction = BinaryReduction::keeping(full, Arc::clone(needs), &kept);
    let config = search.run(&space, reduction)?.best().clone();
    let sweep = search.run(&space, ReverseClosures::keeping(config, Arc::clone(needs), &kept))?;
    let (removals, best) = (sweep.certificate(), sweep.best());
    let (units, size) = (best.len(), lines.size(best));
    search.announce(&Event::StageEnded { stage, units, size, certificate: Some(removals) })?;
    let certificates = vec![Certificate { level: Level::Units(Unit::Lines), removals }];
    Ok(Planned { text: lines.render(best), certificates })
}

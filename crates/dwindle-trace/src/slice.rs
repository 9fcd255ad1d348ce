//! Which events of a run matter: coarse units first, then single occurrences.
//!
//! The phases are functions, lines, calls by their depth, and single occurrences. The strategies are those of the
//! core; `strategy/ddmin_sweep` asks what STRIPE asked, test for test. Since lines may undo each other, what is not
//! needed is asked about once more, line by line.

use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::search::{Search, Stop};
use dwindle::space::{Shared, Space};
use dwindle::strategy::DdminSweep;
use dwindle::{Algorithm, Config, Outcome, Strategy};

use crate::Execution;
use crate::execution::Grouped;

/// Depths of calls that are searched one by one; what is deeper is left to single occurrences.
const DEPTHS: usize = 8;

/// How events are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Functions, lines, calls, and then single occurrences by the default algorithm.
    Phases,
    /// Single occurrences by this algorithm, and nothing before.
    Singly(Algorithm),
    /// As the first traces were reduced (STRIPE): [`DdminSweep`] on single occurrences.
    Stripe,
}

impl Method {
    /// The name of what works on single occurrences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Phases => Algorithm::Dwindle.name(),
            Self::Singly(algorithm) => algorithm.name(),
            Self::Stripe => "stripe",
        }
    }
}

/// Leaves out of `start` what does not matter: gives the events that are kept, each of which was left out for a test and
/// does matter, alone and with all that it called.
///
/// # Errors
/// When the search was ended first.
pub fn slice(
    search: &mut Search<'_>,
    execution: &Arc<Execution>,
    start: &Config,
    method: Method,
) -> Result<Config, Stop> {
    let recorded = execution.recorded();
    let mut left = start.clone();
    if method == Method::Phases {
        let function = |at: u32| {
            let statement = recorded.statement(at);
            Some((&statement.file, &statement.function))
        };
        left = phase(search, &execution.grouped(&left, function), "functions")?;
        let line = |at: u32| Some((&recorded.statement(at).file, recorded.statement(at).line));
        left = phase(search, &execution.grouped(&left, line), "lines")?;
        let depths = depths(execution);
        let deepest = depths.iter().copied().max().unwrap_or_default();
        for depth in 0..deepest.min(DEPTHS) {
            let call = |at: u32| (depths[at as usize] == depth).then_some(at);
            left = phase(search, &execution.grouped(&left, call), "calls")?;
        }
    }
    let single = execution.grouped(&left, Some);
    let space: Shared = Arc::clone(&single) as _;
    let (full, size) = (space.full(), space.size(&space.full()));
    let stage = Stage { algorithm: method.name(), unit: "executions", units: full.len(), size };
    search.announce(&Event::StageBegan(stage))?;
    let kept = match method {
        Method::Phases => Algorithm::Dwindle.reduce(search, &space, full)?,
        Method::Singly(algorithm) => algorithm.reduce(search, &space, full)?,
        Method::Stripe => search.run(&space, DdminSweep::new(full))?.best().clone(),
    };
    let (units, size) = (kept.len(), space.size(&kept));
    search.announce(&Event::StageEnded { stage, units, size, certificate: Some(units) })?;
    Ok(execution.executed(&single.to_base(&kept)))
}

/// Of groups of events that are not needed, those without which alone the whole run comes to its end and to something else: what
/// they do is undone by others that are not needed either. A run that fails in another way, or goes another way, says nothing of
/// the kind, since what a statement begins may be used by those alone that are not needed.
///
/// # Errors
/// When the search was ended first.
pub fn decisive_alone(
    search: &mut Search<'_>,
    execution: &Arc<Execution>,
    groups: &[Config],
) -> Result<Config, Stop> {
    let space: Shared = Arc::clone(execution) as _;
    let mut found = Vec::new();
    for group in groups {
        let rest = space.full().minus(group);
        if search.exploring(|search| search.outcome(&space, &rest))? == Outcome::Pass {
            found.push(group);
        }
    }
    Ok(Config::gather(found))
}

/// Leaves out whole units, if there are several; gives what is left of the run.
fn phase(search: &mut Search<'_>, grouped: &Arc<Grouped>, unit: &'static str) -> Result<Config, Stop> {
    let full = grouped.full();
    if full.len() < 2 {
        return Ok(grouped.to_base(&full));
    }
    let space: Shared = Arc::clone(grouped) as _;
    let algorithm = Algorithm::Dwindle;
    let stage = Stage { algorithm: algorithm.name(), unit, units: full.len(), size: space.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    let kept = search.run(&space, algorithm.strategy(&*space, full))?.best().clone();
    let (units, size) = (kept.len(), space.size(&kept));
    search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(grouped.to_base(&kept))
}

/// In how many calls each event lies.
fn depths(execution: &Execution) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for event in &execution.recorded().events {
        depths.push(event.parent.map_or(0, |parent| depths[parent as usize] + 1));
    }
    depths
}

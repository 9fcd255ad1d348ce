//! `dwindle events`: the actions of a log that matter.

mod isolate;
mod maximize;

use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::log::Log;
use dwindle::plan::{Certificate, Level};
use dwindle::search::Search;
use dwindle::space::{LogSpace, Pinned, Pins, RulesPreserved, Space, Text};
use dwindle::{Algorithm, Plan, Stop};
use dwindle_syntax::language::Language;
use serde::Serialize;

use super::begin::begin;
use super::pieces::short;
use crate::args::Events;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::Session;
use crate::session::recording::Recording;
use crate::settings::{self, Output, Settings};
use crate::text::{escaped, number, plural, seconds};
use crate::ui::{End, Ui, input_name};

/// The last record: what came out, and the actions that matter.
#[derive(Debug, Serialize)]
struct Needed<'a> {
    #[serde(flatten)]
    end: &'a End,
    actions: &'a [Kept],
    /// How many actions the log had.
    of: usize,
}

/// An action that matters.
#[derive(Debug, Serialize)]
struct Kept {
    /// Which action of the log, from 1.
    action: usize,
    /// The line of the log in which it begins, from 1.
    line: usize,
    /// The action as it was recorded; bytes that are not valid UTF-8 are replaced.
    text: String,
}

/// Reduces the log, and tells which actions are left.
pub(super) fn run(words: &Events, ui: &mut Ui) -> Result<Exit, CliError> {
    let (settings, how) = resolve::events(words)?;
    let (mut session, _watch) = begin(&settings, ui, || Recording::read(&settings.input, &how))?;
    if how.fields && !session.input().log.format().is_json() {
        return Err(CliError::usage(format!(
            "--fields: {} is plain text with one action per line, so it has no fields",
            input_name(&settings)
        ))
        .hint("omit --fields, or name the format of the log with --format jsonl"));
    }
    for rule in session.input().log.unmatched(&how.rules.pairs) {
        ui.warn(&format!("--pair {rule}: no action matches; {}", stands(&session)))?;
    }
    if words.log.isolate {
        return isolate::run(&settings, &mut session, ui);
    }
    if words.log.maximize {
        return maximize::run(&settings, &mut session, ui);
    }
    let (left, finished) = session.run(ui, |search, recording| {
        let (left, certificates) = reduce(search, recording, &settings, &how)?;
        Ok(((left, certificates.clone()), certificates))
    })?;
    let mut end = End::new(&settings, &session, &finished, ui.clock().elapsed());
    let of = session.input().log.len();
    let mut actions = Vec::new();
    if let Some((left, certificates)) = left {
        actions = Kept::recorded(&session.input().log, &left.numbers);
        let headline = format!(
            "{}: {} of {} {}, found in {}, {}",
            input_name(&settings),
            number(actions.len() as u64),
            plural(of as u64, "action"),
            if actions.len() == 1 { "matters" } else { "matter" },
            plural(end.tests(), "test"),
            seconds(ui.clock().elapsed()),
        );
        end = end.headline(headline).minimality(&certificates);
    }
    match (&settings.output, &finished.result) {
        (Output::Stdout, Some(path)) => ui.result(path)?,
        _ => ui.answer(&actions.iter().map(Kept::to_string).collect::<String>())?,
    }
    ui.end(&end.to_string(), &Needed { end: &end, actions: &actions, of })?;
    Ok(end.exit())
}

/// Where the patterns of a pair are looked for.
fn stands(session: &Session<Recording>) -> &'static str {
    if session.input().log.format().is_json() {
        "in JSON a pattern must match the whole value of a field"
    } else {
        "in a log of lines a pattern must match words separated by whitespace"
    }
}

/// What is left of a log.
struct Left {
    log: Arc<Log>,
    /// Which action of the recording each of its actions is.
    numbers: Vec<u32>,
}

/// Reduces actions by groups, then one by one (pairs as one); where that is asked for then the fields of the actions
/// left, to a fixed point.
fn reduce(
    search: &mut Search<'_>,
    recording: &Recording,
    settings: &Settings,
    how: &settings::Events,
) -> Result<(Left, Vec<Certificate>), Stop> {
    let mut left =
        Left { log: Arc::clone(&recording.log), numbers: (0u32..).take(recording.log.len()).collect() };
    let (mut space, mut is_first) = (recording.space(), true);
    if !recording.groups.is_empty() {
        let groups = space.clone().joined(&recording.groups);
        let (kept, _) = stage(search, groups, "groups", settings)?;
        space = space.narrowed(&kept);
    }
    loop {
        let (kept, removals) = stage(search, space.clone(), Level::Actions.name(), settings)?;
        let certificates = vec![Certificate { level: Level::Actions, removals }];
        let before = left.log.text().id();
        let space_left = space.narrowed(&kept);
        let text = text(space_left.bake(&space_left.full()));
        left.numbers = kept.iter().map(|&at| left.numbers[at as usize]).collect();
        let Some(log) = again(&text, &left.log) else { return Ok((left, certificates)) };
        left.log = log;
        let is_fixed = text.id() == before && !std::mem::take(&mut is_first);
        if !how.fields || !left.log.format().is_json() || is_fixed {
            return Ok((left, certificates));
        }
        let reduced = fields(search, &left.log, settings, how)?;
        if reduced.id() == left.log.text().id() {
            return Ok((left, certificates));
        }
        let Some(log) = again(&reduced, &left.log) else { return Ok((left, certificates)) };
        left.log = log;
        // What the rules find in it is what they found before: nothing else was tested.
        let units = how.rules.units(&left.log).unwrap_or_default();
        let times = how.rules.times(&left.log).ok().flatten().map(Arc::new);
        space = LogSpace::new(Arc::clone(&left.log), units).timed(times);
    }
}

/// Reduces a list of sets of actions; gives the actions left, and how many single removals were tested.
fn stage(
    search: &mut Search<'_>,
    space: LogSpace,
    unit: &'static str,
    settings: &Settings,
) -> Result<(Vec<u32>, usize), Stop> {
    let space = Arc::new(guarded(space, settings));
    let (algorithm, full) = (Algorithm::Dwindle, space.full());
    let stage = Stage { algorithm: algorithm.name(), unit, units: full.len(), size: space.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    let reduced = algorithm.reduce(search, &space, full)?;
    let (units, size) = (reduced.config.len(), space.size(&reduced.config));
    let certificate = reduced.certificate;
    search.announce(&Event::StageEnded { stage, units, size, certificate })?;
    Ok((space.base().actions(&space.to_base(&reduced.config)), units))
}

/// The space with the actions fixed that are protected.
fn guarded(space: LogSpace, settings: &Settings) -> Pinned<LogSpace> {
    let fixed = settings.protect.as_ref().map(|pattern| space.having(|action| pattern.is_match(action)));
    Pins::of(space, fixed.unwrap_or_default())
}

/// Reduces the fields of all actions as the one JSON text that they are; actions, pairs and times stay.
fn fields(
    search: &mut Search<'_>,
    log: &Log,
    settings: &Settings,
    how: &settings::Events,
) -> Result<Text, Stop> {
    let Ok(json) = Language::by_name("json") else { return Ok(log.text().clone()) };
    let plan = Plan::grammatical(Arc::new(json.parser())).protect(settings.protect.clone());
    let intact = RulesPreserved::new(log.clone(), how.rules.clone());
    let planned = search.within(intact.lens(), |search| plan.run(search, log.text().clone()))?;
    Ok(planned.text)
}

/// The log that a text is, which has the form of `before`; none where it has no action.
fn again(text: &Text, before: &Log) -> Option<Arc<Log>> {
    Log::read(text.clone(), before.format()).ok().map(Arc::new)
}

/// A candidate as a text.
fn text(bytes: Vec<u8>) -> Text {
    Text::new(bytes).expect("a part of a text that fits is no larger")
}

impl Kept {
    /// Actions as they stand in the recorded log.
    fn recorded(log: &Log, numbers: &[u32]) -> Vec<Self> {
        let action = |&number: &u32| Self {
            action: number as usize + 1,
            line: log.line(number as usize),
            text: String::from_utf8_lossy(log.action(number as usize)).into_owned(),
        };
        numbers.iter().map(action).collect()
    }
}

impl std::fmt::Display for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "line {}: {}", self.line, short(&escaped(&self.text)))
    }
}

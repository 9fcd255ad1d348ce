//! Logs of actions: which of them matter.

mod recording;

use std::sync::Arc;

use dwindle::log::Log;
use dwindle::plan::{Certificate, Level};
use dwindle::search::Search;
use dwindle::space::{LogSpace, Pinned, Pins, RulesPreserved, Sides, Space};
use dwindle::{Algorithm, Config, Outcome, Plan, Stop, Text};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::settings::{Output, Settings};
use dwindle_run::text::{escaped, number, plural, short};
use dwindle_syntax::language::Language;
use serde::Serialize;

pub(crate) use self::recording::Recording;
use super::invocation::{Matter, removable};
use super::text::pieces::WIDTH;
use crate::asked::Events;
use crate::questions::begin;
use crate::questions::subject::{Asked, Most, Run, Subject};

/// The actions of a log, those that go only together as one.
const LEVEL: Level = Level::own(ACTIONS);

/// What the actions that matter are called in records.
const ACTIONS: &str = "actions";

/// What the last record has of the actions that matter, or that had to stay out.
#[derive(Debug, Serialize)]
struct Needed {
    #[serde(flatten)]
    actions: Matter<Kept>,
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

/// Makes sure that what is asked goes with the log, and warns of rules that nothing in it goes with.
///
/// # Errors
/// When fields are to be reduced, and there are none.
pub(crate) fn check(asked: &mut Asked<'_, Recording>, how: &Events) -> Result<(), RunError> {
    let log = &asked.session.input().log;
    let is_json = log.format().is_json();
    if how.fields && !is_json {
        return Err(RunError::usage(format!(
            "--fields: {} is plain text with one action per line, so it has no fields",
            asked.settings.input.name()
        ))
        .hint("omit --fields, or name the format of the log with --format jsonl"));
    }
    // Where the patterns of a pair are looked for.
    let stands = if is_json {
        "in JSON a pattern must match the whole value of a field"
    } else {
        "in a log of lines a pattern must match words separated by whitespace"
    };
    for rule in log.unmatched(&how.rules.pairs) {
        asked.ui.warn(&format!("--pair {rule}: no action matches; {stands}"))?;
    }
    Ok(())
}

/// Reduces the log, and tells which actions are left.
pub(crate) fn reduce(mut asked: Asked<'_, Recording>, how: &Events) -> Result<Exit, RunError> {
    let settings = asked.settings;
    let (left, mut finished) = asked.session.run(asked.ui, |search, recording| {
        let (left, certificates) = to_a_fixed_point(search, recording, settings, how)?;
        Ok(((left, certificates.clone()), certificates))
    })?;
    let mut end = asked.end(&mut finished);
    let log = &asked.session.input().log;
    let mut needed = Needed { actions: Matter(ACTIONS, Vec::new()), of: log.len() };
    if let Some((left, certificates)) = left {
        needed.actions.1 = Kept::recorded(log, &left.numbers);
        let verb = if needed.actions.1.len() == 1 { "matters" } else { "matter" };
        end = end.counted(&format!("{} {verb}, found in", needed.counted(settings)));
        end = end.minimality(&certificates);
        let (left, removals) =
            (needed.actions.1.len(), certificates.first().map_or(0, |proof| proof.removals));
        if 0 < removals && removals < left {
            // What goes only together counts as one.
            end = end.claim(&format!("none of the {left} actions can be removed (pairs go together)"));
        }
    }
    match (&settings.output, &finished.result) {
        (Output::Stdout, Some(path)) => asked.ui.result(path)?,
        _ => asked.ui.answer(&Kept::lines(&needed.actions.1))?,
    }
    asked.ui.finish(&end, &needed)
}

impl Needed {
    /// `session.log: 2 of 40 actions`.
    fn counted(&self, settings: &Settings) -> String {
        let n = number(self.actions.1.len() as u64);
        format!("{}: {n} of {}", settings.input.name(), plural(self.of as u64, "action"))
    }
}

impl Subject for Recording {
    const LEVEL: Level = LEVEL;

    type Units = Pinned<LogSpace>;

    fn units(&self, settings: &Settings) -> Arc<Pinned<LogSpace>> {
        Arc::new(guarded(self.space(), settings))
    }

    fn nothing_passes(&self, outcome: Outcome) -> RunError {
        removable(outcome)
    }

    /// Writes both logs, and shows what only the failing one has.
    fn tell_sides(mut run: Run<'_, Self>, space: &Self::Units, sides: &Sides) -> Result<Exit, RunError> {
        let (passing, failing) = (sides.passing(), sides.failing());
        let render = |config: &Config| space.base().render(&space.to_base(config));
        let numbers = |config: &Config| space.base().actions(&space.to_base(config));
        let shared = numbers(&passing);
        let more: Vec<u32> = numbers(&failing).into_iter().filter(|at| !shared.contains(at)).collect();
        let text = render(&failing);
        run.finished.result = Some(run.asked.session.write_side("failing", &text)?);
        run.finished.result_size = text.len() as u64;
        let passing_path = run.asked.session.write_side("passing", &render(&passing))?;
        let log = &run.asked.session.input().log;
        let needed = Needed { actions: Matter(ACTIONS, Kept::recorded(log, &more)), of: log.len() };
        let end = run.end().result(&passing_path).both_sides().counted(&format!(
            "{} {} the difference; both logs share {}; found in",
            needed.counted(run.asked.settings),
            if more.len() == 1 { "makes" } else { "make" },
            number(shared.len() as u64),
        ));
        run.asked.ui.answer(&Kept::lines(&needed.actions.1))?;
        run.asked.ui.finish(&end, &needed)
    }

    /// Writes the log that passes, and shows what had to stay out.
    fn tell_most(mut run: Run<'_, Self>, space: &Self::Units, most: Option<Most>) -> Result<Exit, RunError> {
        let Some(most) = most.filter(|most| most.is_done) else {
            let end = run.end();
            return run.asked.ui.finish(&end, &());
        };
        let (passing, all) = (space.to_base(&most.passing), space.base());
        // With times closed up, what is longest need not have the most actions.
        let bytes = all.render(&passing);
        run.finished.result_size = bytes.len() as u64;
        let path = run.asked.session.write_side(run.asked.settings.tag, &bytes)?;
        let log = &run.asked.session.input().log;
        let left_out = Kept::recorded(log, &all.actions(&all.full().minus(&passing)));
        let of = log.len();
        let headline = format!(
            "{}: passes with {} of {}, found in",
            run.asked.settings.input.name(),
            number((of - left_out.len()) as u64),
            plural(of as u64, "action"),
        );
        let end = run.end().counted(&headline).claim("nothing more can be added back");
        if run.asked.settings.output == Output::Stdout {
            run.asked.ui.result(&path)?;
        } else {
            run.asked.ui.answer(&Kept::lines(&left_out))?;
        }
        run.asked.ui.finish(&end, &Needed { actions: Matter("difference", left_out), of })
    }
}

/// What is left of a log.
struct PassResult {
    log: Arc<Log>,
    /// Which action of the recording each of its actions is.
    numbers: Vec<u32>,
}

/// Reduces actions by groups, then one by one (pairs as one); where that is asked for then the fields of the actions
/// left, to a fixed point.
fn to_a_fixed_point(
    search: &mut Search<'_>,
    recording: &Recording,
    settings: &Settings,
    how: &Events,
) -> Result<(PassResult, Vec<Certificate>), Stop> {
    let mut left =
        PassResult { log: Arc::clone(&recording.log), numbers: (0u32..).take(recording.log.len()).collect() };
    let (mut space, mut is_first) = (recording.space(), true);
    if !recording.groups.is_empty() {
        let groups = space.clone().joined(&recording.groups);
        let (kept, _) = stage(search, groups, "groups", settings)?;
        space = space.narrowed(&kept);
    }
    loop {
        let (kept, removals) = stage(search, space.clone(), ACTIONS, settings)?;
        let certificates = vec![Certificate { level: LEVEL, removals }];
        let before = left.log.text().id();
        let space_left = space.narrowed(&kept);
        let text = text(space_left.render(&space_left.full()));
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
    let kept = begin::stage(search, &space, Algorithm::Dwindle, unit, space.full())?;
    Ok((space.base().actions(&space.to_base(&kept)), kept.len()))
}

/// The space with the actions fixed that are protected.
fn guarded(space: LogSpace, settings: &Settings) -> Pinned<LogSpace> {
    let fixed = settings.protect.as_ref().map(|pattern| space.having(|action| pattern.is_match(action)));
    Pins::of(space, fixed.unwrap_or_default())
}

/// Reduces the fields of all actions as the one JSON text that they are; actions, pairs and times stay.
fn fields(search: &mut Search<'_>, log: &Log, settings: &Settings, how: &Events) -> Result<Text, Stop> {
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

    /// A line each.
    fn lines(actions: &[Self]) -> String {
        actions.iter().map(Self::to_string).collect()
    }
}

impl std::fmt::Display for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "line {}: {}", self.line, short(&escaped(&self.text), WIDTH))
    }
}

//! `dwindle maximize`: the largest part of a failing input that passes.

mod places;
mod tree;

use std::ops::Range;
use std::path::Path;

use dwindle::event::{Event, Stage};
use dwindle::isolate::{PassingPart, Reach, repair};
use dwindle::reduce::{self, Repaired, Setting};
use dwindle::search::Search;
use dwindle::space::{AsSpace, Shared, Space, Text, Unit};
use dwindle::tree::Shape;
use dwindle::{Algorithm, Config, Outcome, Stop};
use serde::Serialize;

use super::begin::open;
use super::pieces::{Cut, Piece, counted, units};
use crate::args::Maximize;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::artifact::Artifact;
use crate::session::{Finished, Session};
use crate::settings::{Output, Settings};
use crate::syntax::Syntax;
use crate::text::{percent, plural, seconds, size};
use crate::ui::{End, Ui, input_name};

/// The last record of `maximize`: what came out, and what had to stay out.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    #[serde(flatten)]
    end: &'a End,
    difference: &'a [Piece],
}

/// What was found to pass.
enum Found {
    /// Without what, in which units that is counted.
    Repaired(Repaired, &'static str),
    /// The outcome of the beginning where nothing passes.
    ByUnits(Result<Config, Outcome>),
}

/// Grows the passing side, and shows what had to stay out.
pub(super) fn run(words: &Maximize, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::maximize(words)?;
    if settings.input.is_tree() {
        return tree::run(&settings, ui);
    }
    let (mut session, _watch) = open(&settings, ui)?;
    let cut = Cut::new(&settings, session.input());
    let syntax = session.syntax();
    let likely = places::named(session.output(), session.name(), session.input().bytes());
    let (found, mut finished) = session.run(ui, |search, text| {
        if let Some(syntax) = &syntax
            && let Some(found) = by_tree(search, &settings, syntax, text, &likely)?
        {
            return Ok((found, Vec::new()));
        }
        let space: Shared = cut.space.clone();
        let found = largest(search, &space, cut.unit().name(), &cut.touching(&likely))?;
        Ok((Found::ByUnits(found), Vec::new()))
    })?;
    let Some(found) = found else {
        return so_far(&settings, &session, finished, ui);
    };
    let (passing, left_out, without) = match found {
        Found::Repaired(repaired, noun) => {
            let left_out = cut.spans(&repaired.left_out);
            let without = plural(left_out.len() as u64, noun);
            (repaired.passing, left_out, without)
        }
        Found::ByUnits(passing) => {
            let passing = passing.map_err(nothing_passes)?;
            let left_out = cut.difference(&cut.space.full(), &passing);
            let without = counted(units(&left_out), cut.unit());
            (cut.space.base().bake(&cut.space.to_base(&passing)), left_out, without)
        }
    };
    let path = session.write_side(settings.tag, passing.bytes())?;
    finished.result_size = passing.bytes().len() as u64;
    let end = End::new(&settings, &session, &finished, ui.clock().elapsed());
    let headline = format!(
        "{}: {} pass ({}) without {without}, in {}, {}",
        input_name(&settings),
        size(finished.result_size),
        percent(finished.result_size, finished.input_size),
        plural(end.tests(), "test"),
        seconds(ui.clock().elapsed()),
    );
    let end = end.headline(headline);
    answer(&settings, Some(&path), &lines(&left_out), ui)?;
    ui.end(&end.to_string(), &Apart { end: &end, difference: &left_out })?;
    Ok(end.exit())
}

/// Shows what had to stay out; beside the result itself, where that goes to standard output, on the other stream.
fn answer(settings: &Settings, result: Option<&Path>, left_out: &str, ui: &mut Ui) -> Result<(), CliError> {
    if let (Output::Stdout, Some(path)) = (&settings.output, result) {
        ui.result(path)?;
        ui.say(left_out.trim_end());
        return Ok(());
    }
    ui.answer(left_out)
}

/// The end of a run that was stopped: what passes so far, if anything does.
fn so_far<A: Artifact>(
    settings: &Settings,
    session: &Session<A>,
    mut finished: Finished,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let time = ui.clock().elapsed();
    finished.result = finished.result.filter(|path| path.exists());
    let end = End::new(settings, session, &finished, time);
    let (name, tests) = (input_name(settings), plural(end.tests(), "test"));
    let what = if finished.result.is_some() {
        let share = percent(finished.result_size, finished.input_size);
        format!("so far {} pass ({share})", size(finished.result_size))
    } else {
        "no part is known to pass yet".to_owned()
    };
    let end = end.headline(format!("{name}: {what}, {tests}, {}", seconds(time)));
    if let (Output::Stdout, Some(path)) = (&settings.output, &finished.result) {
        ui.result(path)?;
    }
    ui.end(&end.to_string(), &end)?;
    Ok(end.exit())
}

/// Grows it by subtrees, or by lines first where the text does not follow its grammar.
fn by_tree(
    search: &mut Search<'_>,
    settings: &Settings,
    syntax: &Syntax,
    text: &Text,
    likely: &[Range<usize>],
) -> Result<Option<Found>, Stop> {
    let Some(tree) = syntax.parse.parse(text) else { return Ok(None) };
    if tree.ids().any(|id| tree.node(id).shape() == Shape::Unparsed)
        && let Some(repaired) = by_lines(search, settings, text, likely)?
    {
        return Ok(Some(Found::Repaired(repaired, "piece")));
    }
    let setting = Setting { parse: None, protect: settings.protect.as_ref(), lists: Algorithm::Dwindle };
    let repaired = reduce::maximize(search, setting, tree.squeezed(), likely)?;
    Ok(repaired.map(|repaired| Found::Repaired(repaired, "subtree")))
}

/// Leaves out lines and then lets come back what can of them, if one stretch of lines is enough.
///
/// In a text that does not follow its grammar the tree says little about what belongs together.
fn by_lines(
    search: &mut Search<'_>,
    settings: &Settings,
    text: &Text,
    likely: &[Range<usize>],
) -> Result<Option<Repaired>, Stop> {
    let lines = Cut::by(Unit::Lines, settings, text);
    let space: Shared = lines.space.clone();
    let full = space.full();
    let stage =
        Stage { algorithm: "passing part", unit: "lines", units: full.len(), size: space.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    search.outcome(&space, &full)?;
    let part = PassingPart::new(full.clone()).likely(&lines.touching(likely)).reach(Reach::Plausible);
    let part = search.run(&space, part)?;
    let passing = part.passing().unwrap_or(&full);
    let left_out = full.minus(passing);
    let (units, size) = (left_out.len(), space.size(passing));
    search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    if left_out.is_empty() {
        return Ok(None);
    }
    reduce::within(search, text, &lines.stretches(&left_out)).map(Some)
}

/// Looks for the largest part that passes, between what is protected and the whole; where nothing passes gives the
/// outcome of the beginning.
pub(super) fn largest(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    unit: &str,
    likely: &Config,
) -> Result<Result<Config, Outcome>, Stop> {
    let space = &space.as_space();
    let full = space.full();
    let stage = Stage { algorithm: "ddmax", unit, units: full.len(), size: space.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    // It is taken for granted that the whole fails; asked, it is known.
    search.outcome(space, &full)?;
    let found = repair(search, space, &full, likely)?;
    let passing = found.clone().unwrap_or_default();
    let (units, size) = (full.minus(&passing).len(), space.size(&passing));
    search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(found)
}

fn nothing_passes(outcome: Outcome) -> CliError {
    let how = match outcome {
        Outcome::Fail => "the empty input fails, and so does the input without any one piece",
        _ => "the outcome of the empty input is unresolved, and no other part that was tried passes",
    };
    CliError::new(Exit::NotFailing, format!("found no part of the input that passes: {how}"))
        .detail("with --protect, the empty input is the protected text alone")
        .hint("keep what the test needs with --protect REGEX, or try other units: --unit tokens")
}

/// The pieces, a line each.
fn lines(pieces: &[Piece]) -> String {
    pieces.iter().map(ToString::to_string).flat_map(|piece| [piece, "\n".to_owned()]).collect()
}

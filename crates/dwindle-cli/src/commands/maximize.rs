//! `dwindle maximize`: the largest part of a failing input that passes.

mod tree;

use dwindle::event::{Event, Stage};
use dwindle::isolate::PassingPart;
use dwindle::reduce::{self, Repaired, Setting};
use dwindle::search::{Search, Shared};
use dwindle::space::{Space, Text, TextPlace};
use dwindle::strategy::{Dd, Mode};
use dwindle::{Algorithm, Config, Outcome, Stop};
use serde::Serialize;

use super::open;
use super::pieces::{Cut, Piece, counted, units};
use crate::args::Maximize;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::settings::Settings;
use crate::syntax::Syntax;
use crate::ui::{End, Ui, input_name, percent, plural, seconds, size};

/// The last record of `maximize`: what came out, and what had to stay out.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    #[serde(flatten)]
    end: &'a End,
    difference: &'a [Piece],
}

/// What was found to pass.
enum Found {
    ByTree(Repaired),
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
    let (found, mut finished) = session.run(ui, |search, text| {
        if let Some(repaired) = by_tree(search, &settings, syntax.as_ref(), text)? {
            return Ok((Found::ByTree(repaired), Vec::new()));
        }
        let space: Shared<'_, _> = cut.space.clone();
        Ok((Found::ByUnits(largest(search, &space, cut.unit().name())?), Vec::new()))
    })?;
    let Some(found) = found else {
        let end = End::new(&settings, &session, &finished, ui.clock().elapsed());
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (left_out, without) = match found {
        Found::ByTree(repaired) => {
            session.write_side(settings.tag, repaired.passing.bytes())?;
            finished.result_size = repaired.passing.bytes().len() as u64;
            let left_out = cut.spans(&repaired.left_out);
            let without = plural(left_out.len() as u64, "subtree");
            (left_out, without)
        }
        Found::ByUnits(passing) => {
            let passing = passing.map_err(nothing_passes)?;
            let left_out = cut.difference(&cut.space.full(), &passing);
            let without = counted(units(&left_out), cut.unit());
            (left_out, without)
        }
    };
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
    ui.answer(&lines(&left_out))?;
    ui.end(&end.to_string(), &Apart { end: &end, difference: &left_out })?;
    Ok(end.exit())
}

/// Grows it by subtrees, where there is a tree and something passes so.
fn by_tree<'env, P: TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    settings: &Settings,
    syntax: Option<&Syntax>,
    text: &Text,
) -> Result<Option<Repaired>, Stop> {
    let Some(tree) = syntax.and_then(|syntax| syntax.parse.parse(text)) else { return Ok(None) };
    let setting = Setting { parse: None, protect: settings.protect.as_ref(), lists: Algorithm::Dwindle };
    reduce::maximize(search, setting, tree.squeezed())
}

/// Runs ddmax from what is protected up to the whole input; where nothing passes gives the outcome of the beginning.
///
/// Where that beginning is unresolved (an empty file need not be valid), it is begun with the whole input but a piece,
/// as small as it has to be for the rest to pass; and if there is none, with nothing all the same, as in the book.
pub(super) fn largest<'env, P: 'env>(
    search: &mut Search<'_, 'env, P>,
    space: &Shared<'env, P>,
    unit: &str,
) -> Result<Result<Config, Outcome>, Stop> {
    let full = space.full();
    let stage = Stage { algorithm: Algorithm::Dd.name(), unit, units: full.len(), size: space.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    // dd takes it for granted that the whole fails; asked, it is known.
    search.outcome(space, &full)?;
    let mut start = Config::empty();
    if search.outcome(space, &start)? == Outcome::Unresolved {
        let part = search.run(space, PassingPart::new(full.clone()))?;
        start = part.passing().cloned().unwrap_or(start);
    }
    let dd = search.run(space, Dd::between(start, full, Mode::Maximise))?;
    let passing = dd.passing().clone();
    search.announce(&Event::StageEnded {
        stage,
        units: dd.difference().len(),
        size: space.size(&passing),
        certificate: None,
    })?;
    let outcome = if dd.passing_side_fails() { Outcome::Fail } else { search.outcome(space, &passing)? };
    Ok(if outcome == Outcome::Pass { Ok(passing) } else { Err(outcome) })
}

fn nothing_passes(outcome: Outcome) -> CliError {
    let how = match outcome {
        Outcome::Fail => "the empty input fails too",
        _ => "the empty input does not pass, nor does anything that was tried between it and the whole",
    };
    CliError::new(Exit::NotFailing, format!("no part of the input passes: {how}"))
        .detail("the smallest part is the empty input (with --protect: what is protected)")
        .hint("keep what the test needs with --protect REGEX, or cut the input into other units with --unit")
}

/// The pieces, a line each.
fn lines(pieces: &[Piece]) -> String {
    pieces.iter().map(ToString::to_string).flat_map(|piece| [piece, "\n".to_owned()]).collect()
}

//! `dwindle maximize`: the largest part of a failing input that passes.

use dwindle::space::Space;
use dwindle::strategy::Mode;

use super::isolate::{Apart, apart, lines, narrow};
use super::open;
use super::pieces::{Cut, counted, units};
use crate::args::Maximize;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::ui::{End, Ui, input_name, percent, plural, seconds, size};

/// Grows the passing side, and shows what had to stay out.
pub(super) fn run(words: &Maximize, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::maximize(words)?;
    let (mut session, _watch) = open(&settings, ui)?;
    let cut = Cut::new(&settings, session.input());
    let (sides, finished) =
        session.run(ui, |search, _| Ok((narrow(search, &cut, Mode::Maximise)?, Vec::new())))?;
    let end = End::new(&settings, &session, &finished, ui.clock().elapsed());
    let Some(sides) = sides else {
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (passing, _) = apart(sides)?;
    let left_out = cut.difference(&cut.space.full(), &passing);
    let headline = format!(
        "{}: {} pass ({}) without {}, in {}, {}",
        input_name(&settings),
        size(finished.result_size),
        percent(finished.result_size, finished.input_size),
        counted(units(&left_out), cut.unit()),
        plural(end.tests(), "test"),
        seconds(ui.clock().elapsed()),
    );
    let end = end.headline(headline);
    ui.answer(&lines(&left_out))?;
    ui.end(&end.to_string(), &Apart { end: &end, difference: &left_out })?;
    Ok(end.exit())
}

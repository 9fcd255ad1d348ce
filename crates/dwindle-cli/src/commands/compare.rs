//! `dwindle compare`: several algorithms on one input, side by side.

use dwindle::Text;
use dwindle::space::{Space, Unit};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::input::Input;
use dwindle_run::settings::Method;
use dwindle_run::text::{self, number, size};
use serde::Serialize;

use crate::args::Compare;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::subjects::text::pieces::counted;
use crate::ui::{Stopwatch, Ui};
use dwindle_run::plans::plan;

/// What one algorithm came to.
#[derive(Debug, Serialize)]
struct Row {
    algorithm: &'static str,
    size: u64,
    units: u64,
    /// Logical tests: distinct candidates that the algorithm asked for.
    tests: u64,
    /// Shown only: it depends on the machine and on what else it does.
    seconds: f64,
}

/// The last record.
#[derive(Debug, Serialize)]
struct Compared {
    exit: Exit,
    unit: Unit,
    input_size: u64,
    input_units: u64,
    rows: Vec<Row>,
}

/// Runs one algorithm after the other, and shows the table.
pub(super) fn run(words: &Compare, ui: &mut Ui) -> Result<Exit, RunError> {
    let (settings, mut methods) = resolve::compare(words)?;
    let asked = Asked::of(&settings, ui, || Input::read(&settings.input))?;
    let Asked { mut session, ui, .. } = asked;
    let syntax = session.syntax();
    if methods.is_empty() {
        methods = Method::all().filter(|method| syntax.is_some() || !method.is_on_trees()).collect();
    }
    let unit = settings.units.first().copied().unwrap_or(Unit::Tokens);
    let units = |text: &Text| text.cut(unit).units() as u64;
    let input = session.input().clone();
    let (mut rows, mut exit) = (Vec::new(), Exit::Done);
    for method in methods {
        let plan = plan(&settings, Some(method), syntax.as_ref(), &[], &input)?;
        let clock = Stopwatch::start();
        let (done, _) = session.run(ui, |search, text| {
            let planned = plan.run(search, text.clone())?;
            Ok(((planned.text, search.count().tests), Vec::new()))
        })?;
        let Some((text, tests)) = done else {
            exit = Exit::Interrupted;
            break;
        };
        let row = Row {
            algorithm: method.name(),
            size: text.bytes().len() as u64,
            units: units(&text),
            tests,
            seconds: clock.elapsed().as_secs_f64(),
        };
        ui.record("compared", &row)?;
        rows.push(row);
    }
    let (input_size, input_units) = (input.bytes().len() as u64, units(&input));
    let title = format!("{}: {}, {}\n", settings.input.name(), size(input_size), counted(input_units, unit));
    ui.answer(&(title + &table(&rows, unit)))?;
    ui.end("", &Compared { exit, unit, input_size, input_units, rows })?;
    Ok(exit)
}

/// The rows as a table: words to the left, numbers to the right.
fn table(rows: &[Row], unit: Unit) -> String {
    let head = ["algorithm", "bytes", unit.plural(), "tests", "seconds"].map(str::to_owned);
    let cells = rows.iter().map(|row| {
        [
            row.algorithm.to_owned(),
            number(row.size),
            number(row.units),
            number(row.tests),
            format!("{:.2}", row.seconds),
        ]
    });
    let lines: Vec<[String; 5]> = std::iter::once(head).chain(cells).collect();
    text::table(&lines, [false, true, true, true, true])
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::Algorithm;

    #[test]
    fn numbers_stand_below_each_other() {
        let row = |algorithm: Algorithm, tests| Row {
            algorithm: algorithm.name(),
            size: 1096,
            units: 1,
            tests,
            seconds: 0.5,
        };
        let rows = [row(Algorithm::Dwindle, 31), row(Algorithm::DdminComplement, 12_345)];
        let expected = "\
algorithm         bytes  lines   tests  seconds
dwindle           1,096      1      31     0.50
ddmin-complement  1,096      1  12,345     0.50
";
        assert_eq!(table(&rows, Unit::Lines), expected);
    }
}

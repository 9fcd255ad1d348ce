//! `dwindle isolate`: the smallest difference between a passing and a failing input.

use dwindle::event::{Event, Stage};
use dwindle::search::{Search, Shared};
use dwindle::space::Space;
use dwindle::strategy::{Dd, Mode};
use dwindle::{Algorithm, Config, Outcome, Stop};
use serde::Serialize;

use super::open;
use super::pieces::{Cut, Piece, counted, units};
use crate::args::Isolate;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::ui::{End, Ui, input_name, number, plural, seconds};

/// The last record of `isolate` and `maximize`: what came out, and the difference between the two sides.
#[derive(Debug, Serialize)]
pub(super) struct Apart<'a> {
    #[serde(flatten)]
    pub(super) end: &'a End,
    pub(super) difference: &'a [Piece],
}

/// What general dd ended with.
#[derive(Debug)]
pub(super) enum Sides {
    /// A passing and a failing side.
    Apart { passing: Config, failing: Config },
    /// The passing side that it was to start with does not pass.
    NoPassingSide(Outcome),
}

/// Isolates, writes both sides and shows what lies between them.
pub(super) fn run(words: &Isolate, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::isolate(words)?;
    let (mut session, _watch) = open(&settings, ui)?;
    let cut = Cut::new(&settings, session.input());
    let (sides, mut finished) =
        session.run(ui, |search, _| Ok((narrow(search, &cut, Mode::Both)?, Vec::new())))?;
    let Some(sides) = sides else {
        let end = End::new(&settings, &session, &finished, ui.clock().elapsed());
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (passing, failing) = apart(sides)?;
    // The failing side of the smallest difference need not be the smallest part that failed on the way.
    finished.result = Some(session.write_side("failing", cut.bake(&failing).bytes())?);
    let passing_path = session.write_side("passing", cut.bake(&passing).bytes())?;
    let difference = cut.difference(&failing, &passing);
    let end = End::new(&settings, &session, &finished, ui.clock().elapsed()).result(&passing_path);
    let headline = format!(
        "{}: {} of {} {} the difference, found in {}, {}",
        input_name(&settings),
        counted(units(&difference), cut.unit()),
        number(cut.space.units() as u64),
        if units(&difference) == 1 { "makes" } else { "make" },
        plural(end.tests(), "test"),
        seconds(ui.clock().elapsed()),
    );
    let end = end.headline(headline);
    ui.answer(&lines(&difference))?;
    ui.end(&end.to_string(), &Apart { end: &end, difference: &difference })?;
    Ok(end.exit())
}

/// Runs general dd between what is protected and the whole input.
pub(super) fn narrow<'env, P: dwindle::space::TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    cut: &Cut,
    mode: Mode,
) -> Result<Sides, Stop> {
    let space: Shared<'env, P> = cut.space.clone();
    let full = cut.space.full();
    let stage = Stage {
        algorithm: Algorithm::Dd.name(),
        unit: cut.unit().name(),
        units: full.len(),
        size: cut.space.size(&full),
    };
    search.announce(&Event::StageBegan(stage))?;
    // dd takes it for granted that the whole fails; asked, it is the first best.
    search.outcome(&space, &full)?;
    match search.outcome(&space, &Config::empty())? {
        Outcome::Pass => {}
        other => return Ok(Sides::NoPassingSide(other)),
    }
    let dd = search.run(&space, Dd::new(full, mode))?;
    let (passing, failing) = (dd.passing().clone(), dd.failing().clone());
    search.announce(&Event::StageEnded {
        stage,
        units: failing.len() - passing.len(),
        size: cut.space.size(&failing) - cut.space.size(&passing),
        certificate: None,
    })?;
    Ok(Sides::Apart { passing, failing })
}

/// The two sides.
///
/// # Errors
/// When there was no passing side to start with.
pub(super) fn apart(sides: Sides) -> Result<(Config, Config), CliError> {
    match sides {
        Sides::Apart { passing, failing } => Ok((passing, failing)),
        Sides::NoPassingSide(outcome) => {
            let how = match outcome {
                Outcome::Fail => "fails too",
                Outcome::Pass => "passes",
                Outcome::Unresolved => "does not pass: the test cannot tell",
            };
            Err(CliError::new(Exit::NotFailing, format!("nothing to start from: the empty input {how}"))
                .detail("the passing side is at first empty (with --protect: what is protected)")
                .hint("make the test pass on an empty input, or keep what it needs with --protect REGEX")
                .hint("for the smallest part that fails, which needs no passing side, use dwindle reduce"))
        }
    }
}

/// The pieces, a line each.
pub(super) fn lines(pieces: &[Piece]) -> String {
    pieces.iter().map(ToString::to_string).flat_map(|piece| [piece, "\n".to_owned()]).collect()
}

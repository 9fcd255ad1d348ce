//! The largest part of a text that passes.

mod places;

use std::ops::Range;

use dwindle::event::{Event, Stage};
use dwindle::isolate::{PassingPart, Reach};
use dwindle::reduce::{self, Repaired};
use dwindle::search::Search;
use dwindle::space::{Space, Unit};
use dwindle::tree::Shape;
use dwindle::{Config, Outcome, Stop, Text};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::artifact::Artifact;
use dwindle_run::settings::{Output, Settings};
use dwindle_run::syntax::Syntax;
use dwindle_run::text::{percent, plural, size};

use super::super::invocation::Matter;
use super::pieces::{Cut, counted, units};
use crate::questions::maximize::largest;
use crate::questions::subject::{Asked, Run};
use dwindle_run::plans::setting;

/// What was found to pass.
enum Found {
    /// Without what, in which units that is counted.
    Repaired(Repaired, &'static str),
    /// The outcome of the beginning where nothing passes.
    ByUnits(Result<Config, Outcome>),
}

/// Grows the passing side, and shows what had to stay out.
///
/// # Errors
/// When nothing passes, the run fails, or the result cannot be written.
pub(crate) fn maximize(mut asked: Asked<'_, Text>) -> Result<Exit, RunError> {
    let Asked { settings, session, ui, .. } = &mut asked;
    let settings = *settings;
    let cut = Cut::new(settings, session.input());
    let syntax = session.syntax();
    ui.show_text(syntax.as_ref());
    let likely = places::named(&session.output, &session.input.name, session.input().bytes());
    let (found, mut finished) = session.run(*ui, |search, text| {
        if let Some(syntax) = &syntax
            && let Some(found) = (Repair { settings, text, likely: &likely }).by_tree(search, syntax)?
        {
            return Ok((found, Vec::new()));
        }
        let found = largest(search, &cut.space, cut.unit.name(), &cut.touching(&likely))?;
        Ok((Found::ByUnits(found), Vec::new()))
    })?;
    let Some(found) = found else { return so_far(Run { asked, finished }) };
    let (passing, difference, without) = match found {
        Found::Repaired(repaired, noun) => {
            let left_out = cut.spans(&repaired.left_out);
            let without = plural(left_out.len() as u64, noun);
            (repaired.passing, left_out, without)
        }
        Found::ByUnits(passing) => {
            let passing = passing.map_err(nothing_passes)?;
            let left_out = cut.difference(&cut.space.full(), &passing);
            let without = counted(units(&left_out), cut.unit);
            (cut.space.base().render(&cut.space.to_base(&passing)), left_out, without)
        }
    };
    let path = session.write_side(settings.tag, passing.bytes())?;
    finished.result_size = passing.bytes().len() as u64;
    let end = asked.end(&mut finished).counted(&format!(
        "{}: {} pass ({}) without {without}, in",
        settings.input.name(),
        size(finished.result_size),
        percent(finished.result_size, finished.input_size),
    ));
    let lines = difference.iter().map(ToString::to_string).flat_map(|piece| [piece, "\n".to_owned()]);
    asked.show(Some(&path), &lines.collect::<String>())?;
    asked.ui.finish(&end, &Matter("difference", difference))
}

/// The end of a run that was stopped: what passes so far, if anything does.
pub(in crate::subjects) fn so_far<A: Artifact>(run: Run<'_, A>) -> Result<Exit, RunError> {
    let Run { asked: Asked { settings, ui, .. }, mut finished } = run;
    finished.result = finished.result.filter(|path| path.exists());
    let what = if finished.result.is_some() {
        let share = percent(finished.result_size, finished.input_size);
        format!("so far {} pass ({share})", size(finished.result_size))
    } else {
        "no part is known to pass yet".to_owned()
    };
    let end = ui.came_to(&finished).counted(&format!("{}: {what},", settings.input.name()));
    if let (Output::Stdout, Some(path)) = (&settings.output, &finished.result) {
        ui.result(path)?;
    }
    ui.finish(&end, &())
}

/// A text to repair: what of it is protected, and where it is likely wrong.
struct Repair<'a> {
    settings: &'a Settings,
    text: &'a Text,
    likely: &'a [Range<usize>],
}

impl Repair<'_> {
    /// Grows it by subtrees, or by lines first where the text does not follow its grammar.
    fn by_tree(&self, search: &mut Search<'_>, syntax: &Syntax) -> Result<Option<Found>, Stop> {
        let &Self { settings, text, likely } = self;
        let Some(tree) = syntax.parse.parse(text) else { return Ok(None) };
        if tree.ids().any(|id| tree.node(id).shape() == Shape::Unparsed)
            && let Some(repaired) = self.by_lines(search)?
        {
            return Ok(Some(Found::Repaired(repaired, "piece")));
        }
        let repaired = reduce::maximize(search, setting(settings), tree.squeezed(), likely)?;
        Ok(repaired.map(|repaired| Found::Repaired(repaired, "subtree")))
    }

    /// Leaves out lines and then lets come back what can of them, if one stretch of lines is enough.
    ///
    /// In a text that does not follow its grammar the tree says little about what belongs together.
    fn by_lines(&self, search: &mut Search<'_>) -> Result<Option<Repaired>, Stop> {
        let &Self { settings, text, likely } = self;
        let lines = Cut::by(Unit::Lines, settings, text);
        let space = &lines.space;
        let full = space.full();
        let stage =
            Stage { algorithm: "passing part", unit: "lines", units: full.len(), size: space.size(&full) };
        search.announce(&Event::StageBegan(stage))?;
        search.outcome(space, &full)?;
        let part = PassingPart::new(full.clone()).likely(&lines.touching(likely)).reach(Reach::Plausible);
        let part = search.run(space, part)?;
        let passing = part.passing().unwrap_or(&full);
        let left_out = full.minus(passing);
        let (units, size) = (left_out.len(), space.size(passing));
        search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
        if left_out.is_empty() {
            return Ok(None);
        }
        reduce::within(search, text, &lines.stretches(&left_out)).map(Some)
    }
}

/// What is wrong where nothing between nothing and the whole passes.
pub(in crate::subjects) fn nothing_passes(outcome: Outcome) -> RunError {
    let how = match outcome {
        Outcome::Fail => "the empty input fails, and so does the input without any one piece",
        _ => "the outcome of the empty input is unresolved, and no other part that was tried passes",
    };
    RunError::new(Exit::NotFailing, format!("found no part of the input that passes: {how}"))
        .detail("with --protect, the empty input is the protected text alone")
        .hint("keep what the test needs with --protect REGEX, or try other units: --unit tokens")
}

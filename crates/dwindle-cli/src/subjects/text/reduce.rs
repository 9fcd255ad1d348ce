//! The smallest part of a text that still fails.

mod explained;
mod lines;
mod several;

use dwindle::plan::Planned;
use dwindle::{Stop, Text};

use super::plans::{best, left_out, plan, smallest};
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::subject::Asked;
use crate::settings::{Objective, Output};
use crate::ui::{Diff, Layout};

/// Reduces, and tells how far it came.
pub(crate) fn reduce(asked: Asked<'_, Text>) -> Result<Exit, CliError> {
    let settings = asked.settings;
    if settings.print_diff {
        asked.ui.show_diffs(Diff::of_text(asked.session.input.name.as_ref(), asked.session.input()));
    }
    let (session, rewriters) = (&asked.session, asked.session.rewriters()?);
    let syntax = session.syntax();
    let plan = plan(settings, settings.algorithm, syntax.as_ref(), &rewriters, session.input())?;
    if let Some(note) = left_out(settings, syntax.as_ref()) {
        asked.ui.say(&note);
    }
    if let Some(most) = settings.all {
        return several::reduce(asked, most, &plan, syntax.as_ref());
    }
    let Asked { mut session, ui, .. } = asked;
    let needs = lines::needs(settings, session.input(), ui)?;
    let layouts = session.layouts()?;
    session.aim()?;
    let (whole, by_size) = (session.input().id(), settings.objective == Objective::Bytes);
    let how = settings.explain.map(|together| explained::how(settings, together, syntax.as_ref()));
    let (mut laid_out, mut explained) = (None, None);
    let (certificates, finished) = session.run(ui, |search, text| {
        if let Some(needs) = &needs {
            let certificates = lines::reduce(search, text, needs, settings.protect.as_ref())?;
            return Ok((certificates.clone(), certificates));
        }
        let (mut planned, mut stop) = match plan.run(search, text.clone()) {
            // The last text need not be the one that is smallest by another measure.
            Ok(planned) if !by_size => (smallest(search, planned), None),
            Ok(planned) => (planned, None),
            Err(stop) => match best(search, &stop).and_then(|bytes| Text::new(bytes).ok()) {
                Some(text) => (Planned { text, certificates: Vec::new() }, Some(stop)),
                None => return Err(stop),
            },
        };
        // What is minimal already keeps the layout that it has.
        let layouts = layouts.as_ref().filter(|_| planned.text.id() != whole);
        if let Some(how) = how.as_ref().filter(|_| stop.is_none()) {
            match explained::explain(how, layouts, search, &planned.text) {
                Ok(found) => explained = Some(found),
                Err(spent @ Stop::Budget) => stop = Some(spent),
                Err(other) => return Err(other),
            }
        }
        if let Some(layouts) = layouts {
            let shown = layouts.lay_out(search, &planned.text)?;
            if let Some(smaller) = shown.smaller_than(&planned.text) {
                // What was proved, was proved of another text.
                planned = Planned { text: smaller, certificates: Vec::new() };
            }
            laid_out = Some((shown, planned.text));
        }
        stop.map_or(Ok((planned.certificates.clone(), planned.certificates)), Err)
    })?;
    let mut end = ui.came_to(&finished);
    if let Some(certificates) = certificates {
        end = end.minimality(&certificates);
    }
    if let Some((mut shown, smallest)) = laid_out.filter(|_| !finished.is_behind) {
        session.show(&mut shown, &smallest)?;
        if settings.output == Output::Stdout {
            ui.result_bytes(&shown.text)?;
        }
        end = end.layout(Layout::of(&shown));
    } else if let (Output::Stdout, Some(path)) = (&settings.output, &finished.result) {
        ui.result(path)?;
    }
    if let Some(found) = explained.filter(|_| !finished.is_behind) {
        let told = explained::Told::of(&found, finished.result.as_deref());
        ui.record("explanation", &told)?;
        end = end.note(told.words(&found));
    }
    end = end.tokens(finished.result.as_deref().and_then(|path| session.tokens(path)));
    ui.finish(&end, &())
}

//! `dwindle reduce`: the smallest part of an input that still fails.

mod lines;
mod tree;

use std::sync::Arc;

use dwindle::plan::Planned;
use dwindle::reduce::TreeAlgorithm;
use dwindle::space::Text;
use dwindle::{Algorithm, Plan, Search, Stop};

use super::begin::open;
use crate::args::Reduce;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::settings::{Method, Output, Settings};
use crate::syntax::Syntax;
use crate::ui::{Diff, End, Ui};

/// Reduces, and tells how far it came.
pub(super) fn run(words: &Reduce, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::reduce(words)?;
    if settings.input.is_tree() {
        return tree::run(&settings, ui);
    }
    let (mut session, _watch) = open(&settings, ui)?;
    if settings.print_diff {
        ui.show_diffs(Diff::of_text(session.name().as_ref(), session.input()));
    }
    let plans = plans(&settings, settings.algorithm, session.syntax().as_ref())?;
    let needs = lines::needs(&settings, session.input(), ui)?;
    let layouts = session.layouts()?;
    let whole = session.input().id();
    let mut laid_out = None;
    let (certificates, finished) = session.run(ui, |search, text| {
        if let Some(needs) = &needs {
            let certificates = lines::reduce(search, text, needs, settings.protect.as_ref())?;
            return Ok((certificates.clone(), certificates));
        }
        let (mut planned, stop) = match carry_out(&plans, search, text) {
            Ok(planned) => (planned, None),
            Err(stop) => match best(search, &stop).and_then(|bytes| Text::new(bytes).ok()) {
                Some(text) => (Planned { text, certificates: Vec::new() }, Some(stop)),
                None => return Err(stop),
            },
        };
        // What is minimal already keeps the layout that it has.
        if let Some(layouts) = layouts.as_ref().filter(|_| planned.text.id() != whole) {
            let shown = layouts.lay_out(search, &planned.text)?;
            if let Some(smaller) = shown.smaller_than(&planned.text) {
                // What was proved, was proved of another text.
                planned = Planned { text: smaller, certificates: Vec::new() };
            }
            laid_out = Some((shown, planned.text));
        }
        stop.map_or(Ok((planned.certificates.clone(), planned.certificates)), Err)
    })?;
    let mut end = End::new(&settings, &session, &finished, ui.clock().elapsed());
    if let Some(certificates) = certificates {
        end = end.minimality(&certificates);
    }
    if let Some((mut shown, smallest)) = laid_out.filter(|_| !finished.is_behind) {
        session.show(&mut shown, &smallest)?;
        if settings.output == Output::Stdout {
            ui.result_bytes(&shown.text)?;
        }
        end = end.layout(&shown);
    } else if let (Output::Stdout, Some(path)) = (&settings.output, &finished.result) {
        ui.result(path)?;
    }
    end = end.tokens(finished.result.as_deref().and_then(|path| session.tokens(path)));
    ui.end(&end.to_string(), &end)?;
    Ok(end.exit())
}

/// The plans that `settings` name, with this algorithm.
///
/// # Errors
/// When the algorithm works on trees, and the input's language is not known or units are named.
pub(super) fn plans(
    settings: &Settings,
    method: Option<Method>,
    syntax: Option<&Syntax>,
) -> Result<Vec<Plan>, CliError> {
    let list = match method {
        Some(Method::Tree(algorithm)) => {
            let Some(syntax) = syntax else { return Err(no_tree(algorithm)) };
            let plan = Plan::tree(algorithm, Arc::clone(&syntax.parse));
            return Ok(vec![plan.protect(settings.protect.clone())]);
        }
        Some(Method::List(algorithm)) => algorithm,
        None => Algorithm::default(),
    };
    let plans = match (settings.units.as_slice(), syntax) {
        ([], Some(syntax)) if list == Algorithm::Dwindle => vec![if syntax.strict {
            Plan::grammatical(Arc::clone(&syntax.parse))
        } else {
            Plan::syntactic(Arc::clone(&syntax.parse))
        }],
        ([], _) => vec![Plan::standard_with(list)],
        (units, _) => units.iter().map(|&unit| Plan::single(list, unit)).collect(),
    };
    Ok(plans.into_iter().map(|plan| plan.protect(settings.protect.clone())).collect())
}

/// The bytes of the best that a search found until the budget or the target size ended it.
fn best(search: &Search<'_>, stop: &Stop) -> Option<Vec<u8>> {
    let (space, config) = search.best().filter(|_| matches!(stop, Stop::Budget | Stop::Target))?;
    let mut bytes = Vec::new();
    space.write(config, &mut bytes).ok().map(|()| bytes)
}

fn no_tree(algorithm: TreeAlgorithm) -> CliError {
    CliError::usage(format!(
        "--algorithm {algorithm} needs a syntax tree, but the language of the input is unknown"
    ))
    .hint("name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE")
}

/// Runs one plan after the other; of what they proved, that counts which holds for the end.
pub(super) fn carry_out(plans: &[Plan], search: &mut Search<'_>, text: &Text) -> Result<Planned, Stop> {
    let mut planned = Planned { text: text.clone(), certificates: Vec::new() };
    for plan in plans {
        let next = plan.run(search, planned.text.clone())?;
        if next.text.id() != planned.text.id() {
            planned.certificates.clear();
        }
        planned.text = next.text;
        planned.certificates.extend(next.certificates);
    }
    Ok(planned)
}

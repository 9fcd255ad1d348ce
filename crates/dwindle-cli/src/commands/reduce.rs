//! `dwindle reduce`: the smallest part of an input that still fails.

mod lines;
mod tree;

use std::sync::Arc;

use dwindle::plan::Planned;
use dwindle::reduce::TreeAlgorithm;
use dwindle::space::{Text, TextPlace};
use dwindle::{Algorithm, Plan, Search, Stop};

use super::open;
use crate::args::Reduce;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::settings::{Method, Output, Settings};
use crate::syntax::Syntax;
use crate::ui::{End, Ui};

/// Reduces, and tells how far it came.
pub(super) fn run(words: &Reduce, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::reduce(words)?;
    if settings.input.is_tree() {
        return tree::run(&settings, ui);
    }
    let (mut session, _watch) = open(&settings, ui)?;
    let plans = plans(&settings, settings.algorithm, session.syntax().as_ref())?;
    let needs = lines::needs(&settings, session.input(), ui)?;
    let (certificates, finished) = session.run(ui, |search, text| {
        if let Some(needs) = &needs {
            let certificates = lines::reduce(search, text, needs, settings.protect.as_ref())?;
            return Ok((certificates.clone(), certificates));
        }
        let planned = carry_out(&plans, search, text)?;
        Ok((planned.certificates.clone(), planned.certificates))
    })?;
    let mut end = End::new(&settings, &session, &finished, ui.clock().elapsed());
    if let Some(certificates) = certificates {
        end = end.minimality(&certificates);
    }
    if let (Output::Stdout, Some(path)) = (&settings.output, &finished.result) {
        ui.result(path)?;
    }
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

fn no_tree(algorithm: TreeAlgorithm) -> CliError {
    CliError::usage(format!(
        "--algorithm {algorithm} works on syntax trees, and the input's language is not known"
    ))
    .hint("name it by --language NAME (`dwindle languages` lists them), or bring its --grammar FILE")
}

/// Runs one plan after the other; of what they proved, that counts which holds for the end.
pub(super) fn carry_out<'env, P: TextPlace + 'env>(
    plans: &[Plan],
    search: &mut Search<'_, 'env, P>,
    text: &Text,
) -> Result<Planned, Stop> {
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

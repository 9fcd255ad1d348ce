//! `dwindle reduce`: the smallest part of an input that still fails.

use dwindle::plan::Planned;
use dwindle::space::{Text, TextPlace};
use dwindle::{Algorithm, Plan, Search, Stop};

use super::open;
use crate::args::Reduce;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::settings::{Output, Settings};
use crate::ui::{End, Ui};

/// Reduces, and tells how far it came.
pub(super) fn run(words: &Reduce, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::reduce(words)?;
    let (mut session, _watch) = open(&settings, ui)?;
    let plans = plans(&settings, settings.algorithm.unwrap_or_default());
    let (certificates, finished) = session.run(ui, |search, text| {
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
pub(super) fn plans(settings: &Settings, algorithm: Algorithm) -> Vec<Plan> {
    let plans = match settings.units.as_slice() {
        [] => vec![Plan::standard_with(algorithm)],
        units => units.iter().map(|&unit| Plan::single(algorithm, unit)).collect(),
    };
    plans.into_iter().map(|plan| plan.protect(settings.protect.clone())).collect()
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

//! `dwindle reduce`: the smallest part of an input that still fails.

use dwindle::{Algorithm, Plan};

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
    let plan = plan(&settings);
    let (certificates, finished) = session.run(ui, |search, text| {
        let planned = plan.run(search, text.clone())?;
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

/// Lines, tokens, characters unless a unit is named.
fn plan(settings: &Settings) -> Plan {
    let algorithm = settings.algorithm.unwrap_or_default();
    plan_with(settings, algorithm)
}

/// The same with this algorithm.
pub(super) fn plan_with(settings: &Settings, algorithm: Algorithm) -> Plan {
    let plan = match settings.unit {
        Some(unit) => Plan::single(algorithm, unit),
        None => Plan::standard_with(algorithm),
    };
    plan.protect(settings.protect.clone())
}

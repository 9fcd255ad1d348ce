//! The second run on the whole input: what it shows otherwise than the first is no part of the failure.

use dwindle::{Config, Judgement};
use dwindle_exec::command::observed;
use dwindle_exec::process::Report;
use dwindle_exec::signature::Signature;

use super::runs::Runs;
use crate::error::CliError;
use crate::session::artifact::Artifact;

/// Runs the command again on the input that `first` is about, and gives how that comes out. If it shows the same
/// failure, what it shows otherwise than the first run is taken out of `verdict`.
pub(super) fn again<A: Artifact>(
    runs: &mut Runs<'_, A>,
    failing: &Config,
    first: &Report,
    verdict: &mut Signature,
) -> Result<Judgement, CliError> {
    let again = runs.report(failing)?;
    let candidate = runs.candidate();
    let outputs = [first, &again].map(|report| (report.stdout.bytes(), report.stderr.bytes()));
    let [(out, err), (out_again, err_again)] = &outputs;
    let (first, now) = (observed(first, out, err), observed(&again, out_again, err_again));
    if !runs.is_unbuilt()
        && let Some(signature) = Signature::of_both((&first, &candidate), (&now, &candidate))
    {
        *verdict = signature;
    }
    Ok(runs.built(&again, verdict.judge(&now, &candidate)))
}

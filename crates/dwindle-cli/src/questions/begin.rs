//! What a run of the engine needs is begun here, the same for all commands.

use std::ffi::OsStr;

use dwindle::event::{Event, Stage};
use dwindle::search::{Search, Stop};
use dwindle::space::AsSpace;
use dwindle::{Algorithm, Config, Control};
use dwindle_exec::Signature;
use dwindle_run::error::RunError;
use dwindle_run::session::Session;
use dwindle_run::session::artifact::Artifact;
use dwindle_run::session::input::Input;
use dwindle_run::settings::{Settings, SyntaxChoice};
use dwindle_run::text::{escaped, plural, shell};

use crate::interrupt::{Interrupts, Watch};
use crate::ui::Ui;

/// So much of the text that a signature leaves out is shown.
const MOST_LEFT_OUT: usize = 4;
/// A regex that is longer is not proposed.
const LONGEST_PIN: usize = 200;

/// Says what is worth knowing about a grammar that was brought.
pub(crate) fn warn(syntax: &SyntaxChoice, say: impl Fn(&str)) {
    for warning in syntax.warnings() {
        say(&format!("warning: {warning}"));
    }
}

/// Opens a session on what `read` gives, that signals and the time budget end while the watch lives.
pub(crate) fn begin<A: Artifact>(
    settings: &Settings,
    ui: &mut Ui,
    read: impl FnOnce() -> Result<Input<A>, RunError>,
) -> Result<(Session<A>, Watch), RunError> {
    // Until there is a run nothing can be lost, and an input on a pipe may never come: a signal ends the program.
    let reading = Interrupts::watch()?;
    ui.begin(settings)?;
    for warning in settings.syntax.warnings() {
        ui.warn(warning)?;
    }
    for line in settings.test.said_along() {
        ui.say(&line);
    }
    let control = Control::default();
    ui.steer(&control);
    let input = read()?;
    let watch = Watch::start(&control, settings.budget.time)?;
    drop(reading);
    let session = Session::open(settings, input, &control, ui)?;
    ui.sized(session.size());
    let aim = if session.input().prevents() { "prevent" } else { "keep" };
    if let Some(signature) = &session.signature {
        ui.say(&format!("the failure to {aim}: {signature}"));
        if !signature.left_out().is_empty() {
            ui.say(&left_out(signature, &String::from_utf8_lossy(&session.output)));
        }
        if ui.verbose && !signature.to_regex().is_empty() {
            ui.say(&format!("as a pattern to edit: --signature '{}'", signature.to_regex()));
        }
    }
    if let Some(ending) = &session.ending {
        ui.say(&format!("the failure to {aim}: {ending}"));
        ui.say("candidates have to end in the same way; --exit-code any accepts every exit code and signal");
    }
    tell_past(&session, ui);
    Ok((session, watch))
}

/// Says what a signature leaves out because the input has it, and how to keep that.
fn left_out(signature: &Signature, output: &str) -> String {
    let quoted: Vec<_> = signature.left_out().iter().map(escaped).collect();
    let rest = quoted.len().saturating_sub(MOST_LEFT_OUT);
    let said = quoted[..quoted.len() - rest].join(", ");
    let said = if rest > 0 { format!("{said} and {rest} more") } else { said };
    let said = format!("  this text is the input's, and may change: {said}");
    match signature.pinned(output).filter(|(_, regex)| regex.len() <= LONGEST_PIN) {
        Some((option, regex)) => {
            // Any character will do for what shells quote with.
            let regex = shell::quoted([OsStr::new(&regex.replace('\'', "."))]);
            format!("{said}\n  to keep it: {option} {regex}")
        }
        None => said,
    }
}

/// Opens the session of a further search in the run of `first`.
pub(crate) fn go_on<A: Artifact>(
    settings: &Settings,
    ui: &mut Ui,
    first: &Session<A>,
    input: Input<A>,
) -> Result<Session<A>, RunError> {
    let session = first.next(settings, input, ui)?;
    ui.sized(session.size());
    tell_past(&session, ui);
    Ok(session)
}

/// Says what an earlier run left.
fn tell_past<A: Artifact>(session: &Session<A>, ui: &Ui) {
    if let Some(damage) = session.damage() {
        ui.say(&damage);
    }
    if session.remembered() > 0 {
        ui.say(&format!(
            "continuing: {} known from an earlier run",
            plural(session.remembered() as u64, "test")
        ));
    }
}

/// Minimises `start` as a stage of its own, and gives what is left.
pub(crate) fn stage(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    algorithm: Algorithm,
    unit: &str,
    start: Config,
) -> Result<Config, Stop> {
    let space = &space.as_space();
    let size = space.size(&start);
    let stage = Stage { algorithm: algorithm.name(), unit, units: start.len(), size };
    search.announce(&Event::StageBegan(stage))?;
    let reduced = algorithm.reduce(search, space, start)?;
    let (units, size) = (reduced.len(), space.size(&reduced));
    search.announce(&Event::StageEnded { stage, units, size, certificate: Some(units) })?;
    Ok(reduced)
}

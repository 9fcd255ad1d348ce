//! The strictest sandbox under which the input still fails in the same way: found out by running it there.
//!
//! The first run is without a sandbox and says what the failure is. The second one is under the strictest, and counts
//! as any other run if it shows the same; so nothing is lost where a sandbox does no harm. A test that the sandbox hinders
//! may fail all the same, and then its other effects are lost: what a program says that was not allowed something counts
//! as another failure.

use dwindle::event::{Event, Observer};
use dwindle::{Config, Outcome};
use dwindle_exec::command::observed;
use dwindle_exec::process::{End, Level, Report};
use dwindle_exec::{Signature, Verdict};

use super::runs::{Ran, Runs};
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::session::sandbox::lacking;
use crate::settings::{Repetition, Settings};
use crate::text::{plain, short};

/// What programs say when a sandbox hinders them, in small letters.
const HINDERED: [&str; 12] = [
    "permission denied",
    "permissionerror",
    "operation not permitted",
    "read-only file system",
    "cross-device link",
    "network is unreachable",
    "network unreachable",
    "name resolution",
    "resolve host",
    "unknown host",
    "connection refused",
    "eacces",
];

/// Those of them that a test says which writes elsewhere.
const WRITES: [&str; 2] = ["permission denied", "read-only file system"];

/// So often a test is run in each that fails now and then.
const CHANCES: u32 = 20;

/// How a run came out under the sandbox that was chosen.
pub(super) struct Chosen {
    pub(super) level: Level,
    /// Of the run under it, if one was needed.
    pub(super) report: Option<Report>,
}

impl<A: Artifact> Runs<'_, A> {
    /// Goes on in the strictest sandbox under which `failing` fails as in `first`.
    pub(super) fn strictest(
        &mut self,
        failing: &Config,
        first: &Ran,
        reader: &mut dyn Observer,
    ) -> Result<Chosen, RunError> {
        let mut why = None;
        for level in Level::ALL {
            self.enter(level)?;
            if level == Level::Off {
                break;
            }
            let chances = match self.settings.repeat {
                Some(Repetition::Quorum { runs, .. }) => runs,
                Some(Repetition::Automatic) => CHANCES,
                None => 1,
            };
            for _ in 0..chances {
                let report = self.report(failing)?;
                let Some(otherwise) = self.otherwise(first, &report) else {
                    say(reader, self.place.reached(), level, why.as_deref())?;
                    return Ok(Chosen { level, report: Some(report) });
                };
                why.get_or_insert(otherwise);
            }
            // What takes its time is not tried twice, nor what writes where neither level lets it.
            let writes = why.as_deref().is_some_and(|why| says(why, &WRITES));
            if first.report.end == End::TimedOut || writes {
                self.enter(Level::Off)?;
                break;
            }
        }
        say(reader, self.place.reached(), Level::Off, why.as_deref())?;
        Ok(Chosen { level: Level::Off, report: None })
    }

    /// What a run shows that `first` did not, if that is not the same failure.
    fn otherwise(&self, first: &Ran, report: &Report) -> Option<String> {
        if let Some(line) = hindered(&first.report, report) {
            return Some(format!("the test says: {}", short(plain(&line, &[]).trim(), 100)));
        }
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let (out, err) = (first.report.stdout.bytes(), first.report.stderr.bytes());
        let (now, then) = (observed(report, &stdout, &stderr), observed(&first.report, &out, &err));
        let candidate = self.candidate();
        let is_same = report.end == first.report.end
            && match &first.verdict {
                Verdict::Signature(_) if report.end == End::TimedOut => true,
                Verdict::Signature(_) => {
                    Signature::of_both((&then, &candidate), (&now, &candidate)).is_some()
                }
                verdict => verdict.judge(&now, &candidate).0 == Outcome::Fail,
            };
        (!is_same).then(|| format!("the test does not fail in the same way ({})", report.end))
    }
}

/// Says what the sandbox does not do that was asked for.
pub(super) fn say_gaps<A: Artifact>(runs: &Runs<'_, A>, reader: &mut dyn Observer) -> Result<(), RunError> {
    let Some(text) = lacking(runs.place().reached()) else { return Ok(()) };
    let told = reader.event(&Event::Warning { text: &text });
    told.map_err(|error| RunError::internal(error.to_string()))
}

/// Says which sandbox tests have, where that is not the strictest, and what it does not do.
fn say(
    reader: &mut dyn Observer,
    reached: &dwindle_exec::process::Reached,
    level: Level,
    why: Option<&str>,
) -> Result<(), RunError> {
    let less = why.filter(|_| level != Level::Full).map(|why| {
        let name = level.name();
        format!("tests run with --sandbox {name}: with {}, {why}", Level::Full.name())
    });
    for text in less.into_iter().chain(lacking(reached)) {
        let told = reader.event(&Event::Warning { text: &text });
        told.map_err(|error| RunError::internal(error.to_string()))?;
    }
    Ok(())
}

/// What to type where the sandbox that was asked for may be what hinders the test.
pub(super) fn in_the_way(settings: &Settings) -> Option<String> {
    let level = settings.test.sandbox.level;
    let again = settings.clone().untyped(&["--sandbox"], &[]).retyped(["--sandbox", "auto"]);
    (level != Level::Off && !settings.test.sandbox.is_open()).then(|| {
        format!(
            "if --sandbox {} is in the way, allow what the test needs with --allow-write PATH or --allow-net, or: {again}",
            level.name()
        )
    })
}

/// Whether a line says one of these.
fn says(line: &str, what: &[&str]) -> bool {
    let line = line.to_lowercase();
    what.iter().any(|what| line.contains(what))
}

/// A line in which a program says that something was not allowed, where there are more of those than in the first run.
fn hindered(first: &Report, now: &Report) -> Option<String> {
    let lines = |report: &Report| {
        let texts = [report.stderr.text(), report.stdout.text()];
        let lines: Vec<String> = texts.iter().flat_map(|text| text.lines().map(ToOwned::to_owned)).collect();
        lines
    };
    let (then, now) = (lines(first), lines(now));
    HINDERED.iter().find_map(|what| {
        let before = then.iter().filter(|line| says(line, &[what])).count();
        let mut said = now.iter().filter(|line| says(line, &[what]));
        let line = said.next()?;
        (1 + said.count() > before).then(|| line.clone())
    })
}

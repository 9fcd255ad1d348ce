//! Runs of a program: which of the statements that it executed matter.
//!
//! `recording` records the run twice, before there is a session, and says what has to stay the same. The trace lies
//! in a scratch directory that lives as long as the artifact. Its tests are no command of the user's
//! (`Artifact::test`), so there is no first run. `dwindle` is also the native tracer, in a hidden mode
//! (`dwindle_run::session::runner`).

mod confined;
mod listing;
mod marks;
mod recording;
mod storage;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use dwindle::Config;
use dwindle::plan::{Certificate, Level};
use dwindle::space::Space;
use dwindle::test::Executor;
use dwindle_exec::process::Launcher;
use dwindle_exec::{Refusals, TimeLimit};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::artifact::{Artifact, Made, Words};
use dwindle_run::session::disk;
use dwindle_run::session::scratch::Scratch;
use dwindle_run::settings::{Confinement, Output};
use dwindle_run::text::{joined, number, plural};
use dwindle_trace::protocol::{Control, Kept};
use dwindle_trace::{
    Criterion, Execution, Method, PartialExecution, Recorded, Tracer, decisive_alone, slice,
};

use self::listing::Listing;
pub(crate) use self::recording::recorded;
use self::storage::Storage;
use crate::asked::Trace;
use crate::questions::subject::Asked;

/// The executed statements of a run.
const EXECUTIONS: Level = Level::Own { name: "executions", plural: "executed statements" };

/// A recorded run, and how parts of it are executed.
#[derive(Debug)]
pub(crate) struct Traced {
    execution: Arc<Execution>,
    tracer: Tracer,
    criterion: Criterion,
    /// What decides where nothing else does.
    test: Option<String>,
    launcher: Launcher,
    /// How far that keeps it from the system.
    pub(crate) sandbox: Confinement,
    /// Whether the whole run is refused something in it, too.
    is_refused: bool,
    /// What there is to say of it.
    pub(crate) told: Vec<String>,
    /// What is tried of storage that was not initialised.
    storage: Storage,
    /// Where the trace lies.
    scratch: Scratch,
    /// What the run is keyed by.
    digest: Vec<u8>,
    /// Files that it depends on, by option.
    files: Vec<(&'static str, PathBuf)>,
}

impl Artifact for Traced {
    fn whole(&self) -> dwindle::space::Shared {
        Arc::clone(&self.execution) as _
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        self.digest.as_slice().into()
    }

    fn files(&self) -> &[(&'static str, PathBuf)] {
        &self.files
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        let kept: Kept = String::from_utf8(kept).ok()?.parse().ok()?;
        let events = u32::try_from(self.execution.units()).ok()?;
        let ranges = kept.ranges().iter().map(|range| range.start.min(events)..range.end.min(events));
        Some((self.whole(), Config::of_ranges(ranges)))
    }

    fn room(&self) -> u64 {
        1 << 20
    }

    fn may_be_nothing(&self) -> bool {
        true
    }

    fn words(&self) -> Words {
        Words { noun: "run", ..Words::INPUT }
    }

    fn test(&self, limit: &TimeLimit, refusals: &Refusals) -> Option<Box<dyn Executor>> {
        if self.is_refused {
            refusals.are_usual();
        }
        Some(Box::new(PartialExecution {
            tracer: self.tracer.clone(),
            serves: self.execution.recorded().trace.serve,
            events: self.execution.units(),
            garbage: self.storage.tried.clone(),
            criterion: self.criterion.clone(),
            test: self.test.clone(),
            launcher: self.launcher.clone(),
            refusals: refusals.clone(),
            scratch: self.scratch.path().to_owned(),
            limit: limit.clone(),
        }))
    }

    fn unlike_itself(&self, why: &str) -> Option<RunError> {
        if let Some(test) = &self.test {
            let said =
                format!("--test {test}: the run as it was recorded does not come to exit code 0: {why}");
            let error = RunError::new(Exit::NotFailing, said);
            return Some(error.hint(
                "the command reads the output of the program, and exits with 0 if it is what you look for",
            ));
        }
        let said =
            format!("executing the whole run again, as the trace says, does not come to the same: {why}");
        Some(RunError::new(Exit::Unreliable, said).hints([
            "the program may depend on the time, on random numbers, or on files that it changes",
            "name what has to be the same with --stdout, --stderr or --probe",
        ]))
    }
}

/// Leaves out what does not matter, and tells what is left.
///
/// # Errors
/// When the run fails, or what was found cannot be written.
pub(crate) fn reduce(mut asked: Asked<'_, Traced>, how: &Trace) -> Result<Exit, RunError> {
    let method = how.method;
    let (mut so_far, mut alone) = (None, Config::empty());
    let (found, mut finished) = asked.session.run(asked.ui, |search, traced| {
        let full = traced.execution.full();
        let found = slice(search, &traced.execution, &full, method);
        if let (Err(_), Some((space, config))) = (&found, search.best()) {
            so_far = executed(&traced.execution, space.candidate(Cow::Borrowed(config)).ok());
        }
        let left = found?;
        so_far = Some(left.clone());
        if method == Method::Phases {
            let relevant = marks::relevant(&traced.execution, &left);
            let groups = marks::unneeded(&traced.execution, &left, &relevant);
            alone = decisive_alone(search, &traced.execution, &groups)?;
        }
        let removals = traced.execution.free(&left).len();
        Ok((left, vec![Certificate { level: EXECUTIONS, removals }]))
    })?;
    let mut end = asked.end(&mut finished);
    let traced = asked.session.input();
    let execution = &traced.execution;
    let is_done = found.is_some();
    let left = found.or(so_far).unwrap_or_else(|| execution.full());
    let level = traced.tracer.control;
    let relevant = Config::gather([&marks::relevant(execution, &left), &alone]);
    let listing = Listing::of(execution, &left, &relevant, level, &traced.storage);
    let (matter, definitions) = listing.counts();
    let removals = matter + definitions;
    if is_done && removals > 0 {
        end = end.minimality(&[Certificate { level: EXECUTIONS, removals }]);
    }
    if is_done && definitions > 0 {
        end = end.claim(&format!("none of these {} can be removed", number(removals as u64)));
    }
    let and = match definitions {
        0 => String::new(),
        some => format!(" and {}", plural(some as u64, "definition")),
    };
    for note in traced.storage.said().into_iter().chain(traced.storage.warning()) {
        end = end.note(note);
    }
    end = end.note(control(level, method));
    if !listing.untraced.is_empty() {
        let files = joined(&listing.untraced, "and");
        end = end.note(format!("not traced, so nothing was left out of it: {files}"));
    }
    let strictest = strictest(execution.recorded());
    if is_done && removals == 0 {
        end = end.note(nothing(level, strictest));
    } else if let Some(note) = too_small(level, strictest) {
        end = end.note(note);
    }
    if let some @ 1.. = listing.relevant() {
        end = end.note(format!(
            "{} not needed, but may change or decide what is needed (~): a fault can lie in what was not done there",
            if some == 1 { "1 line is".to_owned() } else { format!("{} lines are", number(some as u64)) }
        ));
    }
    let decide = match listing.decide {
        0 => String::new(),
        some => format!(", {} more decide{} the way", number(some as u64), if some == 1 { "s" } else { "" }),
    };
    let mut end = end.counted(&format!(
        "{}: {} of {}{and} {}{decide}, {} in",
        asked.settings.input.name().trim_end_matches(".trace"),
        number(matter as u64),
        plural(listing.of as u64, "executed statement"),
        if removals == 1 { "matters" } else { "matter" },
        if is_done { "found" } else { "so far" },
    ));
    for (path, text) in [
        (&how.sarif, listing.sarif()),
        (&how.breakpoints, listing.breakpoints(&execution.recorded().trace.tracer)),
    ] {
        if let Some(path) = path {
            let mut file = asked.session.side_at(path)?;
            disk::write(&mut file, text.as_bytes())?;
            end = end.result(path);
        }
    }
    let text = listing.to_string();
    match (&mut asked.answer, &asked.settings.output) {
        (Some(file), Output::File(_)) => {
            disk::write(file, text.as_bytes())?;
            end = end.result(file.path());
        }
        _ => asked.ui.hand_out(&text)?,
    }
    asked.ui.finish(&end, &listing)
}

/// The events of a candidate.
fn executed(execution: &Execution, candidate: Option<dwindle::Candidate<'_>>) -> Option<Config> {
    match candidate? {
        dwindle::Candidate::Units(config) => Some(execution.executed(&config)),
        _ => None,
    }
}

/// The strictest level that the tracer of a run knows.
fn strictest(run: &Recorded) -> Control {
    if run.trace.exact { Control::Exact } else { Control::Strict }
}

/// What is said where a level may leave out causes: which ones, and what asks for them.
fn too_small(level: Control, strictest: Control) -> Option<String> {
    let missing = match level {
        Control::Recorded | Control::Actual => {
            "conditions were left out, so what only they use is not among it"
        }
        Control::Strict => {
            "conditions may have come out as recorded from other values, so what made these is not among it"
        }
        Control::Exact => return None,
    };
    let remedy = if level < strictest {
        format!(": --control {} asks for that, too", strictest.name())
    } else {
        "; the tracer knows no stricter level".to_owned()
    };
    Some(missing.to_owned() + &remedy)
}

/// What is said where nothing that can be left out matters.
fn nothing(level: Control, strictest: Control) -> String {
    let kept = "what is marked + was executed, since it cannot be left out, and that was enough";
    let why = match level {
        Control::Recorded | Control::Actual => "the program was led along the recorded way",
        Control::Strict => "conditions came out as recorded from other values",
        Control::Exact => "",
    };
    let how = if level < strictest {
        format!("{why}: ask again with --control {}", strictest.name())
    } else {
        "the criterion may be too loose: name what the outcome is with --stdout, --stderr, --probe or --test"
            .into()
    };
    format!("nothing that can be left out matters: {kept}; {how}")
}

/// What is said of the way that executions go.
fn control(level: Control, method: Method) -> String {
    let means = match level {
        Control::Recorded => "the program goes the way that was recorded",
        Control::Actual => "predicates that are kept come out as recorded",
        Control::Strict => "all predicates come out as recorded",
        Control::Exact => "all predicates come out as recorded, and compare what was recorded",
    };
    let how =
        if method == Method::Phases { String::new() } else { format!("; algorithm: {}", method.name()) };
    format!("control: {}, {means}{how}", level.name())
}

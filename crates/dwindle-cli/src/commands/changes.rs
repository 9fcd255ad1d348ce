//! `dwindle changes`: which changes between two versions broke it.

mod functions;
mod report;
mod versions;

use std::sync::Arc;

use dwindle::files::FilesPlace;
use dwindle::search::{Search, Shared};
use dwindle::space::Space;
use dwindle::{Config, Outcome, Stop};
use dwindle_changes::{
    Bisected, Cutting, Level, Versions, cause, difference, first_bad, introduction, without,
};

use self::report::{Report, Sides};
use self::versions::Opened;
use super::begin;
use crate::args::Changes;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::ended::Ending;
use crate::settings::{self, Input};
use crate::ui::{End, Ui};

/// How far it came.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    pub(super) bisected: Option<Bisected>,
    /// Whether the bad version passes without the changes of the commits that bisection found.
    pub(super) suspects_hold: bool,
    /// The versions just before and just after those commits, where their changes cannot be taken back from the bad
    /// version alone; then all that follows is about these two.
    pub(super) step: Option<Versions>,
    /// Changes without which the bad version passes; as many as are left.
    pub(super) cause: Config,
    /// The same in lines, by changes of their own.
    pub(super) lines: Option<(Versions, Config)>,
    /// How many logical tests it took until then.
    pub(super) tests: u64,
    /// With `--plain`: the passing and the failing side.
    pub(super) sides: Option<(Config, Config)>,
    /// Changes with which the good version fails.
    pub(super) introduction: Option<Config>,
    /// Whether what was found came out the same in clean directories.
    pub(super) holds: Option<bool>,
    /// Whether products of earlier builds led astray, so that all was asked again in clean directories.
    pub(super) misled: bool,
}

/// Narrows the changes, and shows which are left.
pub(super) fn run(words: &Changes, ui: &mut Ui) -> Result<Exit, CliError> {
    let (mut settings, asked) = resolve::changes(words)?;
    let opened = Arc::new(Opened::new(&asked)?);
    opened.leave_room_for(&settings.test.with)?;
    settings.input = Input::File(opened.path().to_owned());
    opened.notes.iter().for_each(|note| ui.say(&format!("note: {note}")));
    let mut reached = Reached { cause: opened.versions.full(), ..Reached::default() };
    let (mut session, _watch) = begin(&settings, ui, || Ok(opened.input()))?;
    let ran = {
        let reached = &mut reached;
        let mut reader = Ending::new(ui);
        session.run(&mut reader, |search, opened| {
            investigate(search, opened, &asked, reached)?;
            Ok(((), Vec::new()))
        })
    };
    let (_, mut finished) = ran?;
    if reached.holds == Some(false) {
        return Err(CliError::new(
            Exit::Unreliable,
            "the test is unreliable: what was found comes out otherwise now",
        )
        .detail("the versions with and without these changes were tested again, in directories of their own")
        .hint("make the test repeatable, or run each candidate several times with --repeat 2/5"));
    }
    let report = Report::new(&opened, &asked, &reached);
    let Sides { cause, failing } = report.patches();
    finished.result = None;
    if let Some(failing) = &failing {
        finished.result = Some(session.write_side("failing", failing)?);
    }
    let done = finished.stop.is_none();
    let mut end = End::new(&settings, &session, &finished, ui.clock().elapsed());
    if done || !report.is_all() {
        end = end.result(&session.write_side(if asked.fix { "fix" } else { "cause" }, &cause)?);
    }
    let headline = report.headline(ui.clock().elapsed());
    end = end.headline(headline);
    let told = report.told(&end);
    if done || !report.is_all() {
        ui.answer(&report.answer(&cause))?;
    }
    let words = format!("{end}{}", report.words());
    ui.end(&words, &told)?;
    Ok(end.exit())
}

/// Finds the cause, and what introduces the failure, and tests both again in clean directories.
fn investigate<'env, P: FilesPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    opened: &Opened,
    asked: &settings::Changes,
    reached: &mut Reached,
) -> Result<(), Stop> {
    loop {
        let versions = if reached.misled { opened.versions.clean() } else { opened.versions.clone() };
        narrow(search, &versions, opened, asked, reached)?;
        let searched = reached.step.clone().unwrap_or_else(|| versions.clone());
        reached.holds = Some(holds(search, &searched, reached)?);
        if reached.holds == Some(true) || reached.misled || asked.clean {
            return Ok(());
        }
        *reached = Reached { cause: versions.full(), misled: true, ..Reached::default() };
    }
}

fn narrow<'env, P: FilesPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    versions: &Versions,
    opened: &Opened,
    asked: &settings::Changes,
    reached: &mut Reached,
) -> Result<(), Stop> {
    let past = opened.past.as_ref();
    let cutting = Cutting {
        levels: &asked.levels,
        functions: &functions::functions,
        origins: past.map(|past| &past.origins),
    };
    if asked.plain {
        let (passing, failing) = difference(search, versions, cutting)?;
        reached.cause = failing.minus(&passing);
        reached.sides = Some((passing, failing));
        reached.tests = search.count().tests;
        return Ok(());
    }
    if let Some(past) = past.filter(|_| asked.levels.contains(&Level::Commit)) {
        reached.bisected = first_bad(search, versions, &past.trail, &past.history)?;
        if let Some(bisected) = &reached.bisected {
            let suspects = bisected.changes(versions.changes(), &past.origins);
            let outcome = match suspects.len() {
                // Nothing of theirs is left as it was.
                0 => Outcome::Unresolved,
                // Without them it is the good version.
                all if all == reached.cause.len() => Outcome::Pass,
                _ => without(search, versions, &suspects)?,
            };
            match outcome {
                Outcome::Pass => {
                    reached.suspects_hold = true;
                    reached.cause = suspects;
                }
                // Later commits build on them.
                Outcome::Unresolved => {
                    let step = bisected.step(&past.trail, versions)?;
                    reached.cause = step.full();
                    reached.step = Some(step);
                }
                // There is more than one cause, or others have taken them over.
                Outcome::Fail => {}
            }
        }
    }
    let step = reached.step.clone();
    let (versions, cutting) = match &step {
        Some(step) => (step, Cutting { origins: None, ..cutting }),
        None => (versions, cutting),
    };
    cause(search, versions, &mut reached.cause, cutting, asked.algorithm)?;
    if asked.levels.contains(&Level::Line) {
        let lines = versions.changes().in_lines(&reached.cause);
        let finer = versions.of(Arc::clone(&lines.changes));
        let mut left = lines.finer(&reached.cause);
        let cutting = Cutting { levels: &[Level::Edit], origins: None, ..cutting };
        cause(search, &finer, &mut left, cutting, asked.algorithm)?;
        reached.cause = lines.coarser(&left);
        reached.lines = Some((finer, left));
    }
    reached.tests = search.count().tests;
    let found = introduction(search, versions, &reached.cause, cutting, asked.algorithm)?;
    reached.introduction = Some(found);
    Ok(())
}

/// Whether what was found comes out the same in a directory in which nothing of earlier candidates is.
fn holds<'env, P: FilesPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    versions: &Versions,
    reached: &Reached,
) -> Result<bool, Stop> {
    let mut holds = |versions: &Versions, config: &Config, wanted: Outcome| {
        let shared: Shared<'env, P> = Arc::new(versions.clean());
        let now = search.probe(&shared, std::slice::from_ref(config))?.remove(0);
        Ok::<_, Stop>(now.outcome == wanted)
    };
    if let Some((passing, failing)) = &reached.sides {
        return Ok(holds(versions, passing, Outcome::Pass)? && holds(versions, failing, Outcome::Fail)?);
    }
    let (finest, cause) = match &reached.lines {
        Some((finer, lines)) => (finer, lines),
        None => (versions, &reached.cause),
    };
    let mended = holds(finest, &finest.full().minus(cause), Outcome::Pass)?;
    let broken = match &reached.introduction {
        Some(found) => holds(versions, found, Outcome::Fail)?,
        None => true,
    };
    Ok(mended && broken)
}

//! The two questions: what has to be taken back for the bad version to pass, and what makes the good version fail.

use std::sync::Arc;

use dwindle::search::Search;
use dwindle::space::Space;
use dwindle::{Config, Outcome, Stop};
use dwindle_changes::{
    Bisected, Cutting, Level, Minimality, SINGLY, Versions, cause, difference, first_bad, introduction,
    without,
};

use super::functions::functions;
use super::versions::Opened;
use crate::settings;

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
    /// At which level the cause is 1-minimal, where that was proved.
    pub(super) minimality: Option<Minimality>,
    /// How many logical tests it took until the cause was confirmed; none before.
    pub(super) tests: Option<u64>,
    /// With `--plain`: the passing and the failing side.
    pub(super) sides: Option<(Config, Config)>,
    /// Changes with which the good version fails, confirmed, and at which level they are 1-minimal.
    pub(super) introduction: Option<(Config, Option<Minimality>)>,
    /// Whether something that was found came out otherwise in clean directories, also when it was asked there.
    pub(super) is_contradicted: bool,
    /// Whether products of earlier builds led astray, so that questions were asked again in clean directories.
    pub(super) misled: bool,
}

impl Reached {
    /// Nothing yet: all changes between the `versions` may be the cause.
    pub(super) fn new(versions: &Versions) -> Self {
        Self { cause: versions.full(), ..Self::default() }
    }

    /// Whether the cause is known, and was confirmed.
    pub(super) const fn is_known(&self) -> bool {
        self.tests.is_some()
    }
}

/// Finds the cause, and tests it again in clean directories.
pub(super) fn find_cause(
    search: &mut Search<'_>,
    opened: &Opened,
    asked: &settings::Changes,
    reached: &mut Reached,
) -> Result<(), Stop> {
    loop {
        let versions = if reached.misled { opened.versions.clean() } else { opened.versions.clone() };
        narrow(search, &versions, opened, asked, reached)?;
        let tests = search.count().tests;
        let searched = reached.step.clone().unwrap_or(versions);
        let (finest, cause) = match &reached.lines {
            Some((finer, lines)) => (finer, lines),
            None => (&searched, &reached.cause),
        };
        let holds = if let Some((passing, failing)) = &reached.sides {
            holds(search, finest, passing, Outcome::Pass)? && holds(search, finest, failing, Outcome::Fail)?
        } else {
            let without = finest.full().minus(cause);
            let groups = groups(opened, asked, reached, finest, (cause, reached.minimality));
            holds(search, finest, &without, Outcome::Pass)?
                && is_minimal(search, finest, groups.map(|group| without.union(&group)), Outcome::Pass)?
        };
        if holds {
            reached.tests = Some(tests);
            return Ok(());
        }
        if reached.misled || asked.clean {
            reached.is_contradicted = true;
            return Ok(());
        }
        *reached = Reached { misled: true, ..Reached::new(&opened.versions) };
    }
}

/// Finds what makes the good version fail, once the cause is known, and tests it again in clean directories.
pub(super) fn find_introduction(
    search: &mut Search<'_>,
    opened: &Opened,
    asked: &settings::Changes,
    reached: &mut Reached,
) -> Result<(), Stop> {
    if reached.sides.is_some() {
        return Ok(());
    }
    let searched = reached.step.clone().unwrap_or_else(|| opened.versions.clone());
    loop {
        let is_clean = reached.misled || asked.clean;
        let versions = if is_clean { searched.clean() } else { searched.clone() };
        let cutting = cutting(opened, asked, reached);
        let found = introduction(search, &versions, &reached.cause, cutting, asked.algorithm)?;
        let (with, proved) = &found;
        let groups = groups(opened, asked, reached, &versions, (with, *proved));
        if holds(search, &versions, with, Outcome::Fail)?
            && is_minimal(search, &versions, groups.map(|group| with.minus(&group)), Outcome::Fail)?
        {
            reached.introduction = Some(found);
            return Ok(());
        }
        if is_clean {
            reached.is_contradicted = true;
            return Ok(());
        }
        reached.misled = true;
    }
}

fn cutting<'a>(opened: &'a Opened, asked: &'a settings::Changes, reached: &Reached) -> Cutting<'a> {
    let past = opened.past.as_ref().filter(|_| reached.step.is_none());
    Cutting { levels: &asked.levels, functions: &functions, origins: past.map(|past| &past.origins) }
}

fn narrow(
    search: &mut Search<'_>,
    versions: &Versions,
    opened: &Opened,
    asked: &settings::Changes,
    reached: &mut Reached,
) -> Result<(), Stop> {
    if asked.plain {
        let (passing, failing) = difference(search, versions, cutting(opened, asked, reached))?;
        reached.cause = failing.minus(&passing);
        reached.sides = Some((passing, failing));
        return Ok(());
    }
    bisect(search, versions, opened, asked, reached)?;
    let step = reached.step.clone();
    let versions = step.as_ref().unwrap_or(versions);
    let cutting = cutting(opened, asked, reached);
    reached.minimality = cause(search, versions, &mut reached.cause, cutting, asked.algorithm)?;
    if asked.levels.contains(&Level::Line) {
        let lines = versions.changes().in_lines(&reached.cause);
        let finer = versions.of(Arc::clone(lines.base()));
        let mut left = lines.to_base(&reached.cause);
        let cutting = Cutting { levels: &[Level::Edit], origins: None, ..cutting };
        let proved = cause(search, &finer, &mut left, cutting, asked.algorithm)?;
        reached.minimality = proved.map(|proved| Minimality { level: Level::Line, ..proved });
        reached.cause = lines.touched(&left);
        reached.lines = Some((finer, left));
    }
    Ok(())
}

/// Bisects the commits, where they are in order, and takes the changes of the one found for the cause if they are.
fn bisect(
    search: &mut Search<'_>,
    versions: &Versions,
    opened: &Opened,
    asked: &settings::Changes,
    reached: &mut Reached,
) -> Result<(), Stop> {
    let Some(past) = opened.past.as_ref().filter(|_| asked.levels.contains(&Level::Commit)) else {
        return Ok(());
    };
    reached.bisected = first_bad(search, versions, &past.trail, &past.history)?;
    let Some(bisected) = &reached.bisected else { return Ok(()) };
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
            let mut step = bisected.step(&past.trail, versions)?;
            if asked.ignore_blanks {
                step = step.without_blanks().map_err(std::io::Error::other)?;
            }
            reached.cause = step.full();
            reached.step = Some(step);
        }
        // There is more than one cause, or others have taken them over.
        Outcome::Fail => {}
    }
    Ok(())
}

/// The groups of which none can be left out, where several changes are; none where they are many.
fn groups(
    opened: &Opened,
    asked: &settings::Changes,
    reached: &Reached,
    versions: &Versions,
    (found, proved): (&Config, Option<Minimality>),
) -> impl Iterator<Item = Config> + use<> {
    let proved = proved.filter(|proved| (2..=SINGLY).contains(&proved.groups));
    // Commits are known of the whole changes, and not of their lines.
    let groups = proved.map(|proved| match proved.level {
        Level::Line => versions.changes().singly(found),
        level => cutting(opened, asked, reached).groups(versions.changes(), level, found),
    });
    groups.into_iter().flatten()
}

/// Whether none of these versions comes out as `outcome` in an empty directory, either: what is left of earlier builds
/// can make a change look needed. Nothing is asked again where all was asked there.
fn is_minimal(
    search: &mut Search<'_>,
    versions: &Versions,
    configs: impl Iterator<Item = Config>,
    outcome: Outcome,
) -> Result<bool, Stop> {
    let shared = Arc::new(versions.clean());
    for config in configs {
        if search.outcome(&shared, &config)? == outcome {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a version comes out as `wanted` in a directory in which nothing of earlier candidates is.
fn holds(
    search: &mut Search<'_>,
    versions: &Versions,
    config: &Config,
    wanted: Outcome,
) -> Result<bool, Stop> {
    let shared = Arc::new(versions.clean());
    let now = search.probe(&shared, std::slice::from_ref(config))?.remove(0);
    Ok(now.outcome == wanted)
}

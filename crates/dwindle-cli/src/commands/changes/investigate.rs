//! The two questions: what has to be taken back for the bad version to pass, and what makes the good version fail.

use std::sync::Arc;

use dwindle::search::Search;
use dwindle::space::Space;
use dwindle::{Config, Outcome, Stop};
use dwindle_changes::{
    Bisected, Cutting, Level, Minimality, SINGLY, Versions, carried, cause, difference, first_bad,
    introduction, without,
};

use super::functions::functions;
use super::versions::Opened;
use crate::asked;

/// How far it came.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    pub(super) bisected: Option<Bisected>,
    /// Whether the bad version passes without the changes of the commits that bisection found.
    pub(super) suspects_hold: bool,
    /// The versions just before and just after those commits, where their changes cannot be taken back from the bad
    /// version as a whole; then the cause is looked for between these two.
    pub(super) step: Option<Versions>,
    /// The bad version with and without what was found there, where it passes without it: then this is the cause.
    pub(super) carried: Option<Versions>,
    /// The changes of those commits, as far as they are left.
    pub(super) suspects: Config,
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

    /// The versions by the finest changes, and the cause among these; `versions` are those that were begun with.
    pub(super) fn finest<'a>(&'a self, versions: &'a Versions) -> (&'a Versions, &'a Config) {
        match &self.lines {
            Some((finer, lines)) => (finer, lines),
            None => (self.searched(versions), &self.cause),
        }
    }

    /// The versions whose changes the cause is some of; `versions` are those that were begun with.
    pub(super) fn searched<'a>(&'a self, versions: &'a Versions) -> &'a Versions {
        self.carried.as_ref().or(self.step.as_ref()).unwrap_or(versions)
    }

    /// Whether the cause is known, and was confirmed.
    pub(super) const fn is_known(&self) -> bool {
        self.tests.is_some()
    }
}

/// The search for both answers: between which versions, as what was asked, and how far it came.
pub(super) struct Investigation<'a> {
    pub(super) opened: &'a Opened,
    pub(super) asked: &'a asked::Changes,
    pub(super) reached: Reached,
}

impl<'a> Investigation<'a> {
    /// Nothing is known yet.
    pub(super) fn new(opened: &'a Opened, asked: &'a asked::Changes) -> Self {
        Self { opened, asked, reached: Reached::new(&opened.versions) }
    }

    /// Finds the cause, and tests it again in clean directories.
    pub(super) fn find_cause(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        let all = &self.opened.versions;
        loop {
            let versions = if self.reached.misled { all.clean() } else { all.clone() };
            self.narrow(search, &versions)?;
            let tests = search.count().tests;
            let reached = &self.reached;
            let (finest, cause) = reached.finest(&versions);
            let holds = if let Some((passing, failing)) = &reached.sides {
                holds(search, finest, passing, Outcome::Pass)?
                    && holds(search, finest, failing, Outcome::Fail)?
            } else {
                let without = finest.full().minus(cause);
                let groups = groups(self.cutting(), finest, (cause, reached.minimality));
                holds(search, finest, &without, Outcome::Pass)?
                    && is_minimal(search, finest, groups.map(|group| without.union(&group)), Outcome::Pass)?
            };
            if holds {
                self.reached.tests = Some(tests);
                return Ok(());
            }
            if self.is_clean() {
                self.reached.is_contradicted = true;
                return Ok(());
            }
            self.reached = Reached { misled: true, ..Reached::new(all) };
        }
    }

    /// Finds what makes the good version fail, once the cause is known, and tests it again in clean directories.
    pub(super) fn find_introduction(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        if self.reached.sides.is_some() {
            return Ok(());
        }
        loop {
            let all = &self.opened.versions;
            let versions = if self.is_clean() { all.clean() } else { all.clone() };
            let reached = &self.reached;
            let likely = if reached.step.is_some() { &reached.suspects } else { &reached.cause };
            let cutting = self.cutting_of_all();
            let found = introduction(search, &versions, likely, cutting, self.asked.algorithm)?;
            let (with, proved) = &found;
            let groups = groups(cutting, &versions, (with, *proved));
            if holds(search, &versions, with, Outcome::Fail)?
                && is_minimal(search, &versions, groups.map(|group| with.minus(&group)), Outcome::Fail)?
            {
                self.reached.introduction = Some(found);
                return Ok(());
            }
            if self.is_clean() {
                self.reached.is_contradicted = true;
                return Ok(());
            }
            self.reached.misled = true;
        }
    }

    /// Whether all is asked in clean directories by now.
    const fn is_clean(&self) -> bool {
        self.reached.misled || self.asked.clean
    }

    /// How the changes between the good and the bad version are cut.
    fn cutting_of_all(&self) -> Cutting<'a> {
        let origins = self.opened.past.as_ref().map(|past| &past.origins);
        Cutting { levels: &self.asked.levels, functions: &functions, origins }
    }

    /// How the changes are cut that the cause is some of.
    fn cutting(&self) -> Cutting<'a> {
        let all = self.cutting_of_all();
        if self.reached.step.is_some() { Cutting { origins: None, ..all } } else { all }
    }

    fn narrow(&mut self, search: &mut Search<'_>, versions: &Versions) -> Result<(), Stop> {
        let asked = self.asked;
        if asked.plain {
            let (passing, failing) = difference(search, versions, self.cutting_of_all())?;
            self.reached.cause = failing.minus(&passing);
            self.reached.sides = Some((passing, failing));
            return Ok(());
        }
        self.bisect(search, versions)?;
        let cutting = self.cutting();
        let reached = &mut self.reached;
        let within = reached.step.as_ref().unwrap_or(versions);
        reached.minimality = cause(search, within, &mut reached.cause, cutting, asked.algorithm)?;
        self.carry(search, versions)?;
        let reached = &mut self.reached;
        let versions = reached.searched(versions).clone();
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

    /// Takes back from the bad version what was found within the commits that bisection found, and where that cannot be
    /// told, as few of its lines as are the cause. Where it still fails, it has other causes, too, and all its changes
    /// are searched.
    fn carry(&mut self, search: &mut Search<'_>, versions: &Versions) -> Result<(), Stop> {
        let Some(step) = self.reached.step.clone() else { return Ok(()) };
        let whole = self.reached.cause.clone();
        if self.taken_back(search, versions, (&step, &whole))? {
            return Ok(());
        }
        let (lines, algorithm) = (step.changes().in_lines(&whole), self.asked.algorithm);
        let finer = step.of(Arc::clone(lines.base()));
        let mut left = lines.to_base(&whole);
        let cutting = Cutting { levels: &[Level::Edit], ..self.cutting() };
        cause(search, &finer, &mut left, cutting, algorithm)?;
        self.taken_back(search, versions, (&finer, &left)).map(drop)
    }

    /// The same with one cause; whether the bad version could be told without it.
    fn taken_back(
        &mut self,
        search: &mut Search<'_>,
        versions: &Versions,
        (step, within): (&Versions, &Config),
    ) -> Result<bool, Stop> {
        let found = carried(step, within, versions).map_err(std::io::Error::other)?;
        let Some(found) = found else { return Ok(false) };
        let outcome = without(search, &found, &found.full())?;
        let searched = match outcome {
            Outcome::Pass => {
                (self.reached.cause, self.reached.carried) = (found.full(), Some(found.clone()));
                &found
            }
            Outcome::Fail => {
                (self.reached.cause, self.reached.step) = (versions.full(), None);
                versions
            }
            Outcome::Unresolved => return Ok(false),
        };
        let cutting = self.cutting();
        let reached = &mut self.reached;
        reached.minimality = cause(search, searched, &mut reached.cause, cutting, self.asked.algorithm)?;
        Ok(true)
    }

    /// Bisects the commits, where they are in order, and takes the changes of the one found for the cause if they are.
    fn bisect(&mut self, search: &mut Search<'_>, versions: &Versions) -> Result<(), Stop> {
        let (asked, reached) = (self.asked, &mut self.reached);
        let Some(past) = self.opened.past.as_ref().filter(|_| asked.levels.contains(&Level::Commit)) else {
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
            Outcome::Pass => (reached.suspects_hold, reached.cause) = (true, suspects),
            // Other commits build on them, or they on others.
            Outcome::Unresolved => {
                reached.suspects = suspects;
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
}

/// The groups of which none can be left out, where several changes are; none where they are many.
fn groups(
    cutting: Cutting<'_>,
    versions: &Versions,
    (found, proved): (&Config, Option<Minimality>),
) -> impl Iterator<Item = Config> + use<> {
    let proved = proved.filter(|proved| (2..=SINGLY).contains(&proved.groups));
    // Commits are known of the whole changes, and not of their lines.
    let groups = proved.map(|proved| match proved.level {
        Level::Line => versions.changes().singly(found),
        level => cutting.groups(versions.changes(), level, found),
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

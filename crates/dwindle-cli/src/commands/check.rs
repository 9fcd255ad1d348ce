//! `dwindle check`: does an input still fail, and is it minimal.

mod removals;

use std::fmt;
use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::plan::Level;
use dwindle::search::Search;
use dwindle::space::{FilesSpace, Pins, Space};
use dwindle::{Config, Stop};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::artifact::Artifact;
use dwindle_run::session::input::Input;
use dwindle_run::session::original;
use dwindle_run::text::{escaped, number, plural, shown};
use serde::Serialize;

use self::removals::Removals;
use crate::args::Check;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::subjects::files;
use crate::subjects::text::pieces::{Cut, Piece};
use crate::ui::{Name, Ui};

/// So many removals that still fail are named.
const NAMED: usize = 10;

/// The answer.
#[derive(Debug, Serialize)]
struct Checked {
    exit: Exit,
    #[serde(skip)]
    name: String,
    /// The input fails; one that does not is an error.
    fails: bool,
    minimality: Option<Minimality>,
}

/// What the removals came to.
#[derive(Debug, Serialize)]
struct Minimality {
    at_once: u8,
    unit: &'static str,
    /// What the units are called, for people.
    #[serde(skip)]
    plural: &'static str,
    units: u64,
    /// How many removals were tested.
    removals: u64,
    /// How many there are.
    of: u64,
    /// How many of them still fail.
    failing: u64,
    /// The first of them: what was removed.
    named: Vec<Vec<Removed>>,
    /// Commands to go on with, and what for.
    #[serde(skip)]
    next: Vec<(&'static str, String)>,
}

/// What is removed at once: a piece of a text, or a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Removed {
    Piece(Piece),
    File {
        path: Name,
        #[serde(skip)]
        shown: String,
    },
}

/// What can be removed.
struct Units<S> {
    level: Level,
    space: Arc<S>,
    /// All that there is.
    full: Config,
}

/// Checks, and says what it found.
pub(super) fn run(words: &Check, ui: &mut Ui) -> Result<Exit, RunError> {
    let mut settings = resolve::check(words)?;
    let original = original::name(&settings);
    if let Some(name) = &original {
        let (result, name) = (settings.input.name(), name.clone());
        ui.say(&format!("note: {result} is the result for {0}, and tests see it as {0}", escaped(&name)));
        settings.test.make_room(|candidate| candidate == name);
    }
    if settings.input.is_tree() {
        let asked = files::open_as(original, &settings, ui)?;
        let space = FilesSpace::new(Arc::clone(&asked.session.input().files));
        let protected =
            settings.protect.as_ref().map_or_else(Config::empty, |pattern| space.matching(pattern));
        // Without all that is in it a folder stays: it may be all that is needed.
        let fixed = protected.union(&space.filled_folders());
        let pinned = Arc::new(Pins::of(space, fixed));
        let full = pinned.full();
        let units = Units { level: Level::Files, space: Arc::clone(&pinned), full: full.clone() };
        let path = |unit: u32| {
            let path = &pinned.base().paths()[unit as usize];
            Removed::File { path: Name::of(path), shown: shown(path) }
        };
        return answer(words, asked, &units, |rest| {
            pinned.to_base(&full).minus(&pinned.to_base(rest)).units().map(path).collect()
        });
    }
    let asked = Asked::of(&settings, ui, || Ok(Input::read(&settings.input)?.called(original)))?;
    let cut = Cut::new(&settings, asked.session.input());
    let full = cut.space.full();
    let units = Units { level: Level::Units(cut.unit), space: Arc::clone(&cut.space), full: full.clone() };
    answer(words, asked, &units, |rest| cut.difference(&full, rest).into_iter().map(Removed::Piece).collect())
}

/// Tests removals, where that is asked for, and says what they came to; `name` is given what is left by each that still fails.
fn answer<A: Artifact, S: Space + 'static>(
    words: &Check,
    asked: Asked<'_, A>,
    units: &Units<S>,
    name: impl Fn(&Config) -> Vec<Removed>,
) -> Result<Exit, RunError> {
    let Asked { settings, mut session, ui, .. } = asked;
    let first_only = !words.asked.all;
    let (outcome, finished) = session.run(ui, |search, _| {
        let found = (words.asked.minimality)
            .map(|at_once| test_removals(search, units, (at_once, first_only), &name))
            .transpose()?;
        Ok((found, Vec::new()))
    })?;
    let Some(mut minimality) = outcome else {
        let stop = finished.stop.map_or_else(String::new, |stop| format!(": {stop}"));
        return Err(RunError::new(Exit::Interrupted, format!("the check did not finish{stop}"))
            .hint("start it again: an unfinished check keeps no results"));
    };
    if let Some(found) = minimality.as_mut().filter(|found| found.failing > 0) {
        if found.removals < found.of {
            found.next.push(("to test all removals", settings.retyped(["--all"])));
        }
        let mut reduce = settings.clone().untyped(&["-m", "--minimality", "--all"], &["--all"]);
        reduce.typed[0] = "reduce".into();
        found.next.push(("to reduce it", reduce.retyped([] as [&str; 0])));
    }
    let is_minimal = minimality.as_ref().is_none_or(|found| found.failing == 0);
    let exit = if is_minimal { Exit::Done } else { Exit::NotMinimal };
    let checked = Checked { exit, name: settings.input.name(), fails: true, minimality };
    ui.answer(&checked.to_string())?;
    ui.end("", &checked)?;
    Ok(exit)
}

fn test_removals<S: Space + 'static>(
    search: &mut Search<'_>,
    Units { level, space, full }: &Units<S>,
    (at_once, first_only): (u8, bool),
    name: &impl Fn(&Config) -> Vec<Removed>,
) -> Result<Minimality, Stop> {
    let (units, size) = (full.len(), space.size(full));
    let stage = Stage { algorithm: "removals", unit: level.name(), units, size };
    search.announce(&Event::StageBegan(stage))?;
    let done = search.run(space, Removals::new(full.clone(), at_once, first_only))?;
    let failing = done.failing();
    Ok(Minimality {
        at_once,
        unit: level.name(),
        plural: level.plural(),
        units: units as u64,
        removals: done.at,
        of: done.all,
        failing: failing.len() as u64,
        named: failing.take(NAMED).map(|rest| name(&rest)).collect(),
        next: Vec::new(),
    })
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.minimality {
            None => writeln!(f, "{}: fails", self.name),
            Some(minimality) => write!(f, "{}: fails; {minimality}", self.name),
        }
    }
}

impl fmt::Display for Removed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(piece) => piece.fmt(f),
            Self::File { shown, .. } => f.write_str(shown),
        }
    }
}

impl fmt::Display for Minimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.plural;
        let mut tested = plural(self.units, "single removal");
        if self.at_once == 2 {
            tested = format!("{tested} and {}", plural(self.of - self.units, "pair"));
        }
        if self.failing == 0 {
            return writeln!(f, "{}-minimal by {unit}: {tested} tested, none fails", self.at_once);
        }
        let still = if self.failing == 1 {
            "1 still fails".to_owned()
        } else {
            format!("{} still fail", number(self.failing))
        };
        write!(f, "not {}-minimal by {unit}: ", self.at_once)?;
        if self.removals < self.of {
            writeln!(f, "removal {} of {} still fails", number(self.removals), number(self.of))?;
        } else {
            writeln!(f, "{tested} tested, {still}")?;
        }
        for removal in &self.named {
            let pieces: Vec<String> =
                removal.iter().map(|piece| piece.to_string().replace('\n', " and ")).collect();
            writeln!(f, "  without {}", pieces.join(" and "))?;
        }
        let rest = self.failing - self.named.len() as u64;
        if rest > 0 {
            writeln!(f, "  and {} more", number(rest))?;
        }
        self.next.iter().try_for_each(|(purpose, next)| writeln!(f, "  {purpose}: {next}"))
    }
}

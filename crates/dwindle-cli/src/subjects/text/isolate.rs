//! What lies between a text that passes and one that fails.

mod known;
mod view;

use std::ops::Range;
use std::sync::Arc;

use dwindle::isolate::{Depth, Isolated, isolate_telling};
use dwindle::reduce;
use dwindle::search::Search;
use dwindle::space::{Merged, Sides};
use dwindle::{Outcome, Stop, Text, TooLarge};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::input::Input;
use dwindle_run::settings::{self, Settings};
use dwindle_run::syntax::Syntax;
use dwindle_run::text::{number, shown};

use self::known::Known;
use crate::questions::isolate::depth;
use crate::questions::subject::Asked;
use dwindle_run::plans::setting;

/// What isolation ended with.
enum Ended {
    /// The two sides, as they were merged last.
    Apart(Merged),
    /// Nothing passes that it could begin with.
    NoPassingSide(Outcome),
    /// Nothing lies between the sides.
    Same,
    TooLarge(TooLarge),
}

/// The passing side that `settings` name, or nothing.
pub(crate) fn passing(settings: &Settings) -> Result<Text, RunError> {
    match &settings.passing {
        Some(path) if !path.is_file() => {
            Err(RunError::usage(format!("--passing {}: no such file", shown(path)))
                .hint("name an input on which the test passes: --passing FILE"))
        }
        // Nothing may be what passes.
        Some(path) if path.metadata().is_ok_and(|about| about.len() == 0) => Ok(Text::default()),
        Some(path) => Ok(Input::read(&settings::Input::File(path.clone()))?.artifact),
        None => Ok(Text::default()),
    }
}

/// Isolates, writes both sides and shows what lies between them.
///
/// # Errors
/// When nothing passes, the run fails, or the sides cannot be written.
pub(crate) fn isolate(asked: Asked<'_, Text>, passing: &Text) -> Result<Exit, RunError> {
    let Asked { settings, mut session, ui, .. } = asked;
    let syntax = session.syntax();
    ui.show_text(syntax.as_ref());
    let mut known = Known::new(session.pair()?);
    let (ended, finished) = session.run(ui, |search, text| {
        let syntax = syntax.as_ref();
        let mut isolating = Isolating { search, settings, syntax, known: &mut known };
        // From an empty file it is the same as from nothing: there is nothing that both share.
        let ended = if passing.bytes().is_empty() {
            let apart = isolating.by_tree(text)?;
            let (passing, failing) =
                apart.map_or_else(|| (passing.clone(), text.clone()), |apart| (apart.passing, apart.failing));
            isolating.by_units(passing, failing, depth(settings))?
        } else {
            isolating.beside(passing.clone(), text.clone())?
        };
        Ok((ended, Vec::new()))
    })?;
    if let Some(ended) = ended {
        known.finish(apart(settings, ended)?)?;
    }
    known.show(settings, finished, ui)
}

/// An isolation: how it searches, and what it knows so far.
struct Isolating<'a, 's> {
    search: &'a mut Search<'s>,
    settings: &'a Settings,
    syntax: Option<&'a Syntax>,
    known: &'a mut Known,
}

impl Isolating<'_, '_> {
    /// Isolates on the syntax tree, where there is one and the difference is found in it.
    fn by_tree(&mut self, text: &Text) -> Result<Option<reduce::Apart>, Stop> {
        let Self { search, settings, syntax, known } = self;
        let Some(tree) = syntax.and_then(|syntax| syntax.parse.parse(text)) else { return Ok(None) };
        let mut each = |apart: &reduce::Apart| known.tell_texts(&apart.passing, &apart.failing);
        reduce::isolate(search, setting(settings), tree.squeezed(), depth(settings), &mut each)
    }

    /// Isolates between a passing side of the user's and the input: the difference first, by every unit, and only then
    /// what both share, by the tree of the failing side, where there is one, and by units.
    ///
    /// The difference is what was asked for, and takes few tests; what both share may take any number. Two trees would
    /// not say what of the one is what of the other: that the diff of the texts does.
    fn beside(&mut self, passing: Text, failing: Text) -> Result<Ended, Stop> {
        let mut merged = match self.by_units(passing, failing, Depth::Difference)? {
            Ended::Apart(merged) => merged,
            ended => return Ok(ended),
        };
        let Self { search, settings, syntax, known } = self;
        known.difference_found(search.count().tests);
        if settings.plain {
            return Ok(Ended::Apart(merged));
        }
        let failing = merged.space.render(&merged.sides.failing());
        if let Some(tree) = syntax.and_then(|syntax| syntax.parse.parse(&failing)) {
            let mut each = |sides: &Sides| known.tell(&merged.space, sides);
            merged.sides =
                reduce::surroundings(search, setting(settings), tree.squeezed(), &merged, &mut each)?;
        }
        let [passing, failing] =
            [merged.sides.passing(), merged.sides.failing()].map(|side| merged.space.render(&side));
        self.by_units(passing, failing, Depth::Surroundings)
    }

    /// Isolates by one unit after the other, each on the sides that the one before it ended with.
    fn by_units(&mut self, mut passing: Text, mut failing: Text, depth: Depth) -> Result<Ended, Stop> {
        let Self { search, settings, known, .. } = self;
        let mut last = None;
        for &unit in &settings.units {
            let merged = match Merged::new(&passing, &failing, unit) {
                Ok(merged) => merged.protect(spans(settings, &failing)),
                Err(error) => return Ok(Ended::TooLarge(error)),
            };
            if merged.sides.edits.is_empty() {
                return Ok(Ended::Same);
            }
            let space = Arc::new(merged.space.clone());
            if settings.passing.is_some() {
                let outcome = search.outcome(&space, &merged.sides.passing())?;
                if outcome != Outcome::Pass {
                    return Ok(Ended::NoPassingSide(outcome));
                }
            }
            let mut each = |sides: &Sides| known.tell(&merged.space, sides);
            match isolate_telling(search, &space, unit.name(), merged.sides, depth, &mut each)? {
                Isolated::Apart(sides) => {
                    passing = merged.space.render(&sides.passing());
                    failing = merged.space.render(&sides.failing());
                    last = Some(Merged { space: merged.space, sides });
                }
                Isolated::NoPassingSide(outcome) => return Ok(Ended::NoPassingSide(outcome)),
            }
        }
        Ok(last.map_or(Ended::Same, Ended::Apart))
    }
}

/// The stretches of `text` that are protected.
fn spans<'a>(settings: &'a Settings, text: &'a Text) -> impl Iterator<Item = Range<usize>> + 'a {
    let found = settings.protect.iter().flat_map(|pattern| pattern.find_iter(text.bytes()));
    found.map(|found| found.range())
}

/// The two sides.
fn apart(settings: &Settings, ended: Ended) -> Result<Merged, RunError> {
    match (ended, &settings.passing) {
        (Ended::Apart(merged), _) => Ok(merged),
        (Ended::NoPassingSide(outcome), Some(path)) => {
            let how = match outcome {
                Outcome::Fail => "it fails too",
                _ => "the outcome is unresolved",
            };
            Err(RunError::new(
                Exit::NotFailing,
                format!("the input given with --passing does not pass, {}: {how}", shown(path)),
            )
            .hint("name an input on which the test passes: --passing FILE")
            .hint("a script passes with exit code 1, a command with exit code 0"))
        }
        (Ended::NoPassingSide(outcome), None) => {
            let how = match outcome {
                Outcome::Fail => "the empty input fails too",
                _ => "the outcome of the empty input is unresolved, and no other part that was tried passes",
            };
            Err(RunError::new(Exit::NotFailing, format!("found no input that passes: {how}"))
                .hint("name one with --passing FILE, or keep what the test needs with --protect REGEX")
                .hint("to find only a minimal part that fails, use dwindle reduce"))
        }
        (Ended::Same, Some(path)) => Err(RunError::usage(format!(
            "{} and {} are identical, so there is no difference to isolate",
            shown(path),
            settings.input.name()
        ))
        .hint("name an input on which the test passes: --passing FILE")),
        (Ended::Same, None) => {
            Err(RunError::usage("everything is protected, so there is no difference to isolate")
                .hint("use a --protect pattern that matches less"))
        }
        (Ended::TooLarge(error), _) => {
            Err(RunError::usage(format!("the two sides together are too large: {error}"))
                .hint(format!("use smaller inputs: at most {} bytes together", number(u32::MAX.into()))))
        }
    }
}

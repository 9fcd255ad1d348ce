//! `dwindle isolate`: the smallest difference between an input that passes and one that fails.

mod tree;
mod view;

use std::sync::Arc;

use dwindle::isolate::{Depth, Isolated, isolate};
use dwindle::reduce::{self, Setting};
use dwindle::search::{Search, Shared};
use dwindle::space::{Merged, Space, Text, TextPlace, TooLarge};
use dwindle::{Algorithm, Outcome, Stop};
use serde::Serialize;

use self::view::{Mark, View};
use super::open;
use crate::args::Isolate;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::input::Input;
use crate::settings::{self, Settings};
use crate::syntax::Syntax;
use crate::ui::{End, Ui, input_name, number, plural, seconds, size};

/// The last record: what came out, and the difference between the two sides.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    #[serde(flatten)]
    end: &'a End,
    /// Bytes that both sides share.
    shared: u64,
    difference: &'a [Mark],
}

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

/// Isolates, writes both sides and shows what lies between them.
pub(super) fn run(words: &Isolate, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::isolate(words)?;
    if settings.input.is_tree() {
        return tree::run(&settings, ui);
    }
    let passing = match &settings.passing {
        Some(path) if !path.is_file() => {
            return Err(CliError::usage(format!("--passing {}: there is no such file", path.display()))
                .hint("--passing names an input on which the test passes"));
        }
        // Nothing may be what passes.
        Some(path) if path.metadata().is_ok_and(|about| about.len() == 0) => Text::default(),
        Some(path) => Input::read(&settings::Input::File(path.clone()))?.artifact,
        None => Text::default(),
    };
    let (mut session, _watch) = open(&settings, ui)?;
    let syntax = session.syntax();
    let (ended, mut finished) = session.run(ui, |search, text| {
        let (passing, failing) = if settings.passing.is_some() {
            match around(search, &settings, syntax.as_ref(), passing, text.clone())? {
                Ok(sides) => sides,
                Err(ended) => return Ok((ended, Vec::new())),
            }
        } else {
            by_tree(search, &settings, syntax.as_ref(), text)?
                .map_or((passing, text.clone()), |apart| (apart.passing, apart.failing))
        };
        Ok((by_units(search, &settings, passing, failing, depth(&settings))?, Vec::new()))
    })?;
    let Some(ended) = ended else {
        let end = End::new(&settings, &session, &finished, ui.clock().elapsed());
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let Merged { space, sides } = apart(&settings, ended)?;
    let (passing, failing) = (space.bake(&sides.passing()), space.bake(&sides.failing()));
    // The failing side of the smallest difference need not be the smallest part that failed on the way.
    finished.result = Some(session.write_side("failing", failing.bytes())?);
    finished.result_size = failing.bytes().len() as u64;
    let passing_path = session.write_side("passing", passing.bytes())?;
    let view = View::new(&space, &sides);
    let shared = space.size(&sides.passing()) - view.size_of_passing();
    let end = End::new(&settings, &session, &finished, ui.clock().elapsed()).result(&passing_path);
    let headline = format!(
        "{}: {} {} the difference, in {} that both sides share, found in {}, {}",
        input_name(&settings),
        plural(sides.edits.len() as u64, space.unit().plural().trim_end_matches('s')),
        if sides.edits.len() == 1 { "makes" } else { "make" },
        size(shared),
        plural(end.tests(), "test"),
        seconds(ui.clock().elapsed()),
    );
    let end = end.headline(headline);
    ui.answer(&view.to_string())?;
    ui.end(&end.to_string(), &Apart { end: &end, shared, difference: view.marks() })?;
    Ok(end.exit())
}

/// Isolates on the syntax tree, where there is one and the difference is found in it.
fn by_tree<'env, P: TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    settings: &Settings,
    syntax: Option<&Syntax>,
    text: &Text,
) -> Result<Option<reduce::Apart>, Stop> {
    let Some(tree) = syntax.and_then(|syntax| syntax.parse.parse(text)) else { return Ok(None) };
    let setting = Setting { parse: None, protect: settings.protect.as_ref(), lists: Algorithm::Dwindle };
    reduce::isolate(search, setting, tree.squeezed(), depth(settings))
}

/// Narrows the difference between a side of the user's and the other one, and reduces what both share by the tree of
/// the failing one, where there is a tree; gives what there is for the units of the text to do.
///
/// Two trees would not say what of the one is what of the other: that the diff of the texts does.
fn around<'env, P: TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    settings: &Settings,
    syntax: Option<&Syntax>,
    passing: Text,
    failing: Text,
) -> Result<Result<(Text, Text), Ended>, Stop> {
    let Some(syntax) = syntax.filter(|_| !settings.plain) else { return Ok(Ok((passing, failing))) };
    let mut merged = match by_units(search, settings, passing, failing, Depth::Difference)? {
        Ended::Apart(merged) => merged,
        ended => return Ok(Err(ended)),
    };
    if let Some(tree) = syntax.parse.parse(&merged.space.bake(&merged.sides.failing())) {
        let setting = Setting { parse: None, protect: settings.protect.as_ref(), lists: Algorithm::Dwindle };
        merged.sides = reduce::surroundings(search, setting, tree.squeezed(), &merged)?;
    }
    Ok(Ok((merged.space.bake(&merged.sides.passing()), merged.space.bake(&merged.sides.failing()))))
}

const fn depth(settings: &Settings) -> Depth {
    if settings.plain { Depth::Difference } else { Depth::Surroundings }
}

/// Isolates by one unit after the other, each on the sides that the one before it ended with.
fn by_units<'env, P: TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    settings: &Settings,
    mut passing: Text,
    mut failing: Text,
    depth: Depth,
) -> Result<Ended, Stop> {
    let mut last = None;
    for &unit in &settings.units {
        let merged = match Merged::new(&passing, &failing, unit) {
            Ok(merged) => {
                let spans = settings.protect.iter().flat_map(|pattern| pattern.find_iter(failing.bytes()));
                merged.protect(spans.map(|found| found.range()))
            }
            Err(error) => return Ok(Ended::TooLarge(error)),
        };
        if merged.sides.edits.is_empty() {
            return Ok(Ended::Same);
        }
        let space = Arc::new(merged.space.clone());
        let shared: Shared<'env, P> = space;
        if settings.passing.is_some() {
            let outcome = search.outcome(&shared, &merged.sides.passing())?;
            if outcome != Outcome::Pass {
                return Ok(Ended::NoPassingSide(outcome));
            }
        }
        match isolate(search, &shared, unit.name(), merged.sides, depth)? {
            Isolated::Apart(sides) => {
                passing = merged.space.bake(&sides.passing());
                failing = merged.space.bake(&sides.failing());
                last = Some(Merged { space: merged.space, sides });
            }
            Isolated::NoPassingSide(outcome) => return Ok(Ended::NoPassingSide(outcome)),
        }
    }
    Ok(last.map_or(Ended::Same, Ended::Apart))
}

/// The two sides.
///
/// # Errors
/// When there were none.
fn apart(settings: &Settings, ended: Ended) -> Result<Merged, CliError> {
    let how = |outcome| match outcome {
        Outcome::Fail => "fails too",
        Outcome::Pass => "passes",
        Outcome::Unresolved => "does not pass: the test cannot tell",
    };
    match (ended, &settings.passing) {
        (Ended::Apart(merged), _) => Ok(merged),
        (Ended::NoPassingSide(outcome), Some(path)) => Err(CliError::new(
            Exit::NotFailing,
            format!("the passing side {}: {}", how(outcome), path.display()),
        )
        .hint("--passing names an input on which the test passes")),
        (Ended::NoPassingSide(outcome), None) => {
            Err(CliError::new(Exit::NotFailing, format!("nothing to start from: the empty input {}", how(outcome)))
                .detail("and no part of the input was found that passes")
                .hint("name an input that passes, with --passing FILE, or keep what the test needs with --protect REGEX")
                .hint("for the smallest part that fails, which needs no passing side, use dwindle reduce"))
        }
        (Ended::Same, Some(path)) => Err(CliError::usage(format!(
            "{} and {} are the same, so nothing can make the difference",
            path.display(),
            input_name(settings)
        ))),
        (Ended::Same, None) => {
            Err(CliError::usage("everything is protected, so nothing is left to make the difference")
                .hint("protect less"))
        }
        (Ended::TooLarge(error), _) => {
            Err(CliError::usage(format!("the two sides together: {error}"))
                .hint(format!("isolate by larger units, or smaller inputs (at most {})", number(u32::MAX.into()))))
        }
    }
}

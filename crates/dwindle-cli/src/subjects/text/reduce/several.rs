//! Several independent causes in one text, each reduced by itself.

use std::ops::Range;
use std::path::Path;

use dwindle::causes::{Cause, Causes, SeveralCauses};
use dwindle::{Plan, Search, Stop, Text};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::Session;
use dwindle_run::session::layout::Layouts;
use dwindle_run::settings::Settings;
use dwindle_run::syntax::Syntax;
use dwindle_run::text::{change, joined, number, place, plural, said, size};
use dwindle_store::journal::Minimality;
use dwindle_syntax::layout::LONGEST;
use serde::Serialize;

use crate::questions::subject::Asked;
use crate::ui::Name;

/// The causes, as the last record has them.
#[derive(Debug, Serialize)]
struct Told {
    causes: Vec<ToldCause>,
    /// Whether there may well be more: as many were found as were wanted, or one came again and again.
    full: bool,
    /// Whether the input passes without a part of each.
    repaired: bool,
    /// How many tests looked for texts to begin with.
    looking: u64,
}

/// One cause.
#[derive(Debug, Serialize)]
struct ToldCause {
    result: Name,
    /// Of the smallest text.
    size: u64,
    tokens: Option<u64>,
    tests: u64,
    /// How many searches came to it.
    times: u64,
    /// How many parts of the input look like one of it, where several searches came to it.
    alike: u64,
    /// Another failure than that of the first run.
    failure: Option<String>,
    /// The lines of the input that have a part of it.
    lines: Vec<usize>,
    minimality: Vec<Minimality>,
    /// What people are told of it.
    #[serde(skip)]
    line: String,
}

/// Looks for causes and tells of them.
pub(super) fn reduce(
    asked: Asked<'_, Text>,
    most: usize,
    plan: &Plan,
    syntax: Option<&Syntax>,
) -> Result<Exit, RunError> {
    let Asked { settings, mut session, ui, .. } = asked;
    let how = how(settings, most, syntax);
    let layouts = session.layouts()?;
    let (mut causes, mut laid_out, mut is_stopped) = (Causes::default(), Vec::new(), false);
    let (_, mut finished) = session.run(ui, |search, text| {
        let mut reduce = |search: &mut Search<'_>, text: &Text| plan.run(search, text.clone());
        let mut found = |search: &mut Search<'_>, cause: &Cause| {
            laid_out.push(laid_out_while(layouts.as_ref(), search, cause)?);
            Ok(())
        };
        if layouts.is_some() {
            search.keep_way(LONGEST);
        }
        causes = how.find(search, text, &mut reduce, &mut found)?;
        is_stopped = causes.stop.is_some();
        if let (Some(layouts), Some(last)) = (&layouts, causes.found.get(laid_out.len())) {
            search.keep_failure(last.failure.as_deref());
            laid_out.push(layouts.lay_out(search, &last.text)?.text);
        }
        causes.stop.take().map_or(Ok(((), Vec::new())), Err)
    })?;
    let input = session.input().clone();
    let mut told = Told {
        causes: Vec::new(),
        full: causes.is_full,
        repaired: causes.is_repaired,
        looking: causes.looking,
    };
    let mut results = Vec::new();
    for (at, cause) in causes.found.iter().enumerate() {
        let shown = laid_out.get(at).map_or(cause.text.bytes(), Vec::as_slice);
        let path = session.write_cause(at + 1, shown)?;
        results.push(path.clone());
        told.causes.push(ToldCause::of(at + 1, cause, &path, &session, &input));
    }
    session.drop_more_than(causes.found.len());
    if let Some((_, signatures)) = &mut finished.others {
        signatures.retain(|it| causes.found.iter().all(|cause| cause.failure.as_ref() != Some(it)));
    }
    finished.result = None;
    finished.result_size = causes.found.iter().map(|cause| cause.text.bytes().len() as u64).sum();
    let mut end = ui.came_to(&finished).counted(&headline(&causes, finished.input_size));
    for (cause, path) in told.causes.iter().zip(&results) {
        end = end.note(cause.line.clone()).result(path);
    }
    ui.finish(&end.claim(&claim(&causes, is_stopped)), &told)
}

/// How causes are looked for.
fn how(settings: &Settings, most: usize, syntax: Option<&Syntax>) -> SeveralCauses {
    SeveralCauses {
        parse: syntax
            .filter(|_| settings.units.is_empty())
            .map(|syntax| std::sync::Arc::clone(&syntax.parse)),
        protect: settings.protect.clone(),
        most,
        other_failures: settings.test.judged.is_none() && !settings.test.worker,
    }
}

/// The text of a cause as it is shown.
fn laid_out_while(
    layouts: Option<&Layouts>,
    search: &mut Search<'_>,
    cause: &Cause,
) -> Result<Vec<u8>, Stop> {
    match layouts {
        Some(layouts) => Ok(layouts.lay_out_meanwhile(search, &cause.text)?.text),
        None => Ok(cause.text.bytes().to_vec()),
    }
}

impl ToldCause {
    fn of(at: usize, cause: &Cause, path: &Path, session: &Session, input: &Text) -> Self {
        let bytes = cause.text.bytes().len() as u64;
        let tokens = session.tokens(&cause.text);
        let lines = lines(input, &cause.places);
        let parts = tokens.map_or_else(String::new, |tokens| format!(" ({})", plural(tokens, "token")));
        let (size_shown, from) = (size(bytes), from_lines(&lines));
        let tests = plural(cause.tests, "test");
        let mut said = vec![format!("cause {at}: {}, {size_shown}{parts}{from}, in {tests}", said(path))];
        if cause.times > 1 {
            said.push(format!("found {} times", number(cause.times)));
        }
        if cause.alike > cause.times {
            said.push(format!("{} parts of the input look like it", number(cause.alike)));
        }
        said.extend(cause.failure.clone());
        Self {
            result: Name::of(path),
            size: bytes,
            tokens,
            tests: cause.tests,
            times: cause.times,
            alike: cause.alike,
            failure: cause.failure.clone(),
            lines,
            minimality: cause.certificates.iter().map(Minimality::from).collect(),
            line: said.join("; "),
        }
    }
}

/// `, from lines 3, 12 and 40`.
fn from_lines(lines: &[usize]) -> String {
    let shown: Vec<String> = lines.iter().take(4).map(|line| number(*line as u64)).collect();
    match shown.as_slice() {
        [] => String::new(),
        [line] => format!(", from line {line}"),
        _ if shown.len() < lines.len() => format!(", from lines {}, ...", shown.join(", ")),
        _ => format!(", from lines {}", joined(&shown, "and")),
    }
}

/// The lines of the input in which there is one of `places` (ascending).
fn lines(input: &Text, places: &[Range<usize>]) -> Vec<usize> {
    let mut lines: Vec<usize> = Vec::new();
    let (mut at, mut line) = (0, 1);
    for span in places {
        line += place(&input.bytes()[at..span.start]).0 - 1;
        at = span.start;
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines
}

/// `3 causes: 1,234 bytes → 41, 38 and 22 bytes in`.
fn headline(causes: &Causes, input: u64) -> String {
    let sizes: Vec<u64> = causes.found.iter().map(|cause| cause.text.bytes().len() as u64).collect();
    let count = plural(sizes.len() as u64, "cause");
    if let [one] = sizes.as_slice() {
        return format!("{count}: {} in", change(input, *one));
    }
    let shown: Vec<String> = sizes.iter().map(|size| number(*size)).collect();
    format!("{count}: {} → {} bytes in", size(input), joined(&shown, "and"))
}

/// What is known of the causes that were not found.
fn claim(causes: &Causes, is_stopped: bool) -> String {
    let looking = plural(causes.looking, "test");
    let is_one = causes.found.len() == 1;
    match (causes.is_repaired, causes.is_full || is_stopped) {
        (true, _) if is_one => {
            format!("no second cause: the input passes without a part of this one ({looking})")
        }
        (true, _) => format!("the input passes without a part of each ({looking})"),
        (_, true) => "there may be more".to_owned(),
        _ if is_one => format!("no second cause found in {looking}"),
        _ => format!("no other cause found in {looking}"),
    }
}

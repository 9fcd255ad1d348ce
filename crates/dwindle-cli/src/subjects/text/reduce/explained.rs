//! What of a result may vary while it still fails (`--explain`): how that is looked for, and what is told of it.

use std::path::Path;
use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::explain::{Explain, Explanation, Free};
use dwindle::space::Unit;
use dwindle::{Search, Stop, Text};
use dwindle_run::session::layout::Layouts;
use dwindle_run::settings::Settings;
use dwindle_run::syntax::Syntax;
use dwindle_run::text::{escaped, number, place, plain, plural, short, table};
use serde::Serialize;

use crate::ui::Name;

/// Of a result so many lines are shown.
const MOST_LINES: usize = 40;
/// Of a part so many places, and so many characters.
const MOST_PLACES: usize = 4;
const MOST_CHARACTERS: usize = 30;

/// A result with what is free in it.
pub(super) struct Explained {
    text: Text,
    free: Explanation,
}

/// What programs are told.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    /// The file that it is about.
    result: Option<Name>,
    parts: Vec<ToldPart>,
    /// How many variations of all parts at once were tested, and failed.
    variations: u64,
    /// A regular expression that matches the result and its variations.
    pattern: String,
    /// Words, in small letters, that no word became.
    taken: Vec<String>,
}

/// A part.
#[derive(Debug, Serialize)]
struct ToldPart {
    places: Vec<ToldPlace>,
    text: Name,
    class: String,
    regex: String,
    /// How many values were tested, and failed.
    values: u64,
}

/// Where a part stands in the result.
#[derive(Debug, Serialize)]
struct ToldPlace {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

/// How free parts are looked for.
pub(super) fn how(settings: &Settings, together: usize, syntax: Option<&Syntax>) -> Explain {
    let parse = syntax.map(|syntax| Arc::clone(&syntax.parse));
    Explain { parse, protect: settings.protect.clone(), together, seed: 0 }
}

/// Explains `text` as it will be laid out.
///
/// # Errors
/// Why the search was ended first: a budget is one of all tests.
pub(super) fn explain(
    how: &Explain,
    layouts: Option<&Layouts>,
    search: &mut Search<'_>,
    text: &Text,
) -> Result<Explained, Stop> {
    let shown = match layouts {
        Some(layouts) => Text::new(layouts.lay_out_meanwhile(search, text)?.text).ok(),
        None => None,
    };
    let text = shown.unwrap_or_else(|| text.clone());
    let size = text.bytes().len() as u64;
    let stage = Stage { algorithm: "explain", unit: Unit::Tokens.name(), units: 1, size };
    search.announce(&Event::StageBegan(stage))?;
    let free = how.find(search, &text)?;
    search.announce(&Event::StageEnded { stage, units: 1, size, certificate: None })?;
    Ok(Explained { text, free })
}

impl Told {
    /// What there is to tell of a result, which lies at `path`.
    pub(super) fn of(found: &Explained, path: Option<&Path>) -> Self {
        let Explained { text, free } = found;
        Self {
            result: path.map(Name::of),
            parts: free.free.iter().map(|part| ToldPart::of(part, text)).collect(),
            variations: free.together,
            pattern: free.pattern(text),
            taken: free.taken.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect(),
        }
    }

    /// The same for people: the parts, the pattern, and the result with marks.
    pub(super) fn words(&self, found: &Explained) -> String {
        if self.parts.is_empty() {
            return "free parts: none found; whatever was varied, the failure was gone".to_owned();
        }
        let tests = match self.variations {
            1 => "1 random variation of all of them at once still fails".to_owned(),
            all => format!("{} random variations of all of them at once still fail", number(all)),
        };
        let mut rows: Vec<[String; 3]> = Vec::new();
        let (blanks, others): (Vec<_>, Vec<_>) = self.parts.iter().partition(|part| part.is_blank());
        rows.extend(others.iter().map(|part| part.row(&part.places.iter().collect::<Vec<_>>())));
        let mut told: Vec<&str> = Vec::new();
        for part in &blanks {
            if !told.contains(&part.class.as_str()) {
                told.push(&part.class);
                let alike = blanks.iter().filter(|other| other.class == part.class);
                rows.push(part.row(&alike.flat_map(|other| &other.places).collect::<Vec<_>>()));
            }
        }
        let rows = table(&rows, [false; 3]);
        let rows: Vec<String> = rows.lines().map(|line| format!("  {line}")).collect();
        let marked = marked(found);
        format!(
            "free parts, and what may stand there instead ({tests}):\n{}\npattern: {}\n{marked}",
            rows.join("\n"),
            self.pattern
        )
    }
}

impl ToldPart {
    fn of(part: &Free, text: &Text) -> Self {
        let bytes = text.bytes();
        let place = |span: &std::ops::Range<usize>| {
            let (line, column) = place(&bytes[..span.start]);
            ToldPlace { start: span.start, end: span.end, line, column }
        };
        let there = &bytes[part.places[0].clone()];
        Self {
            places: part.places.iter().map(place).collect(),
            text: Name::of(Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(there))),
            class: part.class.name().to_owned(),
            regex: part.class.regex(),
            values: part.values,
        }
    }

    fn is_blank(&self) -> bool {
        matches!(&self.text, Name::Text(text) if !text.is_empty() && text.trim_ascii().is_empty())
    }

    /// `1:5, 1:20`, what stands there, and its class.
    fn row(&self, places: &[&ToldPlace]) -> [String; 3] {
        let shown: Vec<String> = places.iter().map(|at| format!("{}:{}", at.line, at.column)).collect();
        let mut at = shown[..shown.len().min(MOST_PLACES)].join(", ");
        if shown.len() > MOST_PLACES {
            at.extend([", ... (", &plural(shown.len() as u64, "place"), ")"]);
        }
        let text = match &self.text {
            _ if self.is_blank() => "blanks".to_owned(),
            Name::Text(text) if text.is_empty() => "nothing".to_owned(),
            Name::Text(text) => short(&escaped(text), MOST_CHARACTERS),
            Name::Bytes(_) => "bytes".to_owned(),
        };
        let same = if self.places.len() > 1 { ", the same at each place" } else { "" };
        let values = plural(self.values, "value");
        [at, text, format!("{}{same} ({values} tried)", self.class)]
    }
}

/// The first lines of the result, with `⟨` and `⟩` around what is free and no blank.
fn marked(found: &Explained) -> String {
    let bytes = found.text.bytes();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for part in &found.free.free {
        let is_blank =
            |span: &std::ops::Range<usize>| !span.is_empty() && bytes[span.clone()].trim_ascii().is_empty();
        let all = part.places.iter().filter(|span| !is_blank(span));
        places.extend(all.map(|span| (span.start, span.end)));
    }
    places.sort_unstable();
    let (mut out, mut at) = (String::new(), 0);
    for (start, end) in places {
        out += &String::from_utf8_lossy(&bytes[at..start]);
        out.extend(["\u{27e8}", &String::from_utf8_lossy(&bytes[start..end]), "\u{27e9}"]);
        at = end;
    }
    out += &String::from_utf8_lossy(&bytes[at..]);
    let lines: Vec<String> = out.lines().map(|line| format!("  | {}", plain(line, &['\t']))).collect();
    let mut shown = lines[..lines.len().min(MOST_LINES)].join("\n");
    if lines.len() > MOST_LINES {
        shown.extend(["\n  | ... (", &plural(lines.len() as u64, "line"), ")"]);
    }
    shown
}

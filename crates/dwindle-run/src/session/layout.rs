//! Readable results: what formatters and the library make of a text, tested before it is shown.
//!
//! The search goes for the fewest bytes, and so a reduced program is often one long line. When it is done, layouts are
//! tested in order, and the first that still fails becomes the result. The smallest text stays in the run directory.
//!
//! It may also be the beginning of a text only, as the rest did not matter. Where the input parses and the smallest text does not,
//! what closes that which it opens is tested first, and layouts are made of that.
//!
//! Layouts are also tested where a budget, the time, `--target-size` or an interrupt ended the search:
//! `Search::conclude` lifts these limits for the few tests, which `Halt::AtOnce` ends two seconds after an
//! interrupt. Formatters are tried first (`formatters.txt` is their table), then layouts from the syntax tree.
//! `best` in the run directory stays the smallest text: it is what claims are about and what a resumed run goes on
//! from.

mod formatters;
mod tree;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::space::{NothingNew, Space, Unit};
use dwindle::{Outcome, Plan, Search, Stop, Text};
use dwindle_exec::process::TempFiles;
use dwindle_syntax::language::Language;
use dwindle_syntax::layout;

use super::workshop::Workshop;
use super::{Session, disk};
use crate::error::RunError;
use crate::settings::{Objective, Settings, SyntaxChoice};
use crate::syntax::language;
use formatters::{Formatter, LONGEST};
pub use tree::LaidOutTree;

/// What lays texts out where no formatter does, by its name in records.
pub const OWN: &str = "dwindle";

/// A text that parses may be so many times as long as the smallest one, and some bytes more.
const LONGER: usize = 3;
const LONGER_BY: usize = 200;

/// What lays results out.
#[derive(Debug)]
pub struct Layouts {
    language: Option<Language>,
    formatters: Vec<Formatter>,
    workshop: Workshop,
    minify: bool,
    /// With `--no-invention`: what may be in a layout.
    nothing_new: Option<NothingNew>,
    /// The input, which is looked at where a result does not parse.
    input: Text,
    /// What stands in the place of the result before the run: a run that starts from the smallest text of an earlier one has no
    /// way to it.
    standing: Option<Text>,
}

/// A result as it is shown.
#[derive(Debug)]
pub struct LaidOut {
    /// The text; it fails.
    pub text: Vec<u8>,
    /// What laid it out, a formatter or [`OWN`]; none where it is the smallest text.
    pub by: Option<&'static str>,
    /// How many tokens it has, where its language is known.
    pub tokens: Option<usize>,
    /// Whether layouts were tested, and the failure was gone in each.
    pub is_gone: bool,
    /// Whether it is too long for people to read, and so no layout was tested.
    pub is_long: bool,
    /// Whether it closes what the smallest text leaves open; none where there is nothing to close.
    pub closed: Option<bool>,
    /// Whether `--minify` was given.
    pub minify: bool,
    /// The file with the smallest text, where this is another one.
    pub smallest: Option<PathBuf>,
}

/// A layout, and what made it.
type Laid = (&'static str, Text);

impl LaidOut {
    /// Its text, where a formatter made it smaller than `text`: that is the smallest one then.
    pub fn smaller_than(&self, text: &Text) -> Option<Text> {
        let is_smaller = self.text.len() < text.bytes().len();
        is_smaller.then(|| Text::new(self.text.clone()).ok()).flatten()
    }
}

impl Layouts {
    /// What lays texts out that come from `input`, which is called `name`; none where their own layout is kept.
    pub fn new(
        settings: &Settings,
        scratch: &Path,
        name: &Path,
        input: &Text,
    ) -> Result<Option<Self>, RunError> {
        if !settings.units.is_empty() || settings.deps.is_some() {
            return Ok(None);
        }
        // Layouts have other lines, and what a command makes of them is not known.
        if !matches!(settings.objective, Objective::Bytes | Objective::Tokens | Objective::Rate) {
            return Ok(None);
        }
        let language = language(&settings.syntax, name, input.bytes());
        let by_ending = match &settings.syntax {
            SyntaxChoice::ByName => name.file_name().and_then(formatters::language),
            SyntaxChoice::Language(_) => None,
            // A text, or a grammar that says nothing of what blanks mean.
            SyntaxChoice::Text | SyntaxChoice::Grammar(_) => return Ok(None),
        };
        let called = language.map(Language::name).or(by_ending);
        let formatters = called.map(formatters::of).unwrap_or_default();
        if language.is_none() && formatters.is_empty() {
            return Ok(None);
        }
        let nothing_new = settings.no_invention.then(|| NothingNew::beside(input));
        let workshop = Workshop::new(&settings.test, TempFiles::InScratch, scratch.join("layout"));
        Ok(Some(Self {
            language,
            formatters,
            workshop,
            minify: settings.minify,
            nothing_new,
            input: input.clone(),
            standing: None,
        }))
    }

    /// The first layout of `text`, which fails, that fails as well.
    pub fn lay_out(&self, search: &mut Search<'_>, text: &Text) -> Result<LaidOut, Stop> {
        // However the search ended, people read what it found.
        search.conclude();
        self.lay_out_meanwhile(search, text)
    }

    /// As [`Layouts::lay_out`], while the search goes on.
    pub fn lay_out_meanwhile(&self, search: &mut Search<'_>, text: &Text) -> Result<LaidOut, Stop> {
        let way = search.way().take_while(|before| before.len() <= longest(text));
        let way: Vec<Text> = way.filter_map(|bytes| Text::new(bytes).ok()).collect();
        self.lay_out_after(search, text, &way)
    }

    /// The same, after the texts of `way`, the last one first.
    fn lay_out_after(&self, search: &mut Search<'_>, text: &Text, way: &[Text]) -> Result<LaidOut, Stop> {
        let (closed, asked) = self.closed(search, text, way)?;
        let is_closed = asked.then_some(closed.is_some());
        let open = closed.as_ref().unwrap_or(text);
        let (laid, is_gone) = first_that_fails(search, open, self.layouts(open))?;
        let laid = laid.or_else(|| closed.map(|closed| (OWN, closed)));
        let is_gone = is_gone && laid.is_none();
        let (by, shown) = laid.map_or_else(|| (None, text.clone()), |(by, laid)| (Some(by), laid));
        let language = self.language.filter(|_| !Plan::is_huge(&shown));
        let tokens = language.and_then(|language| layout::tokens(language, &shown));
        Ok(LaidOut {
            text: shown.bytes().to_vec(),
            by,
            tokens,
            is_gone,
            is_long: text.bytes().len() > LONGEST,
            closed: is_closed,
            minify: self.minify,
            smallest: None,
        })
    }

    /// The first layout of `text` as it comes to be asked about, where it has not one that people can read.
    fn first(&self, text: &Text, way: &[Text]) -> Option<Laid> {
        let closed = self.whole(text, way).and_then(|whole| whole.into_iter().next());
        let laid = self.layouts(closed.as_ref().unwrap_or(text)).next();
        laid.or_else(|| closed.map(|closed| (OWN, closed)))
    }

    /// What `text` may become so that it parses, where it does not and the input does, the best first; none where it does.
    ///
    /// That is what it opens closed by signs, or by words where that is shorter than the smallest text before it that parses, or else that
    /// text: `way` has those from the last to the first.
    fn whole(&self, text: &Text, way: &[Text]) -> Option<Vec<Text>> {
        let language = self.language.filter(|_| !self.minify && self.nothing_new.is_none())?;
        if text.bytes().len() > layout::LONGEST
            || layout::is_whole(language, text)
            || !layout::parses(language, &self.input)
        {
            return None;
        }
        let is_whole = |text: &Text| layout::is_whole(language, text);
        let words = |text: &Text| text.bytes().iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
        let standing =
            || self.standing.as_ref().filter(|it| it.bytes().len() <= longest(text) && is_whole(it));
        let before = way.iter().find(|before| is_whole(before)).or_else(standing);
        let is_shorter = |text: &Text| before.is_some_and(|before| text.bytes().len() < before.bytes().len());
        let only_closed = words(text);
        let completions = layout::completions(language, text).into_iter();
        let (mut whole, others): (Vec<_>, Vec<_>) = completions
            .filter_map(|bytes| Text::new(bytes).ok())
            .partition(|text| is_whole(text) && (words(text) == only_closed || is_shorter(text)));
        whole.extend(before.cloned());
        whole.extend(others);
        (!whole.is_empty()).then_some(whole)
    }

    /// What `text` becomes so that it parses, if that fails; and whether it has to become another one.
    fn closed(
        &self,
        search: &mut Search<'_>,
        text: &Text,
        way: &[Text],
    ) -> Result<(Option<Text>, bool), Stop> {
        let Some(whole) = self.whole(text, way) else { return Ok((None, false)) };
        let (closed, _) = first_that_fails(search, text, whole.into_iter().map(|whole| (OWN, whole)))?;
        Ok((closed.map(|(_, closed)| closed), true))
    }

    /// The layouts of `text` in the order in which they are asked about, up to one that it has already; none of a long one.
    fn layouts<'t>(&'t self, text: &'t Text) -> impl Iterator<Item = Laid> + 't {
        let is_laid_out = !self.minify && text.bytes().len() <= LONGEST;
        let formatted = self.formatters.iter().filter(move |_| is_laid_out).filter_map(|formatter| {
            let bytes = formatter.format(&self.workshop, text.bytes())?;
            Some((formatter.program, bytes))
        });
        let language = self.language.filter(|_| is_laid_out);
        let own = language.into_iter().flat_map(|language| layout::layouts(language, text));
        formatted
            .chain(own.map(|bytes| (OWN, bytes)))
            .take_while(|(_, bytes)| bytes.trim_ascii() != text.bytes().trim_ascii())
            .filter_map(|(by, bytes)| Some((by, Text::new(bytes).ok()?)))
            .filter(|(_, laid)| self.nothing_new.as_ref().is_none_or(|rule| rule.holds(laid)))
    }
}

/// The first of these layouts of `text` that fails, and whether some were tested in vain.
fn first_that_fails(
    search: &mut Search<'_>,
    text: &Text,
    layouts: impl Iterator<Item = Laid>,
) -> Result<(Option<Laid>, bool), Stop> {
    let size = text.bytes().len() as u64;
    let stage = Stage { algorithm: "layout", unit: Unit::Lines.name(), units: 1, size };
    let (mut tested, mut laid) = (false, None);
    for (by, candidate) in layouts {
        if !std::mem::replace(&mut tested, true) {
            search.announce(&Event::StageBegan(stage))?;
        }
        let space = Arc::new(candidate.cut(Unit::Bytes));
        if search.outcome(&space, &space.full())? == Outcome::Fail {
            laid = Some((by, candidate));
            break;
        }
    }
    if tested {
        let size = laid.as_ref().map_or(size, |(_, laid)| laid.bytes().len() as u64);
        search.announce(&Event::StageEnded { stage, units: 1, size, certificate: None })?;
    }
    let is_gone = tested && laid.is_none();
    Ok((laid, is_gone))
}

/// How long a text may be that parses where `text` does not.
fn longest(text: &Text) -> usize {
    text.bytes().len() * LONGER + LONGER_BY
}

impl Session {
    /// How many tokens are in a text: those of its language, or, of none and of a huge one, words, numbers and signs. Binary data have none.
    pub fn tokens(&self, text: &Text) -> Option<u64> {
        let language = || language(&self.settings.syntax, Path::new(&self.input.name), text.bytes());
        let language = if Plan::is_huge(text) { None } else { language() };
        if let Some(tokens) = language.and_then(|language| layout::tokens(language, text)) {
            return Some(tokens as u64);
        }
        if dwindle::binary::is_binary(text.bytes()) {
            return None;
        }
        let is_more_than_blank = |span: &Range<usize>| !text.bytes()[span.clone()].trim_ascii().is_empty();
        Some(text.tokens().filter(is_more_than_blank).count() as u64)
    }

    /// How many words, numbers and signs of the text that lies at `path` stand nowhere in the input; none of binary data.
    pub fn new_tokens(&self, path: &Path) -> Option<u64> {
        let text = Text::new(fs::read(path).ok()?).ok()?;
        let is_text = !dwindle::binary::is_binary(self.input.artifact.bytes());
        is_text.then(|| NothingNew::count(&self.input.artifact, &text) as u64)
    }

    /// What lays the result out; none where the input's own layout is kept.
    pub fn layouts(&self) -> Result<Option<Layouts>, RunError> {
        let (name, text) = (Path::new(&self.input.name), &self.input.artifact);
        let standing = self.store.as_ref().and_then(|store| fs::read(store.result.path()).ok());
        let standing = standing.and_then(|bytes| Text::new(bytes).ok());
        let layouts = Layouts::new(&self.settings, self.scratch.path(), name, text)?;
        Ok(layouts.map(|layouts| Layouts { standing, ..layouts }))
    }

    /// Makes `shown` the result, and keeps `smallest` in the run directory.
    pub fn show(&mut self, shown: &mut LaidOut, smallest: &Text) -> Result<(), RunError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let best_path = store.dir.best_path();
        if store.result.path() != best_path {
            let mut best = store.dir.best(self.input.mode)?;
            disk::write(&mut best, smallest.bytes())?;
            // A resumed run may have left it as it is to be.
            if !fs::read(store.result.path()).is_ok_and(|there| there == shown.text) {
                disk::write(&mut store.result, &shown.text)?;
            }
        }
        shown.smallest = shown.by.map(|_| best_path);
        Ok(())
    }
}

//! Parsers of languages.

use std::sync::{Arc, PoisonError};

use dwindle::Text;
use dwindle::flow::Flow;
use dwindle::grammar::{Grammar, would_merge};
use dwindle::outline::Marked;
use dwindle::rewrite::{Edit, Rewrite};
use dwindle::tree::{NodeId, Parse, Tree};

use super::assemble;
use super::counted;
use super::flows;
use super::head::Blanks;
use super::kept::Wanted;
use super::known::{Entry, Reader, Shared};
use super::marks;
use super::numbered;
use super::parsed::Parsed;
use super::raw::{self, RawNode};
use super::rewrites;
use super::sorts;
use super::windows::{self, Made, Window, Windows};

/// Texts of more bytes have no marks: an outline takes some fifty times as much memory.
const MOST_MARKED: usize = 1 << 25;

/// The parser of a language. Its trees cover texts of any kind: what is not of the language is left unparsed.
#[derive(Clone, Debug)]
pub struct LanguageParser(pub(super) &'static Entry);

impl LanguageParser {
    /// What the parser of this language makes of a text, and in how many windows.
    pub(super) fn nodes(&self, text: &Text, windows: Windows) -> (Vec<RawNode>, usize) {
        let Shared { reader, syntax, masks, .. } = self.0.shared();
        match reader {
            Reader::Package { .. } => {
                let all = self.read(&masks.masked(text.bytes()), windows, Wanted::Nodes);
                (raw::joined(&each(&all, |parsed| &*parsed.nodes)), all.len())
            }
            Reader::Own(parser) => (parser.nodes(text, syntax), 1),
        }
    }

    /// What its query tells of a text that this language declares, by another parser where its own has none.
    pub(super) fn queried(&self, text: &Text, windows: Windows) -> Vec<Marked> {
        if self.0.marks().is_none() || text.bytes().len() > MOST_MARKED || !is_text(text.bytes()) {
            return Vec::new();
        }
        let masks = &self.0.shared().masks;
        let found = self.read(&masks.masked(text.bytes()), windows, Wanted::Marks);
        let mut all = marks::joined(&each(&found, |parsed| &*parsed.marks));
        all.extend(masks.marks(text.bytes()));
        all
    }

    /// What is wanted of a text, by windows. Of a window both are made, as whoever asks for one of them asks for the other next.
    fn read(&self, masked: &[u8], windows: Windows, wanted: Wanted) -> Vec<Made<Parsed>> {
        let Shared { reader, syntax, queried, windows: kept, .. } = self.0.shared();
        let windows = if self.0.is_read_whole() { Windows::NONE } else { windows };
        let (language, symbols) = match reader {
            Reader::Package { language, symbols } => (language, &**symbols),
            Reader::Own(_) => match queried {
                Some(language) => (language, &[][..]),
                None => return Vec::new(),
            },
        };
        let query = self.0.marks().filter(|_| masked.len() <= MOST_MARKED);
        let make = |window: &Window<'_>| {
            // Of a whole text only what is wanted: a query of what is deeply nested takes minutes.
            let is_window = window.from > 0 || window.until.is_some();
            let nodes = if is_window || wanted == Wanted::Nodes {
                raw::nodes(window, syntax, symbols)
            } else {
                Vec::new()
            };
            let query = query.filter(|_| is_window || wanted == Wanted::Marks);
            Parsed { nodes, marks: query.map_or_else(Vec::new, |query| marks::marks(masked, window, query)) }
        };
        windows::read(masked, language, windows, (kept, wanted), make)
    }
}

impl LanguageParser {
    /// The tokens that are missing in a text: where each would stand, and its shortest text, where that is known.
    pub(crate) fn missing(&self, text: &Text) -> Vec<(usize, Vec<u8>)> {
        let Shared { reader, masks, syntax, .. } = self.0.shared();
        let Reader::Package { language, symbols } = reader else { return Vec::new() };
        let missing = raw::missing(&masks.masked(text.bytes()), language);
        let put_in = |(at, kind, sign): (usize, u16, Option<&str>)| {
            let symbol =
                || symbols.get(usize::from(kind)).and_then(|symbol| syntax.grammar.shortest(*symbol));
            Some((at, sign.map(str::as_bytes).or_else(symbol)?.to_vec()))
        };
        missing.into_iter().filter_map(put_in).collect()
    }
}

impl Parse for LanguageParser {
    /// Always a tree. Costs time in the size of the text.
    fn parse(&self, text: &Text) -> Option<Tree> {
        let Shared { syntax, matchers, .. } = self.0.shared();
        // Parsers take very long to find that a text is none.
        let nodes = if is_text(text.bytes()) { self.nodes(text, Windows::USUAL).0 } else { Vec::new() };
        let unused = matchers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut matcher = unused.unwrap_or_default();
        let tree = assemble::assemble(text, syntax, &nodes, &mut matcher);
        matchers.lock().unwrap_or_else(PoisonError::into_inner).push(matcher);
        Some(tree)
    }

    fn grammar(&self) -> &Arc<Grammar> {
        &self.0.shared().syntax.grammar
    }

    fn reads_all(&self) -> bool {
        true
    }

    /// Costs time in the size of the text.
    fn errors(&self, text: &Text) -> usize {
        let Shared { reader, masks, .. } = self.0.shared();
        match reader {
            Reader::Package { language, .. } => raw::errors(&masks.masked(text.bytes()), language),
            Reader::Own(parser) => parser.errors(text),
        }
    }

    /// Costs time in the size of the text.
    fn marks(&self, text: &Text) -> Vec<Marked> {
        if let Some(own) = &self.0.shared().own_marks {
            let nodes = if is_text(text.bytes()) { self.nodes(text, Windows::NONE).0 } else { Vec::new() };
            return own.marks(&nodes);
        }
        self.queried(text, Windows::USUAL)
    }

    /// Costs time in the size of the text, and in the number of rewrites times that of the places of a name.
    fn rewrites(&self, text: &Text) -> Vec<Rewrite> {
        let Shared { queried, masks, .. } = self.0.shared();
        let query = self.0.rules().filter(|_| is_text(text.bytes()));
        let (Some(query), Some(language)) = (query, queried) else { return Vec::new() };
        rewrites::rewrites(text, &masks.masked(text.bytes()), language, query)
    }

    /// Costs time in the size of the text.
    fn flows(&self, text: &Text) -> Vec<Flow> {
        let Shared { queried, masks, .. } = self.0.shared();
        let query = self.0.flows().filter(|_| is_text(text.bytes()));
        let (Some(query), Some(language)) = (query, queried) else { return Vec::new() };
        flows::flows(&masks.masked(text.bytes()), language, query)
    }

    fn early_rules(&self) -> Vec<&'static str> {
        self.0.early_rules().collect()
    }

    fn include_words(&self) -> Vec<&'static str> {
        self.0.include_words().collect()
    }

    /// Costs time in the size of the text.
    fn names_for_numbers(&self, text: &Text) -> Vec<Edit> {
        let Shared { queried, .. } = self.0.shared();
        let numbering = self.0.numbering().filter(|_| is_text(text.bytes()));
        let (Some(numbering), Some(language)) = (numbering, queried) else { return Vec::new() };
        numbered::names(text.bytes(), language, numbering)
    }

    /// Costs time in the size of the text.
    fn count(&self, text: &[u8]) -> Option<Edit> {
        counted::count(text, self.0.counting()?)
    }

    /// Costs time in the size of the text.
    fn misfits(&self, text: &Text) -> Option<usize> {
        sorts::misfits(text.bytes(), self.0.theory()?)
    }

    fn would_merge(&self, before: &[u8], after: &[u8]) -> bool {
        let by_pattern = match &self.0.shared().reader {
            Reader::Own(parser) => parser.would_merge(before, after),
            Reader::Package { .. } => false,
        };
        by_pattern || would_merge(before, after)
    }

    fn has_free_blanks(&self) -> bool {
        matches!(self.0.blanks(), Blanks::Free { .. })
    }

    fn constants(&self, tree: &Tree, id: NodeId) -> Vec<Vec<u8>> {
        if let Some(theory) = self.0.theory() {
            let constants = sorts::constants(tree.text().bytes(), &tree.node(id).span(), theory);
            if !constants.is_empty() {
                return constants;
            }
        }
        let texts = self.0.constants_of(tree.node(id).place());
        texts.into_iter().map(|text| text.as_bytes().to_vec()).collect()
    }
}

/// Where each window begins, and a part of what was made of it.
fn each<'w, T: ?Sized>(all: &'w [Made<Parsed>], part: impl Fn(&'w Parsed) -> &'w T) -> Vec<(usize, &'w T)> {
    all.iter().map(|made| (made.from, part(&made.what))).collect()
}

/// Whether at most a tenth of the bytes are such that no text has them: wrong UTF-8 and control characters.
fn is_text(bytes: &[u8]) -> bool {
    let control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let wrong = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum::<usize>();
    (wrong + bytes.iter().filter(control).count()) * 10 <= bytes.len()
}

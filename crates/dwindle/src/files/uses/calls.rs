//! Which sources of C and C++ call functions that another source defines: what the linker will ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::pattern::{compile, names};

/// The functions that sources define for others, each with its source.
#[derive(Debug, Default)]
pub(super) struct Definitions<'a> {
    /// `None` where several sources define one of that name.
    sources: BTreeMap<&'a str, Option<&'a Path>>,
}

impl<'a> Definitions<'a> {
    /// Those in `text`, the source at `path`: names before parentheses and a brace, in a line that begins at the
    /// margin.
    pub(super) fn add(&mut self, path: &'a Path, text: &'a [u8]) {
        static DEFINITION: LazyLock<Regex> = LazyLock::new(|| {
            compile(r"(?m)^(?:[A-Za-z_][\w:<>,&* \t]*[\s*&])?([A-Za-z_]\w*)[ \t]*\([^;{}()]*\)[^;{}()=]*\{")
        });
        static OWN: LazyLock<Regex> = LazyLock::new(|| compile(r"(?m)^static\b[^;{}()]*\b(\w+)[ \t]*\("));
        let own: BTreeSet<&str> = names(&OWN, text).collect();
        for name in names(&DEFINITION, text).filter(|name| !own.contains(name)) {
            let source = self.sources.entry(name).or_insert(Some(path));
            *source = source.filter(|source| *source == path);
        }
    }

    /// The sources of what `text` calls.
    pub(super) fn called_in(&self, text: &[u8]) -> BTreeSet<&'a Path> {
        static CALL: LazyLock<Regex> = LazyLock::new(|| compile(r"\b([A-Za-z_]\w*)[ \t]*\("));
        names(&CALL, text).filter_map(|name| self.sources.get(name).copied().flatten()).collect()
    }
}

//! Parsers that packages have, and their parse tables, packed: in programs that leave the linked ones out.

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

use super::known::ALL;

include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// A parser of a package.
#[derive(Clone, Copy)]
pub(super) struct Packaged {
    /// What its tables are called.
    pub(super) name: &'static str,
    pub(super) parser: LanguageFn,
}

impl Packaged {
    /// What is parsed with. Made anew each time, in some milliseconds where the tables have to be unpacked.
    pub(super) fn language(self) -> Language {
        let packed = PACKED.iter().find(|(name, _)| *name == self.name).map_or(&[][..], |(_, packed)| packed);
        dwindle_tables::language(self.parser, packed).expect("packed tables are those of the parser")
    }
}

/// The parse tables of all parsers, packed, by name; for programs that are built with `DWINDLE_TABLES`. None in such a program.
#[doc(hidden)]
pub fn tables() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let parsers = ALL.iter().flat_map(super::known::Entry::packaged);
    parsers.filter_map(|Packaged { name, parser }| Some((name, dwindle_tables::pack(parser)?)))
}

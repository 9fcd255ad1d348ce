//! Parsers that packages have, and their parse tables, packed: in programs that leave the linked ones out.

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

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

    /// Its tables, packed; none in a program that has them so.
    pub(super) fn tables(self) -> Option<Vec<u8>> {
        dwindle_tables::pack(self.parser)
    }
}

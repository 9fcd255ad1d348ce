//! Parsers that packages have, and their parse tables, packed: in programs that leave the linked ones out.

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// What the name of a file with packed rules ends with.
pub(super) const RULES: &str = ".rules";

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
        let packed = packed(self.name).unwrap_or_default();
        dwindle_tables::language(self.parser, packed).expect("packed tables are those of the parser")
    }

    /// Its tables, packed; none in a program that has them so.
    pub(super) fn tables(self) -> Option<Vec<u8>> {
        dwindle_tables::pack(self.parser)
    }
}

/// The rules of the grammar of this name, where they are packed.
pub(super) fn rules(name: &str) -> Option<String> {
    let packed = packed(&format!("{name}{RULES}"))?;
    Some(dwindle_tables::unpack_text(packed).expect("packed rules are those of the grammar"))
}

/// The rules of the table of this name, packed, and the name of the file that has them so; none in a program that has them packed.
pub(super) fn pack_rules(name: &str, table: &str) -> Option<(String, Vec<u8>)> {
    let lines = table.split_inclusive('\n');
    let head: usize = lines.take_while(|line| line.starts_with(['#', '!'])).map(str::len).sum();
    let rules = &table[head..];
    (!rules.is_empty()).then(|| (format!("{name}{RULES}"), dwindle_tables::pack_text(rules)))
}

/// What is packed under this name.
fn packed(name: &str) -> Option<&'static [u8]> {
    PACKED.iter().find(|(own, _)| *own == name).map(|(_, packed)| *packed)
}

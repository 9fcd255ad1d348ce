//! Parsers that packages have, and their parse tables, packed: in programs that leave the linked ones out.

use std::borrow::Cow;

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// What the name of a file with packed rules ends with.
const RULES: &str = ".rules";

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

/// The table in the file of this name, with its rules where only its head is at hand.
pub(super) fn whole(file: &str, table: &'static str) -> Cow<'static, str> {
    let Some(rules) = packed(&format!("{file}{RULES}")) else { return table.into() };
    let rules = dwindle_tables::unpack_text(rules).expect("packed rules are those of the grammar");
    (table.to_owned() + &rules).into()
}

/// The rules of a table, packed, and what they are called; none in a program that has them so.
pub(super) fn rules(file: &str, table: &str) -> Option<(String, Vec<u8>)> {
    let lines = table.split_inclusive('\n');
    let head: usize = lines.take_while(|line| line.starts_with(['#', '!'])).map(str::len).sum();
    let rules = &table[head..];
    (!rules.is_empty()).then(|| (format!("{file}{RULES}"), dwindle_tables::pack_text(rules)))
}

/// What is packed under this name.
fn packed(name: &str) -> Option<&'static [u8]> {
    PACKED.iter().find(|(own, _)| *own == name).map(|(_, packed)| *packed)
}

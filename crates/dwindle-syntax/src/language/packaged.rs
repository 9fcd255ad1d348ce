//! Parsers that packages have, each with its parse tables, packed: `tables/NAME`.

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

/// A parser of a package.
#[derive(Clone, Copy)]
pub(super) struct Packaged {
    #[cfg(test)]
    pub(super) name: &'static str,
    pub(super) parser: LanguageFn,
    pub(super) tables: &'static [u8],
}

/// The parser with the packed tables of this name.
macro_rules! parser {
    ($parser:expr, $name:literal) => {
        Packaged {
            #[cfg(test)]
            name: $name,
            parser: $parser,
            tables: include_bytes!(concat!("../../tables/", $name)),
        }
    };
}
pub(super) use parser;

impl Packaged {
    /// What is parsed with. Made anew each time, in some milliseconds where the tables have to be unpacked.
    pub(super) fn language(self) -> Language {
        dwindle_tables::language(self.parser, self.tables).expect("committed tables are those of the parser")
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Packaged;
    use crate::language::known::ALL;

    /// `UPDATE_TABLES=1` writes them anew; those of a new language begin as an empty file.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "UPDATE_TABLES=1 writes the tables anew")]
    fn the_committed_tables_are_those_of_the_parsers() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables");
        for Packaged { name, parser, tables } in ALL.iter().flat_map(|entry| entry.packaged()) {
            if dwindle_tables::is_packed(parser, tables).expect("tests have the linked tables") {
                continue;
            }
            assert!(
                std::env::var_os("UPDATE_TABLES").is_some(),
                "run with UPDATE_TABLES=1 to pack {name} anew"
            );
            std::fs::write(folder.join(name), dwindle_tables::pack(parser).unwrap()).unwrap();
        }
    }
}

//! Parse tables of tree-sitter's parsers, packed, for programs that leave the linked ones out.
//!
//! Nearly all of what a parser of tree-sitter adds to a program is tables of numbers: what to do in each state at each
//! symbol. Packed they take a fifteenth. So a program can carry them packed ([`pack`]) and leave the linked ones out: its
//! linker gives their sections no bytes in the file (`tables.ld` of dwindle-cli), and zeros stand there when it runs.
//! [`language`] sees that, unpacks the tables when the language is first used, and gives a parser that has those. In any
//! other program the linked ones are used as they are. Either way the parser does the same.
//!
//! What is packed belongs to one version of a parser's package.
//!
//! The text of a grammar can be carried packed, too ([`pack_text`], [`unpack_text`]).

mod parser;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

use parser::{Parser, Tables};

/// How hard to pack; it is done once for each version of a parser.
const LEVEL: u8 = 10;

/// The language of a parser: with the tables that are linked, or with the packed ones where those were left out.
///
/// # Errors
/// [`Unsuitable`] where the linked tables were left out and the packed ones are not those of this parser.
pub fn language(parser: LanguageFn, packed: &[u8]) -> Result<Language, Unsuitable> {
    let linked = Parser::linked(parser);
    if linked.has_tables() { Ok(linked.language()) } else { unpacked(parser, packed) }
}

/// The language of a parser with its packed tables.
///
/// They stay for the rest of the program, so ask once for each parser. A megabyte of tables takes some milliseconds, and the
/// largest parsers have five.
///
/// # Errors
/// [`Unsuitable`] where they are not those of this parser.
pub fn unpacked(parser: LanguageFn, packed: &[u8]) -> Result<Language, Unsuitable> {
    let linked = Parser::linked(parser);
    let tables = unpack(packed).filter(|tables| tables.large.len() == linked.large_len());
    Ok(linked.with(tables.ok_or(Unsuitable)?).language())
}

/// The tables of a parser, packed; the same bytes on all machines. None in a program that left them out.
pub fn pack(parser: LanguageFn) -> Option<Vec<u8>> {
    let linked = Parser::linked(parser);
    linked.has_tables().then(|| {
        let Tables { large, small, actions } = linked.tables();
        let mut bytes = Vec::new();
        for table in [large, small, actions] {
            bytes.extend(
                u32::try_from(table.len()).expect("a table has less than 2^32 numbers").to_le_bytes(),
            );
            bytes.extend(table.iter().flat_map(|number| number.to_le_bytes()));
        }
        compress_to_vec(&bytes, LEVEL)
    })
}

/// A text, packed.
pub fn pack_text(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), LEVEL)
}

/// The text in `packed`.
///
/// # Errors
/// [`Unsuitable`] where none is.
pub fn unpack_text(packed: &[u8]) -> Result<String, Unsuitable> {
    String::from_utf8(decompress_to_vec(packed).map_err(|_| Unsuitable)?).map_err(|_| Unsuitable)
}

/// The tables in `packed`, if some are.
fn unpack(packed: &[u8]) -> Option<Tables<Vec<u16>>> {
    let bytes = decompress_to_vec(packed).ok()?;
    let mut rest = bytes.as_slice();
    let mut table = || {
        let (len, tables) = rest.split_first_chunk()?;
        let (table, others) = tables.split_at_checked(2 * u32::from_le_bytes(*len) as usize)?;
        rest = others;
        let (numbers, _) = table.as_chunks();
        Some(numbers.iter().map(|number| u16::from_le_bytes(*number)).collect())
    };
    Some(Tables { large: table()?, small: table()?, actions: table()? })
}

/// Packed tables that are not those of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are not the parse tables of this version of the parser, or not a text")]
pub struct Unsuitable;

#[cfg(test)]
mod tests {
    use tree_sitter::Parser;

    use super::*;

    fn tree(language: &Language, text: &str) -> String {
        let mut parser = Parser::new();
        parser.set_language(language).unwrap();
        parser.parse(text, None).unwrap().root_node().to_sexp()
    }

    #[test]
    fn unpacked_tables_parse_as_the_linked_ones() {
        let parser = tree_sitter_json::LANGUAGE;
        let packed = pack(parser).unwrap();
        let [linked, unpacked] = [language(parser, &packed), unpacked(parser, &packed)].map(Result::unwrap);
        assert_ne!(linked, unpacked);
        for text in [r#"{"a": [1, null, "b"]} // c"#, "[1, 2", "}"] {
            assert_eq!(tree(&linked, text), tree(&unpacked, text));
        }
    }

    #[test]
    fn unpacked_texts_are_what_was_packed() {
        let packed = pack_text("rule = \"ä\"\n");
        assert_eq!(unpack_text(&packed).as_deref(), Ok("rule = \"ä\"\n"));
        assert_eq!(
            [&packed[1..], &compress_to_vec(&[0xff], LEVEL)].map(unpack_text),
            [const { Err(Unsuitable) }; 2]
        );
    }

    #[test]
    fn other_tables_are_refused() {
        let packed = pack(tree_sitter_json::LANGUAGE).unwrap();
        let short = compress_to_vec(&[1, 0, 0, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0], LEVEL);
        for damaged in [&[], &packed[..packed.len() / 2], short.as_slice()] {
            assert_eq!(unpacked(tree_sitter_json::LANGUAGE, damaged), Err(Unsuitable));
        }
    }
}

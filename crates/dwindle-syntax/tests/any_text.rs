//! Every text has a tree, whatever is in it, and whatever language it is said to be of.

use dwindle::Text;
use dwindle::tree::{NodeId, Parse, Shape, Tree};
use dwindle_syntax::language::Language;

use crate::languages::built;

/// The tree of a text, with all its bytes.
fn tree(language: Language, text: &[u8]) -> Tree {
    let tree = language.parser().parse(&Text::new(text.to_vec()).unwrap()).unwrap();
    assert_eq!(tree.bytes(NodeId::ROOT), text);
    let squeezed = tree.squeezed();
    assert_eq!(squeezed.bytes(NodeId::ROOT), text);
    squeezed
}

fn check(language: Language, text: &[u8]) {
    drop(tree(language, text));
}

/// Bytes that look random (an xorshift of Marsaglia, 2003).
fn noise(len: usize, mut state: u64) -> Vec<u8> {
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(next).take(len).collect()
}

#[test]
fn texts_of_no_language_have_trees() {
    let texts: [&[u8]; 8] = [
        b"",
        b"\0",
        b"\xff\xfe\0a\0b",
        b"\n\n\n",
        b"((((((]]]]]]",
        b"}} /* \xc3\x28 */ {{ \"",
        b"\xef\xbb\xbfint x;",
        b"if if if if while ) ( else",
    ];
    for language in Language::all() {
        for text in texts {
            check(language, text);
        }
        for seed in 1..4 {
            check(language, &noise(20_000, seed));
            // No binary data, and yet no text of any language.
            let letters = noise(5_000, seed).into_iter().map(|byte| b' ' + byte % 95);
            check(language, &letters.collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_megabyte_of_noise_is_cut_into_lines_soon() {
    for language in Language::all().take(2) {
        assert!(tree(language, &noise(1_000_000, 7)).len() > 1000);
    }
}

#[test]
fn what_is_deeply_nested_has_a_tree() {
    const DEPTH: usize = 100_000;
    let nested = |open: &str, middle: &str, close: &str| {
        [open.repeat(DEPTH), middle.to_owned(), close.repeat(DEPTH)].concat().into_bytes()
    };
    let texts = [
        ("json", nested("[", "0", "]")),
        ("json", nested("[", "", "")),
        ("c", [b"int x = ".to_vec(), nested("(", "0", ")"), b";".to_vec()].concat()),
        ("c", [b"void f() ".to_vec(), nested("{", "", "}")].concat()),
        ("javascript", nested("[", "", "]")),
        ("python", nested("(", "0", ")")),
    ];
    for (name, text) in texts {
        assert!(tree(built(name), &text).len() >= DEPTH, "{name}");
    }
}

#[test]
fn a_region_without_sense_has_the_structure_of_its_brackets() {
    let tree = tree(built("c"), b"int x; ) ( a [ b ] c ) } ; int y;");
    let unparsed = tree.ids().filter(|id| tree.node(*id).shape() == Shape::Unparsed).count();
    assert!(unparsed > 0, "{tree:?}");
}

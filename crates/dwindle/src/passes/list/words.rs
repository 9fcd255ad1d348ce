//! Which characters of a text are likeliest to go where its tokens and names were reduced before.
//!
//! A word outside of quotes is one that the language knows, or a name that could not become shorter. Without one of its letters it is
//! another word. So its ends tell whether it is worth more tests: of thirteen small programs, 121 letters of words were asked
//! about, and none could go.

use std::collections::{BTreeMap, BTreeSet};

use super::quoted::closing;
use crate::Config;
use crate::grammar::Rule;
use crate::tree::{NodeId, Shape, Tree};

/// The words of the text that its grammar fixes.
pub(super) fn fixed(tree: &Tree) -> BTreeSet<Vec<u8>> {
    let is_fixed = |id: &NodeId| {
        let node = tree.node(*id);
        node.shape() == Shape::Token && matches!(tree.grammar().rule(node.symbol()), Rule::Text(_))
    };
    tree.ids().filter(is_fixed).map(|id| tree.bytes(id).to_vec()).collect()
}

/// What is likeliest to go, each character alone, from the end on: all but the inner ones of words, of which each is asked about where it
/// stands last, and those of `fixed` words. `chars` are the characters that are kept, in order.
pub(super) fn likely(chars: &[(u32, &[u8])], fixed: &BTreeSet<Vec<u8>>) -> Vec<Config> {
    let (mut found, mut ends, mut at) = (Vec::new(), BTreeMap::new(), 0);
    while at < chars.len() {
        let quoted = closing(chars, at).map_or(at, |end| end + 1);
        if quoted > at {
            found.extend(at..quoted);
            at = quoted;
            continue;
        }
        let len = chars[at..].iter().take_while(|(_, char)| is_letter(char)).count();
        let word: Vec<u8> = chars[at..at + len].iter().flat_map(|(_, char)| char.iter().copied()).collect();
        if len > 1 && fixed.contains(&word) {
            at += len;
            continue;
        }
        if len < 3 || chars[at].1[0].is_ascii_digit() {
            let end = at + len.max(1);
            found.extend(at..end);
            at = end;
            continue;
        }
        ends.insert(word, [at, at + len - 1]);
        at += len;
    }
    found.extend(ends.into_values().flatten());
    found.sort_unstable();
    found.into_iter().rev().map(|at| Config::of_units([chars[at].0])).collect()
}

fn is_letter(char: &[u8]) -> bool {
    matches!(char, [b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> String {
        let chars: Vec<(u32, &[u8])> = (0..).zip(text.as_bytes().chunks(1)).collect();
        let mut mask = vec![b' '; text.len()];
        for unit in likely(&chars, &BTreeSet::from([b"if".to_vec()])).iter().flat_map(Config::units) {
            mask[unit as usize] = b'^';
        }
        String::from_utf8(mask).unwrap()
    }

    #[test]
    fn of_words_the_ends_are_asked_about_where_they_stand_last() {
        let text = r#"int main(){int a=1000;if(a)f("more",b_c);}"#;
        let mask = "   ^^  ^^^^^ ^^^^^^^^^  ^^^^^^^^^^^^^ ^^^^";
        assert_eq!(asked(text), mask);
    }
}

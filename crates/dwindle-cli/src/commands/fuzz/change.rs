//! Changing an input a little: its subtrees, its tokens, its bytes.

mod bytes;
mod tokens;
mod trees;

use dwindle::Text;
use dwindle_run::syntax::Syntax;
use dwindle_syntax::generate::Numbers;

use super::member::{Member, tree};

/// At most so many changes at once; each further one is made half of the time.
const MOST: usize = 6;

/// One of `members`, changed. Under a grammar of the user's only subtrees change, so that what comes out follows it.
pub(super) fn change(members: &[Member], syntax: Option<&Syntax>, lots: &mut Numbers) -> Text {
    let parent = lots.one_of(members);
    let mut text = parent.text.clone();
    let strict = syntax.is_some_and(|syntax| syntax.strict);
    for nth in 0..MOST {
        if nth > 0 && lots.below(2) == 0 {
            break;
        }
        let kind = if strict { 0 } else { lots.below(4) };
        let changed = match kind {
            0 | 1 => {
                let parsed;
                let tree = if nth == 0 {
                    parent.tree.as_ref()
                } else {
                    parsed = syntax.and_then(|syntax| tree(syntax, &text));
                    parsed.as_ref()
                };
                tree.and_then(|tree| trees::change(tree, members, lots))
            }
            2 => tokens::change(&text, members, lots),
            _ => None,
        };
        let changed = match changed {
            None if strict => continue,
            None => bytes::change(text.bytes(), members, lots),
            Some(changed) => changed,
        };
        // What would be larger than an input may be stays as it was.
        text = Text::new(changed).unwrap_or(text);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::Arc;

    use dwindle_syntax::earley::Earley;
    use dwindle_syntax::notation::Notation;

    use super::*;
    use dwindle_run::settings::{Brought, SyntaxChoice};

    fn changed(members: &[Member], syntax: Option<&Syntax>, seed: u64) -> BTreeSet<Vec<u8>> {
        let mut lots = Numbers::new(seed);
        (0..300).map(|_| change(members, syntax, &mut lots).bytes().to_vec()).collect()
    }

    #[test]
    fn any_text_can_be_changed_and_the_same_lots_change_it_so_again() {
        for bytes in [&b""[..], b"a", b"\xff\xfe", b"one two\nthree"] {
            let members = [Member { text: Text::new(bytes).unwrap(), tree: None }];
            let first = changed(&members, None, 1);
            assert!(first.len() > 50, "{bytes:?}: {}", first.len());
            assert_eq!(changed(&members, None, 1), first);
            assert_ne!(changed(&members, None, 2), first);
        }
    }

    #[test]
    fn under_a_grammar_what_comes_out_follows_it() {
        let source = "sum = term, { \"+\", term } ; term = \"1\" | \"2\" | \"(\", [ sum ], \")\" ;";
        let notation = Notation::read("sums.ebnf", source, None).unwrap();
        let earley = Arc::new(Earley::new(notation.grammar, None).unwrap());
        let brought = Brought { earley, source: Vec::new(), warnings: Vec::new() };
        let choice = SyntaxChoice::Grammar(Arc::new(brought));
        let syntax = Syntax::of(&choice, Path::new("input"), b"").unwrap();
        let texts = ["1+(2+1)+()", "(2)"].map(|text| Text::new(text.as_bytes()).unwrap());
        let members = texts.map(|text| Member { tree: tree(&syntax, &text), text });
        let all = changed(&members, Some(&syntax), 1);
        assert!(all.len() > 50, "{}", all.len());
        for bytes in all {
            let text = Text::new(bytes).unwrap();
            assert!(syntax.tree(&text).is_ok(), "{:?}", String::from_utf8_lossy(text.bytes()));
        }
    }
}

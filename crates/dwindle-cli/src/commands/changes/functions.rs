//! The functions of a file, where its language is known.

use std::ops::Range;
use std::path::Path;

use dwindle::Text;
use dwindle::tree::Parse;
use dwindle_run::settings::SyntaxChoice;
use dwindle_run::syntax::language;

/// How grammars call what a developer calls a function.
const NAMES: &str = "\
    function_definition function_declaration function_item function generator_function_declaration \
    method_definition method_declaration method singleton_method constructor_declaration \
    destructor_declaration local_function_statement subroutine_declaration_statement func_literal";

/// The functions in `bytes`, a file called `path`; none where its language is not known.
///
/// A function in another one is a part of it: they are seldom changed apart.
pub(super) fn functions(path: &Path, bytes: &[u8]) -> Vec<Range<usize>> {
    let Some(language) = language(&SyntaxChoice::ByName, path, bytes) else { return Vec::new() };
    let tree = Text::new(bytes).ok().and_then(|text| language.parser().parse(&text));
    let Some(tree) = tree else { return Vec::new() };
    let nodes = tree.ids().filter(|&id| NAMES.split(' ').any(|name| name == tree.name(id)));
    let mut found: Vec<Range<usize>> = Vec::new();
    // In preorder: what lies in a function comes after it.
    for span in nodes.map(|id| tree.node(id).span()).filter(|span| !span.is_empty()) {
        if found.last().is_none_or(|last| span.start >= last.end) {
            found.push(span);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_in_known_languages() {
        let text = b"x = 1\n\ndef f(a):\n    return a\n\nclass C:\n    def g(self):\n        def h():\n            pass\n";
        let found = functions(Path::new("a.py"), text);
        let firsts: Vec<&[u8]> = found.iter().map(|at| &text[at.start..at.start + 5]).collect();
        assert_eq!(firsts, [b"def f", b"def g"]);
        assert!(functions(Path::new("a.unknown"), text).is_empty());
    }
}

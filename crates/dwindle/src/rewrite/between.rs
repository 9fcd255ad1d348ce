//! The edits that lead from one text to another, by tokens, for programs that only show the whole text that they
//! made.

use super::{Edit, Rewrite};
use crate::Text;
use crate::edited::differing;
use crate::space::Unit;

impl Rewrite {
    /// The edits of `before` that make `after`, by tokens; none where the two are the same.
    ///
    /// For rules that show no more than what they make of a text. Edits that two of them make in different places can be
    /// made together.
    pub fn between(rule: &'static str, before: &Text, after: &Text) -> Option<Self> {
        let (old, new) = (before.cut(Unit::Tokens), after.cut(Unit::Tokens));
        let diff = differing(&old, &new);
        let edits = diff.hunks().map(|hunk| Edit {
            span: old.span(hunk.before),
            with: after.bytes()[new.span(hunk.after)].into(),
        });
        let edits: Vec<Edit> = edits.collect();
        (!edits.is_empty()).then_some(Self { rule, edits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_found_by_tokens() {
        let text = |bytes: &str| Text::new(bytes.as_bytes()).unwrap();
        let (before, after) = (text("int f(long a) { return g(a, 1); }"), text("int f() { return g(1); }"));
        let rewrite = Rewrite::between("parameter", &before, &after).unwrap();
        let edits: Vec<_> = rewrite.edits.iter().map(|edit| (edit.span.clone(), &*edit.with)).collect();
        assert_eq!(edits, [(6..12, &b""[..]), (25..28, b"")]);
        assert_eq!(Rewrite::between("nothing", &before, &before), None);
        let more = Rewrite::between("more", &after, &before).unwrap();
        assert_eq!(more.edits[0], Edit { span: 6..6, with: b"long a".as_slice().into() });
    }
}

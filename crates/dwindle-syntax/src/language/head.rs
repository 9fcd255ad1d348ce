//! What the head of a table says: lines that begin with `!`, before the first rule.

/// What a directive says, if it is there.
pub(super) fn directive(table: &'static str, directive: &str) -> Option<&'static str> {
    let mut head = table.lines().take_while(|line| line.starts_with(['#', '!']));
    head.find_map(|line| line.strip_prefix('!')?.strip_prefix(directive)?.strip_prefix(' '))
}

/// The words of a directive.
pub(super) fn words(table: &'static str, name: &str) -> impl Iterator<Item = &'static str> {
    directive(table, name).into_iter().flat_map(|words| words.split(' '))
}

/// What blanks mean in a language, as far as layouts need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// They separate tokens; line breaks may end statements.
    Free {
        /// Whether they may.
        ends_lines: bool,
    },
    /// Indentation is syntax.
    Indented,
    /// They may be text, as between the elements of a document.
    Marked,
    /// More than is known here.
    Fixed,
}

impl Blanks {
    /// What a table says of them.
    pub(super) fn of(table: &'static str) -> Self {
        match words(table, "blanks").next() {
            Some("free") => Self::Free { ends_lines: false },
            Some("lines") => Self::Free { ends_lines: true },
            Some("indented") => Self::Indented,
            Some("marked") => Self::Marked,
            _ => Self::Fixed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_head_is_read_and_names_are_whole() {
        let table = "# A table\n!endings a b\n!ending c\nrule x\n!late d\n";
        assert_eq!(words(table, "endings").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((directive(table, "ending"), directive(table, "late")), (Some("c"), None));
    }
}

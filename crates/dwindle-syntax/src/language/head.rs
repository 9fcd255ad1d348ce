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

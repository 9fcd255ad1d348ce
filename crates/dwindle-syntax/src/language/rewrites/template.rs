//! Texts to put in, with captures in braces.

/// `template` with what `text` gives for each `{NAME}` in it.
pub(super) fn fill<'t>(template: &str, text: impl Fn(&str) -> &'t [u8]) -> Box<[u8]> {
    let (mut filled, mut rest) = (Vec::new(), template);
    while let Some((before, name, after)) = next(rest) {
        filled.extend_from_slice(before.as_bytes());
        filled.extend_from_slice(text(name));
        rest = after;
    }
    filled.extend_from_slice(rest.as_bytes());
    filled.into()
}

/// What stands before the first name in braces, the name, and what stands after it. Other braces stand for themselves.
fn next(template: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + template[from..].find('{')?;
        let name = &template[open + 1..];
        let len = name.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(name.len());
        if len > 0 && name[len..].starts_with('}') {
            return Some((&template[..open], &name[..len], &name[len + 1..]));
        }
        from = open + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn only_names_in_braces_are_filled_in() {
        assert_eq!(next("int {name}[{}]"), Some(("int ", "name", "[{}]")));
        assert_eq!(next("{ {to} }"), Some(("{ ", "to", " }")));
        assert_eq!(next("{} { }"), None);
    }
}

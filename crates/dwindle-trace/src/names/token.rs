//! Words and signs of a statement, and groups of them.

/// A word of a text, or a sign of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word { text: String, dotted: bool },
    Sign(char),
}

impl Token {
    pub(super) fn is(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }

    pub(super) fn is_any(&self, signs: &str) -> bool {
        matches!(self, Self::Sign(sign) if signs.contains(*sign))
    }

    pub(super) fn word(&self) -> Option<&str> {
        if let Self::Word { text, .. } = self { Some(text) } else { None }
    }

    /// The name, with a point before it if it is a part of something.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::Word { text, .. } if text.starts_with(|first: char| first.is_ascii_digit()) => None,
            Self::Word { text, dotted } => Some(if *dotted { format!(".{text}") } else { text.clone() }),
            Self::Sign(_) => None,
        }
    }
}

/// Where the bracket closes with which these begin.
pub(super) fn closing(tokens: &[Token]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += i32::from(token.is_any("([{")) - i32::from(token.is_any(")]}"));
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// Where the expression begins that ends with these, and whether a bracket is open there.
pub(super) fn begin(tokens: &[Token]) -> (usize, bool) {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().rev() {
        depth += i32::from(token.is_any(")]}")) - i32::from(token.is_any("([{"));
        if depth < 0 {
            return (at + 1, token.is_any("(["));
        }
        if depth == 0 && token.is_any(";=?") {
            return (at + 1, false);
        }
    }
    (0, false)
}

/// What is in the last pair of brackets of these.
pub(super) fn group(tokens: &[Token]) -> &[Token] {
    let inside = &tokens[..tokens.len() - 1];
    &inside[begin(inside).0..]
}

/// The parts between commas that are in no brackets.
pub(super) fn commas(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        depth += i32::from(token.is_any("([{")) - i32::from(token.is_any(")]}"));
        if depth == 0 && token.is(',') {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// What these lead to, without brackets behind it and the type that is declared; and whether it is a variable as a whole.
pub(super) fn target(tokens: &[Token]) -> Option<(String, bool)> {
    let colon = (1..tokens.len()).find(|at| {
        let is = |at: usize| tokens.get(at).is_some_and(|token| token.is(':'));
        is(*at) && !is(*at - 1) && !is(*at + 1)
    });
    let mut rest = &tokens[..colon.unwrap_or(tokens.len())];
    let mut is_variable = true;
    while let Some(last) = rest.last() {
        if let Some(name) = last.name() {
            let is_part = rest.len() > 1 && rest[rest.len() - 2].is_any("*.>");
            return Some((name, is_variable && !is_part));
        }
        if let [.., open, key @ Token::Word { dotted: true, .. }, _] = rest
            && open.is('{')
        {
            return key.name().map(|name| (name, false));
        }
        if !last.is_any(")]}") {
            return None;
        }
        is_variable = false;
        let inside = &rest[..rest.len() - 1];
        rest = &inside[..begin(inside).0.saturating_sub(1)];
    }
    None
}

//! Tokens one by one, with the blanks that only they need, and what stands between two statements.

use crate::Config;

/// Each token with the blanks right after it, from the end on: a word that goes leaves blanks that nothing needs, and blanks alone
/// hold words apart. `tokens` are those that are kept, in order.
pub(super) fn with_blanks(tokens: &[(u32, &[u8])]) -> Vec<Config> {
    let is_blank = |token: &[u8]| token.iter().all(u8::is_ascii_whitespace);
    let mut sets = Vec::new();
    let mut end = tokens.len();
    for (at, (_, token)) in tokens.iter().enumerate().rev() {
        if !is_blank(token) {
            sets.push(Config::of_units(tokens[at..end].iter().map(|(unit, _)| *unit)));
            end = at;
        }
    }
    sets
}

/// How many tokens go with a separator.
const JOINED: [usize; 2] = [1, 2];

/// Each `;` and `,` with the token or the two tokens after it, from the end on: `reg f; reg g = f + 1` becomes `reg f = f + 1`. What
/// two statements begin and end with is in no node that could go.
///
/// # What we tried
/// Without it 46 bytes were left of a Verilog program instead of 38.
pub(super) fn joining(tokens: &[(u32, &[u8])]) -> Vec<Config> {
    let whole = with_blanks(tokens);
    let is_separator = |set: &Config| {
        let first = set.units().next();
        tokens.iter().any(|(unit, token)| Some(*unit) == first && matches!(token, [b';' | b',']))
    };
    let mut sets = Vec::new();
    for (at, separator) in whole.iter().enumerate().filter(|(_, set)| is_separator(set)) {
        for more in JOINED.into_iter().filter(|more| *more < at) {
            sets.push(whole[at - more..at].iter().fold(separator.clone(), |all, set| all.union(set)));
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(sets: &[Config]) -> Vec<Vec<u32>> {
        sets.iter().map(|set| set.units().collect()).collect()
    }

    #[test]
    fn a_separator_goes_with_what_comes_after_it_unless_that_is_all() {
        let tokens = ["a", ";", "reg", " ", "g", "=", ";"];
        let tokens: Vec<(u32, &[u8])> = (0..).zip(tokens.iter().map(|token| token.as_bytes())).collect();
        assert_eq!(asked(&joining(&tokens)), [vec![1, 2, 3], vec![1, 2, 3, 4]]);
    }

    #[test]
    fn blanks_go_with_the_token_before_them() {
        let tokens = ["\n", "int", " ", "\n", "a", ";", " "];
        let tokens: Vec<(u32, &[u8])> = (0..).zip(tokens.iter().map(|token| token.as_bytes())).collect();
        assert_eq!(asked(&with_blanks(&tokens)), [vec![5, 6], vec![4], vec![1, 2, 3]]);
    }
}

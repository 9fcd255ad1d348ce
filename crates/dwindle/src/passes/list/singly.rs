//! Asks about tokens one by one, each together with the blanks that only it needs.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_go_with_the_token_before_them() {
        let tokens = ["\n", "int", " ", "\n", "a", ";", " "];
        let tokens: Vec<(u32, &[u8])> = (0..).zip(tokens.iter().map(|token| token.as_bytes())).collect();
        let sets: Vec<Vec<u32>> = with_blanks(&tokens).iter().map(|set| set.units().collect()).collect();
        assert_eq!(sets, [vec![5, 6], vec![4], vec![1, 2, 3]]);
    }
}

//! Refuses grammars that cannot be worked with for their size, before anything grows with it.

use dwindle::grammar::{Rule, Spacing, Symbol};

/// No symbol's shortest text may be longer: ten doublings in a row make a thousand bytes out of one, and sixty
/// would fill every memory.
const LONGEST_TEXT: u64 = 1 << 20;

/// What is too large about the rules, if anything is.
pub(super) fn check(rules: &[Rule], spacing: Spacing) -> Result<(), &'static str> {
    if rules.len() > usize::from(u16::MAX) + 1 {
        return Err("the grammar needs more than 65,536 symbols");
    }
    let blank = u64::from(spacing == Spacing::Words);
    let mut lengths: Vec<Option<u64>> = vec![None; rules.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, rule) in rules.iter().enumerate() {
            let Some(length) = length(rule, &lengths, blank) else { continue };
            if lengths[number].is_none_or(|before| length < before) {
                lengths[number] = Some(length);
                changed = true;
            }
        }
    }
    if lengths.iter().flatten().any(|length| *length > LONGEST_TEXT) {
        return Err("the shortest text of some symbol is longer than a million bytes");
    }
    Ok(())
}

/// At most how long the shortest text is, by what is known of its parts.
fn length(rule: &Rule, lengths: &[Option<u64>], blank: u64) -> Option<u64> {
    let of = |symbol: &Symbol| lengths[symbol.index()];
    match rule {
        Rule::Regular(sequences) => {
            let sums = sequences.iter().filter_map(|sequence| {
                sequence
                    .iter()
                    .try_fold(0u64, |sum, part| Some(sum.saturating_add(of(part)?).saturating_add(blank)))
            });
            sums.min()
        }
        Rule::Optional(_) => Some(0),
        Rule::List(list) if !list.at_least_one => Some(0),
        Rule::List(list) => of(&list.element),
        Rule::Text(text) => Some(text.len() as u64),
        Rule::Class(_) => Some(4),
        Rule::Token(token) => token.shortest.as_ref().map(|text| text.len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_doublings_are_refused_and_ten_are_not() {
        let doublings = |count: usize| -> Vec<Rule> {
            let doubled = |next: usize| Rule::Regular(vec![vec![Symbol::new(next); 2]]);
            (1..=count).map(doubled).chain([Rule::Text(b"x".as_slice().into())]).collect()
        };
        assert!(check(&doublings(10), Spacing::Exact).is_ok());
        assert!(check(&doublings(60), Spacing::Exact).is_err());
    }
}

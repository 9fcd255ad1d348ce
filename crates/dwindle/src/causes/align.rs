//! Which tokens of a text those of another one are that was made of it.

/// What the alignment is worth, by the product of the numbers of tokens: more than this takes too long.
const MOST_PAIRS: usize = 1 << 23;
/// What it costs where tokens between two neighbours are gone.
const BREAK: u32 = 4;
/// What it costs besides where that does not end with a line.
const WITHIN_A_LINE: u32 = 1;
/// What it costs that a token stands for another one of the same kind, such as a name for a name.
const OTHER_TOKEN: u32 = 2;
/// What it costs that a token stands for one of another kind.
const OTHER_KIND: u32 = 6;
const NEVER: u32 = u32::MAX / 4;

/// For each token of `new` the one of `old` that it is, ascending: in the fewest pieces. None where that takes too long, or `new`
/// has more tokens. `begins_line` says with which of `old` lines begin.
///
/// What removals alone can make is taken as made so. Otherwise tokens may stand for others. Dynamic programming, as in alignments
/// with affine gaps (Gotoh 1982), where a gap costs the same whatever its length.
pub(super) fn aligned(old: &[&[u8]], begins_line: &[bool], new: &[&[u8]]) -> Option<Vec<usize>> {
    let width = old.len();
    if new.is_empty() || new.len() > width || width.saturating_mul(new.len()) > MOST_PAIRS {
        return None;
    }
    let exactly = is_part(old, new);
    let mut costs: Vec<u32> = Vec::new();
    let mut before: Vec<u32> = Vec::with_capacity(width * new.len());
    for token in new {
        let mut next = Vec::with_capacity(width);
        let mut nearest = (NEVER, 0);
        for (at, there) in old.iter().enumerate() {
            let (cost, from) = if costs.is_empty() {
                (0, 0)
            } else {
                if at >= 2 && costs[at - 2] <= nearest.0 {
                    nearest = (costs[at - 2], at - 2);
                }
                let straight = if at > 0 { costs[at - 1] } else { NEVER };
                let broken = nearest.0 + BREAK + if begins_line[at] { 0 } else { WITHIN_A_LINE };
                // The last of several breaks of one cost, since removals are moved to the front (`places`).
                if broken <= straight { (broken, nearest.1) } else { (straight, at.saturating_sub(1)) }
            };
            before.push(u32::try_from(from).expect("fewer tokens than pairs"));
            next.push((cost + standing_for(there, token, exactly)).min(NEVER));
        }
        costs = next;
    }
    let (mut at, cost) = costs.iter().copied().enumerate().min_by_key(|(_, cost)| *cost)?;
    if cost >= NEVER {
        return None;
    }
    let mut places = Vec::with_capacity(new.len());
    for row in before.chunks(width).rev() {
        places.push(at);
        at = row[at] as usize;
    }
    places.reverse();
    Some(places)
}

/// Whether the tokens of `new` are some of those of `old`, in the same order.
pub(super) fn is_part(old: &[&[u8]], new: &[&[u8]]) -> bool {
    let mut left = old.iter();
    new.iter().all(|token| left.any(|there| there == token))
}

/// What it costs that `new` stands where `old` stood.
fn standing_for(old: &[u8], new: &[u8], exactly: bool) -> u32 {
    if old == new {
        0
    } else if exactly {
        NEVER
    } else if kind(old) == kind(new) {
        OTHER_TOKEN
    } else {
        OTHER_KIND
    }
}

/// A letter for all tokens of one kind.
const fn kind(token: &[u8]) -> u8 {
    match token {
        [b'0'..=b'9', ..] => b'0',
        [b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., ..] => b'a',
        [b'"' | b'\'' | b'`', _, ..] => b'"',
        [first, ..] => *first,
        [] => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> Option<Vec<usize>> {
        let [old, new] = [old, new].map(|text| text.split(' ').map(str::as_bytes).collect::<Vec<_>>());
        aligned(&old, &vec![false; old.len()], &new)
    }

    #[test]
    fn what_stood_together_is_found_together() {
        assert_eq!(shown("a ; a b ; a b c ; b c", "a b c"), Some(vec![5, 6, 7]));
        assert_eq!(shown("a ; b ; a c ; b c", "a c c"), Some(vec![4, 5, 8]));
        assert_eq!(shown("a b", "a b c"), None);
    }

    #[test]
    fn tokens_stand_for_others_of_their_kind_where_they_are_new() {
        assert_eq!(shown("make t ; take long from t ; t", "make t ; take x"), Some(vec![0, 1, 2, 3, 4]));
        assert_eq!(shown("f ( 1 , abc )", "f ( b )"), Some(vec![0, 1, 4, 5]));
    }

    #[test]
    fn whole_lines_are_gone_rather_than_parts_of_two() {
        let old: Vec<&[u8]> = vec![b"line", b"1", b"line", b"2", b"line", b"3"];
        let new: Vec<&[u8]> = vec![b"line", b"1", b"line", b"3"];
        let begins = [true, false, true, false, true, false];
        assert_eq!(aligned(&old, &begins, &new), Some(vec![0, 1, 4, 5]));
    }
}

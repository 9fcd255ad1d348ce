//! Which tokens of a text those of another one are that was made of it.

/// What the alignment is worth, by the product of the numbers of tokens: more than this takes too long.
const MOST_PAIRS: usize = 1 << 23;
/// What it costs where tokens between two neighbours are gone.
const BREAK: u32 = 4;
/// What it costs besides where no line begins behind it.
const WITHIN_A_LINE: u32 = 1;
/// And besides where parts of two lines come together so.
const PARTS_OF_LINES: u32 = 6;
/// What it costs that a token stands for another one of the same kind, such as a name for a name.
const OTHER_TOKEN: u32 = 6;
/// What it costs that a token stands for one of another kind.
const OTHER_KIND: u32 = 12;
const NEVER: u32 = u32::MAX / 4;

/// For each token of `new` the one of `old` that it is, ascending: in the fewest pieces. None where that takes too long, or `new`
/// has more tokens. `begins_line` says with which of `old` lines begin.
///
/// Tokens may stand for others, but what removals alone can make is rather made so. Dynamic programming, as in alignments
/// with affine gaps (Gotoh 1982), where a gap costs the same whatever its length.
pub(super) fn aligned(old: &[&[u8]], begins_line: &[bool], new: &[&[u8]]) -> Option<Vec<usize>> {
    let width = old.len();
    if new.is_empty() || new.len() > width || width.saturating_mul(new.len()) > MOST_PAIRS {
        return None;
    }
    let mut costs: Vec<u32> = Vec::new();
    let mut before: Vec<u32> = Vec::with_capacity(width * new.len());
    for token in new {
        let mut next = Vec::with_capacity(width);
        let mut breaks = Breaks::default();
        for (at, there) in old.iter().enumerate() {
            let (cost, from) = if costs.is_empty() {
                (0, 0)
            } else {
                breaks.pass(at, &costs, begins_line);
                let broken = breaks.cheapest(begins_line[at]);
                let straight = if at > 0 { costs[at - 1] } else { NEVER };
                // The last of several breaks of one cost, since removals are moved to the front (`places`).
                if broken.0 <= straight { broken } else { (straight, at.saturating_sub(1)) }
            };
            before.push(u32::try_from(from).expect("fewer tokens than pairs"));
            next.push((cost + standing_for(there, token)).min(NEVER));
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

/// The cheapest places before a break, each with its cost.
#[derive(Debug)]
struct Breaks {
    /// Of all.
    any: (u32, usize),
    /// Of those in the same line.
    near: (u32, usize),
    /// Of these, with what it costs when the line has ended.
    near_as_far: (u32, usize),
    /// Of those in lines before, with what it costs that parts of two lines come together.
    far: (u32, usize),
}

impl Default for Breaks {
    fn default() -> Self {
        let none = (NEVER, 0);
        Self { any: none, near: none, near_as_far: none, far: none }
    }
}

impl Breaks {
    /// Goes on to the token `at`: the one two before it can be the last before a break now.
    fn pass(&mut self, at: usize, costs: &[u32], begins_line: &[bool]) {
        let nearer = |one: (u32, usize), other: (u32, usize)| if other.0 <= one.0 { other } else { one };
        if let Some(from) = at.checked_sub(2) {
            let is_whole = begins_line[from + 1];
            let far = costs[from] + if is_whole { 0 } else { PARTS_OF_LINES };
            self.any = nearer(self.any, (costs[from], from));
            if is_whole {
                self.far = nearer(self.far, (far, from));
            } else {
                self.near = nearer(self.near, (costs[from], from));
                self.near_as_far = nearer(self.near_as_far, (far, from));
            }
        }
        if begins_line[at] {
            self.far = nearer(self.far, self.near_as_far);
            (self.near, self.near_as_far) = ((NEVER, 0), (NEVER, 0));
        }
    }

    /// The cheapest break before a token with which a line begins, or within a line.
    fn cheapest(&self, begins_line: bool) -> (u32, usize) {
        if begins_line {
            return (self.any.0 + BREAK, self.any.1);
        }
        let (cost, from) = if self.near.0 <= self.far.0 { self.near } else { self.far };
        (cost + BREAK + WITHIN_A_LINE, from)
    }
}

/// Whether the tokens of `new` are some of those of `old`, in the same order.
pub(super) fn is_part(old: &[&[u8]], new: &[&[u8]]) -> bool {
    let mut left = old.iter();
    new.iter().all(|token| left.any(|there| there == token))
}

/// Whether `new` is `old` but for words or numbers that stand for others.
pub(super) fn is_renamed(old: &[&[u8]], new: &[&[u8]]) -> bool {
    let is_same_kind = |(old, new): (&&[u8], &&[u8])| kind(old) == kind(new);
    old.len() == new.len() && old != new && old.iter().zip(new).all(is_same_kind)
}

/// What it costs that `new` stands where `old` stood.
fn standing_for(old: &[u8], new: &[u8]) -> u32 {
    if old == new {
        0
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

    #[test]
    fn a_new_name_is_no_part_of_the_next_line() {
        let old: Vec<&[u8]> = vec![b"take", b"long", b"from", b"t", b"make", b"a", b"b"];
        let begins = [true, false, false, false, true, false, false];
        assert_eq!(aligned(&old, &begins, &[b"take", b"a"]), Some(vec![0, 1]));
    }
}

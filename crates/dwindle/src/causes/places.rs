//! Where the tokens of a result stood in the input.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::Text;
use crate::space::{Space, TextSpace, Unit};

/// How far a removal is moved at most, to where its brackets have their partners.
const MOST_STEPS: u32 = 64;

/// Where the tokens of the last text stand in the first, ascending; each text of `way` was made of the one before it.
///
/// What was left out between two texts is found by a diff of their tokens. A token that stands for another one has its
/// place. So this is one way in which the result can be a part of the input, and need not be the one by which it was made.
pub(super) fn places(way: impl IntoIterator<Item = Text>) -> Vec<Range<usize>> {
    let mut way = way.into_iter();
    let Some(first) = way.next() else { return Vec::new() };
    let mut at = first.cut(Unit::Tokens);
    let mut origins: Vec<Option<Range<usize>>> =
        (0..units(&at)).map(|unit| Some(at.span(unit..unit + 1))).collect();
    for text in way {
        let next = text.cut(Unit::Tokens);
        origins = carried(&at, &origins, &next);
        at = next;
    }
    let mut places: Vec<Range<usize>> = (0..units(&at))
        .zip(origins)
        .filter(|(unit, _)| !is_blank(&at, *unit))
        .filter_map(|(_, place)| place)
        .collect();
    places.sort_by_key(|place| (place.start, place.end));
    places.dedup();
    places
}

/// The origins of the tokens of `new`, from those of `old`.
fn carried(old: &TextSpace, origins: &[Option<Range<usize>>], new: &TextSpace) -> Vec<Option<Range<usize>>> {
    let mut input = InternedInput::default();
    input.update_before((0..units(old)).map(|unit| old.unit_bytes(unit)));
    input.update_after((0..units(new)).map(|unit| new.unit_bytes(unit)));
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let mut found: Vec<Option<Range<usize>>> = vec![None; new.units()];
    let (mut before, mut after) = (0, 0);
    let mut keep = |from: u32, to: u32| found[to as usize].clone_from(&origins[from as usize]);
    for hunk in diff.hunks() {
        let room = hunk.before.start - before;
        let moved = balanced(old, &hunk.before, &hunk.after, room);
        let (gone, come) = moved.unwrap_or((hunk.before, hunk.after));
        (before..gone.start).zip(after..come.start).for_each(|(from, to)| keep(from, to));
        (before, after) = (gone.end, come.end);
        // What stands there now stands for what stood there.
        let gone: Vec<u32> = gone.filter(|unit| !is_blank(old, *unit)).collect();
        let come = come.filter(|unit| !is_blank(new, *unit));
        for (nth, to) in come.enumerate() {
            if let Some(from) = gone.get(nth).or(gone.last()) {
                keep(*from, to);
            }
        }
    }
    (before..units(old)).zip(after..units(new)).for_each(|(from, to)| keep(from, to));
    found
}

/// The same removal at a place where its brackets have their partners, if there is one near.
///
/// Of `[{a: 1}, {a: 2}]` and `[{a: 2}]` a diff says that `1}, {a: ` is gone, since what both begin with is longest so.
fn balanced(
    old: &TextSpace,
    gone: &Range<u32>,
    come: &Range<u32>,
    room: u32,
) -> Option<(Range<u32>, Range<u32>)> {
    if !come.is_empty() || is_balanced(old, gone) {
        return None;
    }
    for steps in 1..=room.min(MOST_STEPS) {
        let span = gone.start - steps..gone.end - steps;
        if old.unit_bytes(span.start) != old.unit_bytes(span.end) {
            return None;
        }
        if is_balanced(old, &span) {
            return Some((span, come.start - steps..come.start - steps));
        }
    }
    None
}

/// Whether each bracket in `span` has its partner there.
fn is_balanced(space: &TextSpace, span: &Range<u32>) -> bool {
    let mut depth = 0_i32;
    for unit in span.clone() {
        match space.unit_bytes(unit) {
            [b'(' | b'[' | b'{', ..] => depth += 1,
            [b')' | b']' | b'}', ..] => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

fn is_blank(space: &TextSpace, unit: u32) -> bool {
    space.unit_bytes(unit).trim_ascii().is_empty()
}

fn units(space: &TextSpace) -> u32 {
    u32::try_from(space.units()).expect("fewer units than bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_followed_through_removals_and_new_names() {
        let input = "int f(int n) { return n; } int g(int long_name) { return 1 / long_name; }";
        let way = [
            input,
            "int g(int long_name) { return 1 / long_name; }",
            "g(long_name) 1/long_name;",
            "g(a)1/a;",
        ];
        let way = way.map(|text| Text::new(text.as_bytes()).unwrap());
        let found: Vec<&str> = places(way).into_iter().map(|place| &input[place]).collect();
        assert_eq!(found, ["g", "(", "long_name", ")", "1", "/", "long_name", ";"]);
    }

    #[test]
    fn removals_are_taken_where_brackets_have_their_partners() {
        let way = ["[{a: 1}, {a: 2}, {a: 3}]", "[{a: 2}, {a: 3}]", "[{a: 3}]"];
        let way = way.map(|text| Text::new(text.as_bytes()).unwrap());
        let found = places(way);
        assert_eq!(found.first(), Some(&(0..1)));
        assert_eq!(found[1], 17..18, "the brace of the last element");
    }
}

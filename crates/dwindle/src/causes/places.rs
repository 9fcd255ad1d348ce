//! Where the tokens of a result stood in the input.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::Text;
use crate::space::{Space, TextSpace, Unit};

/// How far a removal is moved at most, to where its brackets have their partners.
const MOST_STEPS: u32 = 64;

/// The tokens of the last text, each with where it stands in the first; each text of `way` was made of the one before it.
///
/// What was left out between two texts is found by a diff of their tokens. A token that stands for another one has its
/// place. So this is one way in which the result can be a part of the input, and need not be the one by which it was made.
pub(super) fn placed(way: impl IntoIterator<Item = Text>) -> Vec<(Range<usize>, Range<usize>)> {
    let mut way = related(&way.into_iter().collect::<Vec<_>>()).into_iter();
    let Some(first) = way.next() else { return Vec::new() };
    let mut at = first.cut(Unit::Tokens);
    let mut origins: Vec<Option<Range<usize>>> =
        (0..units(&at)).map(|unit| Some(at.span(unit..unit + 1))).collect();
    for text in way {
        let next = text.cut(Unit::Tokens);
        origins = carried(&at, &origins, &next);
        at = next;
    }
    let tokens = (0..units(&at)).zip(origins).filter(|(unit, _)| !is_blank(&at, *unit));
    tokens.filter_map(|(unit, place)| Some((at.span(unit..unit + 1), place?))).collect()
}

/// The first text, and of those after it the ones that lead to the last.
///
/// A text that is smaller and fails need not be a part of the best before it, since strategies ask about parts of earlier
/// ones, too. What is a part of the first text is looked for in those only of which it is a part; what was rewritten, in the
/// one before it.
fn related(way: &[Text]) -> Vec<Text> {
    let cuts: Vec<TextSpace> = way.iter().map(|text| text.cut(Unit::Tokens)).collect();
    let Some(last) = cuts.len().checked_sub(1) else { return Vec::new() };
    let (mut kept, mut is_part) = (vec![last], embedded(&cuts[0], &cuts[last]).is_some());
    for at in (1..last).rev() {
        let next = kept[kept.len() - 1];
        if !is_part || embedded(&cuts[at], &cuts[next]).is_some() {
            kept.push(at);
            is_part = is_part || embedded(&cuts[0], &cuts[at]).is_some();
        }
    }
    kept.extend((last > 0).then_some(0));
    kept.into_iter().rev().map(|at| way[at].clone()).collect()
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
    // A diff is no shortest one, and may say that something is gone at one place and new at another.
    let lost = (0..units(new)).zip(&found).any(|(unit, origin)| origin.is_none() && !is_blank(new, unit));
    if let Some(places) = lost.then(|| embedded(old, new)).flatten() {
        return places.into_iter().map(|from| origins[from as usize].clone()).collect();
    }
    found
}

/// The first tokens of `old` that are those of `new`, in order, if they all are.
fn embedded(old: &TextSpace, new: &TextSpace) -> Option<Vec<u32>> {
    let mut left = 0..units(old);
    let most = units(old).checked_sub(1)?;
    let place = |unit| {
        // Blanks may be others.
        if is_blank(new, unit) {
            return Some(left.start.min(most));
        }
        left.find(|from| old.unit_bytes(*from) == new.unit_bytes(unit))
    };
    (0..units(new)).map(place).collect()
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
        let found: Vec<&str> = placed(way).into_iter().map(|(_, place)| &input[place]).collect();
        assert_eq!(found, ["g", "(", "long_name", ")", "1", "/", "long_name", ";"]);
    }

    #[test]
    fn removals_are_taken_where_brackets_have_their_partners() {
        let way = ["[{a: 1}, {a: 2}, {a: 3}]", "[{a: 2}, {a: 3}]", "[{a: 3}]"];
        let way = way.map(|text| Text::new(text.as_bytes()).unwrap());
        let found = placed(way);
        assert_eq!(found[0], (0..1, 0..1));
        assert_eq!(found[1], (1..2, 17..18), "the brace of the last element");
    }

    #[test]
    fn each_token_of_what_removals_leave_has_a_place() {
        let line = |n| if n == 21 { "alone three\n".to_owned() } else { format!("plain {n}\n") };
        let all: Vec<String> = (0..30).map(line).collect();
        let left = [0..30, 7..30, 10..30, 18..30, 20..28, 20..24, 21..23, 21..22];
        let texts: Vec<Text> =
            left.map(|lines| Text::new(all[lines].concat().into_bytes()).unwrap()).to_vec();
        let input = all.concat();
        for end in 1..=texts.len() {
            let found = placed(texts[..end].iter().cloned());
            let shown: Vec<&str> = found.iter().map(|(_, place)| &input[place.clone()]).collect();
            let left = String::from_utf8(texts[end - 1].bytes().to_vec()).unwrap();
            assert_eq!(shown, left.split_whitespace().collect::<Vec<_>>(), "after {end} texts");
        }
    }
}

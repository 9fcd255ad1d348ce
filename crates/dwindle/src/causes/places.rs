//! Where the tokens of a result stood in the input.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::align::{aligned, is_part, is_renamed};
use crate::Text;
use crate::space::{Space, Unit};

/// How far a removal is moved at most, to where its brackets have their partners.
const MOST_STEPS: usize = 64;

/// The tokens of the last text, each with where it stands in the first; each text of `way` was made of the one before it.
///
/// What was left out between two texts is found by an alignment of their tokens. A token that stands for another one has its
/// place. So this is one way in which the result can be a part of the input, and need not be the one by which it was made.
pub(super) fn placed(way: impl IntoIterator<Item = Text>) -> Vec<(Range<usize>, Range<usize>)> {
    let way: Vec<Text> = way.into_iter().collect();
    let mut way = related(way.iter().map(Tokens::of).collect()).into_iter();
    let Some(mut at) = way.next() else { return Vec::new() };
    let mut origins: Vec<Option<Range<usize>>> = at.spans.iter().cloned().map(Some).collect();
    for next in way {
        let places = carried(&at, &next.bytes);
        origins = places.into_iter().map(|from| from.and_then(|from| origins[from].clone())).collect();
        at = next;
    }
    at.spans.into_iter().zip(origins).filter_map(|(token, place)| Some((token, place?))).collect()
}

/// The tokens of a text that are no blanks.
#[derive(Debug)]
struct Tokens<'t> {
    spans: Vec<Range<usize>>,
    bytes: Vec<&'t [u8]>,
    /// Whether a line begins with each.
    begins_line: Vec<bool>,
}

impl<'t> Tokens<'t> {
    fn of(text: &'t Text) -> Self {
        let cut = text.cut(Unit::Tokens);
        let units = u32::try_from(cut.units()).expect("fewer units than bytes");
        let spans = (0..units).map(|unit| cut.span(unit..unit + 1));
        let spans: Vec<Range<usize>> =
            spans.filter(|span| !text.bytes()[span.clone()].trim_ascii().is_empty()).collect();
        let ends = std::iter::once(0).chain(spans.iter().map(|span| span.end));
        let begins =
            |(span, end): (&Range<usize>, usize)| end == 0 || text.bytes()[end..span.start].contains(&b'\n');
        let begins_line = spans.iter().zip(ends).map(begins).collect();
        let bytes = spans.iter().map(|span| &text.bytes()[span.clone()]).collect();
        Self { spans, bytes, begins_line }
    }
}

/// The first text, and of those after it the ones that lead to the last.
///
/// A text that is smaller and fails need not be a part of the best before it, since strategies ask about parts of earlier
/// ones, too. What is a part of the first text is looked for in those only of which it is a part; what was rewritten, in the
/// one before it. With new names a text may be a part of the first by chance, elsewhere than where it is from: the text with
/// the old names tells.
fn related(way: Vec<Tokens<'_>>) -> Vec<Tokens<'_>> {
    let Some(last) = way.len().checked_sub(1).filter(|last| *last > 0) else { return way };
    let is_part = |old: usize, new: usize| is_part(&way[old].bytes, &way[new].bytes);
    let (mut kept, mut is_of_first) = (vec![last], is_part(0, last));
    for at in (1..last).rev() {
        let next = kept[kept.len() - 1];
        let is_renamed = is_renamed(&way[at].bytes, &way[next].bytes);
        if !is_of_first || is_renamed || is_part(at, next) {
            kept.push(at);
            is_of_first = is_of_first && !is_renamed || is_part(0, at);
        }
    }
    kept.push(0);
    way.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, tokens)| tokens).collect()
}

/// Which token of `old` each of `new` is, or stands for; none where there is none.
fn carried(old: &Tokens<'_>, new: &[&[u8]]) -> Vec<Option<usize>> {
    let mut places = match aligned(&old.bytes, &old.begins_line, new) {
        Some(places) => places.into_iter().map(Some).collect(),
        None => differing(&old.bytes, new),
    };
    balance(&old.bytes, &mut places);
    places
}

/// As [`carried`], for long texts.
fn differing(old: &[&[u8]], new: &[&[u8]]) -> Vec<Option<usize>> {
    let mut input = InternedInput::default();
    input.update_before(old.iter().copied());
    input.update_after(new.iter().copied());
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let mut places = vec![None; new.len()];
    let (mut before, mut after) = (0, 0);
    let whole = |span: Range<u32>| span.start as usize..span.end as usize;
    for hunk in diff.hunks() {
        let (gone, come) = (whole(hunk.before), whole(hunk.after));
        (before..gone.start).zip(after..come.start).for_each(|(from, to)| places[to] = Some(from));
        // What stands there now stands for what stood there.
        for (nth, to) in come.clone().enumerate() {
            places[to] = gone.clone().nth(nth).or_else(|| gone.clone().next_back());
        }
        (before, after) = (gone.end, come.end);
    }
    (before..old.len()).zip(after..new.len()).for_each(|(from, to)| places[to] = Some(from));
    places
}

/// Moves each removal to where its brackets have their partners, if there is such a place near that comes to the same.
///
/// Of `[{a: 1}, {a: 2}]` and `[{a: 2}]` one may say that `1}, {a: ` is gone as well as that `{a: 1}, ` is.
fn balance(old: &[&[u8]], places: &mut [Option<usize>]) {
    for at in 1..places.len() {
        let (Some(left), Some(right)) = (places[at - 1], places[at]) else { continue };
        if right <= left + 1 || is_balanced(&old[left + 1..right]) {
            continue;
        }
        for steps in 1..=MOST_STEPS.min(at).min(left + 1) {
            let gone = left + 1 - steps..right - steps;
            let is_moved = places[at - steps] == Some(gone.start) && old[gone.start] == old[gone.end];
            if !is_moved {
                break;
            }
            if is_balanced(&old[gone.clone()]) {
                (at - steps..at).zip(gone.end..).for_each(|(to, from)| places[to] = Some(from));
                break;
            }
        }
    }
}

/// Whether each bracket in `tokens` has its partner there.
fn is_balanced(tokens: &[&[u8]]) -> bool {
    let mut depth = 0_i32;
    for token in tokens {
        match token {
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
    fn what_got_new_names_is_found_by_its_old_ones() {
        let input = "[{id: 1, of: 2}, {id: 2, of: 1}, {id: 41, of: 41}]";
        let way = [input, "[{id: 41, of: 41}]", "[{id: 1, of: 1}]"];
        let way = way.map(|text| Text::new(text.as_bytes()).unwrap());
        let found: Vec<&str> = placed(way).into_iter().map(|(_, place)| &input[place]).collect();
        assert_eq!(found, ["[", "{", "id", ":", "41", ",", "of", ":", "41", "}", "]"]);
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

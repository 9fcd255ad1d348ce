//! Couples: few units that stand apart and may only be removable together, found from the brackets and indentation
//! of the text.
//!
//! A bracket and its partner, with and without what stands between and what stands before; a line and the
//! lines indented below it; a few neighbours. All this only proposes what to test.

use super::singly::with_blanks;
use crate::Config;
use crate::space::Unit;
use std::collections::BTreeSet;

/// How many neighbours go together at most, where nothing is known of the syntax: with a tree, of three hundred runs of two to four
/// tokens in thirty small programs only what stood in brackets could go.
const NEIGHBOURS: usize = 4;

/// More units than this are not looked through.
const MOST: usize = 20_000;

/// The sets of at least two units worth asking for, the most promising first; `units` are those that are
/// kept, in order, with their bytes. There are fewer of a text that has a tree.
pub(super) fn couples(units: &[(u32, &[u8])], unit: Unit, has_tree: bool) -> Vec<Config> {
    if units.len() > MOST {
        return Vec::new();
    }
    let mut pairs: Vec<(usize, usize)> = brackets(units, unit);
    let ranges = ranges(units, unit, &pairs);
    pairs.sort_by_key(|&(open, close)| (open + units.len() - close, open));
    let is_free = matches!(unit, Unit::Lines | Unit::Tokens) && !has_tree;
    let neighbours = match (is_free, has_tree) {
        (true, _) => NEIGHBOURS,
        (false, true) => 1,
        (false, false) => 2,
    };
    let runs = (2..=neighbours).flat_map(|size| {
        let starts = 0..(units.len() + 1).saturating_sub(size);
        starts.rev().map(move |start| (start, start + size))
    });
    let number = |at: usize| units[at].0;
    let whole = |(start, end): (usize, usize)| Config::of_units((start..end).map(number));
    let both = |(open, close)| Config::of_units([number(open), number(close)]);
    let mut seen = BTreeSet::new();
    let all = ranges.into_iter().map(whole).chain(pairs.into_iter().map(both)).chain(runs.map(whole));
    all.filter(|set| set.len() > 1 && set.len() < units.len() && seen.insert(set.clone())).collect()
}

/// How many tokens go with a separator.
const JOINED: [usize; 2] = [1, 2];

/// What is in no node that could go, and leaves what may be right, from the end on: each `;` and `,` with the token or the two tokens after
/// it, as `reg f; reg g = f + 1` becomes `reg f = f + 1`; brackets with nothing between, as a method becomes a field; and `=` with
/// the token before it, as an assignment becomes what is assigned.
///
/// # What we tried
/// Without it 46 bytes were left of a Verilog program instead of 38, and of a Java program 15 instead of 13; without `=`
/// 13 of a JavaScript program instead of 11.
pub(super) fn likeliest(tokens: &[(u32, &[u8])]) -> Vec<Config> {
    let whole = with_blanks(tokens);
    let first = |set: &Config| {
        let unit = set.units().next()?;
        tokens.iter().find(|(other, _)| *other == unit).map(|(_, token)| *token)
    };
    let mut sets = Vec::new();
    for (at, set) in whole.iter().enumerate() {
        let begun: &[usize] = match (first(set), at.checked_sub(1).and_then(|after| first(&whole[after]))) {
            (Some(b";" | b","), _) => &JOINED,
            (Some(token), Some(b"=")) if token[0].is_ascii_alphanumeric() => &[1],
            (Some(b"("), Some(b")")) | (Some(b"["), Some(b"]")) | (Some(b"{"), Some(b"}")) => &[1],
            _ => &[],
        };
        for more in begun.iter().filter(|more| **more <= at) {
            sets.push(whole[at - more..at].iter().fold(set.clone(), |all, set| all.union(set)));
        }
    }
    sets
}

/// The stretches that stand in brackets, or are indented, the largest first.
pub(super) fn stretches(units: &[(u32, &[u8])], unit: Unit) -> Vec<Config> {
    if units.len() > MOST {
        return Vec::new();
    }
    let ranges = ranges(units, unit, &brackets(units, unit));
    let sets = ranges.into_iter().map(|(start, end)| Config::of_units(units[start..end].iter().map(|u| u.0)));
    sets.collect()
}

fn ranges(units: &[(u32, &[u8])], unit: Unit, pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &(open, close) in pairs {
        ranges.push((open, close + 1));
        if open > 0 {
            ranges.push((open - 1, close + 1));
        }
        if close + 1 < units.len() {
            ranges.push((open, close + 2));
            if open > 0 {
                ranges.push((open - 1, close + 2));
            }
        }
        ranges.push((open + 1, close));
    }
    if unit == Unit::Lines {
        ranges.extend(blocks(units));
    }
    ranges.retain(|&(start, end)| end > start + 1 && end - start < units.len());
    ranges.sort_by_key(|&(start, end)| (std::cmp::Reverse(end - start), start));
    ranges.dedup();
    ranges
}

/// The units with an opening bracket and with the closing one that belongs to it, where they are two.
fn brackets(units: &[(u32, &[u8])], unit: Unit) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for (at, (_, bytes)) in units.iter().enumerate() {
        // A string or a comment.
        if unit == Unit::Tokens && bytes.len() > 1 {
            continue;
        }
        for &byte in *bytes {
            let partner = match byte {
                b'(' | b'[' | b'{' => {
                    open.push((byte, at));
                    continue;
                }
                b')' => b'(',
                b']' => b'[',
                b'}' => b'{',
                _ => continue,
            };
            if let Some(depth) = open.iter().rposition(|&(byte, _)| byte == partner) {
                if open[depth].1 < at {
                    pairs.push((open[depth].1, at));
                }
                open.truncate(depth);
            }
        }
    }
    pairs.dedup();
    pairs
}

/// Each line with the lines below it that are indented more.
fn blocks(lines: &[(u32, &[u8])]) -> Vec<(usize, usize)> {
    let indent = |bytes: &[u8]| bytes.iter().position(|byte| !byte.is_ascii_whitespace());
    let (mut above, mut blocks) = (Vec::<(usize, usize)>::new(), Vec::new());
    let mut end = 0;
    for (at, (_, bytes)) in lines.iter().enumerate() {
        let Some(indent) = indent(bytes) else { continue };
        while above.last().is_some_and(|&(deep, _)| deep >= indent) {
            blocks.extend(above.pop().map(|(_, start)| (start, end)));
        }
        above.push((indent, at));
        end = at + 1;
    }
    blocks.extend(above.into_iter().map(|(_, start)| (start, end)));
    blocks.retain(|&(start, end)| end > start + 1);
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(lines: &[&str], unit: Unit) -> Vec<String> {
        let units: Vec<(u32, &[u8])> = (0..).zip(lines.iter().map(|line| line.as_bytes())).collect();
        couples(&units, unit, false).iter().map(|set| format!("{set:?}")).collect()
    }

    #[test]
    fn separators_go_with_what_comes_after_them_empty_brackets_together_and_a_name_with_its_equals_sign() {
        let tokens = ["a", "(", ")", ";", "reg", " ", "g", "=", ";"];
        let tokens: Vec<(u32, &[u8])> = (0..).zip(tokens.iter().map(|token| token.as_bytes())).collect();
        let sets: Vec<Vec<u32>> = likeliest(&tokens).iter().map(|set| set.units().collect()).collect();
        assert_eq!(sets, [vec![6, 7], vec![3, 4, 5], vec![3, 4, 5, 6], vec![1, 2]]);
    }

    #[test]
    fn partners_are_found_with_and_without_what_is_between() {
        let all = sets(&["f", "(", "a", "[", "]", ",", "b", ")", ";"], Unit::Tokens);
        assert_eq!(all[..6], ["{0-7}", "{1-8}", "{1-7}", "{2-6}", "{2-5}", "{2-4}"]);
        assert!(all.contains(&format!("{:?}", Config::of_units([1, 7]))));
    }

    #[test]
    fn what_follows_the_closing_partner_goes_with_it_even_at_the_end() {
        let all = sets(&["f", "(", "a", "b", "c", ")", ";"], Unit::Tokens);
        assert!(all.contains(&format!("{:?}", Config::of_units(1..7))), "{all:?}");
    }

    #[test]
    fn blocks_are_what_is_indented_below() {
        let all = sets(&["def f():\n", "  if x:\n", "\n", "    y\n", "  z\n", "w\n"], Unit::Lines);
        assert_eq!(all[..2], ["{0-4}", "{1-3}"]);
    }

    #[test]
    fn brackets_without_partners_do_no_harm() {
        assert_eq!(brackets(&[(0, b")"), (1, b"("), (2, b"["), (3, b")"), (4, b"}")], Unit::Chars), [(1, 3)]);
    }
}

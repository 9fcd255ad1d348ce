//! Files that were renamed, perhaps with an edit: pairs of a removed and an added file with similar contents.

use std::collections::BTreeMap;
use std::path::Path;

use dwindle::files::Entry;

use crate::edits::is_binary;
use crate::part::At;

/// The share of common lines, in bytes and per cent of the larger file, from which two files count as the same.
const SIMILAR: u64 = 50;
/// Lines that are in more removed files than this do not help to identify one of them.
const COMMON: usize = 32;
/// How many of the most likely removed files are compared in full with an added file.
const COMPARED: usize = 8;

/// Pairs of positions in `removed` and in `added`: equal contents first, then the most similar.
///
/// Among equals a file of the same name comes first, then the earliest path. Each file is in one pair at most.
/// Lines are compared as sets with multiplicity, as git does, so lines that moved within a file do not matter;
/// the cost is that of the contents, not of all pairs.
pub(crate) fn pairs(removed: &[At], added: &[At]) -> Vec<(usize, usize)> {
    let mut found =
        Found { old: vec![false; removed.len()], new: vec![false; added.len()], pairs: Vec::new() };
    let mut by_contents: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
    for (old, at) in removed.iter().enumerate() {
        if let Some(bytes) = plain(at) {
            by_contents.entry(bytes.id().0).or_default().push(old);
        }
    }
    for (new, at) in added.iter().enumerate() {
        let Some(text) = plain(at) else { continue };
        let candidates = by_contents.get(&text.id().0).map_or(&[][..], Vec::as_slice);
        let same = |old: &&usize| {
            !found.old[**old] && plain(&removed[**old]).is_some_and(|before| before.bytes() == text.bytes())
        };
        let named = candidates.iter().filter(same).find(|old| name(&removed[**old]) == name(at));
        if let Some(&old) = named.or_else(|| candidates.iter().find(same)) {
            found.take(old, new);
        }
    }
    let mut similar = similar(removed, added, &found);
    similar.sort_by_key(|&(score, named, old, new)| (std::cmp::Reverse((score, named)), new, old));
    for (_, _, old, new) in similar {
        if !found.old[old] && !found.new[new] {
            found.take(old, new);
        }
    }
    found.pairs.sort_unstable();
    found.pairs
}

struct Found {
    old: Vec<bool>,
    new: Vec<bool>,
    pairs: Vec<(usize, usize)>,
}

impl Found {
    fn take(&mut self, old: usize, new: usize) {
        (self.old[old], self.new[new]) = (true, true);
        self.pairs.push((old, new));
    }
}

/// Pairs of files not paired yet that are similar: in how many per cent, whether they have one name, and which.
fn similar(removed: &[At], added: &[At], found: &Found) -> Vec<(u64, bool, usize, usize)> {
    let bags: Vec<Bag<'_>> =
        removed.iter().zip(&found.old).map(|(at, &taken)| if taken { Bag::new() } else { bag(at) }).collect();
    let mut files_with: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (old, bag) in bags.iter().enumerate() {
        for &line in bag.keys() {
            files_with.entry(line).or_default().push(old);
        }
    }
    let mut similar = Vec::new();
    for (new, at) in added.iter().enumerate().filter(|&(new, _)| !found.new[new]) {
        let after = bag(at);
        let mut shared: BTreeMap<usize, u64> = BTreeMap::new();
        for (&line, &times) in &after {
            let files = files_with.get(line).filter(|files| files.len() <= COMMON);
            for &old in files.into_iter().flatten() {
                *shared.entry(old).or_default() += line.len() as u64 * times.min(bags[old][line]);
            }
        }
        let mut likeliest: Vec<(u64, usize)> = shared.into_iter().map(|(old, bytes)| (bytes, old)).collect();
        likeliest.sort_by_key(|&(bytes, old)| (std::cmp::Reverse(bytes), old));
        for &(_, old) in likeliest.iter().take(COMPARED) {
            let score = score(&bags[old], &after, removed[old].1.size().max(at.1.size()));
            if score >= SIMILAR {
                similar.push((score, name(&removed[old]) == name(at), old, new));
            }
        }
    }
    similar
}

/// The lines of a text, each with how often it is there.
type Bag<'a> = BTreeMap<&'a [u8], u64>;

fn bag(at: &At) -> Bag<'_> {
    let mut bag = Bag::new();
    if let Some(text) = plain(at)
        && !is_binary(text.bytes())
    {
        for line in text.bytes().split_inclusive(|&byte| byte == b'\n') {
            *bag.entry(line).or_default() += 1;
        }
    }
    bag
}

fn score(before: &Bag<'_>, after: &Bag<'_>, larger: u64) -> u64 {
    let common = after
        .iter()
        .map(|(line, &times)| line.len() as u64 * before.get(line).map_or(0, |&before| before.min(times)));
    common.sum::<u64>() * 100 / larger.max(1)
}

/// The contents of a plain file that has any.
fn plain(at: &At) -> Option<&dwindle::Text> {
    match &at.1 {
        Entry::File { text, .. } if !text.bytes().is_empty() => Some(text),
        _ => None,
    }
}

fn name(at: &At) -> Option<&std::ffi::OsStr> {
    Path::file_name(&at.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::Text;

    fn check(removed: &[(&str, &str)], added: &[(&str, &str)], expected: &[(&str, &str)]) {
        let files = |all: &[(&str, &str)]| -> Vec<At> {
            let file = |text: &str| Entry::File { text: Text::new(text.as_bytes()).unwrap(), mode: 0o644 };
            all.iter().map(|(path, text)| ((*path).into(), file(text))).collect()
        };
        let (removed, added) = (files(removed), files(added));
        let found = pairs(&removed, &added);
        let found: Vec<_> = found
            .iter()
            .map(|&(old, new)| (removed[old].0.to_str().unwrap(), added[new].0.to_str().unwrap()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn equal_contents_are_paired_by_name_first() {
        check(
            &[("a/x", "same\n"), ("a/y", "same\n")],
            &[("b/y", "same\n"), ("b/z", "same\n")],
            &[("a/x", "b/z"), ("a/y", "b/y")],
        );
    }

    #[test]
    fn an_edit_does_not_hide_a_rename_and_unlike_files_are_none() {
        let (before, after) = ("one\ntwo\nthree\nfour\n", "one\ntwo\n3\nfour\n");
        check(
            &[("old", before), ("gone", "1\n2\n")],
            &[("new", after), ("other", "x\ny\n")],
            &[("old", "new")],
        );
    }

    #[test]
    fn empty_files_are_no_renames() {
        check(&[("a", "")], &[("b", "")], &[]);
    }
}

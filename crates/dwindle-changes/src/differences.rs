//! What differs between two trees, path by path, in parts that can be taken independently of each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dwindle::Config;
use dwindle::files::{Entry, Files};

use crate::part::{At, Part, Step};
use crate::renames;

/// The tree without folders that are there anyway, because of what is in them. Versions do not record them.
pub(crate) fn without_implied_folders(files: &Files) -> Files {
    let mut out = Files::new();
    let mut entries = files.iter().peekable();
    while let Some((path, entry)) = entries.next() {
        let implied = entry.is_folder() && entries.peek().is_some_and(|(next, _)| next.starts_with(path));
        if !implied {
            out.insert(path.to_owned(), entry.clone()).expect("a path of a tree is one of a tree");
        }
    }
    out
}

/// The parts that make `bad` of `good`, by path, with their units numbered. Neither tree lists implied folders.
pub(crate) fn parts(good: &Files, bad: &Files) -> Vec<Part> {
    let (mut removed, mut added, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for (path, old) in good.iter() {
        match bad.get(path) {
            Some(new) if new == old => {}
            Some(new) => parts.push(Part::new(Some(at(path, old)), Some(at(path, new)))),
            // An empty folder in which something is now: it need not go.
            None if old.is_folder() && bad.below(path).next().is_some() => {}
            None => removed.push(at(path, old)),
        }
    }
    added.extend(bad.iter().filter(|(path, _)| good.get(path).is_none()).map(|(path, new)| at(path, new)));
    let mut renamed: BTreeMap<usize, usize> = renames::pairs(&removed, &added).into_iter().collect();
    let mut added: Vec<Option<At>> = added.into_iter().map(Some).collect();
    for (nth, old) in removed.into_iter().enumerate() {
        let new = renamed.remove(&nth).and_then(|new| added[new].take());
        parts.push(Part::new(Some(old), new));
    }
    parts.extend(added.into_iter().flatten().map(|new| Part::new(None, Some(new))));
    parts.sort_by(|a, b| a.path().cmp(b.path()));
    number(tie(parts, good, bad))
}

/// Numbers the units. Parts with the number of a tie get one unit together.
fn number(mut parts: Vec<(usize, Part)>) -> Vec<Part> {
    // The parts of a tie follow its first.
    parts.sort_by_key(|(tie, _)| *tie);
    let (mut next, mut last) = (0, None);
    for (tie, part) in &mut parts {
        if last == Some(*tie) {
            part.units = next - 1..next;
        } else {
            let steps = u32::try_from(part.steps.len()).expect("a tree has less than 4 Gi changes");
            part.units = next..next + steps;
            next += steps;
        }
        last = Some(*tie);
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Gives each part the position of the first part that it only goes together with, which mostly is its own.
///
/// A path cannot be a file and a folder with something in it at once. So where a file makes way for a folder, or
/// the other way round, all that this touches is one unit.
fn tie(mut parts: Vec<Part>, good: &Files, bad: &Files) -> Vec<(usize, Part)> {
    let mut ties: Vec<usize> = (0..parts.len()).collect();
    let old_at = positions(&parts, |part| part.old.as_ref());
    let new_at = positions(&parts, |part| part.new.as_ref());
    let mut together: Vec<(usize, usize)> = Vec::new();
    for (here, mine, there, theirs) in [(good, &old_at, bad, &new_at), (bad, &new_at, good, &old_at)] {
        for (path, &nth) in mine {
            if here.get(path).is_none_or(Entry::is_folder) {
                continue;
            }
            let below = there.below(path).filter_map(|(below, _)| theirs.get(below));
            together.extend(below.map(|&other| (nth, other)));
        }
    }
    for (a, b) in together {
        let (a, b) = (root(&ties, a), root(&ties, b));
        ties[a.max(b)] = a.min(b);
    }
    let roots: Vec<usize> = (0..parts.len()).map(|nth| root(&ties, nth)).collect();
    for nth in 0..parts.len() {
        if roots[nth] != nth {
            parts[nth].tie();
            parts[roots[nth]].tie();
        }
    }
    roots.into_iter().zip(parts).collect()
}

fn root(ties: &[usize], mut nth: usize) -> usize {
    while ties[nth] != nth {
        nth = ties[nth];
    }
    nth
}

fn positions(parts: &[Part], side: impl Fn(&Part) -> Option<&At>) -> BTreeMap<PathBuf, usize> {
    let paths = parts.iter().map(|part| side(part).map(|(path, _)| path.clone()));
    paths.enumerate().filter_map(|(nth, path)| Some((path?, nth))).collect()
}

fn at(path: &Path, entry: &Entry) -> At {
    (path.to_owned(), entry.clone())
}

/// The parts with steps cut as `cut` says, numbered anew, and the units that each unit became.
pub(crate) fn finer(
    parts: &[Part],
    cut: impl Fn(&Part, u32, &Step) -> Option<Vec<Step>>,
) -> (Vec<Part>, Vec<Config>) {
    let (mut finer, mut became) = (Vec::with_capacity(parts.len()), Vec::new());
    let mut next = 0;
    for part in parts {
        let mut steps = Vec::with_capacity(part.steps.len());
        for (unit, step) in part.units.clone().zip(&part.steps) {
            let cut = cut(part, unit, step).unwrap_or_else(|| vec![step.clone()]);
            // Parts that only go together have the same unit.
            if became.len() == unit as usize {
                let start = next;
                next += u32::try_from(cut.len()).expect("a text has less than 4 Gi lines");
                became.push(Config::of_range(start..next));
            }
            steps.extend(cut);
        }
        finer.push((part.units.start as usize, Part { steps, ..part.clone() }));
    }
    (number(finer), became)
}

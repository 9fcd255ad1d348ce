//! Cuts what stands between two brackets into lists at its separators; the rarest separator is the outermost.

use std::collections::BTreeMap;

use super::drafts::{Drafts, Kind};
use super::indentation::blocks;
use super::items::{Item, What};
use crate::tree::Role;

/// Lists within lists within one pair of brackets; what is deeper is one row.
const DEEPEST: usize = 16;

/// By what two elements are separated: one before another one is further out, but see [`outermost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Separator<'t> {
    LineEnd,
    Semicolon,
    /// Tabs, or a mark between columns.
    Column(&'t [u8]),
    Comma,
    /// Other marks with a blank behind them, those that stand directly beside each other as one.
    Spaced(&'t [u8]),
    Blank,
    /// Other marks.
    Tight(&'t [u8]),
}

impl<'t> Separator<'t> {
    /// These marks, with a blank behind them or not.
    fn of(marks: &'t [u8], is_spaced: bool) -> Self {
        match marks {
            b";" => Self::Semicolon,
            b"," => Self::Comma,
            b"|" => Self::Column(marks),
            _ if is_spaced => Self::Spaced(marks),
            _ => Self::Tight(marks),
        }
    }

    /// Separators of one rank lie the further out the rarer they are.
    const fn rank(self) -> u8 {
        match self {
            Self::LineEnd | Self::Semicolon => 0,
            Self::Column(_) => 1,
            Self::Comma => 2,
            Self::Spaced(_) => 3,
            Self::Blank => 4,
            Self::Tight(_) => 5,
        }
    }
}

/// A part of a list.
#[derive(Clone, Copy, Debug)]
enum Part<'t> {
    /// The node of this number.
    Node(u32),
    Between(Separator<'t>, u32, u32),
}

impl<'t> Part<'t> {
    const fn separator(self) -> Option<Separator<'t>> {
        match self {
            Self::Node(_) => None,
            Self::Between(separator, ..) => Some(separator),
        }
    }

    const fn is_blank(self) -> bool {
        matches!(self, Self::Between(Separator::LineEnd | Separator::Blank | Separator::Column(b"\t"), ..))
    }
}

/// The node of all `items`, if there are more than blanks. Line ends separate wherever they stand if `is_free`, else only
/// where no mark stands beside them.
pub(super) fn split(bytes: &[u8], drafts: &mut Drafts, items: &[Item], is_free: bool) -> Option<u32> {
    let parts = parts(bytes, drafts, items, is_free);
    list(bytes, drafts, &parts, 0)
}

/// Nodes and what stands between them.
fn parts<'t>(bytes: &'t [u8], drafts: &mut Drafts, items: &[Item], is_free: bool) -> Vec<Part<'t>> {
    let mut parts: Vec<Part<'t>> = Vec::with_capacity(items.len());
    let mut rest = items;
    while let Some(first) = rest.first() {
        let blanks = rest.iter().take_while(|item| item.is_blank()).count();
        let (gap, after) = rest.split_at(blanks);
        let Some(item) = after.first() else { break };
        let run = marks(bytes, after);
        let (start, stop) = (item.start, after[run.max(1) - 1].stop);
        let is_spaced = after.get(run.max(1)).is_none_or(|next| next.is_blank());
        let text = &bytes[start as usize..stop as usize];
        let part = match item.what {
            What::Node(node) => Part::Node(node),
            What::Mark => Part::Between(Separator::of(text, is_spaced), start, stop),
            _ => Part::Node(drafts.leaf(Kind::Word, start, stop)),
        };
        let before = parts.last().copied();
        if !gap.is_empty()
            && let Some(before) = before
        {
            let is_beside_mark = before.separator().is_some() || run > 0 && is_spaced;
            let (from, to) = (first.start, item.start);
            if gap.iter().any(|item| item.what == What::LineEnd)
                && (is_free || before.separator().is_none() && run == 0)
            {
                parts.push(Part::Between(Separator::LineEnd, from, to));
            } else if bytes[from as usize..to as usize] == *b"\t" {
                parts.push(Part::Between(Separator::Column(b"\t"), from, to));
            } else if !is_beside_mark {
                parts.push(Part::Between(Separator::Blank, from, to));
            }
        }
        parts.push(part);
        rest = &after[run.max(1)..];
    }
    parts
}

/// How many marks stand directly beside each other at the beginning of `items` and are one separator.
fn marks(bytes: &[u8], items: &[Item]) -> usize {
    let is_alone = |item: &Item| matches!(bytes[item.start as usize], b';' | b',');
    match items.first() {
        Some(item) if item.what == What::Mark && is_alone(item) => 1,
        _ => items.iter().take_while(|item| item.what == What::Mark && !is_alone(item)).count(),
    }
}

/// The node of some parts in order.
fn list(bytes: &[u8], drafts: &mut Drafts, parts: &[Part<'_>], depth: usize) -> Option<u32> {
    let first = parts.iter().position(|part| !part.is_blank())?;
    let last = parts.iter().rposition(|part| !part.is_blank())?;
    let parts = &parts[first..=last];
    if let [only] = parts {
        return Some(node_of(drafts, *only));
    }
    let Some(separator) = outermost(parts).filter(|_| depth < DEEPEST) else {
        let children = parts.iter().filter(|part| !part.is_blank());
        let children = children.map(|part| (node_of(drafts, *part), Role::Loose)).collect();
        return Some(drafts.node(Kind::Row, children));
    };
    let mut children: Vec<(u32, Role)> = Vec::new();
    let mut from = 0;
    for at in 0..=parts.len() {
        if at < parts.len() && parts[at].separator() != Some(separator) {
            continue;
        }
        children.extend(list(bytes, drafts, &parts[from..at], depth + 1).map(|node| (node, Role::Element)));
        if let Some(part) = parts.get(at).filter(|part| !part.is_blank()) {
            let is_between = !children.is_empty() && at + 1 < parts.len();
            children.push((node_of(drafts, *part), if is_between { Role::Separator } else { Role::Loose }));
        }
        from = at + 1;
    }
    if separator == Separator::LineEnd {
        let lines: Vec<u32> = children.into_iter().map(|(line, _)| line).collect();
        return blocks(bytes, drafts, &lines);
    }
    Some(drafts.node(Kind::List, children))
}

/// The outermost separator of these parts: of those that are further out than others the rarest.
fn outermost<'t>(parts: &[Part<'t>]) -> Option<Separator<'t>> {
    let mut counts: BTreeMap<Separator<'t>, usize> = BTreeMap::new();
    for separator in parts.iter().filter_map(|part| part.separator()) {
        *counts.entry(separator).or_default() += 1;
    }
    let order = |(separator, count): &(Separator<'t>, usize)| (separator.rank(), *count, *separator);
    counts.into_iter().min_by_key(order).map(|(separator, _)| separator)
}

fn node_of(drafts: &mut Drafts, part: Part<'_>) -> u32 {
    match part {
        Part::Node(node) => node,
        Part::Between(_, start, stop) => drafts.leaf(Kind::Mark, start, stop),
    }
}

//! Where the units of a tree space lie, and what goes with each.

use std::ops::Range;

use super::change::{Change, With};
use crate::Config;
use crate::grammar::would_merge;
use crate::tree::{NodeId, Piece, Role, Shape, Tree};

/// A node that is a unit, and what it can be replaced by.
#[derive(Clone, Debug)]
pub struct Site {
    /// The node.
    pub node: NodeId,
    /// Its replacements, by number.
    pub alternatives: Vec<Piece>,
}

/// All units, in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Sites {
    units: Vec<Unit>,
    groups: Vec<Group>,
    alternatives: Vec<Vec<Piece>>,
}

#[derive(Clone, Copy, Debug)]
struct Unit {
    node: NodeId,
    group: u32,
    /// The end of the element before it in its list: from here to its start is what separates the two.
    lead: u32,
    start: u32,
    stop: u32,
}

/// Neighbouring units of one list; or a single unit that is no element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// From the first to the last.
    units: Range<u32>,
    /// Whether units that lie in separators or comments between the elements are among these: of other groups.
    holed: bool,
    /// An element that is no unit stands before the first.
    kept_before: bool,
    /// The start of the element after the last, when that is no unit.
    kept_after: Option<u32>,
    /// What is replaced when all go.
    outer: Range<u32>,
    /// By what.
    pub(crate) empty: Box<[u8]>,
    /// The list.
    pub(crate) list: Option<NodeId>,
}

/// A place between two groups where bytes stay whatever goes; the two ends of the text count as such.
pub(super) struct Gap {
    /// The first group after it, and the first unit.
    pub(super) group: u32,
    pub(super) unit: u32,
    /// All changes before it begin before this byte, all others here or later.
    pub(super) until: usize,
}

impl Sites {
    pub(super) fn new(tree: &Tree, sites: Vec<Site>) -> Self {
        let nodes: Vec<NodeId> = sites.iter().map(|site| site.node).collect();
        let apart = nodes.windows(2).all(|pair| pair[0] < pair[1] && !tree.is_within(pair[1], pair[0]));
        assert!(apart, "sites are in order, none within another");
        let none = Unit { node: NodeId::ROOT, group: 0, lead: 0, start: 0, stop: 0 };
        let mut all = Self { units: vec![none; sites.len()], groups: Vec::new(), alternatives: Vec::new() };
        let mut left = Vec::from_iter((!nodes.is_empty()).then_some(0..nodes.len()));
        while let Some(range) = left.pop() {
            let (mut next, nodes) = (range.start, &nodes[..range.end]);
            while let Some(&node) = nodes.get(next) {
                if let Some(list) = list_of(tree, node) {
                    next = all.add_list(tree, list, nodes, next, &mut left);
                } else {
                    all.add_single(tree, node, next);
                    next += 1;
                }
            }
        }
        all.sort_groups();
        if sites.iter().any(|site| !site.alternatives.is_empty()) {
            all.alternatives = sites.into_iter().map(|site| site.alternatives).collect();
        }
        all
    }

    /// Adds the sites from `first` on that are children of `list`, as far as no other comes between them; gives the
    /// place after them. What lies between two children of the list is `left` for later.
    fn add_list(
        &mut self,
        tree: &Tree,
        list: NodeId,
        nodes: &[NodeId],
        first: usize,
        left: &mut Vec<Range<usize>>,
    ) -> usize {
        let mut next = first;
        // The end of the member before, where there is one.
        let mut before = member_before(tree, list, nodes[first]).map(|member| tree.node(member).stop);
        let mut group = new_group(tree, list, before.is_some());
        for child in tree.siblings_from(nodes[first]) {
            let node = tree.node(child);
            let (start, stop) = (node.start, node.stop);
            if !is_member(tree, list, child) {
                let inside = nodes[next..].iter().take_while(|site| tree.is_within(**site, child)).count();
                if inside > 0 {
                    left.push(next..next + inside);
                    group.holed = true;
                    next += inside;
                }
                continue;
            }
            if nodes.get(next) == Some(&child) {
                let number = u32::try_from(self.groups.len()).expect("fewer groups than units");
                let lead = before.unwrap_or(start);
                self.units[next] = Unit { node: child, group: number, lead, start, stop };
                let at = u32::try_from(next).expect("fewer units than nodes");
                group.units = if group.units.is_empty() { at..at + 1 } else { group.units.start..at + 1 };
                next += 1;
            } else {
                group.kept_after = Some(start);
                self.end_group(group);
                let goes_on = nodes
                    .get(next)
                    .is_some_and(|site| tree.is_within(*site, list) && !tree.is_within(*site, child));
                if !goes_on {
                    return next;
                }
                group = new_group(tree, list, true);
            }
            before = Some(stop);
        }
        self.end_group(group);
        next
    }

    fn end_group(&mut self, group: Group) {
        if !group.units.is_empty() {
            self.groups.push(group);
        }
    }

    fn add_single(&mut self, tree: &Tree, id: NodeId, unit: usize) {
        let at = u32::try_from(unit).expect("fewer units than nodes");
        let node = tree.node(id);
        let (start, stop) = (node.start, node.stop);
        let number = u32::try_from(self.groups.len()).expect("fewer groups than units");
        self.units[unit] = Unit { node: id, group: number, lead: start, start, stop };
        let may_go = matches!(
            node.role(),
            Role::Optional | Role::Extra | Role::Loose | Role::Separator | Role::Element
        );
        let empty = if may_go { Box::default() } else { shortest(tree, id).unwrap_or_default() };
        let outer =
            if empty.is_empty() && may_go { with_blanks_before(tree, id, start..stop) } else { start..stop };
        let empty = apart(tree, &outer, empty);
        self.groups.push(Group { units: at..at + 1, outer, empty, ..Group::default() });
    }

    /// Brings groups into the order of the text, where some were added later.
    fn sort_groups(&mut self) {
        if self.groups.is_sorted_by_key(|group| group.units.start) {
            return;
        }
        let mut order: Vec<u32> = (0..).take(self.groups.len()).collect();
        order.sort_by_key(|group| self.groups[*group as usize].units.start);
        let mut numbers = vec![0; order.len()];
        for (number, group) in (0..).zip(&order) {
            numbers[*group as usize] = number;
        }
        for unit in &mut self.units {
            unit.group = numbers[unit.group as usize];
        }
        self.groups.sort_by_key(|group| group.units.start);
    }

    pub(super) fn units(&self) -> u32 {
        u32::try_from(self.units.len()).expect("fewer units than nodes")
    }

    pub(super) fn node(&self, unit: u32) -> NodeId {
        self.units[unit as usize].node
    }

    pub(super) fn group(&self, number: usize) -> &Group {
        &self.groups[number]
    }

    pub(super) fn alternatives(&self, unit: u32) -> &[Piece] {
        self.alternatives.get(unit as usize).map_or(&[], Vec::as_slice)
    }

    pub(super) fn alternative(&self, unit: u32, number: u32) -> &Piece {
        &self.alternatives[unit as usize][number as usize]
    }

    /// About how many groups these units are of, and how many there are.
    pub(super) fn groups_of(&self, units: &Range<u32>) -> (usize, usize) {
        let group_of = |unit: u32| self.units[unit as usize].group as usize;
        let some = if units.is_empty() { 0 } else { group_of(units.end - 1).abs_diff(group_of(units.start)) };
        (some, self.groups.len())
    }

    /// All gaps, in order.
    pub(super) fn gaps(&self) -> impl Iterator<Item = Gap> {
        // Where the changes of a group and of all after it begin at the earliest.
        let mut from = vec![usize::MAX; self.groups.len() + 1];
        for (at, group) in self.groups.iter().enumerate().rev() {
            from[at] = from[at + 1].min(self.reach(group).start as usize);
        }
        let mut to = None;
        from.into_iter().enumerate().filter_map(move |(at, until)| {
            let is_gap = to.is_none_or(|to| to < until);
            let group = self.groups.get(at);
            to = to.max(group.map(|group| self.reach(group).end as usize));
            let unit = group.map_or(self.units(), |group| group.units.start);
            let group = u32::try_from(at).expect("fewer groups than units");
            is_gap.then_some(Gap { group, unit, until })
        })
    }

    /// The bytes that a change of a group can touch.
    fn reach(&self, group: &Group) -> Range<u32> {
        let (first, last) =
            (self.units[group.units.start as usize], self.units[group.units.end as usize - 1]);
        let mut reach = first.lead..last.stop.max(group.kept_after.unwrap_or(0));
        if !group.kept_before && group.kept_after.is_none() {
            reach = reach.start.min(group.outer.start)..reach.end.max(group.outer.end);
        } else if group.kept_before {
            reach.end = last.stop;
        }
        reach
    }

    /// Notes what changes when these neighbouring units go, which `config` drops, while those beside them stay.
    pub(super) fn drop_units(&self, dropped: Range<u32>, config: &Config, changes: &mut Vec<Change>) {
        let mut at = dropped.start;
        while at < dropped.end {
            let number = self.units[at as usize].group as usize;
            let group = &self.groups[number];
            if group.holed {
                changes.extend(self.drop_holed(at, number, config));
                at += 1;
                continue;
            }
            let to = dropped.end.min(group.units.end);
            let next = (to < group.units.end).then_some(to);
            changes.push(self.drop_members(at, to - 1, at > group.units.start, next));
            at = to;
        }
    }

    /// What changes when `first` and the members of its group after it go, as far as `config` drops them: nothing
    /// when the one before it goes too.
    fn drop_holed(&self, first: u32, number: usize, config: &Config) -> Option<Change> {
        let units = &self.groups[number].units;
        let is_member = |unit: &u32| self.units[*unit as usize].group as usize == number;
        let before = (units.start..first).rev().find(is_member);
        if before.is_some_and(|before| !config.contains(before)) {
            return None;
        }
        let (mut last, mut next) = (first, None);
        for member in (first + 1..units.end).filter(is_member) {
            if config.contains(member) {
                next = Some(member);
                break;
            }
            last = member;
        }
        Some(self.drop_members(first, last, before.is_some(), next))
    }

    /// What changes when all members of a group from `first` to `last` go; whether one before them stays, and which
    /// after them.
    fn drop_members(&self, first: u32, last: u32, before: bool, next: Option<u32>) -> Change {
        let (first, last) = (&self.units[first as usize], &self.units[last as usize]);
        let number = first.group as usize;
        let group = &self.groups[number];
        let next = next.map(|next| self.units[next as usize].start).or(group.kept_after);
        let (span, with) = if before || group.kept_before {
            (first.lead..last.stop, With::Nothing(number))
        } else if let Some(next) = next {
            (first.start..next, With::Nothing(number))
        } else {
            (group.outer.clone(), With::Empty(number))
        };
        Change::new(span.start as usize..span.end as usize, with)
    }
}

fn new_group(tree: &Tree, list: NodeId, kept_before: bool) -> Group {
    let node = tree.node(list);
    let shortest = if node.shape() == Shape::Plus { shortest(tree, list) } else { Some(Box::default()) };
    let (outer, empty) = (node.start..node.stop, shortest.unwrap_or_default());
    Group { kept_before, outer, empty, list: Some(list), ..Group::default() }
}

/// Whether a child of a list is an element, or as good as one.
fn is_member(tree: &Tree, list: NodeId, child: NodeId) -> bool {
    match tree.node(child).role() {
        Role::Separator => false,
        Role::Extra => list_of(tree, child) == Some(list),
        _ => true,
    }
}

/// The member of `list` before its child `id`.
fn member_before(tree: &Tree, list: NodeId, id: NodeId) -> Option<NodeId> {
    let mut here = id;
    loop {
        let mut sibling = here.before()?;
        if sibling == list {
            return None;
        }
        while tree.parent(sibling) != Some(list) {
            sibling = tree.parent(sibling)?;
        }
        if is_member(tree, list, sibling) {
            return Some(sibling);
        }
        here = sibling;
    }
}

/// The list that `node` is a member of: of lists without separators extras are members too.
fn list_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let parent = tree.parent(node).filter(|parent| tree.node(*parent).is_list())?;
    match tree.node(node).role() {
        Role::Element => Some(parent),
        Role::Extra => {
            let separated = tree.children(parent).any(|child| tree.node(child).role() == Role::Separator);
            (!separated).then_some(parent)
        }
        _ => None,
    }
}

/// The shortest text that can stand in a node's place.
fn shortest(tree: &Tree, id: NodeId) -> Option<Box<[u8]>> {
    let node = tree.node(id);
    let of = |symbol| tree.grammar().shortest(symbol);
    of(node.place()).or_else(|| of(node.symbol())).map(Into::into)
}

/// The span of a node and the blanks before it, unless it begins its line and something follows it there.
///
/// Blanks that belong to a node before it stay.
fn with_blanks_before(tree: &Tree, id: NodeId, span: Range<u32>) -> Range<u32> {
    let bytes = tree.text().bytes();
    let before = &bytes[end_before(tree, id)..span.start as usize];
    let blanks = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = span.start as usize - blanks;
    let begins_line = bytes[start..span.start as usize].contains(&b'\n') || start == 0;
    let ends_line = bytes[span.end as usize..].first().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
    if begins_line && !ends_line {
        return span;
    }
    span.start - u32::try_from(blanks).expect("a text has less than 4 GiB")..span.end
}

/// Where the last node ends that lies wholly before `id`.
fn end_before(tree: &Tree, id: NodeId) -> usize {
    let mut before = id;
    while tree.is_within(id, before) {
        let Some(next) = before.before() else { return 0 };
        before = next;
    }
    while let Some(parent) = tree.parent(before).filter(|parent| !tree.is_within(id, *parent)) {
        before = parent;
    }
    tree.node(before).span().end
}

/// `text`, with blanks where it would be read as one word with what stands around `span`.
fn apart(tree: &Tree, span: &Range<u32>, text: Box<[u8]>) -> Box<[u8]> {
    if tree.grammar().spacing() != crate::grammar::Spacing::Words {
        return text;
    }
    let bytes = tree.text().bytes();
    let (before, after) = (&bytes[..span.start as usize], &bytes[span.end as usize..]);
    if text.is_empty() {
        return if would_merge(before, after) { (*b" ").into() } else { text };
    }
    let mut out = Vec::with_capacity(text.len() + 2);
    if would_merge(before, &text) {
        out.push(b' ');
    }
    out.extend_from_slice(&text);
    if would_merge(&text, after) {
        out.push(b' ');
    }
    out.into()
}

//! The first derivation, from the top down, with what the chart says is possible.

use std::collections::HashMap;

use super::chart::Chart;
use super::leo::only_step;
use super::numbers::NONE;
use super::rules::{Body, Kind, Rules};
use super::source::Source;
use super::ways::{Before, Part, Stop, Ways};

/// Finds the parts of nodes.
#[derive(Debug)]
pub(super) struct Deriver<'c, 't> {
    rules: &'c Rules,
    chart: &'c Chart,
    source: &'c Source<'t>,
    /// By end, symbol and origin: productions that were left out of the chart, and where their last parts begin.
    left_out: HashMap<(u32, u32, u32), Vec<(u32, u32)>>,
    /// By end and top: whether the links to it were followed.
    followed: std::collections::HashSet<(u32, u32, u32)>,
    /// Parts that were decided on when a circle was left, innermost first.
    decided: Vec<(Part, Vec<Part>)>,
    ends: Vec<u32>,
}

/// Kinds of stops in lists. Of equal places the later is preferred.
mod list {
    pub(super) const START: u32 = 0;
    pub(super) const BEHIND_EMPTY_SEPARATOR: u32 = 1;
    pub(super) const BEHIND_SEPARATOR: u32 = 2;
    pub(super) const BEHIND_ELEMENT: u32 = 3;
}

impl<'c, 't> Deriver<'c, 't> {
    pub(super) fn new(rules: &'c Rules, chart: &'c Chart, source: &'c Source<'t>) -> Self {
        Self {
            rules,
            chart,
            source,
            left_out: HashMap::new(),
            followed: std::collections::HashSet::new(),
            decided: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The parts of a node that has bytes.
    pub(super) fn parts(&mut self, node: Part) -> Vec<Part> {
        if !self.rules.circular(node.symbol) {
            let mut ways = self.ways(node);
            return ways
                .find_map(|mut ways| ways.next())
                .expect("the chart has a way for each of its symbols");
        }
        if self.decided.last().is_none_or(|(decided, _)| *decided != node) {
            debug_assert!(self.decided.is_empty(), "what was decided is used at once");
            self.leave_circle(node);
        }
        self.decided.pop().expect("a circle can be left").1
    }

    /// Decides on `node` and what lies below it with the same bytes, so that no symbol comes twice.
    fn leave_circle(&mut self, node: Part) {
        let mut tried = vec![node.symbol];
        let mut path = vec![(node, self.choices(node).into_iter())];
        while let Some((node, choices)) = path.last_mut() {
            let node = *node;
            let Some(parts) = choices.next() else {
                path.pop();
                self.decided.pop();
                continue;
            };
            // Choices that were decided on before for this node are overwritten.
            self.decided.truncate(path.len() - 1);
            let again = self.same(node, &parts);
            self.decided.push((node, parts));
            match again {
                None => break,
                Some(part) if tried.contains(&part.symbol) => {}
                Some(part) => {
                    tried.push(part.symbol);
                    path.push((part, self.choices(part).into_iter()));
                }
            }
        }
        self.decided.reverse();
    }

    /// The part that has all bytes of its node and may lie on a circle with it.
    fn same(&self, node: Part, parts: &[Part]) -> Option<Part> {
        let same =
            |part: &&Part| part.from == node.from && part.to == node.to && self.rules.circular(part.symbol);
        parts.iter().find(same).copied()
    }

    /// The parts that a node may have, in order, up to the first ones by which a circle is left.
    fn choices(&mut self, node: Part) -> Vec<Vec<Part>> {
        let mut choices = Vec::new();
        let all: Vec<Ways> = self.ways(node).collect();
        for parts in all.into_iter().flatten() {
            let last = self.same(node, &parts).is_none();
            choices.push(parts);
            if last {
                break;
            }
        }
        choices
    }

    /// The ways of a node's productions, in rule order.
    fn ways(&mut self, node: Part) -> impl Iterator<Item = Ways> + use<'_, 'c, 't> {
        let body = self.rules.body(node.symbol);
        let productions = match body {
            Some(body) => vec![body.first],
            None => self.productions(node),
        };
        productions.into_iter().map(move |production| match body {
            Some(body) => self.ways_of_list(node, body),
            None => self.ways_of_production(node, production),
        })
    }

    /// The productions of a node that the chart has, or left out.
    fn productions(&self, node: Part) -> Vec<u32> {
        let Part { symbol, from, to } = node;
        let mut found: Vec<u32> =
            self.chart.completed_from(self.rules, to, symbol, from).iter().map(|item| item.what).collect();
        if let Some(left_out) = self.left_out.get(&(to, symbol, from)) {
            found.extend(left_out.iter().map(|(production, _)| *production));
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    fn ways_of_production(&mut self, node: Part, production: u32) -> Ways {
        let (begin, end) = (self.rules.begin(production), self.rules.end(production));
        let start = Stop { tag: 0, place: node.from };
        Ways::new(start, Stop { tag: end - begin, place: node.to }, |here, found| {
            if here.tag == 0 {
                return;
            }
            self.find_ends(begin + here.tag, node.from, here.place);
            let symbol = self.rules.next(begin + here.tag - 1);
            found.extend(
                self.ends
                    .iter()
                    .map(|place| Before { stop: Stop { tag: here.tag - 1, place: *place }, symbol }),
            );
        })
    }

    /// Elements and separators; never a separator and an element after it that are both empty.
    fn ways_of_list(&mut self, node: Part, body: Body) -> Ways {
        let rules = self.rules;
        let (first, further) = (rules.begin(body.first), rules.begin(body.further));
        let element = rules.next(first);
        let separator = (rules.end(body.further) == further + 3).then(|| rules.next(further + 1));
        let start = Stop { tag: list::START, place: node.from };
        let end = Stop { tag: list::BEHIND_ELEMENT, place: node.to };
        let stop = |tag, place| Stop { tag, place };
        Ways::new(start, end, |here, found| match here.tag {
            list::BEHIND_ELEMENT if here.place == node.from => {
                found.extend(rules.nullable(element).then_some(Before { stop: start, symbol: element }));
            }
            list::BEHIND_ELEMENT => {
                let done = self.chart.completed_from(rules, here.place, body.symbol, node.from);
                let has = |production: u32| done.iter().any(|item| item.what == production);
                if has(body.first) {
                    self.find_ends(first + 1, node.from, here.place);
                    found.extend(self.ends.iter().map(|_| Before { stop: start, symbol: element }));
                }
                if has(body.further) {
                    self.find_ends(rules.end(body.further), node.from, here.place);
                    for &place in &self.ends {
                        let full = place < here.place;
                        let behind: &[u32] = match separator {
                            None if full => &[list::BEHIND_ELEMENT],
                            Some(symbol) if full && rules.nullable(symbol) => {
                                &[list::BEHIND_SEPARATOR, list::BEHIND_EMPTY_SEPARATOR]
                            }
                            Some(_) => &[list::BEHIND_SEPARATOR],
                            None => &[],
                        };
                        let before = |tag: &u32| Before { stop: stop(*tag, place), symbol: element };
                        found.extend(behind.iter().map(before));
                    }
                }
            }
            list::BEHIND_SEPARATOR => {
                let symbol = separator.expect("only lists with separators have stops behind one");
                self.find_ends(further + 2, node.from, here.place);
                let full = self.ends.iter().filter(|place| **place < here.place);
                found.extend(full.map(|place| Before { stop: stop(list::BEHIND_ELEMENT, *place), symbol }));
            }
            list::BEHIND_EMPTY_SEPARATOR => {
                let symbol = separator.expect("only lists with separators have stops behind one");
                if self.chart.waits(rules, here.place, further + 1, node.from) {
                    found.push(Before { stop: stop(list::BEHIND_ELEMENT, here.place), symbol });
                }
            }
            _ => {}
        })
    }

    /// Where the part before `position` can begin when it ends at `end` and its production began at `origin`,
    /// into `self.ends`.
    fn find_ends(&mut self, position: u32, origin: u32, end: u32) {
        let (rules, chart) = (self.rules, self.chart);
        self.ends.clear();
        let before = position - 1;
        let symbol = rules.next(before);
        let begins = rules.is_begin(before);
        let nullable = rules.nullable(symbol);
        if rules.kind(symbol) == Kind::Fixed && !nullable {
            let place = self.source.before(symbol, end);
            if !begins || place == origin {
                self.ends.push(place);
            }
            return;
        }
        if begins {
            if origin < end && !chart.completed_from(rules, end, symbol, origin).is_empty() {
                self.ends.push(origin);
            }
        } else {
            for item in chart.completed(rules, end, symbol) {
                let new = self.ends.last() != Some(&item.origin);
                if new && item.origin >= origin && chart.waits(rules, item.origin, before, origin) {
                    self.ends.push(item.origin);
                }
            }
        }
        let empty = if begins { end == origin } else { chart.waits(rules, end, before, origin) };
        if nullable && empty {
            self.ends.push(end);
        }
        if rules.next(position) == NONE {
            let production = rules.production_at(position);
            self.follow_links(end, production, origin);
            if let Some(left_out) = self.left_out.get(&(end, rules.owner(production), origin)) {
                let own = left_out.iter().filter(|(other, _)| *other == production);
                self.ends.extend(own.map(|(_, place)| *place));
                self.ends.sort_unstable();
                self.ends.dedup();
            }
        }
    }

    /// Brings back what was left out between this top and the completions that led to it.
    fn follow_links(&mut self, end: u32, production: u32, origin: u32) {
        let links = self.chart.links_to(end, production, origin);
        if links.is_empty() || !self.followed.insert((end, production, origin)) {
            return;
        }
        for link in links {
            let (mut symbol, mut place) = (link.bottom_symbol, link.bottom_origin);
            loop {
                let step = only_step(self.rules, self.chart, place, symbol)
                    .expect("a way that was gone once is there");
                let owner = self.rules.owner(step.what);
                let known = self.left_out.entry((end, owner, step.origin)).or_default();
                if known.contains(&(step.what, place)) {
                    // Another link came by here: the rest of the way is the same.
                    break;
                }
                known.push((step.what, place));
                if (step.what, step.origin) == (production, origin) {
                    break;
                }
                (symbol, place) = (owner, step.origin);
            }
        }
    }
}

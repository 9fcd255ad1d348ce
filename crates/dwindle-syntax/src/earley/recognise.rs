//! From left to right: what can begin, go on and end at each place of the text.

use std::collections::BTreeMap;

use super::chart::{Chart, Item, Link};
use super::leo::{Tops, only_step};
use super::numbers::NONE;
use super::predict::Predictor;
use super::rules::{Kind, Rules};
use super::seen::Seen;
use super::source::Source;

/// Fills a chart.
#[derive(Debug)]
pub(super) struct Recogniser<'r> {
    rules: &'r Rules,
    pub(super) chart: Chart,
    predictor: Predictor,
    pub(super) tops: Tops,
    seen: Seen,
    work: Vec<Item>,
    asked: Vec<u32>,
    /// Terminals of fixed kind that items of the present set wait for.
    scans: Vec<(u32, Item)>,
    block: u32,
}

/// The last place that can be reached, and the items that reach it.
#[derive(Debug)]
pub(super) struct Furthest {
    pub(super) place: u32,
    pub(super) items: Vec<Item>,
}

impl<'r> Recogniser<'r> {
    pub(super) fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            chart: Chart::default(),
            predictor: Predictor::default(),
            tops: Tops::default(),
            seen: Seen::new(),
            work: Vec::new(),
            asked: Vec::new(),
            scans: Vec::new(),
            block: 0,
        }
    }

    /// Whether the whole text is of the grammar; if not, where it stops being the beginning of one.
    pub(super) fn run(&mut self, source: &mut Source<'_>) -> Result<(), Furthest> {
        let mut soon: Vec<Item> = Vec::new();
        let mut later: BTreeMap<u32, Vec<Item>> = BTreeMap::new();
        let mut furthest = Furthest { place: 0, items: Vec::new() };
        for place in 0..=source.len() {
            let mut items = std::mem::take(&mut soon);
            if let Some(more) = later.remove(&place) {
                items.extend(more);
            }
            self.settle(place, &items, Some(source.look(place)));
            if place == 0 || !items.is_empty() {
                std::mem::swap(&mut furthest.items, &mut items);
                furthest.place = place;
            }
            items.clear();
            soon = items;
            self.scan(source, place, &mut soon, &mut later);
            if soon.is_empty() && later.is_empty() && place < source.len() {
                return Err(furthest);
            }
        }
        if self.ends(source.len()) { Ok(()) } else { Err(furthest) }
    }

    /// Whether a text of the grammar ends at a place that is settled.
    pub(super) fn ends(&self, place: u32) -> bool {
        let whole = self.rules.whole();
        if place == 0 {
            return self.rules.nullable(whole);
        }
        !self.chart.completed_from(self.rules, place, whole, 0).is_empty()
    }

    /// Makes the set of `place` from the items that terminals led to it; without look-ahead if there is none to
    /// filter by.
    pub(super) fn settle(&mut self, place: u32, items: &[Item], look: Option<u32>) {
        self.seen.clear();
        self.asked.clear();
        self.scans.clear();
        if place == 0 {
            self.asked.push(self.rules.whole());
        }
        for item in items {
            self.add(*item, look);
        }
        while let Some(item) = self.work.pop() {
            let symbol = self.rules.next(item.what);
            if symbol == NONE {
                self.complete(item, look);
                continue;
            }
            let nullable = self.rules.nullable(symbol);
            if self.rules.kind(symbol) == Kind::Fixed {
                self.scans.push((symbol, item));
                if nullable {
                    self.chart.add_waiting(item);
                }
            } else {
                self.chart.add_waiting(item);
                self.asked.push(symbol);
            }
            if nullable {
                self.add(Item { what: item.what + 1, ..item }, look);
            }
        }
        self.asked.sort_unstable();
        self.asked.dedup();
        self.scans.sort_unstable_by_key(|(symbol, item)| (*symbol, item.what, item.origin));
        self.block = self.predictor.block(self.rules, &mut self.chart, &self.asked, look);
        self.chart.end_set(self.rules, self.block);
    }

    /// The symbols that can begin in the set settled last.
    pub(super) fn begun(&self) -> Vec<u32> {
        let block = self.chart.block(self.block);
        let waited = block.waiting.iter().map(|(symbol, _)| *symbol);
        let mut symbols: Vec<u32> = self.asked.iter().copied().chain(waited).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The terminals that the set settled last waits for.
    pub(super) fn awaited(&self) -> impl Iterator<Item = u32> + '_ {
        let block = self.chart.block(self.block);
        let scans = self.scans.iter().map(|(symbol, _)| *symbol);
        scans.chain(block.scans.iter().map(|(symbol, _)| *symbol)).chain(block.tokens.iter().copied())
    }

    fn add(&mut self, item: Item, look: Option<u32>) {
        if look.is_none_or(|look| self.rules.viable(item.what, look)) && self.seen.insert(item) {
            self.work.push(item);
        }
    }

    /// A production is complete: all that waited for its symbol where it began goes on.
    fn complete(&mut self, item: Item, look: Option<u32>) {
        let (production, from) = (self.rules.production_at(item.what), item.origin);
        let symbol = self.rules.owner(production);
        self.chart.add_completed(Item { what: production, origin: from });
        if let Some(step) = only_step(self.rules, &self.chart, from, symbol) {
            let top = self.tops.top(self.rules, &self.chart, from, symbol).unwrap_or(step);
            if top != step {
                self.chart.add_link(Link {
                    top_production: top.what,
                    top_origin: top.origin,
                    bottom_symbol: symbol,
                    bottom_origin: from,
                });
            }
            self.add(Item { what: self.rules.end(top.what), origin: top.origin }, look);
            return;
        }
        let (began, begin) = self.chart.waiting(self.rules, from, symbol);
        let went_on = began.iter().map(|item| Item { what: item.what + 1, origin: item.origin });
        let beginning = begin.iter().map(|(_, position)| Item { what: position + 1, origin: from });
        for next in went_on.chain(beginning) {
            if look.is_none_or(|look| self.rules.viable(next.what, look)) && self.seen.insert(next) {
                self.work.push(next);
            }
        }
    }

    /// Steps over the terminals that the set settled last waits for.
    pub(super) fn scan(
        &mut self,
        source: &mut Source<'_>,
        place: u32,
        soon: &mut Vec<Item>,
        later: &mut BTreeMap<u32, Vec<Item>>,
    ) {
        let mut reach = |end: u32, item: Item| {
            if end == place + 1 {
                soon.push(item);
            } else {
                later.entry(end).or_default().push(item);
            }
        };
        if place == source.len() {
            return;
        }
        let block = self.chart.block(self.block);
        let begun = self.scans.iter().copied();
        let beginning = block.scans.iter().map(|&(symbol, what)| (symbol, Item { what, origin: place }));
        let mut last = (NONE, None);
        for (symbol, item) in begun.chain(beginning) {
            if last.0 != symbol {
                last = (symbol, source.fixed(symbol, place).filter(|end| *end > place));
            }
            if let Some(end) = last.1 {
                reach(end, Item { what: item.what + 1, ..item });
            }
        }
        for &token in &block.tokens {
            let what = self.rules.end(self.rules.productions(token).start);
            source.token_ends(token, place, |end| reach(end, Item { what, origin: place }));
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle::grammar::{Grammar, GrammarBuilder, Rule, Spacing};

    use super::super::mode::Mode;
    use super::*;

    /// `s = x s | t ; t = x`, with as many symbols around the recursive one as asked for.
    fn right_recursive(behind: bool) -> Grammar {
        let mut builder = GrammarBuilder::default();
        let [s, x, empty] = ["s", "x", "empty"].map(|name| builder.declare(name, true).unwrap());
        let recursive = if behind { vec![x, s, empty] } else { vec![x, s] };
        builder.define(s, Rule::Regular(vec![recursive, vec![x]]));
        builder.define(x, Rule::Text(b"x".as_slice().into()));
        builder.define(empty, Rule::Regular(vec![vec![]]));
        builder.finish("test", s, Spacing::Exact)
    }

    fn items(grammar: &Grammar, length: usize) -> usize {
        let mode = Mode::new(grammar, None).unwrap();
        let rules = Rules::new(grammar, &mode);
        let mut recogniser = Recogniser::new(&rules);
        let text = vec![b'x'; length];
        recogniser.run(&mut Source::new(&text, grammar, &mode)).unwrap();
        recogniser.chart.items()
    }

    #[test]
    fn right_recursion_takes_so_many_items_a_byte_and_no_more() {
        let grammar = right_recursive(false);
        assert!([10, 100, 1000].into_iter().all(|length| items(&grammar, length) <= 5 * length));
        // With an empty symbol behind the recursive one it is not linear, as the documentation says.
        let grammar = right_recursive(true);
        assert!(items(&grammar, 1000) > 50 * items(&grammar, 100));
    }
}

//! Lookahead.

use crate::{Config, Outcome, Strategy};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

struct Node<S> { chance: f64, order: usize, strategy: S }
impl<S> PartialEq for Node<S> { fn eq(&self, o: &Self) -> bool { self.cmp(o) == Ordering::Equal } }
impl<S> Eq for Node<S> {}
impl<S> PartialOrd for Node<S> { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) } }
impl<S> Ord for Node<S> {
    fn cmp(&self, o: &Self) -> Ordering { self.chance.total_cmp(&o.chance).then(o.order.cmp(&self.order)) }
}

/// Ahead.
pub fn ahead<S: Strategy>(strategy: &S, known: impl Fn(&Config) -> Option<Outcome>, width: usize) -> Vec<Config> {
    let mut found: BTreeMap<Config, (f64, usize)> = BTreeMap::new();
    let mut heap = BinaryHeap::new();
    let mut order = 0;
    heap.push(Node { chance: 1.0, order, strategy: strategy.clone() });
    let mut budget = 8 * width;
    while let Some(Node { chance, mut strategy, .. }) = heap.pop() {
        if budget == 0 { break; }
        budget -= 1;
        let mut question = strategy.ask(0);
        while let Some(outcome) = question.as_ref().and_then(|q| known(&q.config)) {
            strategy.tell(outcome);
            question = strategy.ask(0);
        }
        let Some(question) = question else { continue };
        let n = found.len();
        let e = found.entry(question.config.clone()).or_insert((0.0, n));
        e.0 += chance;
        if found.len() >= width && heap.peek().is_none_or(|_| false) { }
        let fail = f64::from(question.chance).clamp(0.001, 0.999);
        for (outcome, p) in [(Outcome::Fail, fail), (Outcome::Pass, 1.0 - fail)] {
            let mut s = strategy.clone();
            s.tell(outcome);
            order += 1;
            heap.push(Node { chance: chance * p, order, strategy: s });
        }
        // window
        let mut sure = chance; let mut q = question; let mut nth = 1;
        loop {
            let p = f64::from(q.chance);
            let mut dec = 0.0;
            if q.decides.contains(Outcome::Fail) { dec += p; }
            if q.decides.contains(Outcome::Pass) { dec += 1.0 - p; }
            sure *= 1.0 - dec;
            if sure < 1e-6 || nth > width { break; }
            let Some(next) = strategy.ask(nth) else { break };
            nth += 1;
            if known(&next.config).is_none() {
                let n = found.len();
                let e = found.entry(next.config.clone()).or_insert((0.0, n));
                if e.0 < sure { e.0 = sure; }
            }
            q = next;
        }
        if found.values().filter(|(c, _)| *c > 0.999).count() >= width { break; }
    }
    let mut list: Vec<(f64, usize, Config)> = found.into_iter().map(|(c, (p, n))| (p, n, c)).collect();
    list.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    list.into_iter().take(width).map(|x| x.2).collect()
}

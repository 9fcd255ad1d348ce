//! Leo's optimisation: completions that can only be followed by one more completion are skipped.
//!
//! J. M. I. M. Leo: A general context-free parsing algorithm running in linear time on every LR(k) grammar without
//! using lookahead, 1991. If the only item of set `k` that waits for `X` is `A -> a . X` from `o`, then a
//! completion of `X` from `k` can only lead to the completion of `A` from `o`; and so on upwards. Only the *top* of
//! this way is put into the set, with a [`Link`](super::chart::Link) from which the rest can be found again.
//!
//! As in Marpa (J. Kegler, 2011) only productions count that are recursive on the right: others have nothing to
//! gain. Ways that come back to where they were (`A` from `k` by way of `A` from `k`) are no ways.

use std::collections::HashMap;

use super::chart::{Chart, Item};
use super::rules::Rules;

/// The tops found so far.
#[derive(Debug, Default)]
pub(super) struct Tops {
    known: HashMap<(u32, u32), Way>,
    path: Vec<(u32, u32)>,
}

impl Tops {
    /// Forgets all, since sets that it was found in are taken away.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Asked,
    None,
    To(Item),
}

impl Tops {
    /// The production and origin at the upper end of the way that begins with the completion of `symbol` from
    /// `set`; none if its next step is not the only one.
    pub(super) fn top(&mut self, rules: &Rules, chart: &Chart, set: u32, symbol: u32) -> Option<Item> {
        let mut here = (set, symbol);
        let mut top = None;
        loop {
            match self.known.get(&here) {
                // Back where we were, or at the beginning of such a circle.
                Some(Way::Asked | Way::None) => {
                    top = None;
                    break;
                }
                Some(Way::To(item)) => {
                    top = Some(*item);
                    break;
                }
                None => {}
            }
            let Some(next) = only_step(rules, chart, here.0, here.1) else { break };
            self.known.insert(here, Way::Asked);
            self.path.push(here);
            top = Some(next);
            here = (next.origin, rules.owner(next.what));
        }
        let way = top.map_or(Way::None, Way::To);
        for step in self.path.drain(..) {
            self.known.insert(step, way);
        }
        top
    }
}

/// What the completion of `symbol` from `set` completes, if that is one production that is recursive on the right
/// and nothing else.
pub(super) fn only_step(rules: &Rules, chart: &Chart, set: u32, symbol: u32) -> Option<Item> {
    let (position, origin) = match chart.waiting(rules, set, symbol) {
        ([item], []) => (item.what, item.origin),
        ([], [(_, position)]) => (*position, set),
        _ => return None,
    };
    let production = rules.production_at(position);
    let last = position + 1 == rules.end(production);
    (last && rules.right_recursive(production)).then_some(Item { what: production, origin })
}

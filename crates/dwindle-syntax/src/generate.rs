//! Random texts of a grammar, with their trees.
//!
//! Expansions that were never taken come first, as in the coverage fuzzer of the Fuzzing Book (A. Zeller, R.
//! Gopinath, M. Böhme, G. Fraser and C. Holler, chapter "Grammar Coverage"), with k = 1; where a symbol has none
//! left, half of the time the way to the nearest one is taken. Unlike there an expansion is only taken if, with
//! the cheapest ways to end everything that is still open, the text keeps within its bounds. So generating always
//! ends, and bounds hold whenever the cheapest text is within them.

mod expansions;
mod render;
mod terminals;

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, Symbol};
use dwindle::tree::Tree;

use expansions::{Cost, Expansion, costs, expansions, of_parts};
use render::{Render, Task};
use terminals::Terminal;

pub use dwindle::numbers::Numbers;

/// How large a text may become.
///
/// Where the cheapest text of a symbol (the one with the fewest expansions) is over a bound, that text is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of the text.
    pub bytes: usize,
    /// Levels of the tree.
    pub depth: usize,
    /// Expansions of symbols.
    pub expansions: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 1000, depth: 50, expansions: 500 }
    }
}

/// A symbol has no texts, or none that are known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no text of `{0}` is known")]
pub struct NoText(pub Box<str>);

/// Makes random texts of a grammar. The same seed makes the same texts, everywhere.
///
/// In the grammar of a language with a lexer a text may read differently when it is cut into tokens again, as
/// when a name happens to be a keyword; in a grammar down to characters every text parses.
#[derive(Clone, Debug)]
pub struct Generator {
    grammar: Arc<Grammar>,
    bounds: Bounds,
    numbers: Numbers,
    expansions: Vec<Vec<Expansion>>,
    terminals: Vec<Option<Terminal>>,
    costs: Vec<(Cost, usize)>,
    /// By symbol and expansion: whether it was taken.
    covered: Vec<Vec<bool>>,
    /// By symbol: how many expansions lie between it and the nearest one that was not taken.
    distances: Vec<usize>,
}

/// A text of a grammar, and how it was made.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The tree; it has the text. Raw: a node for each expansion, nodes without bytes having nothing below them.
    pub tree: Tree,
    /// How many expansions were taken.
    pub expansions: usize,
    /// Its levels: 1 for a terminal alone.
    pub depth: usize,
}

impl Generator {
    /// A generator of texts of `grammar`.
    pub fn new(grammar: Arc<Grammar>, bounds: Bounds, seed: u64) -> Self {
        let expansions = expansions(&grammar);
        let terminals: Vec<Option<Terminal>> =
            grammar.symbols().map(|symbol| Terminal::new(&grammar, symbol)).collect();
        let costs = costs(&grammar, &expansions, &terminals);
        let covered: Vec<Vec<bool>> = expansions.iter().map(|all| vec![false; all.len()]).collect();
        let distances = vec![0; expansions.len()];
        Self {
            grammar,
            bounds,
            numbers: Numbers::new(seed),
            expansions,
            terminals,
            costs,
            covered,
            distances,
        }
    }

    /// A text of the grammar's start symbol.
    ///
    /// # Errors
    /// [`NoText`] if it has none.
    pub fn generate(&mut self) -> Result<Generated, NoText> {
        let symbol = self.grammar.start();
        let own = self.costs[symbol.index()].0;
        if own.is_endless() {
            return Err(NoText(self.grammar.definition(symbol).name.clone()));
        }
        self.measure_distances();
        let mut render = Render::new(&self.grammar, symbol);
        // What the cheapest ends of all that is still open come to.
        let mut open = own;
        while let Some(task) = render.next() {
            let Task { symbol, depth } = task;
            let cheapest = self.costs[symbol.index()].0;
            let others = Cost {
                expansions: open.expansions.saturating_sub(cheapest.expansions),
                bytes: open.bytes.saturating_sub(cheapest.bytes),
                depth: 0,
            };
            let room = Cost {
                expansions: self.bounds.expansions.saturating_sub(render.expansions + others.expansions),
                bytes: self.bounds.bytes.saturating_sub(render.bytes() + others.bytes),
                depth: self.bounds.depth.saturating_sub(depth),
            };
            if let Some(terminal) = &self.terminals[symbol.index()] {
                let blank = cheapest.bytes - terminal.shortest().len();
                let text = terminal.text(&mut self.numbers, room.bytes.saturating_sub(blank));
                render.text(&text);
                open = others;
            } else {
                let parts = self.expand(symbol, room);
                open = others.and(of_parts(&self.costs, &parts));
                render.parts(symbol, depth, &parts);
            }
        }
        let (expansions, depth) = (render.expansions, render.depth);
        let tree = render.finish();
        Ok(Generated { tree, expansions, depth })
    }

    /// The parts of one expansion that there is room for.
    fn expand(&mut self, symbol: Symbol, room: Cost) -> Vec<Symbol> {
        let own = symbol.index();
        let fits = |parts: &[Symbol]| {
            let cost = of_parts(&self.costs, parts);
            !cost.is_endless()
                && cost.expansions < room.expansions
                && cost.bytes <= room.bytes
                && cost.depth < room.depth
        };
        let all = &self.expansions[own];
        let fitting: Vec<usize> = (0..all.len()).filter(|nth| fits(&all[*nth].parts)).collect();
        let new: Vec<usize> = fitting.iter().copied().filter(|nth| !self.covered[own][*nth]).collect();
        let distance = |nth: &usize| all[*nth].parts.iter().map(|part| self.distances[part.index()]).min();
        let nearest = fitting.iter().filter_map(|nth| Some((distance(nth)?, *nth))).min();
        let nth = match (fitting.as_slice(), new.as_slice()) {
            ([], _) => self.costs[own].1,
            (_, [_, ..]) => new[self.numbers.below(new.len())],
            _ => match nearest {
                Some((distance, nth)) if distance != usize::MAX && self.numbers.below(2) == 0 => nth,
                _ => fitting[self.numbers.below(fitting.len())],
            },
        };
        self.covered[own][nth] = true;
        let Expansion { mut parts, more } = all[nth].clone();
        while !more.is_empty() && !fitting.is_empty() && self.numbers.below(3) != 0 {
            parts.extend_from_slice(&more);
            if !fits(&parts) {
                parts.truncate(parts.len() - more.len());
                break;
            }
        }
        parts
    }

    /// From what was taken so far: rounds until nothing gets nearer.
    fn measure_distances(&mut self) {
        let new = |symbol: usize| {
            let each = self.covered[symbol].iter().zip(&self.expansions[symbol]);
            each.into_iter()
                .any(|(covered, expansion)| !covered && !of_parts(&self.costs, &expansion.parts).is_endless())
        };
        let mut distances: Vec<usize> =
            (0..self.covered.len()).map(|symbol| if new(symbol) { 0 } else { usize::MAX }).collect();
        let mut changed = distances.contains(&0);
        while changed {
            changed = false;
            for symbol in 0..distances.len() {
                let parts = self.expansions[symbol].iter().flat_map(|expansion| &expansion.parts);
                let nearest = parts.map(|part| distances[part.index()]).min().unwrap_or(usize::MAX);
                if nearest.saturating_add(1) < distances[symbol] {
                    distances[symbol] = nearest + 1;
                    changed = true;
                }
            }
        }
        self.distances = distances;
    }
}

impl Generated {
    /// The text.
    pub const fn text(&self) -> &Text {
        self.tree.text()
    }
}

//! Which items begin at a place, from the symbols that are asked for there and the look-ahead.

use std::collections::HashMap;

use super::chart::{Block, Chart};
use super::numbers::NONE;
use super::rules::{Kind, Rules};

/// Makes blocks, each but once.
#[derive(Debug, Default)]
pub(super) struct Predictor {
    /// By look-ahead and symbols asked for.
    known: HashMap<Vec<u32>, u32>,
    key: Vec<u32>,
    stack: Vec<u32>,
    /// By symbol: the round in which it was asked for last.
    asked: Vec<u32>,
    round: u32,
}

impl Predictor {
    /// The block for `symbols`, sorted and each but once; with any look-ahead if there is none to filter by.
    ///
    /// Symbols that may be empty are stepped over at once (J. Aycock and R. N. Horspool: Practical Earley parsing,
    /// 2002), so that no set needs completions of its own place.
    pub(super) fn block(
        &mut self,
        rules: &Rules,
        chart: &mut Chart,
        symbols: &[u32],
        look: Option<u32>,
    ) -> u32 {
        self.key.clear();
        self.key.push(look.unwrap_or(NONE));
        self.key.push(u32::from(look.is_some()));
        self.key.extend_from_slice(symbols);
        if let Some(known) = self.known.get(self.key.as_slice()) {
            return *known;
        }
        let block = self.make(rules, symbols, look);
        let number = chart.add_block(block);
        self.known.insert(self.key.clone(), number);
        number
    }

    fn make(&mut self, rules: &Rules, symbols: &[u32], look: Option<u32>) -> Block {
        self.round += 1;
        self.asked.resize(rules.number_of_symbols() as usize, 0);
        let mut block = Block::default();
        for symbol in symbols {
            self.ask(*symbol);
        }
        while let Some(symbol) = self.stack.pop() {
            match rules.kind(symbol) {
                Kind::Token => block.tokens.push(symbol),
                Kind::Fixed => {}
                Kind::Choice => {
                    for production in rules.productions(symbol) {
                        self.begin(rules, &mut block, rules.begin(production), look);
                    }
                }
            }
        }
        block.waiting.sort_unstable();
        block.scans.sort_unstable();
        block.tokens.sort_unstable();
        block
    }

    /// Adds a production, as far as it can be empty.
    fn begin(&mut self, rules: &Rules, block: &mut Block, mut position: u32, look: Option<u32>) {
        while rules.next(position) != NONE && look.is_none_or(|look| rules.viable(position, look)) {
            let symbol = rules.next(position);
            let nullable = rules.nullable(symbol);
            if rules.kind(symbol) == Kind::Fixed {
                block.scans.push((symbol, position));
                if nullable {
                    block.waiting.push((symbol, position));
                }
            } else {
                block.waiting.push((symbol, position));
                self.ask(symbol);
            }
            if !nullable {
                return;
            }
            position += 1;
        }
    }

    fn ask(&mut self, symbol: u32) {
        if self.asked[symbol as usize] != self.round {
            self.asked[symbol as usize] = self.round;
            self.stack.push(symbol);
        }
    }
}

//! Inputs of about a wanted size: a derivation grows at random places, then all that is open is closed.
//!
//! (The Fuzzing Book, chapter "Efficient Grammar Fuzzing", expands at random up to a number of open symbols and closes
//! by least cost. We grow by size instead, since sizes are what is compared. `dwindle_syntax::generate` keeps
//! within upper bounds and covers the grammar, but its texts are mostly much smaller than the bounds.)

use dwindle::grammar::{Class, Grammar, Rule, Symbol};
use dwindle_syntax::generate::Numbers;

use super::lots::lots;
use super::reach::Reach;

/// So many derivations are made, each aimed by the length of the one before.
const ATTEMPTS: usize = 6;

/// Below so many symbols under one that is being closed, what costs least is taken.
const DEPTH: usize = 6;

/// A text of the language of `grammar` with about `size` bytes, always the same for one seed.
pub(super) fn grow(grammar: &Grammar, size: usize, seed: u64) -> Vec<u8> {
    let reach = Reach::of(grammar);
    let mut dice = lots(seed, grammar.name());
    let mut aim = size;
    let mut nearest: Option<Vec<u8>> = None;
    for _ in 0..ATTEMPTS {
        let mut growth = Growth::new(grammar, &reach, &mut dice);
        growth.grow(aim);
        growth.close();
        let text = growth.text();
        aim = (aim * size / text.len().max(1)).clamp(1, 4 * size);
        if nearest.as_ref().is_none_or(|near| text.len().abs_diff(size) < near.len().abs_diff(size)) {
            nearest = Some(text);
        }
    }
    nearest.expect("there were attempts")
}

/// A derivation that is not finished.
struct Growth<'a> {
    grammar: &'a Grammar,
    reach: &'a Reach,
    dice: &'a mut Numbers,
    nodes: Vec<Node>,
    /// Where it can grow without end in more than one way, and where it can grow otherwise.
    places: [Vec<usize>; 2],
    /// Bytes, if everything open became its shortest text.
    size: usize,
}

struct Node {
    symbol: Symbol,
    parts: Vec<usize>,
    text: Vec<u8>,
    /// No alternative was chosen yet.
    open: bool,
}

impl<'a> Growth<'a> {
    fn new(grammar: &'a Grammar, reach: &'a Reach, dice: &'a mut Numbers) -> Self {
        let mut growth =
            Self { grammar, reach, dice, nodes: Vec::new(), places: [Vec::new(), Vec::new()], size: 0 };
        growth.plant(grammar.start());
        growth
    }

    /// A new open node.
    fn plant(&mut self, symbol: Symbol) -> usize {
        let here = self.nodes.len();
        self.nodes.push(Node { symbol, parts: Vec::new(), text: Vec::new(), open: true });
        self.size += self.shortest(symbol);
        self.offer(here);
        here
    }

    /// Keeps in mind that it can grow here, if it can.
    fn offer(&mut self, here: usize) {
        let symbol = self.nodes[here].symbol;
        if self.reach.is_rich(symbol) {
            self.places[0].push(here);
        } else if self.reach.is_endless(symbol) {
            self.places[1].push(here);
        }
    }

    fn shortest(&self, symbol: Symbol) -> usize {
        self.grammar.shortest(symbol).map_or(0, <[u8]>::len)
    }

    /// Opens symbols at random places until it has `size` bytes, or there is no place left.
    fn grow(&mut self, size: usize) {
        while self.size < size {
            let Some(kind) = self.places.iter().position(|places| !places.is_empty()) else { return };
            let at = self.dice.below(self.places[kind].len());
            let here = self.places[kind].swap_remove(at);
            let last = self.places[kind].is_empty();
            self.open(here, last);
        }
    }

    /// One step at a node: an alternative, or one more element. `last` asks for one that can go on.
    fn open(&mut self, here: usize, last: bool) {
        let symbol = self.nodes[here].symbol;
        let sequences: Vec<Vec<Symbol>> = match self.grammar.rule(symbol) {
            Rule::Regular(all) => all.clone(),
            Rule::Optional(inner) => vec![Vec::new(), vec![*inner]],
            Rule::List(list) => {
                let mut sequence = vec![list.element];
                if !self.nodes[here].parts.is_empty() {
                    sequence.splice(0..0, list.separator);
                }
                vec![sequence]
            }
            _ => return,
        };
        let goes_on = |sequence: &Vec<Symbol>| {
            sequence.iter().any(|part| {
                if self.reach.is_rich(symbol) {
                    self.reach.is_rich(*part)
                } else {
                    self.reach.is_endless(*part)
                }
            })
        };
        let fit: Vec<&Vec<Symbol>> = sequences.iter().filter(|sequence| !last || goes_on(sequence)).collect();
        let chosen = if fit.is_empty() { self.dice.one_of(&sequences) } else { *self.dice.one_of(&fit) };
        self.choose(here, &chosen.clone());
        if matches!(self.grammar.rule(symbol), Rule::List(_)) {
            self.offer(here);
        }
    }

    /// Puts the parts of a sequence below (further) below a node.
    fn choose(&mut self, here: usize, sequence: &[Symbol]) {
        if std::mem::replace(&mut self.nodes[here].open, false) {
            self.size -= self.shortest(self.nodes[here].symbol);
        }
        for part in sequence {
            let part = self.plant(*part);
            self.nodes[here].parts.push(part);
        }
    }

    /// Gives everything that is open a text: at random as long as it is not deep, then what costs least.
    fn close(&mut self) {
        let mut waiting: Vec<(usize, usize)> = (0..self.nodes.len()).map(|here| (here, 0)).collect();
        while let Some((here, depth)) = waiting.pop() {
            if !self.nodes[here].open {
                continue;
            }
            let symbol = self.nodes[here].symbol;
            let before = self.nodes.len();
            match self.grammar.rule(symbol) {
                Rule::Regular(all) => {
                    let free = depth < DEPTH && !self.reach.is_rich(symbol);
                    let cost = |sequence: &Vec<Symbol>| self.reach.cost_of(sequence);
                    let least = all.iter().map(cost).min().unwrap_or(0);
                    let fit: Vec<&Vec<Symbol>> =
                        all.iter().filter(|sequence| free || cost(sequence) == least).collect();
                    let chosen = (*self.dice.one_of(&fit)).clone();
                    self.choose(here, &chosen);
                }
                Rule::Optional(_) => self.choose(here, &[]),
                Rule::List(list) => {
                    let list = *list;
                    let most = if self.reach.is_rich(symbol) { 1 } else { 4 };
                    let count = usize::from(list.at_least_one) + self.dice.below(most);
                    for number in 0..count {
                        let separator = list.separator.filter(|_| number > 0);
                        let sequence: Vec<Symbol> = separator.into_iter().chain([list.element]).collect();
                        self.choose(here, &sequence);
                    }
                    self.choose(here, &[]);
                }
                Rule::Text(text) => self.write(here, text.to_vec()),
                Rule::Class(class) => {
                    let character = self.draw(class);
                    self.write(here, character.to_string().into_bytes());
                }
                Rule::Token(token) => {
                    self.write(here, token.shortest.as_deref().unwrap_or_default().to_vec());
                }
            }
            waiting.extend((before..self.nodes.len()).map(|below| (below, depth + 1)));
        }
    }

    fn write(&mut self, here: usize, text: Vec<u8>) {
        self.choose(here, &[]);
        self.nodes[here].text = text;
    }

    fn draw(&mut self, class: &Class) -> char {
        let count = |(low, high): (char, char)| (u32::from(high) - u32::from(low)) as usize + 1;
        let mut at = self.dice.below(class.ranges().iter().map(|range| count(*range)).sum());
        for range in class.ranges() {
            if at < count(*range) {
                let low = u32::from(range.0);
                return u32::try_from(at).ok().and_then(|at| char::from_u32(low + at)).unwrap_or(range.0);
            }
            at -= count(*range);
        }
        unreachable!("it was drawn among them")
    }

    fn text(&self) -> Vec<u8> {
        let (mut out, mut stack) = (Vec::new(), vec![0]);
        while let Some(here) = stack.pop() {
            let node: &Node = &self.nodes[here];
            out.extend_from_slice(&node.text);
            stack.extend(node.parts.iter().rev());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::*;
    use dwindle::Text;
    use dwindle::tree::Parse;

    #[test]
    fn inputs_have_about_the_wanted_size_and_are_of_their_language() {
        for language in Language::all().unwrap() {
            for size in [100, 1_000] {
                let text = grow(language.parser.grammar(), size, 1);
                assert!(
                    text.len().abs_diff(size) <= size / 2,
                    "{}: {} for {size}",
                    language.name,
                    text.len()
                );
                assert_eq!(text, grow(language.parser.grammar(), size, 1));
                assert!(language.parser.parse(&Text::new(text).unwrap()).is_ok(), "{}", language.name);
            }
        }
    }
}

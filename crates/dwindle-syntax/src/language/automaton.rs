//! What the children of a node can be, as an automaton that also tells what each of them is.
//!
//! A rule of the normal form, with all symbols that have no nodes of their own written out in it, is an automaton
//! over nodes. Its *positions* are the places where a node is asked for; from each of them *moves* lead to the next
//! ones (the position automaton of Glushkov, 1961), and a move carries the *steps* taken on its way: nodes of the
//! symbols without nodes that begin and end between the two. Moves are in order of preference, alternatives as in
//! the grammar and more elements before fewer, so that of several readings of a node's children one is *the* one.

use std::collections::BTreeSet;

use dwindle::grammar::{Rule, Symbol};
use dwindle::tree::{Role, Shape};

use super::normal::Syntax;
use super::parts::Part;

/// An automaton over the children of the nodes of one symbol.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) positions: Vec<Position>,
    /// Where it begins; and after each position, where it can go on.
    pub(super) start: Vec<Move>,
    pub(super) after: Vec<Vec<Move>>,
}

/// A place where a node is asked for.
#[derive(Debug)]
pub(super) struct Position {
    /// The symbols that it can have, ascending.
    accepts: Vec<Symbol>,
    pub(super) place: Symbol,
    pub(super) role: Role,
}

/// A way from one position to another, or to the end.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// None at the end.
    pub(super) to: Option<u16>,
    /// Where nodes that the parser's tree does not have begin and end on the way.
    pub(super) steps: Box<[Part]>,
}

impl Position {
    pub(super) fn accepts(&self, symbol: Symbol) -> bool {
        self.accepts.binary_search(&symbol).is_ok()
    }
}

impl Automaton {
    /// The automaton of a symbol that trees have nodes of.
    pub(super) fn of(syntax: &Syntax, symbol: Symbol) -> Self {
        let (mut recursion, mut maker) = (RECURSION, Maker::new(syntax, RECURSION));
        let mut start = maker.body(symbol, END);
        while maker.is_full && recursion > 0 {
            recursion -= 1;
            maker = Maker::new(syntax, recursion);
            start = maker.body(symbol, END);
        }
        let Maker { states, positions, .. } = maker;
        let start = closure(&states, start);
        let mut after = vec![Vec::new(); positions.len()];
        for state in &states {
            if let State::Node(position, next) = state {
                after[usize::from(*position)] = closure(&states, *next);
            }
        }
        Self { positions, start, after }
    }
}

/// How often a symbol without nodes is written out within itself, as long as that fits. What is nested more deeply is left
/// unparsed.
const RECURSION: usize = 2;

/// Enough for every committed grammar where symbols are written out once; what does not fit any more is left unparsed.
const MOST_STATES: usize = 100_000;

const END: usize = 0;

enum State {
    End,
    /// Whatever comes here does not match.
    Dead,
    /// In order of preference.
    Either(Vec<usize>),
    Step(Part, usize),
    Node(u16, usize),
}

struct Maker<'s> {
    syntax: &'s Syntax,
    states: Vec<State>,
    positions: Vec<Position>,
    /// The symbols without nodes that are being written out.
    within: Vec<Symbol>,
    /// How often each of them is within itself at most.
    recursion: usize,
    /// Whether something did not fit.
    is_full: bool,
}

/// What is asked for at a place.
#[derive(Clone, Copy)]
struct Asked {
    symbol: Symbol,
    place: Symbol,
    role: Role,
}

impl Asked {
    fn needed(symbol: Symbol) -> Self {
        Self { symbol, place: symbol, role: Role::Needed }
    }
}

impl<'s> Maker<'s> {
    fn new(syntax: &'s Syntax, recursion: usize) -> Self {
        let states = vec![State::End];
        Self { syntax, states, positions: Vec::new(), within: Vec::new(), recursion, is_full: false }
    }

    fn add(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    /// What a node of this symbol is made of, and then `next`.
    fn body(&mut self, symbol: Symbol, next: usize) -> usize {
        let syntax = self.syntax;
        let Some(bodies) = syntax.bodies(symbol) else { return self.own_body(symbol, next) };
        let own = bodies.own.map(|own| self.list_or_body(own, next));
        let others: Vec<usize> = bodies
            .others
            .iter()
            .map(|body| {
                if syntax.is_visible(*body) {
                    // Known by another name: its children are those that it has under its own.
                    let own = syntax.bodies(*body).and_then(|bodies| bodies.own);
                    self.list_or_body(own.unwrap_or(*body), next)
                } else {
                    self.asked(Asked::needed(*body), next)
                }
            })
            .collect();
        self.add(State::Either(own.into_iter().chain(others).collect()))
    }

    fn list_or_body(&mut self, symbol: Symbol, next: usize) -> usize {
        match self.syntax.grammar.rule(symbol) {
            Rule::List(_) => self.hidden(Asked::needed(symbol), next),
            _ => self.own_body(symbol, next),
        }
    }

    /// What the rule of this symbol says, without a step for the symbol itself.
    fn own_body(&mut self, symbol: Symbol, next: usize) -> usize {
        let syntax = self.syntax;
        match syntax.grammar.rule(symbol) {
            Rule::Regular(alternatives) => {
                let all = alternatives.iter().map(|sequence| self.sequence(sequence, next)).collect();
                self.add(State::Either(all))
            }
            Rule::Optional(inner) => self.optional(*inner, next),
            Rule::List(_) => self.elements(symbol, next),
            Rule::Text(_) | Rule::Token(_) | Rule::Class(_) => next,
        }
    }

    fn sequence(&mut self, sequence: &[Symbol], next: usize) -> usize {
        sequence.iter().rev().fold(next, |next, symbol| self.asked(Asked::needed(*symbol), next))
    }

    fn optional(&mut self, inner: Symbol, next: usize) -> usize {
        let there = self.asked(Asked { role: Role::Optional, ..Asked::needed(inner) }, next);
        self.add(State::Either(vec![there, next]))
    }

    /// The elements of a list, and then `next`.
    fn elements(&mut self, list: Symbol, next: usize) -> usize {
        let syntax = self.syntax;
        let Rule::List(list) = syntax.grammar.rule(list) else { unreachable!("only called with lists") };
        let after = self.add(State::Dead);
        let element = self.asked(Asked { role: Role::Element, ..Asked::needed(list.element) }, after);
        let again = match list.separator {
            Some(separator) => {
                self.asked(Asked { role: Role::Separator, ..Asked::needed(separator) }, element)
            }
            None => element,
        };
        self.states[after] = State::Either(vec![again, next]);
        if list.at_least_one { element } else { self.add(State::Either(vec![element, next])) }
    }

    /// What is asked for, and then `next`.
    fn asked(&mut self, asked: Asked, next: usize) -> usize {
        if self.syntax.is_visible(asked.symbol) {
            return self.node(vec![asked.symbol], asked, next);
        }
        match self.syntax.grammar.rule(asked.symbol) {
            // Texts that have no nodes, in tokens found by patterns or scanners.
            Rule::Text(_) | Rule::Token(_) | Rule::Class(_) => next,
            Rule::Optional(inner) => {
                let (role, place) = match asked.role {
                    Role::Needed | Role::Optional => (Role::Optional, *inner),
                    other => (other, asked.place),
                };
                let there = self.asked(Asked { symbol: *inner, place, role }, next);
                self.add(State::Either(vec![there, next]))
            }
            Rule::List(_) | Rule::Regular(_) => self.hidden(asked, next),
        }
    }

    fn node(&mut self, accepts: Vec<Symbol>, asked: Asked, next: usize) -> usize {
        let Ok(position) = u16::try_from(self.positions.len()) else {
            self.is_full = true;
            return self.add(State::Dead);
        };
        self.positions.push(Position { accepts, place: asked.place, role: asked.role });
        self.add(State::Node(position, next))
    }

    /// A symbol without nodes, and then `next`.
    fn hidden(&mut self, asked: Asked, next: usize) -> usize {
        let syntax = self.syntax;
        let symbol = asked.symbol;
        let again = self.within.iter().filter(|within| **within == symbol).count();
        self.is_full |= self.states.len() > MOST_STATES;
        if again > self.recursion || self.is_full {
            return self.add(State::Dead);
        }
        self.within.push(symbol);
        let close = self.add(State::Step(Part::Close, next));
        let rule = syntax.grammar.rule(symbol);
        let inner = match rule {
            Rule::List(_) => self.elements(symbol, close),
            Rule::Regular(alternatives) => {
                let longer: Vec<_> =
                    alternatives.iter().filter(|sequence| !self.is_single(sequence)).collect();
                let all = longer.into_iter().map(|sequence| self.sequence(sequence, close)).collect();
                self.add(State::Either(all))
            }
            _ => unreachable!("only lists and sequences are written out"),
        };
        let open = Part::Open { symbol, place: asked.place, shape: Shape::of(rule), role: asked.role };
        let open = self.add(State::Step(open, inner));
        self.within.pop();
        // Single nodes need no node of the symbol around them: they have its place.
        let singles = self.singles(symbol);
        if singles.is_empty() {
            return open;
        }
        let single = self.node(singles, asked, next);
        self.add(State::Either(vec![single, open]))
    }

    /// Whether all that a sequence can be is one node.
    fn is_single(&self, sequence: &[Symbol]) -> bool {
        let [only] = sequence else { return false };
        let (mut stack, mut seen) = (vec![*only], BTreeSet::new());
        while let Some(symbol) = stack.pop() {
            if self.syntax.is_visible(symbol) || !seen.insert(symbol) {
                continue;
            }
            let Rule::Regular(alternatives) = self.syntax.grammar.rule(symbol) else { return false };
            for sequence in alternatives {
                let [only] = sequence.as_slice() else { return false };
                stack.push(*only);
            }
        }
        true
    }

    /// The symbols with nodes that a symbol without nodes can be, with nothing beside them.
    fn singles(&self, symbol: Symbol) -> Vec<Symbol> {
        let (mut stack, mut seen, mut found) = (vec![symbol], BTreeSet::new(), BTreeSet::new());
        while let Some(symbol) = stack.pop() {
            if !seen.insert(symbol) {
                continue;
            }
            let Rule::Regular(alternatives) = self.syntax.grammar.rule(symbol) else { continue };
            for sequence in alternatives {
                match sequence.as_slice() {
                    [only] if self.syntax.is_visible(*only) => {
                        found.insert(*only);
                    }
                    [only] => stack.push(*only),
                    _ => {}
                }
            }
        }
        found.into_iter().collect()
    }
}

/// All that can be reached from a state without a node, in order of preference.
fn closure(states: &[State], from: usize) -> Vec<Move> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    // States still to visit, each with the number of steps on the way to it.
    let (mut stack, mut way) = (vec![(from, 0)], Vec::new());
    while let Some((state, steps)) = stack.pop() {
        way.truncate(steps);
        if !seen.insert(state) {
            continue;
        }
        match &states[state] {
            State::Dead => {}
            State::End => found.push(Move { to: None, steps: way.as_slice().into() }),
            State::Node(position, _) => {
                found.push(Move { to: Some(*position), steps: way.as_slice().into() });
            }
            State::Step(step, next) => {
                way.push(*step);
                stack.push((*next, way.len()));
            }
            State::Either(all) => stack.extend(all.iter().rev().map(|next| (*next, steps))),
        }
    }
    found
}

//! Runs automata over the children of nodes, in time linear in their number.
//!
//! Forward, the sets of positions reached so far are the states of a deterministic automaton that is built as it is
//! needed, positions in order of preference and each with the position that it was first reached from. Backward
//! from the end, these origins give the preferred way (Kearns 1991 matches regular expressions so; Frisch and
//! Cardelli 2004 show that it is the greedy one).

use std::collections::HashMap;

use dwindle::grammar::Symbol;
use dwindle::tree::Role;

use super::automaton::{Automaton, Move};
use super::normal::Syntax;
use super::parts::Part;

/// Automata with what was found out about them so far. What it answers never depends on what it was asked before.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    /// By the number of the symbol.
    lazy: Vec<Option<Box<Lazy>>>,
    /// The move into each state on the way, by number in its automaton.
    taken: Vec<u32>,
    way: Vec<(u32, u32)>,
}

/// What a match tells, in order: the steps on the way to the next child, and its place and role; to the end, no child.
pub(super) type Tell<'a> = &'a mut dyn FnMut(&[Part], Option<(Symbol, Role)>);

#[derive(Debug)]
struct Lazy {
    automaton: Automaton,
    states: Vec<State>,
    known: HashMap<Box<[u16]>, u32>,
    moves: Vec<Arrival>,
}

#[derive(Debug)]
struct State {
    /// The positions in order of preference; `END` where it may end.
    positions: Box<[u16]>,
    /// The moves by symbol, ascending.
    by_symbol: Vec<(Symbol, Option<u32>)>,
}

/// How a state is reached.
#[derive(Debug)]
struct Arrival {
    state: u32,
    /// For each of its positions: which one of the state before it is reached from, and by which of the moves there.
    origins: Box<[(u16, u16)]>,
}

const END: u16 = u16::MAX;

impl Matcher {
    /// What `children` are in a node of `symbol`, told in order; `false` when they do not fit its rule.
    pub(super) fn run(
        &mut self,
        syntax: &Syntax,
        symbol: Symbol,
        children: impl Iterator<Item = Symbol>,
        tell: Tell<'_>,
    ) -> bool {
        if self.lazy.len() <= symbol.index() {
            self.lazy.resize_with(symbol.index() + 1, || None);
        }
        let lazy = self.lazy[symbol.index()]
            .get_or_insert_with(|| Box::new(Lazy::new(Automaton::of(syntax, symbol))));
        self.taken.clear();
        let mut state = 0;
        for child in children {
            let Some(arrival) = lazy.go_on(state, child) else { return false };
            self.taken.push(arrival);
            state = lazy.moves[arrival as usize].state;
        }
        let Some(end) = lazy.states[state as usize].positions.iter().position(|position| *position == END)
        else {
            return false;
        };
        self.trace(symbol, end, tell);
        true
    }

    /// Tells the way that ends at the position of this number of the last state.
    fn trace(&mut self, symbol: Symbol, end: usize, tell: Tell<'_>) {
        let lazy = self.lazy[symbol.index()].as_ref().expect("the automaton that just ran");
        // Backward: the number of each position in its state, with the move to it.
        self.way.clear();
        let mut at = end;
        for taken in self.taken.iter().rev() {
            let arrival = &lazy.moves[*taken as usize];
            let (before, by) = arrival.origins[at];
            self.way.push((u32::from(by), u32::from(lazy.states[arrival.state as usize].positions[at])));
            at = usize::from(before);
        }
        let first = lazy.states[0].positions[at];
        let mut after: &[Move] = &lazy.automaton.start;
        let to = |position: u16| (position != END).then_some(position);
        let mut by = after.iter().position(|found| found.to == to(first)).expect("the start leads there");
        let mut here = first;
        for (next_by, next) in self.way.iter().rev() {
            let position = &lazy.automaton.positions[usize::from(here)];
            tell(&after[by].steps, Some((position.place, position.role)));
            after = &lazy.automaton.after[usize::from(here)];
            by = *next_by as usize;
            here = u16::try_from(*next).expect("it was a u16");
        }
        tell(&after[by].steps, None);
    }
}

impl Lazy {
    fn new(automaton: Automaton) -> Self {
        let positions = automaton.start.iter().map(|found| found.to.unwrap_or(END)).collect();
        let first = State { positions, by_symbol: Vec::new() };
        Self { automaton, states: vec![first], known: HashMap::new(), moves: Vec::new() }
    }

    /// The move from `state` by `symbol`.
    fn go_on(&mut self, state: u32, symbol: Symbol) -> Option<u32> {
        let by_symbol = &self.states[state as usize].by_symbol;
        match by_symbol.binary_search_by_key(&symbol, |entry| entry.0) {
            Ok(at) => by_symbol[at].1,
            Err(at) => {
                let arrival = self.arrive(state, symbol);
                self.states[state as usize].by_symbol.insert(at, (symbol, arrival));
                arrival
            }
        }
    }

    /// Works out where `symbol` leads from `state`.
    fn arrive(&mut self, state: u32, symbol: Symbol) -> Option<u32> {
        let (mut positions, mut origins): (Vec<u16>, Vec<(u16, u16)>) = (Vec::new(), Vec::new());
        for (before, from) in self.states[state as usize].positions.iter().enumerate() {
            if *from == END || !self.automaton.positions[usize::from(*from)].accepts(symbol) {
                continue;
            }
            for (by, found) in self.automaton.after[usize::from(*from)].iter().enumerate() {
                let position = found.to.unwrap_or(END);
                if !positions.contains(&position) {
                    positions.push(position);
                    let number = |at: usize| u16::try_from(at).expect("as many as positions at most");
                    origins.push((number(before), number(by)));
                }
            }
        }
        if positions.is_empty() {
            return None;
        }
        let positions: Box<[u16]> = positions.into();
        let state = if let Some(state) = self.known.get(&positions) {
            *state
        } else {
            let state = u32::try_from(self.states.len()).expect("fewer states than children");
            self.states.push(State { positions: positions.clone(), by_symbol: Vec::new() });
            self.known.insert(positions, state);
            state
        };
        self.moves.push(Arrival { state, origins: origins.into() });
        Some(u32::try_from(self.moves.len() - 1).expect("fewer moves than children"))
    }
}

//! A grammar as the parser reads it: productions with numbered positions, and what follows from them.
//!
//! Symbols keep their numbers; behind them come the *bodies* of lists. A list `S` of elements `e` with separator
//! `s` has the production `S = B`, and its body `B = e` and `B = B s e`: left recursive, so that a list costs the
//! same for each element. The last symbol, `whole`, has the production `W = start`. Productions without symbols are none
//! here: what can be empty is known beforehand.

use dwindle::grammar::{Grammar, Rule, Symbol};

use super::circles::on_circles;
use super::mode::Mode;
use super::numbers::{NONE, number, to_u32};

/// How a symbol gets its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A terminal that matches in one way at most.
    Fixed,
    /// A terminal that may match several lengths.
    Token,
    /// A symbol with productions.
    Choice,
}

/// The tables of a grammar. Everything is indexed by symbol, by production, or by position: a place in a
/// production, counted through all of them.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// By symbol.
    kinds: Vec<Kind>,
    /// By symbol: its productions, from here to here.
    productions: Vec<(u32, u32)>,
    /// By symbol: whether it derives nothing.
    nullable: Vec<bool>,
    /// By symbol: the body of a list, or none.
    bodies: Vec<u32>,
    /// By symbol: whether it may stand for itself with nothing beside it (or lies between two that may).
    circular: Vec<bool>,
    /// By production: its symbol.
    owners: Vec<u32>,
    /// By production: its first position.
    begins: Vec<u32>,
    /// By production: whether its last symbol leads back to its own symbol as the last one.
    right_recursive: Vec<bool>,
    /// By position: the symbol behind it.
    next: Vec<u32>,
    /// By position: its production.
    production_at: Vec<u32>,
    /// By position: whether nothing needs to follow.
    may_end: Vec<bool>,
    /// By position: what may follow first, as bits.
    may_begin: Vec<u64>,
    words: usize,
}

/// The productions of a list's body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) symbol: u32,
    /// `B = e`
    pub(super) first: u32,
    /// `B = B s e`
    pub(super) further: u32,
}

impl Rules {
    pub(super) fn new(grammar: &Grammar, mode: &Mode) -> Self {
        let count = grammar.symbols().count();
        let words = mode.alphabet().div_ceil(64);
        let mut rules = Self { bodies: vec![NONE; count], words, ..Self::default() };
        for symbol in grammar.symbols() {
            rules.add_symbol(grammar, symbol, mode, count);
        }
        for symbol in grammar.symbols() {
            if let Rule::List(list) = grammar.rule(symbol) {
                let (body, element) = (rules.number_of_symbols(), number(list.element));
                let separator = list.separator.map(number);
                let further: Vec<u32> =
                    [Some(body), separator, Some(element)].into_iter().flatten().collect();
                rules.add_choice(&[&[element], &further]);
            }
        }
        rules.add_choice(&[&[number(grammar.start())]]);
        rules.find_nullable(grammar, mode);
        rules.find_first(grammar, mode);
        rules.find_circles(grammar);
        rules
    }

    pub(super) fn number_of_symbols(&self) -> u32 {
        u32::try_from(self.kinds.len())
            .expect("a grammar has at most 65,536 symbols, and a body for each list")
    }

    /// What a whole text is.
    pub(super) fn whole(&self) -> u32 {
        self.number_of_symbols() - 1
    }

    pub(super) fn kind(&self, symbol: u32) -> Kind {
        self.kinds[symbol as usize]
    }

    pub(super) fn nullable(&self, symbol: u32) -> bool {
        self.nullable[symbol as usize]
    }

    pub(super) fn circular(&self, symbol: u32) -> bool {
        self.circular[symbol as usize]
    }

    pub(super) fn productions(&self, symbol: u32) -> std::ops::Range<u32> {
        let (from, to) = self.productions[symbol as usize];
        from..to
    }

    /// The body of a list.
    pub(super) fn body(&self, symbol: u32) -> Option<Body> {
        let body = self.bodies[symbol as usize];
        (body != NONE).then(|| {
            let first = self.productions(body).start;
            Body { symbol: body, first, further: first + 1 }
        })
    }

    pub(super) fn owner(&self, production: u32) -> u32 {
        self.owners[production as usize]
    }

    pub(super) fn begin(&self, production: u32) -> u32 {
        self.begins[production as usize]
    }

    /// The position behind the last symbol.
    pub(super) fn end(&self, production: u32) -> u32 {
        let next = self.begins.get(production as usize + 1).copied();
        next.unwrap_or_else(|| to_u32(self.next.len())) - 1
    }

    pub(super) fn right_recursive(&self, production: u32) -> bool {
        self.right_recursive[production as usize]
    }

    pub(super) fn next(&self, position: u32) -> u32 {
        self.next[position as usize]
    }

    pub(super) fn production_at(&self, position: u32) -> u32 {
        self.production_at[position as usize]
    }

    pub(super) fn is_begin(&self, position: u32) -> bool {
        self.begin(self.production_at(position)) == position
    }

    /// Whether what stands behind `position` can go on with `look`.
    pub(super) fn viable(&self, position: u32, look: u32) -> bool {
        self.may_end[position as usize] || {
            let (word, bit) = ((look / 64) as usize, look % 64);
            word < self.words && self.may_begin[position as usize * self.words + word] >> bit & 1 == 1
        }
    }

    fn number_of_productions(&self) -> u32 {
        to_u32(self.owners.len())
    }

    fn add_symbol(&mut self, grammar: &Grammar, symbol: Symbol, mode: &Mode, count: usize) {
        let from = self.number_of_productions();
        let own = number(symbol);
        let kind = match grammar.rule(symbol) {
            Rule::Regular(alternatives) => {
                for sequence in alternatives {
                    let parts: Vec<u32> = sequence.iter().copied().map(number).collect();
                    self.add_production(own, &parts);
                }
                Kind::Choice
            }
            Rule::Optional(part) => {
                self.add_production(own, &[number(*part)]);
                Kind::Choice
            }
            Rule::List(_) => {
                let lists = self.bodies.iter().filter(|body| **body != NONE).count();
                let body = to_u32(count + lists);
                self.bodies[symbol.index()] = body;
                self.add_production(own, &[body]);
                Kind::Choice
            }
            Rule::Token(_) if mode.matches_many() => {
                // Its matches are completed like those of other symbols, by a production without parts.
                self.add_production(own, &[]);
                Kind::Token
            }
            Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => Kind::Fixed,
        };
        self.kinds.push(kind);
        self.productions.push((from, self.number_of_productions()));
    }

    /// A symbol that the grammar does not have, with these productions.
    fn add_choice(&mut self, productions: &[&[u32]]) {
        let (own, from) = (self.number_of_symbols(), self.number_of_productions());
        for parts in productions {
            self.add_production(own, parts);
        }
        self.kinds.push(Kind::Choice);
        self.productions.push((from, self.number_of_productions()));
        self.bodies.push(NONE);
    }

    fn add_production(&mut self, owner: u32, parts: &[u32]) {
        let production = self.number_of_productions();
        self.owners.push(owner);
        self.begins.push(to_u32(self.next.len()));
        self.next.extend_from_slice(parts);
        self.next.push(NONE);
        self.production_at.resize(self.next.len(), production);
    }

    fn find_nullable(&mut self, grammar: &Grammar, mode: &Mode) {
        self.nullable = vec![false; self.kinds.len()];
        for symbol in grammar.symbols() {
            self.nullable[symbol.index()] = match grammar.rule(symbol) {
                Rule::Optional(_) => true,
                Rule::List(list) => !list.at_least_one,
                Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => mode.matches_nothing(grammar, symbol),
                Rule::Regular(_) => false,
            };
        }
        let mut changed = true;
        while changed {
            changed = false;
            for symbol in 0..self.number_of_symbols() {
                if self.kind(symbol) == Kind::Choice && !self.nullable(symbol) {
                    let empty = |production: u32| {
                        let parts = self.begin(production)..self.end(production);
                        parts.map(|position| self.next(position)).all(|part| self.nullable(part))
                    };
                    if self.productions(symbol).any(empty) {
                        self.nullable[symbol as usize] = true;
                        changed = true;
                    }
                }
            }
        }
    }

    fn find_first(&mut self, grammar: &Grammar, mode: &Mode) {
        let words = self.words;
        let mut first = vec![0u64; self.kinds.len() * words];
        for symbol in grammar.symbols().filter(|symbol| self.kind(number(*symbol)) != Kind::Choice) {
            mode.first(grammar, symbol, &mut first[symbol.index() * words..][..words]);
        }
        self.may_end = vec![true; self.next.len()];
        self.may_begin = vec![0; self.next.len() * words];
        let mut changed = true;
        while changed {
            changed = false;
            // From behind, so that what follows a position is known before it.
            for position in (0..self.next.len()).rev() {
                let part = self.next[position];
                if part == NONE {
                    continue;
                }
                let through = self.nullable(part);
                self.may_end[position] = through && self.may_end[position + 1];
                let begins = self.begin(self.production_at[position]) as usize == position;
                let owner = self.owner(self.production_at[position]) as usize;
                for word in 0..words {
                    let behind = if through { self.may_begin[(position + 1) * words + word] } else { 0 };
                    let bits = first[part as usize * words + word] | behind;
                    self.may_begin[position * words + word] = bits;
                    let of_owner = &mut first[owner * words + word];
                    if begins && *of_owner | bits != *of_owner {
                        *of_owner |= bits;
                        changed = true;
                    }
                }
            }
        }
    }

    fn find_circles(&mut self, grammar: &Grammar) {
        let (mut alone, mut last) = (Vec::new(), Vec::new());
        for production in 0..self.number_of_productions() {
            let owner = self.owner(production);
            let parts = self.begin(production)..self.end(production);
            for here in parts.clone() {
                let others = parts.clone().filter(|position| *position != here);
                if others.into_iter().all(|position| self.nullable(self.next(position))) {
                    alone.push((owner, self.next(here)));
                }
            }
            if let Some(position) = parts.last() {
                last.push((owner, self.next(position)));
            }
        }
        // A separator can be all of a list whose elements are empty.
        for symbol in grammar.symbols() {
            if let Rule::List(list) = grammar.rule(symbol)
                && let Some(separator) = list.separator
                && self.nullable(number(list.element))
            {
                alone.push((number(symbol), number(separator)));
            }
        }
        // A body stands for itself whenever its step can be empty; such steps are never taken.
        alone.retain(|(owner, part)| owner != part || (*owner as usize) < grammar.symbols().count());
        self.circular = on_circles(self.kinds.len(), &alone);
        let on_right = on_circles(self.kinds.len(), &last);
        self.right_recursive = (0..self.number_of_productions())
            .map(|production| {
                let end = self.end(production);
                on_right[self.owner(production) as usize]
                    && self.begin(production) < end
                    && on_right[self.next(end - 1) as usize]
            })
            .collect();
    }
}

//! The text as the parser reads it: places that are bytes, or places that are tokens.

use std::ops::Range;

use dwindle::grammar::{Grammar, Rule, Symbol};
use regex_automata::hybrid::dfa::Cache;

use super::lexer::Token;
use super::mode::Mode;
use super::numbers::{NONE, to_u32};
use super::pattern::Patterns;

/// One text while it is parsed. A *place* is a byte offset, or a number of tokens.
#[derive(Debug)]
pub(super) struct Source<'t> {
    bytes: &'t [u8],
    grammar: &'t Grammar,
    mode: &'t Mode,
    /// By symbol, for tokens in a text.
    caches: Vec<Option<Cache>>,
    tokens: Vec<Token>,
    /// The bytes of tokens that were left out.
    left_out: Vec<Range<usize>>,
}

impl<'t> Source<'t> {
    pub(super) fn new(bytes: &'t [u8], grammar: &'t Grammar, mode: &'t Mode) -> Self {
        let (mut caches, mut tokens) = (Vec::new(), Vec::new());
        match mode {
            Mode::Characters(patterns) => {
                caches = patterns.iter().map(|patterns| patterns.as_ref().map(Patterns::cache)).collect();
            }
            Mode::Tokens { lexer, .. } => tokens = lexer.tokens(bytes),
        }
        Self { bytes, grammar, mode, caches, tokens, left_out: Vec::new() }
    }

    /// The place behind everything.
    pub(super) fn len(&self) -> u32 {
        match self.mode {
            Mode::Characters(_) => to_u32(self.bytes.len()),
            Mode::Tokens { .. } => to_u32(self.tokens.len()),
        }
    }

    /// The terminal at a place, if places are tokens.
    pub(super) fn terminal(&self, place: u32) -> Option<u32> {
        self.tokens.get(place as usize).map(|token| token.symbol)
    }

    /// Leaves the token at a place out.
    pub(super) fn leave_out(&mut self, place: u32) {
        let token = self.tokens.remove(place as usize);
        self.left_out.push(token.start as usize..token.stop as usize);
    }

    /// Puts a token without bytes before the one at a place.
    pub(super) fn put_in(&mut self, place: u32, symbol: u32) {
        let at = to_u32(self.stop_byte(place));
        self.tokens.insert(place as usize, Token { symbol, start: at, stop: at });
    }

    /// Takes so many tokens that were put in at a place away again.
    pub(super) fn take_away(&mut self, place: u32, count: u32) {
        self.tokens.drain(place as usize..(place + count) as usize);
    }

    /// The bytes of tokens that were left out.
    pub(super) fn into_left_out(self) -> Vec<Range<usize>> {
        self.left_out
    }

    /// What the text goes on with at a place, as a number below the mode's alphabet; none at the end, and where
    /// no token was found.
    pub(super) fn look(&self, place: u32) -> u32 {
        match self.mode {
            Mode::Characters(_) => self.bytes.get(place as usize).map_or(NONE, |byte| u32::from(*byte)),
            Mode::Tokens { numbers, .. } => match self.tokens.get(place as usize) {
                Some(token) if token.symbol != NONE => numbers[token.symbol as usize],
                _ => NONE,
            },
        }
    }

    /// Where the match of a terminal of fixed kind at `place` ends.
    pub(super) fn fixed(&self, terminal: u32, place: u32) -> Option<u32> {
        if matches!(self.mode, Mode::Tokens { .. }) {
            return self
                .tokens
                .get(place as usize)
                .filter(|token| token.symbol == terminal)
                .map(|_| place + 1);
        }
        let rest = &self.bytes[place as usize..];
        match self.grammar.rule(Symbol::new(terminal as usize)) {
            Rule::Text(text) => rest.starts_with(text).then(|| place + to_u32(text.len())),
            Rule::Class(class) => {
                let character = first_character(rest).filter(|character| class.contains(*character))?;
                Some(place + to_u32(character.len_utf8()))
            }
            _ => None,
        }
    }

    /// Where the match of a terminal of fixed kind that ends at `end` begins, if there is one.
    pub(super) fn before(&self, terminal: u32, end: u32) -> u32 {
        if matches!(self.mode, Mode::Tokens { .. }) {
            return end - 1;
        }
        if let Rule::Text(text) = self.grammar.rule(Symbol::new(terminal as usize)) {
            return end - to_u32(text.len());
        }
        let continues = |place: u32| self.bytes[place as usize] & 0xc0 == 0x80;
        (0..end).rev().find(|place| !continues(*place)).expect("a character ends here")
    }

    /// Tells `seen` where the matches of a token at `place` end, those without bytes left out.
    pub(super) fn token_ends(&mut self, token: u32, place: u32, mut seen: impl FnMut(u32)) {
        let Mode::Characters(patterns) = self.mode else { return };
        let (patterns, cache) = (&patterns[token as usize], &mut self.caches[token as usize]);
        if let (Some(patterns), Some(cache)) = (patterns, cache) {
            patterns.matches(cache, &self.bytes[place as usize..], |length, _| {
                if length > 0 {
                    seen(place + to_u32(length));
                }
            });
        }
    }

    /// The byte at which what begins at `place` begins.
    pub(super) fn start_byte(&self, place: u32) -> usize {
        match self.mode {
            Mode::Characters(_) => place as usize,
            Mode::Tokens { .. } => {
                self.tokens.get(place as usize).map_or(self.bytes.len(), |token| token.start as usize)
            }
        }
    }

    /// The byte before which what ends at `place` ends.
    pub(super) fn stop_byte(&self, place: u32) -> usize {
        match self.mode {
            Mode::Characters(_) => place as usize,
            Mode::Tokens { .. } => match place.checked_sub(1) {
                Some(last) => self.tokens[last as usize].stop as usize,
                None => 0,
            },
        }
    }

    /// The text of the token at a place; a character, or a byte that is none, where places are bytes.
    pub(super) fn found(&self, place: u32) -> Option<&'t [u8]> {
        let start = self.start_byte(place);
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let token = self.tokens.get(place as usize).filter(|token| token.symbol != NONE);
        let length = match token {
            Some(token) => (token.stop - token.start) as usize,
            None => first_character(rest).map_or(1, char::len_utf8),
        };
        Some(&rest[..length])
    }
}

/// The character that `bytes` begin with, if they do with one.
pub(super) fn first_character(bytes: &[u8]) -> Option<char> {
    let first = *bytes.first()?;
    if first.is_ascii() {
        return Some(char::from(first));
    }
    bytes[..bytes.len().min(4)].utf8_chunks().next()?.valid().chars().next()
}

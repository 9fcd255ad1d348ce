//! Regular expressions that tell every length of their matches at a place.

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::util::start::Config as Start;
use regex_automata::util::syntax;
use regex_automata::{Anchored, MatchKind, nfa::thompson};

/// One or more regular expressions, matched at a place, never searched for.
///
/// A deterministic automaton whose states are made when they are first met, so a match costs time in its bytes.
/// The text is taken to begin at that place: `^` holds there, and nothing before it is seen.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    automaton: DFA,
}

/// Why a regular expression cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pattern `{pattern}` cannot be used: {reason}")]
pub struct BadPattern {
    /// The regular expression.
    pub pattern: Box<str>,
    /// What is wrong with it.
    pub reason: Box<str>,
}

impl Patterns {
    pub(super) fn new(patterns: &[&str]) -> Result<Self, BadPattern> {
        // One at a time first, to know which one is wrong.
        for pattern in patterns {
            Self::build(&[pattern])
                .map_err(|reason| BadPattern { pattern: (*pattern).into(), reason: reason.into() })?;
        }
        let automaton = Self::build(patterns)
            .map_err(|reason| BadPattern { pattern: patterns.join("|").into(), reason: reason.into() })?;
        Ok(Self { automaton })
    }

    fn build(patterns: &[&str]) -> Result<DFA, String> {
        let config = DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true);
        DFA::builder()
            .configure(config)
            .syntax(syntax::Config::new().utf8(false))
            .thompson(thompson::Config::new().utf8(false))
            .build_many(patterns)
            .map_err(|error| {
                let mut reason = error.to_string();
                let mut source = std::error::Error::source(&error);
                while let Some(inner) = source {
                    reason = format!("{reason}: {inner}");
                    source = inner.source();
                }
                reason
            })
    }

    pub(super) fn cache(&self) -> Cache {
        self.automaton.create_cache()
    }

    /// Tells `seen` the length of each match at the start of `text` and the first pattern that has it, shortest
    /// match first.
    pub(super) fn matches(&self, cache: &mut Cache, text: &[u8], mut seen: impl FnMut(usize, usize)) {
        const FITS: &str = "the cache of an automaton is cleared as often as it is full";
        let automaton = &self.automaton;
        let mut state = automaton.start_state(cache, &Start::new().anchored(Anchored::Yes)).expect(FITS);
        // An automaton knows of a match one byte late.
        for (length, byte) in text.iter().enumerate() {
            state = automaton.next_state(cache, state, *byte).expect(FITS);
            if state.is_tagged() {
                if state.is_match() {
                    seen(length, automaton.match_pattern(cache, state, 0).as_usize());
                } else if state.is_dead() || state.is_quit() {
                    return;
                }
            }
        }
        state = automaton.next_eoi_state(cache, state).expect(FITS);
        if state.is_match() {
            seen(text.len(), automaton.match_pattern(cache, state, 0).as_usize());
        }
    }

    /// Whether a match can begin with this byte, as far as the automaton knows after it.
    pub(super) fn may_begin_with(&self, cache: &mut Cache, byte: u8) -> bool {
        let start = self.automaton.start_state(cache, &Start::new().anchored(Anchored::Yes));
        let after = start.map(|state| self.automaton.next_state(cache, state, byte));
        match after {
            Ok(Ok(state)) => !state.is_dead(),
            _ => true,
        }
    }

    /// Whether nothing at all is a match.
    pub(super) fn matches_nothing(&self, cache: &mut Cache) -> bool {
        let mut found = false;
        self.matches(cache, b"", |_, _| found = true);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(patterns: &[&str], text: &[u8]) -> Vec<(usize, usize)> {
        let patterns = Patterns::new(patterns).unwrap();
        let mut found = Vec::new();
        patterns.matches(&mut patterns.cache(), text, |length, which| found.push((length, which)));
        found
    }

    #[test]
    fn every_length_is_told_whatever_the_expression_prefers() {
        assert_eq!(matches(&["a+"], b"aaab"), [(1, 0), (2, 0), (3, 0)]);
        assert_eq!(matches(&["a*?"], b"aa"), [(0, 0), (1, 0), (2, 0)]);
        assert_eq!(matches(&["a|ab|abc"], b"abx"), [(1, 0), (2, 0)]);
        assert_eq!(matches(&["b"], b"ab"), []);
    }

    #[test]
    fn of_matches_of_the_same_length_the_first_pattern_has_it() {
        assert_eq!(matches(&["if", "[a-z]+"], b"ifx"), [(1, 1), (2, 0), (3, 1)]);
    }

    #[test]
    fn characters_and_bytes_can_be_asked_for() {
        assert_eq!(matches(&["[^x]"], "é".as_bytes()), [(2, 0)]);
        assert_eq!(matches(&["[^x]"], b"\xff"), []);
        assert_eq!(matches(&[r"(?-u:\xff)"], b"\xff"), [(1, 0)]);
    }

    #[test]
    fn a_wrong_pattern_is_named() {
        let error = Patterns::new(&["a", "("]).unwrap_err();
        assert_eq!(&*error.pattern, "(");
    }
}

//! Cutting a text into tokens: the longest match at each place, of equally long ones the first rule's.

use super::numbers::{NONE, number, to_u32};
use super::pattern::{BadPattern, Patterns};
use crate::notation::{Lexis, ModeStep};

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The terminal symbol; none where no rule matches.
    pub(super) symbol: u32,
    pub(super) start: u32,
    pub(super) stop: u32,
}

/// A lexer with longest matches and a stack of modes.
#[derive(Debug)]
pub(super) struct Lexer {
    modes: Vec<Mode>,
}

/// The rules that are looked for at a time.
#[derive(Debug)]
struct Mode {
    patterns: Patterns,
    /// By the number of the pattern.
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    /// Its symbol, or none for what is left out.
    symbol: u32,
    steps: Box<[ModeStep]>,
    more: bool,
}

impl Lexer {
    pub(super) fn new(lexis: &Lexis) -> Result<Self, BadPattern> {
        let named = lexis.rules.iter().flat_map(|rule| {
            let steps = rule.steps.iter().filter_map(|step| match step {
                ModeStep::Set(mode) | ModeStep::Push(mode) => Some(*mode),
                ModeStep::Pop => None,
            });
            steps.chain([rule.mode])
        });
        let count = named.max().unwrap_or(0) + 1;
        let mode = |mode: usize| {
            let all = || lexis.rules.iter().filter(move |rule| rule.mode == mode);
            let patterns: Vec<&str> = all().map(|rule| &*rule.pattern).collect();
            let rules = all().map(|rule| Rule {
                symbol: rule.symbol.map_or(NONE, number),
                steps: rule.steps.clone().into(),
                more: rule.more,
            });
            Ok(Mode { patterns: Patterns::new(&patterns)?, rules: rules.collect() })
        };
        Ok(Self { modes: (0..count).map(mode).collect::<Result<_, _>>()? })
    }

    /// The tokens of `text`. Where no rule matches a byte or more, where a mode is left that was never entered, and
    /// where the text ends within a token, a last token without a symbol stands for the rest.
    pub(super) fn tokens(&self, text: &[u8]) -> Vec<Token> {
        let mut caches: Vec<_> = self.modes.iter().map(|_| None).collect();
        let (mut mode, mut entered) = (0, Vec::new());
        // Where the token at hand begins, and how far it was read.
        let (mut tokens, mut start, mut at) = (Vec::new(), 0, 0);
        while at < text.len() {
            let Mode { patterns, rules } = &self.modes[mode];
            let cache = caches[mode].get_or_insert_with(|| patterns.cache());
            let mut longest = None;
            patterns.matches(cache, &text[at..], |length, rule| {
                if length > 0 {
                    longest = Some((length, &rules[rule]));
                }
            });
            let Some((length, rule)) = longest else { break };
            let Some(next) = after(&rule.steps, mode, &mut entered) else { break };
            mode = next;
            at += length;
            if rule.more {
                continue;
            }
            if rule.symbol != NONE {
                tokens.push(Token { symbol: rule.symbol, start: to_u32(start), stop: to_u32(at) });
            }
            start = at;
        }
        if start < text.len() {
            tokens.push(Token { symbol: NONE, start: to_u32(start), stop: to_u32(text.len()) });
        }
        tokens
    }
}

/// The mode after some steps; none when there is no mode to go back to.
fn after(steps: &[ModeStep], mut mode: usize, entered: &mut Vec<usize>) -> Option<usize> {
    for step in steps {
        match *step {
            ModeStep::Set(other) => mode = other,
            ModeStep::Push(other) => {
                entered.push(mode);
                mode = other;
            }
            ModeStep::Pop => mode = entered.pop()?,
        }
    }
    Some(mode)
}

#[cfg(test)]
mod tests {
    use dwindle::grammar::Symbol;

    use super::*;
    use crate::notation::LexicalRule;

    /// Words in mode 0, numbers in mode 1 between brackets, texts in quotes made of several matches.
    fn lexer() -> Lexer {
        let rule = |symbol: Option<usize>, pattern: &str, mode, steps: &[ModeStep], more| LexicalRule {
            symbol: symbol.map(Symbol::new),
            pattern: pattern.into(),
            mode,
            steps: steps.into(),
            more,
        };
        let rules = vec![
            rule(Some(0), "[a-z]+", 0, &[], false),
            rule(Some(1), "\\[", 0, &[ModeStep::Push(1)], false),
            rule(None, "\"", 0, &[ModeStep::Set(2)], true),
            rule(Some(2), "[0-9]+", 1, &[], false),
            rule(Some(1), "\\[", 1, &[ModeStep::Push(1)], false),
            rule(Some(3), "\\]", 1, &[ModeStep::Pop], false),
            rule(Some(3), "!", 0, &[ModeStep::Pop], false),
            rule(Some(4), "\"", 2, &[ModeStep::Set(0)], false),
            rule(None, "[^\"]", 2, &[], true),
        ];
        Lexer::new(&Lexis { rules }).unwrap()
    }

    fn tokens(text: &str) -> Vec<(u32, &str)> {
        let tokens = lexer().tokens(text.as_bytes());
        tokens.iter().map(|t| (t.symbol, &text[t.start as usize..t.stop as usize])).collect()
    }

    #[test]
    fn modes_are_entered_and_left() {
        assert_eq!(
            tokens("a[1[2]3]b"),
            [(0, "a"), (1, "["), (2, "1"), (1, "["), (2, "2"), (3, "]"), (2, "3"), (3, "]"), (0, "b")]
        );
        assert_eq!(tokens("a[b"), [(0, "a"), (1, "["), (NONE, "b")]);
    }

    #[test]
    fn a_token_can_be_made_of_several_matches() {
        assert_eq!(tokens("a\"b [\"c"), [(0, "a"), (4, "\"b [\""), (0, "c")]);
        assert_eq!(tokens("a\"b ["), [(0, "a"), (NONE, "\"b [")]);
    }

    #[test]
    fn no_mode_is_left_that_was_not_entered() {
        assert_eq!(tokens("a!b"), [(0, "a"), (NONE, "!b")]);
    }
}

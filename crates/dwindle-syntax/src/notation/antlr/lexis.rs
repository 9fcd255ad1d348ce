//! What lexer rules become: patterns, the tokens that their matches are, and what these do to the mode.

use std::collections::HashMap;

use super::super::error::{NotationError, Problem, Warning};
use super::super::lexis::{LexicalRule, ModeStep};
use super::lazy;
use super::pattern::Patterns;
use super::rules::{Command, LexerRule};

/// Whether a lexer rule makes tokens of its own name that the parser sees.
pub(super) fn is_visible(rule: &LexerRule) -> bool {
    !rule.fragment
        && rule
            .alternatives
            .iter()
            .any(|(_, commands)| kind(&rule.name, commands).is_some_and(|token| token == rule.name))
}

/// The token that a match is; none if it is left out.
fn kind(name: &str, commands: &[Command]) -> Option<Box<str>> {
    let mut kind = Some(name.into());
    for command in commands {
        match (&*command.name, &*command.argument) {
            ("channel", "DEFAULT_TOKEN_CHANNEL" | "0") => {}
            ("skip" | "more" | "channel", _) => return None,
            ("type", token) => kind = Some(token.into()),
            _ => {}
        }
    }
    kind
}

/// How often a rule that uses itself is put into itself: three nested comments are more than anybody writes.
const NESTING: usize = 3;

/// A lexer rule's pattern, of all its alternatives or of one; none, with a warning, if it cannot be used.
pub(super) fn pattern(
    patterns: &Patterns<'_>,
    number: usize,
    alternative: Option<usize>,
    warnings: &mut Vec<Warning>,
) -> Result<Option<Box<str>>, NotationError> {
    let rule = &patterns.rules[number];
    let mut warn = |message: String| {
        if alternative.is_none() {
            warnings.push(patterns.sources.warning(rule.at, message));
        }
    };
    for nesting in (1..=NESTING).rev() {
        let Some(made) = patterns.of(number, alternative, nesting)? else { continue };
        let exact = match lazy::without_laziness(&made.pattern) {
            Ok(exact) if exact.made_greedy && made.cut_short && nesting > 1 => continue,
            Ok(exact) => exact,
            Err(_) if made.cut_short && nesting > 1 => continue,
            Err(reason) => {
                warn(format!(
                    "`{}` has no usable regular expression ({reason}); it never matches",
                    rule.name
                ));
                return Ok(None);
            }
        };
        if made.cut_short {
            warn(format!(
                "`{}` is recursive, which a regular expression cannot express; it matches at most {nesting} levels of nesting",
                rule.name
            ));
        }
        if exact.made_greedy {
            warn(format!("`{}` has a non-greedy loop without a usable end; it is read as greedy", rule.name));
        }
        return Ok(Some(exact.pattern.into()));
    }
    let problem = Problem::TooLarge(format!("the lexer rule `{}` is too large", rule.name).into());
    Err(patterns.sources.error(rule.at, problem))
}

/// The name of the token that a lexical rule makes, and the rule, still without its symbol.
type Named = (Option<Box<str>>, LexicalRule);

/// The numbers of modes, the default one's first.
#[derive(Debug)]
pub(super) struct Modes(HashMap<Box<str>, usize>);

impl Modes {
    pub(super) fn new(rules: &[LexerRule]) -> Self {
        let mut modes = Self(HashMap::from([("".into(), 0)]));
        for rule in rules.iter().filter(|rule| !rule.fragment) {
            modes.number(&rule.mode);
        }
        modes
    }

    /// The number of a mode, a new one if no rule is in it, and whether it was known.
    fn number(&mut self, name: &str) -> (usize, bool) {
        let name = if name == "DEFAULT_MODE" { "" } else { name };
        let next = self.0.len();
        let number = *self.0.entry(name.into()).or_insert(next);
        (number, number < next)
    }
}

/// How the matches of a lexer rule are read: as one rule, or by alternatives where commands differ.
pub(super) fn lexical_rules(
    patterns: &Patterns<'_>,
    number: usize,
    whole: Option<&str>,
    modes: &mut Modes,
    lexis: &mut Vec<Named>,
    warnings: &mut Vec<Warning>,
) -> Result<(), NotationError> {
    let rule = &patterns.rules[number];
    let (mode, _) = modes.number(&rule.mode);
    let mut kinds = Vec::with_capacity(rule.alternatives.len());
    for (_, commands) in &rule.alternatives {
        let (mut steps, mut more) = (Vec::new(), false);
        for command in commands {
            let mut warn = |message| warnings.push(patterns.sources.warning(command.at, message));
            match &*command.name {
                "skip" | "channel" | "type" => {}
                "more" => more = true,
                "popMode" => steps.push(ModeStep::Pop),
                "mode" | "pushMode" => {
                    let (to, known) = modes.number(&command.argument);
                    if !known {
                        let name = &command.argument;
                        warn(format!("the mode `{name}` has no rules; no text can continue there"));
                    }
                    steps.push(if &*command.name == "mode" { ModeStep::Set(to) } else { ModeStep::Push(to) });
                }
                other => warn(format!("unknown lexer command `{other}`; it is ignored")),
            }
        }
        kinds.push((kind(&rule.name, commands), steps, more));
    }
    let alike = kinds.iter().all(|kind| *kind == kinds[0]);
    let count = if alike { 1 } else { kinds.len() };
    for (alternative, (token, steps, more)) in kinds.into_iter().take(count).enumerate() {
        let pattern = if alike {
            whole.map(Into::into)
        } else {
            pattern(patterns, number, Some(alternative), warnings)?
        };
        lexis
            .extend(pattern.map(|pattern| (token, LexicalRule { symbol: None, pattern, mode, steps, more })));
    }
    Ok(())
}

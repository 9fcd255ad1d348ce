//! What lexer rules become: patterns, and the tokens that their matches are.

use super::super::error::{NotationError, Problem, Warning};
use super::super::place::{At, source_of};
use super::file::{Command, LexerRule};
use super::lazy;
use super::pattern::Patterns;

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
            ("skip" | "channel", _) => return None,
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
    let source = source_of(patterns.sources, rule.at);
    let mut warn = |message: String| {
        if alternative.is_none() {
            warnings.push(source.warning(rule.at.offset, message));
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
                    "`{}` has no regular expression that can be used ({reason}); it is never found",
                    rule.name
                ));
                return Ok(None);
            }
        };
        if made.cut_short {
            warn(format!(
                "`{}` uses itself, which no regular expression can; it matches what is nested {nesting} deep at most",
                rule.name
            ));
        }
        if exact.made_greedy {
            warn(format!(
                "`{}` has a loop that is not greedy and that nothing ends, or too much; it is read as greedy",
                rule.name
            ));
        }
        return Ok(Some(exact.pattern.into()));
    }
    let problem = Problem::TooLarge(format!("the lexer rule `{}` is too large", rule.name).into());
    Err(source.error(rule.at.offset, problem))
}

/// How the matches of a lexer rule are read: as one rule, or by alternatives where commands differ.
pub(super) fn lexical_rules(
    patterns: &Patterns<'_>,
    number: usize,
    whole: Option<&str>,
    lexis: &mut Vec<(Option<Box<str>>, Box<str>)>,
    warnings: &mut Vec<Warning>,
) -> Result<(), NotationError> {
    let rule = &patterns.rules[number];
    let warn = |at: At, message: String| source_of(patterns.sources, at).warning(at.offset, message);
    if !rule.mode.is_empty() {
        let of_mode = |other: &&LexerRule| other.mode == rule.mode && !other.fragment;
        let first = patterns.rules.iter().find(of_mode).is_some_and(|first| first.name == rule.name);
        if first {
            let count = patterns.rules.iter().filter(of_mode).count();
            let message = format!(
                "lexer modes are not supported: the {count} rules of the mode `{}` are never found",
                rule.mode
            );
            warnings.push(warn(rule.at, message));
        }
        return Ok(());
    }
    for command in rule.alternatives.iter().flat_map(|(_, commands)| commands) {
        match &*command.name {
            "skip" | "channel" | "type" => {}
            "mode" | "pushMode" | "popMode" => {
                let message = format!(
                    "lexer modes are not supported: `{}` is left out and the default mode goes on",
                    command.name
                );
                warnings.push(warn(command.at, message));
            }
            "more" => warnings.push(warn(
                command.at,
                "the lexer command `more` is not supported; what it matches is left out".to_owned(),
            )),
            other => warnings
                .push(warn(command.at, format!("the lexer command `{other}` is not known; it is left out"))),
        }
    }
    let kinds: Vec<Option<Box<str>>> = rule
        .alternatives
        .iter()
        .map(|(_, commands)| {
            let more = commands.iter().any(|command| &*command.name == "more");
            kind(&rule.name, commands).filter(|_| !more)
        })
        .collect();
    if kinds.iter().all(|kind| *kind == kinds[0]) {
        lexis.extend(whole.map(|pattern| (kinds[0].clone(), pattern.into())));
        return Ok(());
    }
    for (alternative, kind) in kinds.into_iter().enumerate() {
        let pattern = pattern(patterns, number, Some(alternative), warnings)?;
        lexis.extend(pattern.map(|pattern| (kind, pattern)));
    }
    Ok(())
}

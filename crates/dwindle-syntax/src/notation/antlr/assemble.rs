//! Puts files together: which rules belong to the grammar, which tokens there are, and how texts are cut into them.

use std::collections::{HashMap, HashSet};

use dwindle::grammar::{Grammar, Rule, Spacing, Symbol, Token};

use super::super::Notation;
use super::super::draft::{At, Body, Draft};
use super::super::error::{NotationError, Problem, Warning};
use super::super::lexis::{LexicalRule, Lexis};
use super::super::normal::{Wanted, all_defined, normalize};
use super::super::source::Sources;
use super::file::{File, Kind};
use super::lexis::{Modes, lexical_rules, pattern};
use super::pattern::Patterns;
use super::rules::{LexerRule, ParserRule, Reading};
use super::tokens::Tokens;
use crate::shortest_match::shortest_match;

pub(super) fn assemble(
    sources: Sources<'_>,
    files: &[File],
    reading: Reading,
    start: Option<&str>,
) -> Result<Notation, NotationError> {
    let Reading { mut parser, lexer, mut warnings } = reading;
    let main = main_file(files);
    let parser_rules: Vec<ParserRule> =
        merged(sources, files, main, |file| &file.parser_rules, |rule| (&rule.name, rule.at))?;
    if parser_rules.is_empty() {
        let problem = Problem::Empty("a parser rule, such as `start : 'text' | OTHER ;`".into());
        return Err(sources.error_of_file(main, problem));
    }
    let lexer_file = lexer_file(sources, files, main)?;
    let mut lexer_rules: Vec<LexerRule> = Vec::new();
    for file in lexer_file.into_iter().chain([main]) {
        let more = merged(sources, files, file, |file| &file.lexer_rules, |rule| (&rule.name, rule.at))?;
        let known: HashSet<Box<str>> = lexer_rules.iter().map(|rule| rule.name.clone()).collect();
        lexer_rules.extend(more.into_iter().filter(|rule| !known.contains(&rule.name)));
    }
    let by_name: HashMap<&str, usize> =
        lexer_rules.iter().enumerate().map(|(number, rule)| (&*rule.name, number)).collect();
    let known = |name: &str| by_name.contains_key(name);
    all_defined(&lexer, sources, known, &lexer_rules.iter().map(|rule| &rule.name))?;
    let patterns = Patterns { sources, draft: &lexer, rules: &lexer_rules, by_name };

    let mut tokens = Tokens::new(&patterns, &parser);
    let start = start.or_else(|| entry(&parser_rules, &tokens.used));
    tokens.resolve(sources, &mut parser)?;
    for rule in &parser_rules {
        parser.rule(&rule.name, rule.at, Body::Expression(rule.body));
    }
    let (mut lexis, mut modes) = (Vec::new(), Modes::new(&lexer_rules));
    let mut known: HashSet<&str> = HashSet::new();
    let mut unknown = false;
    for (number, rule) in lexer_rules.iter().enumerate() {
        if rule.fragment {
            continue;
        }
        let text = tokens.texts.get(&number);
        let pattern = pattern(&patterns, number, None, &mut warnings)?;
        lexical_rules(&patterns, number, pattern.as_deref(), &mut modes, &mut lexis, &mut warnings)?;
        if tokens.visible[number] || tokens.used.contains(&rule.name) {
            known.insert(&rule.name);
            unknown |= pattern.is_none();
            let body = match text {
                Some(text) if !rule.ignore_case => Body::Expression(parser.text(text)),
                _ => {
                    let shortest = pattern.as_deref().and_then(shortest_match).map(Into::into);
                    Body::Token(Token { pattern, shortest })
                }
            };
            parser.rule(&rule.name, rule.at, body);
        }
    }
    unknown |= unknown_tokens(sources, files, &tokens, &known, &mut parser, &mut warnings);
    let name = &*files[main].name;
    let wanted = Wanted { name, start, spacing: Spacing::Words, as_written: false, unknown_tokens: unknown };
    let (grammar, flaws) = normalize(&parser, sources, wanted)?;
    warnings.extend(flaws);
    let implicit = implicit_rules(&grammar, &tokens.implicit, &files[main], &lexer_rules);
    let named = lexis
        .into_iter()
        .map(|(token, rule)| LexicalRule { symbol: token.and_then(|name| grammar.symbol(&name)), ..rule });
    let lexis = Lexis { rules: implicit.into_iter().chain(named).collect() };
    Ok(Notation { grammar, lexis: Some(lexis), warnings })
}

/// The first grammar with parser rules that no other imports, else the first file.
fn main_file(files: &[File]) -> usize {
    files.iter().position(|file| file.kind != Kind::Lexer && !is_imported(files, file)).unwrap_or(0)
}

/// Whether another file imports a grammar.
fn is_imported(files: &[File], file: &File) -> bool {
    files.iter().flat_map(|other| &other.imports).any(|(name, _)| *name == file.name)
}

/// The rules of a file and of all that it imports; where two have the same name, the importing file's counts.
fn merged<'f, R: Clone + 'f>(
    sources: Sources<'_>,
    files: &'f [File],
    main: usize,
    rules: impl Fn(&'f File) -> &'f [R],
    place: impl Fn(&R) -> (&Box<str>, At),
) -> Result<Vec<R>, NotationError> {
    let mut all: Vec<R> = Vec::new();
    let mut known: HashMap<Box<str>, At> = HashMap::new();
    let mut entered = vec![false; files.len()];
    let mut stack = vec![main];
    while let Some(number) = stack.pop() {
        if std::mem::replace(&mut entered[number], true) {
            continue;
        }
        for rule in rules(&files[number]) {
            let (name, at) = place(rule);
            match known.get(name) {
                None => {
                    known.insert(name.clone(), at);
                    all.push(rule.clone());
                }
                Some(first) if first.file == at.file => {
                    let first = sources.place(*first);
                    return Err(sources.error(at, Problem::Duplicate { name: name.clone(), first }));
                }
                Some(_) => {}
            }
        }
        for (import, at) in files[number].imports.iter().rev() {
            stack.push(find(sources, files, import, *at)?);
        }
    }
    Ok(all)
}

/// The rule that stands for a whole input, where that is not the first one: the first is a part of another, and this
/// one says where the input ends and is a part of none.
fn entry<'r>(rules: &'r [ParserRule], used: &HashSet<Box<str>>) -> Option<&'r str> {
    let first = rules.first().filter(|first| used.contains(&first.name) && !first.eof);
    let ends = rules.iter().find(|rule| rule.eof && !used.contains(&rule.name));
    first.and(ends).map(|rule| &*rule.name)
}

/// The file of a grammar that another one names.
fn find(sources: Sources<'_>, files: &[File], name: &str, at: At) -> Result<usize, NotationError> {
    files
        .iter()
        .position(|file| &*file.name == name)
        .ok_or_else(|| sources.error(at, Problem::MissingFile(name.into())))
}

/// The lexer grammar that the main one takes its tokens from.
fn lexer_file(sources: Sources<'_>, files: &[File], main: usize) -> Result<Option<usize>, NotationError> {
    if let Some((vocabulary, at)) = &files[main].vocabulary {
        return find(sources, files, vocabulary, *at).map(Some);
    }
    Ok(files.iter().position(|file| file.kind == Kind::Lexer && !is_imported(files, file)))
}

/// Declares tokens without rules; whether a parser rule uses one.
fn unknown_tokens(
    sources: Sources<'_>,
    files: &[File],
    tokens: &Tokens,
    known: &HashSet<&str>,
    parser: &mut Draft,
    warnings: &mut Vec<Warning>,
) -> bool {
    let mut unknown = false;
    let mut declared: HashSet<&str> = HashSet::new();
    for (name, at) in files.iter().flat_map(|file| &file.tokens) {
        if known.contains(&**name) || !declared.insert(name) || !tokens.used.contains(name) {
            continue;
        }
        unknown = true;
        let message = format!("no lexer rule produces the token `{name}`; it never matches");
        warnings.push(sources.warning(*at, message));
        parser.rule(name, *at, Body::Token(Token { pattern: None, shortest: None }));
    }
    unknown
}

/// The lexical rules of texts in parser rules.
fn implicit_rules(
    grammar: &Grammar,
    texts: &[Box<[u8]>],
    main: &File,
    rules: &[LexerRule],
) -> Vec<LexicalRule> {
    let ignore_case = main.kind == Kind::Combined && rules.iter().any(|rule| rule.ignore_case);
    let by_text: HashMap<&[u8], Symbol> = grammar
        .symbols()
        .filter_map(|symbol| match grammar.rule(symbol) {
            Rule::Text(text) if !grammar.definition(symbol).named => Some((&**text, symbol)),
            _ => None,
        })
        .collect();
    let rules = texts.iter().filter_map(|text| {
        let symbol = Some(*by_text.get(&**text)?);
        let escaped = regex_syntax::escape(&String::from_utf8_lossy(text));
        let pattern = if ignore_case { format!("(?i:{escaped})") } else { escaped };
        Some(LexicalRule::new(symbol, pattern))
    });
    rules.collect()
}

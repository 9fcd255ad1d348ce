//! From `grammar.json` to a table.

use anyhow::{Context, Result, bail};
use indexmap::IndexMap;
use serde::Deserialize;

use dwindle_syntax::language::table::{Expr, Table};

use super::tokens;

/// What we read of a `grammar.json`.
#[derive(Deserialize)]
struct Source {
    /// In their order in the file: the first is the start.
    rules: IndexMap<String, Rule>,
    #[serde(default)]
    inline: Vec<String>,
    #[serde(default)]
    supertypes: Vec<String>,
    #[serde(default)]
    extras: Vec<Rule>,
}

/// A rule as tree-sitter writes it.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Rule {
    Blank,
    String {
        value: String,
    },
    Pattern {
        value: String,
        #[serde(default)]
        flags: String,
    },
    Symbol {
        name: String,
    },
    Seq {
        members: Vec<Rule>,
    },
    Choice {
        members: Vec<Rule>,
    },
    Repeat {
        content: Box<Rule>,
    },
    Repeat1 {
        content: Box<Rule>,
    },
    #[serde(alias = "IMMEDIATE_TOKEN")]
    Token {
        content: Box<Rule>,
    },
    /// What shapes neither trees nor texts.
    #[serde(
        alias = "RESERVED",
        alias = "PREC",
        alias = "PREC_LEFT",
        alias = "PREC_RIGHT",
        alias = "PREC_DYNAMIC"
    )]
    Field {
        content: Box<Rule>,
    },
    Alias {
        content: Box<Rule>,
        value: String,
        named: bool,
    },
}

/// The table of a grammar.
pub(super) fn table(name: &str, json: &str) -> Result<Table> {
    let source: Source = serde_json::from_str(json)?;
    let without_nodes = source.inline.into_iter().chain(source.supertypes);
    let mut hidden: Vec<String> = without_nodes.filter(|name| !name.starts_with('_')).collect();
    hidden.sort_unstable();
    hidden.dedup();
    let extras = source.extras.into_iter().filter_map(|extra| match extra {
        Rule::Symbol { name } => Some(name),
        _ => None,
    });
    let rules = source.rules.into_iter().map(|(rule, right)| {
        let expr = expr(&right).with_context(|| format!("the rule of {rule}"))?;
        Ok((rule, expr))
    });
    Ok(Table {
        name: name.to_owned(),
        hidden,
        extras: extras.collect(),
        rules: rules.collect::<Result<_>>()?,
        ..Table::default()
    })
}

/// An expression without what does not shape trees.
fn expr(rule: &Rule) -> Result<Expr> {
    Ok(match rule {
        Rule::Blank => Expr::Seq(Vec::new()),
        Rule::String { value } => Expr::Text(value.clone()),
        Rule::Pattern { .. } => token(rule)?,
        Rule::Symbol { name } => Expr::Symbol(name.clone()),
        Rule::Seq { members } => {
            let mut parts = Vec::new();
            for member in members {
                match expr(member)? {
                    Expr::Seq(inner) => parts.extend(inner),
                    other => parts.push(other),
                }
            }
            if parts.len() == 1 { parts.swap_remove(0) } else { Expr::Seq(parts) }
        }
        Rule::Choice { members } => choice(members)?,
        Rule::Repeat { content } => repeat(expr(content)?, false),
        Rule::Repeat1 { content } => repeat(expr(content)?, true),
        Rule::Token { content } => match without_precedence(content) {
            Rule::String { value } => Expr::Text(value.clone()),
            other => token(other)?,
        },
        Rule::Alias { content, value, named } => {
            Expr::Alias { of: Box::new(expr(content)?), name: value.clone(), named: *named }
        }
        Rule::Field { content } => expr(content)?,
    })
}

fn repeat(inner: Expr, at_least_one: bool) -> Expr {
    match inner {
        Expr::Optional(inner) => Expr::Repeat(inner, false),
        Expr::Repeat(inner, plus) => Expr::Repeat(inner, plus && at_least_one),
        other => Expr::Repeat(Box::new(other), at_least_one),
    }
}

/// A choice without doubles; one with nothing in it is optional.
fn choice(members: &[Rule]) -> Result<Expr> {
    let (mut parts, mut optional): (Vec<Expr>, bool) = (Vec::new(), false);
    for member in members {
        let found = match expr(member)? {
            Expr::Choice(inner) => inner,
            Expr::Seq(inner) if inner.is_empty() => {
                optional = true;
                continue;
            }
            Expr::Optional(inner) => {
                optional = true;
                if let Expr::Choice(inner) = *inner { inner } else { vec![*inner] }
            }
            other => vec![other],
        };
        for part in found {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    let inner = if parts.len() == 1 { parts.swap_remove(0) } else { Expr::Choice(parts) };
    Ok(match inner {
        Expr::Repeat(inner, _) if optional => Expr::Repeat(inner, false),
        inner if optional => Expr::Optional(Box::new(inner)),
        inner => inner,
    })
}

fn token(rule: &Rule) -> Result<Expr> {
    let pattern = pattern(rule)?;
    let shortest = tokens::shortest(&pattern)?;
    Ok(Expr::Token { pattern, shortest })
}

fn without_precedence(rule: &Rule) -> &Rule {
    match rule {
        Rule::Field { content } => without_precedence(content),
        other => other,
    }
}

/// The regular expression of what stands in a token.
fn pattern(rule: &Rule) -> Result<String> {
    let all = |members: &[Rule], between: &str| -> Result<String> {
        Ok(members.iter().map(pattern).collect::<Result<Vec<String>>>()?.join(between))
    };
    Ok(match rule {
        Rule::Blank => String::new(),
        Rule::String { value } => tokens::quote(value),
        Rule::Pattern { value, flags } => tokens::translate(value, flags)?,
        Rule::Seq { members } => all(members, "")?,
        Rule::Choice { members } => format!("(?:{})", all(members, "|")?),
        Rule::Repeat { content } => format!("(?:{})*", pattern(content)?),
        Rule::Repeat1 { content } => format!("(?:{})+", pattern(content)?),
        Rule::Token { content } | Rule::Field { content } | Rule::Alias { content, .. } => pattern(content)?,
        Rule::Symbol { name } => bail!("a token refers to the rule {name}"),
    })
}

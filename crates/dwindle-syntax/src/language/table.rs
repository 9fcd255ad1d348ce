//! The committed form of a tree-sitter grammar: one line a rule, in a small EBNF.
//!
//! `cargo xtask grammars` makes these tables from the `grammar.json` that grammar packages ship with, leaving out
//! what says nothing about the shape of trees (precedences, fields, conflicts, reserved words). The notation:
//!
//! ```text
//! !name json                       a directive: name, hidden, extras, first, and what is known of the language beside:
//! !also js jsx                     other names, in small letters
//! !blanks free                     what blanks mean: `free`, `lines` (line breaks may end statements), `indented`, `marked`
//! !endings js mjs                  endings of files' names
//! !files Makefile GNUmakefile      names of whole files
//! !begins <?php                    what a first line begins with
//! !interpreters node bun           the programs that run it, without versions
//! !numbered f b v l               kinds of nodes that are numbered in their order: scopes, their bodies, names, labels
//! !close ) } end                  what our own parser may take for missing, most likely first, instead of giving a text up
//! !mark item block/*               what nodes declare, where our own parser reads the language: `language/own_marks.rs`
//! !includes #include              what lines begin with that take other sources in, which a test pays for
//! !early branch end               rules of its rewrites, and steps of the pass `early`, that pay before single nodes do
//! !reading whole                   a part of a text cannot be parsed alone
//! !spacing exact                   every blank is in the grammar
//! !constants _value "0" | "null"   texts that a symbol can be, best first
//! pair = string ":" _value         a rule; the first one is the start
//! x y   x | y   x? x* x+   ()      sequence, choice, repetition, nothing
//! "else"                           a text, which stands in trees under its own name
//! /[0-9]+/"0"                      a token: its pattern and its shortest text, where one is known
//! identifier@type_identifier       known by another name in trees; @"not in" for a nameless one
//! ```

use std::fmt;

/// A grammar in the committed form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The language's name.
    pub name: String,
    /// Rules without nodes of their own though their names do not begin with an underscore.
    pub hidden: Vec<String>,
    /// Rules whose nodes may stand anywhere, such as comments.
    pub extras: Vec<String>,
    /// Of tables written by hand: alternatives that are to come first in the rules of these names, because of
    /// equally short texts theirs is preferred.
    pub first: Vec<(String, Expr)>,
    /// The directives on the language that say nothing of its grammar, as they stand: `endings js mjs`.
    pub about: Vec<String>,
    /// For symbols of the grammar, a choice of texts that they can be.
    pub constants: Vec<(String, Expr)>,
    /// Names and rules, in the order of the grammar.
    pub rules: Vec<(String, Expr)>,
}

/// The right side of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// One after the other; nothing at all when there are none.
    Seq(Vec<Self>),
    /// One of these.
    Choice(Vec<Self>),
    /// Zero or one.
    Optional(Box<Self>),
    /// Any number, or (`true`) any number from one on.
    Repeat(Box<Self>, bool),
    /// Another rule.
    Symbol(String),
    /// A text.
    Text(String),
    /// A token found by a pattern, or by a scanner where there is none.
    Token {
        /// A regular expression in the syntax of the `regex` crate; empty when there is none.
        pattern: String,
        /// The shortest text, where one is known.
        shortest: Option<String>,
    },
    /// Something that has another name in trees.
    Alias {
        /// What it is.
        of: Box<Self>,
        /// How it is called there.
        name: String,
        /// Whether the name is that of a named node.
        named: bool,
    },
}

/// A table that cannot be read, which the tests exclude for the committed ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the grammar table: {what}")]
pub struct BadTable {
    /// Counted from one.
    pub line: usize,
    /// What is wrong there.
    pub what: &'static str,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// [`BadTable`], at the first line that is not of the form above.
    pub fn read(text: &str) -> Result<Self, BadTable> {
        let mut table = Self::default();
        for (at, line) in text.lines().enumerate() {
            let bad = |what| BadTable { line: at + 1, what };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let rule = |text: &str, between, missing| {
                let (name, right) = text.split_once(between).ok_or_else(|| bad(missing))?;
                Ok((name.to_owned(), Reader::all(right).map_err(bad)?))
            };
            let Some(directive) = line.strip_prefix('!') else {
                table.rules.push(rule(line, " = ", "` = ` is missing")?);
                continue;
            };
            let names = |rest: &str| rest.split(' ').map(str::to_owned).collect();
            match directive.split_once(' ').ok_or_else(|| bad("a name is missing"))? {
                ("name", name) => name.clone_into(&mut table.name),
                ("hidden", rest) => table.hidden = names(rest),
                ("extras", rest) => table.extras = names(rest),
                ("first", rest) => table.first.push(rule(rest, " ", "an alternative is missing")?),
                ("constants", rest) => table.constants.push(rule(rest, " ", "a text is missing")?),
                (
                    "also" | "begins" | "blanks" | "close" | "count" | "early" | "endings" | "files"
                    | "includes" | "interpreters" | "mark" | "numbered" | "reading" | "spacing",
                    _,
                ) => {
                    table.about.push(directive.to_owned());
                }
                _ => return Err(bad("unknown directive")),
            }
        }
        Ok(table)
    }

    /// Whether trees have nodes of this name.
    pub fn is_visible(&self, name: &str) -> bool {
        !name.starts_with('_') && !self.hidden.iter().any(|hidden| hidden == name)
    }
}

/// Reads one expression. Recursion is as deep as the parentheses of a committed table.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn all(right: &'t str) -> Result<Expr, &'static str> {
        let mut reader = Self { rest: right };
        let expr = reader.choice()?;
        if reader.rest.is_empty() { Ok(expr) } else { Err("something is left over") }
    }

    fn take(&mut self, prefix: &str) -> bool {
        let after = self.rest.strip_prefix(prefix);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn choice(&mut self) -> Result<Expr, &'static str> {
        let mut parts = vec![self.sequence()?];
        while self.take(" | ") {
            parts.push(self.sequence()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Expr::Choice(parts) })
    }

    fn sequence(&mut self) -> Result<Expr, &'static str> {
        let mut parts = vec![self.postfix()?];
        while !self.rest.starts_with(" | ") && self.take(" ") {
            parts.push(self.postfix()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Expr::Seq(parts) })
    }

    fn postfix(&mut self) -> Result<Expr, &'static str> {
        let mut expr = self.atom()?;
        loop {
            expr = if self.take("?") {
                Expr::Optional(Box::new(expr))
            } else if self.take("*") {
                Expr::Repeat(Box::new(expr), false)
            } else if self.take("+") {
                Expr::Repeat(Box::new(expr), true)
            } else if self.take("@") {
                let named = !self.rest.starts_with('"');
                let name = if named { self.word()? } else { self.quoted()? };
                Expr::Alias { of: Box::new(expr), name, named }
            } else {
                return Ok(expr);
            };
        }
    }

    fn atom(&mut self) -> Result<Expr, &'static str> {
        if self.take("()") {
            Ok(Expr::Seq(Vec::new()))
        } else if self.take("(") {
            let inner = self.choice()?;
            if self.take(")") { Ok(inner) } else { Err("`)` is missing") }
        } else if self.rest.starts_with('"') {
            Ok(Expr::Text(self.quoted()?))
        } else if self.take("/") {
            let pattern = self.pattern()?;
            let shortest = if self.rest.starts_with('"') { Some(self.quoted()?) } else { None };
            Ok(Expr::Token { pattern, shortest })
        } else {
            Ok(Expr::Symbol(self.word()?))
        }
    }

    fn word(&mut self) -> Result<String, &'static str> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() { Err("a name is missing") } else { Ok(word.to_owned()) }
    }

    /// After the first slash.
    fn pattern(&mut self) -> Result<String, &'static str> {
        self.until('/', |next, out| if next == '/' { out.push('/') } else { out.extend(['\\', next]) })
            .ok_or("a pattern does not end")
    }

    fn quoted(&mut self) -> Result<String, &'static str> {
        self.take("\"");
        let unescaped = |next, out: &mut String| {
            out.push(match next {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                other => other,
            });
        };
        self.until('"', unescaped).ok_or("a text does not end")
    }

    /// What stands before `close`, which goes with it; `escaped` writes what a backslash and a character stand for.
    fn until(&mut self, close: char, escaped: impl Fn(char, &mut String)) -> Option<String> {
        let mut out = String::new();
        let mut chars = self.rest.char_indices();
        loop {
            match chars.next()? {
                (at, c) if c == close => {
                    self.rest = &self.rest[at + 1..];
                    return Some(out);
                }
                (_, '\\') => escaped(chars.next()?.1, &mut out),
                (_, other) => out.push(other),
            }
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "!name {}", self.name)?;
        for (directive, names) in [("hidden", &self.hidden), ("extras", &self.extras)] {
            if !names.is_empty() {
                writeln!(f, "!{directive} {}", names.join(" "))?;
            }
        }
        for about in &self.about {
            writeln!(f, "!{about}")?;
        }
        for (directive, all) in [("first", &self.first), ("constants", &self.constants)] {
            for (name, expr) in all {
                writeln!(f, "!{directive} {name} {expr}")?;
            }
        }
        for (name, expr) in &self.rules {
            writeln!(f, "{name} = {expr}")?;
        }
        Ok(())
    }
}

impl Expr {
    /// The texts that it is a choice of.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let all = if let Self::Choice(parts) = self { parts } else { std::slice::from_ref(self) };
        all.iter().filter_map(|part| if let Self::Text(text) = part { Some(text.as_str()) } else { None })
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_expr(self, Level::Choice, f)
    }
}

/// What may stand without parentheres.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Sequence,
    Atom,
}

fn write_expr(expr: &Expr, level: Level, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let own = match expr {
        Expr::Seq(parts) if parts.is_empty() => Level::Atom,
        Expr::Choice(_) => Level::Choice,
        Expr::Seq(_) => Level::Sequence,
        _ => Level::Atom,
    };
    if own < level {
        f.write_str("(")?;
        write_expr(expr, Level::Choice, f)?;
        return f.write_str(")");
    }
    match expr {
        Expr::Seq(parts) if parts.is_empty() => f.write_str("()"),
        Expr::Seq(parts) => write_all(parts, " ", Level::Atom, f),
        Expr::Choice(parts) => write_all(parts, " | ", Level::Sequence, f),
        Expr::Optional(inner) => write_postfix(inner, "?", f),
        Expr::Repeat(inner, false) => write_postfix(inner, "*", f),
        Expr::Repeat(inner, true) => write_postfix(inner, "+", f),
        Expr::Symbol(name) => f.write_str(name),
        Expr::Text(text) => write_quoted(text, f),
        Expr::Token { pattern, shortest } => {
            write!(f, "/{}/", slashed(pattern))?;
            shortest.as_ref().map_or(Ok(()), |shortest| write_quoted(shortest, f))
        }
        Expr::Alias { of, name, named } => {
            write_postfix(of, "@", f)?;
            if *named { f.write_str(name) } else { write_quoted(name, f) }
        }
    }
}

fn write_postfix(inner: &Expr, operator: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_expr(inner, Level::Atom, f)?;
    f.write_str(operator)
}

fn write_all(parts: &[Expr], between: &str, level: Level, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(between)?;
        }
        write_expr(part, level, f)?;
    }
    Ok(())
}

fn write_quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\0' => f.write_str("\\0")?,
            '"' | '\\' => write!(f, "\\{c}")?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}

/// A pattern with its bare slashes escaped.
fn slashed(pattern: &str) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '/' => out.push_str("\\/"),
            '\\' => {
                out.push('\\');
                out.extend(chars.next());
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            other if other.is_control() => {
                out.extend(other.escape_unicode().map(|c| if c == 'u' { 'x' } else { c }));
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "!name test\n!hidden value\n!extras comment\n!first a /x/\"x\"\n\
            start = (a | \"x\\\"\\n\" b*)+ ()@c /[a-z]\\/\\d/\"a\\/0\" | (a b)@\"not in\" | //\n\
            a = b?@d? /x/\n";
        let text = text.replace("\"a\\/0\"", "\"a/0\"");
        let table = Table::read(&text).unwrap();
        assert_eq!(table.to_string(), text);
        assert_eq!(Table::read(&table.to_string()), Ok(table));
    }

    #[test]
    fn a_broken_table_names_its_line() {
        assert_eq!(Table::read("a = b\nc = (d").unwrap_err().line, 2);
    }
}

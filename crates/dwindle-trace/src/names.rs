//! Which names a statement reads and may write, by the words of its source text.
//!
//! Tracers know their languages; this is for those that do not tell. It errs towards more names: a variable that is handed to
//! a call may be written there.

mod aliases;
mod style;
mod token;

use std::collections::BTreeSet;

pub(crate) use self::aliases::Alias;
use self::aliases::aliases;
pub(crate) use self::style::Style;
use self::token::{Token, begin, closing, commas, group, target};

/// Calls that only show their arguments, by a part of their name.
const SHOWS: [&str; 6] = ["print", "puts", "say", "write", "log", "assert"];
/// Words before brackets and variables that are no calls.
const KEYWORDS: [&str; 29] = [
    "and", "case", "catch", "defined", "die", "elif", "else", "elsif", "except", "for", "foreach", "if",
    "in", "is", "len", "match", "my", "not", "or", "our", "return", "sizeof", "switch", "unless", "until",
    "while", "with", "x", "local",
];
/// Words that leave a function, a loop or a turn of it.
const LEAVES: [&str; 13] = [
    "abort", "break", "continue", "die", "exit", "goto", "last", "longjmp", "next", "panic", "raise",
    "return", "throw",
];

/// Names of a statement: of an attribute or a field with a point before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    /// What it mentions.
    pub(crate) reads: BTreeSet<String>,
    /// What it may change.
    pub(crate) writes: BTreeSet<String>,
    /// What it certainly replaces as a whole.
    pub(crate) replaces: BTreeSet<String>,
    /// What it may change by a name that leads there: an element, a field, what a pointer points to.
    pub(crate) through: BTreeSet<String>,
    /// Names that stand for what others name from here on.
    pub(crate) aliases: Vec<Alias>,
    /// Whether it leaves a function, a loop or a turn of it.
    pub(crate) leaves: bool,
}

impl Names {
    /// The names in a text.
    pub(crate) fn of(text: &str, style: Style) -> Self {
        let (tokens, inner) = tokens(text, style);
        let mut names = Self { reads: inner, ..Self::default() };
        names.reads.extend(tokens.iter().filter_map(Token::name));
        names.leaves = tokens.iter().filter_map(Token::word).any(|word| LEAVES.contains(&word))
            || (style.lends() && tokens.iter().any(|token| token.is('?')));
        let words: Vec<&str> = tokens.iter().take(3).filter_map(Token::word).collect();
        if let ["async", "def", name, ..] | ["def" | "class" | "sub", name, ..] = words[..] {
            // A method is called as a part of its object.
            names.writes.extend([name.to_owned(), format!(".{name}")]);
            names.reads.remove(name);
            return names;
        }
        for at in 0..tokens.len() {
            names.assigned(&tokens, at, style);
            names.called(&tokens, at, style);
        }
        names.aliases = aliases(&tokens, style);
        // Where a variable is only replaced, what it was does not count.
        let once = |name: &&String| tokens.iter().filter(|token| token.word() == Some(name)).count() == 1;
        for name in names.replaces.iter().filter(once) {
            names.reads.remove(name);
        }
        names
    }

    /// What an assignment or a step at this place writes.
    fn assigned(&mut self, tokens: &[Token], at: usize, style: Style) {
        let sign = |at: usize, sign: char| tokens.get(at).is_some_and(|token| token.is(sign));
        let before = |signs: &str| at.checked_sub(1).is_some_and(|before| tokens[before].is_any(signs));
        for step in ['+', '-'] {
            if sign(at, step) && sign(at + 1, step) && !before("+-") {
                let name = target(&tokens[..at]).or_else(|| {
                    let end = tokens[at + 2..].iter().position(|token| token.is_any(";),<>=+"));
                    target(&tokens[at + 2..end.map_or(tokens.len(), |end| at + 2 + end)])
                });
                if let Some((name, is_variable)) = name {
                    self.wrote(name, !is_variable);
                }
            }
        }
        if !sign(at, '=') || sign(at + 1, '=') || sign(at + 1, '>') || before("=!") {
            return;
        }
        let mut end = at;
        while end > 0 && tokens[end - 1].is_any("+-*/%&|^.<>?:~ ") {
            end -= 1;
        }
        let compared = end + 1 == at && before("<>");
        let substitutes = tokens[at..].iter().find_map(Token::word);
        let matched = sign(at + 1, '~') && !substitutes.is_some_and(|word| ["s", "tr", "y"].contains(&word));
        let (start, within) = begin(&tokens[..end]);
        let named = style.names_arguments() && within && !before(":");
        if compared || matched || named {
            return;
        }
        let is_whole = end == at && !sign(at + 1, '~');
        let segment = &tokens[start..end];
        let listed = match segment.last() {
            Some(last) if last.is(')') => group(segment),
            _ => segment,
        };
        for part in commas(listed) {
            let Some((name, is_variable)) = target(part) else { continue };
            if is_whole && is_variable {
                self.replaces.insert(name.clone());
            }
            self.wrote(name, !is_variable);
        }
    }

    fn wrote(&mut self, name: String, is_through: bool) {
        if is_through {
            self.through.insert(name.clone());
        }
        self.writes.insert(name);
    }

    /// What a call that begins at this place may write.
    fn called(&mut self, tokens: &[Token], at: usize, style: Style) {
        let Token::Word { text, dotted } = &tokens[at] else { return };
        if SHOWS.iter().any(|part| text.contains(part)) || KEYWORDS.contains(&text.as_str()) {
            return;
        }
        let rest = &tokens[at + 1..];
        if rest.first().is_some_and(|token| token.is_any("@%\\")) && style.has_hashes() {
            // `@list`, or what is in the brackets of `@{...}`.
            let inside = if rest.get(1).is_some_and(|token| token.is('{')) { closing(&rest[1..]) } else { 1 };
            self.writes.extend(rest[1..].iter().take(inside).filter_map(Token::name));
        }
        let rest = if rest.first().is_some_and(|token| token.is('!')) { &rest[1..] } else { rest };
        if !rest.first().is_some_and(|token| token.is('(')) {
            return;
        }
        if *dotted {
            let before = tokens[..at].iter().rposition(|token| !token.is_any(".->"));
            if let Some((name, _)) = before.and_then(|end| target(&tokens[..=end])) {
                self.wrote(name, true);
            }
        }
        let arguments = &rest[1..closing(rest)];
        for (place, token) in arguments.iter().enumerate() {
            let is_called = arguments.get(place + 1).is_some_and(|next| next.is('('));
            let is_lent = place > 0 && arguments[place - 1].word() == Some("mut");
            if !is_called && (!style.lends() || is_lent) {
                token.name().into_iter().for_each(|name| self.wrote(name, true));
            }
        }
    }
}

/// The words and signs of a text, without what is in quotes and comments; and the names that are put into texts in quotes.
fn tokens(text: &str, style: Style) -> (Vec<Token>, BTreeSet<String>) {
    let letters: Vec<char> = text.chars().collect();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (mut tokens, mut inner) = (Vec::new(), BTreeSet::new());
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let word =
            |from: usize| -> String { letters[from..].iter().copied().take_while(|l| is_word(*l)).collect() };
        let is_comment = if style.has_hashes() {
            letter == '#' && (at == 0 || letters[at - 1].is_whitespace())
        } else {
            letter == '/' && letters.get(at + 1) == Some(&'/')
        };
        if is_comment {
            break;
        }
        if !style.has_hashes() && letters[at..].starts_with(&['/', '*']) {
            let end = letters[at..].windows(2).skip(2).position(|signs| signs == ['*', '/']);
            at += end.map_or(letters.len(), |end| end + 4);
            continue;
        }
        if letter == '"' || letter == '\'' {
            if let Some(end) = quoted(&letters, at) {
                for (place, sign) in letters.iter().enumerate().take(end).skip(at + 1) {
                    let name = if "$@{".contains(*sign) { word(place + 1) } else { String::new() };
                    if name.starts_with(|first: char| first.is_alphabetic() || first == '_') {
                        inner.insert(name);
                    }
                }
                at = end;
            }
        } else if is_word(letter) {
            let text = word(at);
            let arrow = |tokens: &[Token]| tokens.ends_with(&[Token::Sign('-'), Token::Sign('>')]);
            let before = tokens.len().saturating_sub(1);
            let is_key = tokens.last().is_some_and(|last: &Token| last.is('{')) && arrow(&tokens[..before]);
            let dotted = tokens.last().is_some_and(|last| last.is('.')) || arrow(&tokens) || is_key;
            at += text.chars().count() - 1;
            tokens.push(Token::Word { text, dotted });
        } else if !letter.is_whitespace() {
            // What closes a type is no part of the sign of an assignment behind it.
            if letter == '='
                && at > 0
                && letters[at - 1] == ' '
                && tokens.last().is_some_and(|last| last.is('>'))
            {
                tokens.push(Token::Sign(' '));
            }
            tokens.push(Token::Sign(letter));
        }
        at += 1;
    }
    // Signs before names of variables say nothing here, and a lone quote is a lifetime.
    tokens.retain(|token| !token.is_any("$'"));
    (tokens, inner)
}

/// Where a text in quotes ends that begins at this place.
fn quoted(letters: &[char], at: usize) -> Option<usize> {
    let mut end = at + 1;
    while *letters.get(end)? != letters[at] {
        end += if letters[end] == '\\' { 2 } else { 1 };
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, file: &str) -> String {
        let names = Names::of(text, Style::of(file));
        let shown = |name: &String| name.clone() + if names.replaces.contains(name) { "!" } else { "" };
        names.writes.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn assignments_name_what_they_write() {
        for (text, file, writes) in [
            ("sum = sum + a", "a.py", "sum!"),
            ("waiting[name] -= 1", "a.py", "waiting"),
            ("self.needs[name] = list(needs)", "a.py", ".needs needs"),
            ("best, at = version, text", "a.py", "at! best!"),
            ("total: int = f(x, key=1)", "a.py", "key total! x"),
            ("if a == b or c != d or e <= f:", "a.py", ""),
            ("print(\"x = 3\", y)  # z = 4", "a.py", ""),
            ("last.end = std::min(last.end, interval.end);", "a.cpp", ".end interval last"),
            ("int child = 2 * at + 1;", "a.c", "child!"),
            ("for (int at = 1; at < argc; at++)", "a.c", "at!"),
            ("numbers[count++] = atoi(argv[at]);", "a.c", "argv at count numbers"),
            ("*a = *b; p->next = q;", "a.c", ".next a"),
            ("sum += to - at;", "a.c", "sum"),
            ("let mut best: Option<u32> = find(&mut list, key);", "a.rs", "best list"),
            ("my ($key, $value) = ($1, $2);", "a.pl", "key! value!"),
            ("$settings{$section}{$key} = trimmed($value);", "a.pl", "settings value"),
            ("$text =~ s/ +$//; $line =~ /x/", "a.pl", "text"),
            ("push @found, $name if $ok;", "a.pl", "found"),
            ("$order->{discount} = $percent;", "a.pl", ".discount"),
            ("$self->{lines}[0] = 1;", "a.pl", ".lines"),
            ("push @{ $self->{lines} }, $line;", "a.pl", ".lines self"),
            ("$count{$word}++;", "a.pl", "count"),
            ("def total(order, rate=0.2):", "a.py", ".total total"),
        ] {
            assert_eq!(written(text, file), writes, "{text}");
        }
    }

    #[test]
    fn references_and_pointers_stand_for_what_is_on_the_right() {
        for (text, file, shown) in [
            ("int &sum = all[entry.key];", "a.cc", "sum!: .key all entry"),
            ("for (const auto &[key, part] : parts)", "a.cc", "key!: parts part!: parts"),
            ("struct node *at = list->first;", "a.c", "at: .first list"),
            ("p = &x;", "a.c", "p: x"),
            ("box.where = &y;", "a.c", ".where: y"),
            ("int both = a & b;", "a.c", ""),
            ("*p = x;", "a.c", ""),
            ("if let Some(age) = ages.get_mut(\"x\") {", "a.rs", "age: ages"),
            ("for row in grid.iter_mut() {", "a.rs", "row: grid"),
            ("let copy = text.clone();", "a.rs", ""),
        ] {
            let names = Names::of(text, Style::of(file));
            let alias = |alias: &Alias| {
                let of: Vec<_> = alias.of.iter().map(String::as_str).collect();
                format!("{}{}: {}", alias.name, if alias.always { "!" } else { "" }, of.join(" "))
            };
            assert_eq!(names.aliases.iter().map(alias).collect::<Vec<_>>().join(" "), shown, "{text}");
        }
    }

    #[test]
    fn texts_in_quotes_read_what_is_put_into_them() {
        let names = Names::of("print \"$name: {total}\", lookup('section')", Style::of("a.pl"));
        assert_eq!(Vec::from_iter(names.reads), ["lookup", "name", "print", "total"]);
        assert!(Names::of("last if $rank > 4;", Style::of("a.pl")).leaves);
    }
}

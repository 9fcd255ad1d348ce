//! Source files as text: what a condition decides over, and what is named outside of functions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use crate::names::{Names, Style};
use crate::protocol::Statement;

/// Lines that a statement takes at most.
const LONGEST: usize = 20;
/// Lines in which functions of Perl take what they are given.
const TAKING: u32 = 4;
/// Files that include each other, at most.
const INCLUDED: usize = 8;
/// Macros that are made of each other, at most.
const EXPANDED: usize = 4;
/// First words of lines that declare nothing.
const NO_TYPES: [&str; 11] =
    ["case", "delete", "else", "friend", "goto", "new", "return", "throw", "typedef", "using", "yield"];

/// A source file.
#[derive(Debug)]
pub(super) struct File {
    style: Style,
    lines: Vec<String>,
}

/// What all functions of a program can name.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Names that stand outside of functions.
    pub(super) globals: BTreeSet<String>,
    /// Fields of classes, which methods in C++ name alone.
    pub(super) fields: BTreeSet<String>,
    /// Macros, with what stands for them.
    macros: BTreeMap<String, String>,
}

impl Shared {
    /// Takes in what a file names, and what it includes.
    pub(super) fn read(
        &mut self,
        name: &str,
        source: &impl Fn(&str) -> Option<String>,
        seen: &mut BTreeSet<String>,
        depth: usize,
    ) {
        if depth > INCLUDED || !seen.insert(name.to_owned()) {
            return;
        }
        let file = File::of(name, source);
        let mut at = 0;
        while let Some(line) = file.lines.get(at) {
            at += 1;
            let directive =
                line.trim_start().strip_prefix('#').filter(|_| file.style.includes()).map(str::trim_start);
            if let Some(path) = directive.and_then(included) {
                let beside = Path::new(name).with_file_name(path);
                self.read(&beside.to_string_lossy(), source, seen, depth + 1);
            } else if let Some(body) = directive.and_then(|directive| directive.strip_prefix("define ")) {
                let mut body = body.to_owned();
                while body.ends_with('\\') && at < file.lines.len() {
                    body.pop();
                    body += &file.lines[at];
                    at += 1;
                }
                let end = body.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let (name, body) = body.split_at(end.unwrap_or(body.len()));
                self.macros.insert(name.to_owned(), body.to_owned());
            } else if directive.is_none() && line.starts_with(|first: char| !first.is_whitespace()) {
                self.globals.extend(file.outside(line));
            }
        }
        if file.style.has_bare_fields() {
            self.fields.extend(file.fields());
        }
    }

    /// Adds what macros stand for that the names mention.
    fn expand(&self, names: &mut Names, style: Style, depth: usize) {
        let bodies: Vec<&String> = names.reads.iter().filter_map(|name| self.macros.get(name)).collect();
        for body in bodies {
            let mut inner = Names::of(body, style);
            if depth < EXPANDED {
                self.expand(&mut inner, style, depth + 1);
            }
            names.reads.extend(inner.reads);
            names.writes.extend(inner.writes);
            names.through.extend(inner.through);
            names.leaves |= inner.leaves;
        }
    }
}

/// The file that a directive includes, if that is one of the program's own.
fn included(directive: &str) -> Option<&str> {
    directive.strip_prefix("include")?.trim_start().strip_prefix('"')?.split('"').next()
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The last word of a text.
fn last_word(text: &str) -> Option<&str> {
    text.rsplit(|letter| !is_word(letter)).find(|word| !word.is_empty())
}

/// What a line declares that begins with a type: `const Cell &cell = ...`.
fn declared(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '}');
    let line =
        ["for (", "if (", "while ("].into_iter().find_map(|head| line.strip_prefix(head)).unwrap_or(line);
    let end = line.find(['=', ';', '{', '(', '[']).unwrap_or(line.len());
    // A range of a loop stands behind a colon, other than `std::`.
    let mut colons = line[..end].match_indices(':').map(|(at, _)| at);
    let alone = |at: &usize| !line[..*at].ends_with(':') && !line[at + 1..].starts_with(':');
    let end = colons.find(alone).unwrap_or(end);
    let first = &line[..end];
    let mut words = first.split(|letter| !is_word(letter)).filter(|word| !word.is_empty());
    let begins = words.next().is_some_and(|word| !NO_TYPES.contains(&word)) && words.next().is_some();
    let is_declaration = begins && !first.contains(['.', '-', '+', '?', '!', '%', '|']);
    let rest = line[end..].split(';').next().unwrap_or_default().split(',').skip(1);
    let rest = rest
        .map(|part| part.split(['=', '[', '{']).next().unwrap_or_default().trim().trim_start_matches('*'));
    let rest = rest.filter(|name| name.chars().all(is_word));
    let all = first.split(',').filter_map(last_word).chain(rest.filter(|name| !name.is_empty()));
    all.filter(move |_| is_declaration)
}

impl File {
    pub(super) fn of(name: &str, source: impl Fn(&str) -> Option<String>) -> Self {
        let lines = source(name).unwrap_or_default().lines().map(str::to_owned).collect();
        Self { style: Style::of(name), lines }
    }

    pub(super) fn text(&self, line: u32) -> &str {
        (line as usize).checked_sub(1).and_then(|at| self.lines.get(at)).map_or("", String::as_str)
    }

    /// The names that a line outside of functions mentions.
    fn outside(&self, line: &str) -> BTreeSet<String> {
        let is_head = line.trim_end().ends_with([':', '{', ')', ',']);
        let bracket = line.find('(');
        // Of a function only its name, also where it is only declared.
        let is_function = self.style.includes() && !line[..bracket.unwrap_or(0)].contains('=');
        let end = bracket.filter(|_| is_head || is_function).unwrap_or(line.len());
        let names = Names::of(&line[..end], self.style);
        names.reads.into_iter().chain(names.writes).collect()
    }

    /// The fields of classes.
    fn fields(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        // The indentation of each class around a line, and that of its members.
        let mut classes: Vec<(usize, Option<usize>)> = Vec::new();
        for line in (1..).take(self.lines.len()) {
            let text = self.text(line).trim();
            let is_label = ["public", "private", "protected"].iter().any(|word| text.starts_with(word));
            let Some(indent) = self.indent(line).filter(|_| !is_label) else { continue };
            while classes.pop_if(|(class, _)| indent <= *class).is_some() {}
            if let Some((_, members)) = classes.last_mut()
                && *members.get_or_insert(indent) == indent
                && text.contains(';')
            {
                let end = text.find(['=', '{', ';']).unwrap_or(text.len());
                if !text[..end].contains('(') {
                    found.extend(declared(text).map(str::to_owned));
                }
            }
            let mut words = text.split(|letter| !is_word(letter));
            if words.any(|word| ["class", "struct", "union"].contains(&word)) && !text.contains([';', '(']) {
                classes.push((indent, None));
            }
        }
        found
    }

    /// The names of a statement: of its lines, if brackets are open at the end of its first one.
    pub(super) fn names(&self, statement: &Statement, shared: &Shared) -> Names {
        let mut text = self.text(statement.line).to_owned();
        if text.is_empty() {
            text.clone_from(&statement.text);
        }
        let open = |text: &str| {
            let count = |signs: [char; 2]| text.matches(signs).count();
            count(['(', '[']) > count([')', ']'])
        };
        for line in (statement.line + 1..).take(LONGEST) {
            if !open(&text) {
                break;
            }
            text = text + " " + self.text(line);
        }
        let mut names = self.read(&text, shared);
        if self.is_match(statement.line) {
            let heads = self.guarded(statement.line).map(|line| self.text(line).trim());
            for head in heads.filter_map(|line| line.strip_prefix("case ")) {
                names.reads.extend(self.read(head, shared).reads);
                // The fields that a pattern looks at.
                let fields = head.split('=').filter_map(last_word).map(|field| format!(".{field}"));
                names.reads.extend(fields);
            }
        }
        names
    }

    /// Whether a statement of Python that has cases begins on a line.
    pub(super) fn is_match(&self, line: u32) -> bool {
        let text = self.text(line).trim();
        self.style.has_hashes() && text.starts_with("match ") && text.ends_with(':')
    }

    /// The names of some lines.
    pub(super) fn names_of(&self, lines: RangeInclusive<u32>, shared: &Shared) -> Names {
        let mut all = Names::default();
        for line in lines {
            let names = self.read(self.text(line), shared);
            all.reads.extend(names.reads);
            all.writes.extend(names.writes);
            all.through.extend(names.through);
            all.leaves |= names.leaves;
        }
        all
    }

    fn read(&self, text: &str, shared: &Shared) -> Names {
        let mut names = Names::of(text, self.style);
        shared.expand(&mut names, self.style, 0);
        names
    }

    /// How far a line is indented; none if no statement is on it.
    fn indent(&self, line: u32) -> Option<usize> {
        let text = self.text(line);
        let trimmed = text.trim_start();
        let is_directive = self.style.includes() && trimmed.starts_with('#');
        (text.contains(is_word) && !is_directive).then(|| text.len() - trimmed.len())
    }

    /// The lines that a condition on this one decides over: what is indented more, also behind an `else`; the labels of a `switch`; and of
    /// a loop that ends with its condition what stands before that.
    pub(super) fn guarded(&self, line: u32) -> RangeInclusive<u32> {
        let Some(own) = self.indent(line) else { return line..=line };
        let text = self.text(line).trim();
        if self.style.includes()
            && text.trim_start_matches(['}', ' ']).starts_with("while")
            && text.ends_with(';')
        {
            let mut before =
                (1..line).rev().filter(|at| self.indent(*at).is_some_and(|indent| indent <= own));
            return before.next().unwrap_or(line)..=line;
        }
        let labels: &[&str] =
            if text.starts_with("switch") { &["case ", "default"] } else { &["else", "elif", "elsif"] };
        let end = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        let mut last = line;
        for next in line + 1..=end {
            let words = self.text(next).trim_start_matches([' ', '\t', '}']);
            let goes_on = labels.iter().any(|word| words.starts_with(word));
            match self.indent(next) {
                Some(indent) if indent > own || (indent == own && goes_on) => last = next,
                Some(_) => break,
                None => {}
            }
        }
        line..=last
    }

    /// The line with the name of a function whose first statement is on this one.
    fn head(&self, first: u32) -> &str {
        let own = self.indent(first);
        let head =
            (1..first).rev().find(|line| self.indent(*line).zip(own).is_some_and(|(head, own)| head < own));
        head.map_or("", |line| self.text(line))
    }

    /// The last line of a function whose first statement is on this one: of what is indented as far.
    pub(super) fn end(&self, first: u32) -> u32 {
        let own = self.indent(first);
        let more = (first..).take(self.lines.len()).map_while(|line| match self.indent(line) {
            Some(indent) if own.is_some_and(|own| indent < own) && !self.is_label(line) => None,
            indent => Some(indent.map(|_| line)),
        });
        more.flatten().last().unwrap_or(first)
    }

    /// Whether only a label that can be jumped to is on a line, which stands anywhere.
    fn is_label(&self, line: u32) -> bool {
        let text = self.text(line).trim();
        self.style.includes() && text.strip_suffix(':').is_some_and(|name| name.chars().all(is_word))
    }

    /// The names of what a function is given whose first statement is on this line.
    pub(super) fn parameters(&self, first: u32) -> BTreeSet<String> {
        let head = self.head(first);
        if let Some(at) = head.find('(') {
            return Names::of(&head[at..], self.style).reads;
        }
        // In Perl they are taken from a list.
        let takes = |line: &u32| ["@_", "shift"].iter().any(|word| self.text(*line).contains(word));
        (first..first + TAKING)
            .filter(takes)
            .flat_map(|line| Names::of(self.text(line), self.style).writes)
            .collect()
    }

    /// Whether the name of a function says what it stands in.
    pub(super) const fn names_what_is_around(&self) -> bool {
        self.style.has_hashes()
    }

    /// The names that lines of a function declare.
    pub(super) fn declared(&self, lines: RangeInclusive<u32>) -> BTreeSet<String> {
        lines.flat_map(|line| declared(self.text(line))).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
#include \"more.h\"
#define BUMP(it) (total++, (it).sum += STEP)
static int total;
int add(int left, int right);
class Meter {
public:
    int read(int value);
    int last = 0, first;
    std::vector<int> all;
private:
    void turned() { first = 0; }
};
void f(int n) {
    switch (n) {
    case 1:
        g();
    }
    do {
        n--;
    } while (n > 3);
    if (n) {
#ifdef X
        h();
#endif
    } else
        k();
    BUMP(meter);
}
";

    fn read(name: &str) -> Option<String> {
        match name {
            "src/a.cpp" => Some(SOURCE.to_owned()),
            "src/more.h" => Some("#define STEP step\nextern int step;\n".to_owned()),
            _ => None,
        }
    }

    #[test]
    fn what_is_outside_of_functions_is_read_with_what_is_included() {
        let mut shared = Shared::default();
        shared.read("src/a.cpp", &read, &mut BTreeSet::new(), 0);
        let has = |name: &str| shared.globals.contains(name);
        assert!(has("total") && has("step") && has("add") && !has("left") && !has("n"), "{shared:?}");
        assert_eq!(Vec::from_iter(&shared.fields), ["all", "first", "last"]);
        let names = File::of("src/a.cpp", read).names_of(27..=27, &shared);
        assert_eq!(Vec::from_iter(&names.writes), [".sum", "meter", "total"]);
        assert!(names.reads.contains("step"));
    }

    #[test]
    fn conditions_decide_over_what_is_indented_more_labels_and_bodies_before_them() {
        let file = File::of("src/a.cpp", read);
        assert_eq!([14, 20, 21].map(|line| file.guarded(line)), [14..=16, 18..=20, 21..=26]);
    }

    #[test]
    fn lines_that_begin_with_a_type_declare() {
        for (line, names) in [
            ("    const Cell &cell = grid.at(row, column);", "cell"),
            ("for (int at = 0; at < n; at++)", "at"),
            ("for (const auto &entry : players)", "entry"),
            ("int a, *b;", "a b"),
            ("count = 3;", ""),
            ("return count;", ""),
            ("sum += value - last;", ""),
            ("meter.last = 3;", ""),
        ] {
            assert_eq!(declared(line).collect::<Vec<_>>().join(" "), names, "{line}");
        }
    }
}

//! Which executed statements that are not needed may matter by what they did not do.
//!
//! Without them the program comes to the same, but an assignment that writes the wrong variable, or a condition that wrongly
//! did not hold, is just such a statement. What could have influenced that which is kept, had it been evaluated otherwise, is
//! found from the source: by names that statements write and others read later, and by what conditions guard.
//!
//! # Source
//! H. Agrawal, J. R. Horgan, E. W. Krauser, S. A. London, "Incremental Regression Testing", ICSM 1993 (relevant slices);
//! T. Gyimóthy, Á. Beszédes, I. Forgács, "An Efficient Relevant Slicing Method for Debugging", ESEC/FSE 1999.

use std::collections::{BTreeMap, BTreeSet};

use dwindle::Config;

use crate::names::{Names, Style};
use crate::protocol::{Kind, Statement};
use crate::{Execution, Recorded};

/// Lines that a statement takes at most.
const LONGEST: usize = 20;

/// The executed statements that are not among `left`, and may matter by what they did not do: each may write what a kept one
/// reads later, or decides over one that may, or leads to such a one. `source` gives the text of a file.
pub fn relevant(execution: &Execution, left: &Config, source: impl Fn(&str) -> Option<String>) -> Config {
    let recorded = execution.recorded();
    let known = Statements::of(recorded, source);
    let mut found = vec![false; recorded.events.len()];
    // Names that are read later; statements that were found; functions that were left, by call.
    let mut wanted = vec![false; known.count];
    let mut hit = vec![false; recorded.statements.len()];
    let mut frames: BTreeMap<(Option<u32>, usize), bool> = BTreeMap::new();
    for event in recorded.events.iter().rev() {
        let at = event.number as usize;
        let touches = |statement: u32, wanted: &[bool]| {
            known.all[statement as usize].writes.iter().any(|name| wanted[*name])
        };
        let statement = &known.all[event.statement as usize];
        let is_kept = left.contains(event.number);
        let is_used = *frames.entry((event.parent, statement.function)).or_insert_with(|| {
            let calls = event.parent.map(|parent| recorded.events[parent as usize].statement);
            let is_used = calls.is_some_and(|call| touches(call, &wanted));
            if is_used {
                known.parameters[statement.function].iter().for_each(|name| wanted[*name] = true);
            }
            is_used
        });
        if is_kept {
            statement.replaces.iter().for_each(|name| wanted[*name] = false);
        } else {
            let decides = || {
                let leaves = statement.leaves && is_used;
                leaves
                    || statement.guarded.iter().any(|name| wanted[*name])
                    || statement.guards.iter().any(|guarded| hit[*guarded as usize])
            };
            let gives = is_used && event.fixed && !recorded.is_passage(event.number);
            found[at] |= gives || touches(event.statement, &wanted) || (statement.is_predicate && decides());
        }
        if is_kept || found[at] {
            statement.reads.iter().for_each(|name| wanted[*name] = true);
        }
        if found[at] {
            hit[event.statement as usize] = true;
            if let Some(parent) = event.parent.filter(|parent| !left.contains(*parent)) {
                found[parent as usize] = true;
            }
        }
    }
    Config::of_units((0u32..).zip(found).filter(|(_, is_found)| *is_found).map(|(at, _)| at))
}

/// What is known of a statement, with numbers for names.
#[derive(Debug, Default)]
struct Known {
    function: usize,
    is_predicate: bool,
    reads: Vec<usize>,
    writes: Vec<usize>,
    replaces: Vec<usize>,
    /// What the lines may write that it decides over.
    guarded: Vec<usize>,
    /// Which statements are on them.
    guards: Vec<u32>,
    /// Whether one of them leaves the function or a loop.
    leaves: bool,
}

/// What is known of all statements.
#[derive(Debug, Default)]
struct Statements {
    all: Vec<Known>,
    /// Of each function the names of what it is given.
    parameters: Vec<Vec<usize>>,
    /// How many names there are.
    count: usize,
}

impl Statements {
    fn of(recorded: &Recorded, source: impl Fn(&str) -> Option<String>) -> Self {
        let mut files: BTreeMap<&str, File> = BTreeMap::new();
        let mut functions: BTreeMap<(&str, &str), (usize, u32)> = BTreeMap::new();
        for statement in recorded.statements.iter().filter(|statement| is_own(statement)) {
            files.entry(&statement.file).or_insert_with(|| File::of(&statement.file, &source));
            let count = functions.len();
            let first = functions.entry((&statement.file, &statement.function)).or_insert((count, u32::MAX));
            first.1 = first.1.min(statement.line);
        }
        let mut numbers = Numbers::default();
        for statement in recorded.statements.iter().filter(|statement| is_own(statement)) {
            let file = &files[statement.file.as_str()];
            numbers.of_function(&statement.function, &file.names(statement).writes);
        }
        for ((name, function), (_, first)) in &functions {
            numbers.of_function(function, &files[name].parameters(*first));
        }
        let mut parameters = vec![Vec::new(); functions.len()];
        for ((name, function), (number, first)) in &functions {
            let file = &files[name];
            parameters[*number] = numbers.of(file, function, &file.parameters(*first));
        }
        let lines = recorded.statements.iter().fold(BTreeMap::new(), |mut lines, statement| {
            let at = lines.entry((statement.file.as_str(), statement.line)).or_insert_with(Vec::new);
            at.push(statement.id);
            lines
        });
        let all = recorded.statements.iter().map(|statement| {
            let known = files.get(statement.file.as_str()).filter(|_| is_own(statement));
            let Some(file) = known else { return Known::default() };
            let function = statement.function.as_str();
            let names = file.names(statement);
            let mut known = Known {
                function: functions[&(statement.file.as_str(), function)].0,
                is_predicate: statement.kind == Kind::Predicate,
                reads: numbers.of(file, function, &names.reads),
                writes: numbers.of(file, function, &names.writes),
                replaces: numbers.of(file, function, &names.replaces),
                ..Known::default()
            };
            if known.is_predicate {
                let last = file.guarded(statement.line);
                let mut guarded = Names::default();
                for line in statement.line..=last {
                    let names = file.line(line);
                    guarded.writes.extend(names.writes);
                    guarded.leaves |= names.leaves;
                }
                known.guarded = numbers.of(file, function, &guarded.writes);
                known.leaves = guarded.leaves;
                let range = (statement.file.as_str(), statement.line + 1)..=(statement.file.as_str(), last);
                if last > statement.line {
                    known.guards = lines.range(range).flat_map(|(_, ids)| ids).copied().collect();
                }
            }
            known
        });
        let all = all.collect();
        Self { all, parameters, count: numbers.numbers.len() }
    }
}

/// Whether a statement does something of its own.
fn is_own(statement: &Statement) -> bool {
    !matches!(statement.kind, Kind::Entry | Kind::Exit)
}

/// Numbers of names.
#[derive(Debug, Default)]
struct Numbers {
    numbers: BTreeMap<String, usize>,
    /// What functions are given and assign, which functions within them see.
    of_functions: BTreeMap<String, BTreeSet<String>>,
}

impl Numbers {
    fn of_function(&mut self, function: &str, names: &BTreeSet<String>) {
        self.of_functions.entry(function.to_owned()).or_default().extend(names.iter().cloned());
    }

    /// The outermost function around this one that has such a name, or this one.
    fn scope<'a>(&self, function: &'a str, name: &str) -> &'a str {
        let around = function.match_indices('.').map(|(end, _)| &function[..end]);
        let has = |around: &&str| self.of_functions.get(*around).is_some_and(|names| names.contains(name));
        around.into_iter().find(has).unwrap_or(function)
    }

    /// The numbers of names that stand in a function: parts of objects are the same everywhere, and so is what the file
    /// names outside of functions.
    fn of(&mut self, file: &File, function: &str, names: &BTreeSet<String>) -> Vec<usize> {
        let number = |name: &String| {
            let is_shared = name.starts_with('.') || function.is_empty() || file.globals.contains(name);
            let key = if is_shared { name.clone() } else { format!("{}/{name}", self.scope(function, name)) };
            let count = self.numbers.len();
            *self.numbers.entry(key).or_insert(count)
        };
        names.iter().map(number).collect()
    }
}

/// A source file.
#[derive(Debug)]
struct File {
    style: Style,
    lines: Vec<String>,
    /// Names that stand outside of functions.
    globals: BTreeSet<String>,
}

impl File {
    fn of(name: &str, source: impl Fn(&str) -> Option<String>) -> Self {
        let style = Style::of(name);
        let lines: Vec<String> = source(name).unwrap_or_default().lines().map(str::to_owned).collect();
        let is_outside = |line: &&String| line.starts_with(|first: char| !first.is_whitespace());
        let globals = lines.iter().filter(is_outside).flat_map(|line| {
            let is_head = line.trim_end().ends_with([':', '{', ')', ',']);
            let end = line.find('(').filter(|_| is_head).unwrap_or(line.len());
            let names = Names::of(&line[..end], style);
            names.reads.into_iter().chain(names.writes)
        });
        let globals = globals.collect();
        Self { style, lines, globals }
    }

    fn text(&self, line: u32) -> &str {
        (line as usize).checked_sub(1).and_then(|at| self.lines.get(at)).map_or("", String::as_str)
    }

    fn line(&self, line: u32) -> Names {
        Names::of(self.text(line), self.style)
    }

    /// The names of a statement: of its lines, if brackets are open at the end of its first one.
    fn names(&self, statement: &Statement) -> Names {
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
        Names::of(&text, self.style)
    }

    /// How far a line is indented; none if nothing is on it.
    fn indent(&self, line: u32) -> Option<usize> {
        let text = self.text(line);
        let is_more = |letter: char| letter.is_alphanumeric() || letter == '_';
        text.contains(is_more).then(|| text.len() - text.trim_start().len())
    }

    /// The last line that a condition on this one decides over: what is indented more, also behind an `else`.
    fn guarded(&self, line: u32) -> u32 {
        let Some(own) = self.indent(line) else { return line };
        let end = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        let mut last = line;
        for next in line + 1..=end {
            let words = self.text(next).trim_start_matches([' ', '\t', '}']);
            let goes_on = ["else", "elif", "elsif"].iter().any(|word| words.starts_with(word));
            match self.indent(next) {
                Some(indent) if indent > own || (indent == own && goes_on) => last = next,
                Some(_) => break,
                None => {}
            }
        }
        last
    }

    /// The names of what a function is given whose first statement is on this line.
    fn parameters(&self, first: u32) -> BTreeSet<String> {
        let Some(own) = self.indent(first) else { return BTreeSet::new() };
        let head = (1..first).rev().find(|line| self.indent(*line).is_some_and(|indent| indent < own));
        let text = head.map_or("", |line| self.text(line));
        let inside = text.find('(').map_or("", |at| &text[at..]);
        Names::of(inside, self.style).reads
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::protocol::{End, Event, Trace};

    /// A run that executed these lines: each with the number of the event that called it and the function.
    fn run(source: &str, events: &[(u32, Option<u32>, &str)]) -> Execution {
        let (mut statements, mut told) = (Vec::new(), Vec::new());
        for (number, (line, parent, function)) in (0..).zip(events) {
            let text = source.lines().nth(*line as usize - 1).unwrap().trim();
            let kind = if text.ends_with(':') { Kind::Predicate } else { Kind::Statement };
            let (file, function) = ("a.py".to_owned(), (*function).to_owned());
            let fixed = if text.starts_with("return") { "it leaves the function" } else { "" }.to_owned();
            let is_fixed = !fixed.is_empty();
            statements.push(Statement {
                id: number,
                file,
                line: *line,
                function,
                kind,
                fixed,
                ..Statement::default()
            });
            told.push(Event {
                number,
                statement: number,
                parent: *parent,
                fixed: is_fixed,
                ..Event::default()
            });
        }
        let recorded = Recorded {
            trace: Trace::default(),
            statements,
            events: told,
            passed: Vec::new(),
            values: Vec::new(),
            end: End::Exit { code: 0, event: None },
        };
        Execution::new(Arc::new(recorded), |_| false)
    }

    fn found(source: &str, events: &[(u32, Option<u32>, &str)], left: &[u32]) -> Vec<u32> {
        let execution = run(source, events);
        let left = Config::of_units(left.iter().copied());
        relevant(&execution, &left, |_| Some(source.to_owned())).units().collect()
    }

    #[test]
    fn conditions_that_guard_what_is_read_later_may_matter_and_so_may_what_they_read() {
        let source =
            "count = 0\ntotal = 0\nother = 5\nif total > 3:\n    count = 1\nother = 6\nprint(count)\n";
        let events = [1, 2, 3, 4, 6, 7].map(|line| (line, None, ""));
        assert_eq!(found(source, &events, &[0, 5]), [1, 3]);
        // Nothing reads what they write where another assignment comes between.
        let source = "count = 0\ncount = 1\nprint(count)\n";
        let events = [1, 2, 3].map(|line| (line, None, ""));
        assert_eq!(found(source, &events, &[1, 2]), [0; 0]);
        assert_eq!(found(source, &events, &[0, 2]), [1]);
    }

    #[test]
    fn functions_within_a_function_share_its_variables_and_their_definitions_are_what_calls_read() {
        let source = "def make():\n    totals = {}\n    def total(name):\n        return totals[name]\n    def clear(name):\n        if name > 3:\n            totals.clear()\n    return total, clear\n\ntotal, clear = make()\nclear(1)\nprint(total(2))\n";
        let events = [
            (1, None, ""),
            (10, None, ""),
            (2, Some(1), "make"),
            (3, Some(1), "make"),
            (5, Some(1), "make"),
            (8, Some(1), "make"),
            (11, None, ""),
            (6, Some(6), "make.clear"),
            (12, None, ""),
            (4, Some(8), "make.total"),
        ];
        assert_eq!(found(source, &events, &[0, 1, 2, 3, 5, 8, 9]), [4, 6, 7]);
    }

    #[test]
    fn calls_lead_to_what_changes_their_arguments_and_parts_of_objects() {
        let source = "def fill(items, size):\n    extra = 1\n    if size > 2:\n        items.append(3)\n    rest = 2\n    return rest\n\nnumbers = []\nfill(numbers, 2)\nother(4)\nprint(numbers)\n";
        let events = [
            (8, None, ""),
            (9, None, ""),
            (2, Some(1), "fill"),
            (3, Some(1), "fill"),
            (5, Some(1), "fill"),
            (6, Some(1), "fill"),
            (10, None, ""),
            (11, None, ""),
        ];
        // The call, the condition, and what it gives back; not what nobody reads.
        assert_eq!(found(source, &events, &[0, 7]), [1, 3, 4, 5]);
        // What stands outside of functions is the same within them.
        let source = "LIMIT = 3\ndef limit():\n    return LIMIT\n\nsize = limit()\nprint(size)\n";
        let events = [(1, None, ""), (5, None, ""), (3, Some(1), "limit"), (6, None, "")];
        assert_eq!(found(source, &events, &[3]), [0, 1, 2]);
        let source = "class A:\n    def add(self):\n        self.sum += 1\n        self.seen = 1\n\na = A()\nadd()\nprint(a.sum)\n";
        let events =
            [(6, None, ""), (7, None, ""), (3, Some(1), "A.add"), (4, Some(1), "A.add"), (8, None, "")];
        assert_eq!(found(source, &events, &[0, 4]), [1, 2]);
    }
}

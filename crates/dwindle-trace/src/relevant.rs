//! Which executed statements that are not needed may matter by what they did not do.
//!
//! Without them the program comes to the same, but an assignment that writes the wrong variable, or a condition that wrongly
//! did not hold, is just such a statement. What could have influenced that which is kept, had it been evaluated otherwise, is
//! found from the source: by names that statements write and others read later, and by what conditions guard.
//!
//! # Source
//! H. Agrawal, J. R. Horgan, E. W. Krauser, S. A. London, "Incremental Regression Testing", Conference on Software Maintenance
//! 1993, doi:10.1109/ICSM.1993.366927 (relevant slices); T. Gyimóthy, Á. Beszédes, I. Forgács, "An Efficient Relevant Slicing
//! Method for Debugging", ESEC/FSE 1999.

mod known;
mod source;

use std::collections::BTreeMap;

use dwindle::Config;

use self::known::Statements;
use crate::{Execution, Recorded};

/// Calls around a call that are looked through for another one of the same function.
const AROUND: usize = 64;

/// The executed statements that are not among `left`, and may matter by what they did not do: each may write what a kept one
/// reads later, or decides over one that may, or leads to such a one. `source` gives the text of a file.
pub fn relevant(execution: &Execution, left: &Config, source: impl Fn(&str) -> Option<String>) -> Config {
    let recorded = execution.recorded();
    let known = Statements::of(recorded, source);
    let mut walk = Walk {
        recorded,
        left,
        wanted: vec![false; known.count],
        found: vec![false; recorded.events.len()],
        hit: vec![false; recorded.statements.len()],
        used: BTreeMap::new(),
        again: BTreeMap::new(),
        known: &known,
    };
    (0..recorded.events.len()).rev().for_each(|at| walk.visit(at));
    let found = (0u32..).zip(walk.found).filter(|(_, is_found)| *is_found);
    Config::of_units(found.map(|(at, _)| at))
}

/// A call: the event that made it, and its function.
type Frame = (Option<u32>, usize);

/// From the last event to the first.
struct Walk<'w> {
    recorded: &'w Recorded,
    left: &'w Config,
    known: &'w Statements,
    /// Names that are read later.
    wanted: Vec<bool>,
    /// Events and statements that were found.
    found: Vec<bool>,
    hit: Vec<bool>,
    /// Whether what a call gives back may change something.
    used: BTreeMap<Frame, bool>,
    /// Whether another call of the same function is under way during a call.
    again: BTreeMap<Frame, bool>,
}

impl Walk<'_> {
    fn visit(&mut self, at: usize) {
        let event = &self.recorded.events[at];
        if self.recorded.is_passage(event.number) {
            return;
        }
        let frame = self.frame(event.number);
        self.enter(frame);
        let statement = &self.known.all[event.statement as usize];
        let is_kept = self.left.contains(event.number);
        if !is_kept {
            self.found[at] |= self.influences(event.number);
        } else if !self.is_again(frame) {
            statement.replaces.iter().for_each(|name| self.wanted[*name] = false);
        }
        if is_kept || self.found[at] {
            statement.reads.iter().for_each(|name| self.wanted[*name] = true);
        }
        if self.found[at] {
            self.hit[event.statement as usize] = true;
            if let Some(parent) = event.parent.filter(|parent| !self.left.contains(*parent)) {
                self.found[parent as usize] = true;
            }
        }
    }

    fn frame(&self, event: u32) -> Frame {
        let event = &self.recorded.events[event as usize];
        (event.parent, self.known.all[event.statement as usize].function)
    }

    /// Finds out what is to be known of a call, and of those around it, at the last of its events.
    fn enter(&mut self, frame: Frame) {
        let mut around = vec![frame];
        while let Some((Some(parent), _)) = around.last() {
            let frame = self.frame(*parent);
            if self.used.contains_key(&frame) {
                break;
            }
            around.push(frame);
        }
        for frame in around.into_iter().rev() {
            if self.used.contains_key(&frame) {
                continue;
            }
            let is_used = frame.0.is_some_and(|call| {
                if self.left.contains(call) { self.touches(call) } else { self.influences(call) }
            });
            self.used.insert(frame, is_used);
            if is_used {
                self.known.parameters[frame.1].iter().for_each(|name| self.wanted[*name] = true);
            }
        }
    }

    /// Whether an event may write what is read later.
    fn touches(&self, event: u32) -> bool {
        let statement = self.recorded.events[event as usize].statement;
        self.known.all[statement as usize].writes.iter().any(|name| self.wanted[*name])
    }

    /// Whether an event that is not kept may write what is read later, decides over what may, or gives it back.
    fn influences(&self, number: u32) -> bool {
        let event = &self.recorded.events[number as usize];
        let statement = &self.known.all[event.statement as usize];
        let is_used = self.used.get(&self.frame(number)).is_some_and(|is_used| *is_used);
        let decides = || {
            (statement.leaves && is_used)
                || statement.guarded.iter().any(|name| self.wanted[*name])
                || statement.guards.iter().any(|guarded| self.hit[*guarded as usize])
        };
        (is_used && event.fixed && !self.recorded.is_passage(number))
            || self.touches(number)
            || (statement.decides && decides())
    }

    /// Whether another call of the function is under way during a call, so that a variable of its is not that of the other one.
    fn is_again(&mut self, frame: Frame) -> bool {
        if let Some(known) = self.again.get(&frame) {
            return *known;
        }
        let mut around = frame;
        let mut depth = 0;
        let is_again = loop {
            let Some(parent) = around.0 else { break false };
            around = self.frame(parent);
            depth += 1;
            if around.1 == frame.1 || depth > AROUND {
                break true;
            }
        };
        self.again.insert(frame, is_again);
        is_again
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::protocol::{End, Event, Kind, Statement, Trace};

    /// A run that executed these lines: each with the number of the event that called it and the function.
    fn run(file: &str, source: &str, events: &[(u32, Option<u32>, &str)]) -> Execution {
        let (mut statements, mut told) = (Vec::new(), Vec::new());
        for (number, (line, parent, function)) in (0..).zip(events) {
            let text = source.lines().nth(*line as usize - 1).unwrap().trim();
            let decides = ["if ", "switch ", "while "].iter().any(|word| text.starts_with(word));
            let kind = if decides { Kind::Predicate } else { Kind::Statement };
            let (file, function) = (file.to_owned(), (*function).to_owned());
            let is_fixed = text.starts_with("return");
            let fixed = if is_fixed { "it leaves the function" } else { "" }.to_owned();
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
        found_in("a.py", source, events, left)
    }

    fn found_in(file: &str, source: &str, events: &[(u32, Option<u32>, &str)], left: &[u32]) -> Vec<u32> {
        let execution = run(file, source, events);
        let left = Config::of_units(left.iter().copied());
        let text = |name: &str| (name == file).then(|| source.to_owned());
        let header = |name: &str| {
            (name == "a.h").then(|| "extern int total;\n#define ADD(n) (total += (n))\n".to_owned())
        };
        relevant(&execution, &left, |name| text(name).or_else(|| header(name))).units().collect()
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

    #[test]
    fn cases_of_python_are_decided_over_and_read_the_fields_that_they_look_at() {
        let source = "total = 0\no.kind = 2\no.size = 3\nmatch o:\n    case Shape(kind=1):\n        total = 9\nprint(total)\n";
        let events = [1, 2, 3, 4, 7].map(|line| (line, None, ""));
        assert_eq!(found(source, &events, &[0, 3, 4]), [1]);
        assert_eq!(found(source, &events, &[0, 4]), [1, 3]);
    }

    #[test]
    fn labels_of_a_switch_are_decided_over_wherever_they_stand() {
        let source = "int state;\nvoid feed(int c) {\n  switch (state) {\n  case 1:\n    state = 2;\n  }\n}\nint main() {\n  feed(1);\n  return state;\n}\n";
        let events = [(9, None, "main"), (3, Some(0), "feed"), (10, None, "main")];
        assert_eq!(found_in("a.c", source, &events, &[2]), [0, 1]);
    }

    #[test]
    fn what_leaves_a_function_decides_over_the_rest_of_it_in_globals_of_headers_and_by_macros() {
        let source = "#include \"a.h\"\nvoid count(int n) {\n  if (n < 1)\n    return;\n  ADD(1);\n}\nint main() {\n  count(0);\n  return total;\n}\n";
        let events = [(8, None, "main"), (3, Some(0), "count"), (9, None, "main")];
        assert_eq!(found_in("a.c", source, &events, &[2]), [0, 1]);
    }

    #[test]
    fn conditions_decide_over_what_the_functions_write_that_they_would_call() {
        let source = "int total;\nvoid add() {\n  total++;\n}\nvoid more(int n) {\n  if (n > 3)\n    add();\n}\nint main() {\n  more(3);\n  \
                      more(4);\n  return total;\n}\n";
        let events = [
            (10, None, "main"),
            (6, Some(0), "more"),
            (11, None, "main"),
            (6, Some(2), "more"),
            (7, Some(2), "more"),
            (3, Some(4), "add"),
            (12, None, "main"),
        ];
        assert_eq!(found_in("a.c", source, &events, &[2, 3, 4, 5, 6]), [0, 1]);
    }

    #[test]
    fn fields_that_methods_name_alone_are_those_of_other_methods() {
        let source = "class Meter {\n  int last = 0;\npublic:\n  void read(int value) {\n    last = value;\n    int unused = 0;\n  }\n  int get() {\n    \
                      return last;\n  }\n};\nint main() {\n  Meter meter;\n  meter.read(3);\n  return meter.get();\n}\n";
        let events = [
            (14, None, "main"),
            (5, Some(0), "read"),
            (6, Some(0), "read"),
            (15, None, "main"),
            (9, Some(3), "get"),
        ];
        assert_eq!(found_in("a.cc", source, &events, &[3, 4]), [0, 1]);
    }

    #[test]
    fn an_inner_call_of_the_same_function_hides_nothing_of_an_outer_one() {
        let source = "def walk(n):\n    total = 0\n    total = n\n    if n > 1:\n        walk(n - 1)\n    return total\nprint(walk(2))\n";
        let events = [
            (7, None, ""),
            (2, Some(0), "walk"),
            (3, Some(0), "walk"),
            (4, Some(0), "walk"),
            (5, Some(0), "walk"),
            (2, Some(4), "walk"),
            (3, Some(4), "walk"),
            (6, Some(4), "walk"),
            (6, Some(0), "walk"),
        ];
        // The outer `total = n` is not kept, and the inner one is, which replaces a variable of its own.
        assert_eq!(found(source, &events, &[0, 1, 3, 4, 5, 6, 7, 8]), [2]);
    }

    #[test]
    fn what_a_condition_calls_may_matter_as_the_condition_does() {
        let source = "def is_large(n):\n    return n > 3\n\ndef add(n):\n    global total\n    if is_large(n):\n        total += n\n\ntotal = 0\nadd(3)\nprint(total)\n";
        let events =
            [(9, None, ""), (10, None, ""), (6, Some(1), "add"), (2, Some(2), "is_large"), (11, None, "")];
        assert_eq!(found(source, &events, &[0, 4]), [1, 2, 3]);
    }

    #[test]
    fn functions_within_functions_have_the_variables_of_these() {
        let source = "fn main() {\n    let mut sum = 0;\n    let mut add = |n: i32| {\n        if n > 3 {\n            sum += n;\n        }\n    \
                      };\n    add(3);\n    println!(\"{sum}\");\n    report(sum);\n}\n";
        let events = [(2, None, "main"), (8, None, "main"), (4, Some(1), "{closure#0}"), (10, None, "main")];
        assert_eq!(found_in("a.rs", source, &events, &[0, 3]), [1, 2]);
    }

    #[test]
    fn what_is_written_by_another_name_is_written() {
        let source = "int main() {\n  int all[3] = {0};\n  int &sum = all[1];\n  sum += 0;\n  int *p = all, other = 0;\n  p[2] = 0;\n  other = 1;\n  return all[1];\n}\n";
        let events = [2, 3, 4, 5, 6, 7, 8].map(|line| (line, None, "main"));
        assert_eq!(found_in("a.cc", source, &events, &[0, 6]), [1, 2, 3, 4]);
    }

    #[test]
    fn what_leaves_a_call_may_matter_by_what_is_not_executed_behind_it() {
        let source = "int total;\nvoid add(int n) {\n  if (n > 3) {\n    return;\n  }\n  total += n;\n}\nint main() {\n  add(4);\n  return total;\n}\n";
        let events = [(9, None, "main"), (3, Some(0), "add"), (4, Some(0), "add"), (10, None, "main")];
        assert_eq!(found_in("a.c", source, &events, &[3]), [0, 1, 2]);
    }
}

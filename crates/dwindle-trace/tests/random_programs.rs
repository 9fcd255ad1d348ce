//! On random programs, what is left comes to the same, nothing can be left out of it, and it is the same at any number of
//! jobs. That it comes to the same and is minimal is tested for every slice (`lab`).

use dwindle_trace::protocol::Control;
use dwindle_trace::{Language, Method};

use crate::lab::{Lab, same};

/// Numbers that look random, from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        // Knuth's multiplier, and the bits that are best.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn variable(&mut self) -> char {
        ['a', 'b', 'c', 'd'][usize::try_from(self.roll(4)).unwrap_or(0)]
    }

    fn value(&mut self) -> String {
        match self.roll(5) {
            0 => self.roll(10).to_string(),
            1 => format!("{} + {}", self.variable(), self.variable()),
            2 => format!("{} * 3 - {}", self.variable(), self.roll(7)),
            3 => format!("twice({})", self.variable()),
            _ => self.variable().to_string(),
        }
    }

    /// A few statements at this depth.
    fn block(&mut self, depth: usize, out: &mut Vec<String>) {
        let indent = "    ".repeat(depth);
        for _ in 0..2 + self.roll(3) {
            let kind = if depth > 2 { 0 } else { self.roll(8) };
            match kind {
                0..4 => {
                    let line = format!("{indent}{} = {}", self.variable(), self.value());
                    out.push(line);
                }
                4 => {
                    let line = format!("{indent}if {} % 2 == {}:", self.variable(), self.roll(2));
                    out.push(line);
                    self.block(depth + 1, out);
                }
                5 => {
                    let line = format!("{indent}for {} in range({}):", self.variable(), 1 + self.roll(3));
                    out.push(line);
                    self.block(depth + 1, out);
                }
                6 => {
                    out.push(format!("{indent}try:"));
                    self.block(depth + 1, out);
                    let line = format!("{indent}    check({})", self.variable());
                    out.push(line);
                    out.push(format!("{indent}except ValueError as error:"));
                    let line = format!("{indent}    {} = error.args[0]", self.variable());
                    out.push(line);
                }
                _ => {
                    let line = format!("{indent}for {} in upto({}):", self.variable(), self.roll(4));
                    out.push(line);
                    self.block(depth + 1, out);
                }
            }
        }
    }
}

const DEFINITIONS: &str = "\
def twice(x):
    y = x % 1000
    return y + y

def check(x):
    if x % 3 == 0:
        raise ValueError(x % 100)

def upto(n):
    at = 0
    while at < n:
        yield at
        at += 1

a = 1
b = 2
c = 3
d = 4
";

#[test]
fn slices_of_random_programs_are_minimal_and_the_same_at_any_number_of_jobs() {
    for seed in 1..=3 {
        let mut dice = Dice(seed);
        let mut lines = Vec::new();
        dice.block(0, &mut lines);
        let control = Control::ALL[usize::try_from(seed).unwrap_or(0) % 3];
        let program = format!("{DEFINITIONS}{}\nprint({} % 97)\n", lines.join("\n"), dice.variable());
        let sliced = |jobs| {
            let lab = Lab::new(Language::Python, &program, "").controlled(control);
            lab.sliced(&same, Method::Phases, jobs).0
        };
        assert_eq!(sliced(1), sliced(3), "{control:?}\n{program}");
    }
}

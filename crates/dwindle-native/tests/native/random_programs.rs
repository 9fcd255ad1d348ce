//! Random small programs: keeping everything is the recorded run, and a partial execution comes to the same whenever and by
//! whichever process it is done.

use std::fmt::Write;

use dwindle_trace::Method;
use dwindle_trace::protocol::Control;

use super::bench::Bench;
use super::slices::{same, sliced};

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("partial_executions_of_random_programs_can_be_repeated", repeated),
        ("slices_of_random_programs_are_minimal_and_the_same_at_any_number_of_jobs", minimal),
    ]
}

/// Numbers that look random, from a seed (`xorshift`; Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Writes programs: functions that call those before them, with loops that end.
struct Author {
    dice: Dice,
    source: String,
    functions: u64,
    loops: u32,
}

impl Author {
    fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.source, "{}{text}", "    ".repeat(depth)).unwrap();
    }

    fn variable(&mut self) -> String {
        ["a", "b", "c", "v[a & 3]", "v[2]", "shared", "*p"][usize::try_from(self.dice.below(7)).unwrap()]
            .into()
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.dice.below(if depth == 0 { 2 } else { 7 }) {
            0 => self.dice.below(10).to_string(),
            1 => self.variable(),
            2 if self.functions > 0 => {
                let function = self.dice.below(self.functions);
                format!("f{function}({}, {})", self.expression(depth - 1), self.expression(0))
            }
            3 => format!(
                "({} > {} ? {} : {})",
                self.variable(),
                self.expression(0),
                self.expression(depth - 1),
                self.expression(0)
            ),
            _ => {
                let sign = ["+", "-", "*", "^", "&"][usize::try_from(self.dice.below(5)).unwrap()];
                format!("({} {sign} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
        }
    }

    fn statements(&mut self, depth: usize, count: u64) {
        for _ in 0..count {
            let expression = self.expression(2);
            match self.dice.below(if depth > 3 { 3 } else { 7 }) {
                0 | 1 => {
                    let variable = self.variable();
                    self.line(depth, &format!("{variable} = {expression};"));
                }
                2 => self.line(depth, &format!("printf(\"%d\\n\", {expression});")),
                3 | 4 => {
                    self.line(depth, &format!("if ({expression}) {{"));
                    self.statements(depth + 1, 2);
                    self.line(depth, "} else {");
                    self.statements(depth + 1, 1);
                    self.line(depth, "}");
                }
                _ => {
                    let name = format!("i{}", self.loops);
                    self.loops += 1;
                    let bound = 1 + self.dice.below(3);
                    self.line(depth, &format!("for (int {name} = 0; {name} < {bound}; {name}++) {{"));
                    self.statements(depth + 1, 2);
                    if self.dice.below(3) == 0 {
                        self.line(depth + 1, &format!("if ({expression})"));
                        let leave = if self.dice.below(2) == 0 { "break;" } else { "continue;" };
                        self.line(depth + 2, leave);
                    }
                    self.line(depth, "}");
                }
            }
        }
    }

    fn program(seed: u64) -> String {
        let mut author =
            Self { dice: Dice(seed * 0x9e37_79b9 + 1), source: String::new(), functions: 0, loops: 0 };
        author.line(0, "#include <stdio.h>\nstatic int shared = 3;");
        for function in 0..3 {
            author.line(0, &format!("static int f{function}(int a, int b) {{"));
            author.line(1, "int c = 1, v[4] = {4, 3, 2, 1}, *p = &v[b & 3];");
            let count = 1 + author.dice.below(3);
            author.statements(1, count);
            author.line(1, "return a + b - c + *p;\n}");
            author.functions += 1;
        }
        author.line(0, "int main(void) {\n    int a = 1, b = 2, c = 3, v[4] = {1, 2, 3, 4}, *p = &c;");
        author.statements(1, 5);
        author.line(1, "printf(\"end %d %d %d %d\\n\", a, b, c, shared);\n    return 0;\n}");
        author.source
    }
}

fn repeated() {
    for seed in 1..=4 {
        let source = Author::program(seed);
        let bench = Bench::c(&source);
        let recorded = bench.record();
        let output = String::from_utf8(recorded.output.stdout.clone()).unwrap();
        assert!(output.contains("end "), "{source}");
        let mut dice = Dice(seed);
        for &control in Control::ALL {
            let mut serving = bench.serve(control);
            let (report, found) = serving.run("0-");
            assert_eq!((&report.end, &found), (&recorded.end, &output), "seed {seed}\n{source}");
            let mut asked = Vec::new();
            for share in [2, 4, 16] {
                let kept: Vec<u32> = recorded.free().into_iter().filter(|_| dice.below(share) > 0).collect();
                let keep = recorded.keeping(&kept);
                asked.push((serving.run(&keep), keep));
            }
            for (first, keep) in asked {
                assert_eq!(serving.run(&keep), first, "seed {seed}, {keep}\n{source}");
                let (output, report) = bench.keep(&keep, control);
                let found = (report, String::from_utf8(output.stdout).unwrap());
                assert_eq!(found, first, "seed {seed}, {keep}\n{source}");
            }
        }
    }
}

/// Short runs, since a search asks hundreds of times. That the slice comes to the same and nothing can be left out of it is
/// tested for every one.
fn minimal() {
    let short = (1..40).filter_map(|seed| {
        let bench = Bench::c(&Author::program(seed));
        (bench.record().events.len() < 120).then_some((seed, bench))
    });
    for ((seed, bench), control) in short.take(3).zip(Control::ALL.iter().copied()) {
        let found = |jobs| sliced(&bench, control, same, Method::Phases, jobs).free;
        assert_eq!(found(1), found(3), "seed {seed}, {control:?}");
    }
}

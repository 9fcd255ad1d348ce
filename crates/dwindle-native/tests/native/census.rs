//! A census: the lines that ten programs execute, as `gcov` and `gdb` count them, against those that are recorded.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use dwindle_trace::protocol::Kind;

use super::bench::Bench;

pub(crate) fn c() -> Vec<(&'static str, fn())> {
    vec![
        ("every_line_that_gcov_counts_in_c_is_recorded", in_c),
        ("a_return_of_a_real_number_is_recorded_and_what_comes_before_it_can_be_left_out", reals),
    ]
}

pub(crate) fn cpp() -> Vec<(&'static str, fn())> {
    vec![("every_line_that_gcov_counts_in_cpp_is_recorded", in_cpp), ("a_return_of_a_text_is_recorded", text)]
}

pub(crate) fn rust() -> Vec<(&'static str, fn())> {
    vec![
        ("every_line_at_which_gdb_stops_in_rust_is_recorded", in_rust),
        ("variables_that_take_over_parameters_can_be_left_out", parameters),
    ]
}

fn reals() {
    let source = "static double half(double v) {\n    return v / 2;\n}\nstatic float twice(float v) {\n    double w = v;\n    \
                  return w * 2;\n}\nint main(void) {\n    double v = twice(1);\n    v = half(v);\n    return v != 1;\n}\n";
    for compiler in
        ["cc -g -O0", "clang -g -O0"].into_iter().filter(|words| has(words.split(' ').next().unwrap()))
    {
        let recorded = Bench::new(source, compiler).record();
        let kind = |line: u32| {
            let mut kinds = recorded.statements.iter().filter(|statement| statement.line == line);
            kinds.next().map(|statement| (statement.kind, statement.fixed.as_str()))
        };
        let returns = "it settles what the function returns";
        assert_eq!([2, 6].map(kind), [Some((Kind::Statement, returns)); 2], "{compiler}");
        let lines = recorded.lines();
        assert!(lines.contains(&2) && lines.contains(&6), "{compiler}: {lines:?}");
        assert_eq!(recorded.lines_of(&recorded.free()), [5, 9, 10], "{compiler}");
    }
}

fn text() {
    let source = "#include <string>\nstatic std::string twice(const std::string &word) {\n    std::string all = word;\n    \
                  all += word;\n    return all;\n}\nint main() {\n    std::string word = twice(\"ab\");\n    return word.size() != 4;\n}\n";
    let recorded = Bench::new(source, "c++ -g -O0").record();
    let passed = recorded.passed.iter().map(|passed| passed.statement);
    let executed = recorded.events.iter().map(|event| event.statement).chain(passed);
    let mut executed = executed.map(|number| &recorded.statements[number as usize]);
    let returned = executed.find(|statement| statement.line == 5).unwrap();
    assert!(!returned.fixed.is_empty(), "{returned:?}");
}

fn parameters() {
    let source = "fn power(base: u64, n: u32) -> u64 {\n    let mut k = n;\n    let mut result = 1;\n    while k > 0 {\n        \
                  result *= base;\n        k -= 1;\n    }\n    result\n}\nfn main() {\n    std::process::exit((power(3, 2) != 9) as i32);\n}\n";
    let recorded = Bench::new(source, "rustc -g").record();
    assert_eq!(recorded.lines_of(&recorded.free())[..5], [2, 3, 4, 5, 6]);
}

/// A program, and its source.
macro_rules! programs {
    ($($name:literal),+) => { [$(($name, include_str!(concat!("census/", $name)))),+] };
}

fn in_c() {
    if has("gcov") && has("gcc") {
        for (name, source) in programs!["calc.c", "matrix.c", "ring.c", "words.c"] {
            let bench = Bench::new(source, "gcc -g -O0 -lm");
            compare(name, &bench, &counted(bench.path(".").as_path(), "gcc", "prog.c"));
        }
    }
}

fn in_cpp() {
    if has("gcov") && has("g++") {
        for (name, source) in programs!["generic.cc", "shapes.cc", "tokens.cc"] {
            let bench = Bench::new(source, "c++ -std=c++17 -g -O0");
            compare(name, &bench, &counted(bench.path(".").as_path(), "g++", "prog.cc"));
        }
    }
}

fn in_rust() {
    if has("gdb") {
        for (name, source) in programs!["bank.rs", "grid.rs", "text.rs"] {
            let bench = Bench::new(source, "rustc -g");
            compare(name, &bench, &stopped_at(bench.path(".").as_path(), source));
        }
    }
}

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// The lines that `gcov` counts.
fn counted(directory: &Path, compiler: &str, source: &str) -> BTreeSet<u32> {
    let run = |words: &[&str]| {
        let output = Command::new(words[0]).args(&words[1..]).current_dir(directory).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let standard = if compiler == "g++" { "-std=c++17" } else { "-std=gnu17" };
    run(&[compiler, standard, "--coverage", "-O0", source, "-o", "counted", "-lm"]);
    run(&["./counted"]);
    let told = run(&["gcov", "-t", &format!("counted-{}.gcda", source.split('.').next().unwrap())]);
    let mut found = BTreeSet::new();
    let mut is_here = false;
    for line in told.lines() {
        let mut parts = line.splitn(3, ':').map(str::trim);
        let (Some(count), Some(number), Some(text)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        if text.starts_with("Source:") {
            is_here = text == format!("Source:{source}");
        }
        if is_here && count.starts_with(|first: char| first.is_ascii_digit()) {
            found.insert(number.parse().unwrap());
        }
    }
    found.remove(&0);
    found
}

/// The lines at which `gdb` stops.
fn stopped_at(directory: &Path, source: &str) -> BTreeSet<u32> {
    let lines = source.lines().count();
    let breakpoints = (1..=lines).map(|line| format!("tbreak prog.rs:{line}\n"));
    let script = format!("{}run > out\n{}", breakpoints.collect::<String>(), "continue\n".repeat(2 * lines));
    fs::write(directory.join("script"), script).unwrap();
    let output = Command::new("gdb")
        .args(["-batch", "-nx", "-x", "script", "./prog"])
        .current_dir(directory)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    // A stop says where it is, and shows the line behind its number.
    let stops = told.lines().filter_map(|line| line.split_once(" at prog.rs:"));
    stops
        .filter(|(before, _)| before.starts_with("Temporary breakpoint ") || before.starts_with("prog::"))
        .filter_map(|(_, at)| at.trim().parse().ok())
        .collect()
}

/// Compares what was counted with what is recorded.
#[expect(clippy::print_stdout, reason = "the table in docs/native.md is made of it")]
fn compare(name: &str, bench: &Bench, counted: &BTreeSet<u32>) {
    let recorded = bench.record();
    let line = |number: u32| recorded.statements[number as usize].line;
    let mut told: BTreeSet<u32> = recorded.events.iter().map(|event| line(event.statement)).collect();
    let alone = told.len();
    told.extend(recorded.passed.iter().map(|passed| line(passed.statement)));
    let missing: BTreeSet<u32> = counted.difference(&told).copied().collect();
    // Labels have no code, so no statement is known of them, and no list has them.
    let known: BTreeSet<u32> = recorded.statements.iter().map(|statement| statement.line).collect();
    let never: Vec<&u32> = missing.intersection(&known).collect();
    println!(
        "| `{name}` | {} | {} | {alone} | {} | {} | {} |",
        counted.len(),
        told.len(),
        told.len() - alone,
        missing.len(),
        never.len()
    );
    assert!(counted.len() > 20, "{name}: {counted:?}");
    assert!(never.is_empty(), "{name}: {never:?} were executed, and are not recorded");
    assert!(missing.len() < 6, "{name}: {missing:?} were executed, and have no statement");
}

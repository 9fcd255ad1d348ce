//! What events make of variables.

use super::bench::Bench;

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("what_statements_make_of_variables_is_told", assignments),
        ("what_calls_make_of_variables_is_told", calls),
        ("of_the_sample_each_turn_of_the_loop_is_told", sample),
    ]
}

pub(crate) fn cpp() -> Vec<(&'static str, fn())> {
    vec![
        ("fields_of_the_object_of_a_method_are_told", methods),
        ("texts_and_vectors_of_cpp_are_told", library),
    ]
}

fn methods() {
    let source = "struct base {\n    int all = 1;\n};\nstruct sum : base {\n    int turns;\n    sum(int turns) : turns(turns) {\n        all = 3;\n    }\n    \
                  void add(int more) {\n        all += more;\n        turns++;\n    }\n};\nint main() {\n    sum s(5);\n    s.add(4);\n    return s.all - 7;\n}\n";
    let bench = Bench::new(source, "c++ -g -O0").with_probe("prog.cc:11:all");
    assert_eq!(bench.record().values[0].value.as_deref(), Some("7"));
    assert_eq!(told(&bench), ["7 all: 1 -> 3", "10 all: 3 -> 7", "11 turns: 5 -> 6"]);
}

pub(crate) fn rust() -> Vec<(&'static str, fn())> {
    vec![
        ("what_statements_of_rust_make_of_variables_is_told", rusty),
        ("values_of_rust_are_written_as_rust_writes_them", written),
    ]
}

/// The lines of events with what they made of variables.
fn told(bench: &Bench) -> Vec<String> {
    let recorded = bench.record();
    let lines = recorded.lines();
    let changes = recorded.events.iter().zip(lines).flat_map(|(event, line)| {
        event.values.iter().map(move |value| {
            let after = value.after.as_deref().unwrap_or("?");
            match &value.before {
                Some(before) => format!("{line} {}: {before} -> {after}", value.name),
                None => format!("{line} {}: {after}", value.name),
            }
        })
    });
    changes.collect()
}

const ASSIGNMENTS: &str = r"enum colour { RED, GREEN };
struct node { int key; struct node *next; };
static long total = 7;
static struct node second;
static void set(struct node *node, int key) {
    node->key = key;
    node->next = 0;
    node++;
}
int main(void) {
    int v[3] = {1, 2, 3}, i = 2, later;
    char letter = 'x';
    double real = 1.5;
    enum colour colour = GREEN;
    struct node first = {4, &second};
    letter++;
    real = real * 3;
    later = 1;
    later += 5;
    total -= later;
    v[1] = 9;
    v[i] = v[1];
    first.key = i;
    first.next = 0;
    set(&first, 8);
    for (int turn = 0; turn < 2; turn++)
        i = -i;
    return v[2] - 9;
}
";

fn assignments() {
    for compiler in ["cc -g -O0", "clang -g -O0"] {
        if compiler.starts_with("clang")
            && std::process::Command::new("clang").arg("--version").output().is_err()
        {
            continue;
        }
        let mut told = told(&Bench::new(ASSIGNMENTS, compiler));
        assert!(told.iter().any(|told| told.starts_with("24 first.next: 0x") && told.ends_with(" -> 0x0")));
        // Addresses, and what compilers copy as a whole.
        told.retain(|told| !told.contains(" 0x") && !told.contains("11 v[") && !told.contains("15 first."));
        let expected = [
            "11 i: 2",
            "12 letter: 120 'x'",
            "13 real: 1.5",
            "14 colour: GREEN",
            "16 letter: 120 'x' -> 121 'y'",
            "17 real: 1.5 -> 4.5",
            "18 later: 1",
            "19 later: 1 -> 6",
            "20 total: 7 -> 1",
            "21 v[1]: 2 -> 9",
            "22 v[i]: 3 -> 9",
            "23 first.key: 4 -> 2",
            "6 node->key: 2 -> 8",
            "26 turn: 0",
            "27 i: 2 -> -2",
            "26 turn: 0 -> 1",
            "27 i: -2 -> 2",
            "26 turn: 1 -> 2",
        ];
        assert_eq!(told, expected, "{compiler}");
    }
}

fn calls() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nstatic int twice(int *a) {\n    *a = *a * 2;\n    return *a;\n}\nint main(void) {\n    \
                  int a, b = 3, c;\n    scanf(\"%d\", &a);\n    c = twice(&b);\n    int *p = malloc(4);\n    *p = 5;\n    printf(\"%p %d\\n\", &a, c);\n    return 0;\n}\n";
    let mut told = told(&Bench::c(source).with_input("41\n"));
    told.retain(|told| !told.contains(" 0x"));
    assert_eq!(told, ["8 b: 3", "9 a: 41", "10 c: 6", "10 b: 3 -> 6", "4 *a: 3 -> 6", "12 *p: 5"]);
}

fn sample() {
    let told = told(&Bench::c(include_str!("sample.c")).with_input("0 5\n"));
    assert_eq!(told.len(), 22, "{told:#?}");
}

fn rusty() {
    let source = "fn main() {\n    let mut total = 5;\n    let half = 0.5;\n    for turn in 0..2 {\n        total += turn;\n    }\n    \
                  if total == 6 {\n        total = -1;\n    }\n    println!(\"{total} {half}\");\n}\n";
    let told = told(&Bench::new(source, "rustc -g"));
    let turns = ["5 turn: 0", "5 total: 5 -> 5", "5 turn: 0 -> 1", "5 total: 5 -> 6"];
    assert_eq!(told, [&["2 total: 5", "3 half: 0.5"][..], &turns, &["8 total: 6 -> -1"]].concat());
}

fn written() {
    let source = r#"enum Shape { Dot, Circle(u32), Box { w: u32, h: u32 } }
fn main() {
    let name = String::from("pear");
    let part: &str = &name[1..];
    let list = vec![1, 2, 3];
    let slice: &[i32] = &list[1..];
    let first = &list[0];
    let some: Option<i64> = Some(-7);
    let none: Option<i64> = None;
    let letter = 'x';
    let fine = true;
    let mut shape = Shape::Dot;
    shape = Shape::Circle(3);
    let large = Shape::Box { w: 1, h: 2 };
    let many: Vec<u8> = (0..100).collect();
    let (w, h) = if let Shape::Box { w, h } = large { (w, h) } else { (0, 0) };
    let radius = if let Shape::Circle(r) = shape { r } else { 0 };
    println!("{name}{part}{list:?}{slice:?}{first}{some:?}{none:?}{letter}{fine}{many:?}{w}{h}{radius}");
}
"#;
    let told = told(&Bench::new(source, "rustc -g -A warnings"));
    let wanted = [
        "3 name: \"pear\"",
        "4 part: \"ear\"",
        "5 list: [1, 2, 3]",
        "6 slice: [2, 3]",
        "7 first: 1",
        "8 some: Some(-7)",
        "9 none: None",
        "10 letter: 'x'",
        "11 fine: true",
        "12 shape: Dot",
        "13 shape: Dot -> Circle(3)",
        "14 large: Box(..)",
    ];
    let found: Vec<&str> = wanted.into_iter().filter(|line| told.iter().any(|told| told == line)).collect();
    assert_eq!(found, wanted, "{told:#?}");
    assert!(told.iter().any(|line| line.contains(" many: [0, 1, 2, ") && line.ends_with("...")), "{told:#?}");
}

fn library() {
    let source = "#include <string>\n#include <vector>\nint main() {\n    const char *plain = \"fig\";\n    \
                  std::string text = plain;\n    text += \"s\";\n    std::vector<int> list{1, 2};\n    \
                  list.push_back(3);\n    int &last = list[2];\n    std::string long_text(100, 'x');\n    \
                  return last - 3;\n}\n";
    let told = told(&Bench::new(source, "c++ -g -O0"));
    let wanted = [
        "4 plain: \"fig\"",
        "5 text: \"fig\"",
        "6 text: \"fig\" -> \"figs\"",
        "8 list: {1, 2} -> {1, 2, 3}",
        "9 last: 3",
    ];
    let found: Vec<&str> = wanted.into_iter().filter(|line| told.iter().any(|told| told == line)).collect();
    assert_eq!(found, wanted, "{told:#?}");
    assert!(
        told.iter().any(|line| line.starts_with("10 long_text: \"xxxx") && line.ends_with("...")),
        "{told:#?}"
    );
}

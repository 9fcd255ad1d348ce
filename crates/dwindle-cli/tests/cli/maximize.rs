//! `maximize` on large inputs: with one bad line or several, with and without a message that names it.

use insta::assert_snapshot;

use crate::env::{Shown, TestEnv};

/// A JSON array of 94 records, 564 lines and two, with `lines` put in before the members called `name` of these
/// records.
fn records(bad: &[(usize, &str)]) -> String {
    let record = |id: usize| {
        let wrong = bad.iter().filter(|(record, _)| *record == id).map(|(_, line)| format!("{line}\n"));
        let end = if id == 93 { "" } else { "," };
        [
            format!("  {{\n    \"id\": {id},\n"),
            wrong.collect::<Vec<_>>().concat(),
            format!("    \"name\": \"user {id}\",\n    \"tags\": [],\n    \"score\": {id}\n  }}{end}\n"),
        ]
        .concat()
    };
    format!("[\n{}]\n", (0..94).map(record).collect::<Vec<_>>().concat())
}

/// A checker of such files that reads them line by line and ends with `told` at the first line that is wrong.
///
/// It exits with 0 at a line with `oops` or a negative number in it, and with 125 at others.
fn checker(env: &TestEnv, told: &str) {
    env.script(
        "check.sh",
        &format!(
            r#"exec awk '
            function wrong() {{ code = /oops|-5/ ? 0 : 125; {told}; exit }}
            BEGIN {{ code = 1; want = "open" }}
            want == "open" && $0 == "[" {{ want = "record"; next }}
            want == "record" && $0 == "  {{" {{ want = "member"; next }}
            want ~ /member/ && /^    "[a-z]+": [^-]*[^,-],?$/ {{ want = /,$/ ? "member" : "end"; next }}
            want == "end" && /^  }},?$/ {{ want = /,$/ ? "record" : "close"; next }}
            want == "close" && $0 == "]" {{ want = "nothing"; next }}
            {{ wrong() }}
            END {{ if (code == 1 && want != "nothing") code = 125; exit code }}' bad.json"#
        ),
    );
}

/// How many tests it says that it took.
fn tests(shown: &Shown) -> usize {
    let (_, rest) = shown.stderr.split_once(" without ").unwrap_or_else(|| panic!("{shown}"));
    let (_, rest) = rest.split_once(", in ").unwrap();
    rest.split_once(" test").unwrap().0.replace(',', "").parse().unwrap()
}

const MESSAGE: &str = r#"print "bad.json:" NR ":5: unexpected" > "/dev/stderr""#;

#[test]
fn one_bad_line_that_a_message_names_is_left_out_at_once() {
    // What brackets are in it, and whether it can be read as JSON, does not matter.
    for line in ["    oops \"x\": 3", "  ]} oops", "    \"oops", "  {[ oops", "    \"oops\": -5,"] {
        let env = TestEnv::new();
        env.file("bad.json", records(&[(50, line)]));
        checker(&env, MESSAGE);
        let shown = env.run("maximize --jobs 1 --unit lines ./check.sh bad.json");
        assert!(env.read("bad.max.json") == records(&[]), "{line}: {shown}");
        assert!(tests(&shown) <= 4, "{line}: {shown}");
        // By its syntax as well: what is left out is the line, or a part of it.
        let shown = env.run("maximize --fresh --jobs 1 ./check.sh bad.json");
        let left = env.read("bad.max.json").lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(shown.code, 0, "{line}: {shown}");
        assert!(left >= 566 && tests(&shown) <= 20, "{line}: {left} lines left: {shown}");
    }
}

#[test]
fn one_bad_line_that_nothing_names_takes_no_more_tests_than_there_are_lines() {
    let env = TestEnv::new();
    env.file("bad.json", records(&[(12, "    \"age\": -5,")]));
    checker(&env, "");
    let shown = env.run("maximize --jobs 1 --unit lines ./check.sh bad.json");
    assert!(env.read("bad.max.json") == records(&[]), "{shown}");
    assert!(tests(&shown) <= 568, "{shown}");
    let alone = env.run("maximize --fresh --jobs 1 ./check.sh bad.json");
    assert_snapshot!(alone, @r#"
    line 75, column 13: ",\n    \"age\": -5"
    --fresh drops bad.max.json (7,305 bytes), the result of an earlier run
      changed since then: syntax (text -> default)
      the earlier result is kept in bad.json.dwindle/[RUN]/replaced/bad.max.json
    asked about 16 candidates: 6 fail, 7 pass (kept), 3 unresolved (exit code 125: 3)
    ran 18 tests: 15 for these, 3 to confirm results; 1 answered from memory
    result: bad.max.json
    bad.json: 7,305 bytes pass (99.8 %) without 1 subtree, in 16 tests, [TIME]
    => 0
    "#);
    let together = env.run("maximize --fresh --jobs 4 ./check.sh bad.json");
    assert_eq!(tests(&together), tests(&alone), "{together}");
}

#[test]
fn a_message_that_names_the_wrong_line_is_not_believed() {
    let env = TestEnv::new();
    env.file("bad.json", records(&[(9, "    \"age\": -5,")]));
    checker(&env, r#"print "bad.json:90: called from here" > "/dev/stderr""#);
    let shown = env.run("maximize --jobs 2 --unit lines ./check.sh bad.json");
    assert!(env.read("bad.max.json") == records(&[]), "{shown}");
}

#[test]
fn several_bad_lines_are_left_out_one_after_the_other() {
    let env = TestEnv::new();
    let good: Vec<String> = (0..1000).map(|line| format!("line {line}\n")).collect();
    // Nothing is told of a file without its first or its last line.
    env.script(
        "test.sh",
        "test \"$(head -1 input.txt)\" = 'line 0' && test \"$(tail -1 input.txt)\" = 'line 999' || exit 125\n\
         grep -q bad input.txt",
    );
    for bad in [&[777][..], &[777, 123], &[777, 123, 501]] {
        let mut lines = good.clone();
        for (number, at) in bad.iter().enumerate() {
            let wrong = format!("bad {number}\n");
            lines[*at].push_str(&wrong);
        }
        env.file("input.txt", lines.concat());
        let shown = env.run("maximize --fresh --jobs 2 ./test.sh input.txt");
        assert!(env.read("input.max.txt") == good.concat(), "{shown}");
        assert!(tests(&shown) <= 40 * bad.len(), "{shown}");
    }
}

#[test]
fn an_empty_input_that_fails_does_not_end_the_search() {
    let env = TestEnv::new();
    env.file(
        "input.txt",
        (0..200).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat() + "bad\nend\n",
    );
    env.script("test.sh", "test ! -s input.txt || grep -q bad input.txt");
    let shown = env.run("maximize --jobs 1 ./test.sh input.txt");
    assert_snapshot!(shown, @"
    line 201: bad
    asked about 16 candidates: 9 fail, 7 pass (kept), 0 unresolved
    ran 17 tests: 14 for these, 3 to confirm results; 2 answered from memory
    result: input.max.txt
    input.txt: 1,694 bytes pass (99.8 %) without 1 line, in 16 tests, [TIME]
    => 0
    ");
    // Where every part fails, few tests show it.
    env.script("test.sh", "exit 0");
    let shown = env.run("maximize --jobs 1 --budget 20 ./test.sh input.txt");
    assert_snapshot!(shown, @"
    input.max.txt (1,694 bytes) is the result of an earlier run; a result of this run replaces it
      changed since then: test
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.max.txt
    error: found no part of the input that passes: the empty input fails, and so does the input without any one piece
      with --protect, the empty input is the protected text alone
      hint: keep what the test needs with --protect REGEX, or try other units: --unit tokens
    => 3
    ");
}

#[test]
fn of_a_c_file_one_bad_declaration_is_left_out() {
    let env = TestEnv::new();
    let functions = |from: u32| {
        let function = |n: u32| format!("int f{n}(int a) {{\n  int b = a + {n};\n  return b;\n}}\n");
        (from..from + 60).map(function).collect::<Vec<_>>().concat()
    };
    let text = functions(0) + "int g(void) {\n  int *p = 3.5;\n  return 1;\n}\n" + &functions(60);
    env.file("a.c", text);
    env.script(
        "cc.sh",
        "a=$(tr -cd '{' < a.c | wc -c); b=$(tr -cd '}' < a.c | wc -c); test \"$a\" = \"$b\" || exit 125\n\
         grep -q 'g(void)' a.c || exit 125\n\
         line=$(grep -n '= *3.5' a.c) || exit 1\n\
         echo \"a.c:${line%%:*}:12: error: incompatible types\" >&2",
    );
    let shown = env.run("maximize --jobs 1 ./cc.sh a.c");
    assert_snapshot!(shown, @r#"
    line 242, column 3: "int *p = 3.5;\n  "
    asked about 9 candidates: 2 fail, 1 passes (kept), 6 unresolved (exit code 125: 6)
    ran 12 tests: 9 for these, 3 to confirm results
    result: a.max.c
    a.c: 5,928 bytes pass (99.7 %) without 1 subtree, in 9 tests, [TIME]
    => 0
    "#);
}

#[test]
fn the_part_that_passes_goes_where_it_is_told() {
    let env = TestEnv::with_lines();
    let shown = env.run("maximize --jobs 1 -o kept.txt ./test.sh input.txt");
    assert_eq!((shown.code, env.read("kept.txt").lines().count()), (0, 11), "{shown}");
    assert!(!env.path("input.max.txt").exists());
    let shown = env.run("maximize --jobs 1 -o - ./test.sh input.txt");
    assert_eq!(shown.stdout, env.read("kept.txt"), "{shown}");
    assert_snapshot!(shown.stderr, @"
    continuing: 8 tests known from an earlier run
    line 11: line 11
    asked about 8 candidates: 4 fail, 4 pass (kept), 0 unresolved
    ran 6 tests: 6 to confirm results; 8 answered from memory
    result: standard output
    input.txt: 79 bytes pass (90.8 %) without 1 line, in 8 tests, [TIME]
    ");
    assert_eq!(env.run("maximize -q --jobs 1 -o - ./test.sh input.txt").stdout, env.read("kept.txt"));
    assert_snapshot!(env.run("maximize -o - --message-format json ./test.sh input.txt"), @r#"
    {"type":"error","data":{"exit":2,"message":"-o - and --message-format json both write to standard output","hints":["write the result to a file: -o FILE"]}}
    error: -o - and --message-format json both write to standard output
      hint: write the result to a file: -o FILE
    => 2
    "#);
    // Nothing is named that was not written.
    assert_snapshot!(env.run("maximize --fresh --jobs 1 --budget 1 ./test.sh input.txt"), @"
    --fresh drops the result of an earlier run (79 bytes), and 22 recorded tests
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/best
    asked about 1 candidate: 1 fails, 0 pass (kept), 0 unresolved
    ran 3 tests: 3 to confirm results; 1 answered from memory
    input.txt: no part is known to pass yet, 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
}

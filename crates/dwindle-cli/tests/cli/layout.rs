//! Readable results: laid out by a formatter or by Dwindle, and the smallest text beside them.

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{self, Shown, TestEnv};

/// A document in which one element matters.
const DOCUMENT: &str = "{\"a\": [1, 2, 3], \"about\": {\"name\": \"a name that makes the line a long one\", \"kind\": [true, \"and the \
     other half of it\"]}}";

/// What a test wants of it: the long strings and all that holds them, whatever stands between.
const WANTED: &str =
    "{.*\"about\":{\"name\":\"anamethatmakesthelinealongone\",\"kind\":\\[true,\"andtheotherhalfofit\"\\]}}";

/// The document, and a test that wants that of it.
fn with_document() -> TestEnv {
    let env = TestEnv::new();
    env.file("input.json", DOCUMENT);
    env.script("test.sh", &format!("tr -d ' \\n' < input.json | grep -q '^{WANTED}$'"));
    fs::create_dir(env.path("bin")).unwrap();
    env
}

/// Runs where no formatter is installed but those in `bin`.
fn run(env: &TestEnv, line: &str) -> Shown {
    let mut command = env.command();
    for program in ["sh", "tr", "grep", "sleep", "cat", "sed"] {
        let there = ["/usr/bin", "/bin"].iter().map(|dir| PathBuf::from(dir).join(program));
        let found = there.into_iter().find(|path| path.exists()).unwrap();
        drop(std::os::unix::fs::symlink(found, env.path("bin").join(program)));
    }
    command.env("PATH", env.path("bin")).args(line.split_whitespace());
    env.shown(&command.output().unwrap())
}

/// The smallest text that a run left in its directory.
fn best(env: &TestEnv) -> String {
    let runs = fs::read_dir(env.path("input.json.dwindle")).unwrap();
    let path = runs.map(|run| run.unwrap().path().join("best")).find(|path| path.exists());
    fs::read_to_string(path.unwrap()).unwrap()
}

#[test]
fn without_a_formatter_the_syntax_tree_lays_the_result_out() {
    let env = with_document();
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.json");
    assert_snapshot!(shown, @"
    asked about 291 candidates: 16 still fail (kept), 275 pass, 0 unresolved
    ran 333 tests: 290 for these, 43 to confirm results; 1 answered from memory
    laid out by Dwindle: 98 bytes; the smallest text is in input.json.dwindle/[RUN]/best
    2 tokens do not stand in the input; --no-invention only removes
    result: input.min.json
    120 → 86 bytes (17 tokens) in 291 tests, [TIME]; no tree node, token or character can be removed
    => 0
    ");
    assert_snapshot!(env.read("input.min.json"), @r#"
    {"about": {
      "name": "anamethatmakesthelinealongone",
      "kind": [true, "andtheotherhalfofit"]
    }}
    "#);
    assert_snapshot!(best(&env), @r#"{"about":{"name":"anamethatmakesthelinealongone","kind":[true,"andtheotherhalfofit"]}}"#);
    let laid_out = env.read("input.min.json");
    assert_eq!(
        run(&env, "check ./test.sh input.min.json").code,
        0,
        "the script reads input.json, which it is there"
    );
    assert_eq!(run(&env, "reduce --fresh --jobs 4 ./test.sh input.json").code, 0);
    assert_eq!(env.read("input.min.json"), laid_out, "jobs change nothing");
    env.file("input.json", &laid_out);
    assert_eq!(run(&env, "check ./test.sh input.json").code, 0, "it fails");
}

#[test]
fn a_formatter_that_is_installed_comes_first() {
    let env = with_document();
    env.script(
        "bin/jq",
        "[ \"$*\" = . ] || exit 1; cat | tr ':' '\\n'; pwd > [DIR]/ran"
            .replace("[DIR]", env.path(".").to_str().unwrap())
            .as_str(),
    );
    // What it prints is no JSON, and the test is asked about it all the same.
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.json");
    assert!(shown.stderr.contains("\nlaid out by Dwindle: "), "{shown}");
    assert!(env.read("ran").contains("/layout"), "it runs in a scratch directory");
    env.script("bin/jq", "cat | sed 's/,/,\\n   /'");
    let shown = run(&env, "reduce --fresh --jobs 1 ./test.sh input.json");
    assert_snapshot!(shown, @"
    --fresh drops input.min.json (98 bytes), the result of an earlier run, and 294 recorded tests
      the earlier result is kept in input.json.dwindle/[RUN]/replaced/input.min.json
    asked about 291 candidates: 16 still fail (kept), 275 pass, 0 unresolved
    ran 333 tests: 290 for these, 43 to confirm results; 1 answered from memory
    laid out by jq: 91 bytes; the smallest text is in input.json.dwindle/[RUN]/best
    2 tokens do not stand in the input; --no-invention only removes
    result: input.min.json
    120 → 86 bytes (17 tokens) in 291 tests, [TIME]; no tree node, token or character can be removed
    => 0
    ");
    assert_snapshot!(env.read("input.min.json"), @r#"
    {"about":{"name":"anamethatmakesthelinealongone",
       "kind":[true,"andtheotherhalfofit"]}}
    "#);
    env.script("bin/jq", "echo 'cannot read it' >&2; exit 3");
    let shown = run(&env, "reduce --fresh --jobs 1 ./test.sh input.json");
    assert!(shown.stderr.contains("\nlaid out by Dwindle: ") && !shown.stderr.contains("jq"), "{shown}");
}

#[test]
fn the_smallest_text_is_the_result_where_that_is_asked_for() {
    let env = with_document();
    assert_eq!(run(&env, "reduce --jobs 1 ./test.sh input.json").code, 0);
    let shown = run(&env, "reduce --jobs 1 --minify ./test.sh input.json");
    assert_snapshot!(shown, @"
    continuing: 292 tests known from an earlier run
    asked about 290 candidates: 15 still fail (kept), 275 pass, 0 unresolved
    ran 7 tests: 7 to confirm results; 290 answered from memory
    not laid out: --minify
    2 tokens do not stand in the input; --no-invention only removes
    result: input.min.json
    120 → 86 bytes (17 tokens) in 290 tests, [TIME]; no tree node, token or character can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.json"), best(&env));
    let shown = run(&env, "reduce -q --minify -o - ./test.sh input.json");
    assert_eq!(shown.stdout, best(&env));
    let shown = run(&env, "reduce -q -o - ./test.sh input.json");
    assert_eq!(shown.stdout.lines().count(), 4, "{shown}");
}

#[test]
fn the_same_command_takes_a_laid_out_result_for_what_it_is() {
    let env = with_document();
    let line = "reduce --jobs 1 ./test.sh input.json";
    let (first, laid_out) = (run(&env, line), env.read("input.min.json"));
    assert_eq!(first.code, 0);
    let again = run(&env, line);
    assert!(again.stderr.starts_with("continuing: "), "{again}");
    let after = |shown: &Shown| shown.stderr.split_once("[TIME]").unwrap().1.to_owned();
    assert_eq!((after(&again), env.read("input.min.json")), (after(&first), laid_out.clone()));
    fs::remove_file(env.path("input.min.json")).unwrap();
    assert_eq!(run(&env, line).code, 0);
    assert_eq!(env.read("input.min.json"), laid_out, "it is made again of the best");
}

#[test]
fn where_no_layout_fails_the_smallest_text_is_shown() {
    let env = with_document();
    let blanks = "grep -q ' ' input.json && exit 1; [ $(grep -c '' input.json) = 1 ] || exit 1";
    env.script("test.sh", &format!("{blanks}\ngrep -q '^{WANTED}$' input.json"));
    env.file("input.json", DOCUMENT.replace(' ', ""));
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.json");
    assert_snapshot!(shown, @"
    asked about 151 candidates: 1 still fails (kept), 150 pass, 0 unresolved
    ran 189 tests: 150 for these, 39 to confirm results; 1 answered from memory
    not laid out: no layout that was tested still fails
    result: input.min.json
    98 → 86 bytes (17 tokens) in 151 tests, [TIME]; no tree node or token can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.json"), best(&env));
}

#[test]
fn a_text_keeps_the_layout_that_it_has_where_only_units_were_removed() {
    let env = with_document();
    for options in ["--unit lines", "--language none"] {
        let shown = run(&env, &format!("reduce {options} ./test.sh input.json"));
        assert!(shown.code == 0 && !shown.stderr.contains("laid out"), "{shown}");
    }
}

#[test]
fn a_file_in_place_is_laid_out_and_programs_are_told() {
    let env = with_document();
    let shown = run(&env, "reduce --in-place --message-format json ./test.sh input.json");
    let end = shown.last();
    let layout = &end["data"]["layout"];
    assert_eq!(layout["by"][0], "dwindle", "{shown}");
    assert_eq!(layout["bytes"], env.read("input.json").len());
    assert_eq!(layout["tokens"], 17);
    assert!(layout["smallest"]["text"].as_str().unwrap().ends_with("/best"), "{shown}");
    assert_eq!(end["data"]["result_size"], best(&env).len());
    assert_eq!(env.read("input.json").lines().count(), 4);
    assert_eq!(env.read("input.json.orig"), DOCUMENT);
}

#[test]
fn the_result_of_a_run_that_a_budget_or_a_size_ended_is_laid_out() {
    for limit in ["--budget 100", "--target-size 90"] {
        let env = with_document();
        let shown = run(&env, &format!("reduce --jobs 1 {limit} ./test.sh input.json"));
        assert_eq!(shown.code, if limit == "--budget 100" { 6 } else { 0 }, "{shown}");
        assert!(shown.stderr.contains("laid out by Dwindle"), "{shown}");
        let laid_out = env.read("input.min.json");
        assert!(laid_out.lines().count() > 1 && best(&env).lines().count() == 1, "{laid_out}");
        assert_eq!(
            run(&env, &format!("reduce --fresh --jobs 4 {limit} ./test.sh input.json")).code,
            shown.code
        );
        assert_eq!(env.read("input.min.json"), laid_out, "jobs change nothing");
        assert_eq!(run(&env, "reduce --jobs 1 ./test.sh input.json").code, 0);
        assert_eq!(best(&env).len(), 86, "the same command goes on");
    }
}

#[test]
fn the_files_of_a_directory_are_laid_out_where_they_were_reduced() {
    let env = with_document();
    env.file("proj/input.json", DOCUMENT).file("proj/whole.json", "{\"c\":[1]}");
    let test = env.read("test.sh").replace("< input.json", "< proj/input.json");
    env.script("test.sh", &format!("grep -qx '{{\"c\":\\[1\\]}}' proj/whole.json || exit 1\n{test}"));
    let shown = run(&env, "reduce --jobs 1 ./test.sh proj");
    assert_snapshot!(shown, @"
    asked about 325 candidates: 16 still fail (kept), 309 pass, 0 unresolved
    ran 369 tests: 325 for these, 44 to confirm results
    1 file laid out by Dwindle; the smallest files are in proj.dwindle/[RUN]/best, a tar archive
    result: proj.min
    149 → 115 bytes (2 of 2 files and directories, names included) in 325 tests, [TIME]; no file, tree node, token or character can be removed
    => 0
    ");
    assert_eq!(env.read("proj.min/input.json").lines().count(), 4, "{shown}");
    assert_eq!(env.read("proj.min/whole.json"), "{\"c\":[1]}", "nothing was removed from it");
    let again = run(&env, "reduce --jobs 1 ./test.sh proj");
    assert!(again.stderr.contains("1 file laid out by Dwindle"), "{again}");
    assert_eq!(env.read("proj.min/input.json").lines().count(), 4, "{again}");
    let shown = run(&env, "reduce --fresh --jobs 1 --budget 150 ./test.sh proj");
    assert!(shown.code == 6 && shown.stderr.contains("1 file laid out by Dwindle"), "{shown}");
    assert_eq!(run(&env, "reduce --minify ./test.sh proj").code, 0);
    assert_eq!(env.read("proj.min/input.json").lines().count(), 1);
}

/// A folder of documents with these names, and a test that wants the same of each.
fn with_folder(names: &[&str]) -> TestEnv {
    let env = with_document();
    for name in names {
        env.file(format!("proj/{name}.json"), DOCUMENT);
    }
    let wanted = WANTED.repeat(names.len());
    env.script("test.sh", &format!("cat proj/*.json | tr -d ' \\n' | grep -q '^{wanted}$'"));
    env
}

#[test]
fn files_that_can_be_laid_out_together_take_one_test() {
    let env = with_folder(&["a", "b", "c"]);
    let tests = |shown: &Shown| {
        let end = shown.last();
        assert_eq!(shown.code, 0, "{shown}");
        end["data"]["asked"].as_u64().unwrap()
    };
    let minimal = tests(&run(&env, "reduce --jobs 1 --minify --message-format json ./test.sh proj"));
    let laid_out = tests(&run(&env, "reduce --fresh --jobs 1 --message-format json ./test.sh proj"));
    assert_eq!(laid_out, minimal + 1);
    let lines =
        |env: &TestEnv| ["a", "b", "c"].map(|name| env.read(format!("proj.min/{name}.json")).lines().count());
    assert_eq!(lines(&env), [4, 4, 4]);
    // One that has to stay in a line does not keep the others from being laid out.
    let test = env.read("test.sh");
    env.script(
        "test.sh",
        &format!("! grep -q . proj/b.json || [ $(grep -c '' proj/b.json) = 1 ] || exit 1\n{test}"),
    );
    let shown = run(&env, "reduce --fresh --jobs 4 ./test.sh proj");
    assert!(shown.stderr.contains("2 files laid out by Dwindle"), "{shown}");
    assert_eq!(lines(&env), [4, 1, 4]);
}

/// Starts a run, interrupts it in its test number `at`, which hangs as `then` says, and waits for its end.
fn interrupted(env: &TestEnv, input: &str, at: usize, then: &str) -> Shown {
    let [ran, hangs] = ["ran", "hangs"].map(|name| env.path(name).display().to_string());
    let count = format!("echo >> {ran}; [ $(grep -c '' {ran}) -lt {at} ]");
    let test = env.read("test.sh");
    env.script("test.sh", &format!("{count} || {then} {{ echo > {hangs}; sleep 600; }}\n{test}"));
    let child = env.start(&format!("reduce --sandbox off --jobs 1 --timeout 1000s ./test.sh {input}"));
    while !env.path("hangs").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    env::signal(&child, Signal::INT);
    let shown = env.shown(&child.wait_with_output().unwrap());
    assert_eq!(shown.code, 130, "{shown}");
    shown
}

#[test]
fn the_files_of_an_interrupted_run_are_laid_out_alike() {
    let env = with_folder(&["a", "b"]);
    let once = format!("[ -e {} ] ||", env.path("hangs").display());
    let shown = interrupted(&env, "proj", 150, &once);
    assert!(shown.stderr.contains("2 files laid out by "), "{shown}");
    for name in ["a", "b"] {
        let text = env.read(format!("proj.min/{name}.json"));
        assert!(text.lines().count() > 1, "{shown}\n{text}");
    }
    assert_eq!(run(&env, "reduce --jobs 1 ./test.sh proj").code, 0, "the same command goes on");
}

#[test]
fn an_interrupted_run_on_one_file_is_laid_out() {
    let env = with_document();
    let once = format!("[ -e {} ] ||", env.path("hangs").display());
    let shown = interrupted(&env, "input.json", 150, &once);
    assert!(shown.stderr.contains("laid out by "), "{shown}");
    assert!(env.read("input.min.json").lines().count() > 1 && best(&env).lines().count() == 1, "{shown}");
}

#[test]
fn tests_that_take_too_long_to_lay_out_what_was_interrupted_are_ended() {
    let env = with_document();
    let shown = interrupted(&env, "input.json", 150, "");
    assert!(shown.stderr.contains("\nnot laid out: interrupted\n"), "{shown}");
    assert_eq!(env.read("input.min.json").lines().count(), 1, "{shown}");
    let env = with_folder(&["a", "b"]);
    let shown = interrupted(&env, "proj", 150, "");
    assert!(shown.stderr.contains("\n2 files not laid out: interrupted\n"), "{shown}");
}

#[test]
fn more_than_people_read_is_not_laid_out() {
    let env = TestEnv::new();
    let document = |strings: usize| format!("[{}0]", format!("\"{}\",", "x".repeat(100_000)).repeat(strings));
    for name in ["proj/a.json", "proj/b.json"] {
        env.file(name, document(7));
    }
    env.script("test.sh", "[ $(wc -c < proj/a.json) -gt 600000 ] && [ $(wc -c < proj/b.json) -gt 600000 ]");
    let shown = env.run("reduce --jobs 1 --budget 60 ./test.sh proj");
    assert!(shown.stderr.contains("\n1 file laid out by "), "{shown}");
    assert!(shown.stderr.contains("\n1 file not laid out: more than 1 MiB together\n"), "{shown}");
    env.file("input.json", document(12));
    env.script("test.sh", "[ $(wc -c < input.json) -gt 1100000 ]");
    let shown = env.run("reduce --jobs 1 --budget 60 ./test.sh input.json");
    assert!(shown.stderr.contains("\nnot laid out: more than 1 MiB\n"), "{shown}");
}

#[test]
fn what_is_minimal_already_keeps_its_layout() {
    let env = with_document();
    env.script("test.sh", "[ \"$(cat input.json)\" = '[1,[2]]' ]").file("input.json", "[1,[2]]");
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.json");
    assert!(shown.code == 0 && !shown.stderr.contains("layout"), "{shown}");
}

/// A C++ program in which a bracket is open where the test needs no more.
fn with_program() -> TestEnv {
    let env = TestEnv::new();
    env.file("input.cpp", "struct A {};\nint main() {\n  A a{1, 2};\n  return a == a;\n}\n");
    env.script("test.sh", "tr '\\n' ' ' < input.cpp | grep -q 'struct A *{}.*a{.*a *== *a'");
    fs::create_dir(env.path("bin")).unwrap();
    env
}

#[test]
fn a_result_closes_what_it_opens_where_the_input_does() {
    let env = with_program();
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.cpp");
    assert_snapshot!(shown, @"
    asked about 66 candidates: 11 still fail (kept), 55 pass, 0 unresolved
    ran 84 tests: 65 for these, 19 to confirm results; 1 answered from memory
    closed and laid out by Dwindle: 18 bytes; the smallest text is in input.cpp.dwindle/[RUN]/best
    result: input.min.cpp
    58 → 16 bytes (9 tokens) in 66 tests, [TIME]; no tree node or token can be removed
    => 0
    ");
    assert_snapshot!(env.read("input.min.cpp"), @"struct A{}a{a==a};");
    let best = |env: &TestEnv| {
        let runs = fs::read_dir(env.path("input.cpp.dwindle")).unwrap();
        let path = runs.map(|run| run.unwrap().path().join("best")).find(|path| path.exists());
        fs::read_to_string(path.unwrap()).unwrap()
    };
    assert!(!best(&env).contains("a==a}"), "the smallest text stays: {}", best(&env));
    let closed = env.read("input.min.cpp");
    assert_eq!(run(&env, "reduce --fresh --jobs 4 ./test.sh input.cpp").code, 0);
    assert_eq!(env.read("input.min.cpp"), closed, "jobs change nothing");
    assert_eq!(run(&env, "reduce --minify ./test.sh input.cpp").code, 0);
    assert_eq!(env.read("input.min.cpp"), best(&env));
}

#[test]
fn an_input_that_is_open_itself_is_not_closed() {
    let env = with_program();
    env.file("input.cpp", "struct A {};\nint main() {\n  A a{1, 2;\n  return a == a;\n");
    let shown = run(&env, "reduce --jobs 1 --message-format json ./test.sh input.cpp");
    assert!(shown.code == 0 && !shown.stdout.contains("\"closed\""), "{shown}");
}

#[test]
fn what_a_failure_needs_open_stays_open_and_is_said() {
    let env = with_program();
    let body = "struct A {};\nint main() {\n  A a{1, 2};\n  return a == a;\n}\n";
    env.file("input.cpp", format!("// whole {}\n{body}", "x".repeat(400)));
    // What is much shorter fails only with an open bracket.
    let open = "grep -q 'whole x\\{400\\}' input.cpp || ! tr -d ' \\n' < input.cpp | grep -q '{}.*{.*}'";
    env.script(
        "test.sh",
        &format!("{{ {open}; }} || exit 1\n{}", env.read("test.sh").lines().nth(1).unwrap()),
    );
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.cpp");
    assert!(shown.stderr.contains("\ndoes not parse: completed, it no longer fails\n"), "{shown}");
    assert_eq!(env.read("input.min.cpp").trim_end().matches('}').count(), 1, "{shown}");
}

#[test]
fn a_result_that_lacks_more_than_its_end_is_the_smallest_before_it_that_parses() {
    let env = TestEnv::new();
    let body = "int f(int a) {\n  while (a) {\n    g(a, 41);\n  }\n  return 0;\n}\n";
    env.file("input.c", body);
    env.script("test.sh", "tr '\\n' ' ' <input.c | grep -q 'int f(.*while *(a).*g(a, *41'");
    for folder in ["bin", "proj"] {
        fs::create_dir(env.path(folder)).unwrap();
    }
    let shown = run(&env, "reduce --jobs 1 ./test.sh input.c");
    assert!(shown.stderr.contains("closed and laid out by Dwindle: "), "{shown}");
    let whole = env.read("input.min.c");
    assert_snapshot!(whole, @r"
    int f() {
      while (a) g(a, 41);
    }
    ");
    assert_eq!(run(&env, "reduce --fresh --jobs 4 ./test.sh input.c").code, 0);
    assert_eq!(env.read("input.min.c"), whole, "jobs change nothing");
    assert_eq!(run(&env, "reduce --minify ./test.sh input.c").code, 0);
    assert_snapshot!(env.read("input.min.c"), @"int f(while(a)g(a,41");
    // The same holds of a file in a directory.
    env.file("proj/input.c", body);
    env.script("test.sh", "tr '\\n' ' ' <proj/input.c | grep -q 'int f(.*while *(a).*g(a, *41'");
    assert_eq!(run(&env, "reduce --jobs 1 ./test.sh proj").code, 0);
    assert_eq!(env.read("proj.min/input.c"), whole);
}

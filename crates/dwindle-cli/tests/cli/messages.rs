//! Every message of every command is as docs/messages.schema.json and docs/json.md say.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use serde_json::Value;

use crate::env::{Shown, TestEnv};
use crate::schema::Schema;

/// Checks the messages of a run, and gives them.
fn checked(schema: &Schema, line: &str, shown: &Shown) -> Vec<Value> {
    let message = |text: &str| {
        let message: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{line}: {text}"));
        schema.check(&message).unwrap_or_else(|fault| panic!("{line}: {fault}\nin {text}"));
        message
    };
    let messages: Vec<Value> = shown.stdout.lines().map(message).collect();
    let last = messages.last().unwrap_or_else(|| panic!("{line}: no messages\n{shown}"));
    assert_eq!(last["data"]["exit"], shown.code, "{line}: {shown}");
    let is_last = |message: &Value| message["type"] == "end" || message["type"] == "error";
    assert_eq!(messages.iter().filter(|message| is_last(message)).count(), 1, "{line}: {shown}");
    messages
}

/// A directory in which every command has something to do.
fn workplace() -> TestEnv {
    let env = TestEnv::with_lines();
    env.script("boom", "grep -q boom log.jsonl");
    env.script("tool", "case \" $* \" in *' -a '*) echo 'tool: crash' >&2; exit 3;; esac");
    env.script("crash", "grep -q '((' \"$1\" && { echo 'crash: boom' >&2; kill -SEGV $$; }; exit 0");
    env.script("three", "grep -q two \"$1\" || exit 9; grep -q one \"$1\" && exit 3; exit 4");
    env.file("a.c", "int f(int a) { return a; }\nint g(int b) { return b + 1; }\n");
    env.file("notes.txt", "one\ntwo\nthree\n").file("two.txt", "two\n");
    env.file(
        "log.jsonl",
        "{\"do\":\"open\",\"n\":1}\n{\"do\":\"wait\",\"n\":2}\n{\"do\":\"boom\",\"n\":3}\n",
    );
    env.file("in/1", "a((").file("in/2", "b((c").file("in/3", "c");
    env.file("good/f", "a\nb\nc\n").file("bad/f", "a\nB\nC\n").file("bad/g", "new\n");
    env.file("project/a.txt", "one\n").file("project/b.txt", "line 3\nline 11\n");
    env.file("value.py", "value = 1\nother = 2\nprint(value)\n");
    env.script("project.sh", "grep -qs 'line 3' project/b.txt || exit 1");
    env
}

const RUNS: &[(&str, i32)] = &[
    ("reduce -j 2 MSG ./test.sh input.txt", 0),
    ("reduce -j 1 MSG ./test.sh input.txt", 0),
    ("reduce -j 1 MSG --fresh --budget 3 ./test.sh input.txt", 6),
    ("reduce -j 1 MSG --fresh --print-diff --tidy ./test.sh input.txt", 0),
    ("reduce -j 1 MSG --fresh --repeat 1/2 ./test.sh input.txt", 0),
    ("reduce -j 1 MSG a.c --exit-code 0 -- grep return {}", 0),
    ("reduce -j 1 MSG notes.txt -- ./three {}", 0),
    ("reduce -j 1 MSG --all notes.txt -- ./three {}", 0),
    ("reduce -j 1 MSG --explain notes.txt -- ./three {}", 0),
    ("reduce -j 1 MSG ./project.sh project", 0),
    ("isolate -j 1 MSG ./test.sh input.txt", 0),
    ("isolate -j 1 MSG ./project.sh project", 0),
    ("maximize -j 1 MSG ./test.sh input.txt", 0),
    ("maximize -j 1 MSG ./project.sh project", 0),
    ("check MSG ./test.sh input.txt", 0),
    ("check MSG -m 1 -u lines ./test.sh input.txt", 7),
    ("compare MSG -a ddmin,dwindle ./test.sh input.txt", 0),
    ("events -j 1 MSG --pair no:thing ./boom log.jsonl", 0),
    ("events -j 1 MSG --isolate ./boom log.jsonl", 0),
    ("events -j 1 MSG --maximize ./boom log.jsonl", 0),
    ("options -j 1 MSG -- ./tool -a -b -c", 0),
    ("options -j 1 MSG --isolate -- ./tool -a -b -c", 0),
    ("options -j 1 MSG --maximize -- ./tool -a -b -c", 0),
    ("env -j 1 MSG -- ./tool -a", 0),
    ("env -j 1 MSG --passing-env no-such-file -- ./tool -a", 2),
    ("path -j 1 MSG PATH -- ./tool -a", 0),
    ("changes -j 1 MSG --good-dir good --bad-dir bad -- grep -qv B f", 3),
    ("changes -j 1 MSG --good-dir good --bad-dir bad -- ./test-of-changes", 0),
    ("trace -j 1 MSG -- python3 value.py", 0),
    ("fuzz -j 1 MSG --seeds in --budget 40 -o findings -- ./crash {}", 0),
    ("triage -j 1 MSG -o sorted in -- ./crash {}", 0),
    ("reduce MSG ./test.sh nowhere.txt", 2),
    ("reduce MSG --jobs none ./test.sh input.txt", 2),
];

#[test]
fn every_message_of_every_command_follows_the_schema() {
    let (env, schema) = (workplace(), Schema::of_messages());
    env.script("test-of-changes", "! grep -qs B f");
    let (mut types, mut commands) = (BTreeSet::new(), BTreeSet::new());
    for (line, code) in RUNS {
        let test = env.path("test-of-changes").to_str().unwrap().to_owned();
        let words = line.replace("MSG", "--message-format json").replace("./test-of-changes", &test);
        let shown = env.run(&words);
        assert_eq!(shown.code, *code, "{line}: {shown}");
        for message in checked(&schema, line, &shown) {
            types.insert(message["type"].as_str().unwrap().to_owned());
            commands.extend(message["data"]["command"].as_str().map(str::to_owned));
        }
    }
    for kind in schema.types() {
        assert!(types.contains(kind), "no run gave a message of type {kind}");
    }
    let help = env.run("--help").stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    for command in listed.filter(|command| *command != "help") {
        let gives = env.run(&format!("{command} --help")).stdout.contains("--message-format");
        assert_eq!(commands.contains(command), gives, "{command}: {commands:?}");
    }
}

#[test]
fn names_that_are_not_valid_utf_8_follow_the_schema() {
    let (env, schema) = (TestEnv::with_lines(), Schema::of_messages());
    let name = std::ffi::OsStr::from_bytes(b"in\xff.txt");
    env.file(name, "line 3\n");
    let words = ["reduce", "--message-format", "json", "-j", "1", "--exit-code", "0"].map(AsRef::as_ref);
    let shown = env.run_words(words.into_iter().chain([name]).chain(["--", "grep", "3"].map(AsRef::as_ref)));
    let messages = checked(&schema, "reduce in\\xff.txt", &shown);
    assert_eq!(messages[0]["data"]["input"]["bytes"], "aW7/LnR4dA==");
}

#[test]
fn wrong_command_lines_are_one_message_wherever_the_option_stands() {
    let (env, schema) = (TestEnv::with_lines(), Schema::of_messages());
    for line in [
        "reduce --message-format json --no-such-option ./test.sh input.txt",
        "reduce --no-such-option ./test.sh input.txt --message-format json",
        "reduce --no-such-option ./test.sh input.txt --message-format=json",
        "check --minimality 3 --message-format json ./test.sh input.txt",
        "recude --message-format json ./test.sh input.txt",
        "options --message-format json",
    ] {
        let shown = env.run(line);
        assert_eq!(shown.code, 2, "{line}: {shown}");
        let messages = checked(&schema, line, &shown);
        assert_eq!((messages.len(), &messages[0]["type"]), (1, &Value::from("error")), "{line}: {shown}");
        let message = messages[0]["data"]["message"].as_str().unwrap();
        assert!(shown.stderr.starts_with(&format!("error: {message}\n")), "{line}: {shown}");
    }
    let after = env.run("reduce input.txt -- ./no-such-program --message-format json");
    assert_eq!(after.stdout, "", "it is an option of the command");
}

#[test]
fn a_reader_that_goes_away_ends_the_run_and_that_is_what_is_said() {
    let env = TestEnv::with_lines();
    let mut child = env.start("reduce --jobs 1 --message-format json ./test.sh input.txt");
    let mut first = [0; 16];
    let mut messages = child.stdout.take().unwrap();
    messages.read_exact(&mut first).unwrap();
    drop(messages);
    let shown = env.shown(&child.wait_with_output().unwrap());
    let expected = "error: cannot write to standard output: Broken pipe (os error 32)\n  \
                    hint: check where standard output goes; results in files are not affected\n";
    assert_eq!((shown.code, shown.stderr.as_str()), (1, expected));
}

#[test]
fn every_type_of_message_is_described_in_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let document = fs::read_to_string(path).unwrap();
    let schema = Schema::of_messages();
    for kind in schema.types() {
        assert!(document.contains(&format!("| `{kind}` |")), "{kind}");
    }
    let examples: Vec<&str> = document.lines().filter(|line| line.starts_with("{\"type\"")).collect();
    assert!(examples.len() > 5);
    for line in examples {
        schema.check(&serde_json::from_str(line).unwrap()).unwrap_or_else(|fault| panic!("{fault}\n{line}"));
    }
}

//! `reduce --explain`: what of a result may vary while it still fails.

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::TestEnv;
use crate::schema::Schema;

/// A text in which a name stands twice, and which fails if a number is divided by 0.
fn division() -> TestEnv {
    let env = TestEnv::new();
    env.file("in.txt", "first line\ncount = 12; print(count / 0)\nlast line\n");
    env.script("test.sh", r"grep -qxE '([a-z]+) = [0-9]+; print\(\1 [/%] 0\)' in.txt");
    env
}

/// The messages of a run, each as the schema has it.
fn messages(env: &TestEnv, line: &str) -> Vec<Value> {
    let (shown, schema) = (env.run(line), Schema::of_messages());
    let messages = shown.messages();
    for message in &messages {
        schema.check(message).unwrap();
    }
    messages
}

fn explanation(messages: &[Value]) -> &Value {
    &messages.iter().find(|message| message["type"] == "explanation").expect("it is told")["data"]
}

#[test]
fn what_is_said_of_free_parts() {
    let env = division();
    let shown = env.run("reduce --explain --unit lines -j 1 ./test.sh in.txt");
    assert_snapshot!(shown, @r"
    asked about 241 candidates: 183 still fail (kept), 58 pass, 0 unresolved
    ran 283 tests: 240 for these, 43 to confirm results; 1 answered from memory
    free parts, and what may stand there instead (100 random variations of all of them at once still fail):
      1:1, 1:19  count    any small letters, 4 to 10, the same at each place (80 values tried)
      1:9        12       any digits (63 values tried)
      1:25       /        / or % (1 value tried)
      2:1        nothing  any text, or nothing (101 values tried)
      1:29       blanks   any line ends (5 values tried)
    pattern: ([a-z]{4,10}) = ([0-9]{1,9}); print\((?:\1) (/|%) 0\)(\n{1,6})([\t\n -~]{0,12})
      | ⟨count⟩ = ⟨12⟩; print(⟨count⟩ ⟨/⟩ 0)
      | ⟨⟩
    result: in.min.txt
    50 → 29 bytes (10 tokens) in 241 tests, [TIME]; no line can be removed
    => 0
    ");
    assert_eq!(env.read("in.min.txt"), "count = 12; print(count / 0)\n");
}

#[test]
fn nothing_may_be_free() {
    let env = TestEnv::new();
    env.file("in.txt", "x\n");
    env.script("test.sh", "printf 'x\\n' | cmp -s - in.txt");
    let shown = env.run("reduce --explain=5 --unit lines -j 1 ./test.sh in.txt");
    assert!(shown.code == 0 && shown.stderr.contains("free parts: none found"), "{shown}");
}

#[test]
fn programs_are_told_the_same_at_any_number_of_jobs() {
    let env = division();
    let run = |jobs| {
        messages(
            &env,
            &format!(
                "reduce --fresh --explain --unit lines -j {jobs} --message-format json ./test.sh in.txt"
            ),
        )
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(explanation(&one), explanation(&three));
    let parts = explanation(&one)["parts"].as_array().unwrap();
    let name = parts.iter().find(|part| part["text"]["text"] == "count").expect("the name is free");
    assert_eq!(name["places"].as_array().unwrap().len(), 2);
    assert_eq!(explanation(&one)["variations"], 100);
}

#[test]
fn a_run_that_was_done_is_explained_later_and_again_without_tests() {
    let env = division();
    let line = "reduce --unit lines -j 1 --message-format json ./test.sh in.txt";
    let plain = messages(&env, line);
    assert!(plain.iter().all(|message| message["type"] != "explanation"));
    let before = env.read("in.min.txt");
    let with = line.replace("--unit", "--explain --unit");
    let first = messages(&env, &with);
    assert_eq!(env.read("in.min.txt"), before, "the result stays the same");
    let again = messages(&env, &with);
    assert_eq!(explanation(&first), explanation(&again));
    let searched = again.iter().filter(|it| it["type"] == "tested" && it["data"]["purpose"] == "search");
    assert_eq!(searched.count(), 0);
}

#[test]
fn a_budget_is_one_of_all_tests_and_a_larger_one_goes_on() {
    let env = division();
    let shown = env.run("reduce --explain --budget 30 --unit lines -j 1 ./test.sh in.txt");
    assert_eq!(shown.code, 6, "{shown}");
    assert!(!shown.stderr.contains("free parts"), "{shown}");
    assert_eq!(env.read("in.min.txt"), "count = 12; print(count / 0)\n");
    let shown = env.run("reduce --explain --unit lines -j 1 ./test.sh in.txt");
    assert!(shown.code == 0 && shown.stderr.contains("free parts"), "{shown}");
}

#[test]
fn what_cannot_be_is_refused() {
    let env = division();
    env.file("folder/in.txt", "x");
    for (words, why) in [
        ("--explain=0 in.txt", "not a number of variations"),
        ("--explain --all in.txt", "cannot be used with"),
        ("--explain folder", "the input is not one file"),
    ] {
        let shown = env.run(&format!("reduce {words} -- grep x {{}}"));
        assert_eq!(shown.code, 2, "{shown}");
        assert!(shown.stderr.contains(why), "{shown}");
    }
}

//! Messages for programs.

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::TestEnv;

fn kinds(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["type"].as_str().unwrap()).collect()
}

#[test]
fn every_line_has_a_type_and_data_from_start_to_end() {
    let env = TestEnv::with_lines();
    let shown =
        env.run("reduce --jobs 1 --algorithm ddmin --unit lines --message-format json ./test.sh input.txt");
    let messages = shown.messages();
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    let kinds = kinds(&messages);
    assert_eq!((kinds[0], *kinds.last().unwrap()), ("start", "end"));
    for kind in ["stage-began", "started", "tested", "asked", "best", "stage-ended"] {
        assert!(kinds.contains(&kind), "{kind}");
    }
    let mut end = messages.last().unwrap().clone();
    end["data"]["seconds"] = Value::Null;
    assert!(end["data"].as_object_mut().unwrap().remove("slots").is_some());
    assert_snapshot!(messages[0], @r#"
    {"data":{"command":"reduce","format":2,"input":{"text":"input.txt"},"jobs":1,"version":"0.1.0"},"type":"start"}
    "#);
    assert_snapshot!(end, @r#"{"data":{"asked":22,"exit":0,"flakiness":null,"input_size":87,"minimality":[{"removals":2,"unit":"lines"}],"other_failures":null,"result":[{"text":"[DIR]/input.min.txt"}],"result_size":15,"seconds":null,"stop":null,"tests":{"ahead":0,"confirming":3,"fail":6,"pass":16,"ran":25,"reasons":[],"remembered":0,"unresolved":0},"tokens":4},"type":"end"}"#);
}

#[test]
fn how_busy_the_slots_were_is_told_and_can_be_computed_from_the_messages() {
    let env = TestEnv::with_lines();
    env.script("slow.sh", "sleep 0.02; grep -q 'line 3' input.txt");
    for jobs in ["1", "2"] {
        let line = ["reduce", "--fresh", "--jobs", jobs, "--unit", "lines", "--message-format", "json"];
        let shown = env.run_words(line.into_iter().chain(["./slow.sh", "input.txt"]));
        let messages = shown.messages();
        let of = |kind: &str| messages.iter().filter(|message| message["type"] == kind).count();
        assert_eq!(of("started"), of("tested") + of("stopped"), "each test that starts ends");
        let tested = messages.iter().filter(|message| message["type"] == "tested");
        let testing = tested.map(|message| message["data"]["ms"].as_f64().unwrap()).sum::<f64>() / 1000.0;
        let end = &messages.last().unwrap()["data"];
        let told = |name: &str| end["slots"][name].as_f64().unwrap();
        assert!((told("testing") - testing).abs() < 0.001, "{testing} and {end}");
        let all = end["seconds"].as_f64().unwrap() * jobs.parse::<f64>().unwrap();
        assert!((told("busy") - testing / all).abs() < 0.001, "{testing} of {all} and {end}");
        assert!(told("busy") > 0.0 && told("longest_idle") <= end["seconds"].as_f64().unwrap(), "{end}");
    }
}

#[test]
fn an_error_is_the_last_message_and_is_told_to_people_too() {
    let env = TestEnv::with_lines();
    let shown = env.run("reduce --jobs 1 --message-format json ./test.sh nowhere.txt");
    assert_snapshot!(shown, @r#"
    {"type":"start","data":{"format":2,"version":"0.1.0","command":"reduce","input":{"text":"nowhere.txt"},"jobs":1}}
    {"type":"error","data":{"exit":2,"message":"no such file: nowhere.txt","hints":["the order is INPUT -- COMMAND {}, or TEST INPUT"]}}
    error: no such file: nowhere.txt
      hint: the order is INPUT -- COMMAND {}, or TEST INPUT
    => 2
    "#);
}

#[test]
fn the_other_commands_end_with_their_answer() {
    let env = TestEnv::with_lines();
    let last = |line: &str| {
        let shown = env.run(line);
        let mut last = shown.messages().pop().unwrap();
        let data = last["data"].as_object_mut().unwrap();
        for row in data.get_mut("rows").and_then(Value::as_array_mut).into_iter().flatten() {
            row["seconds"] = Value::Null;
        }
        if let Some(seconds) = data.get_mut("seconds") {
            *seconds = Value::Null;
        }
        data.remove("slots");
        last.to_string()
    };
    assert_snapshot!(last("check -m 1 -u lines --message-format json --protect [1-9] ./test.sh input.txt"), @r#"{"data":{"exit":0,"fails":true,"minimality":{"at_once":1,"failing":0,"named":[],"of":0,"removals":0,"unit":"lines","units":0}},"type":"end"}"#);
    assert_snapshot!(last("check -m 1 -u lines --message-format json --protect line.[1-8] ./test.sh input.txt"), @r#"{"data":{"exit":7,"fails":true,"minimality":{"at_once":1,"failing":1,"named":[[{"bytes":7,"column":1,"line":9,"text":"line 9\n","units":1}]],"of":1,"removals":1,"unit":"lines","units":1}},"type":"end"}"#);
    assert_snapshot!(last("compare -a ddmin -j 1 --message-format json ./test.sh input.txt"), @r#"
    {"data":{"exit":0,"input_size":87,"input_units":12,"rows":[{"algorithm":"ddmin","seconds":null,"size":15,"tests":22,"units":2}],"unit":"lines"},"type":"end"}
    "#);
    assert_snapshot!(last("isolate -j 1 --message-format json ./test.sh input.txt"), @r#"{"data":{"asked":33,"difference":[{"bytes":1,"column":6,"line":1,"side":"failing","text":"3"}],"exit":0,"flakiness":null,"input_size":87,"minimality":[],"other_failures":null,"result":[{"text":"[DIR]/input.failing.txt"},{"text":"[DIR]/input.passing.txt"}],"result_size":14,"seconds":null,"shared":13,"stop":null,"tests":{"ahead":0,"confirming":3,"fail":8,"pass":25,"ran":34,"reasons":[],"remembered":2,"unresolved":0},"tokens":null},"type":"end"}"#);
    assert_snapshot!(last("maximize -j 1 --message-format json ./test.sh input.txt"), @r#"{"data":{"asked":8,"difference":[{"bytes":8,"column":1,"line":11,"text":"line 11\n","units":1}],"exit":0,"flakiness":null,"input_size":87,"minimality":[],"other_failures":null,"result":[{"text":"[DIR]/input.max.txt"}],"result_size":79,"seconds":null,"stop":null,"tests":{"ahead":0,"confirming":3,"fail":4,"pass":4,"ran":9,"reasons":[],"remembered":2,"unresolved":0},"tokens":null},"type":"end"}"#);
}

#[test]
fn the_numbers_of_the_last_message_add_up_for_every_command() {
    let env = TestEnv::with_lines();
    env.script("tool", "case \" $* \" in *' -a '*) echo 'tool: crash' >&2; exit 3;; esac");
    let tool = "--message-format json -- ./tool -a -b -c";
    let lines = [
        "reduce --jobs 4 --message-format json ./test.sh input.txt".to_owned(),
        // Once more, from memory.
        "reduce --jobs 4 --message-format json ./test.sh input.txt".to_owned(),
        "isolate --jobs 4 --message-format json ./test.sh input.txt".to_owned(),
        "maximize --jobs 2 --message-format json ./test.sh input.txt".to_owned(),
        "events --jobs 2 --message-format json ./test.sh input.txt".to_owned(),
        format!("options --jobs 1 {tool}"),
        format!("options --isolate --jobs 2 {tool}"),
        format!("env --jobs 2 {tool}"),
        format!("path --jobs 2 PATH {tool}"),
    ];
    for line in &lines {
        let shown = env.run(line);
        let end = shown.messages().pop().unwrap()["data"].clone();
        let number = |name: &str| end["tests"][name].as_u64().unwrap_or_else(|| panic!("{line}: {end}"));
        let asked = end["asked"].as_u64().unwrap();
        assert_eq!(asked, number("fail") + number("pass") + number("unresolved"), "{line}: {end}");
        let ran = asked - number("remembered") + number("ahead") + number("confirming");
        assert_eq!(number("ran"), ran, "{line}: {end}");
        let reasons = end["tests"]["reasons"].as_array().unwrap();
        let because: u64 = reasons.iter().map(|reason| reason["times"].as_u64().unwrap()).sum();
        assert!(because <= number("unresolved"), "{line}: {end}");
    }
}

use super::*;

fn read(text: &str, format: Format) -> Result<Log, LogError> {
    Log::read(Text::new(text.as_bytes().to_vec()).unwrap(), format)
}

fn field(word: &str) -> Field {
    word.parse().unwrap()
}

/// The sets that a log falls into.
#[track_caller]
fn check(text: &str, format: Format, rules: &[&str], by: &[&str], expected: &[&[u32]]) {
    let rules: Vec<PairRule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    let by: Vec<Field> = by.iter().map(|by| field(by)).collect();
    assert_eq!(read(text, format).unwrap().units(&rules, &by, false).unwrap(), expected);
}

#[test]
fn actions_are_lines_values_or_elements() {
    let said = |text: &str, format| -> Vec<String> {
        let log = read(text, format).unwrap();
        (0..log.len()).map(|at| String::from_utf8_lossy(log.action(at)).into_owned()).collect()
    };
    assert_eq!(said("\nopen a\r\n\n  click  \nlast", Format::Lines), ["open a", "  click", "last"]);
    assert_eq!(said("{\"a\": 1}\n\n [2] \n", Format::JsonLines), ["{\"a\": 1}", "[2]"]);
    assert_eq!(said("[ {\"a\": [1]},\n2 ]\n", Format::JsonArray), ["{\"a\": [1]}", "2"]);
}

#[test]
fn a_byte_order_mark_is_no_action_and_stays_in_front() {
    for (text, format) in [
        ("{\"a\": 1}\n[2]\n", Format::JsonLines),
        ("[1, 2]", Format::JsonArray),
        ("[{}]", Format::JsonArray),
        ("press a\npress b", Format::Lines),
    ] {
        let text = format!("\u{feff}{text}");
        assert_eq!(
            Format::of(Path::new(if text.ends_with("2]") { "a.json" } else { "a.log" }), text.as_bytes()),
            format
        );
        let log = read(&text, format).unwrap();
        assert!(!log.action(0).starts_with(b"\xef"), "{text}");
        let mut kept = Vec::new();
        log.spans(1..u32::try_from(log.len()).unwrap(), |_, span| {
            kept.extend_from_slice(&text.as_bytes()[span]);
        });
        assert!(kept.starts_with(b"\xef\xbb\xbf"), "{text}");
    }
}

#[test]
fn formats_are_told_by_name_and_by_what_they_begin_with() {
    let of = |name: &str, text: &str| Format::of(Path::new(name), text.as_bytes());
    assert_eq!(of("a.log", "[12:00] click"), Format::Lines);
    assert_eq!(of("a.log", "press a"), Format::Lines);
    assert_eq!(of("a.log", " [\n {}]"), Format::JsonArray);
    assert_eq!(of("a.log", "{}\n{}"), Format::JsonLines);
    assert_eq!(of("a.json", "[1, 2"), Format::JsonArray);
    assert_eq!(of("a.jsonl", "[1]\n[2]\n"), Format::JsonLines);
    assert_eq!(of("a.jsonl", "press a"), Format::JsonLines);
}

#[test]
fn what_is_no_json_is_named_with_its_place() {
    let error = |text, format| read(text, format).unwrap_err().to_string();
    assert_eq!(error("{}\n{\"a\" 1}\n", Format::JsonLines), "line 2, column 6: expected a colon");
    assert_eq!(error("{} {}\n", Format::JsonLines), "line 1, column 4: unexpected text after the value");
    assert_eq!(error("[1,\n 2", Format::JsonArray), "line 2, column 3: expected a comma or ]");
    assert_eq!(error("[1] 2", Format::JsonArray), "line 1, column 5: unexpected text after the array");
    assert_eq!(
        error("{\"a\":\n1}", Format::JsonLines),
        "line 1, column 6: unexpected end of text inside a value"
    );
    assert_eq!(read("[ ]", Format::JsonArray).unwrap_err(), LogError::Empty);
    assert_eq!(read(" \n\n", Format::Lines).unwrap_err(), LogError::Empty);
}

#[test]
fn rules_that_no_action_matches_are_told() {
    let unmatched = |text: &str, format| -> Vec<String> {
        let rules = ["press:release", "open:close", "x.*:y"].map(|rule| rule.parse().unwrap());
        read(text, format).unwrap().unmatched(&rules).iter().map(ToString::to_string).collect()
    };
    assert_eq!(unmatched("pressed a\nclose a\n", Format::Lines), ["press:release", "x.*:y"]);
    assert_eq!(
        unmatched("{\"do\": \"open b\"}\n{\"do\": \"x1\"}\n", Format::JsonLines),
        ["press:release", "open:close"]
    );
}

#[test]
fn what_follows_the_pattern_pairs_lines() {
    let log = "press a\npress b\nx\nrelease b\nrelease a\npress a\nrelease a\n";
    check(log, Format::Lines, &["press:release"], &[], &[&[0, 4], &[1, 3], &[2], &[5, 6]]);
    check(
        "0.1 down\ncompress\n0.2 up\n",
        Format::Lines,
        &["down:up", "press:release"],
        &[],
        &[&[0, 2], &[1]],
    );
    check("open\nopen\nclose\nclose", Format::Lines, &["open:close"], &[], &[&[0, 2], &[1, 3]]);
    check("toggle\nx\ntoggle", Format::Lines, &["toggle:toggle"], &[], &[&[0, 2], &[1]]);
}

#[test]
fn other_strings_or_named_fields_pair_json() {
    let log = r#"[{"do":"press","t":1,"key":"a"}, {"do":"press","t":2,"key":"b"},
                  {"key":"b","t":3,"do":"release"}, {"do":"release","t":4,"key":"a"}]"#;
    check(log, Format::JsonArray, &["press:release"], &[], &[&[0, 3], &[1, 2]]);
    check(log, Format::JsonArray, &["press:release"], &[".do.x"], &[&[0, 2], &[1, 3]]);
    check(log, Format::JsonArray, &["press:release"], &[".key"], &[&[0, 3], &[1, 2]]);
    let log = "[1,\"o\",\"x\"]\n[2,\"c\",\"y\"]\n[3,\"c\",\"x\"]\n\"o z\"\n\"c z\"\n";
    let error =
        read(log, Format::JsonLines).unwrap().units(&["o:c".parse().unwrap()], &[], false).unwrap_err();
    assert_eq!(error.to_string(), "line 2: unpaired action: no o matches this c: [2,\"c\",\"y\"]");
    let units = read(log, Format::JsonLines).unwrap().units(&["o:c".parse().unwrap()], &[], true).unwrap();
    assert_eq!(units, [vec![0, 2], vec![1], vec![3, 4]]);
}

#[test]
fn rules_share_actions() {
    check("a\nb\nc\n", Format::Lines, &["a:b", "b:c"], &[], &[&[0, 1, 2]]);
}

#[test]
fn rules_that_are_none_are_named() {
    for (rule, why) in
        [("press", "not a pair"), ("a:b:c", "not a pair"), (":b", "not a pair"), ("(:b", "unclosed")]
    {
        assert!(rule.parse::<PairRule>().unwrap_err().to_string().contains(why), "{rule}");
    }
}

#[test]
fn groups_are_actions_with_the_same_value() {
    let log = read("{\"w\":1}\n{\"w\":2}\n{}\n{\"w\":1}\n{}\n", Format::JsonLines).unwrap();
    assert_eq!(log.groups(&field(".w")).unwrap(), [vec![0, 3], vec![1], vec![2], vec![4]]);
    let error = log.groups(&field(".v")).unwrap_err();
    assert_eq!(error.to_string(), "line 1: this action has no .v; it has .w");
    let error = read("a", Format::Lines).unwrap().groups(&field(".v")).unwrap_err();
    assert_eq!(error.to_string(), ".v: the log is plain text with one action per line, so it has no fields");
}

#[test]
fn only_numbers_are_times_and_every_action_has_one() {
    let error =
        |text| Times::of(&read(text, Format::JsonLines).unwrap(), &field(".t")).unwrap_err().to_string();
    assert_eq!(error("{\"t\":1}\n{\"x\":1,\"y\":2}\n"), "line 2: this action has no .t; it has .x and .y");
    assert_eq!(error("{\"t\":1}\n{\"t\":\"now\"}\n"), "line 2: .t is not a time: \"now\"");
    assert_eq!(
        error("{\"t\":1}\n{\"t\":\"2026-11-20T18:36:14Z\"}\n"),
        "line 2: .t is not the same kind of time as the first one: \"2026-11-20T18:36:14Z\""
    );
    assert_eq!(
        error("{\"t\":\"2026-11-20T18:36:14Z\"}\n{\"t\":\"2026-11-20T18:36:14\"}\n"),
        "line 2: .t is not the same kind of time as the first one: \"2026-11-20T18:36:14\""
    );
}

#[test]
fn only_what_no_rule_speaks_of_may_be_another() {
    let log = "{\"t\":1,\"do\":\"press\",\"key\":\"a\",\"x\":1}\n{\"t\":2,\"do\":\"release\",\"key\":\"a\",\"x\":1}\n";
    let rules =
        Rules { pairs: vec!["press:release".parse().unwrap()], time: Some(field(".t")), ..Rules::default() };
    let recorded = read(log, Format::JsonLines).unwrap();
    let alike = |from: &str, to: &str| {
        let text = log.replace(from, to);
        rules.hold_alike(&recorded, Text::new(text.into_bytes()).unwrap())
    };
    assert!(alike(",\"x\":1", ""), "a field that no rule speaks of");
    assert!(alike("\"key\":\"a\"", "\"key\":\"\""), "the same in both");
    assert!(!alike("\"press\",\"key\":\"a\"", "\"press\",\"key\":\"\""), "they agree no more");
    assert!(!alike("\"do\"", "\"\""), "the name of the field that tells what an action does");
    assert!(!alike("\"press\"", "\"\""));
    assert!(!alike("\"t\":2", "\"t\":3"));
    assert!(!alike("\"t\":2,", ""));
    assert!(!alike("}\n{", "}\n{}\n{"), "another action");
    assert!(!alike("1}", "1"), "no JSON");
}

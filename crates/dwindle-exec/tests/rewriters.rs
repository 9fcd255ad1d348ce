//! Programs that rewrite texts: good ones, and all that can be wrong with one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use dwindle::passes::{Offers, Place, Rewriter};
use dwindle::{Control, Text};
use dwindle_exec::process::Launcher;
use dwindle_exec::rewriter::{ClangDelta, JsonLines, Workplace};
use tempfile::TempDir;

fn text(bytes: &str) -> Text {
    Text::new(bytes.as_bytes()).unwrap()
}

fn workplace(dir: &Path) -> Workplace {
    Workplace {
        launcher: Launcher::Direct,
        scratch: dir.join("scratch"),
        processes: 2,
        env: vec![("PATH".into(), OsString::from("/usr/bin:/bin"))],
        limit: Duration::from_secs(20),
        control: Control::default(),
    }
}

/// Writes a program that may be run.
#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn script(dir: &Path, body: &str) -> std::path::PathBuf {
    let path = dir.join("program");
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A program that gives these answers to the requests in order.
fn answering(answers: &[&str]) -> String {
    let answer = |answer: &&str| format!("read -r line || exit 0; printf '%s\\n' '{answer}'; ");
    answers.iter().map(answer).collect::<String>() + "read -r line"
}

/// All that a rewriter offers for a text, as edits, and what it warns of.
fn offered(rewriter: &dyn Rewriter, source: &str, language: Option<&str>) -> (Vec<String>, Vec<String>) {
    let (text, mut place) = (text(source), Some(Place::default()));
    let (mut edits, mut warnings) = (Vec::new(), Vec::new());
    if !rewriter.knows(&text, language) {
        return (edits, warnings);
    }
    while let Some(from) = place {
        let Offers { rewrites, next, warning } = rewriter.offers(&text, language, from);
        let shown = |edit: &dwindle::rewrite::Edit| {
            format!("{}..{}={}", edit.span.start, edit.span.end, String::from_utf8_lossy(&edit.with))
        };
        edits.extend(rewrites.iter().map(|one| one.edits.iter().map(shown).collect::<Vec<_>>().join(" ")));
        warnings.extend(warning);
        place = next;
    }
    (edits, warnings)
}

/// What a program in JSON Lines that gives these answers offers, asked twice.
fn spoken(answers: &[&str], limit: Duration) -> (Vec<String>, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let place = Workplace { limit, ..workplace(dir.path()) };
    let external = JsonLines::new(answering(answers), dir.path().to_owned(), "a.c".into(), place);
    let (edits, mut warnings) = offered(&external, "int a;", Some("c"));
    warnings.extend(offered(&external, "int a;", Some("c")).1);
    (edits, warnings)
}

const LONG: Duration = Duration::from_secs(20);

#[test]
fn edits_and_whole_texts_are_rewrites() {
    let edits =
        r#"{"rewrites":[[{"start":0,"end":4}],[{"start":4,"end":5,"with":"b"},{"start":0,"end":3}]]}"#;
    let (found, warnings) = spoken(&["{}", edits], LONG);
    assert_eq!(found, ["0..4=", "0..3= 4..5=b"]);
    assert_eq!(warnings, [] as [&str; 0]);
    let texts = ["{}", r#"{"variants":2}"#, r#"{"text":"a;"}"#, r#"{"text":null}"#];
    let (found, warnings) = spoken(&texts, LONG);
    assert_eq!(found, ["0..4="]);
    // The second time it is asked it has no more to say, and that is told.
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

#[test]
fn what_is_wrong_with_a_program_is_told_once() {
    for (answers, limit, told) in [
        (&["nonsense"][..], LONG, "it answered `nonsense`: expected"),
        (&["{}", r#"{"rewrite":[]}"#], LONG, r#"it answered `{"rewrite":[]}`: unknown variant"#),
        (&["{}", r#"{"rewrites":[[{"start":3,"end":9}]]}"#], LONG, "it edits bytes 3 to 9 of a text of 6"),
        (&["{}\n{}"], LONG, "it answered `{}\n{}`, which is not one line for one"),
        (
            &["{}", r#"{"variants":1}"#, r#"{"file":"/nowhere/at/all"}"#],
            LONG,
            "/nowhere/at/all: No such file",
        ),
        (&[][..], LONG, "it ended without an answer: exit code 0"),
        (&["'$(sleep 60)'"], Duration::from_millis(300), "it took longer than 300ms to answer"),
        (&["'$(kill -SEGV $$)'"], LONG, "it ended without an answer: signal 11"),
    ] {
        let (found, warnings) = spoken(answers, limit);
        assert_eq!(found, [] as [&str; 0], "{answers:?}");
        let [warning] = &warnings[..] else { panic!("one warning: {warnings:?}") };
        assert!(warning.starts_with("the external pass `read") && warning.contains(told), "{warning}");
    }
}

#[test]
fn a_program_is_asked_about_its_languages_only() {
    let dir = tempfile::tempdir().unwrap();
    let line = answering(&[r#"{"languages":["rust"]}"#]);
    let external = JsonLines::new(line, dir.path().to_owned(), "a.c".into(), workplace(dir.path()));
    let text = text("int a;");
    assert!(!external.knows(&text, Some("c")) && !external.knows(&text, None));
    assert!(external.knows(&text, Some("rust")));
}

/// A program in the place of `clang_delta`, with two transformations: one that drops an `x`, and another one.
fn clang_delta(other: &str, limit: Duration) -> (TempDir, ClangDelta) {
    let dir = tempfile::tempdir().unwrap();
    let body = r#"
        case $1 in
            --transformations) echo drop-x; echo other;;
            --query-instances=drop-x) echo "Available transformation instances: $(grep -o x "$2" | wc -l)";;
            --query-instances=other) echo "Available transformation instances: 2";;
            --transformation=drop-x) n=${2#--counter=}; tr -d '\n' < "$3" | sed "s/x//$n";;
            *) OTHER;;
        esac"#;
    let program = script(dir.path(), &body.replace("OTHER", other));
    let place = Workplace { limit, ..workplace(dir.path()) };
    (dir, ClangDelta::new(program, place))
}

#[test]
fn instances_of_transformations_are_rewrites() {
    let (_dir, program) = clang_delta("exit 1", LONG);
    let short = text("x;");
    assert!(!program.knows(&short, None) && !program.knows(&short, Some("rust")));
    let many = "x ".repeat(40);
    let (found, warnings) = offered(&program, &many, Some("cpp"));
    assert_eq!((found.len(), warnings.len()), (40, 0), "{found:?} {warnings:?}");
    let (found, _) = offered(&program, "x+y;x", Some("c"));
    assert_eq!(found, ["0..1=", "4..5="]);
}

#[test]
fn transformations_that_crash_are_passed_over_and_a_hang_ends_it() {
    let (_dir, program) = clang_delta("kill -SEGV $$", LONG);
    for told in [1, 0] {
        let (found, warnings) = offered(&program, "x;", Some("c"));
        assert_eq!((found.len(), warnings.len()), (1, told), "{found:?} {warnings:?}");
        if let [warning] = &warnings[..] {
            let end = "/program: other ended with signal 11; such transformations are passed over";
            assert!(warning.ends_with(end), "{warning}");
        }
    }
    let (_dir, program) = clang_delta("sleep 60", Duration::from_secs(2));
    let (found, warnings) = offered(&program, "x;", Some("c"));
    let [warning] = &warnings[..] else { panic!("one warning: {warnings:?}") };
    let end = "/program: other took longer than 2s; the pass clang-delta is left out from here on (--skip-pass clang-delta \
               leaves it out from the beginning, and DWINDLE_CLANG_DELTA names another program)";
    assert!(found.len() == 1 && warning.ends_with(end), "{warning}");
    assert!(!program.knows(&text("x;"), Some("c")));
}

#[test]
fn a_long_text_is_not_given_to_clang_delta() {
    let (dir, program) = clang_delta("touch \"$0.asked\"", LONG);
    for (bytes, is_known) in [(16 << 10, true), ((16 << 10) + 1, false)] {
        let long = text(&";".repeat(bytes));
        assert_eq!(program.knows(&long, Some("cpp")), is_known, "{bytes}");
        if !is_known {
            program.prepare(&long, Some("cpp"), u64::MAX);
            let offers = program.offers(&long, Some("cpp"), Place::default());
            assert_eq!(offers, Offers::default());
        }
    }
    assert!(!dir.path().join("scratch").exists(), "it was never run");
}

/// Waits until `is_so`, for a long time.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..1500 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("{what}: never");
}

/// A `clang_delta` with 4 instances of one transformation, of which the first only comes to something while another one runs.
fn in_company(processes: usize) -> (TempDir, ClangDelta) {
    let dir = tempfile::tempdir().unwrap();
    let body = r#"
        case $1 in
            --transformations) echo drop-x;;
            --query-instances=drop-x) echo "Available transformation instances: 4";;
            --transformation=drop-x) n=${2#--counter=}; : > "$0.began-$n"
                if [ $n = 1 ]; then
                    for i in 1 2 3 4 5 6 7 8 9 10; do [ -e "$0.began-2" ] && break; sleep 0.2; done
                    [ -e "$0.began-2" ] || exit 1
                fi
                sed "s/x//$n" "$3";;
        esac"#;
    let program = script(dir.path(), body);
    let place = Workplace { processes, ..workplace(dir.path()) };
    (dir, ClangDelta::new(program, place))
}

#[test]
fn several_processes_work_at_once_and_as_many_as_there_may_be() {
    let (_dir, program) = in_company(1);
    assert_eq!(offered(&program, "x x x x", Some("c")).0.len(), 3, "one at a time");
    let (_dir, program) = in_company(2);
    assert_eq!(offered(&program, "x x x x", Some("c")).0.len(), 4);
}

#[test]
fn what_is_prepared_is_made_ahead_and_the_same() {
    let (dir, program) = in_company(2);
    let source = text("x x x x");
    program.prepare(&source, Some("c"), u64::MAX);
    wait_until("all is made", || dir.path().join("program.began-4").exists());
    let prepared = offered(&program, "x x x x", Some("c"));
    assert_eq!(prepared.0.len(), 4);
    assert_eq!(prepared, offered(&in_company(2).1, "x x x x", Some("c")), "as without it");
}

#[test]
fn work_for_a_text_that_is_no_longer_the_one_is_stopped_and_its_trouble_is_not_told() {
    let slow = r#"if grep -q slow "$3"; then : > "$0.began"; sleep 60; fi; exit 1"#;
    for limit in [LONG * 3, Duration::from_millis(300)] {
        let (dir, program) = clang_delta(slow, limit);
        program.prepare(&text("slow x;"), Some("c"), u64::MAX);
        wait_until("it hangs", || dir.path().join("program.began").exists());
        if limit < LONG {
            sleep(2 * limit);
        }
        let (found, warnings) = offered(&program, "x;", Some("c"));
        assert_eq!((found.len(), warnings), (1, Vec::new()), "{limit:?}");
    }
}

#[test]
fn nothing_of_it_runs_any_more_when_it_is_dropped() {
    // Two run at once, each with a file of its own.
    let (dir, program) = clang_delta(r#"echo $$ > "$0.${2#--}"; sleep 600"#, LONG * 10);
    program.prepare(&text("x;"), Some("c"), u64::MAX);
    let pid = |counter: &u32| {
        let written = fs::read_to_string(dir.path().join(format!("program.counter={counter}")));
        rustix::process::Pid::from_raw(written.ok()?.trim().parse().ok()?)
    };
    let pids = || [1, 2].iter().filter_map(pid).collect::<Vec<_>>();
    wait_until("both hang", || pids().len() == 2);
    let pids = pids();
    drop(program);
    for pid in pids {
        assert!(rustix::process::test_kill_process(pid).is_err(), "{pid:?} runs");
    }
}

#[test]
fn a_program_in_json_lines_is_asked_ahead() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let line = format!(
        r#"read -r l; echo '{{}}'; read -r l; echo '{{"variants":3}}'
        for n in 0 1 2; do read -r l; echo "$l" >> {}; echo '{{"text":"a;"}}'; done; read -r l"#,
        log.display()
    );
    let external = JsonLines::new(line, dir.path().to_owned(), "a.c".into(), workplace(dir.path()));
    external.prepare(&text("int a;"), Some("c"), u64::MAX);
    wait_until("all is asked", || fs::read_to_string(&log).is_ok_and(|log| log.lines().count() == 3));
    assert_eq!(offered(&external, "int a;", Some("c")), (vec!["0..4=".to_owned(); 3], Vec::new()));
}

#[test]
fn what_is_no_program_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let program = ClangDelta::new("/nowhere/clang_delta".into(), workplace(dir.path()));
    let (_, warnings) = offered(&program, "x;", Some("c"));
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

//! Names of any bytes.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use crate::env::TestEnv;

#[track_caller]
fn check(name: &[u8], result: &[u8]) {
    let env = TestEnv::new();
    let (name, result) = (OsStr::from_bytes(name), OsStr::from_bytes(result));
    env.file(name, "a\nb\nc\n");
    let words: Vec<OsString> =
        ["reduce", "--unit", "lines", "--exit-code", "1"].into_iter().map(OsString::from).collect();
    let command = ["--", "sh", "-c", "! grep -q b \"$0\"", "{}"].map(OsString::from);
    let shown = env.run_words(words.into_iter().chain([name.to_owned()]).chain(command));
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(env.read(result), "b\n");
    assert!(shown.stderr.lines().count() <= 5, "each name stands on one line: {shown}");
}

#[test]
fn an_input_may_have_spaces_and_quotes_in_its_name() {
    check(b"a 'b' \"c\".txt", b"a 'b' \"c\".min.txt");
}

#[test]
fn an_input_may_have_a_newline_in_its_name() {
    check(b"a\nb.txt", b"a\nb.min.txt");
}

#[test]
fn an_input_may_have_a_name_that_is_not_utf8() {
    check(b"a\xff\xfe.txt", b"a\xff\xfe.min.txt");
}

#[test]
fn an_input_may_have_a_name_without_an_extension() {
    check(b"Makefile", b"Makefile.min");
}

#[test]
fn an_input_may_look_like_an_option_behind_a_dot_and_a_slash() {
    check(b"./--jobs", b"--jobs.min");
}

#[test]
fn a_directory_may_have_a_name_that_is_not_utf8() {
    let env = TestEnv::with_lines();
    let dir = OsStr::from_bytes(b"d\xff \n");
    std::fs::create_dir(env.path(dir)).unwrap();
    for name in ["input.txt", "test.sh"] {
        std::fs::rename(env.path(name), env.path(dir).join(name)).unwrap();
    }
    let in_dir = |name| std::path::Path::new(dir).join(name).into_os_string();
    let words = ["reduce".into(), "-q".into(), in_dir("test.sh"), in_dir("input.txt")];
    assert_eq!(env.run_words(words).to_string(), "=> 0");
    assert_eq!(env.read(in_dir("input.min.txt")), "line 3\nline 11");
}

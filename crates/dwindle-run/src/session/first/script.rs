//! Test scripts that cannot work: what their first line, and what is written in them, tells about it.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use dwindle_exec::process::{End, Report};
use regex::Regex;

use crate::settings::TestSpec;
use crate::text::{shell, shown};

/// So much of a script is read; a longer one is no script.
const MOST: u64 = 1 << 20;

/// What is written in the scripts of a test: its program, and the files among its arguments. They are read once, when
/// something is asked of them.
#[derive(Debug)]
pub(in crate::session) struct Scripts<'a> {
    test: &'a TestSpec,
    texts: OnceCell<Vec<(PathBuf, String)>>,
}

impl<'a> Scripts<'a> {
    /// Those of `test`.
    pub(in crate::session) const fn of(test: &'a TestSpec) -> Self {
        Self { test, texts: OnceCell::new() }
    }

    /// Each with its path.
    pub(super) fn texts(&self) -> &[(PathBuf, String)] {
        self.texts.get_or_init(|| {
            let words = std::iter::once(&self.test.program).chain(&self.test.args);
            let texts = words.filter_map(|word| {
                let bytes = text(Path::new(word))?;
                // A program of the system is no script of the user's.
                String::from_utf8(bytes).ok().map(|text| (PathBuf::from(word), text))
            });
            texts.collect()
        })
    }

    /// Whether one of them looks at its arguments.
    pub(super) fn take_arguments(&self) -> bool {
        self.texts().iter().any(|(_, text)| takes_arguments(text))
    }

    /// Whether the test names the candidate, which is called `name`: in its words, or in its scripts.
    pub(in crate::session) fn name(&self, name: &OsStr) -> bool {
        let holds =
            |text: &[u8]| !name.is_empty() && text.windows(name.len()).any(|piece| piece == name.as_bytes());
        self.test.args.iter().any(|word| holds(word.as_bytes()))
            || self.texts().iter().any(|(_, text)| holds(text.as_bytes()))
    }

    /// What makes them look at the user's own `input` instead of the candidate.
    pub(super) fn look_away(&self, input: Option<&Path>, name: &OsStr) -> Option<String> {
        let input = input?;
        let own = |text: &[u8]| {
            let path = input.as_os_str().as_bytes();
            text.windows(path.len()).any(|piece| piece == path)
        };
        let candidate = shown(Path::new(name));
        if let Some(word) = self.test.args.iter().find(|word| own(word.as_bytes())) {
            return Some(format!(
                "{} contains the path of your own file: write {{}} instead, which stands for the candidate",
                shell::quoted([word])
            ));
        }
        for (path, text) in self.texts() {
            let script = shown(path.file_name().map_or(path, Path::new));
            if own(text.as_bytes()) {
                return Some(format!(
                    "{script} uses the path of your own file: the candidate is {candidate} in the working directory of the script"
                ));
            }
            if text.lines().any(|line| line.trim_start().starts_with("cd ")) {
                return Some(format!(
                    "{script} changes its working directory: the candidate is {candidate} in the directory where it starts"
                ));
            }
        }
        None
    }

    /// What to do about a script that its interpreter could not run, as far as the way in which it ended tells.
    pub(super) fn hint_at_end(&self, report: &Report) -> Option<String> {
        let (code, program) = (unable(report), Path::new(&self.test.program));
        let script = self.texts().iter().find(|(path, text)| path == program && text.starts_with("#!"));
        let has_other_ends = |text: &str| {
            let first = first_line(text.as_bytes());
            // A shell takes what stands before a line feed for a part of the last word.
            let is_of_shell =
                || text.lines().next().is_some_and(|line| line.split(' ').any(|word| word.ends_with("sh")));
            code.is_some() && first.ends_with(b"\r") || text.contains("\r\n") && is_of_shell()
        };
        if script.is_some_and(|(_, text)| has_other_ends(text)) {
            return Some(crlf(&shell::quoted([program])));
        }
        Some(match code? {
            126 => "exit code 126 means that a program was found but could not be run: check its permissions"
                .to_owned(),
            _ => "exit code 127 means that a program was not found: check PATH and the first line of the script"
                .to_owned(),
        })
    }
}

/// Why the system cannot start a program that is there, and what to do; none where nothing is wrong with it.
pub(super) fn trouble(program: &Path) -> Option<(String, String)> {
    let quoted = shell::quoted([program]);
    if program.is_dir() {
        return Some((
            "it is a directory".to_owned(),
            "name a script or a program: ./test.sh INPUT, or INPUT -- COMMAND {}".to_owned(),
        ));
    }
    let text = text(program)?;
    if text.starts_with(b"\xef\xbb\xbf#!") {
        return Some((
            "a byte order mark stands before its #!".to_owned(),
            format!("remove it: sed -i '1s/^\\xef\\xbb\\xbf//' {quoted}"),
        ));
    }
    let interpreter = interpreter(&text)?;
    if interpreter.ends_with('\r') {
        return Some((format!("its lines end with CR LF, so there is no {interpreter:?}"), crlf(&quoted)));
    }
    let is_there = Path::new(&interpreter).exists();
    (!is_there).then(|| {
        (
            format!("its first line names {interpreter}, which does not exist"),
            format!("correct the first line of {quoted}: #!/bin/sh, or #!/usr/bin/env bash, for example"),
        )
    })
}

/// With what a script begins that is called so.
pub(super) fn usual_beginning(script: &Path) -> String {
    let line = match script.extension().and_then(OsStr::to_str) {
        Some("py") => "#!/usr/bin/env python3",
        Some("js" | "mjs") => "#!/usr/bin/env node",
        Some("rb") => "#!/usr/bin/env ruby",
        Some("pl") => "#!/usr/bin/env perl",
        Some("bash") => "#!/usr/bin/env bash",
        _ => "#!/bin/sh",
    };
    format!("a script begins with a line such as {line}")
}

/// The exit code by which a shell says that a program was not found, or could not be run.
pub(super) fn unable(report: &Report) -> Option<i32> {
    match report.end {
        End::Exited(code @ (126 | 127)) => Some(code),
        _ => None,
    }
}

fn crlf(quoted: &str) -> String {
    format!("convert its line endings: sed -i 's/\\r$//' {quoted}")
}

/// The program that the first line of a script names, with the carriage return behind it if there is one.
fn interpreter(script: &[u8]) -> Option<String> {
    let line = first_line(script).strip_prefix(b"#!")?;
    let line = String::from_utf8_lossy(line).into_owned();
    let end = |c: char| c == ' ' || c == '\t';
    line.trim_start_matches(end).split(end).next().filter(|name| !name.is_empty()).map(str::to_owned)
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// What a script says where it looks at its arguments.
static ARGUMENTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\$[{(]?([@*#]|1\b)|\bargv\b|\bargs\b|(?i)\bARGV\b").expect("it is tested"));

/// What a script says where it looks at a second argument that it has to be given, in a shell's language or in Python.
static SECOND: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\$2\b|\$\{2\}|\bsys\.argv\[2\]").expect("it is tested"));

/// Where a shell puts no argument in, and what gives `$2` another meaning.
static LITERAL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"'[^']*'").expect("it is tested"));
static OTHER_ARGUMENTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*\w+ *\(\)|\bfunction\b|\bset --|\bshift\b").expect("it is tested"));

/// The lines of a script that are no comments.
fn code(script: &str) -> impl Iterator<Item = &str> {
    script.lines().filter(|line| !line.trim_start().starts_with('#'))
}

/// Whether a script looks at a second argument.
pub(super) fn takes_two(script: &str) -> bool {
    let code = code(script).collect::<Vec<_>>().join("\n");
    let code = LITERAL.replace_all(&code, "");
    !OTHER_ARGUMENTS.is_match(&code) && SECOND.is_match(&code)
}

/// Whether a script looks at its arguments.
pub(super) fn takes_arguments(script: &str) -> bool {
    code(script).any(|line| ARGUMENTS.is_match(line))
}

/// The words of a script that may name files: relative paths with a slash or a dot in them.
pub(super) fn relative_names(script: &str) -> BTreeSet<&str> {
    let part = |c: char| c.is_whitespace() || "\"'`;|&()<>=$,".contains(c);
    let words = code(script).flat_map(|line| line.split(part));
    words.filter(|word| word.contains(['.', '/']) && !word.starts_with(['/', '-', '{'])).collect()
}

/// The text of a file that is small enough.
fn text(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?;
    let mut bytes = Vec::new();
    let read = file.take(MOST + 1).read_to_end(&mut bytes).ok()?;
    (read as u64 <= MOST).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_argument_is_one_that_a_script_has_to_be_given() {
        for (script, expected) in [
            ("grep -q \"$1\" \"$2\"", true),
            ("x=${2}\ngcc $x", true),
            ("awk '{print $2}' \"$1\"", false),
            ("opt=${2:-O2}", false),
            ("f() { echo $2; }\nf a b", false),
            ("set -- $(cat x)\necho $2", false),
            ("# usage: $1 $2", false),
            ("import sys\nopen(sys.argv[2])", true),
            ("const fs = process.argv[2]", false),
        ] {
            assert_eq!(takes_two(script), expected, "{script}");
        }
    }

    #[test]
    fn the_interpreter_is_the_first_word_of_the_first_line() {
        let of = |text: &str| interpreter(text.as_bytes());
        assert_eq!(of("#! /bin/sh -e\nx").as_deref(), Some("/bin/sh"));
        assert_eq!(of("#!/bin/sh\r\n").as_deref(), Some("/bin/sh\r"));
        assert_eq!(of("echo\n"), None);
    }

    #[test]
    fn a_script_that_looks_at_its_arguments_is_told_from_one_that_does_not() {
        for script in ["cat \"$1\"", "gcc ${1:-a.c}", "exec ./it \"$@\"", "test $# = 1", "open(sys.argv[1])"]
        {
            assert!(takes_arguments(script), "{script}");
        }
        for script in ["grep x a.c", "# $1\ncat", "x=$10; sys.stdin.read()", "awk '{ print $2 }'"] {
            assert!(!takes_arguments(script), "{script}");
        }
    }

    #[test]
    fn relative_paths_of_a_script_are_found_and_comments_are_not() {
        let names =
            relative_names("#!/bin/sh\n# see a.c\npython3 \"lib/run.py\" <data.csv >/dev/null -o x.o\n");
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["data.csv", "lib/run.py", "x.o"]);
    }
}

//! The shell script that runs a test on a worker.
//!
//! It needs a POSIX shell and the `timeout` of GNU or of `busybox` there. It always succeeds: how the test ended it writes to a file.
//! A shell gives 139 both for a test that exits with 139 and for one that a signal ended; but of the second it says so on
//! standard error, which here is a file of the inner shell's own. Of `SIGINT` and `SIGPIPE` no shell says anything: 130 and 141
//! are taken for those. The inner shell outlives `SIGTERM`, so that a test which ignores that gets the `SIGKILL` that follows.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use dwindle_exec::process::{Command, Run, Stdin};

use crate::outcome::{FILE, NOT_FOUND, ROOT, SIGNAL, TIMED_OUT};

/// Below the input root: the working directory, that for temporary files, and that of the program.
pub(crate) const WORK: &str = "w";
pub(crate) const TEMP: &str = "t";
pub(crate) const PROGRAM: &str = "x";

/// How long a test has from `SIGTERM` to `SIGKILL`.
const GRACE: Duration = Duration::from_millis(200);

/// The script for a run of `command`, whose program is the file of this name below [`PROGRAM`] if it was brought.
pub(crate) fn script(command: &Command, run: &Run, brought: Option<&OsStr>) -> Vec<u8> {
    let mut text = Text { bytes: Vec::new(), dir: &run.dir };
    text.raw(&format!(
        "R=$(pwd -P) W=$R/{WORK}\nexport TMPDIR=\"$R/{TEMP}\" HOME=\"$R/{TEMP}\"\nmkdir -p \"$TMPDIR\"\n\
         echo \"$R\" >{ROOT}\ncd \"$W\" || exit 1\nulimit -c 0\n"
    ));
    let limits = command.limits;
    let seconds = |time: Duration| time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let limited = [
        ('v', limits.memory.map(|bytes| bytes.div_ceil(1024))),
        ('t', limits.cpu.map(seconds)),
        ('f', limits.file_size.map(|bytes| bytes.div_ceil(512))),
    ];
    for (letter, limit) in limited {
        if let Some(limit) = limit {
            text.raw(&format!("ulimit -{letter} {limit}\n"));
        }
    }
    text.raw("p=");
    match brought {
        Some(name) => {
            text.raw(&format!("\"$R\"/{PROGRAM}/"));
            text.word(name);
        }
        None => text.word(&command.program),
    }
    text.raw(&format!(
        "\ncommand -v \"$p\" >/dev/null 2>&1 || {{ echo {NOT_FOUND} >\"$R/{FILE}\"; exit 0; }}\n"
    ));
    if let Some(limit) = run.timeout {
        text.raw(&format!("timeout -k {} {} ", decimal(GRACE), decimal(limit)));
    }
    text.raw(&format!(
        "sh -c 'trap over=1 TERM; ( exec \"$@\" 2>&3 3>&- ); r=$?; [ $over ] && exit\n\
         if [ $r -gt 128 ] && {{ [ -s \"$0/sig\" ] || [ $r = 130 ] || [ $r = 141 ]; }}; then r={SIGNAL}$((r - 128)); fi\n\
         echo $r >\"$0/end\"; mv \"$0/end\" \"$0/{FILE}\"' \"$R\" \"$p\""
    ));
    for word in &command.args {
        text.raw(" ");
        text.word(word);
    }
    text.raw(" <");
    match &run.stdin {
        Stdin::Null => text.raw("/dev/null"),
        Stdin::File(path) => text.word(path.as_os_str()),
    }
    text.raw(&format!(
        " 3>&2 2>\"$R/sig\"\nc=$?\n[ -f \"$R/{FILE}\" ] && exit 0\ncase $c in\n124|137) echo {TIMED_OUT} >\"$R/{FILE}\" ;;\n\
         129|1[3-9]?) echo {SIGNAL}$((c - 128)) >\"$R/{FILE}\" ;;\n*) cat \"$R/sig\" >&2; exit \"$c\" ;;\nesac\n"
    ));
    text.bytes
}

/// A number of seconds as `timeout` reads it.
fn decimal(time: Duration) -> String {
    let mut text = time.as_secs().to_string();
    if time.subsec_millis() > 0 {
        let _written = write!(text, ".{:03}", time.subsec_millis());
    }
    text
}

/// A script in the making.
struct Text<'a> {
    bytes: Vec<u8>,
    /// What is `$W` there.
    dir: &'a Path,
}

impl Text<'_> {
    fn raw(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Adds a word that the shell takes as it is, but for the path of the working directory.
    fn word(&mut self, word: &OsStr) {
        let dir = self.dir.as_os_str().as_bytes();
        let mut rest = word.as_bytes();
        while let Some(at) = rest.windows(dir.len()).position(|bytes| bytes == dir) {
            self.quoted(&rest[..at]);
            self.raw("\"$W\"");
            rest = &rest[at + dir.len()..];
        }
        self.quoted(rest);
    }

    fn quoted(&mut self, bytes: &[u8]) {
        self.raw("'");
        for piece in bytes.split_inclusive(|&byte| byte == b'\'') {
            match piece.split_last() {
                Some((b'\'', before)) => {
                    self.bytes.extend_from_slice(before);
                    self.raw("'\\''");
                }
                _ => self.bytes.extend_from_slice(piece),
            }
        }
        self.raw("'");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_exec::process::Limits;
    use std::fs;

    /// What a test of these words, in a directory with a file `in.txt`, writes as its outcome, and its standard output.
    #[expect(clippy::disallowed_methods, reason = "tests run programs and lay out files")]
    fn ran(words: &[&str], limit: Option<u64>) -> (String, String) {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(WORK)).unwrap();
        fs::write(root.path().join(WORK).join("in.txt"), "it's\n").unwrap();
        let command = Command {
            program: words[0].into(),
            args: words[1..].iter().map(Into::into).collect(),
            env: Vec::new(),
            limits: Limits::default(),
            grace: GRACE,
            output_cap: 1000,
        };
        let timeout = limit.map(Duration::from_millis);
        let run = Run { dir: "/here/work".into(), stdin: Stdin::File("/here/work/in.txt".into()), timeout };
        fs::write(root.path().join("run"), script(&command, &run, None)).unwrap();
        let mut shell = std::process::Command::new("/bin/sh");
        let done = shell.arg("run").current_dir(root.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let outcome = fs::read_to_string(root.path().join(FILE)).unwrap();
        (outcome, String::from_utf8_lossy(&done.stdout).replace(root.path().to_str().unwrap(), "ROOT"))
    }

    #[test]
    fn a_script_tells_codes_signals_and_missing_programs_apart() {
        let outcome = |words: &[&str]| ran(words, Some(10_000)).0;
        assert_eq!(outcome(&["true"]), "0\n");
        assert_eq!(outcome(&["sh", "-c", "exit 139"]), "139\n");
        assert_eq!(outcome(&["sh", "-c", "kill -SEGV $$"]), "s11\n");
        assert_eq!(outcome(&["sh", "-c", "kill -PIPE $$"]), "s13\n");
        assert_eq!(outcome(&["sh", "-c", "exit 124"]), "124\n");
        assert_eq!(outcome(&["no-such-program"]), "N\n");
        assert_eq!(ran(&["sh", "-c", "exit 7"], None).0, "7\n");
    }

    #[test]
    fn a_test_that_hangs_has_an_outcome_of_its_own() {
        #[expect(clippy::disallowed_methods, reason = "a test of what takes how long")]
        let begun = std::time::Instant::now();
        assert_eq!(ran(&["sleep", "300"], Some(100)).0, "T\n");
        assert_eq!(ran(&["sh", "-c", "trap 'exit 3' TERM; sleep 300 & wait"], Some(100)).0, "T\n");
        assert_eq!(ran(&["sh", "-c", "trap '' TERM; sleep 300; sleep 300"], Some(100)).0, "T\n");
        assert!(begun.elapsed() < Duration::from_secs(100));
    }

    #[test]
    fn words_come_as_they_are_but_for_the_path_of_the_candidate() {
        let (_, out) = ran(&["printf", "%s|", "a'b c", "$HOME", "--in=/here/work/in.txt", ""], None);
        assert_eq!(out, "a'b c|$HOME|--in=ROOT/w/in.txt||");
        assert_eq!(ran(&["cat"], None).1, "it's\n");
    }
}

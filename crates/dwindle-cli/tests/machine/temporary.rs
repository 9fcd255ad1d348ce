//! Temporary files of a real compiler that is killed in the middle of a test: none is left where the user's are.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use libtest_mimic::Trial;
use rustix::process::Signal;

use crate::env::{TestEnv, signal};
use crate::needs::{Need, trial};

const SOURCE: &str =
    "int one = 1;\nint two = 2;\n#define STEPS 10\nint three = 3;\nint four = missing;\nint five = 5;\n";

/// The compiler, which makes a file for the assembler before it begins; where a program defines no `STEPS`, it is at work for hours.
const COMPILER: &str = "cat >>\"$1\" <<'END'\n\
    #ifndef STEPS\n\
    #define STEPS 1L << 60\n\
    #endif\n\
    constexpr long sum(long n) { long s = 0; for (long i = 0; i < n; ++i) s += i % 7; return s; }\n\
    constexpr long all = sum(STEPS);\n\
    END\n\
    KILLED g++ -c -fconstexpr-loop-limit=2147483647 -fconstexpr-ops-limit=9223372036854775807 \"$1\"";

pub(super) fn trials() -> Vec<Trial> {
    let needs = [Need::Program("g++"), Need::Program("timeout")];
    vec![
        trial(
            "what_a_compiler_leaves_that_its_script_kills_is_removed",
            &needs,
            what_a_compiler_leaves_that_its_script_kills_is_removed,
        ),
        trial(
            "what_a_compiler_leaves_that_takes_too_long_is_removed",
            &needs,
            what_a_compiler_leaves_that_takes_too_long_is_removed,
        ),
        trial(
            "what_a_compiler_leaves_in_a_killed_run_is_removed",
            &needs,
            what_a_compiler_leaves_in_a_killed_run_is_removed,
        ),
    ]
}

/// The program, a script that compiles it, and the user's directory for temporary files.
struct Desk {
    env: TestEnv,
    temp: tempfile::TempDir,
}

impl Desk {
    /// With a script that has `killed` before the compiler and `then` behind it.
    fn new(killed: &str, then: &str) -> Self {
        let env = TestEnv::new();
        let script = format!("{}\n{then}", COMPILER.replace("KILLED", killed));
        env.file("steps.cc", SOURCE).script("compile.sh", &script);
        Self { env, temp: tempfile::tempdir().unwrap() }
    }

    fn command(&self, line: &str) -> std::process::Command {
        let mut command = self.env.command();
        command.env("TMPDIR", self.temp.path()).args(line.split_whitespace());
        command.args(["steps.cc", "--", "./compile.sh", "{}"]);
        command
    }

    /// Reduces the program to its end; nothing is left.
    fn reduces(&self, line: &str) {
        let shown = self.env.shown(&self.command(line).output().unwrap());
        assert_eq!(shown.code, 0, "{shown}");
        assert_eq!(self.env.read("steps.min.cc"), "#define STEPS 10\nint four = missing;\n", "{shown}");
        let left: Vec<_> = fs::read_dir(self.temp.path()).unwrap().map(Result::unwrap).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

fn is_assembly(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "s")
}

/// Whether a file for the assembler lies in `dir`, or in a directory there.
fn has_assembly(dir: &Path) -> bool {
    fs::read_dir(dir).into_iter().flatten().flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("cc") && is_assembly(&name) || has_assembly(&entry.path())
    })
}

fn what_a_compiler_leaves_that_its_script_kills_is_removed() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let then = format!("code=$?; ls \"$TMPDIR\" >>{}; exit $code", log.path().display());
    Desk::new("timeout -s KILL 1", &then).reduces("reduce --unit lines --jobs 2");
    let log = fs::read_to_string(log.path()).unwrap();
    assert!(log.lines().any(is_assembly), "it left none: {log}");
}

fn what_a_compiler_leaves_that_takes_too_long_is_removed() {
    Desk::new("", "").reduces("reduce --unit lines --jobs 2 --timeout 1s");
}

fn what_a_compiler_leaves_in_a_killed_run_is_removed() {
    let desk = Desk::new("", "");
    let mut command = desk.command("reduce --unit lines --jobs 1 --timeout 1000s");
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    // Until it has been there for some time: a test that ends takes its file with it.
    let mut seen = 0;
    while seen < 50 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        seen = if has_assembly(desk.temp.path()) { seen + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, Signal::KILL);
    child.wait().unwrap();
    desk.reduces("reduce --unit lines --jobs 1 --timeout 1s");
}

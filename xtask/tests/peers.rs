//! `cargo xtask peers` on a tiny case with tools that are scripts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;
use xtask::program::command;

/// Drops the first line as long as the rest fails: where it works is `$work`, which it then gives to `$result`.
const FIRST_LINES: &str = r#"
while tail -n +2 "$work" >rest && cp rest candidate.txt && "$test" candidate.txt; do cp rest "$work"; done
"#;

struct Contest {
    dir: TempDir,
}

impl Contest {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let contest = Self { dir };
        contest.case("tiny", "text", "grep -q wanted \"$1\"");
        let ours = format!("shift 7\nout=$2 test=$3 work=$4\n{FIRST_LINES}\nhead -n 1 \"$work\" >\"$out\"");
        contest.script("bin/dwindle", &ours);
        contest
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn script(&self, name: &str, lines: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut file = fs::File::create(&path).unwrap();
        write!(file, "#!/bin/sh\n{lines}\n").unwrap();
        file.set_permissions(fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A case of three lines.
    fn case(&self, name: &str, format: &str, test: &str) {
        let dir = format!("cases/{name}");
        self.script(&format!("{dir}/test.sh"), &format!("printf x >>\"$COUNT_FILE\"\n{test}"));
        let meta = format!(r#"{{"name": "{name}", "file": "in.txt", "lang": "{format}"}}"#);
        for (file, text) in [("meta.json", meta.as_str()), ("in.txt", "one line\nwanted\nlast\n")] {
            fs::File::create(self.path().join(&dir).join(file)).unwrap().write_all(text.as_bytes()).unwrap();
        }
    }

    fn run(&self, words: &[&str]) -> Output {
        let mut peers = command(env!("CARGO_BIN_EXE_xtask"));
        peers
            .current_dir(self.path())
            .args(["peers", "--cases", "cases", "--dwindle", "bin/dwindle"])
            .args(words);
        // What is installed on this machine does not count.
        let path = format!("{}:/usr/bin:/bin", self.path().join("bin").display());
        peers.env("PATH", path).env_remove("COUNT_FILE").output().unwrap()
    }

    fn printed(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

#[test]
fn a_tool_that_finishes_is_compared_with_ours() {
    let contest = Contest::new();
    contest.script("bin/cvise", &format!("test=$4 work=$5\n{FIRST_LINES}"));
    let printed =
        contest.printed(&["--peers", "cvise", "lithium", "--json", "all.json", "--plot", "all.svg"]);
    let row = printed.lines().find(|line| line.starts_with("| tiny |")).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert!(cells[3].starts_with("1 (7 B; 2; "), "{row}");
    assert!(cells[4].starts_with("2 (12 B; 2; "), "{row}");
    assert_eq!(cells[5..7], ["cvise", "1 of 1"], "{row}");
    assert!(
        printed.contains("0.50 of its tokens, 0.58 of its bytes; no more tokens on 1 of 1 cases"),
        "{printed}"
    );
    assert!(printed.contains("not installed: lithium (lithium)\n"), "{printed}");
    let all: serde_json::Value =
        serde_json::from_slice(&fs::read(contest.path().join("all.json")).unwrap()).unwrap();
    assert_eq!(all[1]["accepted"][0]["bytes"], 12);
    assert!(fs::read_to_string(contest.path().join("all.svg")).unwrap().contains("tiny"));
}

#[test]
fn a_tool_that_is_stopped_has_the_smallest_file_that_it_tested() {
    let contest = Contest::new();
    let left = contest.path().join("alive");
    // It asks about one line, leaves a process of another group behind and never writes a result.
    let lines = format!(
        "echo wanted >candidate.txt; \"$4\" candidate.txt; echo $? >'{0}'\n(setsid sh -c 'sleep 3; echo alive >>\"{0}\"') &\nsleep 60",
        left.display()
    );
    contest.script("bin/cvise", &lines);
    let printed = contest.printed(&["--peers", "cvise", "--cap", "1"]);
    assert!(printed.contains("tiny: cvise: 1 (7 B; 1; cap)*\n"), "{printed}");
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert_eq!(fs::read_to_string(left).unwrap(), "0\n");
}

#[test]
fn what_does_not_run_is_named() {
    let contest = Contest::new();
    contest.case("broken", "text", "no-such-program-here \"$1\"");
    contest.case("wasm", "wasm", "grep -q wanted \"$1\"");
    contest.script("bin/cvise", "echo 'no Clang here' >&2; exit 3");
    contest.script("bin/wasm-tools", "cp \"$3\" \"$5\"");
    let printed = contest.printed(&["--peers", "cvise", "wasm-tools"]);
    assert!(printed.contains("left out, since the input does not fail here"), "{printed}");
    assert!(printed.ends_with(": broken\n"), "{printed}");
    assert!(printed.contains("tiny: cvise: 4 (21 B; 0; error, exit code 3: no Clang here)\n"), "{printed}");
    assert!(printed.contains("wasm: wasm-tools: 4 (21 B; 0; "), "{printed}");
    assert!(!printed.contains("tiny: wasm-tools"), "{printed}");
    let unknown = contest.run(&["--peers", "perses"]);
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(!unknown.status.success() && said.contains("there is no tool perses; there are"), "{said}");
}

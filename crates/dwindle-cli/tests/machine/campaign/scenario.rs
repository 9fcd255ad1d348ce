//! A run that something disturbs, the same run begun again, and what must hold of both.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use regex::Regex;
use serde_json::Value;

use crate::env::TestEnv;
use crate::needs::command;

/// A run of the program that is to be disturbed.
pub(super) struct Scenario {
    pub(super) name: &'static str,
    pub(super) words: &'static str,
    /// Where its result lies.
    result: &'static str,
    /// What is done before, by the shell; `run` is the program with its words.
    before: &'static str,
    undisturbed: OnceLock<Undisturbed>,
}

/// What an undisturbed run comes to.
struct Undisturbed {
    result: Vec<u8>,
    names: Vec<String>,
}

/// What came of one disturbed run.
pub(super) struct Ended {
    /// How many faults there were.
    pub(super) faults: usize,
    /// How the disturbed run ended.
    pub(super) exit: String,
    /// What did not hold.
    pub(super) wrong: Option<String>,
}

/// The test: needs two lines, and starts no other program.
const TEST: &str = "while read -r line; do case $line in 'line 3') a=1;; 'line 11') b=1;; esac; done <input.txt\n\
                    [ \"$a$b\" = 11 ]";
/// The same for a folder: two files, and a line of one of them.
const FOLDER_TEST: &str = "[ -e folder/one ] && read -r line <folder/sub/two && [ \"$line\" = needed ]";

/// Runs on which all is tried.
pub(super) static SCENARIOS: [Scenario; 4] = [
    Scenario::new("a file", "reduce --jobs 1 --unit lines ./test.sh input.txt", "input.min.txt", ""),
    Scenario::new(
        "a run that continues",
        "reduce --jobs 1 --unit lines ./test.sh input.txt",
        "input.min.txt",
        "run --budget 6 || [ $? = 6 ]",
    ),
    Scenario::new("in place", "reduce --in-place --jobs 1 --unit lines ./test.sh input.txt", "input.txt", ""),
    Scenario::new("a folder", "reduce --jobs 1 ./folder.sh folder", "folder.min", ""),
];

impl Scenario {
    const fn new(
        name: &'static str,
        words: &'static str,
        result: &'static str,
        before: &'static str,
    ) -> Self {
        Self { name, words, result, before, undisturbed: OnceLock::new() }
    }

    /// Where it is run, with all that it needs.
    fn laid() -> TestEnv {
        let env = TestEnv::new();
        env.lines("input.txt", 12).script("test.sh", TEST).script("folder.sh", FOLDER_TEST);
        for name in ["folder/one", "folder/sub/two", "folder/sub/three", "folder/four"] {
            env.file(name, "filler\n");
        }
        env.file("folder/sub/two", "needed\nfiller\n");
        fs::create_dir(env.path("tmp")).unwrap();
        env
    }

    /// Runs it once with `prefix` in front of the program, and once more without; `faults` counts the faults there were.
    ///
    /// Between both, the shell does `between`.
    pub(super) fn disturb(
        &self,
        prefix: &str,
        between: &str,
        faults: impl Fn(&TestEnv) -> usize,
        label: &str,
    ) -> Ended {
        let env = Self::laid();
        self.run(&env, prefix, between);
        let faults = faults(&env);
        let exit = env.read("first.code").trim().to_owned();
        let wrong = self.broken(&env, &exit, label).map(|broken| {
            let told = ["first.out", "first.err", "again.out", "again.err", "left"].map(|name| {
                let text = env.read(name);
                format!("--- {name}\n{}", text.lines().rev().take(6).collect::<Vec<_>>().join("\n"))
            });
            let calls = fs::read_to_string(env.path("calls")).unwrap_or_default();
            let failed: Vec<_> = calls.lines().filter(|call| call.contains("(INJECTED)")).collect();
            let (failed, told) = (failed.join("\n"), told.join("\n"));
            format!("{} / {label}: {broken}\nexit {exit}\n{failed}\n{told}", self.name)
        });
        Ended { faults, exit, wrong }
    }

    /// Where it has run to its end.
    pub(super) fn finished(&self) -> TestEnv {
        let env = Self::laid();
        self.run(&env, "", "");
        env
    }

    fn run(&self, env: &TestEnv, prefix: &str, between: &str) {
        let (program, words, result) = (env!("CARGO_BIN_EXE_dwindle"), self.words, self.result);
        let script = format!(
            "mount -t tmpfs none /dev/shm; export TMPDIR=$PWD/tmp XDG_STATE_HOME=$PWD/state\n\
             run() {{ \"{program}\" {words} --message-format json \"$@\"; }}\n\
             ({}) >/dev/null 2>&1\n\
             {{ {{ code=0; {prefix} \"{program}\" {words} --message-format json || code=$?\n\
             echo $code >first.code; }} 2>&1 >&3 | cat >first.err 3>&-; }} 3>&1 | cat >first.out; cp -r {result} first.result 2>/dev/null || :\n\
             {between}\n\
             code=0; run >again.out 2>again.err || code=$?\n\
             echo $code >again.code\n\
             for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do\n\
             set -- /proc/[0-9]*; find /dev/shm tmp -mindepth 1 >left || :\n\
             if [ $# -gt 1 ]; then cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' >>left; fi\n\
             [ $# -gt 1 ] || [ -s left ] || break; sleep 0.2; done",
            if self.before.is_empty() { ":" } else { self.before },
        );
        let mut shell = command("unshare");
        shell.args([
            "--mount",
            "--map-root-user",
            "--pid",
            "--fork",
            "--mount-proc",
            "--kill-child",
            "sh",
            "-ec",
        ]);
        let output = shell.arg(script).current_dir(env.path("")).env("LC_ALL", "C").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// What an undisturbed run comes to.
    fn undisturbed(&self) -> &Undisturbed {
        self.undisturbed.get_or_init(|| {
            let env = Self::laid();
            self.run(&env, "", "");
            for code in ["first.code", "again.code"] {
                assert_eq!(env.read(code), "0\n", "{}{}", env.read("first.err"), env.read("again.err"));
            }
            let result = content(&env.path(self.result)).unwrap();
            assert!(
                Self::fails(&env.path(self.result)) && env.read("left").is_empty(),
                "{}",
                env.read("left")
            );
            Undisturbed { result, names: names(&env) }
        })
    }

    /// What does not hold.
    fn broken(&self, env: &TestEnv, exit: &str, label: &str) -> Option<String> {
        let undisturbed = self.undisturbed();
        let (told, error) = (env.read("first.out"), env.read("first.err"));
        for (name, shown) in [("first", &error), ("again", &env.read("again.err"))] {
            if shown.contains("panicked") || shown.contains("RUST_BACKTRACE") {
                return Some(format!("the {name} run panicked"));
            }
        }
        let is_killed = label.contains("signal=KILL") && exit == "137";
        if !is_killed && !["0", "1", "2", "5", "6", "8", "130"].contains(&exit) {
            return Some("an exit code that says something else".to_owned());
        }
        // Where nothing can be written any more, nothing can be said.
        let calls = fs::read_to_string(env.path("calls")).unwrap_or_default();
        let is_mute = calls.lines().any(|call| call.contains("write(2<") && call.ends_with("(INJECTED)"));
        if exit != "0" && !is_killed && !is_mute && error.trim().is_empty() {
            return Some("nothing says what happened".to_owned());
        }
        let found = env.path("first.result");
        if found.exists() {
            if !Self::fails(&found) {
                return Some("the result does not fail".to_owned());
            }
            let messages = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let bests = messages.filter(|message| message["type"] == "best");
            let best = bests.filter_map(|message| message["data"]["size"].as_u64()).next_back();
            // A folder is made anew at most once a second, of an archive.
            let is_told = told.contains("\"warning\"") || exit != "0" && !is_killed || found.is_dir();
            if best.is_some_and(|best| size(&found) > best) && !is_told {
                return Some(format!(
                    "the result has {} bytes, where {} were told",
                    size(&found),
                    best.unwrap()
                ));
            }
        }
        if exit == "0" && content(&found).as_ref() != Some(&undisturbed.result) {
            return Some("success, with another result".to_owned());
        }
        if env.read("again.code") != "0\n" {
            return Some(format!("the next start ends with {}", env.read("again.code")));
        }
        if content(&env.path(self.result)).as_ref() != Some(&undisturbed.result) {
            return Some("the next start comes to another result".to_owned());
        }
        // A result for which there is no room where it belongs is kept elsewhere, which is told.
        if env.read("left").lines().any(|left| !told.contains(left)) {
            return Some("something is left".to_owned());
        }
        let names = names(env);
        // What a run that starts from another one's result keeps.
        let kept = ["origin", "replaced", "input.min.txt", "tmp/dwindle-result-"];
        let is_known =
            |name: &&String| undisturbed.names.contains(name) || kept.iter().any(|it| name.contains(it));
        let strange: Vec<_> = names.iter().filter(|name| !is_known(name)).collect();
        (!strange.is_empty()).then(|| format!("these are left: {strange:?}"))
    }

    /// Whether a result is whole and fails its test.
    fn fails(result: &Path) -> bool {
        if result.is_dir() {
            let one = result.join("one").exists();
            return one
                && fs::read_to_string(result.join("sub/two")).is_ok_and(|two| two.starts_with("needed"));
        }
        let text = fs::read_to_string(result).unwrap();
        ["line 3", "line 11"].iter().all(|line| text.lines().any(|it| it == *line))
            && text.lines().all(|line| line.starts_with("line "))
    }
}

/// The bytes of a file, or the names and bytes of all that is in a folder.
fn content(path: &Path) -> Option<Vec<u8>> {
    if !path.is_dir() {
        return fs::read(path).ok();
    }
    let mut entries: Vec<_> = fs::read_dir(path).ok()?.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let parts = entries.iter().map(|entry| {
        let name = entry.file_name().unwrap().as_encoded_bytes();
        [name, b"\n", &content(entry).unwrap(), b"\n"].concat()
    });
    Some(parts.collect::<Vec<_>>().concat())
}

fn size(path: &Path) -> u64 {
    let data = path.metadata().unwrap();
    if !data.is_dir() {
        return data.len();
    }
    fs::read_dir(path).unwrap().map(|entry| size(&entry.unwrap().path())).sum()
}

/// All that lies there, but what the campaign itself puts there.
fn names(env: &TestEnv) -> Vec<String> {
    let output = command("find").args([".", "-printf", "%P\n"]).current_dir(env.path("")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let own = ["first.", "again.", "left", "calls", "state"];
    let run = Regex::new("[0-9a-f]{20}").unwrap();
    let names = text.lines().filter(|name| !own.iter().any(|it| name.starts_with(it)));
    names.map(|name| run.replace(name, "RUN").into_owned()).collect()
}

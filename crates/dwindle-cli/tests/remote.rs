//! Reductions whose tests run on a farm: the same as on this machine, whatever happens to server, workers and client.
//!
//! The farm is one in this process, which really runs the tests.

#![expect(clippy::unwrap_used, reason = "a test that cannot be laid out is a failed test")]
#![expect(clippy::disallowed_methods, reason = "tests run programs and lay out files")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use dwindle_remote::fake::{Behaviour, Fake, Faults, How};

/// A directory with what is reduced, and the words of a reduction in it.
struct Case {
    dir: tempfile::TempDir,
    words: Vec<&'static str>,
    result: &'static str,
}

impl Case {
    fn new(files: &[(&str, &str)], words: &str, result: &'static str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            // What differs from one run to the next lies where the test says.
            fs::write(&path, text.replace("COUNTS", &dir.path().join("counts").display().to_string()))
                .unwrap();
            let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
        Self { dir, words: words.to_owned().leak().split(' ').collect(), result }
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dwindle"));
        command.arg("reduce").args(more).args(&self.words).current_dir(self.dir.path()).stdin(Stdio::null());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.dir.path());
        command
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command(more).output().unwrap()
    }

    fn reduced(&self, more: &[&str]) -> String {
        let output = self.run(more);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        said
    }

    /// All files of the result with what is in them.
    fn result(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        collect(&self.dir.path().join(self.result), &mut found);
        let below = |path: PathBuf| path.strip_prefix(self.dir.path()).unwrap().to_owned();
        found.into_iter().map(|(path, bytes)| (below(path), bytes)).collect()
    }

    /// The records of the journal but for its header, without times and what sums them.
    fn journal(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(self.dir.path(), &mut found);
        let journal = found.into_iter().find(|(path, _)| path.ends_with("journal.jsonl")).unwrap().1;
        let text = String::from_utf8(journal).unwrap();
        let timeless = |line: &str| {
            let mut record: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            for name in ["ms", "time", "crc"] {
                record.remove(name);
            }
            serde_json::Value::from(record).to_string()
        };
        text.lines().skip(1).map(timeless).collect()
    }

    /// What was asked and found, without what ran ahead.
    fn asked(&self) -> Vec<String> {
        let told = ["\"type\":\"asked\"", "\"type\":\"best\"", "\"type\":\"stage\""];
        self.journal().into_iter().filter(|line| told.iter().any(|kind| line.contains(kind))).collect()
    }
}

fn collect(path: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
    if path.is_dir() {
        let entries: BTreeSet<PathBuf> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        for path in entries {
            collect(&path, found);
        }
    } else {
        found.push((path.to_owned(), fs::read(path).unwrap()));
    }
}

fn numbered(lines: usize) -> String {
    (1..=lines).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat()
}

/// A compiler that crashes where two lines are left, and says where.
fn plain() -> Case {
    let script = "#!/bin/sh\nif grep -q 'line 7$' \"$1\" && grep -q 'line 23$' \"$1\"; then\n\
                  echo \"$1:3: internal compiler error: in fold, at fold.c:12\" >&2; kill -ABRT $$; fi\n";
    Case::new(&[("in.txt", &numbered(25)), ("cc.sh", script)], "in.txt -- ./cc.sh {}", "in.min.txt")
}

fn folder() -> Case {
    let script = "#!/bin/sh\ngrep -q 'line 3$' project/src/a.txt && grep -q 'line 2$' project/b.txt\n";
    let files =
        [("project/src/a.txt", numbered(8)), ("project/b.txt", numbered(5)), ("project/c.txt", numbered(5))];
    let mut files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    files.push(("test.sh", script));
    Case::new(&files, "./test.sh project", "project.min")
}

fn helpers() -> Case {
    let files = [
        ("in.txt", &*numbered(12)),
        ("test.sh", "#!/bin/sh\n. ./helper.sh\nneeds \"$1\" \"$(cat words/one)\"\n"),
        ("helper.sh", "needs() { grep -q \"$2\" \"$1\"; }\n"),
        ("words/one", "line 9$\n"),
    ];
    Case::new(&files, "--with helper.sh --with words ./test.sh in.txt", "in.min.txt")
}

/// Each second run on the same text comes out the other way round.
fn flaky() -> Case {
    let script = "#!/bin/sh\nmkdir -p COUNTS; runs=COUNTS/$(cksum <\"$1\" | tr ' ' -); echo >>\"$runs\"\n\
                  grep -q 'line 5$' \"$1\"; code=$?\n\
                  if [ $(($(wc -l <\"$runs\") % 3)) = 2 ]; then exit $((1 - code)); fi; exit $code\n";
    Case::new(&[("in.txt", &numbered(8)), ("test.sh", script)], "--repeat 2/3 ./test.sh in.txt", "in.min.txt")
}

fn hanging() -> Case {
    let script = "#!/bin/sh\nif grep -q 'line 2$' \"$1\"; then sleep 30; fi\n";
    // On a busy machine one that ends may take some hundred milliseconds.
    let words = "--hang --timeout 800ms --unit lines in.txt -- ./test.sh {}";
    Case::new(&[("in.txt", &numbered(3)), ("test.sh", script)], words, "in.min.txt")
}

fn same_as_on_this_machine(case: fn() -> Case) {
    let fake = Fake::start(Behaviour::default());
    let (here, there) = (case(), case());
    // Elsewhere there is no sandbox either.
    here.reduced(&["--sandbox", "off", "--jobs", "1"]);
    there.reduced(&["--remote", &fake.address(), "--remote-jobs", "1"]);
    assert!(fake.counts().executions() > 0);
    assert!(!here.result().is_empty());
    assert_eq!(there.result(), here.result());
    assert_eq!(there.journal(), here.journal());
    let many = case();
    many.reduced(&["--remote", &fake.address(), "--remote-jobs", "6", "--jobs", "2"]);
    assert_eq!(many.result(), here.result());
    assert_eq!(many.asked(), here.asked());
}

#[test]
fn a_file_is_reduced_as_on_this_machine() {
    same_as_on_this_machine(plain);
}

#[test]
fn a_folder_is_reduced_as_on_this_machine() {
    same_as_on_this_machine(folder);
}

#[test]
fn a_test_with_helper_files_is_as_on_this_machine() {
    same_as_on_this_machine(helpers);
}

#[test]
fn a_flaky_test_is_as_on_this_machine() {
    same_as_on_this_machine(flaky);
}

#[test]
fn a_test_that_hangs_is_as_on_this_machine() {
    same_as_on_this_machine(hanging);
}

/// As steps of an allocation, of which a script that runs its last words takes the place of `srun`.
#[test]
fn steps_of_an_allocation_are_as_tests_on_this_machine() {
    let cluster = tempfile::tempdir().unwrap();
    let srun = "#!/bin/sh\nwhile [ \"$1\" != /bin/sh ]; do shift; done\ncd /tmp && exec \"$@\"\n";
    fs::write(cluster.path().join("srun"), srun).unwrap();
    fs::set_permissions(cluster.path().join("srun"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", cluster.path().display());
    for case in [plain, folder, helpers, flaky, hanging] {
        let here = case();
        here.reduced(&["--jobs", "1"]);
        let there = case();
        let mut command = there.command(&["--slurm"]);
        command.envs([("PATH", &*path), ("SLURM_NTASKS", "4"), ("SLURM_JOB_ID", "1")]);
        let output = command.env("TMPDIR", cluster.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(there.result(), here.result());
        assert_eq!(there.asked(), here.asked());
    }
    assert!(!cluster.path().join("dwindle-1").exists(), "nothing is left on the nodes");
}

#[test]
fn another_user_finds_the_outcomes_of_the_first_one() {
    let fake = Fake::start(Behaviour { slots: 8, ..Behaviour::default() });
    let (first, second) = (plain(), plain());
    first.reduced(&["--remote", &fake.address(), "--remote-jobs", "8"]);
    let before = fake.counts();
    assert!(before.executions() > 30);
    // No candidate was executed to its end twice. One that ran ahead may be cancelled, and executed when it is asked about.
    let repeated: usize = before.executed.values().map(|times| times - 1).sum();
    assert!(repeated * 10 < before.executed.len(), "{repeated} of {}", before.executed.len());
    second.reduced(&["--remote", &fake.address(), "--remote-jobs", "8"]);
    let after = fake.counts();
    assert_eq!(second.result(), first.result());
    assert_eq!(second.asked(), first.asked());
    // What it runs ahead waits for what it finds, but not for ever: on a busy machine some of that is executed.
    let executed = after.executions() - before.executions();
    assert!(executed * 10 < before.executions(), "{executed} of {}", before.executions());
}

#[test]
fn workers_that_are_lost_and_lie_change_nothing() {
    let sound = plain();
    sound.reduced(&["--jobs", "1"]);
    let faults =
        Faults { broken_stream: 3, missing_blobs: 11, lost_worker: 5, lying_worker: 7, ..Faults::default() };
    let fake = Fake::start(Behaviour { faults, ..Behaviour::default() });
    let other = plain();
    other.reduced(&["--remote", &fake.address(), "--remote-jobs", "4"]);
    assert_eq!(other.result(), sound.result());
    assert_eq!(other.asked(), sound.asked());
}

#[test]
fn a_server_that_is_killed_in_the_middle_is_waited_for() {
    let sound = plain();
    sound.reduced(&["--jobs", "1"]);
    let mut fake = Fake::start(Behaviour::default());
    let other = plain();
    let address = fake.address();
    let mut child =
        other.command(&["--remote", &address, "--remote-jobs", "2"]).stderr(Stdio::null()).spawn().unwrap();
    for kills in 1..=2 {
        while fake.counts().executions() < 12 * kills {
            std::thread::sleep(Duration::from_millis(2));
        }
        fake.stop();
        fake.start_again();
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(other.result(), sound.result());
    assert_eq!(other.asked(), sound.asked());
}

#[test]
fn a_client_that_is_killed_goes_on_where_it_was() {
    let sound = plain();
    sound.reduced(&["--jobs", "1"]);
    let fake = Fake::start(Behaviour::default());
    let other = plain();
    let words = ["--remote", &fake.address(), "--remote-jobs", "2"];
    let mut child = other.command(&words).stderr(Stdio::null()).spawn().unwrap();
    while fake.counts().executions() < 20 {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    other.reduced(&words);
    assert_eq!(other.result(), sound.result());
    // What ran when it was killed may still have run when it was asked for again.
    let again = fake.counts().executed.values().filter(|times| **times > 1).count();
    assert!(again <= 2, "{again} tests were executed again");
}

#[test]
fn a_secret_is_nowhere_to_be_found() {
    let how = How::By(
        Arc::new(|files| u8::from(!files["in.txt"].windows(6).any(|line| line == b"line 7"))),
        Duration::ZERO,
    );
    let token = Some("Bearer sesame".to_owned());
    let fake = Fake::start(Behaviour { token, run: how, ..Behaviour::default() });
    let words = "./test.sh in.txt";
    let script = "#!/bin/sh\nenv\n";
    let case = Case::new(&[("in.txt", &numbered(8)), ("test.sh", script)], words, "in.min.txt");
    let tokens = tempfile::tempdir().unwrap();
    let file = tokens.path().join("token");
    fs::write(&file, "Bearer sesame\n").unwrap();
    let from_file = format!("authorization=@{}", file.display());
    let said = case.reduced(&["--remote", &fake.address(), "--header", &from_file]);
    assert!(!said.contains("sesame"), "{said}");
    let mut found = Vec::new();
    collect(case.dir.path(), &mut found);
    let holds = |bytes: &[u8]| bytes.windows(6).any(|word| word == b"sesame");
    assert!(found.iter().all(|(_, bytes)| !holds(bytes)));
    let words =
        ["--fresh", "--remote", &fake.address(), "--header", "authorization=env:TOKEN", "--keep-temps"];
    let mut command = case.command(&words);
    command.env("TOKEN", "Bearer sesame").stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let kept = format!("dwindle-kept-{}-", child.id());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!holds(&output.stderr) && !holds(&output.stdout));
    let said = String::from_utf8_lossy(&output.stderr);
    let at = said.split_whitespace().find(|word| word.contains(&kept)).expect("it says what it keeps");
    let mut found = Vec::new();
    collect(Path::new(at), &mut found);
    assert!(!found.is_empty() && found.iter().all(|(_, bytes)| !holds(bytes)));
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn certificates_are_named_on_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-remote/testdata/tls");
    let path = |name: &str| folder.join(name).display().to_string();
    let pem = |name: &str| fs::read(folder.join(name)).unwrap();
    let tls = Some((pem("server.pem"), pem("server.key"), Some(pem("ca.pem"))));
    let fake = Fake::start(Behaviour { tls, ..Behaviour::default() });
    let (address, ca) = (fake.address(), path("ca.pem"));
    let (cert, key) = (path("client.pem"), path("client.key"));
    let words = ["--remote", &address, "--remote-jobs", "2", "--tls-ca", &ca];
    helpers().reduced(&[&words[..], &["--tls-cert", &cert, "--tls-key", &key]].concat());
    let said = refused(&words);
    assert!(said.contains("--tls-cert FILE"), "{said}");
    let other = path("other-ca.pem");
    let said = refused(&["--remote", &address, "--tls-ca", &other, "--tls-cert", &cert, "--tls-key", &key]);
    assert!(said.contains("--tls-ca"), "{said}");
}

/// What is said of a reduction that cannot begin.
fn refused(more: &[&str]) -> String {
    let output = plain().run(more);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_commands_and_settings_of_the_page_for_users_work_as_they_are_typed() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/remote.md")).unwrap();
    let (_, page) = page.split_once("## For users: three commands").unwrap();
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).take(4).collect();
    let [token, reduce, again, settings] = blocks[..] else { panic!("{blocks:?}") };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-remote/testdata/tls");
    let pem = |name: &str| fs::read(folder.join(name)).unwrap();
    let fake = Fake::start(Behaviour {
        tls: Some((pem("server.pem"), pem("server.key"), None)),
        token: Some("Bearer sesame".into()),
        properties: vec!["OSFamily".into()],
        ..Behaviour::default()
    });
    let case = Case::new(
        &[
            ("test.sh", "#!/bin/sh\n. ./helper.sh\nneeds boom crash.c && needs '#define x' include/x.h\n"),
            ("helper.sh", "needs() { grep -q \"$1\" \"$2\"; }\n"),
            ("include/x.h", "#define x 1\n"),
            ("crash.c", "int a;\nint boom;\nint b;\n"),
        ],
        "",
        "crash.min.c",
    );
    let bin = Path::new(env!("CARGO_BIN_EXE_dwindle")).parent().unwrap().display();
    let typed = |commands: &str| {
        let commands = commands.strip_prefix("sh\n").unwrap();
        let commands = commands.replace("grpcs://farm.example:443", &fake.address());
        let mut shell = Command::new("sh");
        shell.args(["-ec", &commands]).current_dir(case.dir.path()).stdin(Stdio::null()).env_clear();
        shell.env("PATH", format!("{bin}:/usr/local/bin:/usr/bin:/bin")).env("HOME", case.dir.path());
        // The certificate authorities of the system.
        shell.env("SSL_CERT_FILE", folder.join("ca.pem"));
        shell.env("TOKEN", "sesame").env("FARM_TOKEN", "Bearer sesame");
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{commands}\n{said}");
        said
    };
    typed(token);
    typed(reduce);
    assert_eq!(fs::read_to_string(case.dir.path().join(case.result)).unwrap().trim(), "boom;");
    let tests = fake.counts().executions();
    assert!(tests > 10);
    typed(again);
    assert!(fake.counts().executions() <= tests + 2, "it was at its end: only the input is looked at again");
    let settings =
        settings.strip_prefix("toml\n").unwrap().replace("grpcs://farm.example:443", &fake.address());
    fs::write(case.dir.path().join("dwindle.toml"), settings).unwrap();
    typed("sh\ndwindle reduce --fresh --with helper.sh --with include ./test.sh crash.c");
    assert!(fake.counts().executions() > tests, "other properties make other actions");
}

#[test]
fn what_is_wrong_with_a_farm_is_said_with_what_to_type() {
    assert!(refused(&["--slurm"]).contains("salloc --ntasks 64 dwindle reduce --slurm"));
    let said = refused(&["--remote", "grpc://127.0.0.1:1"]);
    assert!(said.contains("no connection to the farm at grpc://127.0.0.1:1"), "{said}");
    let said = refused(&["--remote", "farm:8980"]);
    assert!(said.contains("give grpc://HOST:PORT"), "{said}");
    let said = refused(&["--remote", "grpc://h:1", "--header", "authorization=Bearer sesame"]);
    assert!(said.contains("--header authorization=@FILE") && !said.contains("sesame"), "{said}");
    let said = refused(&["--remote", "grpc://h:1", "--header", "authorization=env:NOT_SET"]);
    assert!(said.contains("NOT_SET is not set"), "{said}");
    let said = refused(&["--remote", "grpc://h:1", "--platform", "linux"]);
    assert!(said.contains("--platform OSFamily=linux"), "{said}");
    let said = refused(&["--instance", "main"]);
    assert!(said.contains("--remote"), "{said}");
    let fake = Fake::start(Behaviour::default());
    let said = refused(&["--remote", &fake.address(), "--instance", "other"]);
    assert!(said.contains("--instance NAME"), "{said}");
    let said = refused(&["--remote", &fake.address(), "--platform", "os=plan9"]);
    assert!(said.contains("such as --platform OSFamily=linux"), "{said}");
}

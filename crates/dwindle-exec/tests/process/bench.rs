//! A workbench: a supervisor, a directory for it, and short ways to say a test.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dwindle_exec::process::{Command, Launcher, Limits, Report, Run, Sandbox, Stdin, Supervisor, TempFiles};
use tempfile::TempDir;

pub(crate) struct Bench {
    pub(crate) supervisor: Supervisor,
    pub(crate) scratch: TempDir,
}

impl Bench {
    pub(crate) fn keeper() -> Self {
        Self::of(&launcher())
    }

    pub(crate) fn direct() -> Self {
        Self::of(&Launcher::Direct)
    }

    /// With and without a keeper: what must be the same.
    pub(crate) fn both() -> [Self; 2] {
        [Self::keeper(), Self::direct()]
    }

    pub(crate) fn of(launcher: &Launcher) -> Self {
        let scratch = TempDir::new().unwrap();
        Self { supervisor: launcher.open(scratch.path()).unwrap(), scratch }
    }

    pub(crate) fn dir(&self) -> &Path {
        self.scratch.path()
    }

    /// Runs a shell script with a generous timeout.
    pub(crate) fn sh(&mut self, script: &str) -> Report {
        self.run(&sh(script))
    }

    pub(crate) fn run(&mut self, command: &Command) -> Report {
        self.timed(command, Duration::from_secs(30))
    }

    pub(crate) fn timed(&mut self, command: &Command, timeout: Duration) -> Report {
        let run = Run { timeout: Some(timeout), ..run(self.dir()) };
        self.supervisor.run(command, &run).unwrap()
    }

    /// Writes a file into the directory.
    pub(crate) fn file(&self, name: &str, mode: u32, text: &str) -> PathBuf {
        let path = self.dir().join(name);
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    /// The process number a script wrote into a file, waited for.
    pub(crate) fn pid_in(&self, name: &str) -> i32 {
        read_pid(&self.dir().join(name))
    }
}

pub(crate) fn read_pid(path: &Path) -> i32 {
    let mut pid = None;
    eventually("a script writes its process number", || {
        pid = fs::read_to_string(path).ok().and_then(|text| text.strip_suffix('\n')?.parse().ok());
        pid.is_some()
    });
    pid.unwrap()
}

pub(crate) fn run(dir: &Path) -> Run {
    Run { dir: dir.to_owned(), stdin: Stdin::Null, timeout: None }
}

pub(crate) fn sh(script: &str) -> Command {
    program("/bin/sh", &["-c", script])
}

pub(crate) fn program(program: &str, args: &[&str]) -> Command {
    Command {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        env: vec![("PATH".into(), "/usr/bin:/bin:/usr/sbin:/sbin".into())],
        limits: Limits::default(),
        grace: Duration::from_millis(50),
        output_cap: 1024,
    }
}

/// `cargo test` builds the examples beside the tests.
pub(crate) fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let keeper = test.parent().and_then(Path::parent).unwrap().join("examples/keeper");
    assert!(keeper.exists(), "{} is missing: cargo build -p dwindle --example keeper", keeper.display());
    keeper
}

pub(crate) fn launcher() -> Launcher {
    Launcher::Keeper {
        program: example(),
        args: vec!["__keeper".into()],
        temp: TempFiles::InScratch,
        sandbox: Sandbox::default(),
    }
}

/// Waits for something that must come soon.
#[expect(clippy::disallowed_methods, reason = "tests wait for other processes")]
pub(crate) fn within(limit: Duration, mut come: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while !come() {
        if began.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

pub(crate) fn eventually(what: &str, come: impl FnMut() -> bool) {
    assert!(within(Duration::from_secs(20), come), "never: {what}");
}

/// Whether a process is there and no zombie.
pub(crate) fn alive(pid: i32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')))
}

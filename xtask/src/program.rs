//! The program as users have it: built for release and run in a directory of its own.

mod kill;

pub(crate) use kill::kill;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

/// The program, and a directory in which it may do what it wants.
pub(crate) struct Bench {
    program: PathBuf,
    dir: TempDir,
}

/// How one run of the program ended.
pub(crate) struct Ran {
    pub(crate) time: Duration,
    /// The most memory that the main process had in use, in bytes.
    pub(crate) memory: u64,
    pub(crate) code: Option<i32>,
}

#[expect(clippy::disallowed_methods, reason = "development tasks run programs")]
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    Command::new(program)
}

#[expect(clippy::disallowed_methods, reason = "development tasks measure time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

impl Bench {
    pub(crate) fn new() -> Result<Self> {
        Self::built_with(&[])
    }

    /// The same with all languages in it.
    pub(crate) fn with_all_languages() -> Result<Self> {
        Self::built_with(&["--features", "all-languages"])
    }

    fn built_with(features: &[&str]) -> Result<Self> {
        let build = command("cargo")
            .args(["build", "--release", "--quiet", "--package", "dwindle-cli"])
            .args(features)
            .status()?;
        ensure!(build.success(), "the program does not build");
        let own = std::env::current_exe()?;
        let program = own.with_file_name("dwindle");
        ensure!(program.exists(), "{} is not there", program.display());
        Ok(Self { program, dir: TempDir::new()? })
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Compiles a C program and gives its path.
    pub(crate) fn compile(&self, name: &str, source: &str) -> Result<PathBuf> {
        let (from, to) = (self.path(&format!("{name}.c")), self.path(name));
        write(&from, source.as_bytes())?;
        let status = command("cc").arg("-O1").arg("-o").arg(&to).arg(&from).status().context("running cc")?;
        ensure!(status.success(), "{name}.c does not compile");
        Ok(to)
    }

    /// Starts `dwindle` with these arguments in the directory.
    fn start(&self, args: &[&std::ffi::OsStr], env: &[(&str, &std::ffi::OsStr)]) -> Result<Child> {
        let log = File::create(self.path("stderr"))?;
        let mut command = command(&self.program);
        command
            .args(args)
            .envs(env.iter().copied())
            .current_dir(self.dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        Ok(command.spawn()?)
    }

    /// Runs `dwindle` to its end.
    pub(crate) fn run(&self, args: &[&std::ffi::OsStr]) -> Result<Ran> {
        self.run_with(args, &[])
    }

    /// Runs `dwindle` to its end, with these variables in its environment too.
    pub(crate) fn run_with(
        &self,
        args: &[&std::ffi::OsStr],
        env: &[(&str, &std::ffi::OsStr)],
    ) -> Result<Ran> {
        let begin = now();
        let mut child = self.start(args, env)?;
        let mut memory = 0;
        let status = loop {
            memory = peak_memory(child.id()).unwrap_or(memory).max(memory);
            if let Some(status) = child.try_wait()? {
                break status;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        Ok(Ran { time: begin.elapsed(), memory, code: status.code() })
    }

    /// Runs `dwindle`, which must end well.
    pub(crate) fn run_well(&self, args: &[&std::ffi::OsStr]) -> Result<Ran> {
        let ran = self.run(args)?;
        if ran.code != Some(0) {
            bail!("dwindle ended with {:?}:\n{}", ran.code, fs::read_to_string(self.path("stderr"))?);
        }
        Ok(ran)
    }
}

/// `VmHWM` of a process.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    File::create(path)?.write_all(bytes)?;
    Ok(())
}

/// How many bytes a file has: how often a test that appends one byte to it was run.
pub(crate) fn count(path: &Path) -> Result<u64> {
    Ok(fs::metadata(path)?.len())
}

/// The arguments of a command line, of whatever kind they are.
macro_rules! args {
    ($($arg:expr),* $(,)?) => { &[$(std::ffi::OsStr::new(&$arg)),*][..] };
}
pub(crate) use args;

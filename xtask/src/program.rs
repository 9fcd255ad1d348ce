//! The program as users have it: built for release and run in a directory of its own.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

/// The program, and a directory in which it may do what it wants.
#[derive(Debug)]
pub struct Bench {
    program: PathBuf,
    dir: TempDir,
}

/// How one run of the program ended.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    /// How long it took.
    pub time: Duration,
    /// The most memory that the main process had in use, in bytes.
    pub memory: u64,
    /// Its exit code; none where a signal ended it.
    pub code: Option<i32>,
}

/// A command that runs `program`.
#[expect(clippy::disallowed_methods, reason = "development tasks run programs")]
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    Command::new(program)
}

/// The time now.
#[expect(clippy::disallowed_methods, reason = "development tasks measure time")]
pub fn now() -> Instant {
    Instant::now()
}

impl Bench {
    /// Builds the program.
    ///
    /// # Errors
    /// When it does not build.
    pub fn new() -> Result<Self> {
        Self::built_with(&[])
    }

    /// The same with all languages in it.
    ///
    /// # Errors
    /// When it does not build.
    pub fn with_all_languages() -> Result<Self> {
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

    /// Where the program is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Where something of this name is in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Compiles a C program and gives its path.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn compile(&self, name: &str, source: &str) -> Result<PathBuf> {
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

    /// Runs `dwindle` to its end, with these variables in its environment too.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn run_with(&self, args: &[&std::ffi::OsStr], env: &[(&str, &std::ffi::OsStr)]) -> Result<Ran> {
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
    ///
    /// # Errors
    /// When it cannot be run, or does not end well.
    pub fn run_well(&self, args: &[&std::ffi::OsStr]) -> Result<Ran> {
        let ran = self.run_with(args, &[])?;
        if ran.code != Some(0) {
            bail!("dwindle ended with {:?}:\n{}", ran.code, fs::read_to_string(self.path("stderr"))?);
        }
        Ok(ran)
    }
}

/// The most memory that a process had in use, in bytes (`VmHWM`).
pub fn peak_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}

/// Writes a file.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    File::create(path)?.write_all(bytes)?;
    Ok(())
}

/// How many bytes a file has: how often a test that appends one byte to it was run.
///
/// # Errors
/// When there is no such file.
pub fn count(path: &Path) -> Result<u64> {
    Ok(fs::metadata(path)?.len())
}

/// The arguments of a command line, of whatever kind they are.
#[macro_export]
macro_rules! args {
    ($($arg:expr),* $(,)?) => { &[$(std::ffi::OsStr::new(&$arg)),*][..] };
}
pub use args;

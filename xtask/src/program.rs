//! The program as users have it: built for release and run in a directory of its own; and what tasks do with files.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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

/// What `command` prints, if it ends well.
///
/// # Errors
/// When it cannot be run, or ends otherwise.
pub fn succeed(command: &mut Command) -> Result<String> {
    let program = command.get_program().display().to_string();
    let ran = command.output().with_context(|| format!("running {program}"))?;
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    let [out, errors] = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    ensure!(
        ran.status.success(),
        "{program} {} ended with {:?}:\n{out}{errors}",
        words.join(" "),
        ran.status.code()
    );
    Ok(out.into_owned())
}

/// A path as one word of a shell.
///
/// # Errors
/// When it is not UTF-8.
pub fn quoted(path: &Path) -> Result<String> {
    let path = path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?;
    Ok(format!("'{}'", path.replace('\'', r"'\''")))
}

/// Builds the program for release, with these features besides the usual ones, and says where it is.
///
/// # Errors
/// When it does not build.
pub fn built(features: &[&str]) -> Result<PathBuf> {
    let mut build = command("cargo");
    build.args(["build", "--release", "--quiet", "--package", "dwindle-cli", "--features"]);
    ensure!(build.arg(features.join(",")).status()?.success(), "the program does not build");
    let program = std::env::current_exe()?.with_file_name("dwindle");
    ensure!(program.exists(), "{} is not there", program.display());
    Ok(program)
}

/// The program that was named, or else one built for release.
///
/// # Errors
/// When it is not there, or does not build.
pub fn named_or_built(named: Option<&Path>) -> Result<PathBuf> {
    match named {
        Some(program) => fs::canonicalize(program).with_context(|| program.display().to_string()),
        None => built(&[]),
    }
}

/// The time now.
#[expect(clippy::disallowed_methods, reason = "development tasks measure time")]
pub fn now() -> Instant {
    Instant::now()
}

impl Bench {
    /// Builds the program, with these features besides the usual ones.
    ///
    /// # Errors
    /// When it does not build.
    pub fn new(features: &[&str]) -> Result<Self> {
        Ok(Self { program: built(features)?, dir: TempDir::new()? })
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

    /// A run of `dwindle` in the directory, whose messages go into a file there.
    ///
    /// # Errors
    /// When there cannot be such a file.
    pub fn dwindle(&self) -> Result<Command> {
        let mut dwindle = command(&self.program);
        dwindle.current_dir(self.dir.path()).stdin(Stdio::null()).stdout(Stdio::null());
        dwindle.stderr(File::create(self.path("stderr"))?);
        Ok(dwindle)
    }

    /// Runs it to its end, which must be with one of these exit codes.
    ///
    /// # Errors
    /// When it cannot be run, or ends otherwise.
    pub fn run(&self, dwindle: &mut Command, codes: &[i32]) -> Result<Ran> {
        let begin = now();
        let mut child = dwindle.spawn()?;
        let mut memory = 0;
        let status = loop {
            memory = peak_memory(child.id()).unwrap_or(memory).max(memory);
            if let Some(status) = child.try_wait()? {
                break status;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let ran = Ran { time: begin.elapsed(), memory, code: status.code() };
        if !ran.code.is_some_and(|code| codes.contains(&code)) {
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

/// Writes to standard output as it is.
///
/// # Errors
/// When it cannot be written.
pub fn print(text: &str) -> Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
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

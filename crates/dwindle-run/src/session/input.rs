//! The input: read whole, with its name and its permission bits.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use dwindle::{Text, TooLarge};
use dwindle_exec::scratch::folder_of;

use crate::error::RunError;
use crate::exit::Exit;
use crate::inputs;
use crate::settings::{self, Settings};
use crate::text::{nearest, number, shown};

/// What is reduced, as it was found.
#[derive(Clone, Debug)]
pub struct Input<A = Text> {
    /// What was read.
    pub artifact: A,
    /// The file name that candidates get.
    pub name: OsString,
    /// The absolute path of the file; `None` for standard input.
    pub path: Option<PathBuf>,
    /// What it is called in messages: the path as it was typed.
    pub shown: String,
    /// The file's permission bits.
    pub mode: Option<u32>,
}

impl Input {
    /// Reads it, of less than 4 GiB.
    ///
    /// # Errors
    /// When there is no such file, it is no file, it is too large, it cannot be read, or there is nothing in it.
    pub fn read(from: &settings::Input) -> Result<Self, RunError> {
        Self::read_at_most(from, Text::FINE)
    }

    /// Reads what a plan reduces, which may be as large as half of the memory that there is.
    ///
    /// # Errors
    /// As [`Input::read`].
    pub fn read_any_size(from: &settings::Input) -> Result<Self, RunError> {
        Self::read_at_most(from, (memory() / 2).clamp(Text::FINE, Text::LARGEST))
    }

    fn read_at_most(from: &settings::Input, most: u64) -> Result<Self, RunError> {
        let read = match from {
            settings::Input::Stdin => {
                let bytes = whole(io::stdin().lock(), most, |error| {
                    RunError::usage(format!("cannot read the input from standard input: {error}"))
                })?;
                let shown = "standard input".to_owned();
                Input { artifact: bytes, name: "input".into(), path: None, shown, mode: None }
            }
            settings::Input::File(path) => read_file(path, most)?,
            settings::Input::Made(name) => {
                // What a command made itself it does not read.
                return Err(RunError::usage(format!("{name} is not a file")));
            }
            settings::Input::Several(paths) => {
                return Err(RunError::usage(format!(
                    "{} inputs, but this command takes one",
                    number(paths.len() as u64)
                ))
                .hint("name further files that the test needs with --with FILE")
                .hint("`dwindle reduce` accepts several inputs"));
            }
        };
        let Input { artifact: bytes, name, path, shown, mode } = read;
        if bytes.is_empty() {
            return Err(RunError::new(Exit::NotFailing, format!("the input is empty: {shown}")).hint(
                "there is nothing to remove; if the test fails on an empty input, it is already minimal",
            ));
        }
        let artifact = Text::of_any_size(bytes).map_err(too_large)?;
        Ok(Self { artifact, name, path, shown, mode })
    }
}

/// How many bytes of memory the machine has.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let about = rustix::system::sysinfo();
    about.totalram as u64 * u64::from(about.mem_unit)
}

/// Not known.
#[cfg(not(target_os = "linux"))]
fn memory() -> u64 {
    u64::MAX
}

fn read_file(path: &Path, most: u64) -> Result<Input<Vec<u8>>, RunError> {
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_such_file(path).hint("the order is INPUT -- COMMAND {}, or TEST INPUT"),
        _ => cannot_read(path, &error),
    })?;
    if about.is_dir() {
        return Err(RunError::usage(format!("{} is a directory, not a file", shown(path))).hint(
            "name one file, and others that the test needs with --with; `dwindle reduce` accepts directories",
        ));
    }
    // A device may have no end.
    let most = if about.is_file() { most } else { Text::FINE };
    if about.len() > most {
        return Err(too_large(TooLarge { bytes: about.len(), most }));
    }
    let failed = |error| {
        cannot_read(path, &error).hint("check its permissions, or copy it to a place where you may read it")
    };
    let artifact = whole(File::open(path).map_err(failed)?, most, failed)?;
    let (shown, path) = (shown(path), absolute(path));
    let mode = Some(about.permissions().mode() & 0o7777);
    let name = path.file_name().unwrap_or(path.as_os_str()).to_owned();
    Ok(Input { artifact, name, shown, path: Some(path), mode })
}

/// All that there is to read, if that is not more than an input may have: a device has no size, and may have no end.
fn whole(
    from: impl Read,
    most: u64,
    failed: impl FnOnce(io::Error) -> RunError,
) -> Result<Vec<u8>, RunError> {
    let mut read = Vec::new();
    from.take(most + 1).read_to_end(&mut read).map_err(failed)?;
    let bytes = read.len() as u64;
    if bytes > most { Err(too_large(TooLarge { bytes, most })) } else { Ok(read) }
}

/// The error of an input that is not even read, if that can be helped.
fn too_large(error: TooLarge) -> RunError {
    RunError::usage(error.to_string()).hint(
        "reduce a part of it that still fails, such as its first half (head -c) or its last one (tail -c)",
    )
}

/// The error of something that is there and cannot be read.
pub(super) fn cannot_read(path: &Path, error: &io::Error) -> RunError {
    RunError::usage(format!("cannot read {}: {error}", shown(path)))
}

/// The error of a name that nothing has, with the one beside it that may be meant.
fn no_such_file(path: &Path) -> RunError {
    let error = RunError::usage(format!("no such file: {}", shown(path)));
    let entries = fs::read_dir(folder_of(path)).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let word = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    match nearest(word, names.iter().map(String::as_str)) {
        Some(name) => error.hint(format!("did you mean {}?", shown(&path.with_file_name(name)))),
        None => error,
    }
}

impl<A> Input<A> {
    /// What stands on the command line itself, and is called `shown`.
    pub fn made(artifact: A, settings: &Settings, shown: String) -> Self {
        Self { artifact, name: settings.input.name().into(), path: None, shown, mode: None }
    }

    /// The same under another name in tests, where there is one.
    #[must_use]
    pub fn called(self, name: Option<OsString>) -> Self {
        let name = name.unwrap_or_else(|| self.name.clone());
        Self { name, ..self }
    }

    /// Whether `path` lies inside the input, as something in a directory does.
    pub fn holds(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| absolute(path));
        self.path
            .as_deref()
            .is_some_and(|input| input.is_dir() && real(folder_of(path)).starts_with(real(input)))
    }

    /// The path beside which results and run directories lie.
    pub fn beside(&self) -> PathBuf {
        let path = self.path.clone().unwrap_or_else(|| Path::new(".").join(&self.name));
        inputs::beside(&path).unwrap_or(path)
    }
}

/// The path from the root on, without following links: results lie beside the name that the user gave.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

//! The input: read whole, with its name and its permission bits.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use dwindle::space::Text;

use crate::error::CliError;
use crate::exit::Exit;
use crate::settings;

/// What is reduced, as it was found.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) text: Text,
    /// The file name that candidates get.
    pub(crate) name: OsString,
    /// The absolute path of the file; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// The file's permission bits.
    pub(crate) mode: Option<u32>,
}

impl Input {
    /// Reads it.
    ///
    /// # Errors
    /// When there is no such file, it is no file, it cannot be read, or there is nothing in it.
    pub(crate) fn read(from: &settings::Input) -> Result<Self, CliError> {
        let (bytes, name, path, mode) = match from {
            settings::Input::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map_err(|error| {
                    CliError::usage(format!("cannot read the input from standard input: {error}"))
                })?;
                (bytes, OsString::from("input"), None, None)
            }
            settings::Input::File(path) => Self::read_file(path)?,
        };
        if bytes.is_empty() {
            let what = path.as_deref().map_or("standard input".into(), shown);
            return Err(CliError::new(Exit::NotFailing, format!("the input is empty: {what}")).hint(
                "there is nothing to remove; if the test fails on an empty input, that is the failure",
            ));
        }
        let text = Text::new(bytes).map_err(|error| CliError::usage(error.to_string()))?;
        Ok(Self { text, name, path, mode })
    }

    #[expect(clippy::type_complexity, reason = "the four parts of what is read, taken apart at once")]
    fn read_file(path: &Path) -> Result<(Vec<u8>, OsString, Option<PathBuf>, Option<u32>), CliError> {
        let about = fs::metadata(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => CliError::usage(format!("there is no file {}", shown(path)))
                .hint("the order is `dwindle reduce INPUT -- COMMAND {}` or `dwindle reduce TEST INPUT`"),
            _ => CliError::usage(format!("cannot read {}: {error}", shown(path))),
        })?;
        if about.is_dir() {
            return Err(CliError::usage(format!("{} is a directory, not a file", shown(path)))
                .hint("name the one file to reduce; others can be laid beside it with --with"));
        }
        let bytes = fs::read(path).map_err(|error| {
            CliError::usage(format!("cannot read {}: {error}", shown(path)))
                .hint("check its permissions, or copy it where you may read it")
        })?;
        let whole = fs::canonicalize(path)
            .map_err(|error| CliError::usage(format!("cannot find {}: {error}", shown(path))))?;
        let name = path.file_name().unwrap_or(whole.as_os_str()).to_owned();
        Ok((bytes, name, Some(absolute(path)), Some(about.permissions().mode() & 0o7777)))
    }
}

/// The path from the root on, without following links: results lie beside the name that the user gave.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// A path as it is shown: quoted, with escapes, when it is not plain text.
pub(crate) fn shown(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.chars().any(|c| c.is_control() || c == ' ') => text.to_owned(),
        _ => format!("{path:?}"),
    }
}

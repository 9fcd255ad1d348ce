//! Messages for programs: JSON Lines on standard output, `{"type": ..., "data": ...}`.
//!
//! The first is `start` and the last `end` or `error` (alone when the command line is wrong); what stands
//! between are the events of the run as the library tells them, and what some commands find on the way. A name that is
//! not valid UTF-8 is `{"bytes": base64}` instead of `{"text": ...}`. docs/json.md says so to users, and
//! docs/messages.schema.json defines each message.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dwindle_run::settings::{Input, Settings};
use serde::Serialize;

/// The number of this form of messages; goes up when something is no longer what it was.
const FORMAT: u32 = 2;

#[derive(Serialize)]
struct Message<'a, T: ?Sized> {
    #[serde(rename = "type")]
    kind: &'a str,
    data: &'a T,
}

/// Writes one message.
pub(super) fn write(kind: &str, data: &impl Serialize) -> io::Result<()> {
    line(&Message { kind, data })
}

/// Writes `message` as one line.
pub(super) fn line(message: &impl Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(message)?;
    bytes.push(b'\n');
    let mut out = io::stdout().lock();
    out.write_all(&bytes)?;
    out.flush()
}

/// The first message: what runs.
#[derive(Debug, Serialize)]
pub struct Start {
    format: u32,
    version: &'static str,
    command: &'static str,
    /// `null` for standard input, and where inputs are only looked for; of several the first.
    input: Option<Name>,
    /// All of several inputs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<Name>,
    pub(super) jobs: usize,
    /// The settings file that options were read from, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) settings_file: Option<Name>,
}

impl Start {
    /// `command` runs with `settings`.
    pub fn new(command: &'static str, settings: &Settings) -> Self {
        let start = Self::without_input(command, settings.jobs);
        match &settings.input {
            Input::File(path) => Self { input: Some(Name::of(path)), ..start },
            Input::Several(paths) => {
                let inputs: Vec<Name> = paths.iter().map(|path| Name::of(path)).collect();
                Self { input: inputs.first().cloned(), inputs, ..start }
            }
            Input::Stdin => start,
            Input::Made(name) => Self { input: Some(Name::of(Path::new(name))), ..start },
        }
    }

    /// `command` runs this many tests in parallel.
    pub fn without_input(command: &'static str, jobs: usize) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            command,
            input: None,
            inputs: Vec::new(),
            jobs,
            settings_file: None,
        }
    }
}

/// A path or another name that need not be text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    /// It is text.
    Text(String),
    /// It is not: base64 of its bytes, with padding (RFC 4648, section 4).
    Bytes(String),
}

impl Name {
    /// The name of `path`.
    pub fn of(path: &Path) -> Self {
        let name: &OsStr = path.as_os_str();
        name.to_str()
            .map_or_else(|| Self::Bytes(STANDARD.encode(name.as_bytes())), |text| Self::Text(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_text_where_it_can_be() {
        let json =
            |name: &[u8]| serde_json::to_string(&Name::of(Path::new(OsStr::from_bytes(name)))).unwrap();
        assert_eq!(json(b"a\nb"), r#"{"text":"a\nb"}"#);
        assert_eq!(json(b"\xff"), r#"{"bytes":"/w=="}"#);
    }
}

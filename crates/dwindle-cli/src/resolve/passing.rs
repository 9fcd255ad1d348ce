//! An environment in a file, as `env` or `env -0` prints it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use dwindle_run::error::RunError;
use dwindle_run::text::shown;

/// Reads the variables of the file at `path`.
///
/// # Errors
/// When it cannot be read, or a line of it is no variable.
pub(super) fn read(path: &OsStr) -> Result<BTreeMap<OsString, OsString>, RunError> {
    let name = shown(Path::new(path));
    let bytes = fs::read(path).map_err(|error| {
        RunError::usage(format!("--passing-env {name}: {error}"))
            .hint("create it where the command passes: env -0 > good.env")
    })?;
    parse(&bytes).map_err(|wrong| {
        RunError::usage(format!("--passing-env {name}, {wrong}"))
            .detail("every line is NAME=value")
            .hint("if values contain line breaks, create the file with `env -0`")
    })
}

/// The variables in `bytes`: each ended by a zero byte where there is any, else a line each.
fn parse(bytes: &[u8]) -> Result<BTreeMap<OsString, OsString>, String> {
    let (what, end) = if bytes.contains(&0) { ("entry", 0) } else { ("line", b'\n') };
    let mut variables = BTreeMap::new();
    for (number, entry) in (1..).zip(bytes.split(|&byte| byte == end)) {
        if entry.is_empty() {
            continue;
        }
        let wrong = |why: &str| {
            format!("{what} {number}: {why}: {:.40}", format!("{:?}", entry.escape_ascii().to_string()))
        };
        let at = entry.iter().position(|&byte| byte == b'=').ok_or_else(|| wrong("there is no `=`"))?;
        let (name, value) = (&entry[..at], &entry[at + 1..]);
        if name.is_empty() || name.iter().any(u8::is_ascii_whitespace) {
            return Err(wrong("there is no name before the `=`"));
        }
        let name = OsString::from_vec(name.to_vec());
        if variables.insert(name, OsStr::from_bytes(value).to_owned()).is_some() {
            return Err(wrong("the name was defined before"));
        }
    }
    if variables.is_empty() { Err("line 1: the file is empty".to_owned()) } else { Ok(variables) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(bytes: &[u8]) -> Result<String, String> {
        let pairs = parse(bytes)?;
        let shown: Vec<_> = pairs.iter().map(|(name, value)| format!("{name:?}={value:?}")).collect();
        Ok(shown.join(" "))
    }

    #[test]
    fn lines_and_entries_ended_by_zero_bytes_are_read() {
        assert_eq!(parsed(b"B=1\n\nA=x=y\n").unwrap(), r#""A"="x=y" "B"="1""#);
        assert_eq!(parsed(b"B=1\nmore\0A=\0").unwrap(), r#""A"="" "B"="1\nmore""#);
    }

    #[test]
    fn what_is_no_variable_is_named_by_its_line() {
        assert_eq!(parsed(b"A=1\nmore\n").unwrap_err(), r#"line 2: there is no `=`: "more""#);
        assert_eq!(
            parsed(b"A=1\n  x = 2\n").unwrap_err(),
            r#"line 2: there is no name before the `=`: "  x = 2""#
        );
        assert_eq!(parsed(b"A=1\0A=2\0").unwrap_err(), r#"entry 2: the name was defined before: "A=2""#);
        assert_eq!(parsed(b"\n").unwrap_err(), "line 1: the file is empty");
    }
}

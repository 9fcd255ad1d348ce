//! Operands in the wrong order.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use dwindle_run::error::RunError;
use dwindle_run::settings::begins_as_script;
use dwindle_run::text::shell;

use super::lithium;

/// Whoever puts the input first is told the command line that was meant.
pub(super) fn check(test: &OsStr, inputs: &[OsString]) -> Result<(), RunError> {
    let is_script = |word: &OsStr| {
        let path = Path::new(word);
        let is_executable = path.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0);
        path.is_file() && (is_executable || begins_as_script(path) || lithium::is_module(word))
    };
    let Some(script) = inputs.iter().find(|word| is_script(word)) else { return Ok(()) };
    if !Path::new(test).exists() || is_script(test) {
        return Ok(());
    }
    let mut words = crate::environment::typed();
    let at = |of: &OsStr| words.iter().position(|word| word == of);
    if let (Some(at), Some(from)) = (at(test), words.iter().rposition(|word| word == script)) {
        let script = words.remove(from);
        words.insert(at, script);
    }
    Err(RunError::usage(format!("{} is not a test script, and {} is one", test.display(), script.display()))
        .hint(format!("did you mean: dwindle {}", shell::quoted(words))))
}

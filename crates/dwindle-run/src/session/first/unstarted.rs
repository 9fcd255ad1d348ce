//! What is said of a test that cannot be started.

use std::ffi::OsStr;
use std::path::Path;

use dwindle_exec::process::NotStarted;

use super::script;
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::begins_as_script;
use crate::text::{nearby, shell, shown};

/// Why the test's program could not be started, and what to do.
pub fn not_started(program: &OsStr, kind: NotStarted, why: &str) -> RunError {
    let path = Path::new(program);
    if let Some((what, hint)) = script::trouble(path) {
        let message = format!("the test cannot be run: {}: {what}", shown(path));
        return RunError::new(Exit::CouldNotRun, message).hint(hint);
    }
    let program = shown(path);
    let what = if why.starts_with(&program) { why.to_owned() } else { format!("{program}: {why}") };
    let error = RunError::new(Exit::CouldNotRun, format!("the test cannot be run: {what}"));
    match kind {
        NotStarted::NotFound if path.components().count() == 1 && path.is_file() => {
            error.hint(format!("to run the one in this directory, write ./{program}"))
        }
        NotStarted::NotFound => error.hint("check the name; a test in this directory is written ./test.sh"),
        NotStarted::PermissionDenied | NotStarted::BadFormat if !begins_as_script(path) => error
            .hint(script::usual_beginning(path))
            .hint("a command that takes the input is written after it: dwindle reduce INPUT -- COMMAND {}"),
        NotStarted::PermissionDenied => {
            error.hint(format!("make it executable: chmod +x {}", shell::quoted([nearby(path)])))
        }
        NotStarted::BadFormat => error.hint(script::usual_beginning(path)),
        NotStarted::Other => error,
    }
}

//! What the program is told besides its words: the environment, and the command line as it was typed.
//!
//! The only room that reads the environment, with `ui` for `TERM` and `NO_COLOR`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use dwindle_run::error::RunError;
use dwindle_run::settings::Keeper;
use dwindle_run::settings::State;

use crate::args;

/// The hidden mode in which this program is a keeper.
pub const KEEPER: &str = "__keeper";
/// The hidden mode in which this program is the tracer of native programs.
pub const NATIVE: &str = "__native-tracer";

/// This program in its hidden mode as a keeper.
///
/// # Errors
/// When the system does not say where it lies.
pub fn keeper() -> Result<Keeper, RunError> {
    Ok(Keeper { program: own()?, args: vec![KEEPER.into()] })
}

/// Where this program lies.
///
/// # Errors
/// When the system does not say it.
pub fn own() -> Result<PathBuf, RunError> {
    std::env::current_exe()
        .map_err(|error| RunError::internal(format!("cannot find this program itself: {error}")))
}

/// The command line as it was typed, for commands that are to be typed next.
pub fn typed() -> Vec<OsString> {
    args::written_out(std::env::args_os().collect()).into_iter().skip(1).collect()
}

/// The complete environment, which the tests are given.
#[expect(clippy::disallowed_methods, reason = "here the program reads the environment, and only here")]
pub fn variables() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// A variable that is set, and not to nothing.
#[expect(clippy::disallowed_methods, reason = "here the program reads the environment, and only here")]
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The secret that the user put into this variable.
pub fn secret(name: &str) -> Option<OsString> {
    variable(name)
}

/// Where run data may go: what is `given`, or an environment variable names, and the user's own place.
pub fn state(given: Option<&OsStr>) -> State {
    let given = given.map(OsStr::to_owned).or_else(|| variable("DWINDLE_STATE_DIR"));
    // As the specification of these directories has it, a relative path counts for none.
    let user = variable("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let user = user.or_else(|| Some(home()?.join(".local/state")));
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    State { given: given.map(|path| absolute(path.into())), user: user.map(|path| path.join("dwindle")) }
}

/// The `clang_delta` that a variable names, and that nothing else is to be looked for.
pub fn clang_delta() -> Option<OsString> {
    variable("DWINDLE_CLANG_DELTA")
}

/// The home directory, above which no settings file is looked for.
pub fn home() -> Option<PathBuf> {
    variable("HOME").map(PathBuf::from)
}

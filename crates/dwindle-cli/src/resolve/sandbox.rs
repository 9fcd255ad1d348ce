//! What tests may do to the rest of the system, from words to settings.

use std::path::{Path, PathBuf};

use dwindle_exec::process::Level;

use crate::args::{self, SandboxLevel};
use dwindle_run::error::RunError;
use dwindle_run::settings::{Asked, Confinement};
use dwindle_run::text::{shell, shown};

/// What the words say of the sandbox.
///
/// # Errors
/// A path is not there.
pub(super) fn confinement(words: &args::Sandbox) -> Result<Confinement, RunError> {
    let args::Sandbox { level, allow_write, allow_net } = words;
    let asked = match level {
        None => Asked::Nothing,
        Some(SandboxLevel::Auto) => Asked::Auto,
        Some(SandboxLevel::Off) => Asked::Level(Level::Off),
        Some(SandboxLevel::Files) => Asked::Level(Level::Files),
        Some(SandboxLevel::Full) => Asked::Level(Level::Full),
    };
    let level = if let Asked::Level(level) = asked { level } else { Level::Off };
    let writable = allow_write.iter().map(|word| writable(Path::new(word)));
    let writable = writable.collect::<Result<_, _>>()?;
    Ok(Confinement { asked, level, is_known: false, writable, network: *allow_net })
}

/// The place that `--allow-write` names.
///
/// # Errors
/// It is not there, or each process has its own.
fn writable(path: &Path) -> Result<PathBuf, RunError> {
    let option = format!("--allow-write {}", shown(path));
    if path.starts_with("/proc") {
        let text = format!("{option}: in the sandbox each process has a /proc of its own");
        return Err(RunError::usage(text).hint("a test that writes there has no sandbox: --sandbox off"));
    }
    path.canonicalize().map_err(|error| {
        let above = path.ancestors().skip(1).find(|above| above.is_dir());
        let such = above.map(|above| format!(", such as --allow-write {}", shell::quoted([above])));
        RunError::usage(format!("{option}: {error}")).hint(format!(
            "name a file or a directory that exists{}: tests may then make files in a directory",
            such.unwrap_or_default()
        ))
    })
}

//! What `--with` names: it is there, and nothing else is to lie in its place.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf, absolute};

use dwindle_run::error::RunError;
use dwindle_run::settings::Input;
use dwindle_run::text::nearby;

/// What is laid beside a candidate, each under the last name of its path.
///
/// # Errors
/// When something is not there or has no name, or two things have the same.
pub(super) fn with(words: &[OsString]) -> Result<Vec<PathBuf>, RunError> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for word in words {
        let path = beside(word)?;
        match paths.iter().find(|other| other.file_name() == path.file_name()) {
            Some(other) if *other == path => {}
            Some(other) => {
                let why = format!("{} would lie in the same place", nearby(other).display());
                return Err(wrong(word, &why)
                    .hint("rename one of them, or put both in a directory, and name that with --with"));
            }
            None => paths.push(path),
        }
    }
    Ok(paths)
}

/// Something to lay beside the candidate: it has to be there, and to have a name of its own.
fn beside(word: &OsStr) -> Result<PathBuf, RunError> {
    let path =
        absolute(word).map_err(|error| wrong(word, &error.to_string()).hint("give a file or a directory"))?;
    if let Err(error) = path.metadata() {
        return Err(
            wrong(word, &error.to_string()).hint("give a file or a directory that exists and can be read")
        );
    }
    if path.file_name().is_none() {
        return Err(wrong(word, "has no name of its own")
            .hint("give a path that ends with its name, such as ../include"));
    }
    Ok(path)
}

/// Whether what is laid `with` a candidate leaves it its place.
///
/// # Errors
/// When something has the name of a candidate, or of what is in a directory that is one.
pub(super) fn leaves_room(with: &[PathBuf], input: &Input) -> Result<(), RunError> {
    let inputs: &[PathBuf] = match input {
        Input::File(path) => std::slice::from_ref(path),
        Input::Several(paths) => paths,
        Input::Stdin | Input::Made(_) => &[],
    };
    let here = absolute(".").unwrap_or_default();
    let name = |input: &Path| {
        let below = absolute(input).ok().and_then(|path| Some(path.strip_prefix(&here).ok()?.to_owned()));
        let first = below.filter(|_| inputs.len() > 1)?.components().next()?.as_os_str().to_owned();
        Some(first)
    };
    for path in with {
        let is_taken = inputs.iter().any(|input| match input.components().next_back() {
            Some(Component::Normal(last)) => {
                path.file_name() == Some(&*name(input).unwrap_or_else(|| last.to_owned()))
            }
            // The directory in which tests run is the candidate.
            _ => path.file_name().is_some_and(|name| input.join(name).symlink_metadata().is_ok()),
        });
        if is_taken {
            return Err(wrong(nearby(path).as_os_str(), "the candidate lies in that place")
                .hint("leave it out: tests find the candidate there, and never the original"));
        }
    }
    Ok(())
}

fn wrong(word: &OsStr, why: &str) -> RunError {
    RunError::usage(format!("--with {}: {why}", word.display()))
}

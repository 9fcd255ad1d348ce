//! Where results go.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use dwindle_run::error::RunError;
use dwindle_run::settings::{Input, Output};

use crate::args::{self, Format};

/// Where the result of a reduction goes.
pub(super) fn output(words: &args::ReduceOutput, input: &Input, format: Format) -> Result<Output, RunError> {
    if words.in_place {
        let several = |what: String| {
            Err(RunError::usage(format!("--in-place: {what} cannot be replaced"))
                .hint("the result is a directory beside the input, or the one that -o DIR names"))
        };
        return match input {
            Input::Several(paths) => several(format!("{} inputs", paths.len())),
            Input::File(path) if path.is_dir() => several(format!("the directory {}", path.display())),
            Input::File(_) => Ok(Output::InPlace),
            Input::Stdin | Input::Made(_) => {
                Err(RunError::usage("--in-place: standard input cannot be replaced")
                    .hint("name a file, or write the result with -o FILE"))
            }
        };
    }
    let output = output_to(words.output.as_deref(), format)?;
    let real = |path: &Path| path.canonicalize().ok();
    if let (Output::File(to), Input::File(path)) = (&output, input)
        && real(to).is_some_and(|to| Some(to) == real(path))
    {
        return Err(RunError::usage(format!("-o {}: that is the input", to.display()))
            .hint("to replace the input, use --in-place; it keeps the original as INPUT.orig"));
    }
    Ok(output)
}

/// Where both sides of an isolated difference go.
pub(super) fn pair(path: Option<&OsStr>) -> Result<Option<PathBuf>, RunError> {
    match path {
        Some(path) if path.is_empty() => Err(RunError::usage("--output: the name is empty")
            .hint("give a directory, or a path from which to name both files")),
        Some(path) if path == OsStr::new("-") => {
            Err(RunError::usage("-o -: isolate writes two files, and standard output takes only one")
                .hint("give a directory, or a path from which to name both files: -o FILE"))
        }
        path => Ok(path.map(PathBuf::from)),
    }
}

/// Where `-o` says that a result goes.
pub(super) fn output_to(name: Option<&OsStr>, format: Format) -> Result<Output, RunError> {
    match name {
        None => Ok(Output::Beside),
        Some(name) if name.is_empty() => {
            Err(RunError::usage("--output: the name is empty").hint("give a file, or - for standard output"))
        }
        Some(name) if name == OsStr::new("-") && format == Format::Json => {
            Err(RunError::usage("-o - and --message-format json both write to standard output")
                .hint("write the result to a file: -o FILE"))
        }
        Some(name) if name == OsStr::new("-") => Ok(Output::Stdout),
        Some(name) => Ok(Output::File(PathBuf::from(name))),
    }
}

/// Where a command that is found is written.
pub(super) fn answer_output(words: &args::AnswerOutput) -> Result<Output, RunError> {
    // Programs have it in the last record, so that it is no result on standard output to them.
    words.output.as_deref().map_or(Ok(Output::Stdout), |name| output_to(Some(name), Format::Human))
}

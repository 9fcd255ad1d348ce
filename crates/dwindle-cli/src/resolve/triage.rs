//! From words to settings for `triage`.

use std::path::{Path, PathBuf};

use dwindle_run::error::RunError;
use dwindle_run::settings::Input;

use super::make::{HANGS, folder, plain_name};
use super::run::{plain, remember};
use super::syntax::syntax;
use super::test;
use crate::args;
use crate::asked::Triage;

/// Settings for `triage`.
pub fn triage(words: &args::Triage) -> Result<Triage, RunError> {
    let dir = inputs(Path::new(&words.dir))?;
    let input = Input::File(dir.clone());
    let spec = test::made(&words.command, &words.feeding, &words.failure, Some(&input))?;
    let mut settings = plain(input, spec, &words.limits.each, &words.running.debug, None)?;
    settings.syntax = syntax(&words.syntax)?;
    settings.timeout = settings.timeout.or(Some(HANGS));
    settings.tag = "triage";
    remember(&mut settings, &words.running.memory, &words.limits)?;
    let output_dir = match &words.output_dir {
        Some(word) => folder("--output-dir", word)?,
        None => beside(&dir),
    };
    let name = words.name.as_deref().map(plain_name).transpose()?;
    settings.test.make_room(|candidate| match &name {
        Some(name) => candidate == name,
        // Each input is called `input` there, with its own ending.
        None => Path::new(candidate).file_stem().is_some_and(|stem| stem == "input"),
    });
    Ok(Triage { common: settings, dir, name, output_dir })
}

/// The folder of the inputs: it has to be one that can be read.
fn inputs(dir: &Path) -> Result<PathBuf, RunError> {
    let wrong = |why: &str| RunError::usage(format!("{}: {why}", dir.display()));
    let about = dir.metadata().map_err(|error| {
        wrong(&error.to_string())
            .hint("name the directory that contains the failing inputs: dwindle triage DIR -- COMMAND {}")
    })?;
    if !about.is_dir() {
        return Err(wrong("this is a file, not a directory")
            .hint("for one input: dwindle reduce INPUT -- COMMAND {}; for many, name their directory"));
    }
    Ok(dir.to_owned())
}

/// `crashes.triage` for `crashes`.
fn beside(dir: &Path) -> PathBuf {
    // A folder called `.` or `..` has another name, too.
    let dir = if dir.file_name().is_some() { dir.to_owned() } else { dir.canonicalize().unwrap_or_default() };
    let mut name = dir.file_name().unwrap_or_else(|| "inputs".as_ref()).to_owned();
    name.push(".triage");
    dir.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lie_beside_the_folder_however_it_is_written() {
        assert_eq!(beside(Path::new("out/crashes/")), Path::new("out/crashes.triage"));
        assert_eq!(beside(Path::new("crashes")), Path::new("crashes.triage"));
    }
}

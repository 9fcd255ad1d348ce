//! From words to settings for `changes`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use dwindle_changes::Level;
use dwindle_exec::signature::BisectRun;
use dwindle_exec::{Feed, Verdict};
use dwindle_run::error::RunError;
use dwindle_run::settings::{Input, Method, Output, Settings};

use super::output::output_to;
use super::run::{plain, remember};
use super::test;
use crate::args;
use crate::asked::{Between, Changes};

/// Python takes byte code for that of a file which has the same size and second, and so of another candidate.
const NO_BYTE_CODE: (&str, &str) = ("PYTHONDONTWRITEBYTECODE", "1");

/// Settings for `changes`, but for the name of what is worked on, and between what.
pub fn changes(words: &args::Changes) -> Result<(Settings, Changes), RunError> {
    let (program, arguments) = words.command.split_first().expect("a command has to be given");
    let matches = words.judging.bad_matches.as_deref();
    let bad_matches = matches.map(|regex| test::pattern("--bad-matches", regex)).transpose()?;
    let judged = Some(Verdict::BisectRun(BisectRun { bad_matches }));
    let program = program_from_here(program)?;
    let mut spec = test::spec((program, arguments), Feed::Directory, judged, &words.judging.with)?;
    spec.env.push((NO_BYTE_CODE.0.into(), NO_BYTE_CODE.1.into()));
    if words.judging.build.as_deref().is_some_and(|build| build.trim().is_empty()) {
        return Err(RunError::usage("--build: the command is empty")
            .hint("name a command, for example --build 'make -s'"));
    }
    let algorithm = words.cutting.algorithm;
    let mut settings =
        plain(Input::Stdin, spec, &words.limits.each, &words.running.debug, words.judging.repeat.as_deref())?;
    settings.algorithm = algorithm.map(Method::List);
    settings.plain = words.cutting.plain;
    settings.build.clone_from(&words.judging.build);
    // Patches are written by the command itself, when they are known.
    settings.output = Output::Stdout;
    settings.tag = "failing";
    remember(&mut settings, &words.running.memory, &words.limits)?;
    let mut levels = words.cutting.by.clone();
    levels.sort_unstable();
    levels.dedup();
    if levels.is_empty() {
        levels = Level::USUAL.to_vec();
    }
    let changes = Changes {
        between: between(&words.between)?,
        fix: words.between.fix,
        levels,
        algorithm: algorithm.unwrap_or_default(),
        plain: words.cutting.plain,
        clean: words.judging.clean,
        ignore_blanks: words.cutting.ignore_blanks,
        cause_only: words.cutting.cause_only,
        output: output_to(words.output.as_deref(), words.running.progress.message_format)?,
    };
    Ok((settings, changes))
}

fn between(words: &args::Between) -> Result<Between, RunError> {
    match words {
        args::Between { good_dir: Some(good), bad_dir: Some(bad), .. } => {
            Ok(Between::Directories { good: folder("--good-dir", good)?, bad: folder("--bad-dir", bad)? })
        }
        args::Between { good, bad, .. } => {
            let good = good.clone().expect("clap requires it where there are no directories");
            Ok(Between::Revisions { good, bad: bad.clone() })
        }
    }
}

fn folder(option: &str, word: &OsStr) -> Result<PathBuf, RunError> {
    let path = Path::new(word);
    if path.is_dir() {
        return Ok(path.to_owned());
    }
    let what = if path.exists() { "not a directory" } else { "no such directory" };
    Err(RunError::usage(format!("{option} {}: {what}", path.display()))
        .hint("name two directories, each with one version: --good-dir DIR --bad-dir DIR"))
}

/// A script that lies here stays the same for all candidates; anything else is looked for in each of them, or in
/// `PATH`.
fn program_from_here(word: &OsStr) -> Result<std::ffi::OsString, RunError> {
    let is_path = word.as_encoded_bytes().contains(&b'/');
    if is_path && Path::new(word).is_file() { test::command(word) } else { Ok(word.to_owned()) }
}

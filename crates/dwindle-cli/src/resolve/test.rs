//! The operands and how the test judges: which word is the input, which the program.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf, absolute};

use dwindle_exec::signature::{Conditions, Pattern, Script, signal_number};
use dwindle_exec::{Feed, Signature, Verdict};
use dwindle_run::error::RunError;
use dwindle_run::settings::{Input, TestSpec};

use super::along::lay_along;
use super::{lithium, order};
use crate::args::{self, ANY, PASS_CODES, PLACEHOLDER};
use crate::environment::{keeper, variables};

/// The input, and what judges it.
///
/// # Errors
/// When there are too few or too many operands, or a word means nothing.
pub(super) fn test(words: &args::Test) -> Result<(Input, TestSpec), RunError> {
    let crash = if words.command.is_empty() { crash(&words.operands)? } else { None };
    let (inputs, program, args, is_script) =
        match (words.operands.as_slice(), words.command.split_first(), &crash) {
            (inputs, Some((program, args)), _) => (inputs, command(program)?, args.to_vec(), false),
            (_, None, Some((test, inputs))) => {
                (inputs.as_slice(), "sh".into(), vec![from_here(test)?], false)
            }
            ([test, inputs @ ..], None, None) if !inputs.is_empty() => {
                order::check(test, inputs)?;
                (inputs, script(test)?, Vec::new(), true)
            }
            (operands, None, None) => {
                let input = operands.first().map(|input| input.display().to_string()).unwrap_or_default();
                return Err(RunError::usage(format!("no test for {input}"))
                    .hint("put a test script before the input: ./test.sh INPUT")
                    .hint("or a command after it: INPUT -- COMMAND {}"));
            }
        };
    let (program, args, is_script) = if lithium::is_module(&program) {
        (lithium::PYTHON.into(), lithium::call(from_here(&program)?, args), true)
    } else {
        (program, args, is_script)
    };
    let feed = match feed(&words.feeding, &program, &args)? {
        _ if words.worker => Feed::Directory,
        Feed::Every { .. } => Feed::Every { as_argument: is_script },
        feed => feed,
    };
    let judged = judged(words, is_script)?;
    let spec = spec((program, &args), feed, judged, &words.feeding.with)?;
    let spec = TestSpec { worker: words.worker, auto_with: !words.feeding.no_auto_with, ..spec };
    Ok((all(inputs)?, spec))
}

/// What the scripts begin with that clang leaves beside a preprocessed file when it crashes.
const CRASH_SCRIPT: &[u8] = b"# Crash reproducer for ";

/// Clang leaves a script that shows a crash: a command, which no system runs by itself. It may stand before the file that it
/// reads or behind it; behind a file that it does not read it is an input.
fn crash(operands: &[OsString]) -> Result<Option<(&OsString, Vec<OsString>)>, RunError> {
    let looked_at = if operands.len() == 2 { 2 } else { 1 };
    let at = operands.iter().take(looked_at).position(|word| begins_with(word, CRASH_SCRIPT));
    let Some(at) = at else { return Ok(None) };
    let (test, mut inputs) = (&operands[at], operands.to_vec());
    inputs.remove(at);
    let text = fs::read(test).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    // It names the source, too: in comments, and as what the module is called.
    let is_named = |input: &OsString| {
        let name = Path::new(input).file_name().unwrap_or_default().display();
        let (quoted, called) = (format!("\"{name}\""), format!("\"-main-file-name\" \"{name}\""));
        text.lines().any(|line| !line.starts_with('#') && line.replace(&called, "").contains(&quoted))
    };
    if inputs.iter().any(is_named) {
        return Ok(Some((test, inputs)));
    }
    if at > 0 {
        return Ok(None);
    }
    let preprocessed = Path::new(test).with_extension("");
    Err(RunError::usage(format!("{} shows a crash of a file that is not given", test.display()))
        .hint(format!("give the file that clang left beside it, too: {}.c or .cpp", preprocessed.display())))
}

/// Whether a file is there and begins with these bytes.
fn begins_with(path: &OsStr, bytes: &[u8]) -> bool {
    let mut first = vec![0; bytes.len()];
    // A pipe is opened only when somebody writes into it.
    let mut read = || File::open(path).and_then(|mut file| file.read_exact(&mut first));
    Path::new(path).is_file() && read().is_ok() && first == bytes
}

/// What judges made inputs: a command and no script, for which a failure is one that it was told of or any crash.
pub(super) fn made(
    command_line: &[OsString],
    feeding: &args::Feeding,
    failure: &args::Failure,
    input: Option<&Input>,
) -> Result<TestSpec, RunError> {
    let (program, args) = command_line.split_first().expect("a command has to be given");
    let program = command(program)?;
    let feed = feed(feeding, &program, args)?;
    let spec = spec((program, args), feed, asked(failure)?, &feeding.with)?;
    let mut spec = TestSpec { auto_with: !feeding.no_auto_with, ..spec };
    if let Some(input) = input.filter(|_| spec.auto_with) {
        lay_along(&mut spec, input)?;
    }
    Ok(spec)
}

/// A test in the environment of this program, without limits, that finds only what lies `with` its candidate.
pub(super) fn spec(
    (program, args): (OsString, &[OsString]),
    feed: Feed,
    judged: Option<Verdict>,
    with: &[OsString],
) -> Result<TestSpec, RunError> {
    Ok(TestSpec {
        program,
        args: args.to_vec(),
        feed,
        judged,
        with: super::with::with(with)?,
        env: variables(),
        keeper: Some(keeper()?),
        ..TestSpec::default()
    })
}

/// One input, or several.
fn all(words: &[OsString]) -> Result<Input, RunError> {
    if let [word] = words {
        return file(word);
    }
    let mut paths = Vec::new();
    for word in words {
        match file(word)? {
            Input::File(path) => paths.push(path),
            _ => {
                return Err(RunError::usage("standard input cannot be one of several inputs")
                    .hint("save it to a file, and name that file"));
            }
        }
    }
    Ok(Input::Several(paths))
}

fn file(word: &OsStr) -> Result<Input, RunError> {
    match word.as_bytes() {
        b"-" => Ok(Input::Stdin),
        b"" => Err(RunError::usage("the input's name is empty").hint("name a file, or - for standard input")),
        _ => Ok(Input::File(PathBuf::from(word))),
    }
}

/// A command runs in a directory of its own, so a path to it must not depend on this one.
pub(super) fn command(word: &OsStr) -> Result<OsString, RunError> {
    if word.is_empty() {
        return Err(RunError::usage("the command after -- is empty").hint("name a program"));
    }
    if word.as_bytes().contains(&b'/') { from_here(word) } else { Ok(word.to_owned()) }
}

/// A script is a file here, even without a slash; only if there is none it is looked up in PATH.
fn script(word: &OsStr) -> Result<OsString, RunError> {
    if word.is_empty() {
        return Err(RunError::usage("the test's name is empty").hint("name a script, such as ./test.sh"));
    }
    let is_here = word.as_bytes().contains(&b'/') || Path::new(word).is_file();
    if is_here { from_here(word) } else { Ok(word.to_owned()) }
}

fn from_here(word: &OsStr) -> Result<OsString, RunError> {
    absolute(word).map(PathBuf::into_os_string).map_err(|error| {
        RunError::usage(format!("{}: {error}", word.display())).hint("give an absolute path")
    })
}

/// What stands for the path in the commands of AFL and treereduce.
const AFL_PLACEHOLDER: &str = "@@";

fn feed(words: &args::Feeding, program: &OsStr, args: &[OsString]) -> Result<Feed, RunError> {
    if words.stdin {
        return Ok(Feed::Stdin);
    }
    let text = words.placeholder.as_deref().unwrap_or(PLACEHOLDER);
    if text.is_empty() {
        return Err(
            RunError::usage("--placeholder: the text is empty").hint("give one, such as --placeholder @@")
        );
    }
    let holds = |word: &OsStr| word.as_bytes().windows(text.len()).any(|piece| piece == text.as_bytes());
    if holds(program) || args.iter().any(|word| holds(word)) {
        return Ok(Feed::Placeholder(text.to_owned()));
    }
    if words.placeholder.is_some() {
        return Err(RunError::usage(format!("--placeholder {text}: the command does not contain {text}"))
            .hint("put it where the path of the candidate belongs: INPUT -- COMMAND ".to_owned() + text));
    }
    Ok(afl_placeholder(args).map_or(Feed::Every { as_argument: false }, Feed::Placeholder))
}

/// The `@@` of a command line for AFL, or the `@@.c` of one for treereduce: a word of its own, or the value of an option.
/// In the middle of a word it may be anything.
fn afl_placeholder(args: &[OsString]) -> Option<String> {
    args.iter().filter_map(|word| word.to_str()).find_map(|word| {
        let value = word.rsplit_once('=').map_or(word, |(_, value)| value);
        let ending = value.strip_prefix(AFL_PLACEHOLDER)?;
        let is_ending = ending
            .strip_prefix('.')
            .is_some_and(|ending| !ending.is_empty() && ending.chars().all(char::is_alphanumeric));
        (ending.is_empty() || is_ending).then(|| value.to_owned())
    })
}

/// What the options name as the failure; none where they name nothing.
fn asked(words: &args::Failure) -> Result<Option<Verdict>, RunError> {
    if let Some(regex) = &words.signature {
        return compiled("--signature", regex, Signature::from_regex).map(Verdict::Signature).map(Some);
    }
    let signal = |word: &String| {
        signal_number(word).ok_or_else(|| {
            RunError::usage(format!("--signal {word}: no such signal"))
                .hint("give a name or a number, such as SIGSEGV, segv or 11")
        })
    };
    let text = |option, regex: &Option<String>| regex.as_deref().map(|r| pattern(option, r)).transpose();
    let any_end = words.exit_code.iter().any(|word| word == ANY);
    if any_end && words.exit_code.len() + words.signal.len() > 1 {
        return Err(RunError::usage("--exit-code any: it covers all codes and signals")
            .hint("give --exit-code any alone, or only the codes and signals that count"));
    }
    let exit_codes = if any_end { Vec::new() } else { codes("--exit-code", &words.exit_code)? };
    let conditions = Conditions {
        exit_codes: exit_codes.into_iter().collect(),
        any_end,
        signals: words.signal.iter().map(signal).collect::<Result<_, _>>()?,
        stderr: text("--stderr", &words.stderr)?,
        stdout: text("--stdout", &words.stdout)?,
        hang: words.hang,
        invert: words.invert,
    };
    Ok((!conditions.is_empty()).then_some(Verdict::Conditions(conditions)))
}

fn judged(words: &args::Test, is_script: bool) -> Result<Option<Verdict>, RunError> {
    let asked = asked(&words.failure)?;
    if asked.is_some() || !is_script && !words.worker && words.pass_codes.is_empty() {
        return Ok(asked);
    }
    let given =
        if words.pass_codes.is_empty() { vec![PASS_CODES.to_owned()] } else { words.pass_codes.clone() };
    let pass_codes = codes("--pass-codes", &given)?;
    if pass_codes.contains(&0) {
        return Err(RunError::usage("--pass-codes: 0 means that a script still fails")
            .hint("for a test whose 0 means \"passes\", use a command: INPUT -- TEST {}"));
    }
    Ok(Some(Verdict::Script(Script { pass_codes, also_interesting: Vec::new() })))
}

/// Adds the exit codes of a test script with which candidates are kept.
///
/// # Errors
/// When they are no exit codes, already mean something else, or the test is no script.
pub(super) fn also_interesting(words: &[String], judged: &mut Option<Verdict>) -> Result<(), RunError> {
    let given = codes("--also-interesting", words)?;
    let Some(Verdict::Script(Script { pass_codes, also_interesting })) = judged else {
        return if given.is_empty() {
            Ok(())
        } else {
            Err(RunError::usage("--also-interesting works with a test script only")
                .hint("with a command, other failures are kept in the run directory without it"))
        };
    };
    if given.contains(&0) {
        return Err(RunError::usage("--also-interesting: 0 means that a script still fails")
            .hint("let the script exit with another code, such as 77"));
    }
    if let Some(code) = given.iter().find(|code| pass_codes.contains(code)) {
        return Err(RunError::usage(format!(
            "--also-interesting {code}: this code means that the failure is gone"
        ))
        .hint("let the script exit with another code, such as 77, or name other codes with --pass-codes"));
    }
    *also_interesting = given;
    Ok(())
}

fn codes(option: &str, words: &[String]) -> Result<Vec<i32>, RunError> {
    let code = |word: &String| {
        word.parse::<u8>().map(i32::from).map_err(|_| {
            RunError::usage(format!("{option} {word}: not an exit code"))
                .hint("give whole numbers from 0 to 255, separated by commas")
        })
    };
    words.iter().map(code).collect()
}

pub(super) fn pattern(option: &str, regex: &str) -> Result<Pattern, RunError> {
    compiled(option, regex, Pattern::new)
}

fn compiled<T, E: Error>(option: &str, regex: &str, new: fn(&str) -> Result<T, E>) -> Result<T, RunError> {
    new(regex).map_err(|error| {
        RunError::usage(format!("{option} {regex}: not a valid regular expression"))
            .detail(error.source().map_or_else(|| error.to_string(), ToString::to_string))
            .hint("escape special characters with a backslash to match them literally")
    })
}

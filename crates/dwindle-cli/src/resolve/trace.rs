//! From the words of `trace` to settings: the tracer by the program, places and probes.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use dwindle_exec::Feed;
use dwindle_run::error::RunError;
use dwindle_run::session::key;
use dwindle_run::settings::{Input, Settings, TestSpec};
use dwindle_run::text::shown;
use dwindle_trace::protocol::Probe;
use dwindle_trace::{Language, Method};

use super::output::answer_output;
use super::quantity::count;
use super::run::{plain, remember};
use super::test::{pattern, spec};
use crate::args::{self, STRIPE};
use crate::asked::{Part, Place, Trace, Tracing};

/// What begins a program that the machine runs itself.
const ELF: &[u8] = b"\x7fELF";

/// Settings for `trace`, and how the program is traced.
pub fn trace(words: &args::Trace) -> Result<(Settings, Trace), RunError> {
    let args::Tracing { only, control, tracer, input, algorithm } = &words.tracing;
    let (program, args) = words.command.split_first().expect("a program has to be given");
    if program.is_empty() {
        return Err(RunError::usage("the program after -- is empty").hint("name a program"));
    }
    let mut spec = spec((program.clone(), args), Feed::Directory, None, &[])?;
    // What judges is asked again and again, and stays up.
    spec.worker = true;
    let (tracing, command) = match tracer {
        Some(command) => (Tracing::Command(command.clone()), words.command.clone()),
        None => by_program(&spec, &words.command)?,
    };
    let name = Path::new(program).file_name().unwrap_or(program);
    let name = match &tracing {
        Tracing::Script(..) => {
            script(&command).map_or(name, |script| Path::new(script).file_name().unwrap_or(name))
        }
        Tracing::Native | Tracing::Command(_) => name,
    };
    let name = format!("{}.trace", name.to_string_lossy());
    let mut settings = plain(Input::Made(name), spec, &words.limits.each, &words.running.debug, None)?;
    settings.tag = "trace";
    settings.output = answer_output(&args::AnswerOutput { output: words.output.output.clone() })?;
    remember(&mut settings, &words.running.memory, &words.limits)?;
    let regex = |option, text: &Option<String>| text.as_deref().map(|text| pattern(option, text)).transpose();
    let trace = Trace {
        tracer: tracing,
        program: command,
        input: input.as_deref().map(readable).transpose()?,
        control: *control,
        most: words
            .recording
            .max_statements
            .as_deref()
            .map(|word| count("--max-statements", word))
            .transpose()?,
        only: only.iter().map(|word| place(word)).collect::<Result<_, _>>()?,
        stdout: regex("--stdout", &words.same.stdout)?,
        stderr: regex("--stderr", &words.same.stderr)?,
        test: words.same.test.clone(),
        probes: words.same.probe.iter().map(|word| probe(word)).collect::<Result<_, _>>()?,
        method: match algorithm.as_deref() {
            None => Method::Phases,
            Some(STRIPE) => Method::Stripe,
            Some(name) => Method::Singly(super::run::named(name)?),
        },
        sarif: words.output.sarif.as_ref().map(PathBuf::from),
        breakpoints: words.output.breakpoints.as_ref().map(PathBuf::from),
    };
    Ok((settings, trace))
}

/// The script that an interpreter executes, or the module that `-m` names, behind its flags.
fn script(command: &[OsString]) -> Option<&OsString> {
    let mut words = command.iter().skip(1);
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("-m") => return words.next(),
            Some("-W" | "-X") => drop(words.next()),
            Some(flag) if flag.starts_with('-') => {}
            _ => return Some(word),
        }
    }
    None
}

/// The tracer for a program, and the command that it runs: of a script the interpreter comes first.
fn by_program(spec: &TestSpec, command: &[OsString]) -> Result<(Tracing, Vec<OsString>), RunError> {
    let Some(path) = key::resolve(spec) else {
        return Err(RunError::usage(format!("no such program: {}", shown(Path::new(&command[0]))))
            .hint("name a program, an interpreter with a script, or a script"));
    };
    if let Some(language) = interpreter(Path::new(&command[0])) {
        return Ok((Tracing::Script(language, command[0].clone()), command.to_vec()));
    }
    let mut head = [0; 128];
    let read = File::open(&path).and_then(|mut file| file.read(&mut head)).unwrap_or_default();
    if head[..read].starts_with(ELF) {
        let program = [&[path.into_os_string()], &command[1..]].concat();
        return Ok((Tracing::Native, program));
    }
    if let Some((interpreted_by, language)) = first_line(&head[..read]) {
        let program = [&[interpreted_by.clone(), path.into_os_string()], &command[1..]].concat();
        return Ok((Tracing::Script(language, interpreted_by), program));
    }
    Err(RunError::usage(format!("no tracer for {}", shown(&path)))
        .hint("there are tracers for native programs, Python and Perl")
        .hint("name another one with --tracer CMD; docs/tracers.md describes what it does"))
}

/// The interpreter in the first line of a script, and its language.
fn first_line(head: &[u8]) -> Option<(OsString, Language)> {
    let line = head.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let mut words = line.split(|&byte| byte == b' ' || byte == b'\t').filter(|word| !word.is_empty());
    let mut word = words.next()?;
    if word.ends_with(b"/env") {
        word = words.find(|word| !word.starts_with(b"-"))?;
    }
    let word = OsString::from_vec(word.to_vec());
    interpreter(Path::new(&word)).map(|language| (word, language))
}

/// The language of an interpreter, by its name.
fn interpreter(program: &Path) -> Option<Language> {
    let name = program.file_name()?.as_bytes();
    let end = name.iter().position(|byte| byte.is_ascii_digit() || *byte == b'.').unwrap_or(name.len());
    let is_version = |rest: &[u8]| rest.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let (name, version) = name.split_at(end);
    Language::ALL
        .into_iter()
        .find(|language| language.interpreter().as_bytes() == name && is_version(version))
}

fn readable(word: &OsStr) -> Result<PathBuf, RunError> {
    let path = std::path::absolute(word).unwrap_or_else(|_| PathBuf::from(word));
    match File::open(&path) {
        Ok(_) => Ok(path),
        Err(error) => Err(RunError::usage(format!("--input {}: {error}", shown(Path::new(word))))
            .hint("name a file that can be read")),
    }
}

fn probe(word: &str) -> Result<Probe, RunError> {
    word.parse().map_err(|_| {
        RunError::usage(format!("--probe {word}: not a file, a line and an expression"))
            .hint("write FILE:LINE:EXPRESSION, such as --probe sum.py:9:total")
    })
}

/// `FILE`, `FILE:FUNCTION` or `FILE:FROM-TO`.
fn place(word: &str) -> Result<Place, RunError> {
    let (file, part) = match word.split_once(':') {
        None => (word, Part::Whole),
        Some((file, part)) => (file, of_file(word, part)?),
    };
    if file.is_empty() {
        return Err(RunError::usage(format!("--only {word}: the file is missing"))
            .hint("write FILE, FILE:FUNCTION or FILE:FROM-TO, such as --only sum.py:10-20"));
    }
    Ok(Place { typed: word.to_owned(), file: file.to_owned(), part })
}

fn of_file(word: &str, part: &str) -> Result<Part, RunError> {
    if !part.starts_with(|first: char| first.is_ascii_digit()) {
        return Ok(Part::Function(part.to_owned()));
    }
    let (from, to) = part.split_once('-').unwrap_or((part, part));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(Part::Lines(from, to)),
        _ => Err(RunError::usage(format!("--only {word}: not lines of a file"))
            .hint("write the first and the last line, such as --only sum.py:10-20")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_called_by_the_script_behind_the_flags_of_its_interpreter() {
        let named = |line: &str| {
            let command: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            script(&command).map(|script| script.to_string_lossy().into_owned())
        };
        for (line, name) in [
            ("python3 a.py -O", "a.py"),
            ("python3 -O -W error -u a.py", "a.py"),
            ("python3 -X dev -m shop.main b.py", "shop.main"),
            ("perl -w a.pl", "a.pl"),
        ] {
            assert_eq!(named(line).as_deref(), Some(name), "{line}");
        }
        assert_eq!(named("python3 -O"), None);
    }

    #[test]
    fn interpreters_are_known_by_their_names() {
        let of = |name: &str| interpreter(Path::new(name)).map(Language::interpreter);
        assert_eq!(of("/usr/bin/python3.11"), Some("python"));
        assert_eq!(of("python"), Some("python"));
        assert_eq!(of("perl"), Some("perl"));
        assert_eq!((of("python-config"), of("sh")), (None, None));
        let first = |line: &str| first_line(line.as_bytes()).map(|(word, _)| word);
        assert_eq!(first("#!/usr/bin/env python3\nprint()\n"), Some("python3".into()));
        assert_eq!(first("#! /usr/bin/perl -w\n"), Some("/usr/bin/perl".into()));
        assert_eq!(first("#!/bin/sh\n"), None);
    }

    #[test]
    fn places_are_files_functions_and_lines() {
        assert_eq!(place("a.py").unwrap().part, Part::Whole);
        assert_eq!(place("a.py:Stack.push").unwrap().part, Part::Function("Stack.push".into()));
        assert_eq!(place("a.py:3-9").unwrap().part, Part::Lines(3, 9));
        assert_eq!(place("a.py:3").unwrap().part, Part::Lines(3, 3));
        assert!(place("a.py:9-3").is_err() && place(":3").is_err());
    }
}

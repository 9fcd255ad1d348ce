//! What preprocesses a source: the compiler of the test's own command, or a command that the user names.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use dwindle_exec::Feed;
use dwindle_run::error::RunError;
use dwindle_run::settings::{Input, Preprocessor, Settings, SyntaxChoice, TestSpec};
use dwindle_run::text::shell;
use dwindle_syntax::language::Language;

use super::words::takes_value;
use crate::args::{PLACEHOLDER, SelfContained};

/// Compilers that preprocess with `-E`, without target and version.
const DRIVERS: [&str; 6] = ["gcc", "g++", "cc", "c++", "clang", "clang++"];
/// Programs that run the compiler whose name follows.
const LAUNCHERS: [&str; 4] = ["ccache", "sccache", "distcc", "icecc"];
/// Options that say how far to compile, or ask for other output.
const OUTPUTS: [&str; 13] = [
    "-c",
    "-S",
    "-E",
    "-P",
    "-fsyntax-only",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MG",
    "-MP",
    "-###",
    "-save-temps",
];
/// Options with a value that say where output goes.
const PLACES: [&str; 4] = ["-o", "-MF", "-MT", "-MQ"];
/// Endings of what is compiled or linked beside the candidate.
const OTHERS: [&str; 12] = ["c", "cc", "cpp", "cxx", "c++", "C", "s", "S", "o", "a", "so", "obj"];

/// What preprocesses the input, where that is known.
///
/// # Errors
/// When a self-contained result is asked for and there is none, or what preprocesses is not known.
pub(super) fn preprocessor(
    words: &SelfContained,
    settings: &Settings,
) -> Result<Option<Preprocessor>, RunError> {
    if settings.input.is_tree() {
        return if words.self_contained {
            Err(RunError::usage("--self-contained: the input is not one file").hint(
                "reduce the directory without it, and then its source file with it, the others named with --with",
            ))
        } else {
            Ok(None)
        };
    }
    if let Some(line) = &words.preprocess {
        return given(line, &settings.test).map(Some);
    }
    let found = of_test(&settings.test, name(&settings.input));
    if found.is_none() && words.self_contained {
        return Err(unknown(settings));
    }
    Ok(found)
}

/// The error where nothing is known that preprocesses the input.
fn unknown(settings: &Settings) -> RunError {
    let language = match &settings.syntax {
        SyntaxChoice::ByName => Language::of_file(Path::new(name(&settings.input)), b""),
        SyntaxChoice::Language(language) => Some(*language),
        SyntaxChoice::Text | SyntaxChoice::Grammar(_) => None,
    };
    if let Some(language) = language.filter(|language| !["c", "cpp"].contains(&language.name())) {
        return RunError::usage(format!("--self-contained: {} has no preprocessor", language.name()))
            .hint("leave --self-contained out, or name a command that puts in what the input includes, with --preprocess 'CMD {}'");
    }
    let program = settings.program_name();
    RunError::usage(format!(
        "--self-contained: {program} is not a known compiler, so it is not known how to preprocess"
    ))
    .hint("name the command that preprocesses, with {} for the file: --preprocess 'g++ -E {}'")
}

/// The name of the candidate.
fn name(input: &Input) -> &OsStr {
    match input {
        Input::File(path) => path.file_name().unwrap_or(path.as_os_str()),
        _ => OsStr::new("input"),
    }
}

/// The shell command that the user names.
fn given(line: &str, test: &TestSpec) -> Result<Preprocessor, RunError> {
    let placeholder = match &test.feed {
        Feed::Placeholder(text) => text.clone(),
        Feed::Stdin | Feed::Directory | Feed::Every { .. } => PLACEHOLDER.to_owned(),
    };
    if !line.contains(&placeholder) {
        return Err(RunError::usage(format!("--preprocess: the command does not contain {placeholder}"))
            .hint(format!(
                "put it where the path of the source belongs: --preprocess 'g++ -E {placeholder}'"
            )));
    }
    let script = line.replace(&placeholder, "\"$1\"");
    let words = ["/bin/sh", "-c", &script, "sh", &placeholder].map(OsString::from).into();
    Ok(Preprocessor { words, feed: Feed::Placeholder(placeholder), shown: line.to_owned() })
}

/// The test's command as it preprocesses the candidate called `name`; none where it is no compiler that is known.
fn of_test(test: &TestSpec, name: &OsStr) -> Option<Preprocessor> {
    let all: Vec<&OsString> = std::iter::once(&test.program).chain(&test.args).collect();
    let compiler = all.iter().position(|word| !is_named(word, &LAUNCHERS))?;
    if !is_driver(all[compiler]) {
        return None;
    }
    let placeholder = match &test.feed {
        Feed::Placeholder(text) => text.as_bytes(),
        Feed::Stdin | Feed::Directory | Feed::Every { .. } => name.as_bytes(),
    };
    let holds = |word: &OsStr| word.as_bytes().windows(placeholder.len()).any(|piece| piece == placeholder);
    let mut words: Vec<OsString> = all[..=compiler].iter().map(|word| (*word).clone()).collect();
    let mut rest = all[compiler + 1..].iter();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        if PLACES.contains(&&*text) {
            rest.next();
        } else if takes_value(word) {
            words.push((*word).clone());
            words.extend(rest.next().map(|value| (*value).clone()));
        } else if !OUTPUTS.contains(&&*text) && !is_place(&text) && (holds(word) || !is_other(word)) {
            words.push((*word).clone());
        }
    }
    // Line markers stay, as they say whose text it is; of warnings nobody wants to know here.
    words.extend(["-E", "-w"].map(OsString::from));
    let shown = shell::quoted(&words);
    Some(Preprocessor { words, feed: test.feed.clone(), shown })
}

/// Whether a program is a compiler that preprocesses with `-E`: `x86_64-linux-gnu-g++-12`.
fn is_driver(program: &OsStr) -> bool {
    let Some(name) = Path::new(program).file_name().and_then(OsStr::to_str) else { return false };
    let is_version = |text: &str| text.chars().all(|char| char.is_ascii_digit() || char == '.');
    let name = match name.rsplit_once('-') {
        Some((before, version)) if is_version(version) => before,
        _ => name,
    };
    DRIVERS.contains(&name.rsplit_once('-').map_or(name, |(_, last)| last))
}

fn is_named(program: &OsStr, names: &[&str]) -> bool {
    Path::new(program).file_name().and_then(OsStr::to_str).is_some_and(|name| names.contains(&name))
}

/// Whether an option and its value in one word say where output goes: `-oa.o`.
fn is_place(word: &str) -> bool {
    let joined = |option: &&str| word.starts_with(option) && !word.starts_with("-objc");
    PLACES.iter().any(joined) || word.starts_with("-save-temps=")
}

/// Whether a word is another source, or something to link.
fn is_other(word: &OsStr) -> bool {
    let ending = Path::new(word).extension().and_then(OsStr::to_str);
    !word.as_bytes().starts_with(b"-") && ending.is_some_and(|ending| OTHERS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(line: &str) -> TestSpec {
        let mut words = line.split(' ').map(OsString::from);
        let program = words.next().unwrap();
        TestSpec {
            program,
            args: words.collect(),
            feed: Feed::Placeholder("{}".to_owned()),
            ..TestSpec::default()
        }
    }

    #[test]
    fn a_compiler_is_known_by_its_name_with_target_version_and_launcher() {
        for known in
            ["gcc", "/usr/bin/g++-12", "x86_64-linux-gnu-g++-12.2", "clang++-14", "arm-none-eabi-gcc", "c++"]
        {
            assert!(is_driver(OsStr::new(known)), "{known}");
        }
        for other in ["rustc", "clang-format-14", "test.sh", "clang-cl", "g", "12"] {
            assert!(!is_driver(OsStr::new(other)), "{other}");
        }
        let shown = |line| of_test(&test(line), OsStr::new("a.cc")).map(|found| found.shown);
        assert_eq!(shown("ccache g++ -c {}").as_deref(), Some("ccache g++ {} -E -w"));
        assert_eq!(shown("ccache"), None);
        assert_eq!(shown("sh -c g++ {}"), None);
    }

    #[test]
    fn what_says_where_output_goes_is_left_out() {
        let check = |line: &str, expected: &str| {
            assert_eq!(of_test(&test(line), OsStr::new("a.cc")).unwrap().shown, expected);
        };
        check("g++ -std=c++20 -O2 -Wall -c -o out.o {}", "g++ -std=c++20 -O2 -Wall {} -E -w");
        check("gcc -oout -MMD -MF out.d -MTx -S {}", "gcc {} -E -w");
        check("clang -I -c -include x.h -Dc={} {}", "clang -I -c -include x.h -Dc={} {} -E -w");
        check("g++ {} other.cc lib.a -lm -o main", "g++ {} -lm -E -w");
        check("g++ -x c++ {}", "g++ -x c++ {} -E -w");
        let spec = TestSpec { feed: Feed::Directory, ..test("g++ a.cc b.cc") };
        assert_eq!(of_test(&spec, OsStr::new("a.cc")).unwrap().shown, "g++ a.cc -E -w");
    }

    #[test]
    fn a_command_of_the_users_gets_the_path_as_one_word() {
        let found = given("cpp {} | sed s/x/y/", &test("./test.sh {}")).unwrap();
        assert_eq!(found.words[2], "cpp \"$1\" | sed s/x/y/");
        assert_eq!(found.words[4], "{}");
        assert!(given("cpp", &test("./test.sh {}")).is_err());
    }
}

//! The options of C-Reduce and C-Vise, for people and scripts that are used to them.
//!
//! Each stands for an option of ours, is accepted without effect, or is refused with what to use instead. They do not
//! show in the help; `docs/from-creduce.md` has them all, and a test compares the two.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// An option of C-Reduce or C-Vise.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// How it is written; the first name is the one that is told.
    pub names: &'static [&'static str],
    /// What its value is called, where it takes one.
    pub value: Option<&'static str>,
    /// What becomes of it.
    pub meaning: Meaning,
}

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It stands for this option of ours, with the same value.
    Ours(&'static str),
    /// `reduce` has it under the same name.
    Same,
    /// It is accepted and changes nothing, for this reason.
    NoEffect(&'static str),
    /// It is refused; this is why, and what to use.
    Refused(&'static str, &'static str),
}

use Meaning::{NoEffect, Ours, Refused, Same};

/// A switch.
const fn switch(names: &'static [&'static str], meaning: Meaning) -> Foreign {
    Foreign { names, value: None, meaning }
}

/// An option with a value.
const fn valued(names: &'static [&'static str], value: &'static str, meaning: Meaning) -> Foreign {
    Foreign { names, value: Some(value), meaning }
}

const NO_PASSES: &str = "Dwindle has passes of its own";
const CHOOSE: Meaning = Refused(NO_PASSES, "choose among them with --passes");
const A_COMMAND: &str = "the test is a script, or a command after --";
const HINTS: Meaning = Refused("Dwindle has no hints", "reduce the input: dwindle ./TEST INPUT");

/// All of them, those with an equivalent first.
pub const ALL: [Foreign; 47] = [
    valued(&["--n", "-n"], "N", Ours("--jobs")),
    switch(&["--save-temps"], Ours("--keep-temps")),
    switch(&["--debug"], Ours("--verbose")),
    valued(&["--timeout"], "SECONDS", Same),
    switch(&["--no-cache"], Same),
    switch(&["--verbose"], Same),
    valued(&["--also-interesting"], "CODE", Same),
    switch(&["--print-diff"], Same),
    switch(&["--tidy"], NoEffect("only --in-place makes a backup copy")),
    switch(&["--sllooww"], NoEffect("the result is minimal without it: no single unit of it can be removed")),
    switch(
        &["--not-c"],
        NoEffect("the language is known from the file name; --language none treats it as text"),
    ),
    switch(&["--timing"], NoEffect("times are always shown")),
    switch(&["--no-timing"], NoEffect("--quiet shows errors only")),
    switch(&["--timestamp"], NoEffect("the journal in the run directory has the times")),
    switch(&["--die-on-pass-bug"], NoEffect(NO_PASSES)),
    switch(&["--shaddap"], NoEffect("an internal error always ends the run")),
    switch(&["--no-give-up"], NoEffect("Dwindle continues until nothing can be removed")),
    switch(&["--no-kill"], NoEffect("tests whose outcome is no longer needed are always stopped")),
    switch(&["--skip-initial-passes"], NoEffect("the same command continues where the last run stopped")),
    switch(
        &["--skip-interestingness-test-check", "-s"],
        NoEffect("the test is always checked on the whole input first"),
    ),
    switch(&["--skip-key-off"], NoEffect("Dwindle reads no keys")),
    switch(&["--sanity-checks"], NoEffect("the test is always checked first")),
    switch(&["--sanitize"], NoEffect("names are always shortened if the language is known")),
    switch(&["--renaming"], NoEffect("names are always shortened if the language is known")),
    switch(&["--to-utf8"], NoEffect("inputs need not be UTF-8")),
    valued(&["--max-improvement"], "BYTES", NoEffect("improvements of any size are accepted")),
    valued(&["--log-level"], "LEVEL", NoEffect("--verbose shows more, --quiet errors only")),
    valued(&["--remove-pass"], "PASSES", NoEffect(NO_PASSES)),
    valued(&["--start-with-pass"], "PASS", NoEffect(NO_PASSES)),
    valued(&["--skip-after-n-transforms"], "N", NoEffect(NO_PASSES)),
    valued(&["--pass-group"], "NAME", NoEffect(NO_PASSES)),
    valued(&["--clang-delta-std"], "STANDARD", NoEffect("the parser of C and C++ accepts all standards")),
    switch(&["--list-passes"], Refused(NO_PASSES, "to see them: dwindle passes")),
    valued(&["--pass-group-file"], "FILE", CHOOSE),
    valued(&["--add-pass"], "PASS", CHOOSE),
    switch(&["--no-default-passes"], CHOOSE),
    valued(
        &["--clang-delta-preserve-routine"],
        "NAME",
        Refused("Dwindle keeps text, not functions", "keep the text of its definition: --protect REGEX"),
    ),
    valued(
        &["--stopping-threshold"],
        "FRACTION",
        Refused("Dwindle stops at a size, not at a share", "give a size in bytes: --target-size SIZE"),
    ),
    valued(
        &["--commands", "-c"],
        "COMMANDS",
        Refused(A_COMMAND, "write: dwindle reduce INPUT --invert -- bash -c 'COMMANDS'"),
    ),
    valued(
        &["--shell"],
        "SHELL",
        Refused(A_COMMAND, "write: dwindle reduce INPUT --invert -- SHELL -c 'COMMANDS'"),
    ),
    valued(
        &["--log-file"],
        "FILE",
        Refused("messages are written to standard error", "redirect it: 2> FILE"),
    ),
    valued(
        &["--cpp"],
        "COMMAND",
        Refused(
            "Dwindle does not preprocess",
            "preprocess the input first, for example gcc -E crash.c > crash.i, and reduce the output",
        ),
    ),
    switch(&["--fuzz"], Refused("reduce does not look for other failures", "use: dwindle fuzz")),
    valued(&["--action"], "ACTION", HINTS),
    valued(&["--hints-file"], "FILE", HINTS),
    valued(&["--hint-begin-index"], "N", HINTS),
    valued(&["--hint-end-index"], "N", HINTS),
];

/// What a command line has of them.
#[derive(Debug, Default)]
pub struct Translated {
    /// The words, with options of ours in the place of theirs.
    pub words: Vec<OsString>,
    /// A line for each option that has no effect.
    pub notes: Vec<String>,
}

/// An option that is refused: a message, and what to do.
#[derive(Debug)]
pub struct Refusal {
    /// What was asked for, and why it is refused.
    pub message: String,
    /// What to use.
    pub tip: &'static str,
}

/// The option that `word` is, whatever value is in the same word.
pub fn find(word: &OsStr) -> Option<(&'static Foreign, Option<OsString>)> {
    let bytes = word.as_bytes();
    let long = bytes.starts_with(b"--");
    let end = if long { bytes.iter().position(|&byte| byte == b'=') } else { (bytes.len() > 2).then_some(2) };
    let (name, value) = bytes.split_at(end.unwrap_or(bytes.len()));
    let found = ALL.iter().find(|it| it.names.iter().any(|known| known.as_bytes() == name))?;
    if !long && !value.is_empty() && found.value.is_none() {
        return None;
    }
    let value = value.strip_prefix(if long { b"=".as_slice() } else { b"" }).filter(|_| end.is_some());
    Some((found, value.map(|value| OsString::from_vec(value.to_vec()))))
}

/// Puts options of ours in the place of theirs, in the words of `reduce` that stand before `--`.
///
/// # Errors
/// The first option that is refused.
pub fn translate(words: &[OsString]) -> Result<Translated, Refusal> {
    let mut done = Translated::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            done.words.push(word.clone());
            done.words.extend(rest.cloned());
            break;
        }
        let Some((option, mut value)) = find(word).filter(|(option, _)| option.meaning != Same) else {
            done.words.push(word.clone());
            continue;
        };
        if option.value.is_some() && value.is_none() {
            value = rest.next().cloned();
        }
        let name = word.to_string_lossy();
        let name = name.split('=').next().unwrap_or_default();
        match option.meaning {
            Same => {}
            Ours(ours) => {
                done.words.push(ours.into());
                done.words.extend(value);
            }
            NoEffect(why) => done.notes.push(format!("{name} has no effect: {why}")),
            Refused(why, tip) => {
                let message = format!("'{name}' of C-Reduce and C-Vise is not supported: {why}");
                return Err(Refusal { message, tip });
            }
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> Result<(String, Vec<String>), Refusal> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let done = translate(&words)?;
        Ok((done.words.join(OsStr::new(" ")).into_string().unwrap(), done.notes))
    }

    #[test]
    fn an_option_of_theirs_becomes_ours_with_its_value_however_that_is_written() {
        for line in ["--n 4 ./t a.c", "--n=4 ./t a.c", "-n 4 ./t a.c", "-n4 ./t a.c"] {
            assert_eq!(translated(line).unwrap().0, "--jobs 4 ./t a.c", "{line}");
        }
        assert_eq!(translated("./t a.c --save-temps").unwrap().0, "./t a.c --keep-temps");
        assert_eq!(translated("--timeout 5 --no-cache ./t").unwrap().0, "--timeout 5 --no-cache ./t");
    }

    #[test]
    fn what_has_no_effect_goes_with_its_value_and_is_told() {
        let (words, notes) = translated("--tidy --max-improvement 100 ./t a.c --sllooww").unwrap();
        assert_eq!(words, "./t a.c");
        assert_eq!(notes.len(), 3);
        assert_eq!(notes[0], "--tidy has no effect: only --in-place makes a backup copy");
    }

    #[test]
    fn what_stands_after_two_dashes_is_the_commands_own() {
        let line = "a.c -- cc --tidy -n 4 {}";
        assert_eq!(translated(line).unwrap().0, line);
    }

    #[test]
    fn what_is_refused_says_what_to_use() {
        let refusal = translated("--stopping-threshold 0.5 ./t a.c").unwrap_err();
        assert!(refusal.message.starts_with("'--stopping-threshold'"), "{}", refusal.message);
        assert!(refusal.tip.contains("--target-size"));
    }

    /// What the document says of an option: a row of its table.
    fn row(option: &Foreign) -> String {
        let value = option.value.map_or_else(String::new, |value| format!(" {value}"));
        let names: Vec<_> = option.names.iter().map(|name| format!("`{name}{value}`")).collect();
        let meaning = match option.meaning {
            Ours(ours) => format!("`{ours}{value}`"),
            Same => "the same".to_owned(),
            NoEffect(why) => format!("accepted, no effect: {why}"),
            Refused(why, tip) => format!("refused: {why}; {tip}"),
        };
        format!("| {} | {meaning} |\n", names.join(", "))
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "UPDATE_DOCS=1 writes the table anew")]
    fn the_table_in_the_document_is_that_of_the_program() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/from-creduce.md");
        let document = std::fs::read_to_string(path).unwrap();
        let head = "| C-Reduce, C-Vise | Dwindle |\n|---|---|\n";
        let (before, table) = document.split_once(head).unwrap();
        let after = table.split_once("\n\n").map_or("", |(_, after)| after);
        let rows: String = ALL.iter().map(row).collect();
        let right = format!("{before}{head}{rows}\n{after}");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, &right).unwrap();
        } else {
            assert!(
                document == right,
                "run with UPDATE_DOCS=1 to write the table of docs/from-creduce.md anew"
            );
        }
    }

    #[test]
    fn every_name_is_there_once() {
        let mut names: Vec<_> = ALL.iter().flat_map(|it| it.names).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn ours_are_options_of_reduce_and_theirs_are_not() {
        let command = super::super::command();
        let reduce = command.find_subcommand("reduce").unwrap();
        let is_ours = |name: &str| {
            reduce.get_arguments().any(|arg| {
                arg.get_long().is_some_and(|long| name == format!("--{long}"))
                    || arg.get_short().is_some_and(|short| name == format!("-{short}"))
            })
        };
        for option in ALL {
            if let Ours(ours) = option.meaning {
                assert!(is_ours(ours), "{ours}");
            }
            for name in option.names {
                assert_eq!(is_ours(name), option.meaning == Same, "{name}");
            }
        }
    }
}

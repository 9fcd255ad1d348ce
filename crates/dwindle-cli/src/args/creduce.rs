//! The options of C-Reduce and C-Vise, for people and scripts that are used to them.
//!
//! Each stands for an option of ours, is accepted without effect, or is refused with what to use instead. They do not
//! show in the help. `creduce.md` has them all, as the rows of the table in `docs/from-creduce.md`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The rows of the table, those with an equivalent first.
const TABLE: &str = include_str!("creduce.md");

/// An option of C-Reduce or C-Vise.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// How it is written; the first name is the one that is told.
    pub names: Vec<&'static str>,
    /// Whether it takes a value.
    pub takes_value: bool,
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

/// All of them, in the order of the table.
fn all() -> impl Iterator<Item = Foreign> {
    TABLE.lines().filter_map(Foreign::read)
}

impl Foreign {
    /// The option of a row; none where the row is none.
    fn read(row: &'static str) -> Option<Self> {
        let (names, meaning) = row.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")?;
        let names = names.split(", ").map(|name| name.trim_matches('`'));
        let takes_value = names.clone().any(|name| name.contains(' '));
        let meaning = match meaning.split_once(": ") {
            Some(("accepted, no effect", why)) => NoEffect(why),
            Some(("refused", why)) => {
                let (why, tip) = why.split_once("; ")?;
                Refused(why, tip)
            }
            _ if meaning == "the same" => Same,
            _ => Ours(meaning.trim_matches('`').split(' ').next()?),
        };
        let names = names.filter_map(|name| name.split(' ').next()).collect();
        Some(Self { names, takes_value, meaning })
    }
}

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
pub fn find(word: &OsStr) -> Option<(Foreign, Option<OsString>)> {
    let bytes = word.as_bytes();
    let long = bytes.starts_with(b"--");
    let end = if long { bytes.iter().position(|&byte| byte == b'=') } else { (bytes.len() > 2).then_some(2) };
    let (name, value) = bytes.split_at(end.unwrap_or(bytes.len()));
    let found = all().find(|it| it.names.iter().any(|known| known.as_bytes() == name))?;
    if !long && !value.is_empty() && !found.takes_value {
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
        if option.takes_value && value.is_none() {
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

    #[test]
    fn every_row_is_an_option() {
        assert_eq!((all().count(), TABLE.lines().count()), (47, 47));
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "UPDATE_DOCS=1 writes the table anew")]
    fn the_table_in_the_document_is_that_of_the_program() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/from-creduce.md");
        let document = std::fs::read_to_string(path).unwrap();
        let head = "| C-Reduce, C-Vise | Dwindle |\n|---|---|\n";
        let (before, table) = document.split_once(head).unwrap();
        let after = table.split_once("\n\n").map_or("", |(_, after)| after);
        let right = format!("{before}{head}{TABLE}\n{after}");
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
        let mut names: Vec<_> = all().flat_map(|it| it.names).collect();
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
        for option in all() {
            if let Ours(ours) = option.meaning {
                assert!(is_ours(ours), "{ours}");
            }
            for name in option.names {
                assert_eq!(is_ours(name), option.meaning == Same, "{name}");
            }
        }
    }
}

//! Which words of a command line are options and which are operands, without taking it for complete.
//!
//! clap says that only of a command line that is right as a whole.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use clap::{Arg, Command};

/// What a word is.
#[derive(Clone, Copy, Debug)]
pub enum Word<'a> {
    /// An option of the command with its value, which is no word of its own here.
    Option(&'a Arg, Option<&'a OsStr>),
    /// An operand.
    Operand(&'a OsStr),
    /// An option that the command does not have.
    Unknown,
}

/// What the words of `command` up to `--` are, in their order.
pub fn walk<'a>(command: &'a Command, words: &'a [OsString]) -> Vec<Word<'a>> {
    let mut found = Vec::new();
    let mut words = words.iter().map(OsString::as_os_str);
    while let Some(word) = words.next().filter(|word| *word != "--") {
        let bytes = word.as_bytes();
        if let Some(long) = bytes.strip_prefix(b"--") {
            let name = long.split(|&byte| byte == b'=').next().unwrap_or_default();
            let arg = command.get_arguments().find(|arg| has_long(arg, name));
            let value = long.get(name.len() + 1..).map(OsStr::from_bytes);
            found.push(arg.map_or(Word::Unknown, |arg| {
                Word::Option(arg, value.or_else(|| takes_value(arg).then(|| words.next()).flatten()))
            }));
        } else if let Some(shorts) = bytes.strip_prefix(b"-").filter(|shorts| !shorts.is_empty()) {
            for (at, &short) in shorts.iter().enumerate() {
                let arg = command.get_arguments().find(|arg| arg.get_short() == Some(char::from(short)));
                let Some(arg) = arg else {
                    found.push(Word::Unknown);
                    break;
                };
                if takes_value(arg) {
                    let here = Some(&shorts[at + 1..]).filter(|value| !value.is_empty());
                    found.push(Word::Option(arg, here.map(OsStr::from_bytes).or_else(|| words.next())));
                    break;
                }
                found.push(Word::Option(arg, None));
            }
        } else {
            found.push(Word::Operand(word));
        }
    }
    found
}

/// The operands among the words of `command` up to `--`.
pub fn operands<'a>(command: &'a Command, words: &'a [OsString]) -> impl Iterator<Item = &'a OsStr> {
    walk(command, words).into_iter().filter_map(|word| match word {
        Word::Operand(operand) => Some(operand),
        Word::Option(..) | Word::Unknown => None,
    })
}

/// Whether the option needs a value.
pub fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

fn has_long(arg: &Arg, name: &[u8]) -> bool {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    arg.get_long().into_iter().chain(aliases).any(|long| long.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(line: &str) -> String {
        let command = super::super::command();
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let found = walk(command.find_subcommand("reduce").unwrap(), &words);
        let show = |word: &Word<'_>| match word {
            Word::Option(arg, _) => format!("--{}", arg.get_long().unwrap_or_default()),
            Word::Operand(word) => word.display().to_string(),
            Word::Unknown => "?".to_owned(),
        };
        found.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_value_of_an_option_is_no_operand() {
        assert_eq!(
            walked("--timeout 5 ./t --jobs=2 a.c -j 4 -j4 b.c"),
            "--timeout ./t --jobs a.c --jobs --jobs b.c"
        );
        assert_eq!(walked("-vj 4 ./t -vj4 a.c"), "--verbose --jobs ./t --verbose --jobs a.c");
        assert_eq!(walked("--fresh ./t -"), "--fresh ./t -");
    }

    #[test]
    fn what_follows_two_dashes_belongs_to_the_test() {
        assert_eq!(walked("a.c --fresh -- cc --quiet {}"), "a.c --fresh");
    }

    #[test]
    fn an_option_that_is_not_there_is_told_apart() {
        assert_eq!(walked("--jbos 4 -xv ./t"), "? 4 ? ./t");
    }
}

//! The short form, `dwindle [OPTIONS] ./test.sh crash.c`: `reduce` where no command is named.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use clap::Command;

use super::creduce::{self, Refusal, Translated};
use super::walk::{Word, operands, walk};

/// Writes the command line out: with the command that is meant, and options of ours for those of C-Reduce.
///
/// The word of a command always wins. Without one it is `reduce` where the first word is a path with a slash in it, or
/// an option of `reduce`.
///
/// # Errors
/// The first option of C-Reduce that is refused.
pub fn expand(command: &Command, mut words: Vec<OsString>) -> Result<Translated, Refusal> {
    let is_path = |word: &OsStr| word.as_bytes().contains(&b'/') && !word.as_bytes().starts_with(b"-");
    if words.get(1).is_some_and(|word| is_path(word)) || begins_with_options(command, &words)? {
        words.insert(1, "reduce".into());
    }
    if words.get(1).is_none_or(|word| word != "reduce") {
        return Ok(Translated { words, notes: Vec::new() });
    }
    let mut done = creduce::translate(&words[2..])?;
    done.words.splice(0..0, words.into_iter().take(2));
    Ok(done)
}

/// Whether the words are those of `reduce`, options first, with no command named.
fn begins_with_options(command: &Command, words: &[OsString]) -> Result<bool, Refusal> {
    let (Some(first), Some(reduce)) = (words.get(1), command.find_subcommand("reduce")) else {
        return Ok(false);
    };
    // Help and version are the program's own.
    let is_known = match walk(reduce, std::slice::from_ref(first)).first() {
        Some(Word::Option(arg, _)) => !["help", "version"].contains(&arg.get_id().as_str()),
        _ => false,
    };
    let is_option = first.as_bytes().starts_with(b"-") && (is_known || creduce::find(first).is_some());
    if !is_option {
        return Ok(false);
    }
    let words = creduce::translate(&words[1..])?.words;
    let operand = operands(reduce, &words).next();
    Ok(operand.and_then(OsStr::to_str).is_none_or(|word| command.find_subcommand(word).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(line: &str) -> String {
        let words = line.split(' ').map(OsString::from).collect();
        let words = expand(&super::super::command(), words).unwrap().words;
        words.join(OsStr::new(" ")).into_string().unwrap()
    }

    #[test]
    fn a_path_in_the_place_of_a_command_means_reduce() {
        assert_eq!(expanded("dwindle ./test.sh a.c"), "dwindle reduce ./test.sh a.c");
        assert_eq!(expanded("dwindle src/a.c -- cc {}"), "dwindle reduce src/a.c -- cc {}");
    }

    #[test]
    fn options_may_stand_before_the_test() {
        assert_eq!(expanded("dwindle --timeout 5 ./test.sh a.c"), "dwindle reduce --timeout 5 ./test.sh a.c");
        assert_eq!(expanded("dwindle -vj2 test.sh a.c"), "dwindle reduce -vj2 test.sh a.c");
        assert_eq!(expanded("dwindle --fresh a.c -- cc {}"), "dwindle reduce --fresh a.c -- cc {}");
    }

    #[test]
    fn options_of_creduce_may_stand_before_the_test() {
        assert_eq!(expanded("dwindle --n 4 test.sh a.c"), "dwindle reduce --jobs 4 test.sh a.c");
        assert_eq!(expanded("dwindle --tidy --pass-group all ./test.sh a.c"), "dwindle reduce ./test.sh a.c");
    }

    #[test]
    fn the_word_of_a_command_always_wins() {
        for line in [
            "dwindle check ./test.sh a.c",
            "dwindle test.sh a.c",
            "dwindle --help",
            "dwindle --version",
            "dwindle -V",
            "dwindle --jbos 4 a.c",
            "dwindle --timeout 5 check ./test.sh a.c",
            "dwindle --fresh reduce ./test.sh a.c",
            "dwindle check --n 4 ./test.sh a.c",
            "dwindle",
        ] {
            assert_eq!(expanded(line), line);
        }
    }
}

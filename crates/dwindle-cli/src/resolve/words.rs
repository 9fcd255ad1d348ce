//! Which words of a command line go together, and which always stay.
//!
//! The rules are those of the manual: an option is a word that begins with `-`; the next word is its value where it
//! begins with no `-` and names no file, or where the option is one of [`WITH_VALUE`]; a word that names a file and is
//! no value stays, and so does `--`, which is no argument but ends the options. What is guessed wrong costs some tests
//! and no more, as the words of what is left are tried one by one in the end.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use dwindle_run::error::RunError;
use dwindle_run::text::shell;
use regex::bytes::Regex;

use super::response;
use crate::asked::Piece;

/// Options that the next word belongs to even if it names a file or begins with `-`: those of compilers, linkers.
const WITH_VALUE: &str = "\
    -o -I -L -include -imacros -isystem -iquote -idirafter -isysroot -iprefix -MF -MT -MQ -Xlinker \
    -Xassembler -Xpreprocessor -Xclang -mllvm --param -target -framework";

/// What the user says of words.
#[derive(Debug)]
pub(super) struct Rules {
    keep: Vec<Pick>,
    groups: Vec<(OsString, Vec<Pick>)>,
    /// Whether words that name files can go, too.
    all: bool,
}

/// Words that are this one, or that this matches as a whole.
#[derive(Debug)]
pub(super) struct Pick {
    text: OsString,
    regex: Option<Regex>,
}

impl Pick {
    pub(super) fn new(text: &OsStr) -> Self {
        let regex = text.to_str().and_then(|text| Regex::new(&format!("^(?:{text})$")).ok());
        Self { text: text.to_owned(), regex }
    }

    pub(super) fn picks(&self, word: &OsStr) -> bool {
        self.text == word || self.regex.as_ref().is_some_and(|regex| regex.is_match(word.as_bytes()))
    }
}

impl Rules {
    /// `--keep`, `--group` and `--all`.
    pub(super) fn new(keep: &[String], groups: &[OsString], all: bool) -> Result<Self, RunError> {
        let group = |text: &OsString| {
            let picks: Vec<Pick> = listed("--group", text)?.iter().map(|word| Pick::new(word)).collect();
            if picks.is_empty() {
                return Err(
                    RunError::usage("--group: no words given").hint("for example --group '-I include'")
                );
            }
            Ok((text.clone(), picks))
        };
        Ok(Self {
            keep: keep.iter().map(|word| Pick::new(OsStr::new(word))).collect(),
            groups: groups.iter().map(group).collect::<Result<_, _>>()?,
            all,
        })
    }

    fn keeps(&self, word: &OsStr) -> bool {
        self.keep.iter().any(|pick| pick.picks(word))
    }

    /// Opens response files, those in them too.
    pub(super) fn open(&self, words: &[OsString]) -> Result<Vec<OsString>, RunError> {
        response::open(words, &|word| self.keeps(word))
    }

    /// What of `words` can be left out.
    ///
    /// # Errors
    /// When an option of ours names no word, or a word is named by two groups.
    pub(super) fn cut(&self, words: &[OsString]) -> Result<Vec<Piece>, RunError> {
        for pick in &self.keep {
            if !words.iter().any(|word| pick.picks(word)) {
                return Err(no_word("--keep", &pick.text, &pick.text));
            }
        }
        let grouped = self.grouped(words)?;
        let is_grouped = |at: usize| grouped.iter().any(|group| group.contains(&at));
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let end = if has_value(words, at) { at + 2 } else { at + 1 };
            let stays = words[at] == "--" || !self.all && end == at + 1 && names_file(&words[at]);
            let free: Vec<usize> = (at..end).filter(|&at| !is_grouped(at)).collect();
            if !stays && !free.is_empty() {
                pieces.push(Piece { at: free, said: false });
            }
            at = end;
        }
        pieces.extend(grouped.into_iter().map(|at| Piece { at, said: true }));
        pieces.retain(|piece| !piece.at.iter().any(|&at| self.keeps(&words[at])));
        pieces.sort_by_key(|piece| piece.at[0]);
        Ok(pieces)
    }

    /// The words of each group.
    fn grouped(&self, words: &[OsString]) -> Result<Vec<Vec<usize>>, RunError> {
        let mut grouped: Vec<Vec<usize>> = Vec::new();
        for (text, picks) in &self.groups {
            let row = |start: &usize| {
                let row = words[*start..].iter().zip(picks);
                words.len() - start >= picks.len() && row.clone().all(|(word, pick)| pick.picks(word))
            };
            let rows: Vec<usize> = (0..words.len()).filter(row).collect();
            let found: Vec<Vec<usize>> = if picks.len() > 1 && !rows.is_empty() {
                rows.iter().map(|&start| (start..start + picks.len()).collect()).collect()
            } else {
                for pick in picks {
                    if !words.iter().any(|word| pick.picks(word)) {
                        return Err(no_word("--group", text, &pick.text));
                    }
                }
                let at = (0..words.len()).filter(|&at| picks.iter().any(|pick| pick.picks(&words[at])));
                vec![at.collect()]
            };
            for group in found {
                if let Some(&twice) = group.iter().find(|at| grouped.iter().any(|other| other.contains(at))) {
                    return Err(RunError::usage(format!(
                        "--group {}: {} is in another group already",
                        shell::quoted([text]),
                        shell::quoted([&words[twice]])
                    ))
                    .hint("combine both into one group"));
                }
                grouped.push(group);
            }
        }
        Ok(grouped)
    }
}

/// The words in the value of one of our options.
pub(super) fn listed(option: &str, text: &OsStr) -> Result<Vec<OsString>, RunError> {
    shell::split(text.as_bytes(), shell::Rules::Shell).map_err(|_| {
        RunError::usage(format!("{option} {}: unterminated quote", text.display()))
            .hint("words are separated by blanks; quote a word that contains blanks")
    })
}

fn no_word(option: &str, text: &OsStr, word: &OsStr) -> RunError {
    let word = shell::quoted([word]);
    RunError::usage(format!("{option} {}: the command has no word {word}", shell::quoted([text])))
        .hint("give a word of the command, or a regular expression for whole words")
}

/// Whether the word behind this one is its value, whatever it is.
pub(super) fn takes_value(word: &OsStr) -> bool {
    WITH_VALUE.split(' ').any(|known| known == word)
}

/// Whether the word behind the one at `at` is its value.
fn has_value(words: &[OsString], at: usize) -> bool {
    let option = words[at].as_bytes();
    let Some(next) = words.get(at + 1) else { return false };
    if option.len() < 2 || option[0] != b'-' || option == b"--" || option.contains(&b'=') {
        return false;
    }
    takes_value(&words[at]) || next.as_bytes().first() != Some(&b'-') && !names_file(next)
}

/// Whether `word` is the path of something that is there.
fn names_file(word: &OsStr) -> bool {
    !word.is_empty() && Path::new(word).symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    /// The pieces of `line`, each with its words in brackets; `Cargo.toml` and `src` are there.
    fn cut(line: &str, keep: &[&str], groups: &[&str], all: bool) -> Result<String, String> {
        let keep: Vec<String> = keep.iter().map(ToString::to_string).collect();
        let groups: Vec<OsString> = groups.iter().map(OsString::from).collect();
        let words = words(line);
        let pieces = Rules::new(&keep, &groups, all).and_then(|rules| rules.cut(&words));
        let show = |piece: Piece| {
            let words: Vec<&str> = piece.at.iter().map(|&at| words[at].to_str().unwrap()).collect();
            format!("[{}]{}", words.join(" "), if piece.said { "!" } else { "" })
        };
        pieces
            .map(|pieces| pieces.into_iter().map(show).collect::<Vec<_>>().join(" "))
            .map_err(|e| e.to_string())
    }

    #[test]
    fn an_option_goes_with_its_value_and_files_stay() {
        let check = |line: &str, expected: &str| assert_eq!(cut(line, &[], &[], false).unwrap(), expected);
        check("-O2 -o out -std=c99 Cargo.toml", "[-O2] [-o out] [-std=c99]");
        // A file behind an option is an operand, unless the option is known to take one.
        check("-c Cargo.toml", "[-c]");
        check("-include Cargo.toml -I src src", "[-include Cargo.toml] [-I src]");
        check("-x c - -- -Xlinker -E a=b", "[-x c] [-] [-Xlinker -E] [a=b]");
        check("--level=3 x", "[--level=3] [x]");
    }

    #[test]
    fn words_are_kept_by_name_or_by_expression_with_what_belongs_to_them() {
        assert_eq!(cut("-O2 -o out -fa -fb", &["-o", "-f.*"], &[], false).unwrap(), "[-O2]");
        assert_eq!(cut("-std=c++11 -c Cargo.toml", &["-std=c++11"], &[], true).unwrap(), "[-c] [Cargo.toml]");
        let wrong = cut("-O2 -g", &["-O3"], &[], false).unwrap_err();
        assert!(wrong.starts_with("--keep -O3: the command has no word -O3\n"), "{wrong}");
    }

    #[test]
    fn a_group_is_where_its_words_stand_in_a_row_or_wherever_they_stand() {
        let check = |line: &str, group: &str, expected: &str| {
            assert_eq!(cut(line, &[], &[group], false).unwrap(), expected);
        };
        check("-y src -g -y src -O", "-y src", "[-y src]! [-g] [-y src]! [-O]");
        check("-fa -g -fb", "-fa -fb", "[-fa -fb]! [-g]");
        check("-fno-a -g -fno-b", "-fno-.*", "[-fno-a -fno-b]! [-g]");
        // What a group takes a value from stays alone.
        check("-x c -g", "-x -g", "[-x -g]! [c]");
        let wrong = cut("-fa -g", &[], &["-fa -fb"], false).unwrap_err();
        assert!(wrong.starts_with("--group '-fa -fb': the command has no word -fb\n"), "{wrong}");
        let twice = cut("-fa -g -fb", &[], &["-fa -g", "-g -fb"], false).unwrap_err();
        assert!(twice.contains("-g is in another group already"), "{twice}");
    }
}

//! Where files are, and their names. Names are bytes and need not be text.
//!
//! ```text
//! crash.c.dwindle/           the home of all runs of crash.c
//!   outputs.json             which results Dwindle wrote (and outputs.lock, for moments)
//!   0123456789abcdef0123/    one run: the beginning of its key
//!     journal.jsonl  steps  answer.json  lock  best  origin
//!     replaced/crash.min.c   results of this run that another run, or this one started over, replaced
//!     other-failures/001-stack-overflow/
//! crash.min.c                the result (of a directory `proj`: the folder `proj.min`, made of the archive `best`)
//! .crash.min.c.dwindle-4711-x1Y2z3       the next result, while it is being written
//! ```

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::{entries, hash};

pub(super) const JOURNAL: &str = "journal.jsonl";
pub(super) const LOCK: &str = "lock";
pub(super) const BEST: &str = "best";
pub(super) const ORIGIN: &str = "origin";
pub(super) const STEPS: &str = "steps";
pub(super) const ANSWER: &str = "answer.json";
pub(super) const REPLACED: &str = "replaced";
pub(super) const OTHER_FAILURES: &str = "other-failures";
pub(super) const OUTPUTS: &str = "outputs.json";
pub(super) const OUTPUTS_LOCK: &str = "outputs.lock";

/// What is added to the input's name for the home of its runs, and marks unfinished results.
const SUFFIX: &str = ".dwindle";

/// File systems allow 255 bytes; this leaves room for what is added.
const LONGEST_NAME: usize = 200;

/// The folder of all runs of `input`: beside it, or in `parent`.
pub fn home(input: &Path, parent: Option<&Path>) -> PathBuf {
    let beside = || input.parent().unwrap_or(Path::new(""));
    let mut name = fitting(input.file_name().unwrap_or(OsStr::new("input")));
    name.push(SUFFIX);
    parent.unwrap_or_else(beside).join(name)
}

/// The folder of all runs of `input` in `state`, a directory for the runs of many inputs: inputs of one name that lie in
/// different places have different ones.
pub fn home_in(state: &Path, input: &Path) -> PathBuf {
    let mut name = fitting(input.file_name().unwrap_or(OsStr::new("input")));
    name.push(format!("-{}", &hash::of(input.as_os_str().as_bytes())[..16]));
    name.push(SUFFIX);
    state.join(name)
}

/// Whether `path` is a home in which results are on record.
pub fn is_home(path: &Path) -> bool {
    path.as_os_str().as_bytes().ends_with(SUFFIX.as_bytes()) && path.join(OUTPUTS).is_file()
}

/// The name of the input whose runs have this home beside it.
pub(super) fn input_of(home: &Path) -> Option<OsString> {
    let name = home.file_name()?.as_bytes().strip_suffix(SUFFIX.as_bytes())?;
    Some(OsStr::from_bytes(name).to_owned()).filter(|name| !name.is_empty() && home.is_dir())
}

/// The name of a home that [`home_in`] gives without what says where its input lies; none of another name.
pub(super) fn without_place(name: &OsStr) -> Option<&[u8]> {
    let name = name.as_bytes().strip_suffix(SUFFIX.as_bytes())?;
    let (input, place) = name.split_at_checked(name.len().checked_sub(17)?)?;
    (place[0] == b'-' && place[1..].iter().all(u8::is_ascii_hexdigit)).then_some(input)
}

/// The directories of all runs in `home`.
pub(super) fn runs(home: &Path) -> io::Result<Vec<PathBuf>> {
    let mut runs = entries::of(home)?;
    runs.retain(|path| path.join(LOCK).is_file());
    Ok(runs)
}

/// How many random letters and digits end the name of an unfinished version.
pub(super) const RANDOM: usize = 6;

/// How the name of the next unfinished version of the file at `target` begins.
pub(super) fn next_draft(target: &Path) -> io::Result<OsString> {
    let mut prefix = draft_prefix(target.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    prefix.push(format!("{}-", std::process::id()));
    Ok(prefix)
}

/// How the names of unfinished versions of the file `name` begin.
fn draft_prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(fitting(name));
    prefix.push(SUFFIX);
    prefix.push("-");
    prefix
}

/// Whether `entry` is the name of an unfinished version of the file `name`, as this program would name it.
pub(super) fn is_draft(entry: &OsStr, name: &OsStr) -> bool {
    entry.as_bytes().strip_prefix(draft_prefix(name).as_bytes()).is_some_and(ends_a_draft)
}

/// Whether this is the name of an unfinished version of any file.
pub fn is_unfinished(entry: &OsStr) -> bool {
    let (bytes, mark) = (entry.as_bytes(), format!("{SUFFIX}-"));
    let at = bytes.windows(mark.len()).rposition(|window| window == mark.as_bytes());
    bytes.starts_with(b".") && at.is_some_and(|at| ends_a_draft(&bytes[at + mark.len()..]))
}

/// Whether `rest` is a process number and what is random in the name of an unfinished version.
fn ends_a_draft(rest: &[u8]) -> bool {
    let mut parts = rest.splitn(2, |&byte| byte == b'-');
    let (pid, random) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    !pid.is_empty()
        && pid.iter().all(u8::is_ascii_digit)
        && random.len() == RANDOM
        && random.iter().all(u8::is_ascii_alphanumeric)
}

/// The copy of `input` from before it was first replaced.
pub(super) fn original(input: &Path) -> PathBuf {
    let mut name = input.file_name().unwrap_or_default().to_owned();
    name.push(".orig");
    input.with_file_name(name)
}

/// `name`, or the beginning of a very long one with its hash.
fn fitting(name: &OsStr) -> OsString {
    let bytes = name.as_bytes();
    if bytes.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let mut short = bytes[..LONGEST_NAME - 17].to_vec();
    short.extend_from_slice(format!("~{}", &hash::of(bytes)[..16]).as_bytes());
    OsString::from_vec(short)
}

/// The first letters and digits of `text`, no more than `longest`, for a file name that tells a reader something.
pub fn slug(text: &str, longest: usize) -> String {
    let mut slug = String::new();
    for letter in text.chars() {
        if slug.len() >= longest {
            break;
        }
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "failure".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_lies_beside_the_input_or_where_told() {
        assert_eq!(home(Path::new("src/a.c"), None), Path::new("src/a.c.dwindle"));
        assert_eq!(home(Path::new("a.c"), None), Path::new("a.c.dwindle"));
        assert_eq!(home(Path::new("/"), None), Path::new("input.dwindle"));
        assert_eq!(home(Path::new("src/a.c"), Some(Path::new("/tmp/x"))), Path::new("/tmp/x/a.c.dwindle"));
    }

    #[test]
    fn names_of_any_bytes_and_length_make_names_that_fit() {
        let odd = OsStr::from_bytes(b"a\n\xFF.c");
        assert_eq!(home(Path::new(odd), None).as_os_str().as_bytes(), b"a\n\xFF.c.dwindle");
        let long = OsString::from_vec(vec![b'x'; 255]);
        let other = OsString::from_vec([vec![b'x'; 254], vec![b'y']].concat());
        assert!(draft_prefix(&long).len() < 230);
        assert_ne!(draft_prefix(&long), draft_prefix(&other));
    }

    #[test]
    fn only_our_own_drafts_are_taken_for_drafts() {
        let name = OsStr::new("a.c");
        assert!(is_draft(OsStr::new(".a.c.dwindle-12-aB3dE6"), name));
        assert!(is_unfinished(OsStr::new(".a.c.dwindle-12-aB3dE6")));
        for other in [
            ".a.c.dwindle-notes",
            ".a.c.dwindle-12",
            ".a.c.dwindle-12-toolong",
            ".b.a.c.dwindle-12-aB3dE6",
            "a.c.dwindle-12-aB3dE6",
            ".a.c.dwindle-12-a.b.c.",
        ] {
            assert!(!is_draft(OsStr::new(other), name), "{other}");
            assert_eq!(is_unfinished(OsStr::new(other)), other.starts_with(".b."), "{other}");
        }
    }

    #[test]
    fn a_slug_is_short_and_plain() {
        assert_eq!(slug("SIGSEGV in `foo::bar`\n/x", 40), "sigsegv-in-foo-bar-x");
        assert_eq!(slug("../..", 40), "failure");
        assert!(slug(&"ab ".repeat(100), 40).len() <= 40);
    }
}

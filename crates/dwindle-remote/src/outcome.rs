//! How a test ended, as its script writes it to a file, and as it is read from the digest of that file.

use std::collections::HashMap;
use std::sync::LazyLock;

use dwindle_exec::process::{End, NotStarted};

use crate::digest::{Digest, digest};

/// The file that the outcome is written to.
pub(crate) const FILE: &str = "rc";
/// That with the path of the input root, which output may hold.
pub(crate) const ROOT: &str = "at";
/// What stands there instead of an exit code when the time was over, and when there is no such program.
pub(crate) const TIMED_OUT: &str = "T";
pub(crate) const NOT_FOUND: &str = "N";
/// What stands before the number of a signal.
pub(crate) const SIGNAL: &str = "s";

/// All outcomes that there are, by the hash of the file that says so.
static KNOWN: LazyLock<HashMap<String, End>> = LazyLock::new(|| {
    let codes = (0..=255).map(|code| (code.to_string(), End::Exited(code)));
    let signals = (1..=64).map(|signal| (format!("{SIGNAL}{signal}"), End::Signalled(signal)));
    let not_found = End::NotStarted(NotStarted::NotFound, "no such program on the farm".to_owned());
    let others = [(TIMED_OUT.to_owned(), End::TimedOut), (NOT_FOUND.to_owned(), not_found)];
    let all = codes.chain(signals).chain(others);
    all.map(|(text, end)| (digest(format!("{text}\n").as_bytes()).hash, end)).collect()
});

/// How a test ended whose file has this digest; none where no test ends like that.
pub(crate) fn read(file: &Digest) -> Option<End> {
    KNOWN.get(&file.hash).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_read_from_its_digest() {
        let of = |text: &str| read(&digest(text.as_bytes()));
        assert_eq!(of("0\n"), Some(End::Exited(0)));
        assert_eq!(of("139\n"), Some(End::Exited(139)));
        assert_eq!(of("s11\n"), Some(End::Signalled(11)));
        assert_eq!(of("T\n"), Some(End::TimedOut));
        assert_eq!(of("256\n"), None);
        assert_eq!(of("0"), None);
    }
}

//! Changes as a patch in git's unified form, which `git apply` takes, forwards and backwards.
//!
//! Everything that a tree of git can hold has a form there: files that come, go and are renamed, permission bits as
//! far as git knows them, links, and contents that are no text. Empty folders have none; they are named in a line
//! that `git apply` skips.

mod binary;
mod hunks;
mod quote;

use std::borrow::Cow;
use std::path::Path;

use dwindle::Config;
use dwindle::files::Entry;
use sha1::{Digest, Sha1};

use crate::Changes;
use crate::edits::{self, Edit, is_binary};
use crate::part::At;

/// What git keeps of an entry.
struct Blob<'a> {
    path: &'a Path,
    mode: &'static str,
    bytes: Cow<'a, [u8]>,
}

impl Changes {
    /// The patch that makes the tree of `to` of the tree of `from`.
    ///
    /// With an empty `from` it applies to the good version; with `from` the failing and `to` the passing side of an
    /// isolation it is what to revert.
    pub fn patch(&self, from: &Config, to: &Config) -> Vec<u8> {
        let other = from.minus(to).union(&to.minus(from));
        let mut parts: Vec<usize> = Vec::new();
        for unit in other.units() {
            let first = self.part_of(unit);
            if parts.last().is_none_or(|&last| last < first) {
                let tied = self.parts[first..].iter().take_while(|part| part.units.contains(&unit)).count();
                parts.extend(first..first + tied);
            }
        }
        let mut out = Vec::new();
        for nth in parts {
            let (old, new) = (self.at(nth, from), self.at(nth, to));
            if old != new {
                let edits = |texts: [&[u8]; 2]| hunks::of_part(&self.parts[nth], [from, to], texts);
                section(&mut out, old.as_ref(), new.as_ref(), edits);
            }
        }
        out
    }
}

/// Writes what becomes of one file. `edits` are those of the lines, where both sides are texts.
fn section(
    out: &mut Vec<u8>,
    old: Option<&At>,
    new: Option<&At>,
    edits: impl Fn([&[u8]; 2]) -> Option<Vec<Edit>>,
) {
    for (side, what) in [(old, "removed"), (new, "added")] {
        if let Some((path, Entry::Folder { .. })) = side {
            line(out, &[b"# empty folder ", &quote::quoted(&[], path), b" is ", what.as_bytes()]);
        }
    }
    match (old.and_then(blob), new.and_then(blob)) {
        (Some(old), Some(new)) if (old.mode == LINK) == (new.mode == LINK) => {
            file(out, Some(&old), Some(&new), edits);
        }
        // Git writes it as one that goes and one that comes where a link becomes a file, or the other way round.
        (old, new) => {
            if old.is_some() {
                file(out, old.as_ref(), None, |_| None);
            }
            if new.is_some() {
                file(out, None, new.as_ref(), |_| None);
            }
        }
    }
}

const LINK: &str = "120000";

fn blob((path, entry): &At) -> Option<Blob<'_>> {
    match entry {
        Entry::File { text, mode } => {
            let mode = if mode & 0o100 == 0 { "100644" } else { "100755" };
            Some(Blob { path, mode, bytes: Cow::Borrowed(text.bytes()) })
        }
        Entry::Link { target } => {
            Some(Blob { path, mode: LINK, bytes: Cow::Borrowed(target.as_os_str().as_encoded_bytes()) })
        }
        Entry::Folder { .. } => None,
    }
}

fn file(
    out: &mut Vec<u8>,
    old: Option<&Blob<'_>>,
    new: Option<&Blob<'_>>,
    edits: impl Fn([&[u8]; 2]) -> Option<Vec<Edit>>,
) {
    let Some(any) = new.or(old) else { return };
    let (from, to) = (old.unwrap_or(any).path, new.unwrap_or(any).path);
    line(out, &[b"diff --git ", &quote::quoted(b"a/", from), b" ", &quote::quoted(b"b/", to)]);
    match (old, new) {
        (Some(old), Some(new)) => {
            if old.mode != new.mode {
                line(out, &[b"old mode ", old.mode.as_bytes()]);
                line(out, &[b"new mode ", new.mode.as_bytes()]);
            }
            if from != to {
                line(out, &[b"rename from ", &quote::quoted(&[], from)]);
                line(out, &[b"rename to ", &quote::quoted(&[], to)]);
            }
        }
        (None, Some(new)) => line(out, &[b"new file mode ", new.mode.as_bytes()]),
        (Some(old), None) => line(out, &[b"deleted file mode ", old.mode.as_bytes()]),
        (None, None) => {}
    }
    let (before, after) = (old.map_or(&[][..], |old| &old.bytes), new.map_or(&[][..], |new| &new.bytes));
    if before == after && old.is_some() == new.is_some() {
        return;
    }
    let name = |blob: Option<&Blob<'_>>| blob.map_or_else(|| "0".repeat(40), |blob| git_name(&blob.bytes));
    let mode = match (old, new) {
        (Some(old), Some(new)) if old.mode == new.mode => format!(" {}", old.mode),
        _ => String::new(),
    };
    line(out, &[format!("index {}..{}{mode}", name(old), name(new)).as_bytes()]);
    if is_binary(before) || is_binary(after) {
        binary::write(out, before, after);
    } else if before != after {
        let path = |prefix: &[u8], blob: Option<&Blob<'_>>| {
            blob.map_or_else(|| b"/dev/null".to_vec(), |blob| quote::ended(quote::quoted(prefix, blob.path)))
        };
        line(out, &[b"--- ", &path(b"a/", old)]);
        line(out, &[b"+++ ", &path(b"b/", new)]);
        hunks::write(
            out,
            before,
            after,
            &edits([before, after]).unwrap_or_else(|| edits::edits(before, after)),
        );
    }
}

fn line(out: &mut Vec<u8>, pieces: &[&[u8]]) {
    for piece in pieces {
        out.extend_from_slice(piece);
    }
    out.push(b'\n');
}

/// The name of a file's contents in git. Repositories that name by SHA-256 take such patches for texts only.
fn git_name(bytes: &[u8]) -> String {
    let object = Sha1::new().chain_update(format!("blob {}\0", bytes.len())).chain_update(bytes);
    let hex: Vec<String> = object.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    hex.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_git_gives() {
        assert_eq!(git_name(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(git_name(b"hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
    }
}

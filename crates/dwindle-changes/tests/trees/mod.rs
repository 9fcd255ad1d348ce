//! Trees for tests: written down, at random, and on the disk.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests lay trees and call git")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use dwindle::Text;
use dwindle::files::{Entry, Files};
use proptest::prelude::*;

pub(crate) fn file(text: impl AsRef<[u8]>) -> Entry {
    Entry::File { text: Text::new(text.as_ref()).unwrap(), mode: 0o644 }
}

pub(crate) fn script(text: impl AsRef<[u8]>) -> Entry {
    Entry::File { text: Text::new(text.as_ref()).unwrap(), mode: 0o755 }
}

pub(crate) fn link(target: &str) -> Entry {
    Entry::Link { target: target.into() }
}

pub(crate) fn folder() -> Entry {
    Entry::Folder { mode: 0o755 }
}

pub(crate) fn tree(entries: &[(&str, Entry)]) -> Files {
    let mut files = Files::new();
    for (path, entry) in entries {
        files.insert(path.into(), entry.clone()).unwrap();
    }
    files
}

/// Lays a tree in an empty directory.
pub(crate) fn lay(dir: &Path, files: &Files) {
    for (path, entry) in files.iter() {
        let at = dir.join(path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        match entry {
            Entry::File { text, mode } => {
                fs::write(&at, text.bytes()).unwrap();
                fs::set_permissions(&at, fs::Permissions::from_mode(*mode)).unwrap();
            }
            Entry::Link { target } => symlink(target, &at).unwrap(),
            Entry::Folder { .. } => fs::create_dir_all(&at).unwrap(),
        }
    }
}

/// The tree without any folders: what git keeps.
pub(crate) fn without_folders(files: &Files) -> Files {
    let mut out = Files::new();
    for (path, entry) in files.iter().filter(|(_, entry)| !entry.is_folder()) {
        out.insert(path.to_owned(), entry.clone()).unwrap();
    }
    out
}

/// The tree with the same permission bits for every file, and files for links.
pub(crate) fn without_modes(files: &Files) -> Files {
    let mut out = Files::new();
    for (path, entry) in files.iter() {
        let entry = match entry {
            Entry::File { text, .. } => Entry::File { text: text.clone(), mode: 0o644 },
            Entry::Link { target } => file(target.as_os_str().as_encoded_bytes()),
            Entry::Folder { .. } => folder(),
        };
        out.insert(path.to_owned(), entry).unwrap();
    }
    out
}

/// Calls git in `dir` without anybody's settings; none where there is no git.
pub(crate) fn git(dir: &Path, words: &[&str], input: Option<&Path>) -> Option<Output> {
    let mut command = Command::new("git");
    command.args(["-c", "core.autocrlf=false", "-c", "init.defaultBranch=main"]).args(words).current_dir(dir);
    for (name, value) in [
        ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_AUTHOR_NAME", "Ada"),
        ("GIT_AUTHOR_EMAIL", "ada@example.org"),
        ("GIT_COMMITTER_NAME", "Ada"),
        ("GIT_COMMITTER_EMAIL", "ada@example.org"),
        ("GIT_CEILING_DIRECTORIES", dir.parent()?.to_str()?),
    ] {
        command.env(name, value);
    }
    if let Some(input) = input {
        command.stdin(fs::File::open(input).unwrap());
    }
    command.output().ok()
}

/// The tree that `git apply` makes of `files`, both without folders; none where there is no git.
pub(crate) fn applied(files: &Files, patch: &[u8], options: &[&str]) -> Option<Files> {
    let dir = tempfile::tempdir().unwrap();
    let (at, patch_at) = (dir.path().join("tree"), dir.path().join("patch"));
    fs::create_dir(&at).unwrap();
    lay(&at, &without_folders(files));
    if patch.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"diff --git")) {
        fs::write(&patch_at, patch).unwrap();
        let output = git(&at, &[&["apply", "--whitespace=nowarn"], options].concat(), Some(&patch_at))?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(patch));
    }
    Some(without_folders(&dwindle_changes::trees::read(&at).unwrap()))
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        8 => "[a-d]{0,2}\n",
        2 => "[a-d]{0,2}\r\n",
        2 => "[ \t]{0,2}[a-d] ?\n",
        1 => "\u{e4}[a-d]\n",
    ];
    let end = prop_oneof![3 => Just(String::new()), 1 => "[a-d]{1,2}"];
    (proptest::collection::vec(line, 0..24), end)
        .prop_map(|(lines, end)| (lines.concat() + &end).into_bytes())
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        10 => text().prop_map(file),
        2 => text().prop_map(script),
        2 => proptest::collection::vec(0u8..3, 0..90).prop_map(file),
        1 => "[a-d]{1,3}".prop_map(|target| link(&target)),
        1 => Just(folder()),
    ]
}

/// An edit of a text: at a line, so many go, and others come.
fn edited(entry: &Entry, edits: &[(usize, usize, Vec<u8>)]) -> Entry {
    let Entry::File { text, mode } = entry else { return entry.clone() };
    let mut lines: Vec<Vec<u8>> =
        text.bytes().split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    for (at, gone, new) in edits {
        let at = at % (lines.len() + 1);
        let end = (at + gone).min(lines.len());
        lines.splice(at..end, [new.clone()]);
    }
    Entry::File { text: Text::new(lines.concat()).unwrap(), mode: *mode }
}

/// Puts an entry where there is room for it.
fn put(files: &mut Files, path: &str, entry: Entry) {
    let path = Path::new(path);
    let file_above = path.ancestors().skip(1).any(|above| files.get(above).is_some());
    let below = files.below(path).next().is_some();
    if !file_above && !below {
        files.insert(path.to_owned(), entry).unwrap();
    }
}

const PATHS: &str = "(a|b|c d|d/a|d/b|d/e/a|e|e/a|e/\u{e4}|f/a)";

/// What becomes of a file.
#[derive(Clone, Debug)]
enum Fate {
    Stays,
    Goes,
    Edited(Vec<(usize, usize, Vec<u8>)>),
    Renamed(String, Vec<(usize, usize, Vec<u8>)>),
    Executable,
    Replaced(Entry),
}

fn fate() -> impl Strategy<Value = Fate> {
    let edits = || proptest::collection::vec((0usize..30, 0usize..3, text()), 1..4);
    prop_oneof![
        2 => Just(Fate::Stays),
        2 => Just(Fate::Goes),
        6 => edits().prop_map(Fate::Edited),
        3 => (PATHS, proptest::collection::vec((0usize..30, 0usize..2, text()), 0..2))
            .prop_map(|(path, edits)| Fate::Renamed(path, edits)),
        1 => Just(Fate::Executable),
        2 => entry().prop_map(Fate::Replaced),
    ]
}

/// Two versions of a tree.
pub(crate) fn versions() -> impl Strategy<Value = (Files, Files)> {
    let good = proptest::collection::btree_map(PATHS, (entry(), fate()), 0..8);
    let more = proptest::collection::btree_map(PATHS, entry(), 0..3);
    (good, more).prop_map(|(first, more)| {
        let (mut good, mut bad) = (Files::new(), Files::new());
        for (path, (entry, _)) in &first {
            put(&mut good, path, entry.clone());
        }
        for (path, (_, fate)) in &first {
            let Some(entry) = good.get(Path::new(path)).cloned() else { continue };
            match fate {
                Fate::Stays => put(&mut bad, path, entry),
                Fate::Goes => {}
                Fate::Edited(edits) => put(&mut bad, path, edited(&entry, edits)),
                Fate::Renamed(to, edits) => put(&mut bad, to, edited(&entry, edits)),
                Fate::Executable => match entry {
                    Entry::File { text, .. } => put(&mut bad, path, Entry::File { text, mode: 0o755 }),
                    other => put(&mut bad, path, other),
                },
                Fate::Replaced(other) => put(&mut bad, path, other.clone()),
            }
        }
        for (path, entry) in more {
            put(&mut bad, &path, entry);
        }
        (good, bad)
    })
}

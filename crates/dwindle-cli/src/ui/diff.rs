//! `--print-diff`: each new best as a unified diff against the one before it.

use std::io;
use std::path::Path;

use dwindle::event::Write;
use dwindle::files::{self, Entry, Files};
use dwindle::space::Space as _;
use dwindle::{Config, Text};
use dwindle_changes::Changes;
use dwindle_run::text::plain;

/// The last best, and what the next ones are.
#[derive(Debug)]
pub struct Diff {
    last: Files,
    /// Of a text, the name that it has in the diffs; a tree has names of its own.
    name: Option<String>,
}

impl Diff {
    /// Of the text called `name`.
    pub fn of_text(name: &Path, text: &Text) -> Self {
        let name = name.file_name().unwrap_or(name.as_os_str()).to_string_lossy().into_owned();
        let last = one(&name, text.clone());
        Self { last, name: Some(name) }
    }

    /// Of a directory tree.
    pub fn of_tree(files: &Files) -> Self {
        Self { last: files.clone(), name: None }
    }

    /// What the best that `write` writes leaves out of the last one; that is the last one then.
    pub fn next(&mut self, write: Write<'_>) -> io::Result<String> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        let next = match &self.name {
            Some(name) => one(name, Text::new(bytes).map_err(io::Error::other)?),
            None => files::read_archive(bytes.as_slice()).map_err(io::Error::other)?,
        };
        let changes = Changes::between(&self.last, &next).map_err(io::Error::other)?;
        let patch = changes.patch(&Config::empty(), &changes.full());
        self.last = next;
        // No control character of the input reaches the terminal.
        Ok(plain(&String::from_utf8_lossy(&patch), &['\n', '\t']))
    }
}

fn one(name: &str, text: Text) -> Files {
    let mut files = Files::new();
    // A name is one plain component: nothing is left out.
    drop(files.insert(name.into(), Entry::File { text, mode: 0o644 }));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(diff: &mut Diff, text: &'static str) -> String {
        let patch = diff.next(&|out| out.write_all(text.as_bytes())).unwrap();
        let hunks = patch.find("--- ").unwrap_or(0);
        patch[hunks..].to_owned()
    }

    #[test]
    fn each_diff_begins_where_the_last_one_ended() {
        let text = Text::new(b"one\ntwo\nthree\n".to_vec()).unwrap();
        let mut diff = Diff::of_text(Path::new("dir/a.txt"), &text);
        let first = after(&mut diff, "one\nthree\n");
        assert_eq!(first, "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,2 @@\n one\n-two\n three\n");
        let second = after(&mut diff, "three\n");
        assert_eq!(second, "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1 @@\n-one\n three\n");
    }

    #[test]
    fn control_characters_are_escaped() {
        let text = Text::new(b"a\x1b[2J\nb\n".to_vec()).unwrap();
        let mut diff = Diff::of_text(Path::new("a.txt"), &text);
        assert!(after(&mut diff, "b\n").contains("-a\\u{1b}[2J\n"));
    }
}

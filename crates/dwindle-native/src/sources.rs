//! The source files of a program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The source files, as far as they were looked at.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    lines: BTreeMap<PathBuf, Vec<String>>,
}

impl Sources {
    /// A path as a user would write it.
    pub(crate) fn shown(path: &Path) -> String {
        let here = env::current_dir().unwrap_or_default();
        path.strip_prefix(&here).unwrap_or(path).display().to_string()
    }

    /// A line without its indentation.
    pub(crate) fn line(&mut self, path: &Path, line: u32) -> String {
        if !self.lines.contains_key(path) {
            let bytes = fs::read(path).unwrap_or_default();
            let lines = String::from_utf8_lossy(&bytes).lines().map(|line| line.trim().to_owned()).collect();
            self.lines.insert(path.to_owned(), lines);
        }
        let place = usize::try_from(line).unwrap_or(0).wrapping_sub(1);
        self.lines[path].get(place).cloned().unwrap_or_default()
    }
}

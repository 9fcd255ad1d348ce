//! A file of lines.

use std::fs;
use std::path::PathBuf;

use crate::line::Line;

pub struct Log {
    path: PathBuf,
    text: String,
}

impl Log {
    pub fn open(path: &str) -> Self {
        Self { path: path.into(), text: fs::read_to_string(path).unwrap_or_default() }
    }

    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    pub fn append(mut self, line: &Line) {
        self.text += &line.written();
        self.text.push('\n');
        let _ = fs::write(&self.path, &self.text);
    }
}

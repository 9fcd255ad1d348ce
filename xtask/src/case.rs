//! Real failing inputs: a folder for each, with the input, its test `test.sh` and `meta.json`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result};
use xtask::program::command;

/// One input with its test, which exits with 0 if a file still fails.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// What it is written in, as `meta.json` calls it.
    pub(crate) format: String,
    pub(crate) file: PathBuf,
    pub(crate) test: PathBuf,
}

/// How large a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size {
    /// Matches of the regular expression `\w+|[^\w\s]`.
    pub(crate) tokens: u64,
    pub(crate) bytes: u64,
}

/// The cases in `dir` by name; all if none are named.
pub(crate) fn cases(dir: &Path, only: &[String]) -> Result<Vec<Case>> {
    let dir = fs::canonicalize(dir).with_context(|| format!("there are no cases in {}", dir.display()))?;
    let mut cases = Vec::new();
    for entry in fs::read_dir(dir)? {
        let dir = entry?.path();
        let Ok(meta) = fs::read(dir.join("meta.json")) else { continue };
        let case = read(&dir, &meta).with_context(|| format!("{}/meta.json", dir.display()))?;
        if only.is_empty() || only.contains(&case.name) {
            cases.push(case);
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    for name in only {
        anyhow::ensure!(cases.iter().any(|case| case.name == *name), "there is no case {name}");
    }
    Ok(cases)
}

fn read(dir: &Path, meta: &[u8]) -> Result<Case> {
    let meta: serde_json::Value = serde_json::from_slice(meta)?;
    let text = |key: &str| meta[key].as_str().map(str::to_owned).with_context(|| format!("no {key}"));
    let (name, format) = (text("name")?, text("lang")?);
    Ok(Case { name, format, file: dir.join(text("file")?), test: dir.join("test.sh") })
}

impl Case {
    /// Whether its test says that `file` fails.
    pub(crate) fn fails(&self, file: &Path) -> Result<bool> {
        let mut test = command(&self.test);
        test.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(test.status().with_context(|| format!("running {}", self.test.display()))?.success())
    }
}

impl Size {
    /// The size of a text; bytes that are not UTF-8 are no word.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let (mut tokens, mut in_word) = (0, false);
        for character in String::from_utf8_lossy(bytes).chars() {
            let word = character.is_alphanumeric() || character == '_';
            tokens += u64::from(if word { !in_word } else { !character.is_whitespace() });
            in_word = word;
        }
        Self { tokens, bytes: bytes.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_single_signs_are_tokens() {
        assert_eq!(Size::of(b"a_1 = b2(\"x y\");\n"), Size { tokens: 10, bytes: 17 });
        assert_eq!(Size::of(b""), Size { tokens: 0, bytes: 0 });
        assert_eq!(Size::of(b"\xff\xfe").tokens, 2);
    }
}

//! How likely a change is the cause of a failure, by what it changes: only the order of questions depends on it.

use std::path::Path;

use crate::part::{Part, Step};
use crate::{Changes, Kind};

/// Folders whose files no program reads as a rule.
const FOLDERS: [&str; 9] =
    ["doc", "docs", "documentation", "test", "tests", "testing", "example", "examples", "man"];
/// Endings of the names of files that are read by people.
const ENDINGS: [&str; 9] = ["adoc", "html", "in", "md", "po", "pot", "rst", "tex", "txt"];
/// Endings where `#` begins a comment.
const HASHES: [&str; 12] = ["cfg", "ini", "pl", "pm", "py", "pyi", "pyx", "r", "rb", "sh", "toml", "yml"];

impl Changes {
    /// How likely a change is the cause, against others.
    pub(crate) fn weight(&self, unit: u32) -> f64 {
        const BESIDE: f64 = 0.01;
        if self.is_beside(unit) { BESIDE } else { 1.0 }
    }

    /// Whether a change is in documents, tests and the like, in comments, in blanks, or of something else that no
    /// behaviour depends on as a rule.
    pub(crate) fn is_beside(&self, unit: u32) -> bool {
        let about = self.unit(unit);
        let path = about.path();
        let (part, step) = self.step_of(unit);
        matches!(about.kind, Kind::Mode | Kind::LineEnds | Kind::Blanks)
            || is_for_people(path)
            || match step {
                Step::Lines(edit) => {
                    let (old, new) = part.bytes();
                    let texts = [&old[part.old_lines.span(&edit.old)], &new[part.new_lines.span(&edit.new)]];
                    texts.into_iter().all(|text| is_comment(path, text))
                }
                _ => is_empty(part),
            }
    }
}

fn is_for_people(path: &Path) -> bool {
    let is_in = path.parent().is_some_and(|folder| {
        folder.iter().any(|name| FOLDERS.iter().any(|other| name.eq_ignore_ascii_case(other)))
    });
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    // As README and AUTHORS are.
    let is_shouted = name.len() > 3 && name.chars().all(|letter| letter.is_ascii_uppercase());
    is_in || is_shouted || ending(path).is_some_and(|ending| ENDINGS.contains(&ending))
}

fn ending(path: &Path) -> Option<&str> {
    path.extension().and_then(|ending| ending.to_str())
}

/// Whether all lines are empty or begin a comment.
fn is_comment(path: &Path, text: &[u8]) -> bool {
    let hash = ending(path).is_some_and(|ending| HASHES.contains(&ending));
    text.split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .all(|line| line.is_empty() || if hash { line.starts_with(b"#") } else { line.starts_with(b"//") })
}

/// Whether an empty file comes or goes.
fn is_empty(part: &Part) -> bool {
    let (old, new) = part.bytes();
    old.is_empty() && new.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_tests_and_comments_are_seldom_the_cause() {
        for path in ["docs/a.py", "src/tests/a.c", "README", "CHANGES.rst", "a/b/Doc/x"] {
            assert!(is_for_people(Path::new(path)), "{path}");
        }
        for path in ["src/a.py", "Makefile", "latest/a.c", "run"] {
            assert!(!is_for_people(Path::new(path)), "{path}");
        }
        assert!(is_comment(Path::new("a.py"), b"# Copyright\n\n  # 2020\n"));
        assert!(!is_comment(Path::new("a.c"), b"#define X 1\n"));
        assert!(!is_comment(Path::new("a.rs"), b"// one\nlet x = 1;\n"));
    }
}

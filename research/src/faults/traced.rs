//! What `dwindle trace` says of a program.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use xtask::program::command;

use super::case::Case;

/// A line of the listing, with its mark.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Marked {
    file: String,
    line: usize,
    mark: String,
}

/// What it came to.
#[derive(Debug, Deserialize)]
pub(super) struct Traced {
    /// The level of control.
    pub(super) control: String,
    lines: Vec<Marked>,
    /// How many tests it took.
    #[serde(skip)]
    pub(super) tests: u64,
}

impl Traced {
    /// Runs it at its default settings.
    pub(super) fn of(case: &Case, program: &Path, dir: &Path) -> Result<Self> {
        let mut words = vec!["trace".to_owned(), "--message-format=json".into(), "--fresh".into()];
        words.extend(case.options.iter().cloned());
        words.extend(case.input.iter().flat_map(|input| ["--input".to_owned(), input.clone()]));
        // The shell takes the words of the command apart.
        let line = format!("exec \"$0\" \"$@\" -- {}", case.command);
        let ran = command("sh").args(["-c", &line]).arg(program).args(&words).current_dir(dir).output()?;
        let said = String::from_utf8_lossy(&ran.stdout);
        ensure!(ran.status.success(), "dwindle ended with {:?}: {said}", ran.status.code());
        let values = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut found = (None, None);
        for value in values {
            found.0 = listing(&value).cloned().or(found.0);
            found.1 =
                value["data"]["tests"]["fail"].as_u64().map(|_| value["data"]["tests"].clone()).or(found.1);
        }
        let (Some(listing), Some(counts)) = found else { anyhow::bail!("no listing in {said}") };
        let mut traced: Self = serde_json::from_value(listing)?;
        let count = |word: &str| counts[word].as_u64().with_context(|| format!("no count of {word}"));
        traced.tests = count("fail")? + count("pass")? + count("unresolved")?;
        Ok(traced)
    }

    /// The marks of the lines of the program; of several on one line the strongest, which is named first.
    pub(super) fn marks(&self, program: &str) -> BTreeMap<usize, &str> {
        let mut marks: BTreeMap<usize, &str> = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.file.ends_with(program) && line.mark != "never") {
            let mark = marks.entry(line.line).or_insert(&line.mark);
            if strength(&line.mark) < strength(mark) {
                *mark = &line.mark;
            }
        }
        marks
    }
}

fn strength(mark: &str) -> usize {
    ["matters", "decides", "fixed", "relevant"].iter().position(|known| *known == mark).unwrap_or(9)
}

/// The object with the lines, wherever it is.
fn listing(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(keys) if keys.get("lines").is_some_and(Value::is_array) => Some(value),
        Value::Object(keys) => keys.values().find_map(listing),
        _ => None,
    }
}

//! Whose findings a folder holds: those of one command on inputs of one kind, so that unrelated runs are not mixed.
//!
//! What was found with other seeds, budgets or limits belongs together and is not told apart.

use std::fs;
use std::path::{Path, PathBuf};

use dwindle::event::Difference;
use dwindle_exec::{Feed, Verdict};
use dwindle_run::error::RunError;
use dwindle_run::inputs::FINDINGS;
use dwindle_run::settings::SyntaxChoice;
use dwindle_run::text::{escaped, shell};
use dwindle_store::journal::KeyField;
use dwindle_store::rundir::RunKey;

use crate::asked::Fuzz;
use crate::commands::folder::Folder;

/// What the findings of a run are findings of.
#[derive(Debug)]
pub(super) struct Owner(RunKey);

impl Owner {
    /// The owner of what a run with these settings finds.
    pub(super) fn of(settings: &Fuzz) -> Self {
        let test = &settings.common.test;
        let command = shell::quoted(std::iter::once(&test.program).chain(&test.args).cloned());
        let feed = match &test.feed {
            Feed::Placeholder(text) => format!("as {text}"),
            Feed::Stdin => "on standard input".to_owned(),
            Feed::Directory => "in the working directory".to_owned(),
            Feed::Every { .. } => "in the working directory and on standard input".to_owned(),
        };
        let failure = match &test.judged {
            Some(Verdict::Conditions(conditions)) => conditions.to_string(),
            Some(Verdict::Signature(signature)) => format!("--signature {}", signature.to_regex()),
            _ => "any crash or hang".to_owned(),
        };
        let key = RunKey::builder()
            .option("the command", &command)
            .option("the way that inputs are passed", &feed)
            .option("what counts as a failure", &failure)
            .option("the name of inputs", &settings.name.to_string_lossy());
        let key = match &settings.common.syntax {
            SyntaxChoice::Grammar(brought) => key.field("the grammar", &brought.source),
            SyntaxChoice::Language(language) => key.option("the language", language.name()),
            SyntaxChoice::ByName | SyntaxChoice::Text => key,
        };
        Self(key.build())
    }

    /// Refuses a folder in which somebody else's findings lie.
    ///
    /// # Errors
    /// When they do: with what differs.
    pub(super) fn check(&self, dir: &Path) -> Result<(), RunError> {
        let Some(before) = fs::read(dir.join(FINDINGS))
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Vec<KeyField>>(&bytes).ok())
        else {
            return Ok(());
        };
        let differences = self.0.differences(&before);
        let Some(first) = differences.first() else { return Ok(()) };
        let why = said(first);
        let (dir, free) = (escaped(dir), escaped(free(dir)));
        Err(RunError::usage(format!("{dir} contains the findings of another run: {why}"))
            .hint(format!("to keep these findings apart, add --output-dir {free}"))
            .hint(format!("or remove the old findings: rm -r {dir}")))
    }

    /// Writes down whose findings the folder holds.
    pub(super) fn sign(&self, folder: &Folder) -> Result<(), RunError> {
        let json = serde_json::to_vec(self.0.fields()).unwrap_or_default();
        // A file of the user's with this name stays as it is.
        folder.put(FINDINGS, &json).map(drop)
    }
}

/// What differs, in words.
fn said(Difference { name, then, now }: &Difference) -> String {
    match (then, now) {
        (Some(then), Some(now)) => format!("{name} was `{}`, and is now `{}`", escaped(then), escaped(now)),
        _ => format!("{name} differs"),
    }
}

/// A folder beside `dir` that is not there yet: `fuzz-2.dwindle`.
fn free(dir: &Path) -> PathBuf {
    let stem = dir.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = dir.extension().map_or_else(String::new, |ending| format!(".{}", ending.display()));
    let name = |number: u32| dir.with_file_name(format!("{stem}-{number}{ending}"));
    (2..1000).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1000))
}

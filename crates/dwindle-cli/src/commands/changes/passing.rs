//! What is said where the good version does not pass.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use dwindle::Outcome;
use dwindle_run::session::artifact::Passing;
use dwindle_run::settings::Settings;
use dwindle_run::text::{escaped, shell};

use super::versions::Opened;

impl Passing for Opened {
    fn not_failing(&self, shown: &str, outcome: Outcome) -> String {
        match outcome {
            Outcome::Pass => format!("the bad version passes: {shown}"),
            _ => format!("the bad version cannot be tested: {shown}"),
        }
    }

    fn not_passing(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Fail => format!("the good version fails too: {}", self.name),
            _ => format!("the good version cannot be tested: {}", self.name),
        }
    }

    fn advice(&self, settings: &Settings, outcome: Outcome) -> Vec<String> {
        let mut advice: Vec<String> =
            self.missing(settings).iter().map(|path| self.lay(settings, path)).collect();
        if advice.is_empty() {
            advice.push(
                "if the test needs a file that this version does not have, copy it into each candidate: --with PATH"
                    .to_owned(),
            );
        }
        if outcome == Outcome::Fail {
            advice.push(
                "if it fails for another reason there, let the test exit with 125 in that case, or describe the \
                 failure: --bad-matches REGEX"
                    .to_owned(),
            );
            advice.push("if it is the same failure, name an older good version".to_owned());
        }
        advice
    }

    fn swapped(&self, settings: &Settings) -> Vec<String> {
        let asked = settings.clone().untyped(&["--good", "--bad", "--good-dir", "--bad-dir"], &[]);
        let options = &self.swapped;
        let tried =
            if options.is_empty() { String::new() } else { format!("; try {}", asked.retyped(options)) };
        vec![format!("did you swap good and bad? The good version fails{tried}")]
    }
}

impl Opened {
    /// Files and folders that the command names and that are here, but not in the good version.
    fn missing(&self, settings: &Settings) -> BTreeSet<PathBuf> {
        let changes = self.versions.changes();
        let good = if self.versions.is_bad_first() { changes.bad() } else { changes.good() };
        let names = |word: &OsStr| -> Vec<PathBuf> {
            // Also what a shell's line names.
            let parts =
                word.to_str().into_iter().flat_map(|word| word.split([' ', '\n', '\'', '"', ';', '<']));
            parts.map(PathBuf::from).chain([PathBuf::from(word)]).collect()
        };
        let is_plain = |path: &PathBuf| {
            path.components().all(|part| matches!(part, Component::Normal(_))) && !path.as_os_str().is_empty()
        };
        let is_missing =
            |path: &PathBuf| path.exists() && good.get(path).is_none() && good.below(path).next().is_none();
        let words = settings.test.args.iter().chain([&settings.test.program]);
        words.flat_map(|word| names(word)).filter(is_plain).filter(is_missing).collect()
    }

    /// How such a file is laid in each candidate: in its uppermost directory, under its own name.
    fn lay(&self, settings: &Settings, path: &Path) -> String {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let quoted = shell::quoted([path.as_os_str().to_owned()]);
        if self.leave_room_for(&[path.to_owned()]).is_err() {
            return format!(
                "{} is not in the good version; copy it to another name, and copy that into each candidate with --with",
                escaped(path)
            );
        }
        if Path::new(name) == path {
            return format!(
                "{} is not in the good version; copy it into each candidate: --with {quoted}",
                escaped(path)
            );
        }
        let renamed = |word: &OsString| -> String {
            word.to_string_lossy().replace(&*path.to_string_lossy(), &name.to_string_lossy())
        };
        let args = settings.test.args.iter().map(|word| renamed(word).into());
        let command = shell::quoted(std::iter::once(settings.test.program.clone()).chain(args));
        format!(
            "{} is not in the good version; copy it into each candidate: --with {quoted} -- {command}",
            escaped(path)
        )
    }
}

//! Where words come from that were not typed.

use std::path::PathBuf;

use dwindle_run::error::RunError;

/// What is known of a command line besides its words.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// What there is to say of the words, a line each.
    pub notes: Vec<String>,
    /// The settings file that was used.
    pub settings_file: Option<SettingsFile>,
}

/// The file that was used.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// Its path.
    pub path: PathBuf,
    /// By option, where in the file it is set.
    pub places: Vec<(String, String)>,
}

impl SettingsFile {
    /// Says of an error about an option where in the file the option is set.
    pub fn explain(&self, error: RunError) -> RunError {
        let text = error.to_string();
        let name = text.strip_prefix("--").and_then(|text| text.split([' ', ':']).next());
        let place = self.places.iter().find(|(option, _)| Some(option.as_str()) == name);
        match place {
            Some((option, place)) => error.detail(format!("`{option}` is set in {place}")),
            None => error,
        }
    }
}

//! What `triage` was asked to do, resolved.

use std::ffi::OsString;
use std::path::PathBuf;

use super::Settings;

/// Everything that `triage` needs to know.
#[derive(Clone, Debug)]
pub struct Triage {
    /// What holds for the test of every input; the input it names is the folder of all.
    pub common: Settings,
    /// The folder with the inputs.
    pub dir: PathBuf,
    /// `--name`: what every input is called.
    pub name: Option<OsString>,
    /// Where a folder for each failure goes.
    pub output_dir: PathBuf,
}

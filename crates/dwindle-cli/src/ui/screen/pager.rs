//! A text in the user's pager, which has the terminal meanwhile.
//!
//! What is read is a copy: the text of a run changes while it is read, and nothing that is changed in it would count. So it is a
//! pager and no editor.

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use dwindle::Text;

use super::taken::{restore, take};

/// As the user would type it, with the file behind it. An interrupt that is typed ends the pager at most.
const LINE: &str = r#"trap : INT; eval "${PAGER:-less} \"\$1\"""#;

/// Whether a pager has the terminal: an interrupt that is typed there is its own.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Whether a pager has the terminal.
pub fn is_open() -> bool {
    IS_OPEN.load(Ordering::Relaxed)
}

/// A text that the user wants to read.
#[derive(Debug)]
pub(in crate::ui) struct Reading {
    /// What it is, for the name of its file.
    pub(super) what: &'static str,
    pub(super) text: Text,
    /// The name of the input, for what the pager takes it for.
    pub(super) name: String,
}

impl Reading {
    /// Gives the terminal to the pager until that ends; says why it did not show the text, if so.
    pub(in crate::ui) fn read(self) -> Option<String> {
        restore();
        IS_OPEN.store(true, Ordering::Relaxed);
        let read = self.with_pager();
        IS_OPEN.store(false, Ordering::Relaxed);
        // A terminal that has gone away shows nothing.
        drop(take());
        read.err().map(|error| {
            format!("cannot show the {} in a pager: {error}; PAGER names another one", self.what)
        })
    }

    #[expect(clippy::disallowed_methods, reason = "the user's pager is no test, and asked for by a key")]
    fn with_pager(&self) -> io::Result<()> {
        let mut file = tempfile::Builder::new()
            .prefix(&format!("{}-", self.what))
            .suffix(&format!("-{}", self.name))
            .tempfile()?;
        file.write_all(self.text.bytes())?;
        let mut shell = Command::new("sh");
        shell.args(["-c", LINE, "sh"]).arg(file.path());
        // Standard output may be a file, and is for results.
        shell.stdout(io::stderr().as_fd().try_clone_to_owned()?);
        match shell.status()?.code() {
            Some(126 | 127) => Err(io::Error::other("it cannot be run")),
            _ => Ok(()),
        }
    }
}

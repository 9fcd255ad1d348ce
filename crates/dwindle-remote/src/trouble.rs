//! What goes wrong, and what is to be done about it.

use dwindle_exec::process::NotCarriedOut;
use tonic::{Code, Status};

/// Why an attempt came to nothing.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The server lacks blobs that it had: they are to be uploaded again.
    Missing,
    /// The execution that was waited for is gone.
    Gone,
    /// Whoever runs it has not ended it when the server should have.
    Late,
    /// It may well succeed next time.
    Again(String),
    /// It never will.
    Never(NotCarriedOut),
}

impl From<Status> for Trouble {
    fn from(status: Status) -> Self {
        Self::of(status.code(), status.message())
    }
}

impl Trouble {
    /// What a server means that says so.
    pub(crate) fn of(code: Code, message: &str) -> Self {
        let said = if message.is_empty() { code.description() } else { message };
        let hint = match code {
            Code::FailedPrecondition if !is_about_properties(said) => return Self::Missing,
            Code::FailedPrecondition | Code::InvalidArgument if is_about_properties(said) => {
                "give the properties that its workers have, such as --platform OSFamily=linux, and no others"
            }
            Code::InvalidArgument | Code::NotFound if said.to_lowercase().contains("instance") => {
                "name an instance of this server with --instance NAME; its administrator knows them"
            }
            Code::Unauthenticated => {
                "give what the server asks for, such as --header authorization=@FILE, where FILE holds `Bearer TOKEN`"
            }
            Code::PermissionDenied => {
                "ask its administrator for the right to execute and to write to the cache, or use other credentials"
            }
            Code::Unimplemented => "is it a server of the Bazel Remote Execution API, version 2?",
            Code::InvalidArgument | Code::OutOfRange => "see what the log of the server says of it",
            // Some say so of actions whose blobs they lost.
            Code::NotFound => return Self::Missing,
            _ => return Self::Again(format!("{}: {said}", code.description())),
        };
        Self::Never(NotCarriedOut { what: format!("the farm refuses: {said}"), hint: Some(hint.to_owned()) })
    }
}

/// Whether a message is about what workers have.
fn is_about_properties(said: &str) -> bool {
    let said = said.to_lowercase();
    ["property", "properties", "platform", "no worker"].iter().any(|word| said.contains(word))
}

//! Where the results of several causes lie: a file for each, beside each other.

use std::ffi::OsString;

use dwindle_store::rundir::Output;

/// The files of several causes. That of the cause that is searched for is the result of the run.
#[derive(Debug)]
pub(in crate::session) struct Several {
    /// The name of the input.
    pub(in crate::session) name: OsString,
    pub(in crate::session) mode: Option<u32>,
    /// Whether earlier runs with the same key left some of the files.
    pub(in crate::session) is_resumed: bool,
    /// Those before the result.
    pub(in crate::session) before: Vec<Output>,
}

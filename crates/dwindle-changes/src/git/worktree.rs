//! The working tree as a version: what would be committed if all of it were.
//!
//! git itself makes the tree, with an index and objects in a directory of ours.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use dwindle_exec::scratch::PrivateDir;

use super::error::GitError;
use super::repository::Repository;

impl Repository {
    /// The tree of the working tree with all that is changed and all new files that are not ignored, staged or not;
    /// none where that is the tree of the commit checked out, and in a repository without a working tree.
    ///
    /// Git itself makes it, so line ends, filters, links and permission bits are stored as a commit would have
    /// them. It is made in a directory of ours: a copy of the index, and new objects there. Nothing is added to the
    /// repository.
    ///
    /// # Errors
    /// When git fails.
    pub fn uncommitted(&mut self) -> Result<Option<String>, GitError> {
        if self.bare {
            return Ok(None);
        }
        let git = &self.git;
        let absolute = ["rev-parse", "--path-format=absolute", "--git-path"];
        let index = git.path(&[&absolute[..], &["index"]].concat())?;
        let objects = git.path(&[&absolute[..], &["objects"]].concat())?;
        // Named as all directories are that a run leaves when it is killed, and the next removes.
        let prefix = format!("dwindle-{}-changes-", std::process::id());
        let dir = PrivateDir::make(&std::env::temp_dir(), &prefix)?;
        let (own_index, own_objects) = (dir.path().join("index"), dir.path().join("objects"));
        match copy_with_time(&index, &own_index) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            copied => copied?,
        }
        fs::create_dir_all(own_objects.join("info"))?;
        let mut alternates = objects.into_os_string();
        alternates.push("\n");
        write(&own_objects.join("info/alternates"), alternates.as_encoded_bytes())?;
        let with_objects = git.with([("GIT_OBJECT_DIRECTORY", own_objects)]);
        let with_index = with_objects.with([("GIT_INDEX_FILE", own_index)]);
        with_index.output(&[
            "-c",
            "core.safecrlf=false",
            "-c",
            "advice.addEmbeddedRepo=false",
            "add",
            "--all",
        ])?;
        let tree = with_index.line(&["write-tree"])?;
        if self.tree("HEAD").is_ok_and(|head| head == tree) {
            return Ok(None);
        }
        self.git = with_objects;
        self.objects = None;
        self.scratch = Some(dir);
        Ok(Some(tree))
    }
}

/// Copies an index with its time, by which git knows files that were edited in the moment in which it was written: it
/// compares their contents, since their sizes and times may be those of before.
fn copy_with_time(from: &Path, to: &Path) -> io::Result<()> {
    let modified = fs::metadata(from)?.modified()?;
    fs::copy(from, to)?;
    fs::File::open(to)?.set_modified(modified)
}

#[expect(clippy::disallowed_methods, reason = "a file in a directory that was made a moment ago")]
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)
}

//! A repository that is only read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dwindle::Text;
use dwindle_exec::scratch::PrivateDir;

use super::error::GitError;
use super::objects::Objects;
use super::run::Git;

/// A repository that is only read.
#[derive(Debug)]
pub struct Repository {
    pub(super) git: Git,
    pub(super) bare: bool,
    pub(super) objects: Option<Objects>,
    /// Contents that belong to versions which were asked for.
    pub(super) texts: BTreeMap<String, Text>,
    /// A directory of ours with the objects that only the working tree needs, and an index for it.
    pub(super) scratch: Option<PrivateDir>,
}

impl Repository {
    /// Opens the repository that `dir` is in.
    ///
    /// # Errors
    /// [`GitError::NotARepository`] when it is in none, [`GitError::NoGit`] when there is no git.
    pub fn open(dir: &Path) -> Result<Self, GitError> {
        let git = Git::new(dir.to_owned());
        let bare = match git.output(&["rev-parse", "--is-bare-repository"]) {
            Ok(answer) => answer.trim_ascii() == b"true",
            Err(GitError::Failed { said, .. }) if said.contains("not a git repository") => {
                return Err(GitError::NotARepository { dir: dir.to_owned() });
            }
            Err(error) => return Err(error),
        };
        let mut repository = Self { git, bare, objects: None, texts: BTreeMap::new(), scratch: None };
        if !bare {
            let root = repository.git.path(&["rev-parse", "--show-toplevel"])?;
            repository.git = Git::new(root);
        }
        Ok(repository)
    }

    /// The uppermost directory of the working tree; of a repository without one, where it was opened.
    pub fn root(&self) -> &Path {
        self.git.dir()
    }

    /// Where git keeps, or would keep, what is called `name` in its own directory.
    ///
    /// # Errors
    /// When git fails.
    pub fn own_path(&self, name: &str) -> Result<PathBuf, GitError> {
        self.git.path(&["rev-parse", "--path-format=absolute", "--git-path", name])
    }

    /// The commit that `revision` names, as its full name.
    ///
    /// # Errors
    /// [`GitError::UnknownRevision`] when it names none.
    pub fn commit(&self, revision: &str) -> Result<String, GitError> {
        let name = format!("{revision}^{{commit}}");
        match self.git.line(&["rev-parse", "--verify", "--quiet", "--end-of-options", &name]) {
            Err(GitError::Failed { said, .. }) => {
                Err(GitError::UnknownRevision { revision: revision.to_owned(), said })
            }
            commit => commit,
        }
    }

    /// The tree of a commit, or of anything else that has one.
    pub(crate) fn tree(&self, of: &str) -> Result<String, GitError> {
        self.git.line(&["rev-parse", "--verify", "--end-of-options", &format!("{of}^{{tree}}")])
    }

    /// The contents of a blob.
    pub(crate) fn text(&mut self, blob: &str) -> Result<Text, GitError> {
        if let Some(text) = self.texts.get(blob) {
            return Ok(text.clone());
        }
        let objects = match &mut self.objects {
            Some(objects) => objects,
            none => none.insert(Objects::open(&self.git)?),
        };
        let bytes = objects.read(blob)?;
        Text::new(bytes).map_err(|source| GitError::TooLarge { blob: blob.to_owned(), source })
    }

    /// The repository of a submodule that is checked out at `path`.
    pub(super) fn submodule(&self, path: &Path) -> Option<Self> {
        let at = self.root().join(path);
        if self.bare || !at.join(".git").exists() {
            return None;
        }
        let inner = Self::open(&at).ok()?;
        (inner.root().canonicalize().ok()? == at.canonicalize().ok()?).then_some(inner)
    }
}

//! The trees of a history's commits in order: for plain bisection.

use std::borrow::Cow;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dwindle::candidate::FilesCandidate;
use dwindle::files::{self, Files};
use dwindle::space::Space;
use dwindle::{Candidate, Config, Id};

use crate::Versions;
use crate::differences::without_implied_folders;
use crate::git::{GitError, History, Repository};

/// The trees of a history's main line: a configuration that keeps the first *n* commits is the tree after the *n*-th,
/// as it was committed; none is the good version.
///
/// Trees are read when they are asked for. Identities are those of the trees, the same as
/// [`Changes`](crate::Changes) between the same versions give them, so what one tested the other knows.
#[derive(Debug)]
pub struct Trail {
    repository: Mutex<Repository>,
    good: Arc<Files>,
    commits: Vec<usize>,
    /// The names of the trees after each commit.
    trees: Vec<String>,
    /// The trees after so many commits, as far as they were read.
    read: Vec<OnceLock<Result<Tree, String>>>,
}

/// A tree as what of the good version is otherwise.
#[derive(Debug)]
struct Tree {
    changes: files::Changes,
    id: Id,
}

impl Trail {
    /// The main line of `history`.
    ///
    /// # Errors
    /// When the good version cannot be read.
    pub fn new(mut repository: Repository, history: &History) -> Result<Self, GitError> {
        let good = without_implied_folders(&repository.files(&history.good)?.files);
        let commits = history.mainline();
        let trees: Vec<String> = commits.iter().map(|&nth| history.commits[nth].tree.clone()).collect();
        let own = Tree { changes: files::Changes::new(), id: good.id() };
        let later = trees.iter().map(|_| OnceLock::new());
        let read = std::iter::once(OnceLock::from(Ok(own))).chain(later).collect();
        Ok(Self { repository: Mutex::new(repository), good: Arc::new(good), commits, trees, read })
    }

    /// The position in [`History::commits`] of the commit of this number.
    pub fn commit(&self, unit: u32) -> usize {
        self.commits[unit as usize]
    }

    /// The tree after the first `commits` of them.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn files(&self, commits: u32) -> io::Result<Files> {
        Ok(self.good.with(&self.tree(&Config::full(commits as usize))?.changes))
    }

    /// The tree that `config` makes: that of its last commit.
    fn tree(&self, config: &Config) -> io::Result<&Tree> {
        let commits = config.runs().last().map_or(0, |run| run.end as usize);
        let tree = self.read[commits].get_or_init(|| {
            let mut repository = self.repository.lock().unwrap_or_else(PoisonError::into_inner);
            let version = repository.files(&self.trees[commits - 1]).map_err(|error| error.to_string())?;
            Ok(self.compare(&without_implied_folders(&version.files)))
        });
        tree.as_ref().map_err(|said| io::Error::other(said.clone()))
    }

    fn compare(&self, files: &Files) -> Tree {
        let gone = self.good.iter().filter(|(path, entry)| files.get(path) != Some(entry));
        let new = files.iter().filter(|(path, entry)| self.good.get(path) != Some(entry));
        let gone = gone.map(|(path, _)| (path.to_owned(), None));
        let new = new.map(|(path, entry)| (path.to_owned(), Some(entry.clone())));
        Tree { changes: gone.chain(new).collect(), id: files.id() }
    }
}

/// The commits of a trail as units, laid and told apart as the versions are.
pub(crate) struct Committed {
    pub(crate) trail: Arc<Trail>,
    pub(crate) versions: Versions,
}

impl Space for Committed {
    fn units(&self) -> usize {
        self.trail.trees.len()
    }

    /// That of the tree. Where it cannot be read, laying it says what is wrong.
    fn id(&self, config: &Config) -> Id {
        let tree = self.trail.tree(config).map_or(Id(!(config.len() as u128)), |tree| tree.id);
        self.versions.identity(tree)
    }

    /// That of all changes, as nobody counted those of a commit: none of these is ever the best.
    fn size(&self, _: &Config) -> u64 {
        self.versions.size(&self.versions.full())
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let changes = Cow::Borrowed(&self.trail.tree(&config)?.changes);
        let leftovers = self.versions.leftovers();
        Ok(Candidate::Files(Box::new(FilesCandidate::new(&self.trail.good, changes, leftovers))))
    }

    /// Writes the positions of the commits, one a line.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        config.units().try_for_each(|unit| writeln!(out, "{}", self.trail.commit(unit)))
    }
}

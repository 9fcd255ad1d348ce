//! The commits between two versions.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};

use super::error::GitError;
use super::repository::Repository;

/// One commit, or what is not committed yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Commit {
    /// Its full name; none for changes that are not committed.
    #[serde(serialize_with = "name")]
    pub id: Option<String>,
    /// The names of its parents.
    #[serde(skip)]
    pub parents: Vec<String>,
    /// The name of its tree, which [`Repository::files`] takes.
    #[serde(skip)]
    pub tree: String,
    /// Who made it.
    pub author: String,
    /// The author's address.
    pub email: String,
    /// When it was made, as ISO 8601 has it.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
}

/// What stands for a commit in records.
#[expect(clippy::ref_option, reason = "serde asks for this signature")]
fn name<S: Serializer>(id: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(id.as_deref().unwrap_or("uncommitted"))
}

impl Commit {
    /// A name short enough for a line, which need not be unique.
    pub fn short(&self) -> &str {
        self.id.as_deref().map_or("uncommitted", |id| id.get(..10).unwrap_or(id))
    }
}

/// The commits of a failing version that the working one does not have.
#[derive(Clone, Debug)]
pub struct History {
    /// The version that works.
    pub good: String,
    /// The commits, each after its parents; the last is the failing version.
    pub commits: Vec<Commit>,
    /// Where each commit's parents are in `commits`; none for those before them.
    pub(crate) parents: Vec<Vec<Option<usize>>>,
}

impl History {
    /// Commits in order, whose parents are found among them.
    fn of(good: &str, commits: Vec<Commit>) -> Self {
        let at: BTreeMap<&str, usize> = commits
            .iter()
            .enumerate()
            .filter_map(|(nth, commit)| Some((commit.id.as_deref()?, nth)))
            .collect();
        let parents = commits
            .iter()
            .map(|commit| commit.parents.iter().map(|parent| at.get(parent.as_str()).copied()).collect());
        let parents = parents.collect();
        Self { good: good.to_owned(), commits, parents }
    }

    /// The line of first parents that ends in the failing version, oldest first, as positions in `commits`: a merge
    /// stands for all that it brought. It begins after the good version where that is on it.
    pub fn mainline(&self) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = self.commits.len().checked_sub(1);
        while let Some(nth) = next {
            line.push(nth);
            next = self.parents[nth].first().copied().flatten();
        }
        line.reverse();
        line
    }

    /// What `last` has of commits of this history and `before` has not, both among them.
    pub(crate) fn brought(&self, last: Option<usize>, before: Option<usize>) -> BTreeSet<usize> {
        let ancestors = |of: Option<usize>| {
            let (mut found, mut left) = (BTreeSet::new(), Vec::from_iter(of));
            while let Some(nth) = left.pop() {
                if found.insert(nth) {
                    left.extend(self.parents[nth].iter().flatten());
                }
            }
            found
        };
        &ancestors(last) - &ancestors(before)
    }

    /// The same history with changes that are not committed on top: the tree of [`Repository::uncommitted`].
    #[must_use]
    pub fn with_uncommitted(&self, tree: String) -> Self {
        let last = self.commits.last().and_then(|commit| commit.id.clone());
        let mut commits = self.commits.clone();
        commits.push(Commit {
            parents: vec![last.unwrap_or_else(|| self.good.clone())],
            tree,
            subject: "uncommitted changes".to_owned(),
            ..Commit::default()
        });
        Self::of(&self.good, commits)
    }
}

impl Repository {
    /// The commits that `bad` has and `good` does not, each after its parents.
    ///
    /// # Errors
    /// When git fails.
    pub fn history(&self, good: &str, bad: &str) -> Result<History, GitError> {
        const FORMAT: &str = "--format=%H%x00%P%x00%T%x00%an%x00%ae%x00%aI%x00%s";
        let range = format!("{good}..{bad}");
        let words = [
            "-c",
            "log.showSignature=false",
            "log",
            "--topo-order",
            "--reverse",
            "-z",
            "--no-color",
            "--encoding=UTF-8",
            FORMAT,
            "--end-of-options",
            &range,
            "--",
        ];
        let listing = self.git.output(&words)?;
        let listing = String::from_utf8_lossy(&listing);
        let fields: Vec<&str> = listing.strip_suffix('\0').unwrap_or(&listing).split('\0').collect();
        let commits = fields.chunks(7).filter(|fields| fields.len() > 1).map(|fields| {
            let &[id, parents, tree, author, email, date, subject] = fields else {
                return Err(GitError::odd(&words, fields.join(" ").as_bytes()));
            };
            Ok(Commit {
                id: Some(id.to_owned()),
                parents: parents.split_ascii_whitespace().map(str::to_owned).collect(),
                tree: tree.to_owned(),
                author: author.to_owned(),
                email: email.to_owned(),
                date: of_one_form(date),
                subject: subject.to_owned(),
            })
        });
        Ok(History::of(good, commits.collect::<Result<_, _>>()?))
    }
}

/// A date of ISO 8601 in which UTC is `Z`, as newer versions of git write it.
fn of_one_form(date: &str) -> String {
    date.strip_suffix("+00:00").map_or_else(|| date.to_owned(), |time| format!("{time}Z"))
}

//! What is in the files of a tree, as the passes of their plans see it.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Plan;
use crate::Text;
use crate::event::Event;
use crate::files::{Entry, Files};
use crate::passes::{Seen, View};
use crate::search::{Search, Stop};
use crate::space::Around;

/// Files are opened until so many bytes of them have trees, whatever these take.
pub(super) const AT_ONCE: usize = 6 << 20;

/// Of texts of so many bytes trees are kept, so that one more is open than that: of 8 MiB they took 1.0 GB beside 100 MB of files.
const KEPT: usize = 7 << 20;

/// The plans of what is in files.
#[derive(Debug, Default)]
pub(super) struct Plans {
    plans: BTreeMap<PathBuf, Plan>,
    /// The paths of the files, the largest first.
    by_size: Vec<PathBuf>,
}

impl Plans {
    /// Of these files.
    pub(super) fn of<'f>(files: impl Iterator<Item = (&'f Path, &'f Text, Plan)>) -> Self {
        let (mut plans, mut by_size) = (BTreeMap::new(), Vec::new());
        for (path, text, plan) in files {
            plans.insert(path.to_owned(), plan);
            by_size.push((Reverse(text.bytes().len()), path.to_owned()));
        }
        by_size.sort();
        Self { plans, by_size: by_size.into_iter().map(|(_, path)| path).collect() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.plans.len()
    }
}

/// A file with something in it, as the passes of its plan see it.
pub(super) struct Content<'p> {
    pub(super) plan: &'p Plan,
    pub(super) view: View<'p>,
    /// Whether passes have something to do, as far as it was asked: what tells that may have to be parsed again.
    have_work: RefCell<BTreeMap<usize, bool>>,
    /// The number of its last turn, 0 before the first; none where no trees are kept of it.
    turn: Option<u64>,
}

/// The files whose contents are reduced.
pub(super) struct Open<'p> {
    plans: &'p Plans,
    /// How many were opened, of the largest.
    opened: usize,
    contents: BTreeMap<&'p Path, Content<'p>>,
    /// How many turns there were.
    turns: u64,
    /// Of how many bytes trees are kept, at most.
    kept: usize,
}

/// How many files were opened, and of those that are open what was seen, and whether trees are kept of them.
pub(super) type SeenFiles = (usize, Vec<(PathBuf, Seen, bool)>);

impl<'p> Open<'p> {
    /// No file is open yet.
    pub(super) const fn none_of(plans: &'p Plans) -> Self {
        Self { plans, opened: 0, contents: BTreeMap::new(), turns: 0, kept: 0 }
    }

    /// Those of which this was seen.
    pub(super) fn of(plans: &'p Plans, (opened, seen): &SeenFiles) -> Self {
        let content = |(path, seen, is_kept): &(PathBuf, Seen, bool)| {
            let (path, plan) = plans.plans.get_key_value(path)?;
            let mut content = Content::new(plan, plan.view_of(seen.clone()));
            if !is_kept {
                content.drop_trees();
            }
            Some((path.as_path(), content))
        };
        let contents = seen.iter().filter_map(content).collect();
        Self { plans, opened: *opened, contents, turns: 0, kept: 0 }
    }

    /// What was seen of them.
    pub(super) fn seen(&self) -> SeenFiles {
        let seen = |(path, content): (&&Path, &Content<'_>)| {
            (path.to_path_buf(), content.view.seen().clone(), content.turn.is_some())
        };
        (self.opened, self.contents.iter().map(seen).collect())
    }

    /// How many bytes of what is in them have trees, as long as these are kept in memory.
    pub(super) fn bytes_with_trees(&self) -> usize {
        self.contents.values().map(Content::bytes_with_trees).sum()
    }

    /// The size of the file that is opened next.
    pub(super) fn closed(&self, files: &Files) -> Option<u64> {
        let mut closed = self.plans.by_size.get(self.opened..)?.iter();
        closed.find_map(|path| files.get(path).map(Entry::size).filter(|size| *size > 0))
    }

    /// Opens the largest file that is not open yet: of a huge one, large parts go first.
    ///
    /// # Errors
    /// [`Stop`] when the search was stopped first.
    pub(super) fn open_next(
        &mut self,
        search: &mut Search<'_>,
        files: &mut Arc<Files>,
    ) -> Result<Option<(&'p Path, &Content<'p>)>, Stop> {
        while let Some(path) = self.plans.by_size.get(self.opened) {
            self.opened += 1;
            let Some(Entry::File { text, .. }) = files.get(path).filter(|entry| entry.size() > 0) else {
                continue;
            };
            // To parse many files takes longer than to ask.
            search.check_halted()?;
            let plan = &self.plans.plans[path];
            let mut content = Content::new(plan, plan.view(text.clone()));
            if plan.waits_with_trees(text) {
                content.within(search, path, files, Plan::before_trees)?;
            }
            plan.finds_tree(&mut content.view);
            self.contents.insert(path, content);
            self.is_used(path);
            return Ok(self.contents.get(path.as_path()).map(|content| (path.as_path(), content)));
        }
        Ok(None)
    }

    /// Notes that trees of the file at `path` are made. Where texts of more than 7 MiB have some, those of the files are dropped that were used longest
    /// ago, down to 6 MiB: so not all files are looked through each time.
    fn is_used(&mut self, path: &Path) {
        let Some(content) = self.contents.get_mut(path) else { return };
        self.turns += 1;
        if content.turn.is_none_or(|turn| turn == 0) {
            self.kept += content.bytes_with_trees();
        }
        content.turn = Some(self.turns);
        if self.kept <= KEPT {
            return;
        }
        let mut kept: Vec<_> = self.contents.values_mut().filter(|content| content.turn.is_some()).collect();
        kept.sort_by_key(|content| Reverse(content.turn));
        self.kept = 0;
        for content in kept {
            let bytes = content.bytes_with_trees();
            // The last one stays, however large it is.
            if self.kept == 0 || self.kept + bytes <= AT_ONCE {
                self.kept += bytes;
            } else {
                content.drop_trees();
            }
        }
    }

    pub(super) fn get(&self, path: &Path) -> Option<&Content<'p>> {
        self.contents.get(path)
    }

    /// The one at `path`, of which a pass is to go on.
    pub(super) fn turn_to(&mut self, path: &Path) -> Option<&mut Content<'p>> {
        self.is_used(path);
        self.contents.get_mut(path)
    }

    /// Closes those that are gone from `files`, and looks anew at those whose text is another one; gives which.
    pub(super) fn follow(&mut self, files: &Files) -> Vec<&'p Path> {
        self.contents.retain(|path, _| files.get(path).is_some());
        let contents = self.contents.iter_mut();
        let changed = contents.filter_map(|(path, content)| content.follows(files, path).then_some(*path));
        let changed: Vec<&Path> = changed.collect();
        for path in &changed {
            self.is_used(path);
        }
        changed
    }
}

impl<'p> Content<'p> {
    const fn new(plan: &'p Plan, view: View<'p>) -> Self {
        Self { plan, view, have_work: RefCell::new(BTreeMap::new()), turn: Some(0) }
    }

    /// Frees the memory of what was worked out of it.
    fn drop_trees(&mut self) {
        self.view.forget();
        self.turn = None;
    }

    /// Whether there is something for the pass at this place to do.
    pub(super) fn has_work(&self, at: usize) -> bool {
        let has_work = |view: &View<'_>| !view.text().bytes().is_empty() && self.plan.has_work(at, view);
        *self.have_work.borrow_mut().entry(at).or_insert_with(|| {
            if self.turn.is_some() {
                return has_work(&self.view);
            }
            let mut view = self.view.clone();
            view.forget();
            has_work(&view)
        })
    }

    /// How many bytes of it have a tree.
    pub(super) fn bytes_with_trees(&self) -> usize {
        let size = self.view.text().bytes().len();
        if self.plan.has_tree_passes() && size <= self.plan.most_parsed() { size } else { 0 }
    }

    /// Looks anew at the text of the file at `path` in `files`; gives whether that is another one.
    fn follows(&mut self, files: &Files, path: &Path) -> bool {
        let Some(Entry::File { text, .. }) = files.get(path) else { return false };
        let is_other = text.id() != self.view.text().id();
        if is_other {
            *self = Self::new(self.plan, self.plan.view(text.clone()));
            self.plan.finds_tree(&mut self.view);
        }
        is_other
    }

    /// Does `work` on the text of the file at this path, seen in its tree.
    ///
    /// # Errors
    /// [`Stop`] when the search was stopped first.
    pub(super) fn within<R>(
        &mut self,
        search: &mut Search<'_>,
        path: &Path,
        files: &mut Arc<Files>,
        work: impl FnOnce(&Plan, &mut Search<'_>, &mut View<'p>) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        let around = Around::new(Arc::clone(files), path).expect("what has contents is a file");
        let text = self.view.text().clone();
        search
            .announce(&Event::FileBegan { path: &path.to_string_lossy(), size: text.bytes().len() as u64 })?;
        self.have_work.get_mut().clear();
        let (plan, view) = (self.plan, &mut self.view);
        let done = search.within(around.clone().lens(), |search| {
            plan.counted(search, view.is_counted(), |search| work(plan, search, view))
        })?;
        if self.view.text().id() != text.id() {
            *files = Arc::new(around.with(self.view.text().clone()));
        }
        Ok(done)
    }
}

/// The files with something in them, by path.
pub(super) fn contents(files: &Files) -> impl Iterator<Item = (&Path, &Text)> {
    files.iter().filter_map(|(path, entry)| match entry {
        Entry::File { text, .. } if entry.size() > 0 => Some((path, text)),
        _ => None,
    })
}

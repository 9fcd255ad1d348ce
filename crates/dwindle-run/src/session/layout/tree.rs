//! Directory trees laid out: each file that was reduced, on its own.
//!
//! They are laid out by as few tests as possible: all at once, else by halves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::files::{self, Entry, Files};
use dwindle::space::{Around, FilesSpace, Space, Unit};
use dwindle::{Outcome, Search, Stop, Text};

use super::formatters::LONGEST;
use super::{Laid, Layouts, longest};
use crate::error::RunError;
use crate::session::Session;
use crate::session::tree::Tree;
use crate::settings::{Output, Settings};

/// A tree as it is shown.
#[derive(Debug)]
pub struct LaidOutTree {
    /// The tree; it fails.
    pub files: Arc<Files>,
    /// What laid files of it out.
    pub by: BTreeSet<&'static str>,
    /// How many of its files were laid out.
    pub laid_out: usize,
    /// The archive with the smallest files.
    pub smallest: Option<PathBuf>,
}

impl LaidOutTree {
    /// Bytes of contents and of paths, as all sizes of trees.
    pub fn size(&self) -> u64 {
        let space = FilesSpace::new(Arc::clone(&self.files));
        space.size(&space.full())
    }
}

/// What lays the files of trees out.
#[derive(Debug)]
pub struct TreeLayouts {
    settings: Settings,
    scratch: PathBuf,
    input: Arc<Files>,
}

/// How many files were not laid out, by why.
type Unlaid = Vec<(usize, &'static str)>;

/// A file that is to be laid out.
struct Open<'f> {
    path: &'f Path,
    text: &'f Text,
    /// What it was before, the last one first.
    way: Vec<Text>,
    layouts: Layouts,
    /// Its first layout.
    first: Laid,
}

impl TreeLayouts {
    /// Lays out the files of `files`, which fails, that are others in the input: all of them at once where that fails, else by
    /// halves, and at last one by one, where other layouts are tried, too. Those for which no layout fails stay as they are.
    ///
    /// What was laid out until an interrupt ended it, is; the second value says how many files had to be left, and why: those with which more
    /// than 1 MiB would be laid out, too.
    ///
    /// # Errors
    /// Why the search was ended, where it was no interrupt.
    pub fn lay_out(
        &self,
        search: &mut Search<'_>,
        files: &Arc<Files>,
    ) -> Result<(Option<LaidOutTree>, Unlaid), Stop> {
        search.conclude();
        let mut shown =
            LaidOutTree { files: Arc::clone(files), by: BTreeSet::new(), laid_out: 0, smallest: None };
        let (mut open, mut long, mut bytes) = (Vec::new(), 0, 0);
        let before: Vec<Files> = search.way().filter_map(|bytes| files::read_archive(bytes).ok()).collect();
        for (path, entry) in files.iter() {
            let (Entry::File { text, .. }, Some(layouts)) = (entry, self.of(path, entry)) else { continue };
            if bytes + text.bytes().len() > LONGEST {
                long += 1;
                continue;
            }
            bytes += text.bytes().len();
            let way = text_before(&before, path, text);
            if let Some(first) = layouts.first(text, &way) {
                open.push(Open { path, text, way, layouts, first });
            }
        }
        // As a stack: the group that comes next is the last.
        let mut groups: Vec<&[Open<'_>]> = if open.is_empty() { Vec::new() } else { vec![&open] };
        while let Some(group) = groups.pop() {
            match shown.lay_out(search, group) {
                Ok(true) => {}
                Ok(false) => {
                    let (first, rest) = group.split_at(group.len() / 2);
                    groups.extend([rest, first]);
                }
                Err(Stop::Interrupted) => {
                    groups.push(group);
                    break;
                }
                Err(stop) => return Err(stop),
            }
        }
        let left = groups.iter().map(|group| group.len()).sum();
        let mut unlaid = vec![(left, "interrupted"), (long, "more than 1 MiB together")];
        unlaid.retain(|(files, _)| *files > 0);
        Ok(((shown.laid_out > 0).then_some(shown), unlaid))
    }

    fn of(&self, path: &Path, entry: &Entry) -> Option<Layouts> {
        let Entry::File { text, .. } = entry else { return None };
        let before = match self.input.get(path) {
            Some(before) if before == entry => return None,
            Some(Entry::File { text, .. }) => text,
            _ => text,
        };
        // A program that cannot find itself has failed long before.
        Layouts::new(&self.settings, &self.scratch, path, before).ok().flatten()
    }
}

/// What the file at `path` was before it was `text`, as far as that is not much longer, in the order of `before`.
fn text_before(before: &[Files], path: &Path, text: &Text) -> Vec<Text> {
    let texts = before.iter().filter_map(|files| match files.get(path) {
        Some(Entry::File { text, .. }) => Some(text.clone()),
        _ => None,
    });
    let mut texts: Vec<Text> = texts.take_while(|before| before.bytes().len() <= longest(text)).collect();
    texts.dedup_by_key(|text| text.id());
    texts
}

impl LaidOutTree {
    /// Lays the files of `group` out; `false` where each half of it has to be asked about on its own.
    fn lay_out(&mut self, search: &mut Search<'_>, group: &[Open<'_>]) -> Result<bool, Stop> {
        let [one] = group else { return self.lay_out_together(search, group) };
        let Some(around) = Around::new(Arc::clone(&self.files), one.path) else { return Ok(true) };
        let laid_out = search
            .within(around.clone().lens(), |search| one.layouts.lay_out_after(search, one.text, &one.way))?;
        if let (Some(by), Ok(text)) = (laid_out.by, Text::new(laid_out.text)) {
            self.take(Arc::new(around.with(text)), [by]);
        }
        Ok(true)
    }

    fn lay_out_together(&mut self, search: &mut Search<'_>, group: &[Open<'_>]) -> Result<bool, Stop> {
        let mut files = Arc::clone(&self.files);
        for open in group {
            let around = Around::new(files.clone(), open.path);
            files = around.map_or(files, |around| Arc::new(around.with(open.first.1.clone())));
        }
        let space = Arc::new(FilesSpace::new(Arc::clone(&files)));
        let stage = |size| Stage { algorithm: "layout", unit: Unit::Lines.name(), units: group.len(), size };
        search.announce(&Event::StageBegan(stage(self.size())))?;
        let fails = search.outcome(&space, &space.full())? == Outcome::Fail;
        if fails {
            self.take(files, group.iter().map(|open| open.first.0));
        }
        let stage = stage(self.size());
        search.announce(&Event::StageEnded {
            stage,
            units: group.len(),
            size: stage.size,
            certificate: None,
        })?;
        Ok(fails)
    }

    /// Becomes `files`, in which one more file was laid out for each of `by`.
    fn take(&mut self, files: Arc<Files>, by: impl IntoIterator<Item = &'static str>) {
        self.files = files;
        for by in by {
            self.by.insert(by);
            self.laid_out += 1;
        }
    }
}

impl Session<Tree> {
    /// What lays the result out; none where that is not wanted.
    pub fn tree_layouts(&self) -> Option<TreeLayouts> {
        let wanted = !self.settings.minify && !self.settings.whole_files;
        wanted.then(|| TreeLayouts {
            settings: self.settings.clone(),
            scratch: self.scratch.path().to_owned(),
            input: Arc::clone(&self.input.artifact.files),
        })
    }

    /// Makes `shown` the result; the archive in the run directory stays as it is.
    pub fn show_tree(&mut self, shown: &mut LaidOutTree) -> Result<(), RunError> {
        if self.settings.output != Output::Stdout {
            self.write_tree(self.settings.tag, &shown.files)?;
        }
        shown.smallest = self.store.as_ref().map(|store| store.dir.best_path());
        Ok(())
    }
}

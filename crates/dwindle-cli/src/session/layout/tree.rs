//! Directory trees laid out: each file that was reduced, on its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::files::{Entry, Files};
use dwindle::space::{Around, FilesSpace, Space};
use dwindle::{Search, Stop};

use super::Layouts;
use crate::error::CliError;
use crate::session::Session;
use crate::session::tree::Tree;
use crate::settings::{Output, Settings};

/// A tree as it is shown.
#[derive(Debug)]
pub(crate) struct LaidOutTree {
    /// The tree; it fails.
    pub(crate) files: Arc<Files>,
    /// What laid files of it out.
    pub(crate) by: BTreeSet<&'static str>,
    /// How many of its files were laid out.
    pub(crate) laid_out: usize,
    /// The archive with the smallest files.
    pub(crate) smallest: Option<PathBuf>,
}

impl LaidOutTree {
    /// Bytes of contents and of paths, as all sizes of trees.
    pub(crate) fn size(&self) -> u64 {
        let space = FilesSpace::new(Arc::clone(&self.files));
        space.size(&space.full())
    }
}

/// What lays the files of trees out.
#[derive(Debug)]
pub(crate) struct TreeLayouts {
    settings: Settings,
    scratch: PathBuf,
    input: Arc<Files>,
}

impl TreeLayouts {
    /// Lays out, one after the other, the files of `files`, which fails, that are others in the input; those for which
    /// no layout fails stay as they are. None where no file was laid out.
    pub(crate) fn lay_out(
        &self,
        search: &mut Search<'_>,
        files: &Arc<Files>,
    ) -> Result<Option<LaidOutTree>, Stop> {
        let mut shown =
            LaidOutTree { files: Arc::clone(files), by: BTreeSet::new(), laid_out: 0, smallest: None };
        for (path, entry) in files.iter() {
            let Entry::File { text, .. } = entry else { continue };
            let (Some(layouts), Some(around)) =
                (self.of(path, entry), Around::new(Arc::clone(&shown.files), path))
            else {
                continue;
            };
            let laid_out = search.within(around.clone().lens(), |search| layouts.lay_out(search, text))?;
            let laid_text = dwindle::Text::new(laid_out.text).ok();
            if let (Some(by), Some(text)) = (laid_out.by, laid_text) {
                shown.files = Arc::new(around.with(text));
                shown.by.insert(by);
                shown.laid_out += 1;
            }
        }
        Ok((shown.laid_out > 0).then_some(shown))
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

impl Session<Tree> {
    /// What lays the result out; none where that is not wanted.
    pub(crate) fn tree_layouts(&self) -> Option<TreeLayouts> {
        let wanted = !self.settings.minify && !self.settings.whole_files;
        wanted.then(|| TreeLayouts {
            settings: self.settings.clone(),
            scratch: self.scratch.path().to_owned(),
            input: Arc::clone(&self.input.artifact.files),
        })
    }

    /// Makes `shown` the result; the archive in the run directory stays as it is.
    pub(crate) fn show_tree(&mut self, shown: &mut LaidOutTree) -> Result<(), CliError> {
        if self.settings.output != Output::Stdout {
            self.write_tree(self.settings.tag, &shown.files)?;
        }
        shown.smallest = self.store.as_ref().map(|store| store.dir.best_path());
        Ok(())
    }
}

//! Reduced inputs that earlier runs left: none is replaced by a larger one as long as it fails as it did.

use std::fs;
use std::path::{Path, PathBuf};

use dwindle_run::text::{escaped, size};
use dwindle_store::rundir::{RunDir, entries, slug};

/// The file that says what fails, and how the others begin that were taken for it.
pub(super) const SAYS: &str = "failure.txt";
pub(super) const ALSO: &str = "same reduced input: ";

/// A reduced input of an earlier run.
#[derive(Debug)]
pub(super) struct Earlier {
    /// The failure, as it was written down.
    failure: String,
    path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// The results in the folders of failures below `root`.
pub(super) fn results(root: &Path) -> Vec<Earlier> {
    let folders = entries::of(root).unwrap_or_default();
    folders.iter().flat_map(|folder| in_folder(folder)).collect()
}

fn in_folder(folder: &Path) -> Vec<Earlier> {
    let says = fs::read_to_string(folder.join(SAYS)).unwrap_or_default();
    let files = entries::of(folder).unwrap_or_default();
    let named = says.lines().enumerate().filter_map(|(nth, line)| {
        let tag = tag("reduced", nth);
        let is_tagged = |path: &&PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.split('.').skip(1).any(|part| part == tag))
        };
        let path = files.iter().find(is_tagged)?.clone();
        let failure = if nth == 0 { line } else { line.strip_prefix(ALSO)? }.to_owned();
        Some(Earlier { failure, bytes: fs::read(&path).ok()?, path })
    });
    named.collect()
}

/// What the files of the failures in one folder are tagged with: `reduced`, `reduced-2` and so on.
pub(super) fn tag(word: &str, nth: usize) -> String {
    if nth == 0 { word.to_owned() } else { format!("{word}-{}", nth + 1) }
}

/// The smallest of `all` that shows `failure` and has fewer bytes than `bound`.
pub(super) fn smaller<'a>(all: &'a [Earlier], failure: &str, bound: Option<usize>) -> Option<&'a Earlier> {
    let failure = escaped(failure);
    let same = all.iter().filter(|it| it.failure == failure);
    same.filter(|it| bound.is_none_or(|bound| it.bytes.len() < bound)).min_by_key(|it| it.bytes.len())
}

/// Keeps in `dir` those of `all` in whose place nothing is written that is as small and fails so: `written` has what is, with
/// its failure. Gives lines that say where.
pub(super) fn keep(all: &[Earlier], written: &[(String, &[u8])], dir: &RunDir) -> Vec<String> {
    let is_lost = |it: &&Earlier| {
        !written.iter().any(|(failure, bytes)| {
            *bytes == it.bytes || *failure == it.failure && bytes.len() <= it.bytes.len()
        })
    };
    let mut lines = Vec::new();
    for it in all.iter().filter(is_lost) {
        if let Some(kept) = dir.keep_result(&it.path, &slug(&it.failure, 60)) {
            let (size, from) = (size(it.bytes.len() as u64), escaped(&it.path));
            lines.push(format!(
                "{from} ({size}) of an earlier run is replaced; it is kept in {}",
                escaped(&kept)
            ));
        }
    }
    lines
}

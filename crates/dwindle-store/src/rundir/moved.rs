//! Homes of an input that lay elsewhere: a directory for run data may be copied, as caches are, and be used beside another
//! checkout.

use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::{RunKey, entries, layout};
use crate::journal::Reader;

/// The home in `state` of an input of the same name that lay elsewhere, with a run of this very `key` where `home` has none; else, where
/// `home` does not exist, one in which a run worked on the same.
pub fn moved_home(state: &Path, home: &Path, key: &RunKey) -> Option<PathBuf> {
    let has_run = |home: &Path| home.join(key.short()).exists();
    if has_run(home) {
        return None;
    }
    let name = layout::without_place(home.file_name()?)?;
    let mut homes = entries::of(state).ok()?;
    homes.retain(|other| other.file_name().and_then(layout::without_place) == Some(name));
    homes.sort();
    let works_on_same = |home: &Path| {
        let journals =
            layout::runs(home).unwrap_or_default().into_iter().map(|run| run.join(layout::JOURNAL));
        journals
            .filter_map(|journal| Reader::open(&journal).ok())
            .any(|reader| reader.header().is_some_and(|header| key.has_subject_of(&header.fields)))
    };
    // Where somebody is at work beside the other checkout, this run begins for itself.
    let is_free = |home: &PathBuf| {
        !has_run(home) || Lock::expect_free(&home.join(key.short()).join(layout::LOCK), None).is_ok()
    };
    let is_new = !home.exists();
    homes.retain(|home| (has_run(home) || is_new && works_on_same(home)) && is_free(home));
    homes.sort_by_key(|home| !has_run(home));
    homes.into_iter().next()
}

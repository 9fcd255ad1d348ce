//! Homes of an input that lay elsewhere: a directory for run data may be copied, as caches are, and be used beside another
//! checkout.

use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::{RunKey, entries, layout};
use crate::journal::Reader;

/// The home in `state` of an input of the same name that lay elsewhere, in which a run worked on the same as `key`, where `home`
/// does not exist: that with a run of this very key first, then by name.
pub fn moved_home(state: &Path, home: &Path, key: &RunKey) -> Option<PathBuf> {
    if home.exists() {
        return None;
    }
    let name = layout::without_place(home.file_name()?)?;
    let mut homes = entries::of(state).ok()?;
    homes.retain(|other| other.file_name().and_then(layout::without_place) == Some(name));
    homes.sort();
    let works_on_same = |home: &PathBuf| {
        let journals =
            layout::runs(home).unwrap_or_default().into_iter().map(|run| run.join(layout::JOURNAL));
        journals
            .filter_map(|journal| Reader::open(&journal).ok())
            .any(|reader| reader.header().is_some_and(|header| key.has_subject_of(&header.fields)))
    };
    // Where somebody is at work beside the other checkout, this run begins for itself.
    let is_free = |home: &PathBuf| {
        let run = home.join(key.short());
        !run.exists() || Lock::expect_free(&run.join(layout::LOCK)).is_ok()
    };
    homes.retain(|home| works_on_same(home) && is_free(home));
    homes.sort_by_key(|home| !home.join(key.short()).exists());
    homes.into_iter().next()
}

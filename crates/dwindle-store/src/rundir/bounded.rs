//! A bound on what the runs of one input leave: the oldest go first.
//!
//! Of the other runs of an input 20 are kept.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use dwindle_exec::scratch::clear;

use super::atomic::leftovers_in;
use super::lock::Lock;
use super::{RunDir, clear_unfinished, entries, layout};

impl RunDir {
    /// So many other runs of an input are kept.
    pub const MOST_RUNS: usize = 20;

    /// The other runs of an input that are kept are together no larger than this, in bytes; the last one may be.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// Removes the other runs of this input that went on longest ago until no more than `runs` are left, of no more than
    /// `bytes` together, however large the last one is. Those at work stay, and so does what cannot be removed. Results outside stay in any case.
    /// What a killed one left unfinished goes: in place, the next run is another one.
    ///
    /// Returns what was removed, the youngest first.
    pub fn bound(&self, runs: usize, bytes: u64) -> Vec<PathBuf> {
        let (mut kept, mut size) = (0, 0_u64);
        let mut removed = Vec::new();
        for path in self.latest_others().unwrap_or_default() {
            size = size.saturating_add(entries::size_of(&path));
            kept += 1;
            let stays = kept <= runs && (size <= bytes || kept == 1);
            if stays && leftovers_in(&path, layout::is_unfinished).is_ok_and(|drafts| drafts.is_empty()) {
                continue;
            }
            let Ok(_lock) = Lock::take(&path.join(layout::LOCK)) else { continue };
            if stays {
                // Nothing depends on it.
                drop(clear_unfinished(&path));
            } else if clear(&path).is_ok() {
                removed.push(path);
            }
        }
        removed
    }

    /// The directories of the other runs of this input, that which went on last first.
    pub(super) fn latest_others(&self) -> io::Result<Vec<PathBuf>> {
        let mut others = layout::runs(&self.home)?;
        others.retain(|path| *path != self.path);
        others.sort_by_cached_key(|path| Reverse(last_change(path)));
        Ok(others)
    }
}

/// When the run in `path` went on last.
pub(super) fn last_change(path: &Path) -> Option<SystemTime> {
    let journal = fs::metadata(path.join(layout::JOURNAL));
    journal.or_else(|_| fs::metadata(path)).and_then(|about| about.modified()).ok()
}

//! What tests make anew at a fixed place, so that two at once may be in each other's way.
//!
//! A script that copies each candidate into one project folder and builds there is right alone. Beside another it looks at that one's
//! candidate: of a Go program that `go vet` warns of, one byte was left in three of five runs with two jobs, and the 28 that are needed with one.

use std::path::{Path, PathBuf};

use dwindle::Config;
use dwindle::event::Observer;
use dwindle_exec::process::{Level, Refused};

use super::runs::Runs;
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::session::refused::kept_by_one_program;
use crate::session::warning::warn;
use crate::settings::Settings;
use crate::text::shown;

/// Whether tests that have a sandbox of this `level` may change something that is not their own, and nobody said how many run at once. Where a level was
/// named, no run has less of one.
pub(super) fn is_worth_a_look(settings: &Settings, level: Level) -> bool {
    let sandbox = &settings.test.sandbox;
    let is_open = level == Level::Off || !sandbox.writable.is_empty();
    let may_look = sandbox.is_found() && settings.test.farm.is_none();
    settings.jobs > 1 && !settings.jobs_are_given && is_open && may_look
}

/// Says that one test runs at a time, and why.
pub(in crate::session) fn tell(
    place: &Path,
    settings: &Settings,
    reader: &mut dyn Observer,
) -> Result<(), RunError> {
    let (place, jobs) = (shown(place), settings.jobs);
    let text = format!(
        "one test runs at a time, since each makes {place} anew: two at once could look at each other's; if they do not: --jobs {jobs}"
    );
    warn(reader, &text)
}

impl<A: Artifact> Runs<'_, A> {
    /// The first place that the test makes anew in each of two runs. `known` is what one of them changed elsewhere, if that was looked at.
    pub(super) fn shared(
        &mut self,
        failing: &Config,
        known: Option<Vec<Refused>>,
    ) -> Result<Option<PathBuf>, RunError> {
        let mut first = known.map_or_else(|| self.looked_on(failing), Ok)?;
        let home = self.settings.test.env.iter().find(|(name, _)| name == "HOME");
        let home = home.map(|(_, home)| Path::new(home));
        first.retain(|change| change.is_replaced && !is_kept_by_program(&change.place, home));
        if first.is_empty() {
            return Ok(None);
        }
        let second = self.looked_on(failing)?;
        Ok(first.into_iter().find(|change| second.contains(change)).map(|change| change.place))
    }
}

/// Whether a program keeps this for itself, such as a cache, and so reckons with others that do.
fn is_kept_by_program(place: &Path, home: Option<&Path>) -> bool {
    let below_home = home.and_then(|home| place.strip_prefix(home).ok());
    let first = below_home.and_then(|below| below.iter().next());
    kept_by_one_program(place).is_some()
        || first.is_some_and(|first| first.as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_keep_for_themselves_is_in_nobodys_way() {
        let is_kept = |place: &str| is_kept_by_program(Path::new(place), Some(Path::new("/h/me")));
        assert!(
            ["/h/me/.cargo/.global-cache-journal", "/h/you/.cache/go-build/81/x"].map(is_kept) == [true; 2]
        );
        assert!(["/h/me/project/main.c", "/h/me/repo/.git/index.lock", "/tmp/.x"].map(is_kept) == [false; 3]);
    }
}

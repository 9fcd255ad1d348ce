//! What a run may be about: anything whose parts can be left out, and which a command can be run on.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use dwindle::Text;
use dwindle::space::{Shared, Space, Unit};
use dwindle::test::Executor;
use dwindle::{Config, Outcome};
use dwindle_exec::TimeLimit;

use crate::error::CliError;
use crate::settings::Settings;

/// A configuration of a space, which together make a candidate.
pub(crate) type Made = (Shared, Config);

/// What a session knows of the thing that is reduced.
///
/// The session makes the first run and the checks, and resumes; how the thing is cut into units is its command's
/// concern.
pub(crate) trait Artifact: Debug + Send + Sync {
    /// A space whose full configuration is the whole artifact, and whose empty one is nothing of it.
    fn whole(&self) -> Shared;

    /// What the run is keyed by: all that makes this artifact another than the next.
    fn digest(&self) -> Cow<'_, [u8]>;

    /// Options that decide, beside the artifact, what its units are and what is tested, each with its name.
    fn options(&self) -> &[(&'static str, String)] {
        &[]
    }

    /// Files that decide, beside the artifact and the test, what comes of a candidate, each with the option that names it.
    fn files(&self) -> &[(&'static str, PathBuf)] {
        &[]
    }

    /// Makes a candidate again of what its space wrote of it.
    fn restore(&self, kept: Vec<u8>) -> Option<Made>;

    /// The artifact that a run starts from which goes on from what its space wrote; `None` where its commands cannot.
    fn started_from(&self, kept: Vec<u8>) -> Option<Self>
    where
        Self: Sized,
    {
        drop(kept);
        None
    }

    /// Where text that a message quotes is looked for.
    fn quoted(&self) -> &[u8] {
        &[]
    }

    /// The name under which a candidate lies in the working directory; empty where it is that directory itself.
    fn laid_as<'a>(&self, name: &'a OsStr) -> &'a OsStr {
        name
    }

    /// The size of the whole, in whatever its kind is measured by.
    fn size(&self) -> u64 {
        let whole = self.whole();
        whole.size(&whole.full())
    }

    /// How many bytes a candidate takes at its place.
    fn room(&self) -> u64 {
        self.size()
    }

    /// What is said of nothing of it, where that is a version of its own which has to pass.
    fn passing(&self) -> Option<&dyn Passing> {
        None
    }

    /// Whether it is a directory tree: its best is an archive, and its result a folder.
    fn is_tree(&self) -> bool {
        false
    }

    /// Whether it is an answer, and no error, that nothing of it fails as well.
    fn may_be_nothing(&self) -> bool {
        false
    }

    /// Whether the failure is what it prevents: nothing of it shows the failure, and the whole is to pass.
    fn prevents(&self) -> bool {
        false
    }

    /// What tests its candidates, where that is no command of the user's; `limit` is how long a test may take.
    fn test(&self, limit: &TimeLimit) -> Option<Box<dyn Executor>> {
        let _ = limit;
        None
    }

    /// What is wrong when all of it does not come to what it came to at first, where that is said in words of its own.
    fn unlike_itself(&self, why: &str) -> Option<CliError> {
        let _ = why;
        None
    }

    /// What it is called, and what is said of it.
    fn words(&self) -> Words {
        Words::INPUT
    }
}

/// What is said of an artifact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// What it is called where it does not fail.
    pub(crate) noun: &'static str,
    /// What is wrong when nothing of it fails as well.
    pub(crate) too_loose: &'static str,
    /// What to do about that.
    pub(crate) tighten: &'static str,
}

impl Words {
    /// Of an input.
    pub(crate) const INPUT: Self = Self {
        noun: "input",
        too_loose: "the test is too loose: the empty input fails too",
        tighten: "nothing would be left; the test has to depend on the input, for example on a particular message",
    };
}

/// What is said of an artifact of which nothing is a version of its own, which has to pass.
pub(crate) trait Passing: Debug {
    /// What is wrong when the whole, called `shown`, comes out like this.
    fn not_failing(&self, shown: &str, outcome: Outcome) -> String;

    /// What is wrong when it comes out like this.
    fn not_passing(&self, outcome: Outcome) -> String;

    /// What to do about that, in the order in which it is to be tried.
    fn advice(&self, settings: &Settings, outcome: Outcome) -> Vec<String>;

    /// What to do where it fails, and the whole artifact passes.
    fn swapped(&self, settings: &Settings) -> Vec<String>;
}

/// The candidate that is all of a space.
pub(crate) fn made(space: impl Space + 'static) -> Made {
    let full = space.full();
    (Arc::new(space), full)
}

impl Artifact for Text {
    fn whole(&self) -> Shared {
        // By bytes, which is no cut at all.
        Arc::new(self.cut(Unit::Bytes))
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        self.bytes().into()
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        Some(made(Self::new(kept).ok()?.cut(Unit::Bytes)))
    }

    fn started_from(&self, kept: Vec<u8>) -> Option<Self> {
        Self::new(kept).ok().filter(|text| !text.bytes().is_empty())
    }

    fn quoted(&self) -> &[u8] {
        self.bytes()
    }
}

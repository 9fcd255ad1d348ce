//! The interface of a session to its subject: a space, its identity, how a stored candidate is read back, and the words of
//! messages about it.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use dwindle::Text;
use dwindle::space::{Shared, Space, Unit};
use dwindle::test::Executor;
use dwindle::{Config, Outcome};
use dwindle_exec::{Refusals, TimeLimit};

use crate::error::RunError;
use crate::settings::Settings;

/// A configuration of a space, which together make a candidate.
pub type Made = (Shared, Config);

/// What a session knows of the thing that is reduced.
///
/// The session makes the first run and the checks, and resumes; how the thing is cut into units is its command's
/// concern.
pub trait Artifact: Debug + Send + Sync {
    /// A space whose full configuration is the whole artifact, and whose empty one is nothing of it.
    fn whole(&self) -> Shared;

    /// The bytes that identify the artifact in the run key.
    fn digest(&self) -> Cow<'_, [u8]>;

    /// Options that also belong to the run key, since they change the units or the tests; each with its name.
    fn options(&self) -> &[(&'static str, String)] {
        &[]
    }

    /// Files whose contents also belong to the run key, since they change outcomes; each with the option that names it.
    fn files(&self) -> &[(&'static str, PathBuf)] {
        &[]
    }

    /// Reads a candidate back from what its space wrote.
    fn restore(&self, kept: Vec<u8>) -> Option<Made>;

    /// The artifact of a run that starts from an earlier result, read back from what its space wrote; `None` where that is not
    /// possible.
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

    /// The size of the full configuration, in the measure of its space.
    fn size(&self) -> u64 {
        let whole = self.whole();
        whole.size(&whole.full())
    }

    /// How many bytes a candidate may take where it is laid.
    fn room(&self) -> u64 {
        self.size()
    }

    /// For an artifact whose empty configuration is a version that has to pass, such as the good version of `changes`: how that
    /// is checked.
    fn passing(&self) -> Option<&dyn Passing> {
        None
    }

    /// Whether it is a directory tree: its best is an archive, and its result a folder.
    fn is_tree(&self) -> bool {
        false
    }

    /// Whether it is a valid answer, and not an error, that the empty configuration fails, too.
    fn may_be_nothing(&self) -> bool {
        false
    }

    /// Whether the artifact prevents the failure (`--prevent`): the test fails on the empty configuration and passes on the full
    /// one.
    fn prevents(&self) -> bool {
        false
    }

    /// The executor for its candidates, where it is not the user's command; `limit` is how long a test may take, and `refusals` takes
    /// what a sandbox refuses.
    fn test(&self, limit: &TimeLimit, refusals: &Refusals) -> Option<Box<dyn Executor>> {
        let _ = (limit, refusals);
        None
    }

    /// The error for a full configuration whose outcome differs from that of the first run; `None` for the usual message.
    fn unlike_itself(&self, why: &str) -> Option<RunError> {
        let _ = why;
        None
    }

    /// The words of messages about it.
    fn words(&self) -> Words {
        Words::INPUT
    }
}

/// What is said of an artifact.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What it is called where it does not fail.
    pub noun: &'static str,
    /// What is wrong when nothing of it fails as well.
    pub too_loose: &'static str,
    /// What to do about that.
    pub tighten: &'static str,
}

impl Words {
    /// Of an input.
    pub const INPUT: Self = Self {
        noun: "input",
        too_loose: "the test is too loose: the empty input fails too",
        tighten: "nothing would be left; the test has to depend on the input, for example on a particular message",
    };
}

/// What is said of an artifact of which nothing is a version of its own, which has to pass.
pub trait Passing: Debug {
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
pub fn made(space: impl Space + 'static) -> Made {
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
        Some(made(Self::of_any_size(kept).ok()?.cut(Unit::Bytes)))
    }

    fn started_from(&self, kept: Vec<u8>) -> Option<Self> {
        Self::of_any_size(kept).ok().filter(|text| !text.bytes().is_empty())
    }

    fn quoted(&self) -> &[u8] {
        self.bytes()
    }
}

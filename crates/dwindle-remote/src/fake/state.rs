//! How a fake farm behaves, and what all its parts share.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use tokio::sync::Notify;

use super::jobs::Jobs;

/// How a farm behaves.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// How many tests run at once.
    pub slots: usize,
    /// How each is run.
    pub run: How,
    /// How long each answer takes.
    pub latency: Duration,
    /// Whether it keeps small packets back until the ones before have arrived (Nagle's algorithm), as some servers do.
    pub keeps_back: bool,
    /// Whether it knows how to cancel.
    pub cancels: bool,
    /// Whether a lower priority comes first, as the specification says.
    pub lower_first: bool,
    /// The largest batch of blobs.
    pub batch: i64,
    /// Its only instance.
    pub instance: String,
    /// The only properties of workers that it knows.
    pub properties: Vec<String>,
    /// What the header `authorization` has to be.
    pub token: Option<String>,
    /// Its certificates, if it has TLS.
    pub tls: Option<Certificates>,
    /// What goes wrong, each in one of so many executions; 0 is never.
    pub faults: Faults,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            slots: 4,
            run: How::Really,
            latency: Duration::ZERO,
            keeps_back: false,
            cancels: true,
            lower_first: true,
            batch: 0,
            instance: String::new(),
            properties: Vec::new(),
            token: None,
            tls: None,
            faults: Faults::default(),
        }
    }
}

/// What goes wrong, each in one of so many executions, counted from the first; 0 is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// The stream breaks while the test runs.
    pub broken_stream: usize,
    /// The inputs have gone when the test is to begin.
    pub missing_blobs: usize,
    /// A worker is lost while it runs the test.
    pub lost_worker: usize,
    /// A worker is lost, and nobody notices.
    pub silent_worker: usize,
    /// A worker says nothing of how the test ended, or what it says is not what it uploaded.
    pub lying_worker: usize,
    /// A worker takes a second more.
    pub slow_worker: usize,
}

/// Certificate and key of a server, and the certificate that has signed those of its clients, if they need one.
pub type Certificates = (Vec<u8>, Vec<u8>, Option<Vec<u8>>);

/// A test: the exit code for the files in its working directory.
pub type Test = dyn Fn(&BTreeMap<String, Vec<u8>>) -> u8 + Send + Sync;

/// How tests are run.
#[derive(Clone)]
pub enum How {
    /// In a process, in a temporary directory.
    Really,
    /// By a function of the files in the working directory, which gives the exit code, after such a time.
    By(Arc<Test>, Duration),
}

impl fmt::Debug for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Really => "really",
            Self::By(..) => "by a function",
        })
    }
}

/// What a farm was asked for.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Look-ups in the cache, and how many of them found something.
    pub looked_up: (usize, usize),
    /// Blobs uploaded, and their bytes.
    pub uploaded: (usize, usize),
    /// Operations begun.
    pub begun: usize,
    /// Actions executed, how often each.
    pub executed: BTreeMap<String, usize>,
    /// Operations cancelled.
    pub cancelled: usize,
    /// Requests to cancel that were refused.
    pub refused: usize,
    /// Operations waited for once more.
    pub waited: usize,
    /// The most tests that ran at once.
    pub most: usize,
}

impl Counts {
    /// How many executions there were.
    pub fn executions(&self) -> usize {
        self.executed.values().sum()
    }
}

/// What all parts of a farm share.
#[derive(Debug)]
pub(super) struct State {
    pub(super) behaviour: Behaviour,
    pub(super) blobs: Mutex<BTreeMap<String, Vec<u8>>>,
    pub(super) cache: Mutex<BTreeMap<String, api::ActionResult>>,
    pub(super) jobs: Mutex<Jobs>,
    pub(super) news: Notify,
    pub(super) counts: Mutex<Counts>,
    pub(super) running: AtomicUsize,
}

/// Every state is whole between two statements.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

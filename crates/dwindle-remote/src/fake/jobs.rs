//! The operations of a fake farm: what waits, what runs, and who listens.

use std::collections::{BTreeMap, BTreeSet};

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use tokio::sync::watch;

/// Operations by number, and those that wait, by priority.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    pub(super) all: BTreeMap<u64, Job>,
    waiting: BTreeSet<(i64, u64)>,
}

/// One operation.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) action: String,
    news: watch::Sender<News>,
}

/// What is known of an operation.
#[derive(Clone, Debug)]
pub(super) enum News {
    Waiting,
    Running,
    /// The stream of whoever listens breaks; of those who come later it does not.
    Broken,
    Cancelled,
    Ended(Box<api::ExecuteResponse>),
}

impl Jobs {
    /// Adds one, of which a lower priority comes first or the other way round.
    pub(super) fn add(&mut self, action: String, priority: i32, lower_first: bool) -> u64 {
        let number = self.all.last_key_value().map_or(1, |(last, _)| last + 1);
        let rank = i64::from(priority) * if lower_first { 1 } else { -1 };
        self.waiting.insert((rank, number));
        self.all.insert(number, Job { action, news: watch::channel(News::Waiting).0 });
        number
    }

    /// The next one to run, and its action.
    pub(super) fn next(&mut self) -> Option<(u64, String)> {
        let (_, number) = self.waiting.pop_first()?;
        Some((number, self.all.get(&number)?.action.clone()))
    }

    /// Tells whoever listens.
    pub(super) fn tell(&self, number: u64, news: News) {
        if let Some(job) = self.all.get(&number) {
            job.news.send_replace(news);
        }
    }

    /// Takes one out that waits, and ends one that runs.
    pub(super) fn cancel(&mut self, number: u64) {
        self.waiting.retain(|(_, waiting)| *waiting != number);
        self.tell(number, News::Cancelled);
    }

    /// What there is to hear of one.
    pub(super) fn listen(&self, number: u64) -> Option<watch::Receiver<News>> {
        Some(self.all.get(&number)?.news.subscribe())
    }
}

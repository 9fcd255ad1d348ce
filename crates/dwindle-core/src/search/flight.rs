//! What is known of a running test.

use std::sync::Arc;

use crate::event::{Purpose, Subject};
use crate::slots::Job;
use crate::space::Shared;
use crate::{Config, Id};

/// A test on its way, or about to begin.
pub(super) struct Flight {
    pub(super) job: Job,
    pub(super) subject: Subject,
    pub(super) purpose: Purpose,
}

impl Flight {
    pub(super) fn new(space: &Shared, config: Config, purpose: Purpose, patience: u32) -> Self {
        let subject = subject(space.id(&config), space, &config);
        Self { job: Job { space: Arc::clone(space), config, patience }, subject, purpose }
    }
}

pub(super) fn subject(id: Id, space: &Shared, config: &Config) -> Subject {
    Subject { id, size: space.size(config), units: config.len() }
}

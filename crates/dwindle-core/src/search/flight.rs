//! What is known of a running test.

use crate::Config;
use crate::event::{Purpose, Subject};
use crate::slots::Ticket;
use crate::space::Shared;

/// A test on its way.
pub(super) struct Flight {
    pub(super) ticket: Ticket,
    pub(super) space: Shared,
    pub(super) config: Config,
    pub(super) subject: Subject,
    pub(super) purpose: Purpose,
    pub(super) patience: u32,
}

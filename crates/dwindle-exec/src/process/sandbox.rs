//! What a test may do to the rest of the system: a sandbox, set up once for each slot and never for each test.
//!
//! A sandboxed test reads what its user may read. It writes in its own directories, in those that it is given
//! besides, and to devices that keep nothing, such as `/dev/null`. It reaches no network and, under
//! [`Level::Full`], sees no processes but its own.
//!
//! * [`Level::Files`] is Landlock: rules on files, on TCP, and on signals to other processes. The keeper itself stays
//!   free: each test is spawned from a thread that takes the rules on itself and ends (`files`).
//! * [`Level::Full`] adds namespaces: the keeper makes them, starts itself again as their first process (`namespaces`),
//!   and sets them up (`inside`).
//!
//! What rules refuse is seen (`attempts`): a test that looks away from it would come out otherwise than without a sandbox,
//! and nobody would know.
//!
//! Kernels and containers differ in what they allow. What can be had is used, and [`Reached`] says what that is.

pub(super) mod attempts;
pub(super) mod choice;
pub(super) mod confined;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod inside;
#[cfg(target_os = "linux")]
mod loopback;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
pub(super) mod namespaces;
#[cfg(target_os = "linux")]
mod read_only;
#[cfg(target_os = "linux")]
mod watched;

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr};

/// How far a test is kept from the rest of the system.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    /// Not at all: it may do what its user may do.
    #[default]
    Off,
    /// It writes in its own directories only, opens no TCP connections, and signals none but its own processes.
    Files,
    /// It also has a network of its own, which leads nowhere, and sees its own processes only.
    Full,
}

impl Level {
    /// All of them, the strictest first.
    pub const ALL: [Self; 3] = [Self::Full, Self::Files, Self::Off];

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The sandbox of a slot's tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// How far it goes.
    pub level: Level,
    /// Where tests may write besides their own directories: directories and files that exist.
    pub writable: Vec<PathBuf>,
    /// Whether tests may use the network.
    pub network: bool,
    /// Whether what a sandbox would refuse is seen although there is none.
    pub looks_on: bool,
}

/// What a keeper made of the sandbox that it was asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// How far it goes: at most as far as was asked for.
    pub level: Level,
    /// What it does not do although it was asked for, and why, a sentence each.
    pub lacking: Vec<String>,
    /// Whether what it refuses is seen ([`Report::refused`](super::Report::refused)).
    pub sees: bool,
}

/// The namespaces that a keeper makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Whether the network stays that of the system.
    pub(super) network: bool,
    /// What to start there, program and arguments, if processes get a namespace, too.
    pub(super) again: Option<Vec<OsString>>,
}

/// The rules that tests run under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Confines {
    /// Where they may write besides the directories of the slot.
    pub(super) writable: Vec<OsString>,
    /// Whether TCP is to be prevented by a rule.
    pub(super) no_tcp: bool,
    /// Whether the keeper is the first process of a namespace.
    pub(super) is_inside: bool,
    /// Whether nothing is prevented, and only seen what would be.
    pub(super) looks_on: bool,
}

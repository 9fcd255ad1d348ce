//! Which namespaces are tried one after the other, on the side of the main process, and what came of them.

use super::{Level, Reached, Sandbox};

/// The namespaces that a keeper is to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::process) enum Namespaces {
    /// Of processes, and of the network unless that is allowed.
    All,
    /// Of the network only: some containers do not allow a `/proc` of one's own.
    Network,
    None,
}

impl Namespaces {
    /// What is tried for a sandbox, the most first.
    pub(in crate::process) fn to_try(sandbox: &Sandbox) -> Vec<Self> {
        match (sandbox.level, sandbox.network) {
            (Level::Full, false) => vec![Self::All, Self::Network, Self::None],
            (Level::Full, true) => vec![Self::All, Self::None],
            (Level::Files | Level::Off, _) => vec![Self::None],
        }
    }
}

/// What came of a sandbox whose keeper has these namespaces and `rules`; `why` there are not more of them.
pub(in crate::process) fn reached(
    sandbox: &Sandbox,
    namespaces: Namespaces,
    rules: Reached,
    why: Option<String>,
) -> Reached {
    let Reached { level, mut lacking, sees } = rules;
    let level = if namespaces == Namespaces::All { Level::Full } else { level };
    let seen = match (namespaces, sandbox.network) {
        (Namespaces::None, false) => {
            "tests see other processes, share the network and can change permissions elsewhere"
        }
        (Namespaces::All | Namespaces::Network | Namespaces::None, _) => {
            "tests see other processes and can change permissions elsewhere"
        }
    };
    lacking.extend(why.map(|why| format!("{seen}: namespaces cannot be made here ({why})")));
    Reached { level, lacking, sees }
}

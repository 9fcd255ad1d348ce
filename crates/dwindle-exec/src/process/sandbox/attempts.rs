//! What a test tries to change elsewhere: the sandbox refuses it, and tells nobody but the test, which may not pass it on.
//!
//! A test under rules waits in each call that changes files by a path until it was looked at here (`dwindle-seccomp`). It
//! is then carried out, whatever was found: the rules decide, and what is seen here can be only less. So a race between a
//! test and this costs nothing but a message.

#[cfg(target_os = "linux")]
mod seen;

use std::io;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::sync::Arc;

use rustix::event::PollFd;

#[cfg(target_os = "linux")]
use super::super::watch::readable;
use crate::process::Refused;

/// Whether the memory of tests can be read, in which the paths stand that they name.
///
/// # Errors
/// The system lets only debuggers of its administrator do that.
#[cfg(target_os = "linux")]
pub(super) fn readable_memory() -> io::Result<()> {
    const SCOPE: &str = "/proc/sys/kernel/yama/ptrace_scope";
    let scope: u8 =
        std::fs::read_to_string(SCOPE).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    // From 2 on not even a parent may.
    if scope < 2 {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, format!("{SCOPE} is {scope}")))
}

/// Looks at what one test tries to change.
#[derive(Debug, Default)]
pub(in crate::process) struct Attempts {
    #[cfg(target_os = "linux")]
    seen: Option<seen::Seen>,
    /// What was refused.
    pub(in crate::process) refused: Vec<Refused>,
}

/// So many places are told at most.
#[cfg(target_os = "linux")]
const MOST: usize = 32;

#[cfg(target_os = "linux")]
impl Attempts {
    /// Those of a test that may change what is below `allowed` and waits at `listener`.
    pub(super) fn of(listener: Arc<dwindle_seccomp::Listener>, allowed: Arc<[PathBuf]>) -> Self {
        Self { seen: Some(seen::Seen { listener, allowed }), refused: Vec::new() }
    }

    /// What is to be polled for the next one; none where there is nothing to look at.
    pub(in crate::process) fn listen(&self) -> Option<PollFd<'_>> {
        self.seen.as_ref().map(|seen| readable(&*seen.listener))
    }

    /// Looks at the next one, which waits.
    ///
    /// # Errors
    /// Those of the system.
    pub(in crate::process) fn look(&mut self) -> io::Result<()> {
        let Some(seen) = &self.seen else { return Ok(()) };
        let Some(refused) = seen.next()? else { return Ok(()) };
        if self.refused.len() < MOST && !self.refused.contains(&refused) {
            self.refused.push(refused);
        }
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
impl Attempts {
    pub(in crate::process) fn listen(&self) -> Option<PollFd<'_>> {
        None
    }

    pub(in crate::process) fn look(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! Namespaces of a keeper's own: of users, processes, mounts, network and IPC.
//!
//! A keeper makes them of itself. It has no identity in its namespace of users before the main process, which stays
//! outside, has written which user and group are which: all are the same as outside, as far as the main process may say
//! so. A process does not move into the namespace of processes that it made, its children do; so the keeper starts
//! itself again there, with the same pipes, as the first process. When that ends, the kernel ends all others there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::{Command, Stdio};

use nix::sched::{CloneFlags, unshare};
use rustix::io::Errno;
use rustix::process::{getegid, geteuid};
use rustix::thread::{CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities};

use super::{Entry, loopback};

/// Makes the namespaces. The process has one thread.
///
/// # Errors
/// The kernel, or what this process runs in, does not allow it.
pub(in crate::process) fn make(entry: &Entry) -> io::Result<()> {
    let mut flags = CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWIPC;
    flags.set(CloneFlags::CLONE_NEWNET, !entry.network);
    flags.set(CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS, entry.again.is_some());
    unshare(flags)?;
    if !entry.network {
        // Without it tests cannot talk to themselves, which is no harm.
        drop(loopback::up());
    }
    Ok(())
}

/// Says from outside who is who in the namespaces that `keeper` made.
///
/// # Errors
/// This process may not say so.
pub(in crate::process) fn identify(keeper: u32) -> io::Result<()> {
    let at = |file: &str| Path::new("/proc").join(keeper.to_string()).join(file);
    let all = |of: &str| fs::read_to_string(Path::new("/proc/self").join(of)).map(|map| same(&map));
    // All of them, where this process is privileged.
    let users = all("uid_map").and_then(|map| write(&at("uid_map"), &map));
    if users.is_ok() {
        let groups = all("gid_map").and_then(|map| write(&at("gid_map"), &map));
        if groups.is_ok() {
            return Ok(());
        }
    } else {
        let own = geteuid().as_raw();
        write(&at("uid_map"), &format!("{own} {own} 1\n"))?;
    }
    write(&at("setgroups"), "deny")?;
    let own = getegid().as_raw();
    write(&at("gid_map"), &format!("{own} {own} 1\n"))
}

/// A map in which everybody is who he is outside, of those who are somebody by `map`.
fn same(map: &str) -> String {
    let lines = map.lines().filter_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let (inside, _, count) = (fields.next()?, fields.next()?, fields.next()?);
        Some(format!("{inside} {inside} {count}\n"))
    });
    lines.collect()
}

/// The kernel takes a map in one write.
fn write(path: &Path, text: &str) -> io::Result<()> {
    File::options().write(true).open(path)?.write_all(text.as_bytes())
}

/// Starts the keeper again, as the first process of its namespace, and waits for its end.
///
/// # Errors
/// It cannot be started, or did not end as it should.
#[expect(clippy::disallowed_methods, reason = "this is the room that spawns")]
pub(in crate::process) fn again(entry: &Entry, input: impl AsFd, output: impl AsFd) -> io::Result<()> {
    let Some([program, args @ ..]) = entry.again.as_deref() else { return Ok(()) };
    // It mounts its own `/proc`, also where it is not root.
    pass_on(CapabilitySet::SYS_ADMIN)?;
    let pipe = |pipe: &OwnedFd| pipe.try_clone().map(Stdio::from);
    let (input, output) = (input.as_fd().try_clone_to_owned()?, output.as_fd().try_clone_to_owned()?);
    let mut command = Command::new(program);
    let mut child = command.args(args).stdin(pipe(&input)?).stdout(pipe(&output)?).spawn()?;
    drop((command, input, output));
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("the inner keeper: {status}"))) }
}

/// Lets the next program that is started keep a capability in the namespace of users.
fn pass_on(capability: CapabilitySet) -> Result<(), Errno> {
    let mut sets = capabilities(None)?;
    sets.inheritable |= capability;
    set_capabilities(None, sets)?;
    configure_capability_in_ambient_set(capability, true)
}

/// Keeps the capability that was passed on from being passed on once more.
pub(in crate::process) fn keep_to_itself() -> Result<(), Errno> {
    rustix::thread::clear_ambient_capability_set()?;
    let mut sets = capabilities(None)?;
    sets.inheritable = CapabilitySet::empty();
    set_capabilities(None, sets)
}

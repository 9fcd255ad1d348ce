//! What the first process of a namespace sets up before any test: its own `/proc`, shared memory of its own with a
//! bound, and a bound on processes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::memory::SharedMemory;
use super::namespaces::keep_to_itself;

/// How many processes and threads the tests of a slot may have at once.
const PROCESSES: u64 = 4096;
/// From these kernels on that bound is one of the namespace, and not one of the user or of the whole system.
const BOUNDED_BY_USER: (u32, u32) = (5, 14);
const BOUNDED_BY_NUMBER: (u32, u32) = (6, 14);

/// Sets the namespace up; gives its shared memory, if it has its own. `dirs` are the directories of the slot: they stay
/// where they are.
///
/// # Errors
/// The container that this runs in does not allow it.
pub(in crate::process) fn set_up(dirs: &[&Path]) -> io::Result<Option<SharedMemory>> {
    // Whoever kills the outer keeper kills this one.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    keep_to_itself()?;
    mount_change("/", MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None)?;
    bound_processes();
    Ok(SharedMemory::mount(dirs))
}

/// Bounds how many processes there are, as far as the kernel does that for a namespace; elsewhere the bound of the user
/// is in force, and the time limit.
fn bound_processes() {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok().and_then(|text| version(&text));
    if kernel >= Some(BOUNDED_BY_NUMBER) {
        let path = "/proc/sys/kernel/pid_max";
        let file = File::options().write(true).open(path);
        drop(file.and_then(|mut file| file.write_all(PROCESSES.to_string().as_bytes())));
    }
    if kernel >= Some(BOUNDED_BY_USER) {
        let most = getrlimit(Resource::Nproc).maximum.unwrap_or(u64::MAX);
        let limit = Some(PROCESSES.min(most));
        let _ = setrlimit(Resource::Nproc, Rlimit { current: limit, maximum: limit });
    }
}

/// The first two numbers of a kernel's release.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn kernels_are_compared_by_their_numbers() {
        assert_eq!(version("6.8.0-41-generic\n"), Some((6, 8)));
        assert_eq!(version("5.14.0"), Some((5, 14)));
        assert!(version("6.14.1") > version("6.9"));
        assert_eq!(version("unknown"), None);
    }
}

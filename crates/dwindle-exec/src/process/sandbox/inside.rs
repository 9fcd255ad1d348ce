//! What the first process of a namespace sets up before any test: its own `/proc`, shared memory of its own with a
//! bound, and a bound on processes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::memory::SharedMemory;
use super::namespaces::keep_to_itself;
use super::read_only;

/// How many processes and threads the tests of a slot may have at once.
const PROCESSES: u64 = 4096;
/// From these kernels on that bound is one of the namespace, and not one of the user or of the whole system.
const BOUNDED_BY_USER: (u32, u32) = (5, 14);
const BOUNDED_BY_NUMBER: (u32, u32) = (6, 14);

/// What the first process of a namespace has of it.
#[derive(Debug)]
pub(super) struct Inside {
    /// Shared memory of its own, if it has any.
    pub(super) memory: Option<SharedMemory>,
    /// What could not be made read-only.
    pub(super) open: Vec<PathBuf>,
}

/// Sets the namespace up. `dirs` are the directories of the slot: they stay where they are, and writable.
///
/// # Errors
/// The container that this runs in does not allow it.
pub(super) fn set_up(dirs: &[&Path]) -> io::Result<Inside> {
    // Whoever kills the outer keeper kills this one.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    keep_to_itself()?;
    mount_change("/", MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None)?;
    bound_processes();
    spread_numbers(dirs);
    let memory = SharedMemory::mount(dirs);
    let shared = memory.as_ref().map(|_| SharedMemory::path());
    let is_shown = |dir: &&Path| shared.as_ref().is_some_and(|shared| dir.starts_with(shared));
    let mut writable: Vec<&Path> = dirs.iter().copied().filter(|dir| !is_shown(dir)).collect();
    writable.extend(shared.as_deref());
    let open = read_only::make(&writable)?;
    Ok(Inside { memory, open })
}

impl Inside {
    /// Lets tests write in `dir`, too.
    ///
    /// # Errors
    /// It is not there.
    pub(super) fn allow(&mut self, dir: &Path) -> io::Result<()> {
        match &mut self.memory {
            Some(memory) if dir.starts_with(SharedMemory::path()) => memory.show(dir),
            _ => read_only::except(dir),
        }
    }
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

/// Has processes get other numbers than those of other slots have at the time: tests name files by their own, which is the same in each namespace if all
/// begin with 2.
fn spread_numbers(dirs: &[&Path]) {
    let file = File::options().write(true).open("/proc/sys/kernel/ns_last_pid");
    drop(file.and_then(|mut file| file.write_all(first_number(dirs).to_string().as_bytes())));
}

/// Where the numbers of the processes of a slot with these directories begin: far apart for slots of a run, below the bound.
fn first_number(dirs: &[&Path]) -> u64 {
    let mut names =
        dirs.iter().flat_map(|dir| dir.iter()).filter_map(|name| name.to_str()?.strip_prefix("slot"));
    let slot: u64 = names.find_map(|number| number.parse().ok()).unwrap_or_default();
    // Numbers from 300 on, where the kernel begins again after the last; steps of the golden section leave gaps that are alike.
    let range = PROCESSES - 300;
    300 + slot * (range * 618 / 1000) % range
}

/// The first two numbers of a kernel's release.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{PROCESSES, first_number, version};

    #[test]
    fn processes_of_neighbouring_slots_begin_far_apart() {
        let of = |slot: u32| first_number(&[Path::new(&format!("/dev/shm/dwindle-17-a1B2c3/slot{slot}"))]);
        let mut first: Vec<u64> = (1..=8).map(of).collect();
        first.sort_unstable();
        assert!(first.iter().all(|number| (300..PROCESSES).contains(number)));
        assert!(first.windows(2).all(|pair| pair[1] - pair[0] > 32), "{first:?}");
    }

    #[test]
    fn kernels_are_compared_by_their_numbers() {
        assert_eq!(version("6.8.0-41-generic\n"), Some((6, 8)));
        assert_eq!(version("5.14.0"), Some((5, 14)));
        assert!(version("6.14.1") > version("6.9"));
        assert_eq!(version("unknown"), None);
    }
}

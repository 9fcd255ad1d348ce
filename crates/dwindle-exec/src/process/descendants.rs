//! Who our children and their children are, from `/proc`.
//!
//! With `CONFIG_PROC_CHILDREN` (every common distribution) it costs a file for each process asked about;
//! without, the parent of every process in the system is read.

use std::fs;
use std::path::Path;

use rustix::process::Pid;

/// The children of a process; those that come or go while we look may be missed, so ask again.
pub(super) fn children(of: Pid) -> Vec<Pid> {
    if !Path::new("/proc/thread-self/children").exists() {
        return scan(of);
    }
    let Ok(tasks) = fs::read_dir(format!("/proc/{of}/task")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for task in tasks.flatten() {
        let Ok(list) = fs::read_to_string(task.path().join("children")) else {
            continue;
        };
        found.extend(list.split_ascii_whitespace().filter_map(number));
    }
    found
}

/// All processes below one, parents before their children.
pub(super) fn descendants(of: Pid) -> Vec<Pid> {
    let mut found = children(of);
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        found.extend(children(parent));
    }
    found
}

/// None where it is zero (out of sight) or negative (of a process that is going).
fn number(text: &str) -> Option<Pid> {
    text.parse().ok().filter(|number| *number > 0).and_then(Pid::from_raw)
}

fn scan(of: Pid) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let pids = entries.flatten().filter_map(|entry| number(entry.file_name().to_str()?));
    pids.filter(|pid| parent(*pid) == Some(of)).collect()
}

fn parent(of: Pid) -> Option<Pid> {
    ties(of)?.parent
}

/// Whom a process belongs to; none is what lies outside our own namespace of processes (in a container
/// that was entered from without, the leader of our own session may be out of sight).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ties {
    pub(super) parent: Option<Pid>,
    pub(super) group: Option<Pid>,
    pub(super) session: Option<Pid>,
}

/// The ties of a process, unless it is gone. From `/proc`, as the system calls' wrappers cannot say "out of
/// sight". They are the second field and the next two after the name, which stands in brackets and may hold
/// anything.
pub(super) fn ties(of: Pid) -> Option<Ties> {
    let stat = fs::read(format!("/proc/{of}/stat")).ok()?;
    let name_end = stat.iter().rposition(|byte| *byte == b')')?;
    let fields = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    let mut numbers = fields.split_ascii_whitespace().skip(1);
    Some(Ties {
        parent: number(numbers.next()?),
        group: number(numbers.next()?),
        session: number(numbers.next()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_list_children_find_the_same() {
        let us = rustix::process::getpid();
        let parent = parent(us).unwrap();
        assert!(children(parent).contains(&us));
        assert!(scan(parent).contains(&us));
        assert!(descendants(parent).contains(&us));
    }

    #[test]
    fn the_ties_are_those_that_the_kernel_tells() {
        let us = rustix::process::getpid();
        let ties = ties(us).unwrap();
        assert_eq!(ties.parent, rustix::process::getppid());
        if let (Some(group), Some(session)) = (ties.group, ties.session) {
            assert_eq!(rustix::process::getpgid(None), Ok(group));
            assert_eq!(rustix::process::getsid(None), Ok(session));
        }
    }
}

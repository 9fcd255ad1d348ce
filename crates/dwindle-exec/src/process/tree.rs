//! A main process and everything it started: signalling it, and seeing to it that nothing is left.
//!
//! A keeper is a child subreaper: what loses its parent becomes the keeper's own child. So "is anything
//! left?" is one `wait` that says there are no children, and killing needs no list of descendants: kill the
//! direct children, reap them, and what was below them comes up. A child that is not reaped yet keeps its
//! number, so a stranger is never hit. A process that forks while we kill meets its end with its group,
//! as the kernel lets no fork pass a pending signal.

use std::thread;
use std::time::Duration;

use rustix::io::retry_on_intr;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, test_kill_process_group, waitpid,
};

use super::deadline::Deadline;
use super::watch::Watch;

/// How far the killing goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the process group of the main process.
    Group,
    /// To every descendant; only for a subreaper that has no other children.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "subreapers are Linux's"))]
    Descendants,
}

/// How long we wait for what was killed: a large process takes its time to be torn down.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The same when the main process is gone: nothing may be left after two seconds.
pub(super) const HASTE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Tree {
    /// The main process, leader of its group.
    pub(super) leader: Pid,
    pub(super) watch: Watch,
    reach: Reach,
    finished: bool,
}

impl Tree {
    pub(super) fn new(leader: Pid, watch: Watch, reach: Reach) -> Self {
        Self { leader, watch, reach, finished: false }
    }

    /// Asks everything to end. What was stopped goes on, so that it can.
    pub(super) fn terminate(&self) {
        self.signal_group(Signal::TERM);
        #[cfg(target_os = "linux")]
        if self.reach == Reach::Descendants {
            for pid in super::descendants::descendants(rustix::process::getpid()) {
                if super::descendants::ties(pid).is_some_and(|ties| ties.group != Some(self.leader)) {
                    let _ = kill_process(pid, Signal::TERM);
                }
            }
        }
        self.signal_group(Signal::CONT);
    }

    /// Kills the main process and its group; the rest is for [`finish`](Self::finish).
    pub(super) fn kill(&self) {
        self.signal_group(Signal::KILL);
        // It may have joined another group.
        let _ = kill_process(self.leader, Signal::KILL);
    }

    /// Kills what is left, after the main process ended or would not, and reaps it all; says how the main process
    /// ended, if it did.
    pub(super) fn finish(mut self, patience: Duration) -> Option<WaitStatus> {
        self.sweep(patience)
    }

    /// The leader is not reaped before its group is killed, so the group's number is still its own.
    fn sweep(&mut self, patience: Duration) -> Option<WaitStatus> {
        self.finished = true;
        self.signal_group(Signal::KILL);
        let reaped = retry_on_intr(|| waitpid(Some(self.leader), WaitOptions::NOHANG));
        match self.reach {
            Reach::Group => self.await_group(),
            #[cfg(target_os = "linux")]
            Reach::Descendants => sweep_children(Some(self.leader), Deadline::after(Some(patience))),
            #[cfg(not(target_os = "linux"))]
            Reach::Descendants => {}
        }
        #[cfg(not(target_os = "linux"))]
        let _: Duration = patience;
        reaped.ok().flatten().map(|(_, status)| status)
    }

    fn signal_group(&self, signal: Signal) {
        // There may be nobody left, which is as well.
        let _ = kill_process_group(self.leader, signal);
    }

    /// What was killed in the group is reaped by others; waits a little so that it no longer runs.
    fn await_group(&self) {
        let deadline = Deadline::after(Some(Duration::from_millis(100)));
        while test_kill_process_group(self.leader).is_ok() && !deadline.passed() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// However we leave, nothing stays behind.
impl Drop for Tree {
    fn drop(&mut self) {
        if !self.finished {
            self.kill();
            self.watch.wait(HASTE);
            self.sweep(HASTE);
        }
    }
}

/// Kills and reaps every child of this process until there is none, or the deadline passes.
#[cfg(target_os = "linux")]
pub(super) fn sweep_children(leader: Option<Pid>, deadline: Deadline) {
    use rustix::io::Errno;
    use rustix::process::{getpid, wait};

    loop {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
        let children = super::descendants::children(getpid());
        if deadline.passed() {
            return;
        }
        for child in &children {
            kill_child(*child, leader);
        }
        match children.last().map(|child| Watch::new(*child)) {
            Some(Ok(watch)) => watch.wait(Duration::from_millis(50)),
            _ => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Kills a direct child, and its group when that can only hold descendants of ours: the group of the main
/// process, one that the child leads, or any in another session than ours.
#[cfg(target_os = "linux")]
fn kill_child(child: Pid, leader: Option<Pid>) {
    use super::descendants::ties;

    if let Some(theirs) = ties(child)
        && let Some(group) = theirs.group
    {
        let ours = ties(rustix::process::getpid()).and_then(|ties| ties.session);
        if group == child || Some(group) == leader || theirs.session != ours {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    let _ = kill_process(child, Signal::KILL);
}

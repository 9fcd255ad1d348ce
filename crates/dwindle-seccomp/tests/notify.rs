//! A process under the filter waits in the calls that change files, and nothing of it is different.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test's own processes")]

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::process::{Child, Command, Stdio};
use std::thread;

use dwindle_seccomp::{Call, How, Listener, install};
use rustix::event::{PollFd, PollFlags, poll};

/// Starts a shell under the filter; none where the kernel has none.
#[expect(clippy::print_stderr, reason = "that a promise could not be tested has to be seen")]
fn start(script: &str, dir: &std::path::Path) -> Option<(Child, Listener)> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).current_dir(dir).stdin(Stdio::null()).stdout(Stdio::piped());
    let started = thread::scope(|scope| {
        let spawn = || {
            rustix::thread::set_no_new_privs(true)?;
            let listener = install()?;
            Ok::<_, io::Error>((command.spawn()?, listener))
        };
        scope.spawn(spawn).join().expect("the thread does not panic")
    });
    started.inspect_err(|error| eprintln!("NOT TESTED: no notifications here: {error}")).ok()
}

/// Answers all calls of a process to its end, each told to `seen` first; gives what it printed.
fn supervise(mut child: Child, listener: &Listener, mut seen: impl FnMut(&Call)) -> String {
    let mut printed = String::new();
    loop {
        let mut fds = [PollFd::new(listener, PollFlags::IN)];
        poll(&mut fds, None).unwrap();
        if fds[0].revents().contains(PollFlags::HUP) {
            break;
        }
        if let Some(call) = listener.receive().unwrap() {
            seen(&call);
            listener.let_go(&call).unwrap();
        }
    }
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(child.wait().unwrap().success(), "{printed}");
    printed
}

fn path(call: &Call, at: u64) -> String {
    let memory = fs::File::open(format!("/proc/{}/mem", call.thread)).unwrap();
    let mut bytes = [0; 200];
    let got = memory.read_at(&mut bytes, at).unwrap();
    let end = bytes[..got].iter().position(|byte| *byte == 0).unwrap();
    String::from_utf8(bytes[..end].to_vec()).unwrap()
}

#[test]
fn all_that_changes_files_is_seen_and_carried_out() {
    let dir = tempfile::tempdir().unwrap();
    let script = "echo x >a && mkdir d && mv a d/b && ln d/b c && ln -s c e && rm c && mkfifo p && truncate -s 0 d/b && \
                  : >>d/b && ls d && rmdir x 2>/dev/null; cat d/b && test ! -e c && test -L e";
    let Some((child, listener)) = start(script, dir.path()) else { return };
    let mut seen = Vec::new();
    let printed = supervise(child, &listener, |call| {
        seen.extend(call.changes().map(|change| {
            let how = match change.how {
                How::Open(_) => "open",
                How::OpenAs(_) => "openas",
                How::Make => "make",
                How::Remove => "remove",
                How::Replace => "replace",
            };
            format!("{how} {}", path(call, change.path))
        }));
    });
    assert_eq!(printed, "b\n");
    for (how, name) in [
        ("open", "a"),
        ("make", "d"),
        ("remove", "a"),
        ("replace", "d/b"),
        ("make", "c"),
        ("make", "e"),
        ("remove", "c"),
        ("make", "p"),
        ("open", "d/b"),
        ("remove", "x"),
    ] {
        assert!(seen.contains(&format!("{how} {name}")), "{how} {name}: {seen:?}");
    }
    // What is only read is not asked about.
    assert!(!seen.iter().any(|seen| seen.contains(".so")), "{seen:?}");
}

#[test]
fn a_process_that_waits_can_be_killed() {
    let dir = tempfile::tempdir().unwrap();
    let Some((mut child, listener)) = start("echo x >a", dir.path()) else { return };
    let call = listener.receive().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!listener.let_go(&call).unwrap());
    assert!(!dir.path().join("a").exists());
}

#[test]
fn a_process_ends_although_nobody_looks_at_its_calls_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let Some((mut child, listener)) = start("echo x >a || echo refused", dir.path()) else { return };
    drop(listener);
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    child.wait().unwrap();
    assert!(!dir.path().join("a").exists());
}

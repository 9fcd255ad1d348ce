//! System calls of the program that fail, and kills at them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::scenario::{Ended, SCENARIOS, Scenario};
use super::{drawn, run, some_of, wanted};
use crate::env::TestEnv;

/// Calls, and the errors that each may end with. Not among them: memory, signals, and the byte by which a thread of the program wakes
/// another one (`sendto`), which does not wait.
pub(super) const CALLS: [(&str, &[&str]); 38] = [
    ("clone3", &["EAGAIN"]),
    ("clone", &["EAGAIN"]),
    ("vfork", &["EAGAIN"]),
    ("dup", &["EMFILE"]),
    ("dup2", &["EMFILE"]),
    ("fchmod", &["EPERM"]),
    ("fcntl", &["EMFILE", "EINVAL"]),
    ("fdatasync", &["EIO", "ENOSPC"]),
    ("flock", &["ENOLCK", "EINTR"]),
    ("fstat", &["EIO"]),
    ("fsync", &["EIO", "ENOSPC"]),
    ("ftruncate", &["EIO"]),
    ("getdents64", &["EIO"]),
    ("kill", &["EPERM", "ESRCH"]),
    ("linkat", &["ENOSPC", "EPERM"]),
    ("link", &["ENOSPC", "EPERM"]),
    ("lseek", &["EIO"]),
    ("mkdir", &["ENOSPC", "EACCES"]),
    ("mkdirat", &["ENOSPC", "EACCES"]),
    ("newfstatat", &["EIO", "EACCES"]),
    ("openat", &["EMFILE", "EACCES", "EIO", "EINTR"]),
    ("pidfd_open", &["EMFILE"]),
    ("pipe2", &["EMFILE"]),
    ("ppoll", &["EINTR", "ENOMEM"]),
    ("prctl", &["EINVAL"]),
    ("read", &["EIO", "EINTR"]),
    ("readlink", &["EACCES"]),
    ("recvfrom", &["EINTR"]),
    ("rename", &["ENOSPC", "EACCES"]),
    ("renameat", &["ENOSPC", "EACCES"]),
    ("renameat2", &["ENOSPC", "EINVAL"]),
    ("setpgid", &["EACCES"]),
    ("socketpair", &["EMFILE"]),
    ("statx", &["EIO", "EACCES"]),
    ("unlink", &["EACCES"]),
    ("unlinkat", &["EACCES", "EIO"]),
    ("wait4", &["EINTR", "ECHILD"]),
    ("write", &["ENOSPC", "EIO", "EINTR"]),
];

/// A fault: the n-th of such calls of each thread.
#[derive(Clone, Debug)]
struct Fault {
    scenario: usize,
    call: &'static str,
    error: &'static str,
    nth: usize,
}

impl Fault {
    /// The words of `strace` for it; `more` is what stands behind the number.
    fn words(&self, more: &str) -> String {
        format!("-e inject={}:error={}:when={}{more}", self.call, self.error, self.nth)
    }
}

/// `strace`, for the program alone: all that it starts is let go.
pub(super) fn strace(calls: &str, inject: &str) -> String {
    format!("timeout -s KILL 30 strace -f -y -b execve -o calls -e trace={calls} -e signal=none {inject}")
}

/// How many faults a log of `strace` tells of.
pub(super) fn faults(env: &TestEnv) -> usize {
    env.read("calls").matches("(INJECTED)").count()
}

/// How often each call is made before the program itself begins, and in all.
type Census = BTreeMap<String, (usize, usize)>;

/// That of each scenario.
fn censuses() -> &'static [Census] {
    static ALL: OnceLock<Vec<Census>> = OnceLock::new();
    ALL.get_or_init(|| SCENARIOS.iter().map(census).collect())
}

/// What a scenario calls: for each call, how often before the program itself begins, and how often a thread does it in all.
fn census(scenario: &Scenario) -> Census {
    let all: Vec<&str> = CALLS.iter().map(|(call, _)| *call).collect();
    // The library of Rust begins with `poll`; before it the loader is at work.
    let prefix = strace(&format!("poll,{}", all.join(",")), "");
    let log = std::sync::Mutex::new(String::new());
    let ended = scenario.disturb(
        &prefix,
        "",
        |env| {
            *log.lock().unwrap() = env.read("calls");
            0
        },
        "census",
    );
    assert_eq!(ended.wrong, None);
    let (mut count, mut of_thread) = (BTreeMap::<String, (usize, usize)>::new(), BTreeMap::new());
    let mut has_begun = false;
    for line in log.into_inner().unwrap().lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((call, _)) = rest.trim_start().split_once('(') else { continue };
        // The end of a call that was told in two parts.
        if call.starts_with('<') {
            continue;
        }
        has_begun |= call == "poll";
        let nth = of_thread.entry((thread.to_owned(), call.to_owned())).or_insert(0);
        *nth += 1;
        let row = count.entry(call.to_owned()).or_default();
        if !has_begun {
            row.0 = *nth;
        }
        row.1 = row.1.max(*nth);
    }
    count
}

/// Every fault of every scenario.
fn all() -> Vec<Fault> {
    let mut faults = Vec::new();
    for (scenario, census) in censuses().iter().enumerate() {
        for (call, errors) in CALLS {
            let Some(&(before, most)) = census.get(call) else { continue };
            for nth in before + 1..=most {
                faults.extend(errors.iter().map(|error| Fault { scenario, call, error, nth }));
            }
        }
    }
    faults
}

fn disturbed(faults_of: &[&Fault], more: &str) -> Ended {
    let words: Vec<String> = faults_of.iter().map(|fault| fault.words(more)).collect();
    let calls: Vec<&str> = faults_of.iter().map(|fault| fault.call).collect();
    let words = words.join(" ");
    SCENARIOS[faults_of[0].scenario].disturb(&strace(&calls.join(","), &words), "", faults, &words)
}

pub(super) fn once() {
    let cases = some_of(all(), 12);
    run(&cases, |fault| fault.call.to_owned(), |fault| disturbed(&[fault], ""));
}

/// A disk that is full stays so, and one that is broken, too.
pub(super) fn from_then_on() {
    let stays = ["ENOSPC", "EIO", "EMFILE", "EACCES", "EAGAIN", "ENOLCK", "EPERM", "ENOMEM"];
    let all: Vec<Fault> = all().into_iter().filter(|fault| stays.contains(&fault.error)).collect();
    // In one of these a run made one directory after the other, since none could be looked at.
    let once_endless = |fault: &&Fault| {
        SCENARIOS[fault.scenario].name == "a folder"
            && (fault.call, fault.error) == ("newfstatat", "EACCES")
            && fault.nth <= 12
    };
    let mut cases: Vec<Fault> = all.iter().filter(once_endless).cloned().collect();
    assert!(!cases.is_empty(), "a folder is looked at");
    cases.extend(some_of(all, 6));
    run(&cases, |fault| fault.call.to_owned(), |fault| disturbed(&[fault], "+"));
}

/// Two at random moments.
pub(super) fn pairs() {
    let all = all();
    let times = wanted(6);
    let one = |number| all[drawn(number, all.len())].clone();
    let cases: Vec<(Fault, Fault)> = (0..)
        .map(|number| (one(2 * number), one(2 * number + 1)))
        .filter(|(a, b)| a.scenario == b.scenario && a.call != b.call)
        .take(times)
        .collect();
    run(&cases, |(a, _)| SCENARIOS[a.scenario].name.to_owned(), |(a, b)| disturbed(&[a, b], ""));
}

pub(super) fn killed() {
    let mut cases = Vec::new();
    for (scenario, census) in censuses().iter().enumerate() {
        for (call, &(before, most)) in census {
            cases.extend((before + 1..=most).map(|nth| (scenario, call.clone(), nth)));
        }
    }
    let cases = some_of(cases, 10);
    run(
        &cases,
        |(_, call, _)| call.clone(),
        |(scenario, call, nth)| {
            let inject = format!("-e inject={call}:signal=KILL:when={nth}");
            let killed = |env: &TestEnv| usize::from(env.read("first.code") == "137\n");
            SCENARIOS[*scenario].disturb(&strace(call, &inject), "", killed, &inject)
        },
    );
}

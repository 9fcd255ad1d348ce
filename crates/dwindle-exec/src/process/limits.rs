//! Setting a test's resource limits without `pre_exec`.
//!
//! `prlimit` on a process just spawned comes too late on a busy machine: it has run for milliseconds then,
//! and a shell has forked. Limiting what it has started by then does not help either, as a fork that is
//! under way copies the old limits and cannot be seen yet (tried: 2 of 25 times under load). So a keeper,
//! which has one thread and writes no files, takes the limits itself for the moment of the spawn, and the
//! test inherits them.

use std::io;
#[cfg(target_os = "linux")]
use std::{fs, io::Write as _, sync::OnceLock, time::Duration};

use rustix::process::{Pid, setpriority_pgrp};
#[cfg(target_os = "linux")]
use rustix::process::{Resource, Rlimit, getrlimit, prlimit, setrlimit};

use super::Limits;
use super::tree::Reach;

/// What a keeper needs beyond what it has used while it has the test's limits: bytes and time.
#[cfg(target_os = "linux")]
const ROOM: (u64, Duration) = (16 << 20, Duration::from_secs(1));

/// Spawns under limits that are inherited, as far as we can bear them: a limit below our own use would hit
/// us and is left to [`set`].
#[cfg(target_os = "linux")]
pub(super) fn lend<T>(limits: &Limits, reach: Reach, spawn: impl FnOnce() -> T) -> T {
    if reach == Reach::Group {
        return spawn();
    }
    let score = Score::of_keeper();
    let spawn = || {
        score.map(|score| score.set(&score.of_tests));
        let spawned = spawn();
        score.map(|score| score.set(&score.own));
        spawned
    };
    if *limits == Limits::default() {
        return spawn();
    }
    let memory = limits.memory.filter(|memory| own_size().is_some_and(|own| own + ROOM.0 <= *memory));
    let cpu = limits.cpu.filter(|cpu| own_time().is_some_and(|own| own + ROOM.1 <= *cpu));
    let wanted =
        [(Resource::As, memory), (Resource::Cpu, cpu.map(seconds)), (Resource::Fsize, limits.file_size)];
    let before = wanted.map(|(resource, limit)| {
        let before = getrlimit(resource);
        if let Some(limit) = limit {
            // The hard limit stays, so that ours can be taken back.
            let most = before.maximum.unwrap_or(u64::MAX);
            let _ = setrlimit(resource, Rlimit { current: Some(limit.min(most)), maximum: before.maximum });
        }
        (resource, limit.map(|_| before))
    });
    let spawned = spawn();
    for (resource, before) in before {
        let _ = before.map(|before| setrlimit(resource, before));
    }
    spawned
}

/// By which the kernel chooses what it ends, should memory run out: a test is what may be lost. A limit would be one of address
/// space, of which sanitizers take terabytes that they never use.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Score {
    file: fs::File,
    own: String,
    of_tests: String,
}

#[cfg(target_os = "linux")]
impl Score {
    const PATH: &str = "/proc/self/oom_score_adj";
    const OF_TESTS: i32 = 500;

    /// That of this process, which is a keeper; none where it cannot be set, or is as high as that of tests.
    fn of_keeper() -> Option<&'static Self> {
        static SCORE: OnceLock<Option<Score>> = OnceLock::new();
        let open = || {
            let own = fs::read_to_string(Self::PATH).ok()?.trim().to_owned();
            let of_tests = Self::OF_TESTS.to_string();
            (own.parse::<i32>().ok()? < Self::OF_TESTS).then_some(())?;
            let file = fs::File::options().write(true).open(Self::PATH).ok()?;
            let score = Self { file, own, of_tests };
            // Where it cannot be taken back, the keeper goes on with that of tests.
            (score.set(&score.of_tests) && score.set(&score.own)).then_some(score)
        };
        SCORE.get_or_init(open).as_ref()
    }

    fn set(&self, score: &str) -> bool {
        (&self.file).write_all(score.as_bytes()).is_ok()
    }
}

/// How large this process is, in bytes of address space.
#[cfg(target_os = "linux")]
fn own_size() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")?.trim().strip_suffix(" kB"))?;
    Some(size.parse::<u64>().ok()? << 10)
}

/// How much processor time this process has used; a keeper has one thread.
#[cfg(target_os = "linux")]
fn own_time() -> Option<Duration> {
    let times = fs::read_to_string("/proc/self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(target_os = "linux")]
fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// No core file of ours, nor of what we start.
#[cfg(target_os = "linux")]
pub(super) fn no_core() -> io::Result<()> {
    Ok(setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?)
}

/// Opens what [`lend`] needs, before a sandbox keeps us from it.
#[cfg(target_os = "linux")]
pub(super) fn prepare() {
    Score::of_keeper();
}

/// Limits a process that was just spawned, for good.
#[cfg(target_os = "linux")]
pub(super) fn set(pid: Pid, limits: &Limits) -> io::Result<()> {
    let wanted = [
        (Resource::Core, Some(0), 0),
        (Resource::As, limits.memory, 0),
        (Resource::Cpu, limits.cpu.map(seconds), 1),
        (Resource::Fsize, limits.file_size, 0),
    ];
    for (resource, limit, margin) in wanted {
        let Some(limit) = limit else { continue };
        let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let current = Some(limit.min(most));
        let maximum = Some(limit.saturating_add(margin).min(most));
        prlimit(Some(pid), resource, Rlimit { current, maximum })
            .map_err(|error| io::Error::new(error.kind(), format!("cannot limit the test: {error}")))?;
    }
    Ok(())
}

/// How much nicer a process is that runs in the background: it gets a tenth of a processor that another one wants, too.
const NICER: i32 = 10;

/// Lets a process that was just spawned, the leader of its group, give way to others if it is to.
pub(super) fn give_way(pid: Pid, limits: &Limits) {
    if limits.is_background {
        // One that cannot give way competes, which costs time and nothing else.
        let _ = setpriority_pgrp(Some(pid), NICER);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn lend<T>(_: &Limits, _: Reach, spawn: impl FnOnce() -> T) -> T {
    spawn()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn set(_: Pid, limits: &Limits) -> io::Result<()> {
    if (Limits { is_background: false, ..*limits }) == Limits::default() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::Unsupported, "limits on a test need Linux"))
}

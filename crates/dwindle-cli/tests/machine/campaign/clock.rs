//! Clocks that jump: a small library in front of the C library's `clock_gettime`.

use std::fs;

use tempfile::TempDir;

use super::scenario::SCENARIOS;
use super::{run, some_of};
use crate::needs::command;

/// From its n-th question on a process finds that the clock (`CLOCK`) has moved by so many seconds.
const JUMPING: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    static _Atomic long asked;
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, at);
    const char *which = getenv("JUMP_CLOCK"), *when = getenv("JUMP_AT"), *by = getenv("JUMP_BY");
    if (which && when && by && clock == atoi(which) && ++asked >= atol(when)) at->tv_sec += atol(by);
    return result;
}
"#;

/// What jumps: the clock, and by how much. The second one never goes back, by what the system promises.
const JUMPS: [(&str, u32, i64); 5] = [
    ("to later years", 0, 400_000_000),
    ("to earlier years", 0, -400_000_000),
    ("to before 1970", 0, -4_000_000_000),
    ("by an hour's pause", 1, 3600),
    ("by ten years' pause", 1, 315_360_000),
];

pub(super) fn jumps() {
    let dir = TempDir::new().unwrap();
    let (source, library) = (dir.path().join("jump.c"), dir.path().join("jump.so"));
    #[expect(clippy::disallowed_methods, reason = "a test's own file")]
    fs::write(&source, JUMPING).unwrap();
    let built = command("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl").status();
    assert!(built.unwrap().success());
    let mut cases = Vec::new();
    for scenario in 0..SCENARIOS.len() {
        for jump in JUMPS {
            cases.extend((1..60).map(|at| (scenario, jump, at)));
        }
    }
    run(
        &some_of(cases, 5),
        |(_, (name, ..), _)| (*name).to_owned(),
        |(scenario, (_, clock, by), at)| {
            let prefix = format!(
                "timeout 100 env LD_PRELOAD={} JUMP_CLOCK={clock} JUMP_BY={by} JUMP_AT={at}",
                library.display()
            );
            SCENARIOS[*scenario].disturb(&prefix, "", |_| 1, &prefix)
        },
    );
}

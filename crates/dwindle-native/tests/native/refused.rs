//! What cannot be traced is refused, with the reason.

use std::fs::{Permissions, set_permissions, write};
use std::os::unix::fs::PermissionsExt;

use dwindle_native::debug::Debug;
use dwindle_native::program::Program;
use dwindle_trace::protocol::Refusal;

use super::bench::Bench;

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("programs_that_cannot_be_traced_are_refused_with_the_reason", by_their_file),
        ("programs_that_start_threads_fork_or_loop_for_ever_are_refused", by_what_they_do),
        ("a_function_that_would_end_beyond_all_addresses_has_no_code", by_its_end),
    ]
}

const NOTHING: &str = "int main(void) {\n    return 0;\n}\n";
const PIECES: &str = "#include <stdlib.h>\nstatic int twice(int a) {\n    if (a > 100)\n        abort();\n    return a + a;\n}\n\
                      int main(int argc, char **argv) {\n    return twice(atoi(argv[argc - 1]));\n}\n";

/// Whether there is such a compiler.
fn has(compiler: &str) -> bool {
    let name = compiler.split(' ').next().unwrap();
    std::process::Command::new(name).arg("--version").output().is_ok()
}

fn by_their_file() {
    let cases = [
        ("cc", Refusal::NoDebugInformation),
        ("cc -g -O2", Refusal::Optimised),
        ("cc -g -Og", Refusal::Optimised),
        ("cc -g -static -Wl,-x,-s", Refusal::NoDebugInformation),
        ("gcc -g1 -O2", Refusal::Optimised),
        ("gcc -g1 -O2 -gno-record-gcc-switches", Refusal::Optimised),
        ("gcc -g -fsanitize=address", Refusal::Other),
        ("clang -g1", Refusal::NoDebugInformation),
    ];
    for (compiler, reason) in cases {
        if !has(compiler) {
            continue;
        }
        let (found, why) = Bench::new(NOTHING, compiler).refused();
        assert_eq!(found, reason, "{compiler}: {why}");
        assert!(why.contains("`./prog`"), "{why}");
    }
    // What is seldom executed is moved away from the only function that is left.
    for options in ["-g -O2", "-g1 -O3"] {
        let (found, why) = Bench::new(PIECES, &format!("cc {options}")).refused();
        assert_eq!(found, Refusal::Optimised, "{options}: {why}");
    }
    let bench = Bench::c(NOTHING);
    let source = std::fs::read(bench.path("prog.c")).unwrap();
    std::fs::remove_file(bench.path("prog.c")).unwrap();
    let (found, why) = bench.refused();
    assert!(found == Refusal::Other && why.contains("prog.c`; put them there"), "{why}");
    write(bench.path("prog.c"), source).unwrap();
    set_permissions(bench.path("prog"), Permissions::from_mode(0o4755)).unwrap();
    assert_eq!(bench.refused().0, Refusal::SetUid);
    write(bench.path("prog"), "#!/bin/sh\n").unwrap();
    assert_eq!(bench.refused().0, Refusal::Unsupported);
    std::fs::remove_file(bench.path("prog")).unwrap();
    assert_eq!(bench.refused().0, Refusal::NotStarted);
}

fn by_what_they_do() {
    let threads = "#include <pthread.h>\nstatic void *f(void *p) {\n    return p;\n}\nint main(void) {\n    \
                   pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    return 0;\n}\n";
    assert_eq!(Bench::new(threads, "cc -g -pthread").refused().0, Refusal::Threads);
    let forks = "#include <unistd.h>\nint main(void) {\n    return fork() == 0;\n}\n";
    assert_eq!(Bench::c(forks).refused().0, Refusal::Forks);
    let loops = "int main(void) {\n    int a = 0;\n    for (;;) {\n        a = a * 3 + 1;\n        a = a * 5 + 2;\n    }\n}\n";
    let (reason, why) = Bench::c(loops).refused();
    assert_eq!(reason, Refusal::TooLong);
    assert!(
        why.starts_with("the program executed more than 4000000 statements, the last of them at prog.c:"),
        "{why}"
    );
}

fn by_its_end() {
    let bench = Bench::c(NOTHING);
    let read = || Debug::read(&Program::read(&bench.path("prog")).unwrap());
    let main = read().unwrap().functions[0].code.start.to_le_bytes();
    let mut bytes = std::fs::read(bench.path("prog")).unwrap();
    for at in 0..bytes.len() - 8 {
        if bytes[at..at + 8] == main {
            bytes[at..at + 8].fill(0xff);
        }
    }
    write(bench.path("prog"), bytes).unwrap();
    assert!(read().is_err(), "its only function has no code");
}

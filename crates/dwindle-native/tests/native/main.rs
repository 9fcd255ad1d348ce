//! The native tracer on programs that are compiled here. Shown as ignored where there is no compiler for them, or where the
//! tracer does not run.

#![expect(clippy::unwrap_used, reason = "these are tests, their bench included")]
#![expect(clippy::disallowed_methods, reason = "compilers and tracers are started, and sources written")]

mod bench;
mod causes;
mod census;
mod crash;
mod languages;
mod loaderless;
mod probes;
mod random_programs;
mod refused;
mod sample;
mod slices;
mod storage;
mod values;

use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};

/// Tests that need a compiler: its name, and each test with its name.
type Tests = (&'static str, Vec<(&'static str, fn())>);

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == bench::TRACER) {
        return bench::tracer(&words[1..]);
    }
    let in_c = [
        census::c(),
        sample::tests(),
        causes::c(),
        crash::tests(),
        loaderless::tests(),
        probes::tests(),
        refused::tests(),
        random_programs::tests(),
        slices::tests(),
        storage::tests(),
        values::tests(),
    ]
    .concat();
    let all: [Tests; 3] = [
        ("cc", in_c),
        ("c++", [causes::cpp(), census::cpp(), languages::cpp(), loaderless::cpp(), values::cpp()].concat()),
        ("rustc", [causes::rust(), census::rust(), languages::rust(), values::rust()].concat()),
    ];
    let trials = all.into_iter().flat_map(|(compiler, tests)| {
        let there =
            Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success());
        let missing = match (dwindle_agent::IMAGE.is_some(), there) {
            (false, _) => "not on this system",
            (true, false) => "no compiler",
            (true, true) => "",
        };
        tests.into_iter().map(move |(name, test)| {
            let trial = Trial::test(name, move || {
                test();
                Ok(())
            });
            trial.with_kind(missing).with_ignored_flag(!missing.is_empty())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

//! Tests that need something that not every machine has: a compiler, an interpreter, the right to mount a file system.
//!
//! Where it is missing the test is shown as ignored, with what is missing in front of its name: `slow`, if `DWINDLE_SLOW` is not set.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod builds;
mod campaign;
mod compiler;
mod disk;
#[path = "../cli/env.rs"]
#[expect(unreachable_pub, reason = "in a program, `pub` says what the other rooms use")]
#[expect(dead_code, reason = "what only the tests of the command line use")]
mod env;
mod external;
mod faults;
mod files;
mod gaps;
mod memory;
mod needs;
mod places;
mod project;
mod python;
mod self_contained;
mod signals;
mod sizes;
mod temporary;
mod traces;
mod unreliable;
mod workers;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let trials = [
        // Takes longest, so it begins first.
        project::trials(),
        builds::trials(),
        campaign::trials(),
        compiler::trials(),
        disk::trials(),
        external::trials(),
        faults::trials(),
        places::trials(),
        files::trials(),
        gaps::trials(),
        memory::trials(),
        python::trials(),
        self_contained::trials(),
        signals::trials(),
        sizes::trials(),
        temporary::trials(),
        traces::trials(),
        unreliable::trials(),
        workers::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

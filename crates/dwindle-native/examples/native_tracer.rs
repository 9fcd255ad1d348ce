//! The native tracer as a command of its own, for whoever writes a front end: `docs/tracers.md` has its modes.

use std::process::ExitCode;
use std::sync::Arc;

use dwindle_native::modes::{self, Ending};
use rustix::process::{Signal, getpid, kill_process};

#[expect(clippy::print_stderr, reason = "a program speaks to its user")]
fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    match modes::run(&words, Arc::default()) {
        Ok(Ending::Code(code)) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Ok(Ending::Signal(number)) => {
            // The first time, a handler of the language's own may take it, and steps aside.
            for _ in 0..2 {
                if let Some(signal) = Signal::from_named_raw(number) {
                    let _sent = kill_process(getpid(), signal);
                }
            }
            ExitCode::FAILURE
        }
        Err(misuse) => {
            eprintln!("native_tracer: {misuse}");
            ExitCode::from(2)
        }
    }
}

//! The program `dwindle`: a table of contents.
//!
//! Words ([`args`]) become settings ([`resolve`]), settings a run ([`dwindle_run::session`]) in which a question ([`questions`]) is
//! asked of a subject ([`subjects`]), begun by one file a command ([`commands`]) and shown by its readers ([`ui`]).

#![expect(unreachable_pub, reason = "in a program, `pub` says what the other rooms use")]

mod args;
mod asked;
mod commands;
mod environment;
mod interrupt;
mod questions;
mod report;
mod resolve;
mod settings_file;
mod subjects;
mod ui;

use std::ffi::OsStr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dwindle_native::modes::Ending;
use dwindle_trace::protocol::Mode;
use rustix::process::{Signal, getpid, kill_process};

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    if words.nth(1).as_deref() == Some(OsStr::new(environment::KEEPER)) {
        return keep();
    }
    if std::env::args_os().nth(1).as_deref() == Some(OsStr::new(environment::NATIVE)) {
        return trace();
    }
    match args::expand(std::env::args_os()).and_then(settings_file::add).and_then(args::parse) {
        Ok((words, source)) => commands::run(&words, source).into(),
        Err(shown) => ui::tell_clap(&shown, args::format(std::env::args_os())).into(),
    }
}

/// Traces a native program, and ends as it did.
fn trace() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(2).collect();
    let stop = Arc::new(AtomicBool::new(false));
    // What is recorded ends by itself, and tells where the program was; anything else ends at once.
    if words.first().is_some_and(|mode| mode == Mode::Trace.name()) {
        let _else_it_is_killed = signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&stop));
    }
    match dwindle_native::modes::run(&words, stop) {
        Ok(Ending::Code(code)) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Ok(Ending::Signal(number)) => {
            // The first time, a handler of the language's own may take it, and steps aside.
            for signal in [Signal::from_named_raw(number); 2].into_iter().flatten() {
                let _sent = kill_process(getpid(), signal);
            }
            ExitCode::FAILURE
        }
        Err(misuse) => {
            ui::tell(&format!("error: {misuse}"));
            ExitCode::from(2)
        }
    }
}

/// Serves the main process until its pipe closes; what goes wrong shows there as a broken pipe.
fn keep() -> ExitCode {
    match dwindle_exec::process::serve(std::io::stdin(), std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

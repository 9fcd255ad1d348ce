//! The smallest program with a keeper mode: it runs a command for each of so many slots and shows how each
//! ended. The tests of processes use both of its modes.
//!
//!     keeper SLOTS SCRATCH PROGRAM [ARGS...]

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use dwindle_exec::process::{Command, Launcher, Limits, Run, Sandbox, Stdin, TempFiles, serve};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args_os().skip(1);
    let first = args.next().unwrap_or_default();
    if first == "__keeper" {
        return serve(std::io::stdin(), std::io::stdout());
    }
    let slots: usize = first.to_str().and_then(|text| text.parse().ok()).expect("a number of slots");
    let scratch = PathBuf::from(args.next().expect("a directory to work in"));
    let command = Command {
        program: args.next().expect("a program"),
        args: args.collect(),
        env: environment(),
        limits: Limits::default(),
        grace: Duration::from_millis(100),
        output_cap: 4096,
    };
    let (program, args) = (std::env::current_exe()?, vec!["__keeper".into()]);
    let launcher =
        Launcher::Keeper { program, args, temp: TempFiles::InScratch, sandbox: Sandbox::default() };
    std::thread::scope(|scope| {
        for slot in 0..slots {
            let (command, launcher, dir) = (&command, &launcher, scratch.join(slot.to_string()));
            scope.spawn(move || test(command, launcher, dir).expect("a slot that works"));
        }
    });
    Ok(())
}

fn test(command: &Command, launcher: &Launcher, dir: PathBuf) -> std::io::Result<()> {
    std::fs::create_dir_all(&dir)?;
    let mut supervisor = launcher.open(&dir)?;
    let report = supervisor.run(command, &Run { dir, stdin: Stdin::Null, timeout: None })?;
    #[expect(clippy::print_stdout, reason = "an example shows what it does")]
    {
        print!("{}: {}", report.end, report.stdout.text());
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a program reads its environment; the library does not")]
fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

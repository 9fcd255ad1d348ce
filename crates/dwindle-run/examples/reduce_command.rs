//! Reduces what makes a command fail. Killed, it goes on where it was when it is started again.
//!
//! `cargo run -p dwindle-run --example reduce_command -- crash.c cc -c {}`

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program of a library's user, which may do what the library may not"
)]

use dwindle_run::Run;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == "keeper") {
        return Ok(dwindle_exec::process::serve(std::io::stdin(), std::io::stdout())?);
    }
    let input = std::env::args_os().nth(1).ok_or("no input")?;
    let done = Run::new(words)
        .input(input)
        .envs(std::env::vars_os())
        .keeper(std::env::current_exe()?, ["keeper"])
        .jobs(2)
        .start()?;
    println!("the failure: {}", done.failure().unwrap_or("its exit code"));
    println!("{} bytes of {} after {} tests", done.text().bytes().len(), done.input_size(), done.tests());
    println!("the result: {}", done.path().expect("it lies beside the input").display());
    Ok(())
}

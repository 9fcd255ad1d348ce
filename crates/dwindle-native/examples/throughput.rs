//! How many partial executions a second the native tracer does, with all of 1,000 and of 100,000 events kept, with half of
//! them, and with all where what is compared is held against the recorded run: `cargo run --release -p dwindle-native --example throughput`. It needs a C compiler.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use dwindle_agent::layout::Control;
use dwindle_native::server::Start;
use dwindle_native::tracer::Tracer;

/// Five events for each turn of the loop.
const SOURCE: &str = "
#include <stdio.h>
static int add(int a, int b) {
    int sum = a + b;
    return sum;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < TURNS; i++) {
        sum = add(sum, i);
    }
    printf(\"%d\\n\", sum);
    return 0;
}
";

/// How long each figure is measured.
const TIME: Duration = Duration::from_secs(3);

#[expect(clippy::print_stdout, reason = "figures are what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let source = directory.path().join("prog.c");
    let program = directory.path().join("prog");
    for turns in [200_usize, 20_000] {
        write_and_compile(&source, &program, turns)?;
        let tracer = Tracer::read(&program)?;
        let began = now();
        let (run, events) = tracer.start(&[], None, 0)?.record(None)?;
        println!("{} events, recorded in {:.1} ms", events.len(), began.elapsed().as_secs_f64() * 1000.0);
        let start = || -> std::io::Result<Start<'_>> {
            let input = Some(File::open("/dev/null")?);
            Ok(Start { arguments: &[], input, apart: true, garbage: 0 })
        };
        let mut servers = [
            tracer.start_following(start()?, &events)?,
            tracer.start_exact(start()?, &events, &run.compared)?,
        ];
        let all = vec![1; events.len()];
        // Of the loop's events every other turn; what enters and leaves functions stays.
        let half: Vec<u8> = (0..events.len()).map(|event| u8::from(event / 5 % 2 == 0)).collect();
        let asked = [
            ("all", &all, 0, Control::Recorded),
            ("half", &half, 0, Control::Recorded),
            ("all, compared,", &all, 1, Control::Exact),
        ];
        for (what, kept, server, control) in asked {
            let (began, mut count) = (now(), 0);
            while began.elapsed() < TIME {
                servers[server].follow(kept, control, None)?;
                count += 1;
            }
            println!("  {what} kept: {:.0} a second", f64::from(count) / began.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "time is what is measured")]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "a source is written and compiled, no test is run")]
fn write_and_compile(source: &Path, program: &Path, turns: usize) -> Result<(), Box<dyn Error>> {
    fs::write(source, SOURCE)?;
    let turns = format!("-DTURNS={turns}");
    let status = Command::new("cc").args(["-g", "-O0", &turns, "-o"]).arg(program).arg(source).status()?;
    if status.success() { Ok(()) } else { Err("the program could not be compiled".into()) }
}

//! How many partial executions a second the native tracer does, with all of 1,000 and of 100,000 events kept, and with half of
//! them: `cargo run --release -p dwindle-native --example throughput`. It needs a C compiler.

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
        let (_, events) = tracer.start(&[], None, 0)?.record(None)?;
        println!("{} events, recorded in {:.1} ms", events.len(), began.elapsed().as_secs_f64() * 1000.0);
        let start = Start { arguments: &[], input: Some(File::open("/dev/null")?), apart: true, garbage: 0 };
        let mut server = tracer.start_following(start, &events)?;
        let all = vec![1; events.len()];
        // Of the loop's events every other turn; what enters and leaves functions stays.
        let half: Vec<u8> = (0..events.len()).map(|event| u8::from(event / 5 % 2 == 0)).collect();
        for (what, kept) in [("all", &all), ("half", &half)] {
            let (began, mut count) = (now(), 0);
            while began.elapsed() < TIME {
                server.follow(kept, Control::Recorded, None)?;
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

//! What supervision costs: the time of one test through a keeper and on the calling thread, beside a bare
//! spawn and wait of the same program. Run it with `--release`.
//!
//!     process_cost [RUNS [PROGRAM [MIB]]]      MIB: memory that this process holds meanwhile

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use dwindle_exec::process::{Answer, Command, Launcher, Limits, Run, Stdin, Supervisor, serve};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args_os().skip(1);
    let first = args.next().unwrap_or_else(|| "1000".into());
    if first == "__keeper" {
        return serve(std::io::stdin(), std::io::stdout());
    }
    let runs: usize = first.to_str().and_then(|text| text.parse().ok()).expect("a number of runs");
    let program = args.next().unwrap_or_else(|| "/bin/true".into());
    let held: usize = args.next().and_then(|text| text.to_str()?.parse().ok()).unwrap_or(0);
    let held = vec![1_u8; held << 20];
    let dir = std::env::temp_dir();
    let command = Command {
        program: program.clone(),
        args: Vec::new(),
        env: environment(),
        limits: Limits::default(),
        grace: Duration::from_millis(100),
        output_cap: 64 << 10,
    };
    let worker = Command { program: "/bin/cat".into(), ..command.clone() };
    let keeper = Launcher::Keeper { program: std::env::current_exe()?, args: vec!["__keeper".into()] };
    let (mut keeper, mut direct) = (keeper.open(&dir)?, Launcher::Direct.open(&dir)?);
    let limits =
        Limits { memory: Some(1 << 32), cpu: Some(Duration::from_secs(60)), file_size: Some(1 << 30) };
    let limited = Command { limits, ..command.clone() };
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..runs {
        times[0].push(timed(|| bare(&program, &dir)));
        times[1].push(timed(|| supervised(&mut keeper, &command, &dir)));
        times[2].push(timed(|| supervised(&mut direct, &command, &dir)));
    }
    for _ in 0..runs {
        times[3].push(timed(|| supervised(&mut keeper, &limited, &dir)));
    }
    let mut asked: Vec<_> = (0..runs).map(|_| timed(|| ask(&mut keeper, &worker, &dir))).collect();
    let bare = median(&mut times[0]);
    print("bare spawn and wait", bare, bare);
    print("through a keeper", median(&mut times[1]), bare);
    print("  with all limits", median(&mut times[3]), bare);
    print("on the calling thread", median(&mut times[2]), bare);
    print("a worker's answer", median(&mut asked), bare);
    drop(held);
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "what is measured against")]
fn bare(program: &OsString, dir: &Path) {
    let child = std::process::Command::new(program).current_dir(dir).spawn();
    child.and_then(|mut child| child.wait()).expect("a program that can be run");
}

fn supervised(supervisor: &mut Supervisor, command: &Command, dir: &Path) {
    let run = Run { dir: dir.to_owned(), stdin: Stdin::Null, timeout: Some(Duration::from_secs(10)) };
    supervisor.run(command, &run).expect("a program that can be run");
}

fn ask(supervisor: &mut Supervisor, command: &Command, dir: &Path) {
    let reply = supervisor.ask(command, dir, b"candidate", None).expect("a worker that runs");
    assert_eq!(reply.answer, Answer::Line(b"candidate".to_vec()));
}

#[expect(clippy::disallowed_methods, reason = "measuring is what this is for")]
fn timed(act: impl FnOnce()) -> Duration {
    let began = Instant::now();
    act();
    began.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[expect(clippy::print_stdout, reason = "an example shows what it does")]
fn print(what: &str, time: Duration, bare: Duration) {
    println!("{what:24} {:8.1} us {:6.2}", time.as_secs_f64() * 1e6, time.as_secs_f64() / bare.as_secs_f64());
}

#[expect(clippy::disallowed_methods, reason = "a program reads its environment; the library does not")]
fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

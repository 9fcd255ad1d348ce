//! Development tasks: `cargo xtask TASK`.

mod bench;
mod program;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask bench [PART…]   measure; parts: closure, needed, ticks, large, overhead, latency (all by default)
cargo xtask kill [TIMES]    kill a run at random moments and take it up again (200 times by default)";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["bench", parts @ ..] => bench::run(parts),
        ["kill", times @ ..] => program::kill(times.first().map_or(Ok(200), |times| times.parse())?),
        _ => bail!("usage:\n{USAGE}"),
    }
}

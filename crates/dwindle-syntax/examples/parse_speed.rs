//! How long parsing takes: `parse_speed FILE [MEGABYTES]`, the file repeated to that size.
//!
//! Shows the most memory that was in use as well, where the system tells.

use std::path::Path;

use dwindle::Text;
use dwindle::tree::Parse;
use dwindle_syntax::language::Language;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
#[expect(clippy::disallowed_methods, reason = "it measures time")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().ok_or("usage: parse_speed FILE [MEGABYTES]")?;
    let once = std::fs::read(file)?;
    let size = args.get(1).map_or(Ok(once.len()), |size| size.parse().map(|size: usize| size * 1_000_000))?;
    let language = Language::of_file(Path::new(file), &once).ok_or("no language of this file is known")?;
    let text = Text::new(once.repeat(size.div_ceil(once.len().max(1))))?;

    let start = std::time::Instant::now();
    let tree = language.parser().parse(&text).ok_or("no tree")?;
    let parsed = start.elapsed();
    let nodes = tree.len();
    println!("{} after parsing", most_memory());
    let squeezed = tree.squeezed();
    println!(
        "{}: {} bytes, {nodes} nodes in {parsed:.2?}; {} squeezed, {:.2?} in all",
        language.name(),
        text.bytes().len(),
        squeezed.len(),
        start.elapsed()
    );
    println!("{} in all", most_memory());
    Ok(())
}

/// The most memory in use so far.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("memory unknown", str::trim).to_owned()
}

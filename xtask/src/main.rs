//! Development tasks: `cargo xtask TASK`.

mod bench;
mod cases;
mod grammars;
mod kill;
mod plot;
mod screen;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use xtask::program::print;

/// Development tasks
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Measure; parts: closure, needed, ticks, large, overhead, latency, shapes, trees, folders, changes (all)
    Bench { parts: Vec<String> },
    /// Reduce real inputs with a language, if they lie beside the repository: trees against lists
    Cases { names: Vec<String> },
    /// Make the grammar tables of dwindle-syntax
    Grammars {
        /// Only compare them
        #[arg(long)]
        check: bool,
    },
    /// Kill a run at random moments and take it up again
    Kill {
        #[arg(default_value_t = 200)]
        times: u32,
    },
    /// Draw a run as SVG: size over tests
    Plot { journal: PathBuf },
    /// Draw a terminal's screen (tmux capture-pane -e -p) as SVG
    Screen { file: PathBuf },
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Bench { parts } => bench::run(&parts),
        Task::Cases { names } => cases::run(&names),
        Task::Grammars { check } => grammars::run(check),
        Task::Kill { times } => kill::kill(times),
        Task::Plot { journal } => print(&plot::plot(&journal)?),
        Task::Screen { file } => print(&screen::draw(&file)?),
    }
}

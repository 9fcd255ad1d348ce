//! What is measured against others: `cargo research WORD`.

mod competition;
mod faults;
mod histories;
mod unreliable;

use anyhow::Result;
use clap::Parser;

/// Measures Dwindle against others
#[derive(Parser)]
#[command(bin_name = "cargo research")]
enum Research {
    /// Let all algorithms reduce inputs grown from grammars: tables, or the report in docs
    Competition(competition::Wish),
    /// Trace programs with a known faulty statement: is it in the slice, and how large is that; needs cc, c++, rustc, python3
    /// and perl
    Faults(faults::Wish),
    /// Find published regressions of Python packages between two releases and in the history of all of them, beside git
    /// bisect; needs python3, git and tar
    Histories(histories::Wish),
    /// Reduce failures that show now and then with --maximize-rate, beside Shrink Ray; needs bc, awk and cc
    Unreliable(unreliable::Wish),
}

fn main() -> Result<()> {
    match Research::parse() {
        Research::Competition(wish) => competition::run(&wish),
        Research::Faults(wish) => faults::run(&wish),
        Research::Histories(wish) => histories::run(wish),
        Research::Unreliable(wish) => unreliable::run(&wish),
    }
}

//! Development tasks: `cargo xtask TASK`.

mod bench;
mod cases;
mod competition;
mod grammars;
mod histories;
mod plot;
mod program;
mod screen;

use std::path::Path;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask bench [PART…]   measure; parts: closure, needed, ticks, large, overhead, latency, shapes, trees,
                            changes (all)
cargo xtask cases [NAME…]   real inputs with a language, if they lie beside the repository: trees against lists
cargo xtask competition [--size N]… [--seed S] [--seeds N] [--budget N] [--jobs N] [--only WORD]… [--beaten] [--write]
                            all algorithms on inputs grown from grammars: tables, or the report in docs (--write);
                            --parentheses N: the Fuzzing Book's own example instead, of up to N characters;
                            --golden alone: write the table that a test compares
cargo xtask grammars [--check]  make (or only compare) the grammar tables of dwindle-syntax
cargo xtask histories [--only NAME]… [--sdists DIR] [--program PATH] [--python PYTHON] [--list]
                            published regressions of Python packages: dwindle changes between two releases and in the
                            history of all of them, beside git bisect; needs python3, git and tar. Source archives are
                            fetched by pip, or lie in DIR (NAME-VERSION.tar.gz; --list names them all). PATH is a
                            dwindle already built; PYTHON (python3) runs the tests
cargo xtask kill [TIMES]    kill a run at random moments and take it up again (200 times by default)
cargo xtask plot JOURNAL    draw a run as SVG: size over tests
cargo xtask screen FILE     draw a terminal's screen (tmux capture-pane -e -p) as SVG";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["bench", parts @ ..] => bench::run(parts),
        ["cases", names @ ..] => cases::run(names),
        ["competition", words @ ..] => competition::run(words),
        ["grammars"] => grammars::run(false),
        ["grammars", "--check"] => grammars::run(true),
        ["histories", words @ ..] => histories::run(words),
        ["kill", times @ ..] => program::kill(times.first().map_or(Ok(200), |times| times.parse())?),
        ["screen", file] => print(&screen::draw(Path::new(file))?),
        ["plot", journal] => print(&plot::plot(Path::new(journal))?),
        _ => bail!("usage:\n{USAGE}"),
    }
}

/// Writes to standard output as it is.
fn print(text: &str) -> Result<()> {
    use std::io::Write;
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

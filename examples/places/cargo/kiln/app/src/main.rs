//! Runs the firings of a pottery kiln.

mod command;
#[cfg(feature = "history")]
mod history;
mod screen;

use command::Command;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let shown = match Command::parse(&words) {
        Command::Fire(program) => screen::curve(&engine::fire(&program)),
        Command::List => engine::PROGRAMS.join("\n"),
        #[cfg(feature = "history")]
        Command::History => history::all(),
        Command::Help => screen::help(),
    };
    println!("{shown}");
}

//! A language and a pass of your own: a list of moves of a robot, and a pass that shortens its walks.
//!
//! `cargo run -p dwindle-run --example own_language -- DIRECTORY`

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program of a library's user, which may do what the library may not"
)]

use std::path::PathBuf;

use dwindle::passes::{About, Level, Pass, PassContext, PassResult};
use dwindle::space::{Space, Unit};
use dwindle::strategy::Together;
use dwindle::{Config, Stop, Strategy};
use dwindle_run::Run;

/// A program is a list of moves, and a move may repeat a block of others.
const ROBOT: &str = r#"
program = { move } ;
move    = ( "walk " number | "turn" | "repeat " number " {" { move } " }" ) ";" ;
number  = [0-9] { [0-9] } ;
"#;

/// Shortens walks: all digits but the first of each go together.
struct ShortWalks;

impl Pass for ShortWalks {
    fn about(&self) -> About {
        About::new("short-walks", Level::Units(Unit::Chars), "shortens walks to one digit")
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let walks = digits(stage.text().bytes());
        let chars = stage.cut(Unit::Chars);
        let kept = stage.search().run(&chars, Together::new(chars.full(), walks))?.best().clone();
        // Numbers were tested, not single characters: nothing is claimed of those.
        Ok(PassResult::of_units(stage, &chars, &kept, None))
    }
}

/// The digits of each number behind its first one. A robot's programs are ASCII, so a byte is a character.
fn digits(program: &[u8]) -> Vec<Config> {
    let mut numbers: Vec<Vec<u32>> = Vec::new();
    for (at, pair) in (1..).zip(program.windows(2)) {
        match (pair[0].is_ascii_digit(), pair[1].is_ascii_digit(), numbers.last_mut()) {
            (true, true, Some(number)) if number.last() == Some(&(at - 1)) => number.push(at),
            (true, true, _) => numbers.push(vec![at]),
            _ => {}
        }
    }
    numbers.into_iter().map(Config::of_units).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = PathBuf::from(std::env::args_os().nth(1).ok_or("no directory")?);
    let input = dir.join("robot.txt");
    std::fs::write(&input, "walk 10;turn;repeat 12 {walk 100;turn;walk 7; };walk 3;")?;
    // The robot falls over when it turns within a repetition.
    let test = r#"if grep -q 'repeat.*{.*turn.*}' "$1"; then echo "error: fell over" >&2; exit 1; fi"#;
    let done = Run::new(["/bin/sh", "-c", test, "sh", "{}"])
        .input(&input)
        .envs(std::env::vars_os())
        .grammar("robot.ebnf", ROBOT)?
        .pass(ShortWalks)
        .start()?;
    println!("{}", String::from_utf8_lossy(done.text().bytes()));
    Ok(())
}

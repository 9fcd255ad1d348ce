//! A pass of your own: whole paragraphs first, then the standard passes.
//!
//! `cargo run -p dwindle --example own_pass`

use dwindle::passes::{About, Level, List, Pass, PassContext, PassResult};
use dwindle::plan::IntoPass;
use dwindle::space::{Space, Unit};
use dwindle::strategy::Together;
use dwindle::{Config, Engine, Plan, Stop, Strategy, Text, test};

/// Removes paragraphs: stretches of lines up to an empty line.
struct Paragraphs;

impl Pass for Paragraphs {
    fn about(&self) -> About {
        let does = "removes stretches of lines up to an empty line";
        About::new("paragraphs", Level::Units(Unit::Lines), does)
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let paragraphs = paragraphs(stage.text());
        let lines = stage.cut(Unit::Lines);
        let kept = stage.search().run(&lines, Together::new(lines.full(), paragraphs))?.best().clone();
        // Paragraphs were tested, not single lines: nothing is claimed of those.
        Ok(PassResult::of_units(stage, &lines, &kept, None))
    }
}

/// The lines of each paragraph, the last first: what comes late is seldom needed by what comes early.
fn paragraphs(text: &Text) -> Vec<Config> {
    let lines: Vec<&[u8]> = text.bytes().split_inclusive(|byte| *byte == b'\n').collect();
    let mut units = 0..0;
    let mut found: Vec<Config> = Vec::new();
    for paragraph in lines.split_inclusive(|line| line.trim_ascii().is_empty()) {
        units = units.end..units.end + u32::try_from(paragraph.len()).expect("a text has fewer lines");
        found.push(Config::of_units(units.clone()));
    }
    found.reverse();
    found
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Text::new(*b"start\nload a\n\nopen 1\nread 1\nclose 1\n\nopen 2\nread 2\nread 1\n\nstop\n")?;
    // Reading what was closed crashes the program that replays this.
    let crashes = test::on_texts(|log: &[u8]| {
        let log = String::from_utf8_lossy(log);
        log.find("close 1\n").is_some_and(|closed| log[closed..].contains("read 1\n"))
    });
    let plan = Plan::of([Paragraphs.into_pass(), List::of(Unit::Lines).into_pass()]);
    let planned = Engine::new().run(&crashes, |search| plan.run(search, log))?;
    assert_eq!(planned.text.bytes(), b"close 1\nread 1\n");
    // One-minimal by lines, which the second pass has proved.
    assert_eq!(planned.certificates.len(), 1);
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}

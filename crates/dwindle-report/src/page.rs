//! The page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::read::Run;
use crate::words::Room;
use crate::{cause, compare, curve, facts};

/// A page is not larger than this, in bytes.
pub const LARGEST: usize = 1_000_000;

/// What texts may take of it, with their markup.
const TEXTS: usize = 550_000;

/// The page that shows `runs`.
pub fn page(runs: &[Run]) -> String {
    let names: Vec<String> = runs.iter().map(Run::name).collect();
    let title = format!("Dwindle: {}", names.join(", "));
    let ids: Vec<String> = (1..=runs.len()).map(|number| format!("run-{number}")).collect();
    let each = TEXTS / runs.len().max(1);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="dwindle report";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                a.skip href="#main" { "To the runs" }
                header { h1 { (title) } @if runs.len() > 1 { (compare::table(runs, &ids)) } }
                main id="main" { @for (run, id) in runs.iter().zip(&ids) { (section(run, id, Room(each))) } }
                footer { "Made by Dwindle from the records in " @for (at, run) in runs.iter().enumerate() { @if at > 0 { ", " } code { (run.dir.path().display()) } } "." }
            }
        }
    }
    .into_string()
}

/// All about one run.
fn section(run: &Run, id: &str, room: Room) -> Markup {
    // The cause is what the page is for; other failures take a third of the room at most.
    let (mut room, mut for_others) = (Room(room.0 / 3 * 2), Room(room.0 / 3));
    let title = format!("{} {}", run.command(), run.name());
    html! {
        section id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (title.trim()) }
            p.headline { (facts::headline(run)) }
            @if let Some(failure) = run.failure() { p { "The failure that was kept: " code { (failure) } } }
            (cause::found(run, &mut room))
            h3 { "Size" }
            (curve::curves(run, id))
            (facts::passes(run, id))
            h3 { "Tests" }
            (facts::outcomes(run))
            (facts::others(run, &mut for_others))
            (facts::again(run))
        }
    }
}

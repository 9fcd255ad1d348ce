//! The numbers of a run, other failures that it met, and how it is run again.

use std::fs;
use std::time::Duration;

use dwindle_run::text::{escaped, number, plural, seconds, shell, size};
use dwindle_store::journal::{Because, Ending};
use dwindle_store::rundir::KeptFailure;
use maud::{Markup, html};

use crate::read::{Pass, Run};
use crate::words::{Room, as_text, share, time};

/// So much of the candidate of another failure is shown, in bytes.
const SHOWN: usize = 2000;

/// What came out, in a sentence: what people were told, or what the journal says.
pub(crate) fn headline(run: &Run) -> String {
    let summary = run.answer.as_ref().and_then(|answer| answer.summary.trim_end().lines().last());
    let how = match run.end.as_ref().map(|end| end.how) {
        Some(Ending::Finished) => "",
        Some(Ending::Budget) => "; the budget was spent",
        Some(Ending::Interrupted) => "; interrupted",
        Some(Ending::Passes) => "; the input does not fail",
        Some(Ending::Unreliable) => "; the test contradicted itself",
        Some(_) => "; ended by an error",
        None => "; not ended: it goes on, or was killed",
    };
    // What was told is about the run as it ended then; one that goes on has ended before.
    summary.filter(|_| run.end.is_some()).map_or_else(
        || {
            let (before, after) = run.sizes().unwrap_or_default();
            format!("{} → {} in {}{how}", number(before), size(after), plural(run.asked, "test"))
        },
        str::to_owned,
    )
}

/// What tests came to.
pub(crate) fn outcomes(run: &Run) -> Markup {
    let answers = &run.answers;
    let started = run.starts.len() as u64;
    let jobs = run.starts.last().map_or(0, |start| u64::from(start.jobs));
    let facts = [
        ("tests asked for", number(run.asked)),
        ("tests run", number(run.ran)),
        ("their time, one after the other", seconds(run.time)),
        ("still fail", number(answers.fail)),
        ("pass", number(answers.pass)),
        ("unresolved", number(answers.unresolved)),
        ("jobs", number(jobs)),
        ("starts of the program", number(started)),
    ];
    html! {
        dl { @for (name, value) in facts { div { dt { (name) } dd { (value) } } } }
        @if let Some(damage) = run.damage { p.warning { "Warning: " (damage) "." } }
        @if !answers.reasons.is_empty() {
            details { summary { "Why tests were unresolved: " (plural(answers.reasons.len() as u64, "reason")) }
                table {
                    thead { tr { th scope="col" { "tests" } th.text scope="col" { "reason" } } }
                    tbody { @for Because { reason, times } in answers.reasons.iter().take(50) { tr { td { (number(*times)) } td.text { (reason) } } } }
                }
            }
        }
    }
}

/// The table of passes.
pub(crate) fn passes(run: &Run, id: &str) -> Markup {
    if run.passes.is_empty() {
        return html! {};
    }
    let sum = |of: fn(&Pass) -> u64| run.passes.iter().map(of).sum::<u64>();
    let tests = sum(|pass| pass.tests);
    let gained: i64 = run.passes.iter().map(|pass| pass.bytes).sum();
    let time_in: Duration = run.passes.iter().map(|pass| pass.time).sum();
    html! {
        h3 { "Passes" }
        div.wide role="region" tabindex="0" aria-labelledby={ (id) "-passes" } {
            table {
                caption id={ (id) "-passes" } { "What each pass took away, in the order of their first turns" }
                thead { tr {
                    th.text scope="col" { "pass" } th.text scope="col" { "of" } th scope="col" { "turns" } th scope="col" { "tests" }
                    th scope="col" { "successes" } th scope="col" { (run.measure()) } th scope="col" { "of all" } th scope="col" { "time" }
                } }
                tbody { @for pass in &run.passes { tr {
                    th.text scope="row" { (pass.algorithm) } td.text { (pass.unit) } td { (number(pass.turns)) } td { (number(pass.tests)) }
                    td { (number(pass.successes)) } td { (signed(pass.bytes)) } td { (part(pass.bytes, gained)) } td { (time(pass.time)) }
                } }
                    @if run.asked > tests || run.time > time_in { tr {
                        th.text scope="row" { "outside of passes" } td.text { "checks" } td {}
                        td { (number(run.asked.saturating_sub(tests))) } td {} td {} td {} td { (time(run.time.saturating_sub(time_in))) }
                    } }
                }
                tfoot { tr {
                    th.text scope="row" { "all" } td {} td { (number(sum(|pass| pass.turns))) } td { (number(run.asked.max(tests))) }
                    td { (number(sum(|pass| pass.successes))) } td { (signed(gained)) } td {} td { (time(run.time)) }
                } }
            }
        }
    }
}

/// What a pass took away; where a best became larger, that with a sign.
fn signed(bytes: i64) -> String {
    if bytes < 0 { format!("−{}", number(bytes.unsigned_abs())) } else { number(bytes.unsigned_abs()) }
}

fn part(bytes: i64, of: i64) -> String {
    if bytes < 0 || of <= 0 { String::new() } else { share(bytes.unsigned_abs(), of.unsigned_abs()) }
}

/// Other failures that were met.
pub(crate) fn others(run: &Run, room: &mut Room) -> Markup {
    if run.others.is_empty() {
        return html! {};
    }
    html! {
        h3 { "Other failures met: " (number(run.others.len() as u64)) }
        @for other in &run.others {
            details {
                summary { (size(other.size)) ": " (other.signature) }
                @match candidate(other).filter(|text| room.take(text.len())) {
                    Some(text) => pre role="region" tabindex="0" aria-label="The smallest candidate that showed it" { (text) },
                    None => p { "in " code { (escaped(&other.folder)) } },
                }
            }
        }
    }
}

/// The beginning of the candidate that showed it, where that is one file.
fn candidate(other: &KeptFailure) -> Option<String> {
    let bytes = fs::read(other.folder.join("candidate")).ok()?;
    let mut text = as_text(&bytes[..bytes.len().min(SHOWN)]);
    if bytes.len() > SHOWN {
        text += "\n…";
    }
    Some(text)
}

/// The commands that do it again, and what its outcomes depend on.
pub(crate) fn again(run: &Run) -> Markup {
    let dir = shell::quoted([run.dir.path()]);
    let typed = run.answer.as_ref();
    let typed = typed.map(|it| format!("cd {}\n{}\n", shell::quoted([&it.directory]), it.command));
    let last = run.steps.len().checked_sub(1);
    let steps = last.map(|step| format!("dwindle replay {dir} --step {step}\ndwindle diff {dir}\n"));
    let lines = format!("{}dwindle report {dir}\n", steps.unwrap_or_default());
    let fields = run.header.iter().flat_map(|header| &header.fields);
    let (told, hidden): (Vec<_>, Vec<_>) = fields.partition(|field| field.shown.is_some());
    html! {
        h3 { "How to do it again" }
        @if let Some(typed) = typed {
            p { "The same command goes on from these records; with " code { "--fresh" } " it starts over." }
            pre { (typed) }
        } @else {
            p { "The command was not recorded: the run goes on, was killed, or is older than this record." }
        }
        p { "From the records alone:" }
        pre { (lines) }
        details {
            summary { "What its outcomes depend on" }
            table {
                thead { tr { th.text scope="col" { "name" } th.text scope="col" { "value" } } }
                tbody { @for field in told { tr { th.text scope="row" { (field.name) } td.text { (field.shown.as_deref().unwrap_or_default()) } } } }
            }
            p { "Of these only a hash is recorded: " @for (at, field) in hidden.iter().enumerate() { @if at > 0 { ", " } (field.name) } "." }
        }
    }
}

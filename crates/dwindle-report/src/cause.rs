//! What a run found, marked in its place: what went of an input, what makes the difference between two, which changes broke
//! a program, and which statements matter.

use std::fs;
use std::path::Path;

use dwindle::files::{self, Entry, Files};
use dwindle_run::text::{escaped, number, size};
use maud::{Markup, html};
use serde_json::Value;

use crate::read::Run;
use crate::sides::{Style, merged, sides, view};
use crate::words::{Room, as_text, cut};

/// Lines shown around a difference.
const AROUND: usize = 3;

/// The part of the page about it, with its title.
pub(crate) fn found(run: &Run, room: &mut Room) -> Markup {
    let none = Value::Null;
    let end = run.answer.as_ref().map_or(&none, |answer| &answer.end);
    if let Some(lines) = end["lines"].as_array() {
        return html! { h3 { "The statements that matter" } (traced(run, lines, room)) };
    }
    if let Some(patch) = run.result("cause") {
        return html! { h3 { "The changes that break it" } (commits(end)) (patched(&as_text(&patch), room)) };
    }
    if let (Some(passing), Some(failing)) = (run.result("passing"), run.result("failing")) {
        return html! { h3 { "What makes the difference" } (apart(&as_text(&passing), &as_text(&failing), room)) };
    }
    let said = run.answer.as_ref().map_or("", |answer| answer.said.trim_end());
    if !said.is_empty() {
        let shown: Vec<&str> = said.lines().take_while(|line| room.take(line.len())).collect();
        let shown = shown.join("\n");
        return html! { h3 { "What it found" } pre role="region" tabindex="0" aria-label="What it found" { (shown) } };
    }
    html! { h3 { "The input and the result" } (reduced(run, room)) }
}

/// The input and the result, side by side.
fn reduced(run: &Run, room: &mut Room) -> Markup {
    let Some(result) = run.shown_result() else {
        return html! { p { "The result is not there any more." } };
    };
    let Some(original) = run.original() else {
        return html! {
            p { "The input is not kept with the run: it is too large, or the run is older than this record." }
            (only(&as_text(&result), room))
        };
    };
    if let (Ok(before), Some(after)) = (files::read_archive(original.as_slice()), last_tree(run)) {
        return html! { (legend()) (trees(&before, &after, room)) };
    }
    html! { (legend()) (pair(&as_text(&original), &as_text(&result), room)) }
}

fn legend() -> Markup {
    html! {
        p.faint { del { "Struck through" } " went; " ins { "underlined" } " is new in the result. Lines of which nothing is left are folded." }
    }
}

/// A directory that was reduced, as its last best is.
fn last_tree(run: &Run) -> Option<Files> {
    let bytes = run.contents(run.points.last()?)?;
    files::read_archive(bytes.as_slice()).ok().filter(|files| !files.is_empty())
}

fn only(result: &str, room: &mut Room) -> Markup {
    let (_, right) = sides(result, result);
    view(&right, Style { name: "The result", folded: "" }, room)
}

fn pair(original: &str, result: &str, room: &mut Room) -> Markup {
    let (left, right) = sides(original, result);
    // The result is what the page is about, so it comes first where there is little room.
    let right = view(&right, Style { name: "The result", folded: "" }, room);
    let left = view(&left, Style { name: "The input", folded: "went" }, room);
    html! {
        div.pair {
            section { h4 { "The input, " (size(original.len() as u64)) } (left) }
            section { h4 { "The result as it is written, " (size(result.len() as u64)) } (right) }
        }
    }
}

/// Files of a directory before and after, and those that are left side by side.
fn trees(before: &Files, after: &Files, room: &mut Room) -> Markup {
    let bytes = |entry: Option<&Entry>| match entry {
        Some(Entry::File { text, .. }) => Some(text.bytes().len() as u64),
        _ => None,
    };
    let went = before.iter().map(|(path, _)| path).filter(|path| after.get(path).is_none());
    let went: Vec<String> = went.map(escaped).collect();
    let told = went.iter().take_while(|path| room.take(path.len()));
    let told: Vec<&str> = told.map(String::as_str).collect();
    let left: Vec<&Path> = after.iter().map(|(path, _)| path).collect();
    html! {
        p { (number(before.len() as u64)) " files and directories before, " (number(left.len() as u64)) " after." }
        @if !went.is_empty() {
            details {
                summary { (number(went.len() as u64)) " went" }
                pre role="region" tabindex="0" aria-label="What went" { (told.join("\n")) @if told.len() < went.len() { "\n…" } }
            }
        }
        @for path in left {
            @if let (Some(was), Some(is)) = (bytes(before.get(path)), bytes(after.get(path))) {
                details open[was != is] {
                    summary { code { (escaped(path)) } ": " (number(was)) " → " (size(is)) }
                    @if let (Some(Entry::File { text: was, .. }), Some(Entry::File { text: is, .. })) = (before.get(path), after.get(path)) {
                        (pair(&as_text(was.bytes()), &as_text(is.bytes()), room))
                    }
                }
            }
        }
    }
}

/// A passing and a failing text as one.
fn apart(passing: &str, failing: &str, room: &mut Room) -> Markup {
    let lines = merged(passing, failing, AROUND);
    html! {
        p.faint { ins { "Underlined" } " stands in what fails only, " del { "struck through" } " in what passes only." }
        (view(&lines, Style { name: "Both sides as one text", folded: "are the same on both sides" }, room))
    }
}

/// Who made the changes.
fn commits(end: &Value) -> Markup {
    let word = |of: &Value, length: usize| -> String {
        let text = of.as_str().or_else(|| of["text"].as_str()).unwrap_or_default();
        text.chars().take(length).collect()
    };
    let none = Vec::new();
    html! {
        ul {
            @for commit in end["commits"].as_array().unwrap_or(&none) {
                li {
                    code { (word(&commit["id"], 10)) } " " (word(&commit["date"], 10)) " " (word(&commit["author"], 80)) ": "
                    (word(&commit["subject"], 200))
                }
            }
        }
    }
}

fn patched(patch: &str, room: &mut Room) -> Markup {
    html! {
        div.text.patch role="region" tabindex="0" aria-label="The patch" {
            @for line in patch.lines() {
                @if room.take(line.len()) {
                    div.line { code {
                        @match line.as_bytes().first() {
                            _ if line.starts_with("--- ") || line.starts_with("+++ ") || line.starts_with("diff ") => b { (cut(line)) },
                            Some(b'-') => del { (cut(line)) },
                            Some(b'+') => ins { (cut(line)) },
                            _ if line.starts_with("index ") => span.faint { (cut(line)) },
                            Some(b'@') => span.faint { (cut(line)) },
                            _ => (cut(line)),
                        }
                    } }
                }
            }
        }
    }
}

/// The lines of a program by what they are to the slice.
fn traced(run: &Run, lines: &[Value], room: &mut Room) -> Markup {
    let mut files: Vec<&str> = lines.iter().filter_map(|line| line["file"].as_str()).collect();
    files.dedup();
    html! {
        p.faint {
            code { "*" } " matters, with how many of its executions do; " code { "?" } " decides the way; " code { "+" } " cannot be left out; "
            code { "~" } " may matter by what it did not do; " code { "." } " is not needed"
        }
        @for file in files {
            @let lines: Vec<&Value> = lines.iter().filter(|line| line["file"] == file).collect();
            @let source = source(run, file, &lines);
            div.wide role="region" tabindex="0" aria-label={ "The lines of " (file) } {
                table.source {
                    caption { code { (file) } }
                    thead { tr { th scope="col" { "mark" } th scope="col" { "executions" } th scope="col" { "line" } th.text scope="col" { "statement" } } }
                    tbody { @for (number, text) in &source { @if room.take(text.len()) { (row(*number, text, &lines)) } } }
                }
            }
        }
    }
}

/// The numbers and texts of the lines to show: all of the file where it is still what was traced, or those that the records have.
fn source(run: &Run, file: &str, lines: &[&Value]) -> Vec<(u64, String)> {
    let recorded = lines
        .iter()
        .map(|line| (line["line"].as_u64().unwrap_or(0), line["text"].as_str().unwrap_or_default()));
    let known: Vec<(u64, String)> = recorded.map(|(number, text)| (number, text.to_owned())).collect();
    let directory = run.answer.as_ref().map_or("", |answer| &answer.directory);
    let Ok(bytes) = fs::read(Path::new(directory).join(file)) else { return known };
    let text = as_text(&bytes);
    let all: Vec<(u64, String)> = (1..).zip(text.lines().map(str::to_owned)).collect();
    let stands = |(number, text): &(u64, String)| {
        let at = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
        at.and_then(|at| all.get(at)).is_some_and(|(_, now)| now.contains(text.trim()))
    };
    let (first, last) = (known.first().map_or(0, |it| it.0), known.last().map_or(0, |it| it.0));
    let is_shown = |number: u64| number + 2 >= first && number <= last + 2;
    if known.iter().all(stands) {
        return all.into_iter().filter(|(number, _)| is_shown(*number)).collect();
    }
    known
}

fn row(number: u64, text: &str, lines: &[&Value]) -> Markup {
    let line = lines.iter().find(|line| line["line"] == number);
    let mark = line.and_then(|line| line["mark"].as_str()).unwrap_or_default();
    let sign = match mark {
        "matters" => "*",
        "decides" => "?",
        "fixed" => "+",
        "relevant" => "~",
        "unneeded" => ".",
        _ => "",
    };
    let count =
        line.filter(|_| mark == "matters").map(|line| format!("{} of {}", line["matter"], line["executed"]));
    html! {
        tr class=(mark) {
            td title=[(!mark.is_empty()).then_some(mark)] { span aria-hidden="true" { (sign) } span.hidden { (mark) } }
            td { (count.unwrap_or_default()) } td { (number) }
            td.text { code { (cut(text)) } }
        }
    }
}

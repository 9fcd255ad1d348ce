//! The table of all settings in `docs/settings.md`, from the options themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};

use super::read::{options, takes_settings};
use crate::args::{self, takes_value};

/// What may stand as the value of an option.
fn kind(arg: &Arg) -> &'static str {
    match arg.get_action() {
        ArgAction::Append => "text or list",
        _ if takes_value(arg) => "text",
        _ => "true or false",
    }
}

/// A row for each option, and a column with the commands that have it.
fn rows() -> String {
    let program = args::command();
    let commands: Vec<&Command> = program.get_subcommands().filter(|it| takes_settings(it)).collect();
    let mut all: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for command in &commands {
        for arg in options(command) {
            let name = arg.get_long().unwrap_or_default();
            all.entry(name).or_default().push((kind(arg), command.get_name()));
        }
    }
    let mut rows = String::new();
    for (name, of) in all {
        let mut kinds: Vec<&str> = of.iter().map(|(kind, _)| *kind).collect();
        kinds.dedup();
        kinds.sort_unstable();
        kinds.dedup();
        let names: Vec<&str> = of.iter().map(|(_, command)| *command).collect();
        let names = if names.len() == commands.len() { "all".to_owned() } else { names.join(", ") };
        writeln!(rows, "| `{name}` | {} | {names} |", kinds.join("; ")).unwrap();
    }
    rows
}

#[test]
#[expect(clippy::disallowed_methods, reason = "UPDATE_DOCS=1 writes the table anew")]
fn the_table_in_the_document_has_every_option() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/settings.md");
    let document = std::fs::read_to_string(path).unwrap();
    let head = "| key | value | commands |\n|---|---|---|\n";
    let (before, table) = document.split_once(head).unwrap();
    let after = table.split_once("\n\n").map_or("", |(_, after)| after);
    let right = format!("{before}{head}{}\n{after}", rows());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &right).unwrap();
    } else {
        assert!(document == right, "run with UPDATE_DOCS=1 to write the table of docs/settings.md anew");
    }
}

#[test]
fn every_option_of_every_command_can_stand_in_the_file() {
    let program = args::command();
    for command in program.get_subcommands().filter(|it| takes_settings(it)) {
        for arg in options(command) {
            let name = arg.get_long().unwrap_or_default();
            let possible = arg.get_possible_values();
            let value = match (takes_value(arg), possible.first()) {
                (false, _) => "true".to_owned(),
                (true, Some(value)) => format!("\"{}\"", value.get_name()),
                (true, None) => "\"1\"".to_owned(),
            };
            let text = format!("[{}]\n{name} = {value}\n", command.get_name());
            let source = super::read::Source { shown: "dwindle.toml".as_ref(), text: &text };
            let entries = source.entries(&program, command).unwrap_or_else(|error| panic!("{text}{error}"));
            let chosen = super::words::chosen(&source, command, entries, &[]).unwrap();
            let words: Vec<_> = chosen.into_iter().flat_map(|entry| entry.words).collect();
            assert_eq!(words.len(), 1, "{text}");
        }
    }
}

#[test]
fn the_example_in_the_document_means_the_command_line_below_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/settings.md");
    let document = std::fs::read_to_string(path).unwrap();
    let block = |language: &str| {
        let begun = document.split_once(&format!("```{language}\n")).unwrap().1;
        begun.split_once("```").unwrap().0
    };
    let program = args::command();
    let reduce = program.find_subcommand("reduce").unwrap();
    let source = super::read::Source { shown: "dwindle.toml".as_ref(), text: block("toml") };
    let chosen =
        super::words::chosen(&source, reduce, source.entries(&program, reduce).unwrap(), &[]).unwrap();
    let words = dwindle_run::text::shell::quoted(chosen.into_iter().flat_map(|entry| entry.words));
    assert_eq!(block("console"), format!("$ dwindle reduce {words} ./test.sh src/crash.c\n"));
}

//! `dwindle man`: the manual, made from the same words as help.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use clap::Command;
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, roman};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::text::escaped;

use crate::args::{self, Man};
use crate::ui::print;

/// Prints one page, or writes all.
pub(super) fn run(words: &Man) -> Result<(), RunError> {
    let mut command = args::command().disable_help_subcommand(true);
    command.build();
    if let Some(dir) = &words.dir {
        return write_all(&command, Path::new(dir));
    }
    let Some(name) = &words.command else { return print(&page(&command)?) };
    let found = command.get_subcommands().find(|sub| sub.get_name() == name);
    let Some(found) = found else {
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        return Err(RunError::usage(format!("unknown command {name}"))
            .hint(format!("the commands are {}", names.join(", "))));
    };
    print(&page(found)?)
}

fn write_all(command: &Command, dir: &Path) -> Result<(), RunError> {
    fs::create_dir_all(dir).map_err(|error| {
        RunError::usage(format!("--dir {}: cannot make this directory: {error}", escaped(dir)))
            .hint("give a directory that can be written")
    })?;
    for command in std::iter::once(command).chain(command.get_subcommands()) {
        let path = dir.join(format!("{}.1", full_name(command)));
        let page = page(command)?;
        let write = || -> io::Result<()> {
            let mut draft = tempfile::Builder::new();
            draft.prefix(".dwindle-man-").permissions(Permissions::from_mode(0o644));
            let mut file = draft.tempfile_in(dir)?;
            file.write_all(&page)?;
            file.persist(&path).map(drop).map_err(|failed| failed.error)
        };
        write().map_err(|error| {
            RunError::usage(format!("cannot write {}: {error}", escaped(&path)))
                .hint("choose a directory that you may write to")
        })?;
    }
    Ok(())
}

/// `dwindle`, or `dwindle-reduce`.
fn full_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or("dwindle")
}

fn page(command: &Command) -> Result<Vec<u8>, RunError> {
    let mut page = Vec::new();
    render(command, &mut page).map_err(|error| {
        RunError::internal(format!("cannot generate a manual page: {error}"))
            .hint("this is a bug: please report it")
    })?;
    Ok(page)
}

/// What clap knows, then the examples and the exit codes in sections of their own.
fn render(command: &Command, to: &mut dyn Write) -> io::Result<()> {
    let name = command.get_name();
    let plain = command.clone().after_help(None::<&str>).after_long_help(None::<&str>);
    let version = concat!("dwindle ", env!("CARGO_PKG_VERSION"));
    Page::new(plain).source(version).manual("Dwindle Manual").render(to)?;
    let mut rest = Roff::new();
    for (title, text) in [("EXAMPLES", args::examples(name).to_owned()), ("EXIT STATUS", Exit::table())] {
        rest.control("SH", [title]).control("nf", []);
        for line in text.lines() {
            rest.text([roman(line)]);
        }
        rest.control("fi", []);
    }
    rest.control("SH", ["SEE ALSO"]).text([roman(see_also(name))]);
    rest.to_writer(to)
}

/// The other pages that one of the page of the command called `name` may want.
fn see_also(name: &str) -> String {
    let others = args::command();
    let pages = others.get_subcommands().map(|command| format!("dwindle-{}(1)", command.get_name()));
    let pages: Vec<String> =
        if name == others.get_name() { pages.collect() } else { vec!["dwindle(1)".to_owned()] };
    pages.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page without the escapes of roff.
    fn text(command: &Command) -> String {
        String::from_utf8(page(command).unwrap())
            .unwrap()
            .replace("\\-", "-")
            .replace("\\fB", "")
            .replace("\\fR", "")
    }

    #[test]
    fn every_command_has_a_page_with_all_its_options_and_operands() {
        let mut program = args::command().disable_help_subcommand(true);
        program.build();
        let first = text(&program);
        for command in program.get_subcommands() {
            let name = command.get_name();
            assert!(first.contains(&format!("dwindle-{name}(1)")), "{name} is in dwindle(1)");
            let page = text(command);
            for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                if let Some(long) = arg.get_long() {
                    assert!(page.contains(&format!("--{long}")), "{name} --{long}");
                }
                if let Some(short) = arg.get_short() {
                    assert!(page.contains(&format!("-{short},")), "{name} -{short}");
                }
                for value in arg.get_value_names().filter(|_| arg.is_positional()).into_iter().flatten() {
                    assert!(page.contains(value.as_str()), "{name} {value}");
                }
            }
            for section in
                ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"]
            {
                let heads = [format!(".SH {section}\n"), format!(".SH \"{section}\"\n")];
                assert!(heads.iter().any(|head| page.contains(head)), "{name}: {section}\n{page}");
            }
        }
    }
}

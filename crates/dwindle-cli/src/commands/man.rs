//! `dwindle man`: the manual, made from the same words as help.

use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use clap::Command;
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, roman};

use crate::args::{self, Man};
use crate::error::CliError;
use crate::exit::Exit;
use crate::ui::{escaped, print};

/// Prints one page, or writes all.
pub(super) fn run(words: &Man) -> Result<(), CliError> {
    let mut command = args::command().disable_help_subcommand(true);
    command.build();
    if let Some(dir) = &words.dir {
        return write_all(&command, Path::new(dir));
    }
    let Some(name) = &words.command else { return print(&page(&command)?) };
    let found = command.get_subcommands().find(|sub| sub.get_name() == name);
    let Some(found) = found else {
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        return Err(CliError::usage(format!("no command is called {name}"))
            .hint(format!("there are {}", names.join(", "))));
    };
    print(&page(found)?)
}

fn write_all(command: &Command, dir: &Path) -> Result<(), CliError> {
    if !dir.is_dir() {
        return Err(CliError::usage(format!("--dir {}: no such directory", escaped(dir)))
            .hint("make it first, or give one that is there"));
    }
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
            CliError::usage(format!("write {}: {error}", escaped(&path)))
                .hint("give a directory that can be written")
        })?;
    }
    Ok(())
}

/// `dwindle`, or `dwindle-reduce`.
fn full_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or("dwindle")
}

fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    render(command, &mut page).map_err(|error| {
        CliError::new(Exit::Internal, format!("make a manual page: {error}"))
            .hint("this is a bug: please report it")
    })?;
    Ok(page)
}

/// What clap knows, then the examples and the exit codes in sections of their own.
fn render(command: &Command, to: &mut dyn Write) -> io::Result<()> {
    let name = match full_name(command) {
        "dwindle" => "",
        _ => command.get_name(),
    };
    let plain = command.clone().after_help(None::<&str>).after_long_help(None::<&str>);
    Page::new(plain).render(to)?;
    let mut rest = Roff::new();
    for (title, text) in [("EXAMPLES", args::examples(name)), ("EXIT STATUS", Exit::table())] {
        rest.control("SH", [title]).control("nf", []);
        for line in text.lines() {
            rest.text([roman(line)]);
        }
        rest.control("fi", []);
    }
    rest.to_writer(to)
}

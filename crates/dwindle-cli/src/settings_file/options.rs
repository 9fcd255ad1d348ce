//! Which options can stand in the file.

use clap::{Arg, Command};

/// The options that say which file is used; they do not stand in it.
const OF_THE_FILE: [&str; 2] = ["settings", "no-settings"];

/// Whether a settings file says anything about this command.
pub(super) fn takes_settings(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_long() == Some("settings"))
}

/// The options of a command that can stand in the file.
pub(super) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let name = |arg: &&Arg| arg.get_long().is_some_and(|long| !OF_THE_FILE.contains(&long));
    command.get_arguments().filter(name).filter(|arg| !["help", "version"].contains(&arg.get_id().as_str()))
}

//! `-h`: of each command the options that are used most, ten at most. `--help` has them all.

use clap::Command;

/// By command.
fn most_used() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("most_used.txt").lines().filter_map(|line| line.split_once(": "))
}

/// Leaves all other options out of the short help.
pub(super) fn shorten(mut command: Command) -> Command {
    for (name, used) in most_used() {
        command = command.mut_subcommand(name, |command| {
            command.mut_args(|arg| {
                let is_rare = arg.get_long().is_some_and(|long| !used.split(' ').any(|it| it == long));
                if is_rare { arg.hide_short_help(true) } else { arg }
            })
        });
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_help_has_at_most_ten_options_and_each_is_one() {
        let command = crate::args::command();
        for (name, used) in most_used() {
            let command = command.find_subcommand(name).unwrap();
            let used: Vec<&str> = used.split(' ').collect();
            assert!(used.len() <= 10, "{name}");
            for option in &used {
                assert!(
                    command.get_arguments().any(|arg| arg.get_long() == Some(*option)),
                    "{name} has no --{option}"
                );
            }
            let help = command.clone().render_help().to_string();
            let shown = help.lines().filter(|line| line.trim_start().starts_with('-')).count();
            assert_eq!(shown, used.len() + 1, "{help}");
        }
    }

    #[test]
    fn every_command_that_runs_tests_has_a_short_help() {
        let command = crate::args::command();
        let run = command
            .get_subcommands()
            .filter(|command| command.get_arguments().any(|arg| arg.get_long() == Some("timeout")));
        let names: Vec<&str> = run.map(Command::get_name).collect();
        let known: Vec<&str> = most_used().map(|(name, _)| name).collect();
        assert_eq!(names, known);
    }
}

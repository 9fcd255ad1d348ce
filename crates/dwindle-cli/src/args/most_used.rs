//! `-h`: of each command the options that are used most, ten at most. `--help` has them all.

use clap::Command;

/// By command.
const MOST_USED: [(&str, &str); 12] = [
    ("reduce", "with stdin exit-code stderr language unit timeout jobs budget output"),
    ("isolate", "with stdin exit-code stderr passing unit timeout jobs budget output"),
    ("maximize", "with stdin exit-code stderr unit protect timeout jobs budget output"),
    ("changes", "good bad good-dir bad-dir build with by fix jobs output"),
    ("events", "with stdin exit-code stderr pair group-by fields timeout jobs output"),
    ("check", "with stdin exit-code stderr minimality all unit protect timeout jobs"),
    ("compare", "with stdin exit-code stderr language algorithms unit timeout jobs"),
    ("options", "with exit-code stderr keep group prevent isolate timeout jobs output"),
    ("env", "with exit-code stderr passing-env keep isolate timeout jobs output"),
    ("path", "with exit-code stderr keep isolate maximize timeout jobs budget output"),
    ("fuzz", "with stdin signature language grammar seeds timeout jobs budget output-dir"),
    ("triage", "with stdin signature exit-code language timeout jobs budget output-dir"),
];

/// Leaves all other options out of the short help.
pub(super) fn shorten(mut command: Command) -> Command {
    for (name, used) in MOST_USED {
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
        for (name, used) in MOST_USED {
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
        let known: Vec<&str> = MOST_USED.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, known);
    }
}

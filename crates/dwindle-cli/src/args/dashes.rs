//! Commands without the `--` that belongs before them.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::ErrorKind;
use dwindle_run::text::shell;

use super::test::PLACEHOLDER;
use super::walk::operands;

/// The error of a line with `{}` and no `--` in it, with the line that was meant; none where there is a `--`.
///
/// The first operand is the input then, and the second the command, whose options are not those of this program.
pub(super) fn missing(program: &mut Command, words: &[OsString]) -> Option<clap::Error> {
    let is_meant = words.iter().any(|word| word == PLACEHOLDER) && !Path::new(PLACEHOLDER).exists();
    if !is_meant || words.iter().any(|word| word == "--") {
        return None;
    }
    let name = words.get(1)?.to_str()?;
    let command = program.find_subcommand(name).filter(|command| {
        ["reduce", "isolate", "maximize", "check", "compare"].contains(&command.get_name())
    })?;
    let second = operands(command, &words[2..]).filter(|operand| *operand != PLACEHOLDER).nth(1)?;
    let at = words.iter().rposition(|word| word == second)?;
    let mut meant = words.to_vec();
    meant[0] = "dwindle".into();
    meant.insert(at, "--".into());
    let (wrong, meant) = (shell::quoted([second]), shell::quoted(meant));
    program.build();
    let command = program.find_subcommand_mut(name).expect("it was found");
    let message = format!("missing -- before the command {wrong}\n\n  tip: did you mean: {meant}");
    Some(command.error(ErrorKind::MissingRequiredArgument, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(line: &str) -> Option<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = missing(&mut super::super::command(), &words)?.render().to_string();
        error.split_once("did you mean: ").map(|(_, meant)| meant.lines().next().unwrap().to_owned())
    }

    #[test]
    fn the_command_begins_at_the_second_operand() {
        assert_eq!(meant("x reduce a.c gcc -c {}").unwrap(), "dwindle reduce a.c -- gcc -c {}");
        let line = "x reduce --timeout 5s a.c gcc -O2 {}";
        assert_eq!(meant(line).unwrap(), "dwindle reduce --timeout 5s a.c -- gcc -O2 {}");
        assert_eq!(meant("x reduce a.c -- gcc -c {}"), None);
        assert_eq!(meant("x reduce a.c gcc"), None, "a test and an input");
        assert_eq!(meant("x reduce {}"), None);
    }
}

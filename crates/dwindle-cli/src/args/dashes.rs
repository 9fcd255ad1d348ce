//! Commands without the `--` that belongs before them.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::ErrorKind;
use dwindle_run::text::shell;

use super::test::PLACEHOLDER;
use super::walk::operands;

/// The error of a line without the `--` that has to be in it, with the line that was meant; none where there is a `--`.
///
/// After the command's own operands comes the command to run, whose options are not those of this program. Where a script
/// could follow as well, only a `{}` tells that it is a command.
pub(super) fn missing(program: &mut Command, words: &[OsString]) -> Option<clap::Error> {
    if words.iter().any(|word| word == "--" || word == "--help" || word == "-h") {
        return None;
    }
    let is_command = words.iter().any(|word| word == PLACEHOLDER) && !Path::new(PLACEHOLDER).exists();
    let name = words.get(1)?.to_str()?;
    let command = program.find_subcommand(name)?;
    let own = match command.get_name() {
        "reduce" | "isolate" | "maximize" | "check" | "compare" if is_command => 1,
        "path" | "triage" => 1,
        "options" | "env" | "changes" | "trace" | "fuzz" => 0,
        _ => return None,
    };
    let first = operands(command, &words[2..]).filter(|operand| *operand != PLACEHOLDER).nth(own)?;
    let at = words.iter().position(|word| std::ptr::eq(word.as_os_str(), first))?;
    let mut meant = words.to_vec();
    meant[0] = "dwindle".into();
    meant.insert(at, "--".into());
    let (wrong, meant) = (shell::quoted([first]), shell::quoted(meant));
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
    fn the_command_begins_behind_the_operands_of_ours() {
        assert_eq!(meant("x reduce a.c gcc -c {}").unwrap(), "dwindle reduce a.c -- gcc -c {}");
        let line = "x reduce --timeout 5s a.c gcc -O2 {}";
        assert_eq!(meant(line).unwrap(), "dwindle reduce --timeout 5s a.c -- gcc -O2 {}");
        assert_eq!(meant("x reduce a.c -- gcc -c {}"), None);
        assert_eq!(meant("x reduce a.c gcc"), None, "a test and an input");
        assert_eq!(meant("x reduce {}"), None);
        assert_eq!(meant("x reduce a.c cc -x cc {}").unwrap(), "dwindle reduce a.c -- cc -x cc {}");
        assert_eq!(meant("x options --all ./a -b -c").unwrap(), "dwindle options --all -- ./a -b -c");
        assert_eq!(meant("x path --keep a PATHS ./a b").unwrap(), "dwindle path --keep a PATHS -- ./a b");
        assert_eq!(meant("x triage in ./a {}").unwrap(), "dwindle triage in -- ./a {}");
        assert_eq!(meant("x changes --good v1 make -s").unwrap(), "dwindle changes --good v1 -- make -s");
        assert_eq!((meant("x triage in"), meant("x env ./a --help")), (None, None));
    }
}

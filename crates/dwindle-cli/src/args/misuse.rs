//! What clap says of a wrong command line, as an error of ours.

use dwindle_run::error::RunError;

/// What `clap` says, without its colours.
pub fn misuse(clap: &clap::Error) -> RunError {
    let text = clap.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let mut error = RunError::usage(first.strip_prefix("error: ").unwrap_or(first));
    for line in lines {
        error = match line.strip_prefix("tip: ").or_else(|| line.strip_prefix("hint: ")) {
            Some(tip) => error.hint(tip),
            None if line.starts_with("For more information") => error.hint(line),
            None => error.detail(line),
        };
    }
    error
}

//! `dwindle languages`: what is built in.

use dwindle_syntax::language::Language;

use crate::error::CliError;
use crate::text::table;
use crate::ui::print;

/// Prints a line for each language: its name, and the endings of its files, and the package that
/// parses it.
pub(super) fn run() -> Result<(), CliError> {
    let rows: Vec<[String; 3]> = Language::all()
        .map(|language| {
            let endings: Vec<String> = language.endings().iter().map(|end| format!(".{end}")).collect();
            [language.name().to_owned(), endings.join(" "), language.package().to_owned()]
        })
        .collect();
    print(table(&rows, [false; 3]).as_bytes())
}

//! `dwindle languages`: what is built in.

use dwindle_syntax::language::Language;

use crate::error::CliError;
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
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (names, endings) = (width(0), width(1));
    let mut out = String::new();
    for [name, ends, package] in &rows {
        let line = format!("{name:names$}  {ends:endings$}  {package}");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    print(out.as_bytes())
}

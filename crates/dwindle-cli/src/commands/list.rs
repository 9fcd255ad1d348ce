//! `dwindle languages` and `dwindle passes`: what is built in.

use dwindle::Algorithm;
use dwindle::passes::{self, About};
use dwindle_exec::rewriter::{ClangDelta, JsonLines};
use dwindle_run::error::RunError;
use dwindle_run::text::{escaped, table};
use dwindle_syntax::language::Language;

use crate::resolve;
use crate::ui::print;

/// Prints a line for each language: its name, and the endings of its files, and the package that
/// parses it.
pub(super) fn languages() -> Result<(), RunError> {
    let rows: Vec<[String; 3]> = Language::all()
        .map(|language| {
            let endings: Vec<String> = language.endings().iter().map(|end| format!(".{end}")).collect();
            [language.name().to_owned(), endings.join(" "), language.package().to_owned()]
        })
        .collect();
    print(table(&rows, [false; 3]).as_bytes())
}

/// Prints a line for each pass: its name, what it works on, and what it does, with who published it; then the passes that
/// are programs.
pub(super) fn passes() -> Result<(), RunError> {
    let row = |about: About, beside: Option<&str>| {
        let beside = beside.map(|beside| format!(" ({beside})")).unwrap_or_default();
        [about.name.to_owned(), about.level.plural().to_owned(), format!("{}{beside}", about.does)]
    };
    let passes = passes::all(Algorithm::default()).into_iter().map(|pass| pass.about());
    let mut rows: Vec<_> = passes.map(|about| row(about, about.citation)).collect();
    let found = resolve::installed_clang_delta().map_or("not installed".to_owned(), |path| escaped(&path));
    rows.extend([row(ClangDelta::ABOUT, Some(&found)), row(JsonLines::ABOUT, None)]);
    print(table(&rows, [false; 3]).as_bytes())
}

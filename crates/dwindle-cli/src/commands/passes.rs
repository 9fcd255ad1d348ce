//! `dwindle passes`: what `reduce` can run.

use dwindle::Algorithm;
use dwindle::passes;

use crate::error::CliError;
use crate::text::table;
use crate::ui::print;

/// Prints a line for each pass: its name, what it works on, and what it does, with who published it.
pub(super) fn run() -> Result<(), CliError> {
    let passes = passes::all(Algorithm::default());
    let row = |pass: &dyn passes::Pass| {
        let citation = pass.citation().map(|citation| format!(" ({citation})")).unwrap_or_default();
        [pass.name().to_owned(), pass.level().plural().to_owned(), format!("{}{citation}", pass.about())]
    };
    let rows: Vec<[String; 3]> = passes.iter().map(|pass| row(&**pass)).collect();
    print(table(&rows, [false; 3]).as_bytes())
}

//! `dwindle generate`: inputs that follow a grammar.

use dwindle_run::error::RunError;
use dwindle_run::settings::SyntaxChoice;
use dwindle_run::syntax::grammar;
use dwindle_run::text::escaped;
use dwindle_syntax::generate::Generator;

use super::folder::Folder;
use crate::args::Generate;
use crate::questions::begin::warn;
use crate::resolve;
use crate::ui::{print, tell};

/// Prints inputs, or writes them into files.
pub(super) fn run(words: &Generate) -> Result<(), RunError> {
    let settings = resolve::generate(words)?;
    warn(&settings.syntax, tell);
    let mut generator = Generator::new(grammar(&settings.syntax)?, settings.bounds, settings.seed);
    let folder = settings.output_dir.as_deref().map(Folder::open).transpose()?;
    for number in 1..=settings.count {
        let generated = generator.generate().map_err(|error| no_text(&error))?;
        let bytes = generated.text().bytes();
        match &folder {
            Some(folder) => {
                let name = format!("{number:04}.{}", ending(&settings.syntax));
                if folder.put(&name, bytes)?.is_none() {
                    let there = folder.path().join(name);
                    return Err(RunError::usage(format!(
                        "{} already exists with other contents",
                        escaped(&there)
                    ))
                    .hint(
                        "existing files are not overwritten: choose another directory, or move the file away",
                    ));
                }
            }
            None => print(&shown(bytes, number, settings.count))?,
        }
    }
    Ok(())
}

/// For grammars that can make nothing.
pub(super) fn no_text(error: &dwindle_syntax::generate::NoText) -> RunError {
    RunError::usage(format!("nothing can be generated: {error}"))
        .hint("the grammar of a supported language may have tokens that only its scanner knows; give a grammar of your own: --grammar FILE")
}

/// Alone as it is; of several each ends its line, and an empty line stands between two.
fn shown(bytes: &[u8], number: u64, count: u64) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if count > 1 {
        if !out.ends_with(b"\n") {
            out.push(b'\n');
        }
        if number < count {
            out.push(b'\n');
        }
    }
    out
}

fn ending(syntax: &SyntaxChoice) -> &str {
    let of_language = match syntax {
        SyntaxChoice::Language(language) => language.endings().first().copied(),
        _ => None,
    };
    of_language.unwrap_or("txt")
}

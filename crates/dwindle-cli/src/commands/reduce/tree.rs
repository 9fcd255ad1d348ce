//! `dwindle reduce` on a directory, or on several inputs.

use std::path::Path;
use std::sync::Arc;

use dwindle::plan::{Depth, FolderPlan, Planned};
use dwindle::search::Search;
use dwindle::space::{FilesSpace, Text};
use dwindle::test::CommandPlace;
use dwindle::{Algorithm, Stop};

use super::{carry_out, plans};
use crate::commands::needs::{Needed, circles};
use crate::commands::trees;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::input::shown;
use crate::settings::{Method, Output, Settings};
use crate::syntax::Syntax;
use crate::ui::{End, Ui, number, plural};

/// Reduces, and tells how far it came.
pub(super) fn run(settings: &Settings, ui: &mut Ui) -> Result<Exit, CliError> {
    let (mut session, _watch) = trees::open(settings, ui)?;
    let needs = named(settings, session.input().files(), ui)?;
    let files = session.input().files().len();
    let list = match settings.algorithm {
        Some(Method::List(algorithm)) => algorithm,
        Some(Method::Tree(_)) | None => Algorithm::default(),
    };
    let plan = FolderPlan::new(list).protect(settings.protect.clone()).needs(needs);
    let plan = plan.whole_files(settings.whole_files);
    let (done, finished) = session.run(ui, |search, tree| {
        let planned = plan.run(search, Arc::clone(tree.files()), &mut |search, path, text, depth| {
            contents(settings, search, path, text, depth)
        })?;
        Ok(((planned.files.len(), planned.certificates.clone()), planned.certificates))
    })?;
    let mut end = End::new(settings, &session, &finished, ui.clock().elapsed());
    if let Some((left, certificates)) = done {
        let note = format!("{} of {} left", number(left as u64), plural(files as u64, "file and folder"));
        end = end.note(note.replace("file and folders", "files and folders")).minimality(&certificates);
    }
    if let (Output::Stdout, Some(path)) = (&settings.output, &finished.result) {
        ui.result(path)?;
    }
    ui.end(&end.to_string(), &end)?;
    Ok(end.exit())
}

/// Reduces what is in one file, by the plan of its language.
fn contents(
    settings: &Settings,
    search: &mut Search<'_, '_, CommandPlace>,
    path: &Path,
    text: &Text,
    depth: Depth,
) -> Result<Planned, Stop> {
    let syntax = Syntax::of(&settings.syntax, path, text.bytes());
    // An algorithm on trees leaves files alone of which it knows no tree.
    let mut plans = plans(settings, settings.algorithm, syntax.as_ref()).unwrap_or_default();
    if depth == Depth::Coarse {
        plans = plans.into_iter().take(1).map(dwindle::Plan::coarse).collect();
    }
    carry_out(&plans, search, text)
}

/// The needs that `--deps` names, by path.
fn named(
    settings: &Settings,
    files: &Arc<dwindle::files::Files>,
    ui: &Ui,
) -> Result<Vec<(std::path::PathBuf, std::path::PathBuf)>, CliError> {
    let Some(deps) = &settings.deps else { return Ok(Vec::new()) };
    let space = FilesSpace::new(Arc::clone(files));
    let paths = space.paths();
    let unit = |name: &str| {
        // As a user writes paths: `./src/` is `src`.
        let path: std::path::PathBuf =
            Path::new(name).components().filter(|part| part.as_os_str() != ".").collect();
        space.unit(&path)
    };
    let Needed { pairs, needs } = deps.read(paths.len(), "a path in the input", unit)?;
    circles(&needs, ui, |unit| shown(&paths[unit as usize]));
    let path = |unit: u32| paths[unit as usize].clone();
    Ok(pairs.into_iter().map(|(one, other)| (path(one), path(other))).collect())
}

//! `dwindle reduce` on a directory, or on several inputs.

use std::path::Path;
use std::sync::Arc;

use dwindle::files::Files;
use dwindle::plan::{Depth, FolderPlan, Planned};
use dwindle::search::Search;
use dwindle::space::{FilesSpace, Text};
use dwindle::{Algorithm, Stop};

use super::{best, carry_out, plans};
use crate::commands::needs::{Needed, circles};
use crate::commands::trees;
use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::{Method, Output, Settings};
use crate::syntax::Syntax;
use crate::text::{number, plural, shown};
use crate::ui::{Diff, End, Ui};

/// Reduces, and tells how far it came.
pub(super) fn run(settings: &Settings, ui: &mut Ui) -> Result<Exit, CliError> {
    let (mut session, _watch) = trees::open(settings, ui)?;
    let needs = named(settings, session.input().files(), ui)?;
    let files = session.input().files().len();
    if settings.print_diff {
        ui.show_diffs(Diff::of_tree(session.input().files()));
    }
    let list = match settings.algorithm {
        Some(Method::List(algorithm)) => algorithm,
        Some(Method::Tree(_)) | None => Algorithm::default(),
    };
    let plan = FolderPlan::new(list).protect(settings.protect.clone()).needs(needs);
    let plan = plan.whole_files(settings.whole_files);
    let layouts = session.tree_layouts();
    let mut shown = None;
    let (done, finished) = session.run(ui, |search, tree| {
        let planned = plan.run(search, Arc::clone(tree.files()), &mut |search, path, text, depth| {
            contents(settings, search, path, text, depth)
        });
        let (files, certificates, stop) = match planned {
            Ok(planned) => (planned.files, planned.certificates, None),
            Err(stop) => match best(search, &stop).and_then(|bytes| Files::read_archive(&*bytes).ok()) {
                Some(files) => (Arc::new(files), Vec::new(), Some(stop)),
                None => return Err(stop),
            },
        };
        if let Some(layouts) = &layouts {
            shown = layouts.lay_out(search, &files)?;
        }
        stop.map_or(Ok(((files.len(), certificates.clone()), certificates)), Err)
    })?;
    let mut end = End::new(settings, &session, &finished, ui.clock().elapsed());
    if let Some((left, certificates)) = done {
        let of = format!("{} of {}", number(left as u64), plural(files as u64, "file and directory"));
        end = end.parts(of.replace("file and directorys", "files and directories")).minimality(&certificates);
    }
    let mut shown = shown.filter(|_| !finished.is_behind);
    if let Some(shown) = &mut shown {
        session.show_tree(shown)?;
        end = end.tree_layout(shown);
    }
    match (&settings.output, &finished.result, &shown) {
        (Output::Stdout, _, Some(shown)) => ui.result_bytes(&archive(&shown.files)?)?,
        (Output::Stdout, Some(path), None) => ui.result(path)?,
        _ => {}
    }
    ui.end(&end.to_string(), &end)?;
    Ok(end.exit())
}

/// A tree as it goes to standard output.
fn archive(files: &Files) -> Result<Vec<u8>, CliError> {
    let mut archive = Vec::new();
    let written = files.write_archive(&mut archive);
    written.map_err(|error| CliError::new(Exit::Internal, format!("cannot write the archive: {error}")))?;
    Ok(archive)
}

/// Reduces what is in one file, by the plan of its language.
fn contents(
    settings: &Settings,
    search: &mut Search<'_>,
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
    files: &Arc<Files>,
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

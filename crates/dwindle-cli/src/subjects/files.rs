//! Directories, or several inputs as one: which files matter, and then what is in them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::files::{self, Files};
use dwindle::passes::{Pass, Rewriter};
use dwindle::plan::{FilesPlan, Level};
use dwindle::space::{FilesSpace, Sides, Space};
use dwindle::{Outcome, Plan, Text};
use dwindle_exec::Feed;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::input::Input;
use dwindle_run::session::tree::Tree;
use dwindle_run::settings::{Output, Settings};
use dwindle_run::syntax::Syntax;
use dwindle_run::text::{number, plural, shown};
use dwindle_syntax::layout::LONGEST;

use super::invocation::Matter;
use super::needs::{self, Needed, circles};
use super::text::maximize::{nothing_passes, so_far};
use crate::questions::subject::{Asked, Most, Run, Subject};
use crate::ui::{Diff, Layout, Name, Ui};
use dwindle_run::plans::{best, plan};

/// Opens a session on a directory, or on several inputs as one, and says what is left out of it.
pub(crate) fn open<'a>(settings: &'a Settings, ui: &'a mut Ui) -> Result<Asked<'a, Tree>, RunError> {
    open_as(None, settings, ui)
}

/// As [`open`], where tests see a directory under this `name`.
pub(crate) fn open_as<'a>(
    name: Option<OsString>,
    settings: &'a Settings,
    ui: &'a mut Ui,
) -> Result<Asked<'a, Tree>, RunError> {
    let mut left_out = Vec::new();
    let asked = Asked::of(settings, ui, || {
        if settings.test.feed == Feed::Stdin {
            return Err(RunError::usage("--stdin cannot be used with a directory or with several inputs")
                .hint(
                    "the candidate is in the working directory, and {} in the command stands for its path",
                ));
        }
        let (input, skipped) = Input::read_tree(&settings.input)?;
        left_out = skipped;
        Ok(input.called(name))
    })?;
    asked.ui.show_files();
    for path in &left_out {
        asked.ui.say(&format!("skipped: {} (tests do not see it)", shown(path)));
    }
    Ok(asked)
}

/// Reduces, and tells how far it came.
pub(crate) fn reduce(asked: Asked<'_, Tree>) -> Result<Exit, RunError> {
    let Asked { settings, mut session, ui, .. } = asked;
    let needs = named(settings, &session.input().files, ui)?;
    let files = session.input().files.len();
    if settings.print_diff {
        ui.show_diffs(Diff::of_tree(&session.input().files));
    }
    let list = settings.list_algorithm();
    let files_plan = FilesPlan::new(list).protect(settings.protect.clone()).needs(needs);
    let files_plan = files_plan.whole_files(settings.whole_files);
    let (layouts, rewriters) = (session.tree_layouts(), session.rewriters()?);
    let (mut shown, mut unlaid) = (None, Vec::new());
    let (done, finished) = session.run(ui, |search, tree| {
        (shown, unlaid) = (None, Vec::new());
        if layouts.is_some() {
            search.keep_way(LONGEST);
        }
        let planned = files_plan
            .run(search, Arc::clone(&tree.files), &|path, text| plan_of(settings, &rewriters, path, text));
        let (files, certificates, stop) = match planned {
            Ok(planned) => (planned.files, planned.certificates, None),
            Err(stop) => match best(search, &stop).and_then(|bytes| files::read_archive(&*bytes).ok()) {
                Some(files) => (Arc::new(files), Vec::new(), Some(stop)),
                None => return Err(stop),
            },
        };
        if let Some(layouts) = &layouts {
            (shown, unlaid) = layouts.lay_out(search, &files)?;
        }
        stop.map_or(Ok(((files.len(), certificates.clone()), certificates)), Err)
    })?;
    let mut end = ui.came_to(&finished);
    // What a size counts is said where the sizes are.
    let names = "names included";
    end = match done {
        Some((left, certificates)) => {
            let parts = format!("{} of {}, {names}", number(left as u64), all(files));
            end.parts(parts).minimality(&certificates)
        }
        None => end.parts(names.to_owned()),
    };
    for (files, why) in unlaid.into_iter().filter(|_| !finished.is_behind) {
        end = end.note(format!("{} not laid out: {why}", plural(files as u64, "file")));
    }
    let mut shown = shown.filter(|_| !finished.is_behind);
    if let Some(shown) = &mut shown {
        session.show_tree(shown)?;
        end = end.layout(Layout::of_tree(shown));
    }
    match (&settings.output, &finished.result, &shown) {
        (Output::Stdout, _, Some(shown)) => ui.result_bytes(&archive(&shown.files)?)?,
        (Output::Stdout, Some(path), None) => ui.result(path)?,
        _ => {}
    }
    ui.finish(&end, &())
}

/// `2 files and directories`.
fn all(entries: usize) -> String {
    plural(entries as u64, "file and directory").replace("file and directorys", "files and directories")
}

/// What the last record has of files that are not on both sides, and a line for each with this sign.
fn difference(paths: &[&Path], sign: char) -> (Matter<Name>, String) {
    let lines = paths.iter().flat_map(|path| [format!("{sign} {}", shown(path)), "\n".to_owned()]).collect();
    (Matter("difference", paths.iter().copied().map(Name::of).collect()), lines)
}

impl Subject for Tree {
    const LEVEL: Level = Level::Files;

    type Units = FilesSpace;

    fn units(&self, _: &Settings) -> Arc<FilesSpace> {
        Arc::new(FilesSpace::new(Arc::clone(&self.files)))
    }

    fn nothing_passes(&self, outcome: Outcome) -> RunError {
        nothing_passes(outcome)
    }

    fn tell_sides(mut run: Run<'_, Self>, space: &Self::Units, sides: &Sides) -> Result<Exit, RunError> {
        let (without, with) = (sides.passing(), sides.failing());
        let (passing, failing) = (space.render(&without), space.render(&with));
        let more: Vec<&Path> =
            failing.iter().map(|(path, _)| path).filter(|path| passing.get(path).is_none()).collect();
        run.finished.result = Some(run.asked.session.write_tree("failing", &failing)?);
        run.finished.result_size = space.size(&with);
        let passing_path = run.asked.session.write_tree("passing", &passing)?;
        let end = run.end().result(&passing_path).both_sides().counted(&format!(
            "{}: {} of {} {} the difference, beside {} that both sides have, found in",
            run.asked.settings.input.name(),
            number(more.len() as u64),
            all(space.units()),
            if more.len() == 1 { "makes" } else { "make" },
            number(passing.len() as u64),
        ));
        let (matter, lines) = difference(&more, '+');
        run.asked.ui.answer(&lines)?;
        run.asked.ui.finish(&end, &matter)
    }

    fn tell_most(mut run: Run<'_, Self>, space: &Self::Units, most: Option<Most>) -> Result<Exit, RunError> {
        let Some(most) = most.filter(|most| most.is_done) else { return so_far(run) };
        let passing = space.render(&most.passing);
        let paths = space.paths();
        let left_out: Vec<&Path> =
            paths.iter().map(AsRef::as_ref).filter(|path| passing.get(path).is_none()).collect();
        let end = run.end().counted(&format!(
            "{}: {} of {} pass together, in",
            run.asked.settings.input.name(),
            number(passing.len() as u64),
            all(space.units()),
        ));
        let (matter, lines) = difference(&left_out, '-');
        run.asked.show(run.finished.result.as_deref(), &lines)?;
        run.asked.ui.finish(&end, &matter)
    }
}

/// A tree as it goes to standard output.
fn archive(files: &Files) -> Result<Vec<u8>, RunError> {
    let mut archive = Vec::new();
    let written = files::write_archive(files, &mut archive);
    written.map_err(|error| RunError::internal(format!("cannot write the archive: {error}")))?;
    Ok(archive)
}

/// The plan of what is in one file, by its language: empty for an algorithm on trees where it knows no tree.
fn plan_of(settings: &Settings, rewriters: &[Arc<dyn Rewriter>], path: &Path, text: &Text) -> Plan {
    let syntax = Syntax::of(&settings.syntax, path, text.bytes());
    let plan = plan(settings, settings.algorithm, syntax.as_ref(), rewriters, text);
    plan.unwrap_or_else(|_| Plan::of(Vec::<Arc<dyn Pass>>::new()))
}

/// The needs that `--deps` names, by path.
fn named(settings: &Settings, files: &Arc<Files>, ui: &Ui) -> Result<Vec<(PathBuf, PathBuf)>, RunError> {
    let Some(deps) = &settings.deps else { return Ok(Vec::new()) };
    let space = FilesSpace::new(Arc::clone(files));
    let paths = space.paths();
    let unit = |name: &str| {
        // As a user writes paths: `./src/` is `src`.
        let path: PathBuf = Path::new(name).components().filter(|part| part.as_os_str() != ".").collect();
        space.unit(&path)
    };
    let Needed { pairs, needs } = needs::read(deps, paths.len(), "a path in the input", unit)?;
    circles(&needs, ui, |unit| shown(&paths[unit as usize]));
    let path = |unit: u32| paths[unit as usize].clone();
    Ok(pairs.into_iter().map(|(one, other)| (path(one), path(other))).collect())
}

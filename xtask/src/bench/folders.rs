//! Identities of candidates of a large directory tree.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use dwindle::files::{Entry, Files};
use dwindle::space::{Around, AsSpace, FilesSpace, Space, Unit};
use dwindle::{Config, Id, Text};
use xtask::program::now;

use super::row::Row;

/// How many files the tree has.
const FILES: usize = 10_000;

/// How many identities are timed.
const CONFIGS: usize = 2_000;

/// What an identity costs where one file is edited, and where one entry goes, beside that of a whole tree.
pub(super) fn rows() -> Result<Vec<Row>> {
    let files = Arc::new(tree()?);
    let whole = seconds(20, |_| files.id());
    let edited = Path::new("d042/f17.c");
    let Some(Entry::File { text, .. }) = files.get(edited) else { anyhow::bail!("the file is in the tree") };
    let lines = Arc::new(text.cut(Unit::Lines)).as_space();
    let around = Around::new(Arc::clone(&files), edited).context("the file is in the tree")?.lens()(&lines);
    let inside = seconds(CONFIGS, |nth| around.id(&dropped(&*around, nth)));
    let entries = FilesSpace::new(Arc::clone(&files));
    let one = seconds(CONFIGS, |nth| entries.id(&dropped(&entries, nth)));
    let row = |what, cost: f64| {
        let times = whole / cost;
        Row::new(
            format!("folders: {FILES} files, {what}: identities a second (times as many as of whole trees)"),
            format!("{:.0} ({times:.0})", 1.0 / cost),
        )
        .target(">= 10 times", times >= 10.0)
    };
    Ok(vec![row("an edit in one", inside), row("one entry gone", one)])
}

/// A hundred folders of a hundred files of 40 lines each.
fn tree() -> Result<Files> {
    let mut files = Files::new();
    for number in 0..FILES {
        let (folder, file) = (number / 100, number % 100);
        let mut text = String::new();
        (0..40).try_for_each(|line| writeln!(text, "int f{folder}_{file}_{line}(void);"))?;
        let entry = Entry::File { text: Text::new(text.into_bytes())?, mode: 0o644 };
        files.insert(PathBuf::from(format!("d{folder:03}/f{file}.c")), entry)?;
    }
    Ok(files)
}

/// The `nth` configuration without one unit.
fn dropped(space: &dyn Space, nth: usize) -> Config {
    let at = nth * 7919 % space.units();
    space.full().without_slice(at..at + 1)
}

/// Seconds that one identity takes, the mean of `times`.
#[expect(clippy::cast_precision_loss, reason = "a few thousand")]
fn seconds(times: usize, mut id: impl FnMut(usize) -> Id) -> f64 {
    let begin = now();
    (0..times).for_each(|nth| {
        black_box(id(nth));
    });
    begin.elapsed().as_secs_f64() / times as f64
}

//! A dynamic slice of dependences, for programs in Python: `research/faults/dependences.py` computes it.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::program::command;

use super::case::Case;

/// The lines of the slice; none for other languages.
pub(super) fn of(case: &Case, dir: &Path) -> Result<Option<BTreeSet<usize>>> {
    if case.language() != "python" {
        return Ok(None);
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/dependences.py");
    let pattern = case.options.last().map_or("", String::as_str);
    let words = case.command.split(' ').skip(1);
    let ran = command("python3").arg(script).arg(pattern).args(words).current_dir(dir).output()?;
    ensure!(ran.status.success(), "dependences.py: {}", String::from_utf8_lossy(&ran.stderr));
    let said = String::from_utf8_lossy(&ran.stdout);
    let last = said.lines().last().context("dependences.py said nothing")?;
    last.split(' ').map(|line| line.parse().with_context(|| last.to_owned())).collect::<Result<_>>().map(Some)
}

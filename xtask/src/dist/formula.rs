//! A formula for Homebrew.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::program::write;

use super::{Release, VERSION, sum};

/// With `{…}` for what a release decides.
const FORMULA: &str = include_str!("dwindle.rb");

/// Writes the formula for an archive that will lie below `url`.
pub(super) fn make(release: &Release, url: &str, archive: &Path) -> Result<PathBuf> {
    let name = archive.file_name().and_then(|name| name.to_str()).context("an archive has a name")?;
    let home = url.trim_end_matches('/');
    let text = FORMULA.replace("{home}", home).replace("{url}", &format!("{home}/{name}"));
    let text = text.replace("{version}", VERSION).replace("{sha256}", &sum(archive)?);
    let path = release.dist.join("dwindle.rb");
    write(&path, text.as_bytes())?;
    Ok(path)
}

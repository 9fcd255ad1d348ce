//! Where the sources of a package lie.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A package whose sources are on this machine.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) package: String,
    pub(super) version: String,
    pub(super) folder: PathBuf,
}

/// The sources of a dependency of this workspace; none when they were not fetched.
pub(super) fn find(package: &str) -> Result<Option<Source>> {
    static METADATA: OnceLock<Option<Value>> = OnceLock::new();
    let Some(metadata) = METADATA.get_or_init(|| metadata().ok()) else { return Ok(None) };
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists packages")?;
    let Some(found) = packages.iter().find(|found| found["name"] == package) else {
        bail!("{package} is no dependency");
    };
    let manifest = PathBuf::from(found["manifest_path"].as_str().context("a package has a manifest")?);
    let folder = manifest.parent().context("a manifest lies in a folder")?.to_owned();
    let version = found["version"].as_str().context("a package has a version")?.to_owned();
    Ok(folder.exists().then(|| Source { package: package.to_owned(), version, folder }))
}

fn metadata() -> Result<Value> {
    let arguments = ["metadata", "--format-version=1", "--all-features", "--locked", "--offline"];
    let output = xtask::program::command(env!("CARGO"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()?;
    if !output.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

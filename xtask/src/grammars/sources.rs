//! Where the sources of a package lie.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::{Context, Result};
use serde_json::Value;
use xtask::program::{command, succeed};

/// A package whose sources are on this machine.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) package: String,
    pub(super) version: String,
    pub(super) folder: PathBuf,
}

/// The languages of dwindle-syntax, each with the package of its parser: features that need such a package. None when
/// the dependencies were not fetched.
pub(super) fn languages() -> Result<Vec<(String, String)>> {
    let Some(syntax) = package("dwindle-syntax")? else { return Ok(Vec::new()) };
    let features = syntax["features"].as_object().context("a package has features")?;
    let parser = |(name, needs): (&String, &Value)| {
        let [Value::String(only)] = needs.as_array()?.as_slice() else { return None };
        let package = only
            .strip_prefix("dep:")
            .filter(|package| package.starts_with("tree-sitter-") || package.starts_with("ts-parser-"))?;
        Some((name.clone(), package.to_owned()))
    };
    Ok(features.iter().filter_map(parser).collect())
}

/// The sources of a dependency of this workspace; none when they were not fetched.
pub(super) fn find(name: &str) -> Result<Option<Source>> {
    let Some(found) = package(name)? else { return Ok(None) };
    let manifest = PathBuf::from(found["manifest_path"].as_str().context("a package has a manifest")?);
    let folder = manifest.parent().context("a manifest lies in a folder")?.to_owned();
    let version = found["version"].as_str().context("a package has a version")?.to_owned();
    Ok(folder.exists().then(|| Source { package: name.to_owned(), version, folder }))
}

/// What Cargo knows of a package; none when the dependencies were not fetched.
fn package(name: &str) -> Result<Option<&'static Value>> {
    static METADATA: OnceLock<Option<Value>> = OnceLock::new();
    let Some(metadata) = METADATA.get_or_init(|| metadata().ok()) else { return Ok(None) };
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists packages")?;
    let found = packages.iter().find(|found| found["name"] == name);
    Ok(Some(found.with_context(|| format!("{name} is no dependency"))?))
}

fn metadata() -> Result<Value> {
    let arguments = ["metadata", "--format-version=1", "--all-features", "--locked", "--offline"];
    let mut cargo = command(env!("CARGO"));
    cargo.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    Ok(serde_json::from_str(&succeed(&mut cargo)?)?)
}

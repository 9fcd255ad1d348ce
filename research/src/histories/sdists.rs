//! The source archives of releases: found in a folder, fetched by the registry's own client, unpacked.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use xtask::program::{command, succeed};

/// A folder of source archives.
pub(super) struct Sdists {
    dir: PathBuf,
    /// Whether what is not there may be fetched.
    fetches: bool,
}

impl Sdists {
    /// The folder that the user named, or one of ours into which archives are fetched.
    pub(super) fn new(home: &Path, named: Option<PathBuf>) -> Result<Self> {
        let fetches = named.is_none();
        let dir = named.unwrap_or_else(|| home.join("sdists"));
        if fetches {
            fs::create_dir_all(&dir)?;
        }
        let dir = dir.canonicalize().with_context(|| dir.display().to_string())?;
        Ok(Self { dir, fetches })
    }

    /// Sees to it that all of these are there.
    pub(super) fn fetch(&self, files: impl Iterator<Item = (&'static str, &'static str)>) -> Result<()> {
        let mut missing = Vec::new();
        for (name, version) in files {
            if self.find(name, version)?.is_none() {
                missing.push((name, version));
            }
        }
        if !self.fetches {
            let names: Vec<String> = missing.iter().map(|(name, version)| file_name(name, version)).collect();
            ensure!(names.is_empty(), "{} lacks {}", self.dir.display(), names.join(", "));
        }
        for (name, version) in missing {
            let mut pip = command("python3");
            pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest"]);
            let fetched =
                pip.arg(&self.dir).arg(format!("{name}=={version}")).status().context("running pip")?;
            let hint = "(lay the archive into a folder and name that with --sdists)";
            ensure!(fetched.success(), "pip does not fetch {} {hint}", file_name(name, version));
        }
        Ok(())
    }

    /// Unpacks a release into a folder that is made anew.
    pub(super) fn unpack(&self, name: &str, version: &str, to: &Path) -> Result<()> {
        let archive = self.find(name, version)?;
        let archive = archive.with_context(|| format!("{} is not there", file_name(name, version)))?;
        if to.exists() {
            fs::remove_dir_all(to)?;
        }
        fs::create_dir_all(to)?;
        let mut tar = command("tar");
        tar.args(["--extract", "--gzip", "--strip-components=1", "--no-same-owner", "--file"]).arg(&archive);
        succeed(tar.arg("--directory").arg(to)).map(drop)
    }

    /// The archive of a release, however its name is spelt.
    fn find(&self, name: &str, version: &str) -> Result<Option<PathBuf>> {
        let wanted = file_name(name, version);
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().eq_ignore_ascii_case(&wanted) {
                return Ok(Some(entry.path()));
            }
        }
        Ok(None)
    }
}

/// What a release's archive is called, capitals aside.
pub(super) fn file_name(name: &str, version: &str) -> String {
    format!("{name}-{version}.tar.gz")
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::program::write;

    #[test]
    fn an_archive_is_unpacked_without_its_uppermost_folder_over_what_lay_there() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        fs::create_dir_all(at("thing-1.0/src")).unwrap();
        write(&at("thing-1.0/src/a.py"), b"1\n").unwrap();
        let mut tar = command("tar");
        tar.arg("--create").arg("--gzip").arg("--file").arg(at("thing-1.0.tar.gz"));
        assert!(tar.arg("--directory").arg(dir.path()).arg("thing-1.0").status().unwrap().success());
        fs::create_dir(at("to")).unwrap();
        write(&at("to/older"), b"").unwrap();
        let sdists = Sdists::new(dir.path(), Some(dir.path().to_owned())).unwrap();
        sdists.fetch([("Thing", "1.0")].into_iter()).unwrap();
        sdists.unpack("Thing", "1.0", &at("to")).unwrap();
        assert_eq!(fs::read(at("to/src/a.py")).unwrap(), b"1\n");
        assert!(!at("to/older").exists());
    }

    #[test]
    fn all_archives_that_a_named_folder_lacks_are_told() {
        let dir = tempfile::tempdir().unwrap();
        let sdists = Sdists::new(dir.path(), Some(dir.path().to_owned())).unwrap();
        let refused = sdists.fetch([("Thing", "1.0"), ("Thing", "1.1")].into_iter()).unwrap_err().to_string();
        assert!(refused.ends_with(" lacks Thing-1.0.tar.gz, Thing-1.1.tar.gz"), "{refused}");
    }
}

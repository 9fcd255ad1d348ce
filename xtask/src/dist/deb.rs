//! A package of Debian.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::program::{command, succeed, write};

use super::{Release, VERSION};

/// Where the package has what the staged folder has.
const FILES: [(&str, &str); 6] = [
    ("dwindle", "usr/bin/dwindle"),
    ("completions/dwindle.bash", "usr/share/bash-completion/completions/dwindle"),
    ("completions/_dwindle", "usr/share/zsh/vendor-completions/_dwindle"),
    ("completions/dwindle.fish", "usr/share/fish/vendor_completions.d/dwindle.fish"),
    ("README.md", "usr/share/doc/dwindle/README.md"),
    ("CHANGELOG.md", "usr/share/doc/dwindle/changelog"),
];

/// Makes the package. It depends on no other.
pub(super) fn make(release: &Release) -> Result<PathBuf> {
    let root = release.dist.join("deb");
    let copy = |from: &Path, to: PathBuf| -> Result<()> {
        fs::create_dir_all(to.parent().context("files of a package lie in folders")?)?;
        fs::copy(from, &to).with_context(|| from.display().to_string())?;
        Ok(())
    };
    for (from, to) in FILES {
        copy(&release.staged.join(from), root.join(to))?;
    }
    let mut pages = command("gzip");
    pages.args(["-9", "--no-name"]);
    for page in fs::read_dir(release.staged.join("man"))? {
        let page = page?;
        let to = root.join("usr/share/man/man1").join(page.file_name());
        copy(&page.path(), to.clone())?;
        pages.arg(to);
    }
    succeed(&mut pages)?;
    let licences =
        ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| fs::read_to_string(release.staged.join(name)));
    let [mit, apache] = licences;
    let copyright =
        format!("Dwindle is under either of two licences, as you choose.\n\n{}\n{}", mit?, apache?);
    write(&root.join("usr/share/doc/dwindle/copyright"), copyright.as_bytes())?;

    let architecture = succeed(command("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let kilobytes = succeed(command("du").args(["-sk", "--apparent-size"]).arg(&root))?;
    let kilobytes = kilobytes.split_whitespace().next().context("du prints a size")?.to_owned();
    fs::create_dir(root.join("DEBIAN"))?;
    let control = format!(
        "Package: dwindle\nVersion: {VERSION}\nArchitecture: {architecture}\nInstalled-Size: {kilobytes}\n\
         Maintainer: The Dwindle contributors\nSection: devel\nPriority: optional\n\
         Description: shrink a failure to the part that causes it\n \
         Dwindle runs a failing test on smaller and smaller parts of its input and keeps\n \
         the smallest part that still fails.\n"
    );
    write(&root.join("DEBIAN/control"), control.as_bytes())?;
    let path = release.dist.join(format!("dwindle_{VERSION}_{architecture}.deb"));
    let mut package = command("dpkg-deb");
    package.args(["--root-owner-group", "--build"]).arg(&root).arg(&path);
    succeed(package.env("SOURCE_DATE_EPOCH", &release.date))?;
    fs::remove_dir_all(root)?;
    Ok(path)
}

//! `cargo xtask dist`: what is released, from this checkout, in `target/dist`.
//!
//! An archive and a package of Debian with the program, its manual pages and completions; a wheel with the Python package and
//! the program; a formula for Homebrew; the checksums of all. On Linux with the GNU C library the program is linked
//! statically, so it needs nothing of the system that it runs on.

mod check;
mod deb;
mod formula;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;
use sha2::{Digest, Sha256};
use xtask::program::{command, print, succeed, write};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What to make.
#[derive(Args)]
pub(crate) struct Options {
    /// Install each in an empty environment, too, and reduce a small input there
    #[arg(long)]
    check: bool,
    /// The address that the files will have, up to their names; without it there is no formula for Homebrew
    #[arg(long)]
    url: Option<String>,
}

/// A release: what its files are made of.
struct Release {
    /// The folder of the checkout.
    root: PathBuf,
    /// Where the files go.
    dist: PathBuf,
    /// The system that the program is for, as rustc names it.
    target: String,
    /// A folder with the program and all that goes with it.
    staged: PathBuf,
    /// When the last commit was made, in seconds since 1970: the date of all files, so that the same commit gives the same.
    date: String,
}

/// Makes all files.
pub(crate) fn run(options: &Options) -> Result<()> {
    let release = Release::stage()?;
    let archive = release.archive()?;
    let mut files = vec![archive.clone()];
    let deb = release.target.ends_with("linux-gnu").then(|| deb::make(&release)).transpose()?;
    files.extend(deb.clone());
    let wheel = release.wheel()?;
    files.push(wheel.clone());
    if let Some(url) = &options.url {
        files.push(formula::make(&release, url, &archive)?);
    }
    let sums = release.sums(&files)?;
    for file in &files {
        print(&format!("{:>10}  {}\n", fs::metadata(file)?.len(), file.display()))?;
    }
    if options.check {
        check::archive(&archive, &release)?;
        deb.map_or(Ok(()), |deb| check::deb(&deb))?;
        check::wheel(&wheel)?;
        check::sums(&sums)?;
        print("each was installed and reduced an input\n")?;
    }
    Ok(())
}

impl Release {
    /// Builds the program, and lays it in a folder with its licences, manual pages and completions.
    fn stage() -> Result<Self> {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?.to_owned();
        let compiler = succeed(command("rustc").arg("-vV"))?;
        let host = compiler.lines().find_map(|line| line.strip_prefix("host: "));
        let target = host.context("rustc names its host")?.to_owned();
        let dist = root.join("target/dist");
        if dist.exists() {
            fs::remove_dir_all(&dist)?;
        }
        let program = built(&root, &target, &tables(&root)?)?;
        let staged = dist.join(format!("dwindle-{VERSION}-{target}"));
        fs::create_dir_all(staged.join("man"))?;
        fs::create_dir(staged.join("completions"))?;
        fs::copy(&program, staged.join("dwindle"))?;
        for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            fs::copy(root.join(name), staged.join(name))?;
        }
        succeed(command(&program).args(["man", "--dir"]).arg(staged.join("man")))?;
        for (shell, name) in [("bash", "dwindle.bash"), ("zsh", "_dwindle"), ("fish", "dwindle.fish")] {
            let completions = succeed(command(&program).args(["completions", shell]))?;
            write(&staged.join("completions").join(name), completions.as_bytes())?;
        }
        let date =
            succeed(command("git").args(["log", "-1", "--format=%ct"]).current_dir(&root))?.trim().to_owned();
        Ok(Self { root, dist, target, staged, date })
    }

    /// The folder as an archive.
    fn archive(&self) -> Result<PathBuf> {
        let name = self.staged.file_name().context("the folder has a name")?;
        let path = self.dist.join(name).with_added_extension("tar.gz");
        let mut tar = command("tar");
        if cfg!(target_os = "linux") {
            let date = format!("--mtime=@{}", self.date);
            tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u+w", &date]);
        }
        succeed(tar.arg("-C").arg(&self.dist).arg("-czf").arg(&path).arg(name))?;
        Ok(path)
    }

    /// The Python package with the program, for each Python that it supports.
    fn wheel(&self) -> Result<PathBuf> {
        let folder = self.dist.join("wheel");
        let mut pip = command("python3");
        pip.args([
            "-m",
            "pip",
            "--disable-pip-version-check",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
        ]);
        pip.arg(&folder).arg("./crates/dwindle-py").current_dir(&self.root);
        // The oldest systems that it runs on, among those that PyPI has names for.
        pip.args(["--config-settings", "build-args=--compatibility pypi"]);
        succeed(pip.env("DWINDLE_PROGRAM", self.staged.join("dwindle")))?;
        let made = fs::read_dir(&folder)?.next().context("pip made no wheel")??.path();
        let path = self.dist.join(made.file_name().context("a wheel has a name")?);
        fs::rename(made, &path)?;
        fs::remove_dir(folder)?;
        Ok(path)
    }

    /// The checksums of files, as `sha256sum --check` reads them.
    fn sums(&self, files: &[PathBuf]) -> Result<PathBuf> {
        let line = |file: &PathBuf| -> Result<String> {
            let name = file.file_name().context("a file has a name")?;
            Ok(format!("{}  {}\n", sum(file)?, name.display()))
        };
        let lines: String = files.iter().map(line).collect::<Result<_>>()?;
        let path = self.dist.join("SHA256SUMS");
        write(&path, lines.as_bytes())?;
        Ok(path)
    }
}

/// The SHA-256 of a file, in hexadecimal digits.
fn sum(file: &Path) -> Result<String> {
    Ok(format!("{:x}", Sha256::digest(fs::read(file)?)))
}

/// Packs the parse tables and grammars of all languages, for the program to have them so.
fn tables(root: &Path) -> Result<PathBuf> {
    let folder = root.join("target/tables");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, packed) in dwindle_syntax::language::packed() {
        write(&folder.join(name), &packed)?;
    }
    Ok(folder)
}

/// Builds the program for release, with the packed parse tables in `tables`.
fn built(root: &Path, target: &str, tables: &Path) -> Result<PathBuf> {
    let mut build = command("cargo");
    build.env("DWINDLE_TABLES", tables);
    build
        .args(["rustc", "--profile", "packaged", "--locked", "--package", "dwindle-cli", "--bin", "dwindle"])
        .current_dir(root);
    build.arg("--message-format=json-render-diagnostics");
    if target.ends_with("linux-gnu") {
        build.args(["--", "-C", "target-feature=+crt-static"]);
        // Where things stand that have to be told where the program was loaded, in a thirtieth of the bytes.
        build.args(["-C", "link-arg=-Wl,-z,pack-relative-relocs"]);
    }
    if target == "x86_64-unknown-linux-gnu" {
        // Functions of the same instructions are one. The linker that Rust brings on this system can do so.
        build.args(["-C", "link-arg=-Wl,--icf=all"]);
        // Nothing unwinds, so what that would need is left out.
        let script = root.join("xtask/src/dist/unwinding.ld");
        build.arg("-C").arg(format!("link-arg=-Wl,-T,{}", script.display()));
    }
    let messages = succeed(&mut build)?;
    let programs = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program =
        programs.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back();
    program.context("cargo built no program")
}

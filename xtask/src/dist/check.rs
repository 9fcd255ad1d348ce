//! Whether what was made works: each is installed in an empty environment and reduces a small input there.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use xtask::program::{command, succeed, write};

use super::Release;

/// A test that needs no program but the shell, and succeeds as long as something is kept.
const TEST: &str =
    "#!/bin/sh\nwhile read -r line; do case $line in *kept*) exit 0 ;; esac; done <\"$1\"\nexit 1\n";

/// The archive: all languages, and that the program needs no shared library.
pub(super) fn archive(archive: &Path, release: &Release) -> Result<()> {
    let dir = TempDir::new()?;
    succeed(command("tar").arg("-C").arg(dir.path()).arg("-xzf").arg(archive))?;
    let program =
        dir.path().join(release.staged.file_name().context("the folder has a name")?).join("dwindle");
    if release.target.ends_with("linux-gnu") {
        let needed = succeed(command("ldd").arg(&program))?;
        ensure!(needed.contains("statically linked"), "the program needs shared libraries:\n{needed}");
    }
    reduces(&program)?;
    let languages = succeed(alone(&program).arg("languages"))?;
    let names: Vec<_> = languages.lines().filter_map(|line| line.split_whitespace().next()).collect();
    ensure!(names.len() > 30, "there are few languages:\n{languages}");
    let text = dir.path().join("text");
    write(&text, b"x\n")?;
    for name in names {
        let ran = alone(&program).args(["parse", "--language", name]).arg(&text).output()?;
        // A syntax error is an answer, too.
        ensure!(matches!(ran.status.code(), Some(0 | 3)), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    Ok(())
}

/// The package of Debian, laid out below a folder.
pub(super) fn deb(deb: &Path) -> Result<()> {
    let dir = TempDir::new()?;
    succeed(command("dpkg-deb").arg("--extract").arg(deb).arg(dir.path()))?;
    for file in
        ["man/man1/dwindle.1.gz", "man/man1/dwindle-reduce.1.gz", "bash-completion/completions/dwindle"]
    {
        ensure!(dir.path().join("usr/share").join(file).exists(), "the package has no {file}");
    }
    reduces(&dir.path().join("usr/bin/dwindle"))
}

/// The wheel, in an environment of Python's with nothing else in it.
pub(super) fn wheel(wheel: &Path) -> Result<()> {
    let dir = TempDir::new()?;
    succeed(command("python3").args(["-m", "venv"]).arg(dir.path()))?;
    let python = dir.path().join("bin/python");
    let mut pip = command(&python);
    pip.args(["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--no-deps"]);
    succeed(pip.arg(wheel))?;
    let package = "import dwindle; assert dwindle.reduce('(a)', lambda text: ')' in text).value == ')'";
    succeed(alone(&python).args(["-c", package]))?;
    reduces(&dir.path().join("bin/dwindle"))
}

/// The checksums, as a user checks them.
pub(super) fn sums(sums: &Path) -> Result<()> {
    let folder = sums.parent().context("the checksums lie in a folder")?;
    let program = if cfg!(target_os = "linux") { "sha256sum" } else { "shasum" };
    succeed(command(program).arg("--check").arg(sums).current_dir(folder))?;
    Ok(())
}

/// A program in an environment without variables, not even where programs are.
fn alone(program: &Path) -> Command {
    let mut alone = command(program);
    alone.env_clear().stdin(Stdio::null());
    alone
}

/// Reduces a small program in C.
fn reduces(program: &Path) -> Result<()> {
    let dir = TempDir::new()?;
    write(&dir.path().join("input.c"), b"int main(void) {\n  int gone = 1;\n  return kept(gone);\n}\n")?;
    write(&dir.path().join("test.sh"), TEST.as_bytes())?;
    let words = ["reduce", "input.c", "-o", "least.c", "--invert", "--", "/bin/sh", "test.sh", "{}"];
    succeed(alone(program).args(words).env("HOME", dir.path()).current_dir(dir.path()))?;
    let least = std::fs::read_to_string(dir.path().join("least.c"))?;
    ensure!(least.contains("kept") && !least.contains("gone"), "{} left {least}", program.display());
    Ok(())
}

//! A program with a fault: where it lies, how it is built and run, and whether the fault is what its table says.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use tempfile::TempDir;
use xtask::program::{command, succeed, write};

/// One of them, as `fault.json` describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    /// The name of its folder.
    #[serde(skip)]
    pub(super) name: String,
    #[serde(skip)]
    folder: PathBuf,
    /// The source file.
    pub(super) program: String,
    /// The shell command that builds it.
    build: Option<String>,
    /// The shell command that runs it.
    pub(super) command: String,
    /// The file that it reads on standard input.
    pub(super) input: Option<String>,
    /// Options of `dwindle trace` that say what has to stay the same.
    #[serde(default)]
    pub(super) options: Vec<String>,
    /// The faulty line, from 1.
    pub(super) line: usize,
    /// What would be right there.
    right: String,
    /// The kind of fault.
    pub(super) kind: String,
    /// How the failure shows.
    #[expect(dead_code, reason = "for readers of the file")]
    shows: String,
}

impl Case {
    /// All of them, by name.
    pub(super) fn all(folder: &Path) -> Result<Vec<Self>> {
        let mut folders = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .filter(|path| path.as_ref().is_ok_and(|path| path.is_dir()))
            .collect::<Result<Vec<_>>>()?;
        folders.sort_unstable();
        folders.into_iter().map(|folder| Self::read(&folder)).collect()
    }

    fn read(folder: &Path) -> Result<Self> {
        let file = folder.join("fault.json");
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let case: Self = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
        let name = folder.file_name().context("a folder has a name")?.to_string_lossy().into_owned();
        Ok(Self { name, folder: folder.to_owned(), ..case })
    }

    /// The language, which is the first word of the name.
    pub(super) fn language(&self) -> &str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// A folder with the program, built; with the fault or without.
    pub(super) fn laid(&self, is_right: bool) -> Result<TempDir> {
        let dir = TempDir::new()?;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            fs::copy(&path, dir.path().join(path.file_name().context("a file has a name")?))?;
        }
        if is_right {
            let path = dir.path().join(&self.program);
            let text = fs::read_to_string(&path)?;
            let mut lines: Vec<&str> = text.lines().collect();
            let line = lines.get_mut(self.line - 1).context("the program has no such line")?;
            ensure!(*line != self.right, "line {} is right already", self.line);
            *line = &self.right;
            write(&path, (lines.join("\n") + "\n").as_bytes())?;
        }
        if let Some(build) = &self.build {
            succeed(command("sh").args(["-c", build]).current_dir(dir.path()))?;
        }
        Ok(dir)
    }

    /// Whether the right line makes a difference.
    pub(super) fn check(&self) -> Result<()> {
        let [faulty, right] = [self.ran(false)?, self.ran(true)?];
        ensure!(faulty != right, "with line {} made right it does the same", self.line);
        Ok(())
    }

    /// The exit code and the output.
    fn ran(&self, is_right: bool) -> Result<(Option<i32>, Vec<u8>)> {
        let dir = self.laid(is_right)?;
        let stdin = match &self.input {
            Some(input) => Stdio::from(File::open(dir.path().join(input))?),
            None => Stdio::null(),
        };
        let mut shell = command("sh");
        shell.args(["-c", &self.command]).current_dir(dir.path()).stdin(stdin);
        let ran = shell.output()?;
        Ok((ran.status.code(), ran.stdout))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty_programs_each_with_its_fault_on_its_line() {
        let cases = Case::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("faults")).unwrap();
        let of = |words: &[&str]| cases.iter().filter(|case| words.contains(&case.language())).count();
        assert_eq!((of(&["c", "cpp"]), of(&["rust"]), of(&["python"]), of(&["perl"])), (10, 5, 10, 5));
        for case in cases.iter().filter(|case| ["python", "perl"].contains(&case.language())) {
            case.check().unwrap();
        }
    }
}

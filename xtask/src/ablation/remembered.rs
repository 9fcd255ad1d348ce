//! A test that runs once for each content: runs that differ in one pass ask mostly about the same candidates.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;
use xtask::program::{quoted, write};

use crate::case::Case;

/// The test of a case in front of which stands a memory. Its answers go with it.
#[derive(Debug)]
pub(super) struct Remembered {
    dir: TempDir,
}

impl Remembered {
    /// A memory for the test of `case`, which knows nothing yet.
    pub(super) fn new(case: &Case) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        let path = dir.path().join("test.sh");
        write(&path, script(case, &dir.path().join("answers"))?.as_bytes())?;
        fs::create_dir(dir.path().join("answers"))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(Self { dir })
    }

    /// The program that answers as the test does.
    pub(super) fn test(&self) -> PathBuf {
        self.dir.path().join("test.sh")
    }
}

/// The candidate is the file that is named, or the one of the input's name in the current directory. Exit status, output
/// and errors are kept in three files under the hash of its content, the status last and in one step.
fn script(case: &Case, answers: &Path) -> Result<String> {
    let input = case.file.file_name().context("the input has no name")?;
    let (test, input, answers) = (quoted(&case.test)?, quoted(Path::new(input))?, quoted(answers)?);
    Ok(format!(
        r#"#!/bin/sh
input={input}
hash=$(sha256sum <"${{1:-$input}}") || exit 1
known={answers}/${{hash%% *}}
if [ ! -f "$known" ]; then
    {test} "$@" >"$known.out.$$" 2>"$known.err.$$"
    echo "$?" >"$known.$$"
    mv "$known.out.$$" "$known.out" && mv "$known.err.$$" "$known.err" && mv "$known.$$" "$known"
fi
cat "$known.out"
cat "$known.err" >&2
exit "$(cat "$known")"
"#
    ))
}

#[cfg(test)]
mod tests {
    use xtask::program::command;

    use super::*;

    #[test]
    fn a_content_is_tested_once_and_answered_in_full() {
        let dir = tempfile::tempdir().unwrap();
        let test = dir.path().join("it's a test.sh");
        write(
            &test,
            "#!/bin/sh\necho ran >>\"${0%/*}/runs\"\ncat \"${1:-the input}\"\necho loud >&2\nexit 7\n"
                .as_bytes(),
        )
        .unwrap();
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).unwrap();
        let file = dir.path().join("the input");
        let case = Case { name: "case".into(), format: "text".into(), file: file.clone(), test };
        let remembered = Remembered::new(&case).unwrap();
        for content in ["one", "two", "one"] {
            write(&file, content.as_bytes()).unwrap();
            for words in [vec![], vec![&file]] {
                let mut test = command(remembered.test());
                let output = test.args(words).current_dir(dir.path()).output().unwrap();
                assert_eq!(output.status.code(), Some(7));
                assert_eq!((&output.stdout[..], &output.stderr[..]), (content.as_bytes(), &b"loud\n"[..]));
            }
        }
        assert_eq!(fs::read_to_string(dir.path().join("runs")).unwrap(), "ran\nran\n");
    }
}

//! Of which input a file is the result: tests look for it under the name of that.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use dwindle_store::rundir;

use crate::session::first;
use crate::session::input::absolute;
use crate::settings::{Input, Settings};

/// What stands in the names of results.
const TAGS: [&str; 4] = ["min", "failing", "passing", "max"];

/// The name under which the input was reduced, where it is Dwindle's own result: a run has it on record, or it is called
/// like the result of a file that lies beside it.
///
/// None where the test names it as it is called now, and where something else is to lie there.
pub fn name(settings: &Settings) -> Option<OsString> {
    let Input::File(result) = &settings.input else { return None };
    let own = result.file_name()?;
    let result = absolute(result);
    let folder = result.parent()?;
    let name = recorded(&result, folder).or_else(|| beside(own, folder))?;
    let is_taken = settings.test.with.iter().any(|path| path.file_name() == Some(&name))
        && !settings.test.along.iter().any(|path| path.as_os_str() == name);
    (name != own && !is_taken && !first::Scripts::of(&settings.test).name(own)).then_some(name)
}

/// The input whose runs, beside the result or here, have it on record.
fn recorded(result: &Path, folder: &Path) -> Option<OsString> {
    let here = absolute(Path::new("."));
    [folder, &here].into_iter().find_map(|folder| rundir::input_of(result, folder))
}

/// The file in `folder` whose result is called `own`.
fn beside(own: &OsStr, folder: &Path) -> Option<OsString> {
    let own = own.to_str()?;
    let originals = TAGS.iter().flat_map(|tag| {
        let tag = format!(".{tag}");
        own.match_indices(&tag)
            .map(|(at, _)| {
                let rest = own[at + tag.len()..].trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
                (&own[..at], rest)
            })
            .filter(|(_, rest)| rest.is_empty() || rest.starts_with('.'))
            .collect::<Vec<_>>()
    });
    let mut names = originals.map(|(stem, rest)| PathBuf::from(format!("{stem}{rest}")));
    names.find(|name| folder.join(name).is_file()).map(PathBuf::into_os_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    fn a_result_is_known_by_its_name_beside_the_input() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["conf.txt", "Makefile", "a.min.js"] {
            std::fs::write(dir.path().join(name), "").unwrap();
        }
        let of = |own: &str| beside(OsStr::new(own), dir.path()).map(|name| name.into_string().unwrap());
        for own in ["conf.min.txt", "conf.min-2.txt", "conf.failing.txt", "conf.max.txt"] {
            assert_eq!(of(own).as_deref(), Some("conf.txt"), "{own}");
        }
        assert_eq!(of("Makefile.min").as_deref(), Some("Makefile"));
        assert_eq!(of("a.min.min.js").as_deref(), Some("a.min.js"));
        for own in ["conf.txt", "a.min.js", "conf.minimal.txt", "other.min.txt"] {
            assert_eq!(of(own), None, "{own}");
        }
    }
}

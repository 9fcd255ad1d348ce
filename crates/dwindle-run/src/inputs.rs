//! Folders of many inputs: what in them is an input, and where the results of one go.
//!
//! Whoever looks for inputs in a folder, a fuzzer or `dwindle triage`, takes all files in it. So a result of Dwindle's is no
//! input here, and in a folder that is known to hold inputs no result is put.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use dwindle_store::rundir::{entries, home, home_in, is_home, is_unfinished, written};

use crate::settings::State;
use crate::text::{escaped, plural};

/// How many files are named at most.
const NAMED: usize = 5;
/// What `fuzz` calls the file that says whose findings a folder holds, and how it tags an input as it was found.
pub const FINDINGS: &str = "dwindle-fuzz.json";
const FOUND: &str = ".found";
/// What a run of `triage` remembers its inputs in.
pub const MEMORY: &str = "inputs.jsonl";

/// What is in a folder of inputs, in order of names.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The inputs.
    pub files: Vec<PathBuf>,
    /// What is no file.
    pub others: Vec<PathBuf>,
    /// Files that Dwindle wrote.
    left_out: Vec<PathBuf>,
}

impl Inputs {
    /// What is in `dir`; what Dwindle wrote there is on record beside it, or in the directories for run data.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(dir: &Path, state: &State) -> io::Result<Self> {
        let real = dir.canonicalize()?;
        let entries = entries::of(dir)?;
        let ours = written_in(&entries, &real, state);
        let findings =
            if dir.join(FINDINGS).is_file() { reduced_findings(&entries) } else { BTreeSet::new() };
        let mut inputs = Self::default();
        for path in entries {
            let name = path.file_name().unwrap_or_default();
            if is_home(&path) || is_unfinished(name) {
                continue;
            }
            let is_ours = || ours.contains(&real.join(name)) || findings.contains(name.as_bytes());
            let list = match path.is_file() {
                false => &mut inputs.others,
                true if is_ours() => &mut inputs.left_out,
                true => &mut inputs.files,
            };
            list.push(path);
        }
        Ok(inputs)
    }

    /// That files were left out, if some were.
    pub fn said(&self) -> Option<String> {
        let count = self.left_out.len();
        let names =
            self.left_out.iter().take(NAMED).map(|path| escaped(path.file_name().unwrap_or_default()));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = if count > NAMED { ", ..." } else { "" };
        let files = plural(count as u64, "file");
        (count > 0).then(|| format!("left out {files} that Dwindle wrote: {names}{more}"))
    }
}

/// The path beside which the results of the file at `path` lie: in a folder beside its own, where that is one of inputs.
///
/// It is one if `triage` looked through it, or if the file is called as fuzzers call the inputs that they go on from, AFL, libFuzzer and that
/// of Go. Where runs on the file were kept beside it before, that is where they go on.
pub fn beside(path: &Path) -> Option<PathBuf> {
    let (folder, name) = (path.parent()?, path.file_name()?);
    if !path.is_file() || home(path, None).exists() || !(is_of_fuzzer(name) || is_triaged(folder)) {
        return None;
    }
    elsewhere(path)
}

/// `crashes.reduced/id_003` for `crashes/id_003`.
fn elsewhere(path: &Path) -> Option<PathBuf> {
    let (folder, name) = (path.parent()?, path.file_name()?);
    let mut results = folder.file_name()?.to_owned();
    results.push(".reduced");
    Some(folder.with_file_name(results).join(name))
}

fn is_triaged(folder: &Path) -> bool {
    let runs = entries::of(&home(folder, None)).unwrap_or_default();
    runs.iter().any(|run| run.join(MEMORY).is_file())
}

/// `id:000003,sig:11,...` of AFL, or `id_000003,...` where names have no colons; the hash of libFuzzer's corpus, and half of one in Go's.
fn is_of_fuzzer(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    let numbered = bytes.strip_prefix(b"id:").or_else(|| bytes.strip_prefix(b"id_"));
    let number = numbered.and_then(|rest| rest.split(|byte| *byte == b',').next());
    number.is_some_and(|number| number.len() >= 3 && number.iter().all(u8::is_ascii_digit))
        || matches!(bytes.len(), 16 | 40) && bytes.iter().all(u8::is_ascii_hexdigit)
}

/// The results on record for what is called like one of these, in a folder that is `real` where links have led to it.
fn written_in(paths: &[PathBuf], real: &Path, state: &State) -> BTreeSet<PathBuf> {
    let homes = paths.iter().flat_map(|path| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let names = BTreeSet::from([real.join(path.file_name().unwrap_or_default()), absolute]);
        let usual = names.into_iter().flat_map(|name| [elsewhere(&name), Some(name)]).flatten();
        usual.flat_map(|path| {
            let beside = [home(&path, None), home(&path, Some(Path::new(".")))];
            state.homes(&path).chain(beside).collect::<Vec<_>>()
        })
    });
    homes.filter(|home| home.is_dir()).flat_map(|home| written(&home)).collect()
}

impl State {
    /// The homes that runs on the input at this absolute path may have there.
    pub fn homes(&self, input: &Path) -> impl Iterator<Item = PathBuf> {
        self.given.iter().chain(&self.user).map(move |state| home_in(state, input))
    }
}

/// Of the findings of `fuzz`: what was reduced lies beside what was found.
fn reduced_findings(paths: &[PathBuf]) -> BTreeSet<Vec<u8>> {
    let names = paths.iter().filter_map(|path| path.file_name()?.to_str());
    let reduced =
        names.filter(|name| name.contains(FOUND)).map(|name| name.replacen(FOUND, "", 1).into_bytes());
    reduced.chain([FINDINGS.as_bytes().to_vec()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_fuzzers_are_known_by_their_names() {
        for (name, is) in [
            ("id:000003,sig:11,src:000001,op:havoc", true),
            ("da39a3ee5e6b4b0d3255bfef95601890afd80709", true),
            ("id_003", true),
            ("id_000004,sig_06,src_000001", true),
            ("582528ddfad69eb5", true),
            ("crash-da39a3ee5e6b4b0d3255bfef95601890afd80709", false),
            ("id:3", false),
        ] {
            assert_eq!(is_of_fuzzer(OsStr::new(name)), is, "{name}");
        }
    }

    #[test]
    fn findings_that_were_reduced_lie_beside_what_was_found() {
        let names = ["0001.found.json", "0001.json", "0002.found", "note.json"].map(PathBuf::from);
        let results = reduced_findings(&names);
        let shown: Vec<_> = results.iter().map(|name| String::from_utf8_lossy(name)).collect();
        assert_eq!(shown, ["0001.json", "0002", "dwindle-fuzz.json"]);
    }
}

//! What lies in the user's directory and is named by words of a command: tests run in directories of their own, where
//! it is laid for them.
//!
//! Of a folder in which the input lies, everything is laid but the input and what runs leave there.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf, absolute};

use dwindle_exec::Feed;
use dwindle_run::error::RunError;
use dwindle_run::settings::{Input, TestSpec};
use dwindle_run::text::shell;

use crate::args::PLACEHOLDER;
use crate::environment::typed;

/// Options whose value is written, and not read.
const WRITTEN: [&str; 7] = ["-o", "--output", "--out", "-MF", "-MT", "-MQ", "--log-file"];
/// What has more files is not copied for each test unless it is asked for.
const MOST_FILES: usize = 1000;
/// The same in bytes.
const MOST_BYTES: u64 = 32 << 20;

/// Adds to `spec` what the words of its command name, as far as that lies here or beside the input.
///
/// What a word names by a path below this directory is laid at that same path; a path that leads out of it is made
/// absolute. Of a folder in which an input lies, all else is laid, without what runs leave there.
///
/// # Errors
/// When a word names the input by a path under which the candidate does not lie.
pub(super) fn lay_along(spec: &mut TestSpec, input: &Input) -> Result<(), RunError> {
    let inputs: &[PathBuf] = match input {
        Input::File(path) => std::slice::from_ref(path),
        Input::Several(paths) => paths,
        Input::Stdin | Input::Made(_) => &[],
    };
    let named = Named {
        inputs,
        real: inputs.iter().filter_map(|path| path.canonicalize().ok()).collect(),
        is_beside: matches!(spec.feed, Feed::Directory | Feed::Every { .. }) && !spec.worker,
    };
    let mut along: BTreeSet<PathBuf> = BTreeSet::new();
    let mut before: Option<OsString> = None;
    for word in &mut spec.args {
        let is_written =
            before.replace(word.clone()).is_some_and(|option| WRITTEN.iter().any(|it| option == *it));
        let holds = |text: &str| word.as_bytes().windows(text.len()).any(|piece| piece == text.as_bytes());
        if is_written || matches!(&spec.feed, Feed::Placeholder(text) if holds(text)) {
            continue;
        }
        for (path, found) in named.place(word)? {
            if is_large(&found) {
                spec.too_large.push(path);
            } else {
                along.extend(found);
            }
        }
    }
    let along = untaken(&spec.with, roots(&along).cloned());
    let here = absolute(".").unwrap_or_default();
    spec.along = along.iter().map(|path| path.strip_prefix(&here).unwrap_or(path).to_owned()).collect();
    spec.with.extend(along);
    Ok(())
}

/// The words as they reach what they name from another directory, and what is to be laid there; see [`lay_along`].
///
/// # Errors
/// None where there is no input.
pub(super) fn reachable(words: &[OsString]) -> Result<(Vec<OsString>, Vec<PathBuf>), RunError> {
    let named = Named { inputs: &[], real: Vec::new(), is_beside: false };
    let (mut words, mut along) = (words.to_vec(), BTreeSet::new());
    for word in &mut words {
        along.extend(named.place(word)?.into_iter().flat_map(|(_, found)| found));
    }
    let roots = roots(&along).cloned().collect();
    Ok((words, roots))
}

/// Those of `along` in whose place none of `with` lies.
pub(super) fn untaken(with: &[PathBuf], along: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let is_taken = |path: &PathBuf| {
        let first = path.components().next().map(Component::as_os_str);
        let name = if path.is_absolute() { path.file_name() } else { first };
        with.iter().any(|path| path.file_name() == name)
    };
    along.into_iter().filter(|path| !is_taken(path)).collect()
}

/// What is to be laid: what lies in a folder that is laid is laid with it.
fn roots(along: &BTreeSet<PathBuf>) -> impl Iterator<Item = &PathBuf> {
    along.iter().filter(|path| !path.ancestors().skip(1).any(|above| along.contains(above)))
}

/// The inputs, as words of a command may name them.
struct Named<'a> {
    inputs: &'a [PathBuf],
    real: Vec<PathBuf>,
    /// Whether the candidate lies beside the command under its own name.
    is_beside: bool,
}

/// Where something lies that a word names.
enum Found {
    Nothing,
    /// Outside the directory; the absolute path.
    Elsewhere(PathBuf),
    /// What is to be laid: relative paths at the same paths, absolute ones under their last names.
    There(Vec<PathBuf>),
}

impl Named<'_> {
    /// What a word names, each path with what of it is to be laid; nothing where it names nothing that can be. What it
    /// names by a path that leads out of this directory stands in it as an absolute path then.
    ///
    /// # Errors
    /// When it names the input by a path under which the candidate does not lie.
    fn place(&self, word: &mut OsString) -> Result<Vec<(PathBuf, Vec<PathBuf>)>, RunError> {
        for start in starts(word.as_bytes()) {
            let (option, path) = word.as_bytes().split_at(start);
            let path = Path::new(OsStr::from_bytes(path));
            if path.as_os_str().is_empty() {
                continue;
            }
            if let Some(instead) = self.is_beside.then(|| self.astray(path)).flatten() {
                return Err(astray(path, word, &instead));
            }
            match self.find(path) {
                Found::Nothing => {}
                Found::Elsewhere(there) => {
                    *word = [OsStr::from_bytes(option), there.as_os_str()].into_iter().collect();
                    return Ok(Vec::new());
                }
                Found::There(found) => return Ok(vec![(path.to_owned(), found)]),
            }
        }
        Ok(self.elements(word))
    }

    /// The same of the elements of a search path: `out:lib` behind `-cp`, `PYTHONPATH=src:lib`.
    fn elements(&self, word: &mut OsString) -> Vec<(PathBuf, Vec<PathBuf>)> {
        for start in starts(word.as_bytes()).into_iter().rev() {
            let (option, list) = word.as_bytes().split_at(start);
            let elements =
                list.split(|&byte| byte == b':').map(|element| OsStr::from_bytes(element).to_owned());
            let mut elements: Vec<OsString> = elements.collect();
            if elements.len() == 1 {
                continue;
            }
            // With something that is no path it may be anything, such as a file and a line: it stays as it is.
            let is_path = |it: &OsString| it.is_empty() || folder(it).symlink_metadata().is_ok();
            let is_list = elements.iter().all(is_path);
            let mut there = Vec::new();
            for element in &mut elements {
                let path = folder(element).to_owned();
                match self.find(&path) {
                    Found::There(found) => there.push((path, found)),
                    Found::Elsewhere(at) if is_list => {
                        let rest = OsStr::from_bytes(&element.as_bytes()[path.as_os_str().len()..]);
                        *element = [at.as_os_str(), rest].into_iter().collect();
                    }
                    Found::Elsewhere(_) | Found::Nothing => {}
                }
            }
            if is_list || !there.is_empty() {
                *word = [OsStr::from_bytes(option), &elements.join(OsStr::new(":"))].into_iter().collect();
                return there;
            }
        }
        Vec::new()
    }

    /// Whether `path` names the one input, or something in it, and not the place where the candidate lies; then gives
    /// what is to be written instead.
    fn astray(&self, path: &Path) -> Option<String> {
        let ([input], [real]) = (self.inputs, self.real.as_slice()) else { return None };
        let parts: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
        let there = path.canonicalize().ok()?;
        let inside = there.strip_prefix(real).ok()?;
        // `.` has no name: the candidate is the directory in which tests run.
        let name = input.file_name().unwrap_or_default();
        let is_candidate = parts == Path::new(name).join(inside).components().collect::<PathBuf>();
        // The directory in which tests run holds the candidate, whatever else lies here.
        if is_candidate || parts.as_os_str().is_empty() {
            return None;
        }
        let of_it =
            if inside.as_os_str().is_empty() { String::new() } else { format!("/{}", inside.display()) };
        Some(format!("{PLACEHOLDER}{of_it}"))
    }

    fn find(&self, path: &Path) -> Found {
        if path.is_absolute() {
            return Found::Nothing;
        }
        let parts: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
        let is_candidate = |input: &PathBuf| {
            input
                .file_name()
                .is_some_and(|name| parts.components().next().is_some_and(|first| first.as_os_str() == name))
        };
        if parts.as_os_str().is_empty() || self.inputs.iter().any(is_candidate) || self.is_in_input(path) {
            return Found::Nothing;
        }
        let leads_out = parts.components().any(|part| part == Component::ParentDir);
        if path.symlink_metadata().is_ok() {
            return match absolute(path) {
                Ok(there) if leads_out => Found::Elsewhere(there),
                _ if leads_out || path.metadata().is_err() => Found::Nothing,
                _ => {
                    let mut found = Vec::new();
                    self.add(&parts, &mut found);
                    Found::There(found)
                }
            };
        }
        if leads_out {
            return Found::Nothing;
        }
        // Only what is named here is laid at the same path: beside the input, the first part of it is.
        let folder = self.inputs.first().and_then(|input| input.parent());
        let first = parts.components().next().map(|part| PathBuf::from(part.as_os_str())).unwrap_or_default();
        match folder.filter(|folder| folder.join(&parts).exists()).map(|folder| absolute(folder.join(first)))
        {
            Some(Ok(there)) => Found::There(vec![there]),
            _ => Found::Nothing,
        }
    }

    /// Whether `path` lies in an input that is a directory.
    fn is_in_input(&self, path: &Path) -> bool {
        path.canonicalize()
            .is_ok_and(|path| self.real.iter().any(|input| input.is_dir() && path.starts_with(input)))
    }

    /// Adds `path`, or what is in it where an input lies there, too.
    fn add(&self, path: &Path, found: &mut Vec<PathBuf>) {
        let Ok(real) = path.canonicalize() else { return };
        if self.real.contains(&real) {
            return;
        }
        if !self.real.iter().any(|input| input.starts_with(&real)) {
            found.push(path.to_owned());
            return;
        }
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut names: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        for name in names.iter().filter(|name| !self.is_of_a_run(name)) {
            self.add(&path.join(name), found);
        }
    }

    /// Whether runs leave something of this name beside an input.
    fn is_of_a_run(&self, name: &OsStr) -> bool {
        let name = name.to_string_lossy();
        let of = |input: &PathBuf| {
            let stem = input.file_stem().unwrap_or_default().to_string_lossy();
            let rest = name.strip_prefix(&*stem).and_then(|rest| rest.strip_prefix('.')).unwrap_or_default();
            ["min", "max", "passing", "failing"].iter().any(|tag| rest.split('.').next() == Some(tag))
        };
        let ends = |ending: &str| name.ends_with(ending);
        ends(".dwindle") || ends(".orig") || self.inputs.iter().any(of)
    }
}

fn astray(path: &Path, word: &OsStr, instead: &str) -> RunError {
    let mut words = typed();
    let from = words.iter().position(|word| word == "--").unwrap_or(words.len());
    for typed in words[from..].iter_mut().filter(|typed| *typed == word) {
        let text = typed.to_string_lossy().replace(&*path.to_string_lossy(), instead);
        *typed = text.into();
    }
    words.insert(0, "dwindle".into());
    RunError::usage(format!(
        "the command names the original {}, and so would never test a candidate",
        path.display()
    ))
    .hint(format!("write {instead} for it: {}", shell::quoted(words)))
}

/// Whether `paths` are too large to be copied for each test unasked.
fn is_large(paths: &[PathBuf]) -> bool {
    let (mut files, mut bytes, mut left) = (0, 0, paths.to_vec());
    while let Some(path) = left.pop() {
        let Ok(about) = path.symlink_metadata() else { continue };
        (files, bytes) = (files + 1, bytes + if about.is_file() { about.len() } else { 0 });
        if files > MOST_FILES || bytes > MOST_BYTES {
            return true;
        }
        if about.is_dir() {
            left.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
    }
    false
}

/// What an element of a search path names: of `lib/*`, which is all archives in `lib` for Java, the folder.
fn folder(element: &OsStr) -> &Path {
    let bytes = element.as_bytes();
    Path::new(OsStr::from_bytes(bytes.strip_suffix(b"/*").unwrap_or(bytes)))
}

/// Where a path may begin in a word: `path`, `--option=path`, `-Xpath`, `@path`.
fn starts(word: &[u8]) -> Vec<usize> {
    let mut starts = vec![0];
    starts.extend(word.iter().position(|&byte| byte == b'=').map(|at| at + 1));
    match word {
        [b'-', letter, _, ..] if *letter != b'-' => starts.push(2),
        [b'@', _, ..] => starts.push(1),
        _ => {}
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_a_search_path_are_laid_and_those_elsewhere_become_absolute() {
        let words = ["src:src/ui/*:nowhere", "PATHS=src/main.rs::tests", "Cargo.toml:12", "HEAD:../dwindle"];
        let words: Vec<OsString> = words.map(OsString::from).into();
        let (same, along) = reachable(&words).unwrap();
        assert_eq!(same, words);
        assert_eq!(along, ["Cargo.toml", "src", "tests"].map(PathBuf::from));
        let (moved, along) = reachable(&["-I../dwindle/src:tests".into()]).unwrap();
        let moved = moved[0].to_str().unwrap();
        assert!(moved.starts_with("-I/") && moved.ends_with("/dwindle/src:tests"), "{moved}");
        assert_eq!(along, [PathBuf::from("tests")]);
    }

    #[test]
    fn what_words_name_is_laid_at_the_same_path_and_once() {
        // Unit tests run in the folder of this package.
        let words =
            ["-O2", "./src/main.rs", "-Isrc/ui", "--file=Cargo.toml", "src/ui/json.rs", "nowhere", "-I."];
        let words: Vec<OsString> = words.map(OsString::from).into();
        let (same, along) = reachable(&words).unwrap();
        assert_eq!(same, words);
        assert_eq!(along, ["Cargo.toml", "src/main.rs", "src/ui"].map(PathBuf::from));
    }

    #[test]
    fn a_path_that_leads_out_of_the_directory_becomes_absolute() {
        let (words, along) = reachable(&["-I../dwindle/src".into(), "../nowhere".into()]).unwrap();
        assert!(words[0].as_bytes().starts_with(b"-I/"), "{words:?}");
        assert!(Path::new(words[0].to_str().unwrap().strip_prefix("-I").unwrap()).is_dir());
        assert_eq!((words[1].as_os_str(), along.len()), (OsStr::new("../nowhere"), 0));
    }
}

//! Directory trees as what a run is about: one directory, or several inputs in one.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use dwindle::files::{self, Entry, Files, ReadError};
use dwindle::space::{FilesSpace, Shared};
use dwindle_exec::scratch::folder_of;
use dwindle_store::rundir::is_home;

use super::artifact::{Artifact, Made, Words, made};
use super::input::{Input, absolute, cannot_read};
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings;
use crate::text::shown;

/// A directory tree.
#[derive(Debug)]
pub struct Tree {
    /// What is in it.
    pub files: Arc<Files>,
    /// What is in all files, once it was asked for.
    text: OnceLock<Vec<u8>>,
}

impl Artifact for Tree {
    fn whole(&self) -> Shared {
        Arc::new(FilesSpace::new(Arc::clone(&self.files)))
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        self.files.id().to_string().into_bytes().into()
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        Some(made(FilesSpace::new(Arc::new(files::read_archive(kept.as_slice()).ok()?))))
    }

    fn started_from(&self, kept: Vec<u8>) -> Option<Self> {
        let files = files::read_archive(kept.as_slice()).ok().filter(|files| !files.is_empty())?;
        Some(Self { files: Arc::new(files), text: OnceLock::new() })
    }

    fn quoted(&self) -> &[u8] {
        self.text.get_or_init(|| self.files.text())
    }

    fn words(&self) -> Words {
        Words { too_loose: "the test is too loose: it also fails without any file", ..Words::INPUT }
    }

    fn is_tree(&self) -> bool {
        true
    }
}

impl Input<Tree> {
    /// Reads a directory, or several inputs as one; gives with it what was left out of them.
    ///
    /// # Errors
    /// When something cannot be read, is no file, link or folder, or there is nothing.
    pub fn read_tree(from: &settings::Input) -> Result<(Self, Vec<PathBuf>), RunError> {
        match from {
            settings::Input::Several(paths) => read_several(paths),
            settings::Input::File(path) => read_directory(path),
            settings::Input::Stdin => Err(RunError::usage("standard input is not a directory")),
            settings::Input::Made(name) => Err(RunError::usage(format!("{name} is not a directory"))),
        }
    }
}

fn read_directory(path: &Path) -> Result<(Input<Tree>, Vec<PathBuf>), RunError> {
    let about = path.metadata().map_err(|error| cannot_read(path, &error))?;
    // Whoever types `.` runs the command in that directory: the candidate is the working directory itself.
    let (at, name) = match path.file_name() {
        Some(name) => (absolute(path), name.to_owned()),
        None => (path.canonicalize().unwrap_or_else(|_| path.to_owned()), OsString::new()),
    };
    if at.file_name().is_none() {
        return Err(RunError::usage(format!("{} is the root directory", shown(path)))
            .hint("name the directory that the failure depends on"));
    }
    let mut files = Files::new();
    let mut left_out = Vec::new();
    add_directory(&mut files, path, Path::new(""), &mut left_out)?;
    let mode = Some(about.permissions().mode() & 0o7777);
    Ok((input(files, name, at, shown(path), mode)?, left_out))
}

fn read_several(paths: &[PathBuf]) -> Result<(Input<Tree>, Vec<PathBuf>), RunError> {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let here =
        here.map_err(|error| RunError::usage(format!("cannot find the current directory: {error}")))?;
    let mut files = Files::new();
    let mut left_out = Vec::new();
    for path in paths {
        let about = path.metadata().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RunError::usage(format!("no such file: {}", shown(path)))
                .hint("the order is INPUT... -- COMMAND, or TEST INPUT..."),
            _ => cannot_read(path, &error),
        })?;
        let name = name_of(&here, path)?;
        let clash = |at: &Path| {
            RunError::usage(format!("two inputs would have the same path {} where tests run", shown(at)))
                .detail(format!("the second is {}", shown(path)))
                .hint("name each input once; inputs from elsewhere are placed there under their last name")
        };
        if files.get(&name).is_some_and(|there| !there.is_folder() || !about.is_dir()) {
            return Err(clash(&name));
        }
        let mut folder = PathBuf::new();
        for part in name.parent().into_iter().flat_map(Path::components) {
            folder.push(part);
            let mode =
                here.join(&folder).metadata().map_or(0o755, |about| about.permissions().mode() & 0o7777);
            match files.get(&folder) {
                Some(Entry::Folder { .. }) => {}
                Some(_) => return Err(clash(&folder)),
                None => put(&mut files, folder.clone(), Entry::Folder { mode }),
            }
        }
        if about.is_dir() {
            if files.get(&name).is_some() || files.below(&name).next().is_some() {
                return Err(clash(&name));
            }
            let mode = about.permissions().mode() & 0o7777;
            put(&mut files, name.clone(), Entry::Folder { mode });
            add_directory(&mut files, path, &name, &mut left_out)?;
        } else {
            // What a link that is named points to is what is meant.
            let real = path.canonicalize().map_err(|error| cannot_read(path, &error))?;
            put(&mut files, name, files::read_entry(&real).map_err(|error| unreadable(&error))?);
        }
    }
    let first = absolute(&paths[0]);
    let names: Vec<String> = paths.iter().map(|path| shown(path)).collect();
    // The candidate is the working directory itself.
    let name = OsString::new();
    Ok((input(files, name, first, names.join(", "), None)?, left_out))
}

/// What an input is called where tests run: its path from here, or its last name where it lies elsewhere.
fn name_of(here: &Path, path: &Path) -> Result<PathBuf, RunError> {
    let last = path.file_name().ok_or_else(|| {
        RunError::usage(format!("{} cannot be one of several inputs: it has no name of its own", shown(path)))
            .hint("name it by its path, or name that directory alone")
    })?;
    let from_here = folder_of(path)
        .canonicalize()
        .ok()
        .and_then(|folder| folder.strip_prefix(here).map(|it| it.join(last)).ok());
    let name = from_here.unwrap_or_else(|| PathBuf::from(last));
    debug_assert!(name.components().all(|part| matches!(part, Component::Normal(_))));
    Ok(name)
}

/// Adds what is in the directory `from` to `files`, below `to`.
fn add_directory(
    files: &mut Files,
    from: &Path,
    to: &Path,
    left_out: &mut Vec<PathBuf>,
) -> Result<(), RunError> {
    let skipped = std::cell::RefCell::new(Vec::new());
    let skip = |path: &Path| {
        let is_left_out = is_left_out(from, path);
        if is_left_out {
            skipped.borrow_mut().push(from.join(path));
        }
        is_left_out
    };
    let read = files::read(from, skip).map_err(|error| unreadable(&error))?;
    left_out.extend(skipped.into_inner());
    for (path, entry) in read.iter() {
        put(files, to.join(path), entry.clone());
    }
    Ok(())
}

fn put(files: &mut Files, path: PathBuf, entry: Entry) {
    files.insert(path, entry).expect("names in directories are plain");
}

/// What marks a directory as one that a build or a cache made, and makes again.
const BUILT: [&str; 2] = ["CACHEDIR.TAG", "CMakeCache.txt"];

/// What git keeps, what builds and earlier runs left, and what cannot be copied (pipes, sockets and devices): none of it is what a
/// program is made of.
fn is_left_out(root: &Path, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let is_special = |about: fs::Metadata| !(about.is_file() || about.is_dir() || about.is_symlink());
    name == ".git"
        || BUILT.iter().any(|mark| root.join(path).join(mark).is_file())
        || root.join(path).symlink_metadata().is_ok_and(is_special)
        || is_home(&root.join(path))
}

fn input(
    files: Files,
    name: OsString,
    path: PathBuf,
    shown: String,
    mode: Option<u32>,
) -> Result<Input<Tree>, RunError> {
    if files.is_empty() {
        return Err(RunError::new(
            Exit::NotFailing,
            format!("the input is empty: {shown} contains no files"),
        )
        .hint(
            "there is nothing to remove; if the test fails without any file, the input is already minimal",
        ));
    }
    let artifact = Tree { files: Arc::new(files), text: OnceLock::new() };
    Ok(Input { artifact, name, path: Some(path), shown, mode })
}

fn unreadable(error: &ReadError) -> RunError {
    match error {
        ReadError::Special { path } => {
            RunError::usage(format!("{} is neither a file, a symbolic link nor a directory", shown(path)))
                .hint("a pipe, a socket or a device cannot be copied: move it out of there, or reduce a copy without it")
        }
        ReadError::Io { path, source } => {
            cannot_read(path, source).hint("check its permissions, or reduce a copy without it")
        }
        other => RunError::usage(format!("failed to {other}")),
    }
}

//! The action of a run: its input root, its command, and what names them.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::protobuf;
use dwindle_exec::process::{Command, Run};

use crate::digest::{Blob, Digest};
use crate::outcome::{FILE, ROOT};
use crate::script::{PROGRAM, TEMP, WORK, script};

/// The name of the script in the input root.
const SCRIPT: &str = "run";
/// Where programs of a worker lie: it has its own, and gets none of this machine.
const SYSTEM: [&str; 8] = ["/bin", "/sbin", "/lib", "/usr", "/opt", "/nix", "/etc", "/snap"];
/// Where a worker looks programs up.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// An action, and what is uploaded for it.
#[derive(Debug)]
pub(crate) struct Action {
    message: api::Action,
    /// All blobs that it is made of, but for the action itself.
    pub(crate) blobs: Vec<Blob>,
}

impl Action {
    /// The action for one more run of the same, and what names it.
    ///
    /// Its cached result is not that of the others: runs of an unreliable test are told apart by their number.
    pub(crate) fn of_try(&self, number: u32) -> Blob {
        let salt = if number == 0 { Vec::new() } else { number.to_string().into_bytes() };
        Blob::of(&api::Action { salt, ..self.message.clone() })
    }
}

/// Makes actions for workers of one kind.
#[derive(Debug)]
pub(crate) struct Maker {
    platform: Option<api::Platform>,
    backstop: Duration,
    /// Programs that were read, each once.
    programs: Mutex<HashMap<PathBuf, Option<Blob>>>,
}

impl Maker {
    pub(crate) fn new(mut properties: Vec<(String, String)>, backstop: Duration) -> Self {
        // The specification wants them sorted.
        properties.sort();
        let named = |(name, value)| api::platform::Property { name, value };
        let properties: Vec<_> = properties.into_iter().map(named).collect();
        let platform = (!properties.is_empty()).then_some(api::Platform { properties });
        Self { platform, backstop, programs: Mutex::default() }
    }

    /// The action for a run of `command` on what lies in the directory of `run` now.
    ///
    /// # Errors
    /// When that cannot be read, or has a name that is not UTF-8.
    pub(crate) fn action(&self, command: &Command, run: &Run) -> io::Result<Action> {
        let mut blobs = Vec::new();
        let mut root = api::Directory::default();
        let program = self.brought(Path::new(&command.program), &run.dir)?;
        let name = program.as_ref().and_then(|_| Path::new(&command.program).file_name());
        let script = Blob::new(script(command, run, name));
        root.files.push(file(SCRIPT.to_owned(), &script, true));
        blobs.push(script);
        let nothing = api::Directory::default();
        let mut below = |name: &str, directory: &api::Directory| {
            let blob = Blob::of(directory);
            let node = api::DirectoryNode { name: name.to_owned(), digest: Some(blob.digest.clone()) };
            blobs.push(blob);
            node
        };
        let temp = below(TEMP, &nothing);
        let brought = match (program, name) {
            (Some(blob), Some(name)) => {
                let files = vec![file(text(name)?, &blob, true)];
                let node = below(PROGRAM, &api::Directory { files, ..nothing });
                blobs.push(blob);
                Some(node)
            }
            _ => None,
        };
        let digest = Some(tree(&run.dir, &mut blobs)?);
        let work = api::DirectoryNode { name: WORK.to_owned(), digest };
        // Sorted by name.
        root.directories = [temp, work].into_iter().chain(brought).collect();
        let root = Blob::of(&root);
        let made = Blob::of(&self.command(command));
        let timeout = self.latest(run).map(|time| protobuf::Duration {
            seconds: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            nanos: i32::try_from(time.subsec_nanos()).unwrap_or_default(),
        });
        let message = api::Action {
            command_digest: Some(made.digest.clone()),
            input_root_digest: Some(root.digest.clone()),
            timeout,
            platform: self.platform.clone(),
            ..api::Action::default()
        };
        blobs.extend([root, made]);
        Ok(Action { message, blobs })
    }

    /// When a server ends a run that the script has not, counted from its begin.
    pub(crate) fn latest(&self, run: &Run) -> Option<Duration> {
        Some(run.timeout? + self.backstop)
    }

    fn command(&self, command: &Command) -> api::Command {
        let is_language = |name: &str| name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_");
        let variable = |name: &str, value: &str| {
            let (name, value) = (name.to_owned(), value.to_owned());
            api::command::EnvironmentVariable { name, value }
        };
        // Of this machine only what says in which language programs speak: the rest is another machine's, or a secret.
        let languages = command.env.iter().filter_map(|(name, value)| {
            let (name, value) = (name.to_str()?, value.to_str()?);
            is_language(name).then(|| variable(name, value))
        });
        let mut environment_variables: Vec<_> = languages.chain([variable("PATH", PATH)]).collect();
        environment_variables.sort_by(|one, other| one.name.cmp(&other.name));
        #[expect(deprecated, reason = "servers of an older version of the API know no others")]
        let api = api::Command {
            arguments: ["/bin/sh", SCRIPT].map(ToOwned::to_owned).into(),
            environment_variables,
            output_files: [ROOT, FILE].map(ToOwned::to_owned).into(),
            output_paths: [ROOT, FILE].map(ToOwned::to_owned).into(),
            platform: self.platform.clone(),
            ..api::Command::default()
        };
        api
    }

    /// The program, where it is a file of the user and no candidate.
    pub(crate) fn brought(&self, program: &Path, dir: &Path) -> io::Result<Option<Blob>> {
        let is_theirs = SYSTEM.iter().any(|root| program.starts_with(root));
        if !program.is_absolute() || is_theirs || program.starts_with(dir) {
            return Ok(None);
        }
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = programs.get(program) {
            return Ok(known.clone());
        }
        let read = match fs::read(program) {
            Ok(bytes) => Some(Blob::new(bytes)),
            // It may be there on a worker.
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        programs.insert(program.to_owned(), read.clone());
        Ok(read)
    }
}

fn file(name: String, blob: &Blob, is_executable: bool) -> api::FileNode {
    api::FileNode { name, digest: Some(blob.digest.clone()), is_executable, ..api::FileNode::default() }
}

/// The digest of a directory, whose blobs are added to `blobs`.
fn tree(path: &Path, blobs: &mut Vec<Blob>) -> io::Result<Digest> {
    let mut directory = api::Directory::default();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let (name, kind) = (text(&entry.file_name())?, entry.file_type()?);
        if kind.is_dir() {
            let digest = Some(tree(&entry.path(), blobs)?);
            directory.directories.push(api::DirectoryNode { name, digest });
        } else if kind.is_symlink() {
            let target = text(fs::read_link(entry.path())?.as_os_str())?;
            directory.symlinks.push(api::SymlinkNode { name, target, ..api::SymlinkNode::default() });
        } else if kind.is_file() {
            let blob = Blob::new(fs::read(entry.path())?);
            let is_executable = entry.metadata()?.permissions().mode() & 0o100 != 0;
            directory.files.push(file(name, &blob, is_executable));
            blobs.push(blob);
        }
    }
    directory.files.sort_by(|one, other| one.name.cmp(&other.name));
    directory.directories.sort_by(|one, other| one.name.cmp(&other.name));
    directory.symlinks.sort_by(|one, other| one.name.cmp(&other.name));
    let blob = Blob::of(&directory);
    let digest = blob.digest.clone();
    blobs.push(blob);
    Ok(digest)
}

/// A name, which has to be UTF-8 on a farm.
fn text(name: &std::ffi::OsStr) -> io::Result<String> {
    let text = name.to_str().map(ToOwned::to_owned);
    text.ok_or_else(|| {
        let what = format!("the name {} is not UTF-8, as a farm needs it", name.display());
        io::Error::new(io::ErrorKind::InvalidInput, what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_exec::process::{Limits, Stdin};

    fn action(dir: &Path, program: &str, env: &[(&str, &str)]) -> Action {
        let maker = Maker::new(vec![("b".into(), "2".into()), ("a".into(), "1".into())], Duration::ZERO);
        let command = Command {
            program: program.into(),
            args: vec![dir.join("in.c").into()],
            env: env.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            limits: Limits::default(),
            grace: Duration::ZERO,
            output_cap: 1,
        };
        let run = Run { dir: dir.to_owned(), stdin: Stdin::Null, timeout: Some(Duration::from_secs(4)) };
        maker.action(&command, &run).unwrap()
    }

    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    fn laid(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        dir
    }

    #[test]
    fn the_same_candidate_has_the_same_action_wherever_it_lies_and_whoever_asks() {
        let files = [("in.c", "int a;"), ("inc/a.h", "x"), ("inc/b.h", "y")];
        let (one, other) = (laid(&files), laid(&files));
        let of = |dir: &tempfile::TempDir, user| {
            action(dir.path(), "gcc", &[("HOME", user), ("TOKEN", user), ("LANG", "C")]).of_try(0).digest
        };
        assert_eq!(of(&one, "anna"), of(&other, "otto"));
        assert_ne!(of(&one, "anna"), of(&laid(&[("in.c", "int b;")]), "anna"));
    }

    #[test]
    fn each_try_has_an_action_of_its_own() {
        let dir = laid(&[("in.c", "int a;")]);
        let action = action(dir.path(), "gcc", &[]);
        let digests = [0, 1, 2].map(|number| action.of_try(number).digest.hash);
        assert!(digests[0] != digests[1] && digests[1] != digests[2]);
    }

    #[test]
    fn a_program_of_the_user_is_brought_and_one_of_the_system_is_not() {
        let (dir, own) = (laid(&[("in.c", "int a;")]), laid(&[("test.sh", "exit 0")]));
        let has = |action: &Action| action.blobs.iter().any(|blob| blob.bytes == b"exit 0");
        assert!(has(&action(dir.path(), own.path().join("test.sh").to_str().unwrap(), &[])));
        assert!(!has(&action(dir.path(), "/usr/bin/env", &[])));
    }

    #[test]
    fn nothing_of_the_environment_goes_to_the_farm_but_the_language() {
        let dir = laid(&[("in.c", "int a;")]);
        let action =
            action(dir.path(), "gcc", &[("TOKEN", "sesame"), ("LC_ALL", "de_DE"), ("PATH", "/home/x")]);
        let all: Vec<u8> = action.blobs.iter().flat_map(|blob| blob.bytes.clone()).collect();
        let all = String::from_utf8_lossy(&all).into_owned();
        assert!(!all.contains("sesame") && !all.contains("/home/x") && all.contains("de_DE"));
    }
}

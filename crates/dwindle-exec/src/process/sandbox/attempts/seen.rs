//! One call of a test: which files it would change, and whether the sandbox is all that prevents it.

use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{FileExt, FileTypeExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle_seccomp::{Call, Change, How, Listener};
use rustix::fs::{Access, OFlags, access};
use rustix::io::Errno;

use crate::process::Refused;

/// What Python keeps of modules beside them: where it cannot write that, all goes on in the same way.
const KEPT_BY_PYTHON: &str = "__pycache__";
/// Terminals, which are devices that somebody looks at.
const TERMINALS: [&str; 2] = ["/dev/ptmx", "/dev/pts"];
/// Where no files of anybody are, or where a name means another one for each process.
const NOWHERE: [&str; 5] = ["/proc", "/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr"];
/// The longest path that the kernel takes.
const LONGEST: usize = 4096;

/// Sees the calls of one test.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) listener: Arc<Listener>,
    /// Below which directories, and in which files, it may change all, without links in these paths.
    pub(super) allowed: Arc<[PathBuf]>,
}

impl Seen {
    /// Lets the next call go; gives what it is refused.
    pub(super) fn next(&self) -> io::Result<Option<Refused>> {
        let Some(call) = self.listener.receive()? else { return Ok(None) };
        let refused = self.refused(&call);
        let was_its_own = self.listener.let_go(&call)?;
        Ok(refused.filter(|_| was_its_own))
    }

    /// The first place that a call would change without a sandbox and may not.
    fn refused(&self, call: &Call) -> Option<Refused> {
        for change in call.changes() {
            let place = place(call, &change)?;
            let is_kept_by_python = place.iter().any(|name| name == KEPT_BY_PYTHON);
            if is_kept_by_python || NOWHERE.iter().any(|nowhere| place.starts_with(nowhere)) {
                return None;
            }
            // Where this fails, the call does, too.
            let changed = changed(call, &change, &place)?;
            let is_allowed = self.allowed.iter().any(|allowed| changed.place.starts_with(allowed));
            if !is_allowed && is_ours(&changed.writable) {
                return Some(changed);
            }
        }
        None
    }
}

/// Whether whoever runs tests may write there, but for what the sandbox mounts read-only.
fn is_ours(path: &Path) -> bool {
    matches!(access(path, Access::WRITE_OK), Ok(()) | Err(Errno::ROFS))
}

/// What a call changes at `place`, without links; none where it changes nothing.
fn changed(call: &Call, change: &Change, place: &Path) -> Option<Refused> {
    match change.how {
        How::Open(flags) => opened(flags, place),
        How::OpenAs(at) => {
            let flags = memory(call, at, size_of::<u64>())?;
            opened(u64::from_ne_bytes(flags.try_into().ok()?), place)
        }
        How::Make if place.symlink_metadata().is_ok() => None,
        // Programs try this to see whether they are to move into it.
        How::Replace if place.symlink_metadata().is_ok_and(|there| there.is_dir()) => None,
        How::Remove if place.symlink_metadata().is_err() => None,
        How::Make | How::Remove | How::Replace => entry(place),
    }
}

/// As [`changed`], for a call that opens a file with these flags.
fn opened(flags: u64, place: &Path) -> Option<Refused> {
    let flags = OFlags::from_bits_retain(u32::try_from(flags & u64::from(u32::MAX)).ok()?);
    if flags.contains(OFlags::PATH) {
        return None;
    }
    let is_new = flags.contains(OFlags::CREATE);
    let Ok(target) = place.canonicalize() else {
        let made = is_new.then(|| entry(place)).flatten();
        return made.map(|made| Refused { is_replaced: !flags.contains(OFlags::APPEND), ..made });
    };
    let kind = target.metadata().ok()?.file_type();
    let is_without_name = flags.contains(OFlags::TMPFILE);
    let writes = flags.intersects(OFlags::WRONLY | OFlags::RDWR | OFlags::TRUNC);
    let changes = if kind.is_dir() {
        is_without_name
    } else {
        let is_terminal = TERMINALS.iter().any(|terminal| target.starts_with(terminal));
        writes && (is_terminal || !is_device(kind)) && !(is_new && flags.contains(OFlags::EXCL))
    };
    let is_replaced = flags.contains(OFlags::TRUNC) && kind.is_file();
    changes.then(|| Refused { writable: target.clone(), place: target, is_replaced })
}

/// What is written to a device is kept nowhere, or where nobody puts files.
fn is_device(kind: FileType) -> bool {
    kind.is_char_device() || kind.is_block_device()
}

/// An entry of a directory, without links in its path.
fn entry(place: &Path) -> Option<Refused> {
    let writable = place.parent()?.canonicalize().ok()?;
    // A path that ends in dots names no entry.
    Some(Refused { place: writable.join(place.file_name()?), writable, is_replaced: true })
}

/// The path that a call names, from the root on.
fn place(call: &Call, change: &Change) -> Option<PathBuf> {
    let path = PathBuf::from(OsString::from_vec(text(call, change.path)?));
    if path.is_absolute() {
        return Some(path);
    }
    let of = Path::new("/proc").join(call.thread.to_string());
    let from = match change.dir {
        Some(dir) => of.join("fd").join(dir.to_string()),
        None => of.join("cwd"),
    };
    Some(fs::read_link(from).ok()?.join(path))
}

/// The bytes that stand at `at` in the memory of a call's process up to a zero.
fn text(call: &Call, at: u64) -> Option<Vec<u8>> {
    let mut text = memory(call, at, LONGEST)?;
    let end = text.iter().position(|byte| *byte == 0)?;
    text.truncate(end);
    Some(text)
}

/// What stands at `at` in the memory of a call's process, as much of it as there is, at most `longest`.
fn memory(call: &Call, at: u64, longest: usize) -> Option<Vec<u8>> {
    let memory = File::open(Path::new("/proc").join(call.thread.to_string()).join("mem")).ok()?;
    let mut bytes = vec![0; longest];
    let mut got = 0;
    while got < longest {
        let at = at.checked_add(got.try_into().ok()?)?;
        match memory.read_at(&mut bytes[got..], at) {
            Ok(0) | Err(_) => break,
            Ok(more) => got += more,
        }
    }
    bytes.truncate(got);
    Some(bytes)
}

//! Output of another machine as if it had been printed on this one.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use dwindle_exec::process::{Captured, Command, Run};

use crate::script::{PROGRAM, TEMP, WORK};

/// Puts the paths of this machine where those below `root`, on a worker, stand.
pub(crate) fn translate(root: &Path, command: &Command, run: &Run, streams: [&mut Captured; 2]) {
    let (dir, program) = (&run.dir, Path::new(&command.program));
    let slot = dir.parent().unwrap_or(dir);
    let mut pairs = vec![(root.join(WORK), dir.clone()), (root.join(TEMP), slot.join("tmp0"))];
    if let Some(name) = program.file_name() {
        pairs.push((root.join(PROGRAM).join(name), program.to_owned()));
    }
    if root.components().count() < 2 {
        return;
    }
    for stream in streams {
        let before = stream.head.len() + stream.tail.len();
        for (theirs, ours) in &pairs {
            for part in [&mut stream.head, &mut stream.tail] {
                replace(part, theirs, ours);
            }
        }
        stream.total = stream.total - before as u64 + (stream.head.len() + stream.tail.len()) as u64;
    }
}

/// Replaces one path by another.
fn replace(bytes: &mut Vec<u8>, theirs: &Path, ours: &Path) {
    let (theirs, ours) = (theirs.as_os_str().as_bytes(), ours.as_os_str().as_bytes());
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(theirs.len()).position(|window| window == theirs) {
        let found = at + found;
        bytes.splice(found..found + theirs.len(), ours.iter().copied());
        at = found + ours.len();
    }
}

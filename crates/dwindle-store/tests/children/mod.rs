//! Ignored tests, run in a process of their own: one that can be given limits, or killed.

use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts the ignored test `name` in `folder`, after the shell commands `first`.
#[expect(clippy::disallowed_methods, reason = "limits and signals are for whole processes")]
pub(crate) fn start(name: &str, folder: &Path, first: &str) -> Child {
    Command::new("sh")
        .arg("-c")
        .arg(format!("{first} exec \"$0\" --exact --ignored \"$1\""))
        .arg(std::env::current_exe().unwrap())
        .arg(name)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Runs the ignored test `name` in `folder`, where no file can grow beyond a few KiB.
pub(crate) fn with_little_room(name: &str, folder: &Path) {
    let child = start(name, folder, "trap '' XFSZ; ulimit -f 4;");
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && shown.contains("1 passed"), "{shown}");
}

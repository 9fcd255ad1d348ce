//! A system that is mounted read-only, but for the directories of a slot.
//!
//! Rules on files do not prevent that permissions, owners and times are changed. On a mount that is read-only nothing of a
//! file is.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use rustix::mount::{MountFlags, mount_bind, mount_remount};

/// Mounts that hold no files of anybody.
const KEPT: [&str; 1] = ["/proc"];

/// Makes every mount read-only, but for `writable` and what is mounted below; gives those that cannot be.
///
/// # Errors
/// What is to stay writable is not there, or the mounts cannot be listed.
pub(super) fn make(writable: &[&Path]) -> io::Result<Vec<PathBuf>> {
    let kept = KEPT.map(Path::new);
    let is_kept = |path: &Path| kept.iter().chain(writable).any(|kept| path.starts_with(kept));
    let mounts = mounts()?;
    for path in writable {
        // A device can be written to wherever it is mounted, and `/dev/ptmx` looks for terminals beside itself.
        let is_device = path.metadata()?.file_type().is_char_device();
        if !is_device && !mounts.iter().any(|(at, _)| at == path) {
            mount_bind(*path, *path)?;
        }
    }
    let others = mounts.into_iter().filter(|(at, flags)| !is_kept(at) && !flags.contains(MountFlags::RDONLY));
    let failed = others.filter(|(at, flags)| {
        let flags = MountFlags::BIND | MountFlags::RDONLY | *flags;
        // What another mount covers cannot be reached, neither by us nor by a test.
        mount_remount(at, flags, c"").is_err() && fs::metadata(at).is_ok()
    });
    Ok(failed.map(|(at, _)| at).collect())
}

/// Makes one directory more writable.
///
/// # Errors
/// It is not there.
pub(super) fn except(dir: &Path) -> io::Result<()> {
    mount_bind(dir, dir)?;
    let flags = mounts()?.into_iter().rfind(|(at, _)| at == dir).map(|(_, flags)| flags);
    let flags = flags.unwrap_or(MountFlags::empty()) - MountFlags::RDONLY;
    Ok(mount_remount(dir, MountFlags::BIND | flags, c"")?)
}

/// Where something is mounted, and with which options, which a user may not leave out.
fn mounts() -> io::Result<Vec<(PathBuf, MountFlags)>> {
    let listed = fs::read("/proc/self/mountinfo")?;
    Ok(listed.split(|byte| *byte == b'\n').filter_map(read).collect())
}

/// A line of the list: number, parent, device, root, place, options.
fn read(line: &[u8]) -> Option<(PathBuf, MountFlags)> {
    let mut fields = line.split(|byte| *byte == b' ').skip(4);
    let (at, options) = (fields.next()?, fields.next()?);
    let mut flags = MountFlags::empty();
    let mut is_strict = true;
    for option in options.split(|byte| *byte == b',') {
        let flag = match option {
            b"ro" => MountFlags::RDONLY,
            b"nosuid" => MountFlags::NOSUID,
            b"nodev" => MountFlags::NODEV,
            b"noexec" => MountFlags::NOEXEC,
            b"nodiratime" => MountFlags::NODIRATIME,
            b"nosymfollow" => MountFlags::NOSYMFOLLOW,
            b"noatime" => MountFlags::NOATIME,
            b"relatime" => MountFlags::RELATIME,
            _ => continue,
        };
        is_strict &= !(MountFlags::NOATIME | MountFlags::RELATIME).contains(flag);
        flags |= flag;
    }
    flags.set(MountFlags::STRICTATIME, is_strict);
    Some((PathBuf::from(std::ffi::OsString::from_vec(unescaped(at))), flags))
}

/// Blanks, line feeds and backslashes stand there as three octal digits.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some((&first, after)) = rest.split_first() {
        let digits =
            after.get(..3).filter(|_| first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            bytes.push(byte);
            rest = &after[3..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_options_of_mounts_are_read() {
        let line = br"36 35 98:0 /mnt1 /mnt/two\040words\134 ro,nosuid,noatime master:1 - ext3 /dev/root rw";
        let (at, flags) = read(line).unwrap();
        assert_eq!(at, Path::new(r"/mnt/two words\"));
        assert_eq!(flags, MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NOATIME);
        let (at, flags) = read(b"22 27 0:21 / / rw - ext4 root rw").unwrap();
        assert_eq!((at.as_path(), flags), (Path::new("/"), MountFlags::STRICTATIME));
        assert!(read(b"").is_none());
    }
}

//! The system calls that change files: which they are, and what they name.

use libc::c_long;

/// A system call that waits.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub(crate) id: u64,
    /// The number of its thread, as the one who receives it sees it.
    pub thread: u32,
    number: c_long,
    arguments: [u64; 6],
}

/// A path that a call names, and what it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The descriptor of the directory that the path begins in; none for the working directory.
    pub dir: Option<i32>,
    /// Where in the memory of the process the path stands, which ends with a zero.
    pub path: u64,
    /// What is done there.
    pub how: How,
}

/// What a call does to the place that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Something is made there, where nothing may be.
    Make,
    /// What is there goes, or moves away.
    Remove,
    /// What is moved there replaces what is there.
    Replace,
    /// A file is opened there so that it can be changed, with these flags of `open`.
    Open(u64),
    /// The same, with flags that stand at this place in the memory of the process.
    OpenAs(u64),
}

/// A path among the arguments of a call: those of the directory, if there is one, and of the path, and what is done there.
type Named = (Option<usize>, usize, Does);

/// As [`How`], of a call that was not made yet.
#[derive(Clone, Copy, Debug)]
enum Does {
    Make,
    Remove,
    Replace,
    /// The flags are this argument.
    Open(usize),
    /// They stand where this argument says.
    OpenAs(usize),
    /// They are these.
    OpenWith(i32),
}

/// A call that changes files.
pub(crate) struct Kind {
    pub(crate) number: c_long,
    paths: &'static [Named],
}

impl Kind {
    /// The argument with the flags of `open`, if that decides whether the call changes anything.
    pub(crate) fn flags(&self) -> Option<usize> {
        match self.paths {
            [(_, _, Does::Open(flags))] => Some(*flags),
            _ => None,
        }
    }
}

const fn kind(number: c_long, paths: &'static [Named]) -> Kind {
    Kind { number, paths }
}

/// Flags of `open` with which it changes files.
pub(crate) const CHANGING: i32 = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;

/// The calls of all processors, those that are made most often first.
const COMMON: &[Kind] = &[
    kind(libc::SYS_openat, &[(Some(0), 1, Does::Open(2))]),
    kind(libc::SYS_unlinkat, &[(Some(0), 1, Does::Remove)]),
    kind(libc::SYS_mkdirat, &[(Some(0), 1, Does::Make)]),
    kind(libc::SYS_renameat, &[(Some(0), 1, Does::Remove), (Some(2), 3, Does::Replace)]),
    kind(libc::SYS_renameat2, &[(Some(0), 1, Does::Remove), (Some(2), 3, Does::Replace)]),
    kind(libc::SYS_linkat, &[(Some(2), 3, Does::Make)]),
    kind(libc::SYS_symlinkat, &[(Some(1), 2, Does::Make)]),
    kind(libc::SYS_mknodat, &[(Some(0), 1, Does::Make)]),
    kind(libc::SYS_truncate, &[(None, 0, Does::OpenWith(libc::O_WRONLY))]),
    kind(libc::SYS_openat2, &[(Some(0), 1, Does::OpenAs(2))]),
];

/// Those that only this processor has.
#[cfg(target_arch = "x86_64")]
const OLD: &[Kind] = &[
    kind(libc::SYS_open, &[(None, 0, Does::Open(1))]),
    kind(libc::SYS_creat, &[(None, 0, Does::OpenWith(libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC))]),
    kind(libc::SYS_unlink, &[(None, 0, Does::Remove)]),
    kind(libc::SYS_rmdir, &[(None, 0, Does::Remove)]),
    kind(libc::SYS_mkdir, &[(None, 0, Does::Make)]),
    kind(libc::SYS_mknod, &[(None, 0, Does::Make)]),
    kind(libc::SYS_rename, &[(None, 0, Does::Remove), (None, 1, Does::Replace)]),
    kind(libc::SYS_link, &[(None, 1, Does::Make)]),
    kind(libc::SYS_symlink, &[(None, 1, Does::Make)]),
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[Kind] = &[];

/// All calls that change files by a path.
pub(crate) fn kinds() -> impl Iterator<Item = &'static Kind> {
    COMMON.iter().chain(OLD)
}

impl Call {
    pub(crate) fn new(told: &libc::seccomp_notif) -> Self {
        let libc::seccomp_notif { id, pid, data, .. } = *told;
        Self { id, thread: pid, number: data.nr.into(), arguments: data.args }
    }

    /// What it would change, in the order of its arguments.
    pub fn changes(&self) -> impl Iterator<Item = Change> + '_ {
        let named = kinds().find(|kind| kind.number == self.number).map_or(&[][..], |kind| kind.paths);
        named.iter().map(|(dir, path, does)| Change {
            dir: dir.and_then(|dir| descriptor(self.arguments[dir])),
            path: self.arguments[*path],
            how: match does {
                Does::Make => How::Make,
                Does::Remove => How::Remove,
                Does::Replace => How::Replace,
                Does::Open(flags) => How::Open(self.arguments[*flags]),
                Does::OpenAs(at) => How::OpenAs(self.arguments[*at]),
                Does::OpenWith(flags) => How::Open(u64::from(flags.unsigned_abs())),
            },
        })
    }
}

/// The descriptor that an argument is, of which the kernel looks at 32 bits.
fn descriptor(argument: u64) -> Option<i32> {
    let [a, b, c, d, ..] = argument.to_le_bytes();
    Some(i32::from_le_bytes([a, b, c, d])).filter(|fd| *fd != libc::AT_FDCWD)
}

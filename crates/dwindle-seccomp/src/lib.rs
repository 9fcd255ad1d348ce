//! Shows a supervisor the system calls with which a process changes files, before they are carried out.
//!
//! A sandbox that refuses a write tells nobody but the program that wrote, and many programs do not pass it on. With
//! seccomp's user notifications (Linux 5.0) a process waits in chosen system calls until whoever holds the listener has
//! looked at them. Here all of them are then carried out as if nobody had looked: this refuses nothing, and is no
//! protection. A process may change the arguments after they were looked at.
//!
//! [`install`] puts the calling thread and all that it starts under the filter and gives the [`Listener`], which can be
//! polled. Each [`Call`] that it receives has to be let go ([`Listener::let_go`]); until then its thread waits, also for
//! all signals but the one that kills. When the listener is dropped, such calls fail.
//!
//! What is not seen: calls by way of `io_uring`, by descriptors that are open already (`ftruncate`), of 32-bit programs,
//! and changes of permissions, owners and times.
#![cfg(target_os = "linux")]

mod calls;
mod filter;

use std::io;
use std::mem;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

pub use calls::{Call, Change, How};

/// Receives the calls of processes under a filter.
#[derive(Debug)]
pub struct Listener(OwnedFd);

/// Puts the calling thread, and all that it starts from now on, under a filter, for good.
///
/// The thread has to be one that cannot gain privileges any more (`no_new_privs`), and makes none of the calls itself, or
/// it waits until somebody else answers.
///
/// # Errors
/// The kernel is older than 5.19, was built without this, or a filter around this one does not allow it; or this
/// processor's calls are not known here.
pub fn install() -> io::Result<Listener> {
    let mut instructions = filter::of_changes().ok_or(io::ErrorKind::Unsupported)?;
    let len = instructions.len().try_into().map_err(io::Error::other)?;
    let program = libc::sock_fprog { len, filter: instructions.as_mut_ptr() };
    // A signal to which a process does not react at once is better than a call that fails because of one: so did the
    // signals by which Go's runtime preempts its threads.
    let flags = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    // SAFETY: the kernel reads the program, which outlives the call, and as many instructions as it says there are.
    let made = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, ptr::from_ref(&program))
    };
    let listener = RawFd::try_from(made).ok().filter(|fd| *fd >= 0).ok_or_else(io::Error::last_os_error)?;
    // SAFETY: the kernel just made this descriptor for us, and nobody else knows it.
    let listener = Listener(unsafe { OwnedFd::from_raw_fd(listener) });
    listener.hand_over_processor();
    Ok(listener)
}

impl Listener {
    /// The next call that waits, for which the listener was readable; none where its process ended meanwhile, or none is left
    /// under the filter.
    ///
    /// # Errors
    /// Those of the system.
    pub fn receive(&self) -> io::Result<Option<Call>> {
        // SAFETY: a structure of integers alone, for which all zeros, which the kernel asks for, are values.
        let mut told: libc::seccomp_notif = unsafe { mem::zeroed() };
        match self.control(libc::SECCOMP_IOCTL_NOTIF_RECV, &mut told) {
            Ok(()) => Ok(Some(Call::new(&told))),
            Err(error) if error.raw_os_error() == Some(libc::ENOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Has a call carried out, as it would have been; says whether its process was still there, so that what was looked
    /// at was its own.
    ///
    /// # Errors
    /// Those of the system.
    pub fn let_go(&self, call: &Call) -> io::Result<bool> {
        let flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE.try_into().map_err(io::Error::other)?;
        let mut answer = libc::seccomp_notif_resp { id: call.id, val: 0, error: 0, flags };
        match self.control(libc::SECCOMP_IOCTL_NOTIF_SEND, &mut answer) {
            Ok(()) => Ok(true),
            Err(error) if error.raw_os_error() == Some(libc::ENOENT) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Has whoever receives calls go on where the caller ran, and the other way round, instead of on a processor that sleeps: they wait for each other
    /// anyway. Linux 6.6; before, it takes longer.
    fn hand_over_processor(&self) {
        const SYNC_WAKE_UP: u64 = 1;
        // SAFETY: the kernel takes the flags for a number, and no memory.
        let _ = unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP) };
    }

    /// `what` is the structure that this request is about.
    fn control<T>(&self, request: libc::Ioctl, what: &mut T) -> io::Result<()> {
        loop {
            // SAFETY: the request says how large the structure is that the kernel reads and writes, and both callers
            // give the one that it was made of.
            let done = unsafe { libc::ioctl(self.0.as_raw_fd(), request, ptr::from_mut(what)) };
            if done >= 0 {
                return Ok(());
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

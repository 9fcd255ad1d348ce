//! The keeper: what the program does in its hidden mode.
//!
//! It spawns the tests of one slot and adopts their orphans. It never outlives its control pipe: when that
//! closes without a goodbye the main process is dead, and the keeper kills all it has, removes the slot's
//! directory and returns.
//!
//! There is one keeper for each slot, in a process group of its own. Embedders without one
//! ([`Launcher::Direct`](super::Launcher::Direct)) get a thread that answers the same messages, and tests are
//! killed by their process group.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;

use super::ending::Control;
use super::message::{Opening, Request, Response};
use super::runner::Runner;
use super::sandbox::Entry;
use super::sandbox::confined::Confined;
use super::tree::Reach;
use super::wire::{Inbox, decode, send};
use crate::scratch::TempDir;

/// Both ends have to be of one version.
pub(super) const VERSION: &str = concat!("dwindle ", env!("CARGO_PKG_VERSION"));

/// Serves one slot until `input` closes; then everything below is killed.
///
/// This is all that the hidden mode of a [`Launcher::Keeper`](super::Launcher::Keeper) program may do: it
/// makes the process a child subreaper, names its main thread `keeper` (so that `killall` by the program's
/// name spares it: it has work to do then), and kills and reaps every child the process has. `input` and
/// `output` are the standard ones; nothing else may be written there. Standard error is left alone.
///
/// # Errors
///
/// The pipes fail, or speak something else. Everything below is killed in that case too.
pub fn serve(input: impl AsFd, output: impl AsFd) -> io::Result<()> {
    let mut held = Held::default();
    let (input, output) = (input.as_fd(), output.as_fd());
    let served = answer(adopt()?, input, output, &mut held).and_then(|again| match again {
        Some(entry) => go_on(&entry, input, output),
        None => Ok(()),
    });
    #[cfg(target_os = "linux")]
    super::tree::sweep_children(None, super::deadline::Deadline::after(Some(super::tree::HASTE)));
    let Held { scratch, temp, is_mounted } = held;
    #[cfg(not(target_os = "linux"))]
    let _: bool = is_mounted;
    drop(temp);
    if let Some(scratch) = scratch {
        #[cfg(target_os = "linux")]
        if is_mounted {
            // It may be one, and what is mounted cannot be removed.
            let _ = rustix::mount::unmount(&scratch, rustix::mount::UnmountFlags::DETACH);
        }
        // What a test made unremovable stays for the next run to remove.
        drop(crate::scratch::clear(&scratch));
    }
    served
}

/// What whoever spawns a slot's tests removes when all of them have ended.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// The slot's directory, if the main process is dead by then.
    scratch: Option<PathBuf>,
    temp: Option<TempDir>,
    /// Whether the directories are mounts in a namespace of their own.
    is_mounted: bool,
}

#[cfg(target_os = "linux")]
fn adopt() -> io::Result<Reach> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    rustix::thread::set_name(c"keeper")?;
    super::limits::no_core()?;
    super::limits::prepare();
    Ok(Reach::Descendants)
}

#[cfg(not(target_os = "linux"))]
fn adopt() -> io::Result<Reach> {
    Ok(Reach::Group)
}

#[cfg(target_os = "linux")]
fn enter(reach: Reach, entry: &Entry) -> io::Result<()> {
    if reach == Reach::Group {
        // It is a thread of the host.
        return Err(io::ErrorKind::Unsupported.into());
    }
    super::sandbox::namespaces::make(entry)
}

#[cfg(target_os = "linux")]
fn go_on(entry: &Entry, input: BorrowedFd<'_>, output: BorrowedFd<'_>) -> io::Result<()> {
    super::sandbox::namespaces::again(entry, input, output)
}

#[cfg(not(target_os = "linux"))]
fn enter(_: Reach, _: &Entry) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn go_on(_: &Entry, _: BorrowedFd<'_>, _: BorrowedFd<'_>) -> io::Result<()> {
    Ok(())
}

/// Makes what a slot needs and says that it is there.
fn open(opening: Opening, held: &mut Held, runner: &mut Runner) -> io::Result<Vec<Response>> {
    let Opening { scratch, temp, confines } = opening;
    held.scratch = Some(scratch.clone());
    held.is_mounted = confines.as_ref().is_some_and(|confines| confines.is_inside);
    let above: Vec<PathBuf> =
        std::iter::once(scratch.clone()).chain(temp.as_ref().map(PathBuf::from)).collect();
    let mut confined = match &confines {
        Some(confines) => Confined::set_up(confines, &above)?,
        None => Confined::default(),
    };
    let told =
        |error: io::Error| io::Error::new(error.kind(), format!("no directory for temporary files: {error}"));
    held.temp = temp.map(|dir| TempDir::make(dir.as_ref())).transpose().map_err(told)?;
    let dirs = std::iter::once(scratch).chain(held.temp.as_ref().map(|temp| temp.path().to_owned()));
    let reached = confines.map(|confines| confined.restrict(&confines, dirs.collect())).transpose()?;
    runner.confine(confined);
    let ready = Response::Ready(VERSION.into());
    Ok(reached.map(Response::Confined).into_iter().chain([ready]).collect())
}

/// Does what is asked on `input` until that closes; then all that was spawned is ended, as far as `reach` goes.
///
/// `held` becomes what is to be removed then. Gives the namespaces in which another keeper is to go on, if it is to.
pub(super) fn answer(
    reach: Reach,
    input: BorrowedFd<'_>,
    output: BorrowedFd<'_>,
    held: &mut Held,
) -> io::Result<Option<Entry>> {
    let mut entered = None;
    let (mut runner, mut inbox) = (Runner::new(reach), Inbox::default());
    while let Some(frame) = inbox.next(input)? {
        let told = match decode(frame)? {
            Request::Enter(entry) => match enter(reach, &entry) {
                Ok(()) => {
                    entered = Some(entry);
                    vec![Response::Done]
                }
                Err(error) => vec![Response::Failed(error.to_string())],
            },
            Request::Identified => {
                send(&[Response::Done], output)?;
                if entered.as_ref().is_some_and(|entry| entry.again.is_some()) {
                    return Ok(entered);
                }
                continue;
            }
            Request::Open(opening) => match open(opening, held, &mut runner) {
                Ok(told) => told,
                Err(error) => vec![Response::Failed(error.to_string())],
            },
            Request::Allow(dir) => {
                runner.allow(dir.into())?;
                continue;
            }
            Request::Command(command) => {
                runner.set(command);
                continue;
            }
            Request::Call(number, call) => {
                let mut control = Control::of(number, input, &mut inbox)?;
                match runner.call(&call, held.temp.as_mut(), &mut control) {
                    Ok(Some(told)) => vec![told],
                    Ok(None) => break,
                    Err(error) => vec![Response::Failed(error.to_string())],
                }
            }
            // It came too late for its call.
            Request::Stop(_) => continue,
            Request::Bye => {
                held.scratch = None;
                break;
            }
        };
        send(&told, output)?;
    }
    Ok(None)
}

//! A thread whose descendants are watched: what they try to change waits at its listener.
//!
//! A filter is put on it once. To put one on for each test took a millisecond of each, as the kernel makes machine code of a
//! filter and has to tell all processors. The thread is under no rules, so that a test cannot signal it, and starts the
//! threads that take the rules on themselves.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use dwindle_seccomp::{Listener, install};

/// How large the stack of a thread is that only spawns.
pub(super) const STACK: usize = 256 << 10;

type Job = Box<dyn FnOnce() + Send>;

/// Does what it is given in the watched thread; that ends with this.
#[derive(Debug)]
pub(super) struct Watched {
    jobs: Sender<Job>,
    pub(super) listener: Arc<Listener>,
}

impl Watched {
    /// Starts the thread.
    ///
    /// # Errors
    /// The kernel has no such filter, or it is not allowed here.
    pub(super) fn start() -> io::Result<Self> {
        let (jobs, given) = channel::<Job>();
        let (tell, told) = channel();
        let work = move || {
            let installed = rustix::thread::set_no_new_privs(true).map_err(io::Error::from);
            let is_told = tell.send(installed.and_then(|()| install())).is_ok();
            // From here on it has to change no files itself: nobody looks while it works.
            given.iter().take_while(|_| is_told).for_each(|job| job());
        };
        Builder::new().stack_size(STACK).spawn(work)?;
        let listener = told.recv().map_err(io::Error::other)??;
        Ok(Self { jobs, listener: Arc::new(listener) })
    }

    /// Does `job` there, and waits for what it comes to.
    ///
    /// # Errors
    /// The thread is gone.
    pub(super) fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
        let (tell, told) = channel();
        let job = move || drop(tell.send(job()));
        self.jobs.send(Box::new(job)).map_err(|_| io::Error::other("the watched thread is gone"))?;
        told.recv().map_err(io::Error::other)
    }
}

//! The farm: where runs go, and where their reports come from.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use dwindle_exec::process::{Command, Elsewhere, Ending, Errand, NotCarriedOut, Report, Run};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{oneshot, watch};

use crate::connection::Connection;
use crate::errand::{OnItsWay, Shared};
use crate::options::Options;

/// How long the end of a run waits for what is being cancelled.
const FAREWELL: Duration = Duration::from_secs(2);
/// The threads that send and receive; tests wait on threads of their slots, which are woken once for each.
const THREADS: usize = 2;

/// A farm that is connected.
#[derive(Debug)]
pub struct Farm {
    runtime: Runtime,
    shared: Arc<Shared>,
}

impl Farm {
    /// Connects to a farm, and asks what it can do.
    ///
    /// # Errors
    /// There is no server, it is none of this kind or does not take these credentials, or it has no such instance.
    pub fn connect(options: Options) -> Result<Self, NotCarriedOut> {
        let runtime = Builder::new_multi_thread().worker_threads(THREADS).enable_all().build();
        let runtime = runtime.map_err(|error| NotCarriedOut { what: error.to_string(), hint: None })?;
        let connection = runtime.block_on(Connection::open(&options))?;
        Ok(Self { runtime, shared: Arc::new(Shared::new(connection, options)) })
    }
}

impl Drop for Farm {
    /// Lets what was cancelled last be told to the server.
    fn drop(&mut self) {
        let are_cancelled = async { tokio::time::timeout(FAREWELL, self.shared.are_cancelled()).await };
        let _late = self.runtime.block_on(are_cancelled);
    }
}

impl Elsewhere for Farm {
    fn begin(&self, command: &Command, run: &Run) -> io::Result<Box<dyn Errand + '_>> {
        let run = OnItsWay::new(Arc::clone(&self.shared), command, run)?;
        let (is_over, _) = watch::channel(false);
        Ok(Box::new(Awaited { runtime: self.runtime.handle(), run, is_over }))
    }
}

/// A run that a slot waits for.
struct Awaited<'f> {
    runtime: &'f Handle,
    run: OnItsWay,
    is_over: watch::Sender<bool>,
}

impl Errand for Awaited<'_> {
    fn ending(&self) -> Ending {
        let is_over = self.is_over.clone();
        Arc::new(move || {
            is_over.send_replace(true);
        })
    }

    fn wait(self: Box<Self>) -> io::Result<Report> {
        let (tell, told) = oneshot::channel();
        self.runtime.spawn(self.run.go(self.is_over.subscribe(), |report| {
            // This slot waits for it.
            let _told = tell.send(report);
        }));
        told.blocking_recv().unwrap_or_else(|_| Err(io::Error::other("a run on the farm was given up")))
    }
}

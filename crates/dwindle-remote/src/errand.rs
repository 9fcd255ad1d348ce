//! The farm: runs of one search, each from its action to its report, whatever goes wrong meanwhile.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::protobuf;
use dwindle_exec::process::{Captured, Command, Elsewhere, End, Ending, Errand, NotCarriedOut, Report, Run};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::action::{Action, Maker};
use crate::connection::Connection;
use crate::digest::{Blob, Digest, digest};
use crate::execution::{Executed, Ticket, cached, cancel, execute};
use crate::options::Options;
use crate::outcome::{self, FILE, ROOT};
use crate::store::Store;
use crate::translate::translate;
use crate::trouble::Trouble;

/// So often at least something that goes wrong is tried.
const TRIES: u32 = 5;
/// How long it takes until it is tried again, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));
/// How long nothing has to be found until what is not found is executed: so much for each that was found in a row, up to so
/// many. What that saves is at least as long.
const QUIET: Duration = Duration::from_millis(30);
const MOST_ROW: u32 = 20;
/// How long the end of a run waits for what is being cancelled.
const FAREWELL: Duration = Duration::from_secs(2);
/// The threads that send and receive; tests wait on threads of their slots.
const THREADS: usize = 2;

/// A farm that is connected.
#[derive(Debug)]
pub struct Farm {
    runtime: Runtime,
    shared: Arc<Shared>,
    maker: Maker,
    priority: i32,
    patience: Duration,
    /// The numbers of the runs of each action that came to a report or are on their way.
    tries: Mutex<HashMap<String, BTreeSet<u32>>>,
}

/// What goes on when a run has been given up.
#[derive(Debug)]
struct Shared {
    connection: Connection,
    store: Store,
    cancelling_is_in_vain: AtomicBool,
    found: Mutex<Found>,
    /// How many cancellations are on their way.
    cancelling: AtomicUsize,
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
        let shared = Shared {
            connection,
            store: Store::default(),
            cancelling_is_in_vain: AtomicBool::new(false),
            found: Mutex::default(),
            cancelling: AtomicUsize::new(0),
        };
        let Options { platform, priority, patience, .. } = options;
        let maker = Maker::new(platform);
        Ok(Self { runtime, shared: Arc::new(shared), maker, priority, patience, tries: Mutex::default() })
    }

    /// The number of the next run of an action: the first that is not taken.
    fn take_number(&self, action: &Digest) -> u32 {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = tries.entry(action.hash.clone()).or_default();
        let free = (0..).zip(taken.iter()).find(|(number, taken)| number != *taken).map(|(number, _)| number);
        let number = free.unwrap_or_else(|| u32::try_from(taken.len()).unwrap_or(u32::MAX));
        taken.insert(number);
        number
    }

    /// Gives back the number of a run that came to no report.
    fn give_back(&self, action: &Digest, number: u32) {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = tries.get_mut(&action.hash) {
            taken.remove(&number);
        }
    }
}

impl Drop for Farm {
    /// Lets what was cancelled last be told to the server.
    fn drop(&mut self) {
        let is_told = async {
            while self.shared.cancelling.load(Ordering::SeqCst) > 0 {
                tokio::time::sleep(PAUSES.0 / 10).await;
            }
        };
        let _late = self.runtime.block_on(async { tokio::time::timeout(FAREWELL, is_told).await });
    }
}

impl Elsewhere for Farm {
    fn begin(&self, command: &Command, run: &Run) -> io::Result<Box<dyn Errand + '_>> {
        let mut action = self.maker.action(command, run)?;
        self.shared.store.lighten(&mut action.blobs);
        let first = action.of_try(0);
        let number = self.take_number(&first.digest);
        let blob = if number == 0 { first.clone() } else { action.of_try(number) };
        let (is_over, _) = watch::channel(false);
        let (kind, ticket) = (first.digest, Ticket::default());
        let (command, run) = (command.clone(), run.clone());
        Ok(Box::new(OnItsWay { farm: self, action, blob, kind, number, command, run, is_over, ticket }))
    }
}

/// A run that is at the farm, or on its way to it or back.
#[derive(Debug)]
struct OnItsWay<'f> {
    farm: &'f Farm,
    action: Action,
    /// The action of this run.
    blob: Blob,
    /// What names all runs of the same, and the number of this one.
    kind: Digest,
    number: u32,
    command: Command,
    run: Run,
    is_over: watch::Sender<bool>,
    ticket: Ticket,
}

/// What was found in the cache.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    last: Option<Instant>,
    /// How many were found since one was executed.
    row: u32,
}

impl Shared {
    fn remember_found(&self) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        (found.last, found.row) = (Some(now()), found.row + 1);
    }

    /// Waits until nothing was found for some time, where a look-up takes so long.
    ///
    /// Where somebody has reduced the same, the search goes from one result that is found to the next, and nearly all that it
    /// does not find was only to be tested ahead. What it cannot go on without is the last that it looks up.
    async fn hold_back(&self, look_up: Duration) {
        loop {
            let rest = {
                let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                let quiet = look_up * 2 + QUIET * found.row.min(MOST_ROW);
                let rest = found.last.and_then(|last| quiet.checked_sub(last.elapsed()));
                let rest = rest.filter(|rest| !rest.is_zero());
                if rest.is_none() {
                    found.row = 0;
                }
                rest
            };
            match rest {
                Some(rest) => tokio::time::sleep(rest).await,
                None => return,
            }
        }
    }
}

impl Errand for OnItsWay<'_> {
    fn ending(&self) -> Ending {
        let is_over = self.is_over.clone();
        Arc::new(move || {
            is_over.send_replace(true);
        })
    }

    fn wait(mut self: Box<Self>) -> io::Result<Report> {
        let mut over = self.is_over.subscribe();
        let ended = self.farm.runtime.block_on(async {
            tokio::select! {
                biased;
                _ = over.wait_for(|is_over| *is_over) => None,
                report = self.carry_out() => Some(report),
            }
        });
        if !matches!(ended, Some(Ok(_))) {
            self.farm.give_back(&self.kind, self.number);
        }
        let Some(report) = ended else {
            let (shared, ticket) = (Arc::clone(&self.farm.shared), self.ticket);
            shared.cancelling.fetch_add(1, Ordering::SeqCst);
            self.farm.runtime.spawn(async move {
                cancel(&shared.connection, &ticket, &shared.cancelling_is_in_vain).await;
                shared.cancelling.fetch_sub(1, Ordering::SeqCst);
            });
            let (stdout, stderr) = (Captured::default(), Captured::default());
            return Ok(Report { end: End::Stopped, duration: Duration::ZERO, stdout, stderr });
        };
        Ok(report?)
    }
}

impl OnItsWay<'_> {
    /// Tries until there is a report, or it is no use.
    async fn carry_out(&mut self) -> Result<Report, NotCarriedOut> {
        let (mut pause, longest) = PAUSES;
        let (mut tried, mut since, mut anew) = (0, now(), false);
        loop {
            let begun = now();
            let trouble = match self.attempt(tried == 0, anew).await {
                Ok(executed) => match self.report(executed, begun).await {
                    Ok(report) => return Ok(report),
                    Err(trouble @ Trouble::Never(_)) => trouble,
                    // What the cache has of it is of no use.
                    Err(trouble) => {
                        anew = true;
                        trouble
                    }
                },
                Err(trouble) => trouble,
            };
            if tried == 0 {
                since = now();
            }
            tried += 1;
            let why = match trouble {
                Trouble::Never(why) => return Err(why),
                Trouble::Again(why) => why,
                Trouble::Gone => "the server has forgotten the test".to_owned(),
                Trouble::Missing => {
                    self.farm.shared.store.forget(&self.blobs());
                    // The candidate still lies where it lay.
                    let action = self.farm.maker.action(&self.command, &self.run);
                    self.action =
                        action.map_err(|error| NotCarriedOut { what: error.to_string(), hint: None })?;
                    "the server does not keep what is uploaded".to_owned()
                }
            };
            if tried >= TRIES && since.elapsed() >= self.farm.patience {
                let what = format!("the farm could not run a test, {tried} times: {why}");
                let hint = "when it can again, run the same command: it goes on where this one ended";
                return Err(NotCarriedOut { what, hint: Some(hint.to_owned()) });
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }

    fn blobs(&self) -> Vec<&Blob> {
        self.action.blobs.iter().chain([&self.blob]).collect()
    }

    /// Finds a result, or runs the action.
    async fn attempt(&self, is_first: bool, anew: bool) -> Result<Executed, Trouble> {
        let Shared { connection, store, .. } = &*self.farm.shared;
        let action = &self.blob.digest;
        let begun = now();
        if !anew && let Some(result) = cached(connection, action).await? {
            if is_first {
                self.farm.shared.remember_found();
            }
            return Ok(Executed::Done(result));
        }
        if is_first {
            self.farm.shared.hold_back(begun.elapsed()).await;
        }
        store.bring(connection, &self.blobs()).await?;
        execute(connection, (action, self.farm.priority), anew, &self.ticket).await
    }

    /// What a result says, in the words of this machine.
    async fn report(&self, executed: Executed, begun: Instant) -> Result<Report, Trouble> {
        let result = match executed {
            Executed::Done(result) => result,
            Executed::TimedOut => {
                let (stdout, stderr) = (Captured::default(), Captured::default());
                return Ok(Report { end: End::TimedOut, duration: begun.elapsed(), stdout, stderr });
            }
        };
        let mut stdout = self.output(&result.stdout_raw, result.stdout_digest.as_ref()).await?;
        let mut stderr = self.output(&result.stderr_raw, result.stderr_digest.as_ref()).await?;
        if result.exit_code != 0 {
            let why = stderr.text();
            return Err(Trouble::Again(format!(
                "the script that runs it exited with {}; a worker needs `sh` and `timeout`. It said: {}",
                result.exit_code,
                why.trim()
            )));
        }
        let end = written(&result, FILE).and_then(|file| outcome::read(file.digest.as_ref()?));
        let end = end.ok_or_else(|| Trouble::Again("a worker did not say how the test ended".to_owned()))?;
        if stdout.total + stderr.total > 0 {
            let root = match written(&result, ROOT) {
                Some(api::OutputFile { contents, digest, .. }) => {
                    self.bytes(contents, digest.as_ref()).await?
                }
                None => return Err(Trouble::Again("a worker did not say where it ran the test".to_owned())),
            };
            let root = String::from_utf8_lossy(root.trim_ascii_end()).into_owned();
            translate(Path::new(&root), &self.command, &self.run, [&mut stdout, &mut stderr]);
        }
        let duration = result.execution_metadata.as_ref().and_then(took).unwrap_or_else(|| begun.elapsed());
        Ok(Report { end, duration, stdout, stderr })
    }

    /// What an output stream held.
    async fn output(&self, raw: &[u8], name: Option<&Digest>) -> Result<Captured, Trouble> {
        let cap = self.command.output_cap;
        match name {
            Some(name) if raw.is_empty() => {
                let Shared { connection, store, .. } = &*self.farm.shared;
                store.captured(connection, name, cap).await.map_err(lost)
            }
            name => {
                let mut head = self.bytes(raw, name).await?;
                let total = head.len() as u64;
                let mut tail = head.split_off(head.len().min(cap));
                tail.drain(..tail.len().saturating_sub(cap));
                Ok(Captured { head, tail, total })
            }
        }
    }

    /// Bytes that came along, or are to be fetched.
    async fn bytes(&self, along: &[u8], name: Option<&Digest>) -> Result<Vec<u8>, Trouble> {
        match name {
            Some(name) if !along.is_empty() && digest(along) != *name => {
                Err(Trouble::Again("a worker gave other bytes than it named".to_owned()))
            }
            Some(name) if along.is_empty() => {
                let Shared { connection, store, .. } = &*self.farm.shared;
                store.read(connection, name).await.map_err(lost)
            }
            _ => Ok(along.to_vec()),
        }
    }
}

/// An output that is missing is no input that is.
fn lost(trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::Missing | Trouble::Gone => {
            Trouble::Again("the server has lost the output of a test".to_owned())
        }
        other => other,
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the time says when to try again, and what a test took; no outcome depends on it"
)]
fn now() -> Instant {
    Instant::now()
}

/// The file of this name among the outputs.
fn written<'r>(result: &'r api::ActionResult, name: &str) -> Option<&'r api::OutputFile> {
    result.output_files.iter().find(|file| file.path == name)
}

/// How long the command took, where the worker says so.
fn took(metadata: &api::ExecutedActionMetadata) -> Option<Duration> {
    let time = |stamp: &protobuf::Timestamp| {
        let nanos = u32::try_from(stamp.nanos).ok()?;
        Some(Duration::new(u64::try_from(stamp.seconds).ok()?, nanos))
    };
    let begun = metadata.execution_start_timestamp.as_ref().and_then(time)?;
    metadata.execution_completed_timestamp.as_ref().and_then(time)?.checked_sub(begun)
}

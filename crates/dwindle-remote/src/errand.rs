//! A run at the farm, from its action to its report, whatever goes wrong meanwhile.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::protobuf;
use dwindle_exec::process::{Captured, Command, End, NotCarriedOut, Report, Run};
use tokio::sync::watch;

use crate::action::{Action, Maker};
use crate::clock::now;
use crate::connection::Connection;
use crate::digest::{Blob, Digest, digest};
use crate::execution::{Executed, Ticket, cached, cancel, execute};
use crate::known::Known;
use crate::options::Options;
use crate::outcome::{self, FILE, ROOT};
use crate::store::Store;
use crate::translate::translate;
use crate::trouble::Trouble;

/// So often at least something that goes wrong is tried.
const TRIES: u32 = 5;
/// How long it takes until it is tried again, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// How long it takes to hear of a run that the server ends.
const LATE: Duration = Duration::from_secs(1);

/// What all runs share.
#[derive(Debug)]
pub(crate) struct Shared {
    connection: Connection,
    store: Store,
    known: Known,
    maker: Maker,
    priority: i32,
    patience: Duration,
    /// The numbers of the runs of each action that came to a report or are on their way.
    tries: Mutex<HashMap<String, BTreeSet<u32>>>,
    cancelling_is_in_vain: AtomicBool,
    /// How many cancellations are on their way.
    cancelling: AtomicUsize,
}

impl Shared {
    /// What there is at first.
    pub(crate) fn new(connection: Connection, options: Options) -> Self {
        let Options { platform, priority, patience, slots, backstop, .. } = options;
        Self {
            connection,
            store: Store::default(),
            known: Known::new(slots),
            maker: Maker::new(platform, backstop),
            priority,
            patience,
            tries: Mutex::default(),
            cancelling_is_in_vain: AtomicBool::new(false),
            cancelling: AtomicUsize::new(0),
        }
    }

    /// Returns when the server was told of all cancellations.
    pub(crate) async fn are_cancelled(&self) {
        while self.cancelling.load(Ordering::SeqCst) > 0 {
            tokio::time::sleep(PAUSES.0 / 10).await;
        }
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

/// A run that is at the farm, or on its way to it or back.
#[derive(Debug)]
pub(crate) struct OnItsWay {
    shared: Arc<Shared>,
    action: Action,
    /// The action of this run.
    blob: Blob,
    /// What names all runs of the same, and the number of this one.
    kind: Digest,
    number: u32,
    command: Command,
    run: Run,
    ticket: Ticket,
}

impl OnItsWay {
    /// A run of `command` on what lies in the directory of `run` now.
    ///
    /// # Errors
    /// When that cannot be read, or has a name that is not UTF-8.
    pub(crate) fn new(shared: Arc<Shared>, command: &Command, run: &Run) -> io::Result<Self> {
        let mut action = shared.maker.action(command, run)?;
        shared.store.lighten(&mut action.blobs);
        let first = action.of_try(0);
        let number = shared.take_number(&first.digest);
        let blob = if number == 0 { first.clone() } else { action.of_try(number) };
        let (kind, ticket) = (first.digest, Ticket::default());
        let (command, run) = (command.clone(), run.clone());
        Ok(Self { shared, action, blob, kind, number, command, run, ticket })
    }

    /// Carries it out until there is a report or it is over; then the server is told after `tell` was.
    pub(crate) async fn go(mut self, mut over: watch::Receiver<bool>, tell: impl FnOnce(io::Result<Report>)) {
        let ended = tokio::select! {
            biased;
            _ = over.wait_for(|is_over| *is_over) => None,
            report = self.carry_out() => Some(report),
        };
        if !matches!(ended, Some(Ok(_))) {
            self.shared.give_back(&self.kind, self.number);
        }
        let Self { shared, ticket, .. } = self;
        let Some(report) = ended else {
            shared.cancelling.fetch_add(1, Ordering::SeqCst);
            tell(Ok(without_output(End::Stopped, Duration::ZERO)));
            cancel(&shared.connection, &ticket, &shared.cancelling_is_in_vain).await;
            shared.cancelling.fetch_sub(1, Ordering::SeqCst);
            return;
        };
        tell(report.map_err(io::Error::from));
    }

    /// Tries until there is a report, or it is no use.
    async fn carry_out(&mut self) -> Result<Report, NotCarriedOut> {
        let (mut pause, longest) = PAUSES;
        let (mut tried, mut since, mut anew) = (0, now(), false);
        loop {
            let begun = now();
            let trouble = match self.attempt(tried, anew).await {
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
                Trouble::Late => {
                    let Shared { connection, cancelling_is_in_vain, .. } = &*self.shared;
                    cancel(connection, &self.ticket, cancelling_is_in_vain).await;
                    self.ticket.forget();
                    "a worker did not end a test in its time".to_owned()
                }
                Trouble::Gone => "the server has forgotten the test".to_owned(),
                Trouble::Missing => {
                    self.shared.store.forget(&self.blobs());
                    // The candidate still lies where it lay.
                    let action = self.shared.maker.action(&self.command, &self.run);
                    self.action =
                        action.map_err(|error| NotCarriedOut { what: error.to_string(), hint: None })?;
                    "the server does not keep what is uploaded".to_owned()
                }
            };
            if tried >= TRIES && since.elapsed() >= self.shared.patience {
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
    async fn attempt(&self, tried: u32, anew: bool) -> Result<Executed, Trouble> {
        let Shared { connection, store, known, maker, priority, .. } = &*self.shared;
        let is_first = tried == 0;
        let action = &self.blob.digest;
        if !anew && (!is_first || known.is_worth_a_look()) {
            let begun = now();
            let found = cached(connection, action).await?;
            if is_first {
                known.remember(found.is_some());
            }
            if let Some(result) = found {
                return Ok(Executed::Done { result, is_known: true });
            }
            if is_first {
                known.hold_back(begun.elapsed()).await;
            }
        }
        store.bring(connection, &self.blobs()).await?;
        // A worker may be slow with the input rather than lost; so each time it has twice as long.
        let most =
            maker.latest(&self.run).map(|latest| (latest + LATE) * 2u32.saturating_pow(tried.min(TRIES)));
        let executed = execute(connection, (action, *priority), anew, most, &self.ticket).await?;
        if is_first && matches!(executed, Executed::Done { is_known: true, .. }) {
            known.remember(true);
        }
        Ok(executed)
    }

    /// What a result says, in the words of this machine.
    async fn report(&self, executed: Executed, begun: Instant) -> Result<Report, Trouble> {
        let result = match executed {
            Executed::Done { result, .. } => result,
            Executed::TimedOut => return Ok(without_output(End::TimedOut, begun.elapsed())),
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
        Ok(Report { end, duration, stdout, stderr, refused: Vec::new() })
    }

    /// What an output stream held.
    async fn output(&self, raw: &[u8], name: Option<&Digest>) -> Result<Captured, Trouble> {
        let cap = self.command.output_cap;
        match name {
            Some(name) if raw.is_empty() => {
                self.shared.store.captured(&self.shared.connection, name, cap).await.map_err(lost)
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
                self.shared.store.read(&self.shared.connection, name).await.map_err(lost)
            }
            _ => Ok(along.to_vec()),
        }
    }
}

/// The report of a run of which there is no output.
fn without_output(end: End, duration: Duration) -> Report {
    Report { end, duration, stdout: Captured::default(), stderr: Captured::default(), refused: Vec::new() }
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

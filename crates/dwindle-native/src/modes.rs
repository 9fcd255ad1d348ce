//! The tracer as a command: `docs/tracers.md` has its modes and options.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dwindle_agent::layout;
use dwindle_trace::protocol::{self, Answer, Control, End, Kept, Probe, Record, Refused, Request};

use crate::compared;
use crate::plan::Compares;
use crate::record;
use crate::refusal::Refusal;
use crate::server::{Run, Server, Start, Status};
use crate::tracer::{MOST_EVENTS, Tracer};

/// How the tracer is to end: as the program did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// Why a tracer could not do what it was asked for, in words for whoever wrote the command.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misuse(String);

/// The words of a tracer's command line.
#[derive(Debug, Default)]
struct Words {
    events: Option<PathBuf>,
    keep: Option<PathBuf>,
    report: Option<PathBuf>,
    control: Control,
    input: Option<PathBuf>,
    probes: Vec<Probe>,
    values: bool,
    most: Option<u64>,
    garbage: usize,
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl Words {
    fn read(words: &[OsString]) -> Result<Self, Misuse> {
        let mut found = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value =
                || words.next().ok_or_else(|| Misuse(format!("{} needs a value", word.display())));
            match word.to_str() {
                Some("--events") => found.events = Some(value()?.into()),
                Some("--keep") => found.keep = Some(value()?.into()),
                Some("--report") => found.report = Some(value()?.into()),
                Some("--input") => found.input = Some(value()?.into()),
                Some("--values") => found.values = true,
                Some("--most") => {
                    let number = value()?.to_str().and_then(|number| number.parse().ok());
                    found.most = Some(number.ok_or_else(|| Misuse("--most needs a number".into()))?);
                }
                Some("--garbage") => {
                    let number = value()?.to_str().and_then(|number| number.parse().ok());
                    found.garbage = number
                        .filter(|number| *number < layout::GARBAGE.len())
                        .ok_or_else(|| Misuse("no such garbage".into()))?;
                }
                Some("--control") => {
                    let name = value()?;
                    let level = name.to_str().and_then(|name| name.parse().ok());
                    found.control =
                        level.ok_or_else(|| Misuse(format!("no control level: {}", name.display())))?;
                }
                Some("--probe") => {
                    let probe = value()?.to_string_lossy().parse::<Probe>();
                    found.probes.push(probe.map_err(|error| Misuse(error.to_string()))?);
                }
                Some("--") => {
                    found.program = words.next().ok_or_else(|| Misuse("no program".into()))?.into();
                    found.arguments = words.cloned().collect();
                    return Ok(found);
                }
                _ => return Err(Misuse(format!("no such option: {}", word.display()))),
            }
        }
        Err(Misuse("no program: it stands behind `--`".into()))
    }

    fn tracer(&self) -> Result<Tracer, Refusal> {
        let mut tracer = Tracer::read(&self.program)?;
        tracer.add_probes(&self.probes)?;
        tracer.most = self.most.unwrap_or(MOST_EVENTS).min(u64::from(layout::NONE));
        Ok(tracer)
    }
}

/// Does what the words of a tracer's command line say: the mode, its options, `--`, the program and its arguments. A recording
/// ends when `stop` becomes true, and tells where the program was.
pub fn run(words: &[OsString], stop: Arc<AtomicBool>) -> Result<Ending, Misuse> {
    let (mode, words) = words.split_first().ok_or_else(|| Misuse("no mode".into()))?;
    let words = Words::read(words)?;
    let need =
        |path: &Option<PathBuf>, name: &str| path.clone().ok_or_else(|| Misuse(format!("{name} is needed")));
    let events = need(&words.events, "--events")?;
    let written = |error: std::io::Error| Misuse(format!("the answer cannot be written: {error}"));
    match mode.to_str() {
        Some("trace") => trace(&words, &events, stop).map_err(written),
        Some("keep") => {
            let (keep, report) = (need(&words.keep, "--keep")?, need(&words.report, "--report")?);
            let kept =
                fs::read_to_string(&keep).map_err(|error| Misuse(format!("{}: {error}", keep.display())))?;
            let kept = kept.parse::<Kept>().map_err(|error| Misuse(error.to_string()))?;
            self::keep(&words, &events, &kept, &report).map_err(written)
        }
        Some("serve") => serve(&words, &events).map_err(written),
        _ => Err(Misuse(format!("no such mode: {}", mode.display()))),
    }
}

/// A refusal in the words of the protocol.
fn refused(refusal: &Refusal) -> Refused {
    let reason = match refusal {
        Refusal::Unreadable { .. } | Refusal::NotStarted { .. } => protocol::Refusal::NotStarted,
        Refusal::NotNative(_) | Refusal::NotHere | Refusal::OtherLibrary(_) => protocol::Refusal::Unsupported,
        Refusal::NoDebugInformation(_)
        | Refusal::NoFunctions(_)
        | Refusal::UnreadableDebugInformation { .. } => protocol::Refusal::NoDebugInformation,
        Refusal::Optimised(_) => protocol::Refusal::Optimised,
        Refusal::Static(_) => protocol::Refusal::Static,
        Refusal::SetUid(_) => protocol::Refusal::SetUid,
        Refusal::Threads => protocol::Refusal::Threads,
        Refusal::Forks => protocol::Refusal::Forks,
        Refusal::Terminal | Refusal::AtTerminal => protocol::Refusal::Terminal,
        Refusal::TooLong { .. } => protocol::Refusal::TooLong,
        Refusal::Probe { .. } => protocol::Refusal::Option,
        Refusal::Sanitizer(_) | Refusal::NoSource { .. } | Refusal::OtherTrace | Refusal::System(_) => {
            protocol::Refusal::Other
        }
    };
    Refused { reason, why: refusal.to_string() }
}

fn ending(run: &Run) -> Ending {
    match run.status {
        Status::Exited(code) => Ending::Code(code),
        Status::Signalled(signal) => Ending::Signal(signal),
        Status::TimedOut => Ending::Code(protocol::DIVERGED),
    }
}

fn trace(words: &Words, events: &Path, stop: Arc<AtomicBool>) -> std::io::Result<Ending> {
    let recorded = words.tracer().and_then(|mut tracer| {
        if std::io::stdin().is_terminal() {
            return Err(Refusal::Terminal);
        }
        tracer.stop = stop;
        if words.values {
            tracer.watch()?;
        }
        let (run, events) = tracer.start(&words.arguments, None, words.garbage)?.record(None)?;
        if run.status == Status::TimedOut {
            let stopped = record::stopped(&tracer, &run, &events);
            return Ok((vec![Record::Stopped(stopped)], ending(&run)));
        }
        compared::write(words.events.as_deref(), &run.compared)?;
        let end = record::end(&tracer, &run, &events)?;
        let mut records = record::records(&tracer, &run, &events)?;
        records.push(Record::End(end));
        Ok((records, ending(&run)))
    });
    let mut file = BufWriter::new(File::create(events)?);
    let (records, ending) = match recorded {
        Ok(recorded) => recorded,
        Err(refusal) => (vec![Record::Refused(refused(&refusal))], Ending::Code(protocol::DIVERGED)),
    };
    for record in &records {
        serde_json::to_writer(&mut file, record)?;
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(ending)
}

/// A program that follows recorded events, prepared once for each value of storage that was asked for.
struct Follower<'w> {
    tracer: Tracer,
    arguments: &'w [OsString],
    /// What it reads, if not what this process does.
    input: Option<PathBuf>,
    events: Vec<layout::Event>,
    /// What was compared, by event.
    digests: Vec<u32>,
    servers: [Option<Server>; layout::GARBAGE.len()],
    control: layout::Control,
}

impl<'w> Follower<'w> {
    fn read(words: &'w Words, events_at: &Path, input: Option<PathBuf>) -> Result<Self, Refusal> {
        let tracer = words.tracer()?;
        let mut events = record::events(&tracer, &fs::read_to_string(events_at)?)?;
        let control = match words.control {
            Control::Recorded => layout::Control::Recorded,
            Control::Actual => layout::Control::Actual,
            Control::Strict => layout::Control::Strict,
            Control::Exact => layout::Control::Exact,
        };
        let digests = if words.control == Control::Exact {
            compared::by_event(&compared::read(events_at)?, &mut events)
        } else {
            Vec::new()
        };
        let servers = std::array::from_fn(|_| None);
        Ok(Self { tracer, arguments: &words.arguments, input, events, digests, servers, control })
    }

    /// The program, prepared for a value of storage.
    fn server(&mut self, garbage: usize) -> Result<&mut Server, Refusal> {
        let place = self.servers.get_mut(garbage).ok_or(Refusal::OtherTrace)?;
        if place.is_none() {
            let input = self.input.as_ref().map(File::open).transpose()?;
            let apart = input.is_some();
            let start = Start { arguments: self.arguments, input, apart, garbage };
            let compares = match self.control {
                layout::Control::Exact => Compares::Digests(&self.digests),
                _ => Compares::Unseen,
            };
            *place = Some(self.tracer.start_comparing(start, &self.events, compares)?);
        }
        place.as_mut().ok_or(Refusal::OtherTrace)
    }

    fn follow(&mut self, kept: &Kept, garbage: usize) -> Result<(Answer, Ending), Refusal> {
        let mut bytes = vec![0; self.events.len()];
        for range in kept.ranges() {
            let end = (range.end as usize).min(bytes.len());
            let start = (range.start as usize).min(end);
            bytes[start..end].fill(1);
        }
        let control = self.control;
        let run = self.server(garbage)?.follow(&bytes, control, None)?;
        let report = record::report(&self.tracer, &run, &self.events)?;
        let diverged = matches!(report.end, End::Diverged { .. });
        let ending = if diverged { Ending::Code(protocol::DIVERGED) } else { ending(&run) };
        Ok((Answer::Report(report), ending))
    }
}

fn keep(words: &Words, events: &Path, kept: &Kept, report: &Path) -> std::io::Result<Ending> {
    let follower = Follower::read(words, events, None);
    let followed = follower.and_then(|mut follower| follower.follow(kept, words.garbage));
    let (answer, ending) = followed
        .unwrap_or_else(|refusal| (Answer::Refused(refused(&refusal)), Ending::Code(protocol::DIVERGED)));
    let mut line = serde_json::to_vec(&answer)?;
    line.push(b'\n');
    File::create(report)?.write_all(&line)?;
    Ok(ending)
}

fn serve(words: &Words, events: &Path) -> std::io::Result<Ending> {
    let input = words.input.clone().unwrap_or_else(|| "/dev/null".into());
    let mut follower = Follower::read(words, events, Some(input));
    let mut answers = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?)?;
        let kept = request.keep.parse::<Kept>().map_err(std::io::Error::other)?;
        let answer = match &mut follower {
            Ok(follower) => {
                let server = follower.server(request.garbage);
                let output = server.and_then(|server| server.set_output([&request.stdout, &request.stderr]));
                output.and_then(|()| follower.follow(&kept, request.garbage)).map(|(answer, _)| answer)
            }
            Err(refusal) => Ok(Answer::Refused(refused(refusal))),
        };
        let answer = answer.unwrap_or_else(|refusal| Answer::Refused(refused(&refusal)));
        let mut line = serde_json::to_vec(&answer)?;
        line.push(b'\n');
        answers.write_all(&line)?;
        answers.flush()?;
    }
    Ok(Ending::Code(0))
}

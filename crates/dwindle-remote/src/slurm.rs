//! Tests as steps of one allocation of Slurm.
//!
//! A step is one run of Slurm's own command `srun`, under a supervisor of this machine. What a test needs goes to it as a tar
//! archive on standard input, so nodes need not see the files of this machine. On the node a shell unpacks it in a new
//! directory, runs the script that a farm runs too (`script`), and says last on standard error how that ended. A step that does not come to
//! that is begun again.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use dwindle_exec::process::{
    Captured, Command, Elsewhere, End, Ending, Errand, Launcher, Limits, NotCarriedOut, NotStarted, Report,
    Run, Stdin, Supervisor,
};

use crate::action::Maker;
use crate::digest::digest;
use crate::outcome;
use crate::script::{PROGRAM, WORK, script};
use crate::translate::translate;

/// What makes a step of one task, on one processor if nothing else is asked for in the environment, that leaves the memory of the
/// allocation to all steps.
const STEP: [&str; 8] =
    ["--exact", "--nodes=1", "--ntasks=1", "--mem=0", "--chdir=/tmp", "--quiet", "--input=all", "/bin/sh"];

/// Where the directories of all steps of an allocation lie on a node.
const PLACE: &str = "p=${TMPDIR:-/tmp}/dwindle-$SLURM_JOB_ID\n";

/// What runs on the node, after that: `$0` is what marks the outcome. All steps get `SIGTERM` where the allocation is taken away; then the
/// last one leaves nothing.
const ON_NODE: &str = r#"mkdir -p -m 700 "$p" && d=$(mktemp -d "$p/XXXXXX") || exit 9
trap 'rm -rf "$d"' EXIT
trap 'rm -rf "$d"; rmdir "$p"; exit 9' TERM
cd "$d" && tar xf - || exit 9
sh ./run </dev/null || exit
printf '\n%s %s %s\n' "$0" "$(cat rc)" "$(cat at)" >&2
"#;

/// What runs on each node in the end: Slurm kills the steps of tests that are stopped, with all they could remove their directories with.
const FAREWELL: [&str; 7] =
    ["--overlap", "--ntasks-per-node=1", "--mem=0", "--chdir=/tmp", "--quiet", "--input=none", "/bin/sh"];

/// How long that may take.
const FAREWELL_TIME: Duration = Duration::from_secs(10);

/// So often a step is begun, and how long it takes until it is begun again, for each time before.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(500);
/// How long `srun` has to end its step: a test that ignores `SIGTERM` is killed after thirty seconds, as Slurm is usually set up.
const GRACE: Duration = Duration::from_secs(40);
/// How often a step is told to end until it has.
const AGAIN: Duration = Duration::from_millis(20);

/// An allocation of Slurm, in which this process runs or which its environment names.
#[derive(Debug)]
pub struct Slurm {
    launcher: Launcher,
    programs: Maker,
    /// The supervisors of slots, by their directories, while they run nothing.
    idle: Mutex<BTreeMap<PathBuf, Supervisor>>,
    /// What was run last.
    last: Mutex<Option<Command>>,
}

impl Slurm {
    /// Tests run in the allocation that their environment names; `launcher` supervises `srun`, and does so in no sandbox.
    pub fn new(launcher: Launcher) -> Self {
        Self {
            launcher,
            programs: Maker::new(Vec::new(), Duration::ZERO),
            idle: Mutex::default(),
            last: Mutex::default(),
        }
    }

    /// The archive for a run of `command` on what lies in the directory of `run` now.
    fn archive(&self, command: &Command, run: &Run) -> io::Result<Vec<u8>> {
        let program = self.programs.brought(Path::new(&command.program), &run.dir)?;
        let name = program.as_ref().and_then(|_| Path::new(&command.program).file_name());
        let mut archive = tar::Builder::new(Vec::new());
        archive.follow_symlinks(false);
        let mut add = |path: PathBuf, bytes: &[u8]| {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o755);
            archive.append_data(&mut header, path, bytes)
        };
        add("run".into(), &script(command, run, name))?;
        if let (Some(program), Some(name)) = (program, name) {
            add(Path::new(PROGRAM).join(name), &program.bytes)?;
        }
        archive.append_dir_all(WORK, &run.dir)?;
        archive.into_inner()
    }
}

impl Elsewhere for Slurm {
    fn begin(&self, command: &Command, run: &Run) -> io::Result<Box<dyn Errand + '_>> {
        let slot = run.dir.parent().unwrap_or(&run.dir).to_owned();
        let archive = self.archive(command, run)?;
        let path = slot.join("step.tar");
        File::create(&path)?.write_all(&archive)?;
        let mark = format!("dwindle-{}", digest(&archive).hash);
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).remove(&slot);
        let supervisor = idle.map_or_else(|| self.launcher.open(&slot), Ok)?;
        let srun = Command {
            program: "srun".into(),
            args: words(&STEP, ON_NODE, &mark),
            limits: Limits::default(),
            grace: GRACE,
            ..command.clone()
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(srun.clone());
        let whole = Run { dir: slot.clone(), stdin: Stdin::File(path), timeout: None };
        let (command, run) = (command.clone(), run.clone());
        let over = Arc::default();
        Ok(Box::new(Step { slurm: self, slot, supervisor, srun, whole, mark, command, run, over }))
    }
}

/// The arguments of `srun` to run a script of a shell, whose name is `name`.
fn words(options: &[&str], script: &str, name: &str) -> Vec<OsString> {
    let script = format!("{PLACE}{script}");
    options.iter().copied().chain(["-c", &script, name]).map(Into::into).collect()
}

impl Drop for Slurm {
    /// Removes what stopped tests left on the nodes.
    fn drop(&mut self) {
        let last = self.last.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let (Some(last), Some(supervisor)) = (last, idle.values_mut().next()) {
            let nodes = last.env.iter().rfind(|(name, _)| name == "SLURM_NNODES");
            let nodes = nodes.map_or("1".into(), |(_, nodes)| nodes.to_string_lossy());
            let mut args = words(&FAREWELL, "rm -rf \"$p\"", "sh");
            args.insert(0, format!("--ntasks={nodes}").into());
            let run = Run { dir: "/".into(), stdin: Stdin::Null, timeout: Some(FAREWELL_TIME) };
            // Where the allocation is gone there is nothing that it could be told.
            let _told = supervisor.run(&Command { args, ..last.clone() }, &run);
        }
    }
}

/// A test as a step.
struct Step<'s> {
    slurm: &'s Slurm,
    slot: PathBuf,
    supervisor: Supervisor,
    srun: Command,
    /// The run of `srun`.
    whole: Run,
    mark: String,
    /// What runs there.
    command: Command,
    run: Run,
    over: Arc<Over>,
}

/// Whether a step is no longer wanted, and whether it has ended.
#[derive(Default)]
struct Over {
    is_unwanted: AtomicBool,
    has_ended: AtomicBool,
}

impl Errand for Step<'_> {
    fn ending(&self) -> Ending {
        let (over, stopper) = (Arc::clone(&self.over), self.supervisor.stopper());
        Arc::new(move || {
            if over.is_unwanted.swap(true, Ordering::SeqCst) {
                return;
            }
            // It may be just about to begin, so that once is not enough.
            let (over, stopper) = (Arc::clone(&over), stopper.clone());
            thread::spawn(move || {
                while !over.has_ended.load(Ordering::SeqCst) {
                    stopper.stop();
                    thread::sleep(AGAIN);
                }
            });
        })
    }

    fn wait(mut self: Box<Self>) -> io::Result<Report> {
        let report = self.carried_out();
        self.over.has_ended.store(true, Ordering::SeqCst);
        let Self { slurm, slot, supervisor, .. } = *self;
        slurm.idle.lock().unwrap_or_else(PoisonError::into_inner).insert(slot, supervisor);
        report
    }
}

impl Step<'_> {
    fn is_unwanted(&self) -> bool {
        self.over.is_unwanted.load(Ordering::SeqCst)
    }

    /// Runs the step, again and again if it does not come to an outcome.
    fn carried_out(&mut self) -> io::Result<Report> {
        for tries in 1.. {
            let mut report = self.supervisor.run(&self.srun, &self.whole)?;
            if let Some((end, root)) = cut(&mut report.stderr, &self.mark) {
                translate(&root, &self.command, &self.run, [&mut report.stdout, &mut report.stderr]);
                return Ok(Report { end, ..report });
            }
            if self.is_unwanted() || report.end == End::Stopped {
                return Ok(Report { end: End::Stopped, ..report });
            }
            match report.end {
                End::NotStarted(NotStarted::NotFound, _) => {
                    return Err(NotCarriedOut {
                        what: "--slurm: there is no command srun".to_owned(),
                        hint: Some("run this on a machine of the cluster, or without --slurm".to_owned()),
                    }
                    .into());
                }
                // Each time the whole step was ended so, the shell included: by the test.
                End::Exited(code @ 129..=192) if tries >= TRIES => {
                    return Ok(Report { end: End::Signalled(code - 128), ..report });
                }
                _ if tries >= TRIES => return Err(lost(&report).into()),
                _ => self.pause(tries),
            }
        }
        unreachable!("tries end")
    }

    /// Waits before another try, unless it is no longer wanted.
    fn pause(&self, tries: u32) {
        let pauses = PAUSE.as_millis() / AGAIN.as_millis() * u128::from(tries);
        for _ in 0..pauses {
            if self.is_unwanted() {
                return;
            }
            thread::sleep(AGAIN);
        }
    }
}

/// Why a step cannot be carried out.
fn lost(report: &Report) -> NotCarriedOut {
    let text = report.stderr.text();
    let said = text.lines().rfind(|line| line.starts_with("srun: ")).unwrap_or("srun failed");
    NotCarriedOut {
        what: format!("Slurm ran no step, {TRIES} times: {said} ({})", report.end),
        hint: Some(
            "see whether the allocation is still there (squeue --me); in a new one, the same command goes on"
                .to_owned(),
        ),
    }
}

/// Cuts off what the node says last: how the test ended, and where it ran.
fn cut(stderr: &mut Captured, mark: &str) -> Option<(End, PathBuf)> {
    let between = stderr.elided() > 0;
    if !between {
        stderr.head.append(&mut stderr.tail);
    }
    let part = if between { &mut stderr.tail } else { &mut stderr.head };
    let mark = format!("\n{mark} ").into_bytes();
    let at = part.windows(mark.len()).rposition(|window| *window == *mark)?;
    let said = String::from_utf8_lossy(&part[at + mark.len()..]).into_owned();
    stderr.total -= (part.len() - at) as u64;
    part.truncate(at);
    let (outcome, root) = said.lines().next()?.split_once(' ')?;
    Some((outcome::read(&digest(format!("{outcome}\n").as_bytes()))?, root.into()))
}

//! Tests as steps of an allocation, of which a script takes the place of `srun`.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use dwindle_exec::process::{Command, Elsewhere, End, Launcher, NotCarriedOut, Report};
use dwindle_remote::Slurm;

use crate::{command, laid, run_in};

/// A `srun` that leaves its options out and runs the rest, in the directory that it was told, after `first`.
fn srun(first: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let (path, at) = (dir.path().join("srun"), dir.path().display());
    let text = format!(
        "#!/bin/sh\necho \"$*\" | head -n 1 >>{at}/steps\n{first}\n\
         while [ \"$1\" != /bin/sh ]; do shift; done\ncd /tmp && exec \"$@\"\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

/// How many steps were begun, but for the last, which removes what is left.
fn steps(srun: &Path) -> usize {
    let all = std::fs::read_to_string(srun.join("steps")).unwrap();
    all.lines().filter(|line| line.contains("--exact")).count()
}

/// A command of these words, for which that is `srun`.
fn on(srun: &Path, words: &[&str]) -> Command {
    let path = format!("{}:/usr/bin:/bin", srun.display());
    let env = [("PATH", path), ("SLURM_JOB_ID", "7".to_owned()), ("TMPDIR", srun.display().to_string())];
    Command { env: env.map(|(name, value)| (name.into(), value.into())).into(), ..command(words) }
}

/// What a test of these words on a candidate comes to.
fn ran(srun: &Path, words: &[&str]) -> std::io::Result<Report> {
    let dir = laid("hello\n");
    Slurm::new(Launcher::Direct).begin(&on(srun, words), &run_in(dir.path()))?.wait()
}

#[test]
fn a_step_sees_its_candidate_and_its_report_is_as_of_a_local_run() {
    let srun = srun("");
    let dir = laid("hello\n");
    let run = run_in(dir.path());
    let script = dir.path().join("test.sh");
    std::fs::write(&script, "cat; ls; pwd; echo $0 >&2; echo more >>in.txt; exit 3").unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let slurm = Slurm::new(Launcher::Direct);
    for _ in 0..2 {
        let words = on(srun.path(), &[script.to_str().unwrap()]);
        let report = slurm.begin(&words, &run).unwrap().wait().unwrap();
        assert_eq!(report.end, End::Exited(3));
        assert_eq!(report.stdout.text(), format!("hello\nin.txt\n{}\n", run.dir.display()));
        assert_eq!(report.stderr.text(), format!("{}\n", script.display()));
    }
    assert_eq!(std::fs::read_to_string(run.dir.join("in.txt")).unwrap(), "hello\n", "it has its own copy");
    drop(slurm);
    assert_eq!(steps(srun.path()), 2);
    assert!(!srun.path().join("dwindle-7").exists(), "nothing is left");
}

#[test]
fn codes_signals_and_missing_programs_are_told_apart() {
    let srun = srun("");
    let end = |words: &[&str]| ran(srun.path(), words).unwrap().end;
    assert_eq!(end(&["true"]), End::Exited(0));
    assert_eq!(end(&["sh", "-c", "exit 139"]), End::Exited(139));
    assert_eq!(end(&["sh", "-c", "kill -SEGV $$"]), End::Signalled(11));
    assert!(matches!(end(&["no-such-program"]), End::NotStarted(..)));
}

#[test]
fn of_long_output_head_and_tail_are_there_and_the_outcome_is_no_part_of_it() {
    let srun = srun("");
    let report = ran(srun.path(), &["sh", "-c", "seq 100000 >&2; exit 4"]).unwrap();
    assert_eq!((report.end, report.stderr.total), (End::Exited(4), 588_895));
    assert!(report.stderr.tail.ends_with(b"99999\n100000\n"), "{}", report.stderr.text());
}

#[test]
fn a_step_that_hangs_ends_with_its_time() {
    let srun = srun("");
    let dir = laid("x");
    let mut run = run_in(dir.path());
    run.timeout = Some(Duration::from_millis(200));
    let slurm = Slurm::new(Launcher::Direct);
    let report = slurm.begin(&on(srun.path(), &["sleep", "60"]), &run).unwrap().wait().unwrap();
    assert_eq!(report.end, End::TimedOut);
}

#[test]
fn a_step_that_is_lost_is_begun_again() {
    let srun =
        srun("[ $(wc -l <$(dirname $0)/steps) -gt 2 ] || { echo 'srun: error: Node failure' >&2; exit 1; }");
    assert_eq!(ran(srun.path(), &["false"]).unwrap().end, End::Exited(1));
    assert_eq!(steps(srun.path()), 3);
}

#[test]
fn a_step_that_its_test_kills_each_time_is_ended_by_that_signal() {
    let srun = srun("exit 137");
    assert_eq!(ran(srun.path(), &["true"]).unwrap().end, End::Signalled(9));
    assert_eq!(steps(srun.path()), 5);
}

#[test]
fn an_allocation_that_is_gone_ends_the_run_with_what_srun_said() {
    let srun = srun(
        "echo 'srun: error: Unable to confirm allocation for job 7: Invalid job id specified' >&2; exit 1",
    );
    let error = ran(srun.path(), &["true"]).unwrap_err();
    let error = error.get_ref().unwrap().downcast_ref::<NotCarriedOut>().unwrap();
    assert!(error.what.ends_with("for job 7: Invalid job id specified (exit code 1)"), "{error}");
    assert_eq!(steps(srun.path()), 5);
    let nothing = tempfile::tempdir().unwrap();
    let mut words = on(nothing.path(), &["true"]);
    words.env = vec![("PATH".into(), nothing.path().into())];
    let dir = laid("x");
    let error = Slurm::new(Launcher::Direct).begin(&words, &run_in(dir.path())).unwrap().wait().unwrap_err();
    assert!(error.to_string().contains("no command srun"), "{error}");
}

#[test]
fn a_step_that_is_stopped_ends_whether_it_runs_waits_or_has_not_begun() {
    for (first, before) in [("", 300), ("exit 1", 700), ("", 0)] {
        let srun = srun(first);
        let dir = laid("x");
        let slurm = Arc::new(Slurm::new(Launcher::Direct));
        let words = on(srun.path(), &["sleep", "60"]);
        let begun = Instant::now();
        let errand = slurm.begin(&words, &run_in(dir.path())).unwrap();
        let ending = errand.ending();
        if before == 0 {
            ending();
        } else {
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(before));
                ending();
            });
        }
        assert_eq!(errand.wait().unwrap().end, End::Stopped);
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}

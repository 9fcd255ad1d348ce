//! What everyday runs of tests do a few times each, as often as is wished: runs that are disturbed or killed.

use anyhow::{Result, ensure};

use xtask::program::command;

/// Runs each test of the campaign with so many faults, instead of the few that everyday runs take, and kills as many runs.
pub(crate) fn faults(times: u32) -> Result<()> {
    let mut test = command("cargo");
    test.args(["test", "--package", "dwindle-cli", "--test", "machine", "--", "campaign"]);
    test.args(["--nocapture", "--test-threads", "1"]);
    ensure!(test.env("DWINDLE_FAULTS", times.to_string()).status()?.success(), "a disturbed run went wrong");
    kill(times)
}

/// Kills a run at so many random moments and takes it up again: nothing may be lost, nothing may be left over.
pub(crate) fn kill(times: u32) -> Result<()> {
    let mut test = command("cargo");
    test.args(["test", "--release", "--package", "dwindle-cli", "--test", "kill", "--", "--nocapture"]);
    ensure!(test.env("DWINDLE_KILLS", times.to_string()).status()?.success(), "a killed run went wrong");
    Ok(())
}

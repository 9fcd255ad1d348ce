//! Kills a run at random moments and takes it up again: nothing may be lost, nothing may be left over.

use anyhow::{Result, ensure};

use xtask::program::command;

/// Runs the test of that name so many times instead of the few that everyday runs take.
pub(crate) fn kill(times: u32) -> Result<()> {
    let mut test = command("cargo");
    test.args(["test", "--release", "--package", "dwindle-cli", "--test", "kill", "--", "--nocapture"]);
    ensure!(test.env("DWINDLE_KILLS", times.to_string()).status()?.success(), "a killed run went wrong");
    Ok(())
}

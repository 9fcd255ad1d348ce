//! Disturbs runs wherever they can be disturbed: what the tests of the campaign do a few times each.

use anyhow::{Result, ensure};

use xtask::program::command;

/// Runs each test of the campaign with so many faults, instead of the few that everyday runs take.
pub(crate) fn faults(times: u32) -> Result<()> {
    let mut test = command("cargo");
    test.args(["test", "--package", "dwindle-cli", "--test", "machine", "--", "campaign"]);
    test.args(["--nocapture", "--test-threads", "1"]);
    ensure!(test.env("DWINDLE_FAULTS", times.to_string()).status()?.success(), "a disturbed run went wrong");
    Ok(())
}

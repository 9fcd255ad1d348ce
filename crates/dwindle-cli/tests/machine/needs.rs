//! What a test needs of the machine.

use std::process::{Command, Stdio};

use libtest_mimic::Trial;

/// Something that a test cannot do without.
#[derive(Clone, Copy, Debug)]
pub(super) enum Need<'a> {
    /// A program that can be asked for its version.
    Program(&'a str),
    /// File systems can be mounted, in a name space of one's own.
    Mounts,
    /// The tests are not run by root, who may do everything.
    NotRoot,
    /// Slow tests are wanted (`DWINDLE_SLOW`).
    Slow,
    /// This is so (first what is said where it is not), by a shell script.
    Holds(&'a str, &'a str),
}

impl Need<'_> {
    /// Whether the machine has it.
    pub(super) fn is_met(self) -> bool {
        match self {
            Self::Program(name) => succeeds(command(name).arg("--version")),
            Self::Slow => is_slow_wanted(),
            Self::NotRoot => !rustix::process::geteuid().is_root(),
            Self::Holds(_, script) => succeeds(command("sh").args(["-c", script])),
            Self::Mounts => succeeds(in_namespace().arg("mount -t tmpfs none /mnt")),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Program(name) => format!("no {name}"),
            Self::Mounts => "no mounts".to_owned(),
            Self::NotRoot => "as root".to_owned(),
            Self::Slow => "slow".to_owned(),
            Self::Holds(otherwise, _) => otherwise.to_owned(),
        }
    }
}

/// A test that is ignored where one of its `needs` is not met.
pub(super) fn trial(name: &str, needs: &[Need<'_>], test: impl FnOnce() + Send + 'static) -> Trial {
    let missing = needs.iter().find(|need| !need.is_met());
    let trial = Trial::test(name, move || {
        test();
        Ok(())
    });
    match missing {
        Some(need) => trial.with_kind(need.name()).with_ignored_flag(true),
        None => trial,
    }
}

/// A shell that runs a script, the next argument, where it may mount file systems that nobody else sees.
pub(super) fn in_namespace() -> Command {
    let mut command = command("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-ec"]);
    command
}

#[expect(clippy::disallowed_methods, reason = "tests run programs")]
pub(super) fn command(program: &str) -> Command {
    Command::new(program)
}

#[expect(clippy::disallowed_methods, reason = "whether slow runs are wanted is for whoever runs the test")]
fn is_slow_wanted() -> bool {
    std::env::var_os("DWINDLE_SLOW").is_some()
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

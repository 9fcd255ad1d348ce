//! Rules on files, TCP and signals by Landlock.
//!
//! Rules bind a thread and all that it starts, for good. So each test is spawned from a thread of its own, which takes
//! the rules on itself, spawns and ends: the keeper stays free to clean up, and a test cannot signal any thread of it.
//! The rules are made once. They name directories and files, not paths: a directory that is made anew has no rule, so
//! rules are on directories that tests cannot remove.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};

/// The newest rules that are asked for. The kernel keeps those that it knows.
const NEWEST: ABI = ABI::V6;

/// Devices that keep nothing of what is written to them. Of a terminal it is what the user may see.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
const TERMINAL: &str = "/dev/tty";

/// From which version of Landlock on there is a rule, and what is not prevented without it.
const SINCE: [(i32, &str); 3] = [
    (3, "tests can truncate files elsewhere"),
    (4, "tests can open TCP connections"),
    (6, "tests can signal other processes"),
];

/// How large the stack of a thread is that only spawns.
const STACK: usize = 256 << 10;

/// Rules that a test runs under.
#[derive(Debug)]
pub(in crate::process) struct Rules {
    writable: Vec<PathBuf>,
    no_tcp: bool,
    ruleset: RulesetCreated,
}

impl Rules {
    /// Rules that allow to write in `writable` only, and with `no_tcp` no TCP connection; with what this kernel does not
    /// prevent. None where it knows no rules.
    pub(in crate::process) fn new(
        writable: Vec<PathBuf>,
        no_tcp: bool,
    ) -> io::Result<(Option<Self>, Vec<String>)> {
        let ruleset = ruleset(&writable, no_tcp)?;
        let rules = Self { writable, no_tcp, ruleset };
        let status = rules.under(|taken| taken)?;
        let LandlockStatus::Available { effective_abi, .. } = status else {
            let why = if status == LandlockStatus::NotEnabled { "is not enabled" } else { "does not exist" };
            return Ok((None, vec![format!("tests can write anywhere: Landlock {why} in this kernel")]));
        };
        let lacks = |since: i32| (effective_abi as i32) < since && (since != 4 || no_tcp);
        let lacking = SINCE.iter().filter(|(since, _)| lacks(*since));
        let lacking = lacking.map(|(_, what)| format!("{what}: this kernel has no rule against it"));
        Ok((Some(rules), lacking.collect()))
    }

    /// Allows to write in `dir`, too.
    pub(in crate::process) fn allow(&mut self, dir: PathBuf) -> io::Result<()> {
        self.writable.push(dir);
        self.renew()
    }

    /// Takes into account that a directory was made anew.
    pub(in crate::process) fn renew(&mut self) -> io::Result<()> {
        self.ruleset = ruleset(&self.writable, self.no_tcp)?;
        Ok(())
    }

    /// Spawns from a thread that is under the rules.
    pub(in crate::process) fn spawn<T: Send>(
        &self,
        spawn: impl FnOnce() -> io::Result<T> + Send,
    ) -> io::Result<T> {
        self.under(|_| spawn())?
    }

    fn under<T: Send>(&self, act: impl FnOnce(LandlockStatus) -> T + Send) -> io::Result<T> {
        let ruleset = self.ruleset.try_clone()?;
        let restricted = move || {
            let status = ruleset.restrict_self().map_err(io::Error::other)?;
            Ok(act(status.landlock))
        };
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, restricted)?;
            thread.join().map_err(|_| io::Error::other("the thread that spawns tests panicked"))?
        })
    }
}

fn ruleset(writable: &[PathBuf], no_tcp: bool) -> io::Result<RulesetCreated> {
    let all = AccessFs::from_write(NEWEST);
    let to_device = AccessFs::WriteFile | AccessFs::Truncate;
    let mut ruleset = Ruleset::default().handle_access(all).map_err(io::Error::other)?;
    if no_tcp {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST)).map_err(io::Error::other)?;
        // With its network, a test may talk to whom it likes on this machine as well.
        ruleset = ruleset.scope(Scope::AbstractUnixSocket).map_err(io::Error::other)?;
    }
    let created = ruleset.scope(Scope::Signal).and_then(Ruleset::create).map_err(io::Error::other)?;
    let allowed: [(Vec<&Path>, BitFlags<AccessFs>); 3] = [
        (writable.iter().map(PathBuf::as_path).collect(), all),
        (DEVICES.map(Path::new).to_vec(), to_device | AccessFs::IoctlDev),
        (vec![Path::new(TERMINAL)], to_device),
    ];
    allowed
        .into_iter()
        .try_fold(created, |created, (paths, access)| created.add_rules(path_beneath_rules(paths, access)))
        .map_err(io::Error::other)
}

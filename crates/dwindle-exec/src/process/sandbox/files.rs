//! Rules on files, TCP and signals by Landlock.
//!
//! Rules bind a thread and all that it starts, for good. So each test is spawned from a thread of its own, which takes
//! the rules on itself, spawns and ends: the keeper stays free to clean up, and a test cannot signal any thread of it.
//! The rules are made once. They name directories and files, not paths: a directory that is made anew has no rule, so
//! rules are on directories that tests cannot remove.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};

use super::attempts::{self, Attempts};
use super::watched::{STACK, Watched};

/// The newest rules that are asked for. The kernel keeps those that it knows.
const NEWEST: ABI = ABI::V6;

/// Devices that keep nothing of what is written to them. Of a terminal it is what the user may see.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
const TERMINAL: &str = "/dev/tty";

/// From which version of Landlock on that is otherwise.
const SINCE: [(ABI, &str); 4] = [
    (
        ABI::V2,
        "tests cannot move or link files between directories, their own included: this kernel has no rule for it",
    ),
    (ABI::V3, "tests can truncate files elsewhere: this kernel has no rule against it"),
    (ABI::V4, "tests can open TCP connections: this kernel has no rule against it"),
    (ABI::V6, "tests can signal other processes: this kernel has no rule against it"),
];

/// Rules that a test runs under.
#[derive(Debug)]
pub(in crate::process) struct Rules {
    writable: Vec<PathBuf>,
    no_tcp: bool,
    /// The newest rules that are asked for.
    newest: ABI,
    /// None where nothing is refused.
    ruleset: Option<RulesetCreated>,
    /// Where what they refuse is seen; none where it cannot be.
    watched: Option<Watched>,
    /// What is writable, without links in the paths.
    real: Arc<[PathBuf]>,
}

impl Rules {
    /// Rules that allow to write in `writable` only, and with `no_tcp` no TCP connection; with what this kernel does not
    /// prevent. None where it knows no rules.
    pub(in crate::process) fn new(
        writable: Vec<PathBuf>,
        no_tcp: bool,
    ) -> io::Result<(Option<Self>, Vec<String>)> {
        Self::at_most(NEWEST, writable, no_tcp)
    }

    /// As [`Rules::new`], as if the kernel knew none that are newer than these.
    fn at_most(newest: ABI, writable: Vec<PathBuf>, no_tcp: bool) -> io::Result<(Option<Self>, Vec<String>)> {
        let ruleset = ruleset(newest, &writable, no_tcp)?;
        let status = under(ruleset.try_clone()?, |taken| taken)?;
        let LandlockStatus::Available { effective_abi, .. } = status else {
            let why = if status == LandlockStatus::NotEnabled { "is not enabled" } else { "does not exist" };
            return Ok((None, vec![format!("tests can write anywhere: Landlock {why} in this kernel")]));
        };
        let lacks = |since: ABI| effective_abi.min(newest) < since && (since != ABI::V4 || no_tcp);
        let lacking = SINCE.iter().filter(|(since, _)| lacks(*since)).map(|(_, what)| (*what).to_owned());
        let watched = attempts::readable_memory().and_then(|()| Watched::start());
        let unseen = watched.as_ref().err();
        let unseen = unseen.map(|why| format!("what tests try to write elsewhere is not seen: {why}"));
        let lacking = lacking.chain(unseen).collect();
        let (real, ruleset) = (real(&writable), Some(ruleset));
        Ok((Some(Self { writable, no_tcp, newest, ruleset, watched: watched.ok(), real }), lacking))
    }

    /// Rules that refuse nothing: seen is what those would that allow to write in `writable` only.
    pub(in crate::process) fn that_look_on(writable: Vec<PathBuf>) -> io::Result<Self> {
        let watched = attempts::readable_memory().and_then(|()| Watched::start())?;
        let real = real(&writable);
        Ok(Self { writable, no_tcp: false, newest: NEWEST, ruleset: None, watched: Some(watched), real })
    }

    /// Whether what they refuse can be seen.
    pub(super) fn sees(&self) -> bool {
        self.watched.is_some()
    }

    /// Allows to write in `dir`, too.
    pub(in crate::process) fn allow(&mut self, dir: PathBuf) -> io::Result<()> {
        self.writable.push(dir);
        self.renew()
    }

    /// Takes into account that a directory was made anew.
    pub(in crate::process) fn renew(&mut self) -> io::Result<()> {
        if let Some(rules) = &mut self.ruleset {
            *rules = ruleset(self.newest, &self.writable, self.no_tcp)?;
        }
        self.real = real(&self.writable);
        Ok(())
    }

    /// Spawns from a thread that is under the rules; what is spawned is to be looked at where that can be.
    pub(in crate::process) fn spawn<T: Send + 'static>(
        &self,
        spawn: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<(T, Attempts)> {
        let ruleset = self.ruleset.as_ref().map(RulesetCreated::try_clone).transpose()?;
        let act = move || match ruleset {
            Some(ruleset) => under(ruleset, |_| spawn())?,
            None => spawn(),
        };
        match &self.watched {
            Some(watched) => {
                let attempts = Attempts::of(Arc::clone(&watched.listener), Arc::clone(&self.real));
                Ok((watched.run(act)??, attempts))
            }
            None => Ok((act()?, Attempts::default())),
        }
    }
}

/// Acts in a thread that takes these rules on itself, and ends.
fn under<T: Send + 'static>(
    ruleset: RulesetCreated,
    act: impl FnOnce(LandlockStatus) -> T + Send + 'static,
) -> io::Result<T> {
    let restricted = move || {
        let status = ruleset.restrict_self().map_err(io::Error::other)?;
        Ok(act(status.landlock))
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(restricted)?;
    thread.join().map_err(|_| io::Error::other("the thread that spawns tests panicked"))?
}

fn real(writable: &[PathBuf]) -> Arc<[PathBuf]> {
    writable.iter().filter_map(|path| path.canonicalize().ok()).collect()
}

fn ruleset(newest: ABI, writable: &[PathBuf], no_tcp: bool) -> io::Result<RulesetCreated> {
    let all = AccessFs::from_write(newest);
    let to_device = AccessFs::WriteFile | AccessFs::Truncate;
    let mut ruleset = Ruleset::default().handle_access(all).map_err(io::Error::other)?;
    let tcp = AccessNet::from_all(newest);
    if no_tcp && !tcp.is_empty() {
        ruleset = ruleset.handle_access(tcp).map_err(io::Error::other)?;
    }
    // With its network, a test may talk to whom it likes on this machine as well.
    let scopes = [(Scope::AbstractUnixSocket, no_tcp), (Scope::Signal, true)];
    let known = scopes
        .into_iter()
        .filter(|(scope, is_wanted)| *is_wanted && Scope::from_all(newest).contains(*scope));
    let scoped = known.into_iter().try_fold(ruleset, |ruleset, (scope, _)| ruleset.scope(scope));
    let created = scoped.and_then(Ruleset::create).map_err(io::Error::other)?;
    let allowed: [(Vec<&Path>, BitFlags<AccessFs>); 3] = [
        (writable.iter().map(PathBuf::as_path).collect(), all),
        (DEVICES.map(Path::new).to_vec(), (to_device | AccessFs::IoctlDev) & all),
        (vec![Path::new(TERMINAL)], to_device & all),
    ];
    allowed
        .into_iter()
        .try_fold(created, |created, (paths, access)| created.add_rules(path_beneath_rules(paths, access)))
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn an_older_kernel_prevents_less_and_that_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let (own, elsewhere) = (dir.path().join("own"), dir.path().join("elsewhere"));
        for folder in [&own.join("one"), &own.join("two"), &elsewhere] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        for (version, expected) in
            [(ABI::V1, 4), (ABI::V2, 3), (ABI::V3, 2), (ABI::V4, 1), (ABI::V5, 1), (ABI::V6, 0)]
        {
            let (rules, lacking) = Rules::at_most(version, vec![own.clone()], true).unwrap();
            let Some(rules) = rules else { return };
            // Nobody looks here.
            let rules = Rules { watched: None, ..rules };
            let (made, moved) = (own.join("one/file"), own.join("two/file"));
            let denied = elsewhere.join("file");
            let act = move || {
                std::fs::File::create(&made)?;
                let is_denied = std::fs::File::create(denied).is_err();
                let is_moved = std::fs::rename(&made, &moved).is_ok();
                Ok((is_denied, is_moved, TcpStream::connect(at).is_ok()))
            };
            let ((is_denied, is_moved, is_connected), _) = rules.spawn(act).unwrap();
            assert!(is_denied, "{version:?}");
            // The kernel that runs this may be older itself.
            if lacking.len() == expected {
                let wanted = (version >= ABI::V2, version < ABI::V4);
                assert_eq!((is_moved, is_connected), wanted, "{version:?}: {lacking:?}");
            } else {
                assert!(lacking.len() > expected, "{version:?}: {lacking:?}");
            }
        }
    }
}

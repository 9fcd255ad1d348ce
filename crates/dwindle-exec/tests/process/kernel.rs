//! What the kernel allows, found out without Dwindle: where it allows a sandbox, its tests may not say that there is none.

#[cfg(target_os = "linux")]
use std::{fs, process::Command};

#[cfg(target_os = "linux")]
use landlock::{ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, Scope};

/// Other systems have no sandbox.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn allows_sandbox(_: bool) -> bool {
    false
}

/// Whether nothing stands against a sandbox without gaps: with namespaces for the level `full`.
#[cfg(target_os = "linux")]
pub(crate) fn allows_sandbox(with_namespaces: bool) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let is_filtered = !status.lines().any(|line| line.split_whitespace().eq(["Seccomp:", "0"]));
    let rules = || {
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        ruleset.handle_access(AccessFs::from_all(ABI::V6))?.scope(Scope::from_all(ABI::V6))?.create()
    };
    let namespaces = || {
        #[expect(clippy::disallowed_methods, reason = "another program that makes namespaces")]
        let mut unshare = Command::new("unshare");
        unshare.args(["--user", "--map-root-user", "--net", "--pid", "--fork", "--mount-proc", "true"]);
        unshare.status().is_ok_and(|status| status.success())
    };
    !is_filtered && rules().is_ok() && (!with_namespaces || namespaces())
}

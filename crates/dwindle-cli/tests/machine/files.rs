//! What only users meet who are not root.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    vec![trial("an_unreadable_file_is_named", &[Need::NotRoot], unreadable)]
}

fn unreadable() {
    let env = TestEnv::with_lines();
    fs::set_permissions(env.path("input.txt"), Permissions::from_mode(0o000)).unwrap();
    let shown = env.run("reduce ./test.sh input.txt");
    assert_eq!(shown.code, 2, "{shown}");
    assert!(shown.stderr.contains("input.txt: Permission denied (os error 13)\n"), "{shown}");
}

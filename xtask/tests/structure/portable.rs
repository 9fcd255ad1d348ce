//! The core needs nothing of the system: neither in its sources nor through the packages that it stands on.

use std::fs;
use std::process::Command;

use super::modules::{Crate, Module};
use super::root;

const CORE: &str = "dwindle-core";

/// What the core stands on, on any system; macros that run while it is built apart.
const STANDS_ON: [&str; 4] = ["serde", "serde_core", "strum", "thiserror"];

#[test]
#[expect(clippy::disallowed_methods, reason = "cargo is asked, no test is run")]
fn the_core_stands_on_nothing_of_a_system() {
    let edges = ["--edges", "normal,no-proc-macro", "--target", "all", "--prefix", "none"];
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--package", CORE, "--format", "{p}"])
        .args(edges)
        .current_dir(root())
        .output()
        .expect("cargo can be run");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8_lossy(&tree.stdout);
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    let others: Vec<&str> = names.filter(|name| *name != CORE && !STANDS_ON.contains(name)).collect();
    assert!(others.is_empty(), "{CORE} also stands on {others:?}");
}

/// What code says that is for some systems only.
const FOR_ONE_SYSTEM: [&str; 5] = ["(unix", "(windows", "target_os", "target_family", "target_env"];

#[test]
fn the_core_names_no_system() {
    let core = Crate::read(CORE, &root().join("crates").join(CORE));
    let asks = |module: &Module| {
        let source = fs::read_to_string(root().join(module.shown())).expect("a module has a source");
        FOR_ONE_SYSTEM.iter().any(|word| source.contains(word))
    };
    let named = |module: &&Module| module.names_path(&["std", "os"]) || asks(module);
    let found: Vec<String> = core.modules.iter().filter(named).map(Module::shown).collect();
    assert!(found.is_empty(), "`std::os`, or code for some systems only: {found:?}");
}

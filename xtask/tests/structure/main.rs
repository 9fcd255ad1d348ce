//! The structure of the workspace, computed from its sources: no circles, no arrows upwards, no crowded files,
//! and a core that needs no particular system. What ARCHITECTURE.md and the pages for developers say of it is checked, too.
//!
//! What a module names in its code counts as an arrow: paths, in `use` declarations and elsewhere, each led back to
//! the module that defines the item. What a module only re-exports does not, nor do tests and documentation.

mod arrows;
mod circles;
mod documents;
mod modules;
mod portable;
mod public;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use arrows::arrows;
use circles::circles;
use modules::{Crate, Module};

/// The packages, each of which may use those before it.
const LAYERS: [&str; 18] = [
    "dwindle-core",
    "dwindle",
    "dwindle-seccomp",
    "dwindle-exec",
    "dwindle-remote",
    "dwindle-store",
    "dwindle-tables",
    "dwindle-syntax",
    "dwindle-changes",
    "dwindle-trace",
    "dwindle-agent",
    "dwindle-native",
    "dwindle-run",
    "dwindle-py",
    "dwindle-report",
    "dwindle-cli",
    "xtask",
    "research",
];

/// Lines that a file may have, tests apart.
const MOST_LINES: usize = 450;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the task package lies in the workspace").to_owned()
}

/// The packages, read once for all tests.
fn crates() -> &'static [Crate] {
    static CRATES: OnceLock<Vec<Crate>> = OnceLock::new();
    CRATES.get_or_init(|| {
        let folder = |name: &str| {
            let below = root().join("crates").join(name);
            if below.exists() { below } else { root().join(name) }
        };
        LAYERS.iter().map(|name| Crate::read(name, &folder(name))).collect()
    })
}

/// Which children of each module use each other, each with all that lies below it.
fn circles_of_rooms(package: &Crate) -> Vec<String> {
    let arrows = arrows(package);
    let mut found = Vec::new();
    for parent in &package.modules {
        let depth = parent.path.len();
        let room = |path: &[String]| {
            (path.len() > depth && path.starts_with(&parent.path)).then(|| path[depth].clone())
        };
        let mut graph: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (from, to, what) in &arrows {
            if let (Some(one), Some(other)) = (room(from), room(to))
                && one != other
            {
                graph.entry(one).or_default().entry(other).or_insert_with(|| what.clone());
            }
        }
        let of = if depth == 0 {
            package.name.clone()
        } else {
            format!("{}::{}", package.name, parent.path.join("::"))
        };
        found.extend(circles(&graph).into_iter().map(|circle| format!("{of}: {circle}")));
    }
    found
}

/// Which files use each other.
fn circles_of_files(package: &Crate) -> Vec<String> {
    let mut graph: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let file = |path: &[String]| package.modules.iter().find(|module| module.path == path).map(Module::shown);
    for (from, to, what) in arrows(package) {
        if let (Some(one), Some(other)) = (file(&from), file(&to))
            && one != other
        {
            graph.entry(one).or_default().entry(other).or_insert(what);
        }
    }
    circles(&graph)
}

#[test]
fn modules_use_each_other_in_one_direction() {
    let found: Vec<String> = crates().iter().flat_map(circles_of_rooms).collect();
    assert!(found.is_empty(), "{} circles of modules:\n{}", found.len(), found.join("\n"));
}

#[test]
fn files_use_each_other_in_one_direction() {
    let found: Vec<String> = crates().iter().flat_map(circles_of_files).collect();
    assert!(found.is_empty(), "{} circles of files:\n{}", found.len(), found.join("\n"));
}

#[test]
fn packages_use_only_those_below_them() {
    let mut upwards = Vec::new();
    for (rank, package) in crates().iter().enumerate() {
        for module in &package.modules {
            for other in LAYERS.iter().skip(rank) {
                if *other != package.name && module.names(&other.replace('-', "_")) {
                    upwards.push(format!("{} uses {other}", module.shown()));
                }
            }
        }
    }
    assert!(upwards.is_empty(), "arrows upwards:\n{}", upwards.join("\n"));
}

#[test]
fn every_package_has_its_layer() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let members = workspace.lines().find(|line| line.starts_with("members")).expect("it names its members");
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    let names = members.iter().map(|member| member.rsplit('/').next().unwrap_or_default());
    let missing: Vec<&str> = names.filter(|name| !LAYERS.contains(name)).collect();
    assert!(missing.is_empty() && members.len() == LAYERS.len(), "without a layer: {missing:?}");
}

#[test]
fn files_have_room() {
    let modules = crates().iter().flat_map(|package| &package.modules);
    let crowded = modules.filter(|module| module.lines > MOST_LINES);
    let crowded: Vec<String> =
        crowded.map(|module| format!("{}: {} lines", module.shown(), module.lines)).collect();
    assert!(crowded.is_empty(), "more than {MOST_LINES} lines outside tests:\n{}", crowded.join("\n"));
}

/// The packages that may have `unsafe` code: what makes calls of the kernel that no library offers, what reads structures of C, and
/// what runs inside the traced program.
const UNSAFE: [&str; 3] = ["dwindle-seccomp", "dwindle-tables", "dwindle-agent"];

#[test]
fn unsafe_code_is_in_three_packages_alone() {
    let manifest = |name: &str| {
        let below = root().join("crates").join(name);
        let folder = if below.exists() { below } else { root().join(name) };
        std::fs::read_to_string(folder.join("Cargo.toml")).expect("a package has a manifest")
    };
    let forbids = |name: &&&str| manifest(name).contains("[lints]\nworkspace = true");
    let free: Vec<&str> = LAYERS.iter().filter(|name| !forbids(name)).copied().collect();
    assert_eq!(free, UNSAFE);
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    assert!(workspace.contains("unsafe_code = \"forbid\""));
}

#[test]
fn a_circle_is_named_with_what_ties_it() {
    let arrow = |to: &str, what: &str| BTreeMap::from([(to.to_owned(), what.to_owned())]);
    let graph = BTreeMap::from([
        ("a".to_owned(), arrow("b", "B")),
        ("b".to_owned(), arrow("c", "C")),
        ("c".to_owned(), arrow("b", "Other")),
    ]);
    assert_eq!(circles(&graph), ["b, c: b uses C of c; c uses Other of b"]);
}

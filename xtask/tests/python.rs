//! The Python package: installed as a user installs it, then tested from Python.
//!
//! The environment lies in the target directory. What it needs, the package's manifest says.

use std::path::{Path, PathBuf};
use std::thread;

use xtask::program::{command, succeed};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the task package lies in the workspace").to_owned()
}

/// Gives the profile `dev` the settings of the profile `test`, so that what is built for the other tests is not built again. A wheel
/// for users is built in the release profile.
const AS_THE_TESTS: [(&str, &str); 1] = [("CARGO_PROFILE_DEV_DEBUG", "0")];

/// Runs a program in the workspace, or says what it printed.
fn run(program: &Path, arguments: &[&str]) {
    if let Err(error) = succeed(command(program).args(arguments).envs(AS_THE_TESTS).current_dir(root())) {
        panic!("the Python package is tested with Python 3.9 or later: {error:#}");
    }
}

/// A Python in an environment of its own, in which the package is installed anew.
fn python_with_package() -> PathBuf {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let python = environment.join("bin/python");
    if !python.exists() {
        let place = environment.to_str().expect("the target directory has a name in UTF-8");
        run(Path::new("python3"), &["-m", "venv", place]);
    }
    let install =
        ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--force-reinstall", "--no-deps"];
    let wanted = ["./crates/dwindle-py", "--config-settings", "build-args=--profile dev"];
    run(&python, &[&install[..], &wanted[..]].concat());
    let needed = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "dwindle[test]"];
    run(&python, &needed);
    python
}

#[test]
fn the_package_is_installed_and_passes_its_tests() {
    let python = python_with_package();
    let tests = ["-m", "pytest", "-c", "crates/dwindle-py/pyproject.toml"];
    let types = ["-m", "mypy", "--config-file", "crates/dwindle-py/pyproject.toml"];
    // Tests wait for hangs now and then; types are checked meanwhile.
    thread::scope(|scope| {
        scope.spawn(|| run(&python, &[&tests[..], &["crates/dwindle-py/tests"]].concat()));
        run(&python, &[&types[..], &["-p", "dwindle"]].concat());
        run(&python, &[&types[..], &["crates/dwindle-py/tests"]].concat());
        run(&python, &[&tests[..], &["--doctest-modules", "--pyargs", "dwindle"]].concat());
    });
}

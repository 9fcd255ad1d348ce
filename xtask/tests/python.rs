//! The Python package: installed as a user installs it, then tested from Python.
//!
//! The environment lies in the target directory. What it needs, the package's manifest says.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
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

/// A Python in an environment of its own.
fn environment(name: &str) -> PathBuf {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let python = environment.join("bin/python");
    if !python.exists() {
        let place = environment.to_str().expect("the target directory has a name in UTF-8");
        run(Path::new("python3"), &["-m", "venv", place]);
    }
    python
}

/// What pip does, in an environment.
fn pip(python: &Path, arguments: &[&str]) {
    run(python, &[&["-m", "pip", "--disable-pip-version-check"], arguments].concat());
}

/// Makes the wheel anew, and gives its path.
fn wheel(python: &Path) -> String {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wheel");
    if place.exists() {
        fs::remove_dir_all(&place).expect("the folder of wheels is ours");
    }
    let place = place.to_str().expect("the target directory has a name in UTF-8");
    let wanted = ["./crates/dwindle-py", "--config-settings", "build-args=--profile dev"];
    pip(python, &[&["wheel", "--quiet", "--no-deps", "--wheel-dir", place], &wanted[..]].concat());
    let mut made =
        fs::read_dir(place).expect("the wheel was made").map(|entry| entry.expect("it lists").path());
    let wheel = made.next().expect("there is one wheel");
    wheel.to_str().expect("a wheel has a name in UTF-8").to_owned()
}

/// The environment with the package and what its tests need, and the wheel. Both tests use them.
fn installed() -> &'static (PathBuf, String) {
    static INSTALLED: OnceLock<(PathBuf, String)> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let python = environment("python");
        let wheel = wheel(&python);
        pip(&python, &["install", "--quiet", "--force-reinstall", "--no-deps", &wheel]);
        // Most of what is installed is never imported, so that compiling it takes longer than the tests save.
        pip(&python, &["install", "--quiet", "--no-compile", "dwindle[test]"]);
        (python, wheel)
    })
}

#[test]
fn the_package_is_installed_and_passes_its_tests() {
    let (python, _) = installed();
    let tests = ["-m", "pytest", "-c", "crates/dwindle-py/pyproject.toml"];
    let types = ["-m", "mypy", "--config-file", "crates/dwindle-py/pyproject.toml"];
    // Tests wait for hangs now and then; types are checked meanwhile.
    thread::scope(|scope| {
        scope.spawn(|| run(python, &[&tests[..], &["crates/dwindle-py/tests"]].concat()));
        run(python, &[&types[..], &["-p", "dwindle"]].concat());
        run(python, &[&types[..], &["crates/dwindle-py/tests"]].concat());
        run(python, &[&tests[..], &["--doctest-modules", "--pyargs", "dwindle"]].concat());
    });
}

#[test]
fn wheel_and_source_have_licences_and_complete_metadata() {
    let (python, wheel) = installed();
    let place = Path::new(wheel).parent().and_then(Path::to_str).expect("the wheel lies in a folder");
    let source = Path::new(place).join("dwindle-0.1.0.tar.gz");
    run(python, &["-m", "build", "--sdist", "--outdir", place, "crates/dwindle-py"]);
    run(python, &["-m", "twine", "check", "--strict", wheel, source.to_str().expect("so does the source")]);
    let metadata = "from importlib.metadata import metadata, files\n\
                    assert metadata('dwindle')['License-Expression'] == 'MIT OR Apache-2.0'\n\
                    assert {'LICENSE-MIT', 'LICENSE-APACHE'} <= {file.name for file in files('dwindle')}\n\
                    assert len(metadata('dwindle').get_all('Classifier')) >= 15";
    run(python, &["-c", metadata]);
}

#[test]
fn in_an_empty_environment_the_wheel_has_the_program_and_the_package() {
    let (_, wheel) = installed();
    let empty = environment("python-empty");
    pip(&empty, &["install", "--quiet", "--force-reinstall", "--no-deps", "--no-index", wheel]);
    let input = empty.with_file_name("LICENSE.txt");
    let least = empty.with_file_name("warranty.txt");
    fs::copy(root().join("LICENSE-MIT"), &input).expect("the environment is ours");
    let name = |path: &Path| path.to_str().expect("the target directory has a name in UTF-8").to_owned();
    let words = [
        "reduce",
        &name(&input),
        "-o",
        &name(&least),
        "--fresh",
        "--invert",
        "--",
        "grep",
        "-q",
        "WARRANTY",
        "{}",
    ];
    run(&empty.with_file_name("dwindle"), &words);
    assert_eq!(fs::read_to_string(&least).expect("it was written").trim_end(), "WARRANTY");
    let package = "import dwindle; assert dwindle.reduce('(a)', lambda text: ')' in text).value == ')'";
    run(&empty, &["-c", package]);
}

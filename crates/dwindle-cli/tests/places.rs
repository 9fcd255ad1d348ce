//! The scripts in `examples/places` do what they say, `docs/where-people-reduce.md` shows what they do, and what the action of
//! `action.yml` runs does what it says.
//!
//! A place whose tools are not installed is ignored, and its line says which one is missing. Slow ones are left out unless
//! `DWINDLE_SLOW` is set.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

/// The exit code of a script whose tools are not there.
const MISSING: i32 = 77;

fn main() -> ExitCode {
    let mut trials: Vec<Trial> = names().into_iter().map(trial).collect();
    trials.push(Trial::test("the_page_shows_what_the_scripts_do", the_page_shows_what_the_scripts_do));
    trials.push(Trial::test("the_action_reduces_and_says_where_the_result_is", the_action_reduces));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn places() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/places")
}

fn names() -> Vec<String> {
    let entries = fs::read_dir(places()).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.join("run").is_file());
    let mut names: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert!(names.len() > 9, "the places are there");
    names
}

/// The script of a place, or why it cannot be tried.
fn trial(name: String) -> Trial {
    let asked = run(&name, true);
    let why = String::from_utf8_lossy(&asked.stdout).lines().last().unwrap_or_default().to_owned();
    let is_missing = asked.status.code() == Some(MISSING);
    Trial::test(name.clone(), move || passed(&run(&name, false)))
        .with_kind(if is_missing { why } else { String::new() })
        .with_ignored_flag(is_missing)
}

/// Runs the script of a place in a copy of its folder; with `only_needs` it ends when it knows that it can be tried.
fn run(name: &str, only_needs: bool) -> Output {
    let copy = tempfile::tempdir().unwrap();
    passed(
        &command("cp", &copy)
            .arg("-R")
            .arg(places().join(name))
            .arg(places().join("place.sh"))
            .arg(".")
            .output()
            .unwrap(),
    )
    .unwrap();
    let mut script = command("sh", &copy);
    script.arg("run").current_dir(copy.path().join(name));
    if only_needs {
        script.env("ONLY_NEEDS", "1");
    }
    script.output().unwrap()
}

/// A program in this directory, for which this `dwindle` comes first.
#[expect(clippy::disallowed_methods, reason = "tests run programs, and these look for others")]
fn command(program: &str, here: &TempDir) -> Command {
    let own = Path::new(env!("CARGO_BIN_EXE_dwindle")).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(program);
    command.current_dir(here.path()).env("PATH", path).env("DWINDLE_CLANG_DELTA", "none");
    command
}

fn passed(output: &Output) -> Result<(), Failed> {
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(()) } else { Err(format!("{}\n{said}{wrong}", output.status).into()) }
}

/// Each line of a block is one of the scripts of one place, which are run, and each command of a script is on the page.
fn the_page_shows_what_the_scripts_do() -> Result<(), Failed> {
    let page = fs::read_to_string(places().join("../../docs/where-people-reduce.md"))?;
    let mut scripts = Vec::new();
    for name in names() {
        let files = fs::read_dir(places().join(&name))?.map(|entry| entry.unwrap().path());
        let is_script = |path: &PathBuf| path.extension().is_none_or(|end| end == "sh") && path.is_file();
        scripts
            .push(files.filter(is_script).map(|path| fs::read_to_string(path).unwrap()).collect::<String>());
        assert!(page.contains(&format!("`examples/places/{name}`")), "the page does not name {name}");
    }
    let has = |script: &str, line: &str| script.lines().any(|other| other.contains(line.trim()));
    for block in page.split("```sh\n").skip(1).map(|rest| rest.split("\n```").next().unwrap()) {
        let is_run = scripts.iter().any(|script| block.lines().all(|line| has(script, line)));
        assert!(is_run, "no place runs this:\n{block}");
    }
    for command in
        scripts.iter().flat_map(|script| script.lines()).filter(|line| line.starts_with("dwindle "))
    {
        assert!(page.contains(command), "the page does not show `{command}`");
    }
    Ok(())
}

fn the_action_reduces() -> Result<(), Failed> {
    let root = places().join("../..");
    let here = tempfile::tempdir()?;
    let made = command("sh", &here).args(["-c", "seq 90 > 'many lines.txt'; mkdir temp"]).output()?;
    passed(&made)?;
    let mut action = command("bash", &here);
    action.arg(root.join("action.sh")).env("SOURCE", &root).env("DWINDLE", env!("CARGO_BIN_EXE_dwindle"));
    action
        .env("INPUT", "many lines.txt\n")
        .env("COMMAND", "! grep -q 7 {}")
        .env("OPTIONS", "--stderr '^$' --unit lines");
    let temp = here.path().join("temp");
    action.env("BUDGET", "5m").env("RUNNER_TEMP", &temp);
    action.env("GITHUB_OUTPUT", temp.join("output")).env("GITHUB_STEP_SUMMARY", temp.join("summary"));
    passed(&action.output()?)?;
    let result = temp.join("reduced/many lines.txt");
    assert_eq!(fs::read_to_string(temp.join("output"))?, format!("result={}\nsize=2\n", result.display()));
    assert_eq!(fs::read_to_string(&result)?, "7\n");
    let summary = fs::read_to_string(temp.join("summary"))?;
    assert!(summary.starts_with("### Reduced: many lines.txt, 2 bytes\n"), "{summary}");
    // What each input of the action is called is what its script reads.
    let described = fs::read_to_string(root.join("action.yml"))?;
    for name in ["INPUT", "COMMAND", "OPTIONS", "BUDGET", "DWINDLE"] {
        let line = format!("{name}: ${{{{ inputs.{} }}}}\n", name.to_lowercase());
        assert!(described.contains(&line), "{line}");
    }
    Ok(())
}

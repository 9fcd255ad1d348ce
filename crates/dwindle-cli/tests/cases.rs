//! Real programs and their failing inputs, as data: see `testdata/README.md`.
//!
//! Slow runs are left out unless `DWINDLE_SLOW` is set.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

/// The exit code of the program when the input does not fail.
const NOT_FAILING: i32 = 3;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(rename = "about")]
    _about: String,
    #[serde(default)]
    is_long: bool,
    #[serde(default)]
    needs: Vec<String>,
    only_if: Option<String>,
    generate: Option<String>,
    build: Option<String>,
    input: Option<String>,
    input_escaped: Option<String>,
    run: Vec<Run>,
    #[serde(skip)]
    copy: OnceLock<Result<Copy, String>>,
}

/// A copy of a case's folder, with all that is generated and built.
#[derive(Debug)]
struct Copy {
    dir: tempfile::TempDir,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    dwindle: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    test: Option<Vec<String>>,
    command: Option<Vec<String>>,
    input: Option<String>,
    #[serde(default)]
    slow: bool,
    expect_exactly: Option<String>,
    expect_exactly_escaped: Option<String>,
    expect_one_of: Option<Vec<String>>,
    expect_contains: Option<String>,
    #[serde(default)]
    expect_lacks: Vec<String>,
    expect_at_most_bytes: Option<usize>,
    expect_at_most_lines: Option<usize>,
    expect_at_most_tests: Option<usize>,
    expect_exit: Option<i32>,
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    #[expect(
        clippy::disallowed_methods,
        reason = "whether slow runs are wanted is for whoever runs the test"
    )]
    let slow = std::env::var_os("DWINDLE_SLOW").is_some();
    let mut folders: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the cases are there")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.join("case.toml").exists())
        .collect();
    folders.sort();
    let mut cases: Vec<(PathBuf, Case)> = folders.into_iter().map(read).collect();
    cases.sort_by_key(|(_, case)| !case.is_long);
    let mut trials =
        vec![Trial::test("runs in the folder of a case do no harm", runs_in_the_folder_of_a_case_do_no_harm)];
    for (folder, case) in cases {
        let name = name(&folder);
        let (missing, trouble) = match case.missing(&folder) {
            Ok(missing) => (missing, None),
            Err(trouble) => (None, Some(trouble)),
        };
        let case = Arc::new(case);
        for (number, run) in case.run.iter().cloned().enumerate() {
            let (case, folder) = (Arc::clone(&case), folder.clone());
            let kind = if run.test.is_some() { "script" } else { "command" };
            let input = run.input.as_deref().unwrap_or_default();
            let title = format!("{name}/{} {kind} {} {input}", number + 1, run.args.join(" "));
            let why = missing.clone().or_else(|| (run.slow && !slow).then(|| "slow".to_owned()));
            let trouble = trouble.clone();
            let trial = Trial::test(title.trim_end().to_owned(), move || match trouble {
                Some(trouble) => Err(trouble.into()),
                None => check(&case, &folder, &run),
            });
            let is_ignored = why.is_some();
            trials.push(trial.with_kind(why.unwrap_or_default()).with_ignored_flag(is_ignored));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The case of a folder.
fn read(folder: PathBuf) -> (PathBuf, Case) {
    let text = fs::read_to_string(folder.join("case.toml")).expect("a readable case");
    let case = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", name(&folder)));
    (folder, case)
}

/// What a case is called: the name of its folder.
fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reduces one case's input as `run` says, and compares what comes out with what is expected.
fn check(case: &Case, folder: &Path, run: &Run) -> Result<(), Failed> {
    let copy = case.copy.get_or_init(|| Copy::make(case, folder)).as_ref().map_err(Clone::clone)?;
    let name = match (&run.input, &case.input, &case.input_escaped) {
        (Some(name), ..) | (None, Some(name), _) => OsString::from(name),
        (None, None, Some(name)) => OsString::from_vec(unescape(name)),
        (None, None, None) => return Err("the case names no input".into()),
    };
    let dir = tempfile::tempdir()?;
    let input = dir.path().join(&name);
    fs::copy(copy.dir.path().join(&name), &input)?;
    let result = dir.path().join("result");
    let mut dwindle = command(env!("CARGO_BIN_EXE_dwindle"));
    dwindle
        .arg(run.dwindle.as_deref().unwrap_or("reduce"))
        .args(&run.args)
        // What is expected are the smallest texts, which no installed formatter changes.
        .args(run.dwindle.is_none().then_some("--minify"))
        .arg("-o")
        .arg(&result)
        // Nor does what not every machine has.
        .env("DWINDLE_CLANG_DELTA", "none")
        .current_dir(dir.path());
    match (&run.test, &run.command) {
        (Some(test), None) => {
            let (script, args) = test.split_first().ok_or("a test has a script")?;
            dwindle.arg(copy.dir.path().join(script)).arg(&input);
            if !args.is_empty() {
                return Err("scripts with arguments are written as commands".into());
            }
        }
        (None, Some(words)) => {
            let home = copy.dir.path().to_str().ok_or("a plain path")?;
            dwindle.arg(&input).arg("--").args(words.iter().map(|word| word.replace("{case}", home)));
        }
        _ => return Err("a run has either a test or a command".into()),
    }
    let output = dwindle.stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = run.expect_exit.unwrap_or(0);
    if output.status.code() != Some(expected) {
        return Err(format!("{:?}, expected exit code {expected}:\n{said}", output.status).into());
    }
    if expected != 0 {
        return no_failure(expected, &result, &said);
    }
    compare(run, &fs::read(&result)?).and_then(|()| compare_tests(run, &said)).map_err(|what| {
        let shown = String::from_utf8_lossy(&fs::read(&result).unwrap_or_default()).into_owned();
        Failed::from(format!("{what}; the result is\n{shown}\n{said}"))
    })
}

/// A run that ends with another code than 0: the one code that a case may expect is that of an input that does not fail. It
/// leaves no result, and says so.
fn no_failure(expected: i32, result: &Path, said: &str) -> Result<(), Failed> {
    if expected != NOT_FAILING {
        return Err(format!("a case expects exit code 0 or {NOT_FAILING}, not {expected}").into());
    }
    if result.exists() {
        return Err(format!("there is a result:\n{said}").into());
    }
    if !said.contains("does not fail") {
        return Err(format!("it is not said that the input does not fail:\n{said}").into());
    }
    Ok(())
}

fn compare(run: &Run, result: &[u8]) -> Result<(), String> {
    let exactly = [
        run.expect_exactly.as_ref().map(|text| text.clone().into_bytes()),
        run.expect_exactly_escaped.as_deref().map(unescape),
    ];
    if exactly.into_iter().flatten().any(|bytes| bytes != result) {
        return Err("not exactly what is expected".into());
    }
    if run.expect_one_of.as_ref().is_some_and(|texts| texts.iter().all(|text| text.as_bytes() != result)) {
        return Err("none of what is expected".into());
    }
    if let Some(text) = &run.expect_contains
        && !result.windows(text.len()).any(|piece| piece == text.as_bytes())
    {
        return Err(format!("it does not contain `{text}`"));
    }
    for text in &run.expect_lacks {
        if result.windows(text.len()).any(|piece| piece == text.as_bytes()) {
            return Err(format!("it contains `{text}`"));
        }
    }
    let lines = result.split_inclusive(|&byte| byte == b'\n').count();
    for (what, is, most) in
        [("bytes", result.len(), run.expect_at_most_bytes), ("lines", lines, run.expect_at_most_lines)]
    {
        if most.is_some_and(|most| is > most) {
            return Err(format!("{is} {what}, at most {most:?} expected"));
        }
    }
    Ok(())
}

/// What the summary says of the number of tests.
fn compare_tests(run: &Run, said: &str) -> Result<(), String> {
    let Some(most) = run.expect_at_most_tests else { return Ok(()) };
    let number = said.split_once(" tests, ").and_then(|(before, _)| before.rsplit(' ').next());
    match number.and_then(|number| number.replace(',', "").parse::<usize>().ok()) {
        Some(tests) if tests <= most => Ok(()),
        Some(tests) => Err(format!("{tests} tests, at most {most} expected")),
        None => Err("the number of tests is not told".to_owned()),
    }
}

impl Case {
    /// What is missing here for the case; its trials are shown as ignored then.
    ///
    /// # Errors
    /// A condition that ends with another code than 0, which holds, and 1, which does not.
    fn missing(&self, folder: &Path) -> Result<Option<String>, String> {
        if let Some(program) = self.needs.iter().find(|program| !sh(&format!("command -v {program}"), folder))
        {
            return Ok(Some(format!("no {program}")));
        }
        let Some(condition) = &self.only_if else { return Ok(None) };
        // Where the copy cannot be made, the trials fail and say why.
        let made = self.copy.get_or_init(|| Copy::make(self, folder));
        let Ok(copy) = made else { return Ok(None) };
        match code_of(condition, copy.dir.path()) {
            Some(0) => Ok(None),
            Some(1) => Ok(Some(format!("not so: {condition}"))),
            other => Err(format!("`{condition}` ends with {other:?}, which says neither yes (0) nor no (1)")),
        }
    }
}

impl Copy {
    fn make(case: &Case, folder: &Path) -> Result<Self, String> {
        let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
        copy_files(folder, dir.path()).map_err(|error| error.to_string())?;
        for step in case.generate.iter().chain(&case.build) {
            if !sh(step, dir.path()) {
                return Err(format!("`{step}` fails"));
            }
        }
        Ok(Self { dir })
    }
}

/// Copies a case's files. It has no folders: those that lie there are run directories of somebody who tried the case.
fn copy_files(folder: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The commands of the README work in any order, and twice: runs in a case's folder leave files and directories there.
fn runs_in_the_folder_of_a_case_do_no_harm() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("input.txt");
    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    fs::write(&input, "one\ntwo\n")?;
    for _ in 0..2 {
        let to = tempfile::tempdir()?;
        copy_files(folder.path(), to.path())?;
        if fs::read(to.path().join("input.txt"))? != b"one\ntwo\n" {
            return Err("the input is copied".into());
        }
        let mut dwindle = command(env!("CARGO_BIN_EXE_dwindle"));
        dwindle.args(["reduce", "-q"]).arg(&input).args([
            "--stderr",
            "one",
            "--",
            "sh",
            "-c",
            "cat {} >&2; exit 1",
        ]);
        let output = dwindle.stdin(Stdio::null()).output()?;
        if !output.status.success() || !folder.path().join("input.txt.dwindle").is_dir() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "tests run programs")]
fn command(program: impl AsRef<OsStr>) -> Command {
    Command::new(program)
}

fn sh(line: &str, dir: &Path) -> bool {
    code_of(line, dir) == Some(0)
}

/// The exit code of a shell command; none where there is no shell, or a signal ended it.
fn code_of(line: &str, dir: &Path) -> Option<i32> {
    let mut shell = command("sh");
    shell.arg("-c").arg(line).current_dir(dir).stdout(Stdio::null());
    shell.status().ok()?.code()
}

/// `\xNN` is a byte; all else is itself.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(&after[..2], 16).expect("two hexadecimal digits"));
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

//! Failures that show now and then, and whose rate is to rise: `dwindle reduce --maximize-rate` beside Shrink Ray.
//!
//! `research/unreliable` has a test for each, and for two of them a C program. The input of the others is made here. The rate of
//! those is an option, that of the C programs depends on the machine.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;
use tempfile::TempDir;
use xtask::program::{command, named_or_built, print, write};

/// Each result is run so often.
const RUNS: usize = 200;
const FAULTS: [&str; 4] = ["size", "stars", "race", "heap"];

/// What is to be measured, and with what.
#[derive(clap::Args, Debug)]
pub(crate) struct Wish {
    /// Only this fault
    #[arg(long, value_name = "NAME", value_parser = FAULTS)]
    only: Option<String>,
    /// How often the whole input of size and stars fails
    #[arg(long = "rate", value_name = "RATE", default_values_t = [0.05, 0.2, 0.5, 0.8, 0.95])]
    rates: Vec<f64>,
    /// What each reducer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 100)]
    seconds: u32,
    /// How many tests run at once
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: u32,
    /// A dwindle already built; without it one is built for release
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// Measure Shrink Ray, too
    #[arg(long, value_name = "PATH")]
    shrink_ray: Option<PathBuf>,
}

/// One fault at one rate.
struct Case {
    home: TempDir,
    test: PathBuf,
    input: PathBuf,
    rate: Option<f64>,
    whole: usize,
}

/// What a reducer left.
struct Left {
    bytes: u64,
    runs: usize,
    /// How many of [`RUNS`] runs on it fail.
    failing: usize,
}

/// Prints a row for each fault and rate.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    let program = named_or_built(wish.program.as_deref())?;
    print(
        "| fault | whole: bytes | rate | Shrink Ray: bytes | runs | rate | Dwindle: bytes | runs | rate |\n",
    )?;
    print("|---|---|---|---|---|---|---|---|---|\n")?;
    for name in FAULTS.into_iter().filter(|name| wish.only.as_ref().is_none_or(|only| only == name)) {
        let is_program = matches!(name, "race" | "heap");
        let rates: Vec<Option<f64>> =
            if is_program { vec![None] } else { wish.rates.iter().copied().map(Some).collect() };
        for rate in rates {
            let case = Case::new(name, rate)?;
            let whole = case.failing(&case.input)?;
            let shrink_ray =
                wish.shrink_ray.as_ref().map(|program| case.shrink_ray(program, wish)).transpose()?;
            let dwindle = case.dwindle(&program, wish)?;
            let mut row = format!("| `{name}` | {} | {whole} |", case.whole);
            for left in [shrink_ray, Some(dwindle)] {
                match left {
                    Some(Left { bytes, runs, failing }) => write!(row, " {bytes} | {runs} | {failing} |")?,
                    None => row.push_str(" – | – | – |"),
                }
            }
            print(&format!("{row}\n"))?;
        }
    }
    Ok(())
}

impl Case {
    fn new(name: &str, rate: Option<f64>) -> Result<Self> {
        let faults = Path::new(env!("CARGO_MANIFEST_DIR")).join("unreliable");
        let home = tempfile::tempdir()?;
        let (text, input) = match rate {
            Some(_) => (expressions().into_bytes(), "input.bc"),
            None => (fs::read(faults.join(name).with_extension("c"))?, "input.c"),
        };
        let input = home.path().join(input);
        write(&input, &text)?;
        Ok(Self { test: faults.join(name).with_extension("sh"), input, rate, whole: text.len(), home })
    }

    /// A command with the variables of the test; runs are counted in the file `runs`.
    fn command(&self, program: &Path, runs: &str) -> Command {
        let mut command = command(program);
        command.env("RUNS", self.home.path().join(runs)).env("WHOLE", self.whole.to_string());
        command.envs(self.rate.map(|rate| ("RATE", rate.to_string())));
        command
            .current_dir(self.home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// How many of [`RUNS`] runs on `file` fail.
    fn failing(&self, file: &Path) -> Result<usize> {
        let mut failing = 0;
        for _ in 0..RUNS {
            failing += usize::from(self.command(&self.test, "checks").arg(file).status()?.success());
        }
        Ok(failing)
    }

    /// A file with the ending of the input, by which a compiler knows the language.
    fn named(&self, name: &str) -> PathBuf {
        self.home.path().join(name).with_extension(self.input.extension().unwrap_or_default())
    }

    fn left(&self, file: &Path, runs: &str) -> Result<Left> {
        let bytes = fs::metadata(file)?.len();
        let runs = fs::read(self.home.path().join(runs))?.len();
        Ok(Left { bytes, runs, failing: self.failing(file)? })
    }

    fn shrink_ray(&self, program: &Path, wish: &Wish) -> Result<Left> {
        let file = self.named("shrink-ray");
        fs::copy(&self.input, &file)?;
        let mut limited = self.command(Path::new("timeout"), "of-shrink-ray");
        limited.args(["--signal=INT", "--kill-after=20"]).arg(wish.seconds.to_string()).arg(program);
        limited.args(["--ui", "basic", "--volume", "quiet", "--no-history", "--no-llm"]);
        limited.arg("--parallelism").arg(wish.jobs.to_string()).arg(&self.test).arg(&file);
        // It may refuse the test.
        let _ = limited.status()?;
        self.left(&file, "of-shrink-ray")
    }

    fn dwindle(&self, program: &Path, wish: &Wish) -> Result<Left> {
        let (runs, file) = (self.home.path().join("of-dwindle"), self.named("dwindle-result"));
        write(&runs, b"")?;
        let mut reduce = self.command(program, "of-dwindle");
        reduce.args(["reduce", "--maximize-rate", "--repeat", "auto"]);
        reduce.args(["--budget", &format!("{}s", wish.seconds)]);
        reduce.args(["--jobs", &wish.jobs.to_string(), "--allow-write"]).arg(&runs);
        reduce.arg("-o").arg(&file).arg(&self.test).arg(&self.input);
        let _ = reduce.status()?;
        // It may have found nothing yet.
        self.left(if file.exists() { &file } else { &self.input }, "of-dwindle")
    }
}

/// Lines for `bc`, one of which divides by zero, with many parentheses and multiplications.
fn expressions() -> String {
    let line = |at: usize| match at {
        150 => "(17 - 4) / (12 - 12)\n".to_owned(),
        _ => format!("({} + {}) * {} - ({} * 3)\n", at * 7 % 89, at, at * 5 % 31, at % 13),
    };
    (0..290).map(line).collect()
}

//! Real inputs: the syntax tree against lists, and against what other tools reached, as a Markdown table.
//!
//! The inputs are other people's and lie beside the repository; without them there is nothing to measure.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use xtask::mean::Mean;
use xtask::program::{Bench, command, count, print};

/// Where the inputs lie.
const CASES: &str = "../shared/cases";

/// What is compared: a heading and the arguments that make it. A run is given up after its budget, with the best so far.
const WAYS: [(&str, &[&str]); 2] =
    [("tree", &["--budget", "4m"]), ("lists", &["--language", "none", "--budget", "1m"])];

/// One input with its test.
struct Case {
    name: String,
    dir: PathBuf,
    file: PathBuf,
}

/// What one run left.
struct Left {
    tokens: u64,
    bytes: u64,
    tests: u64,
    seconds: f64,
    finished: bool,
}

/// Prints the table of all cases whose language is known, or of those named.
pub(crate) fn run(names: &[String]) -> Result<()> {
    let dir = fs::canonicalize(CASES).with_context(|| format!("there are no inputs in {CASES}"))?;
    let recorded = fs::read_to_string(dir.join("README.md"))?;
    let bench = Bench::new(&["all-languages"])?;
    let mut out = String::from("| case | bytes |");
    for (way, _) in WAYS {
        let _ = write!(out, " {way} |");
    }
    out.push_str(" treereduce | smallest of the others |\n|---|---|---|---|---|---|\n");
    let mut rows: Vec<Vec<Left>> = Vec::new();
    for case in cases(&dir)? {
        if !names.is_empty() && !names.contains(&case.name) {
            continue;
        }
        if !knows(&bench, &case)? || !fails(&case)? {
            print(&format!(
                "left out: {} (its language is not known, or it does not fail here)\n",
                case.name
            ))?;
            continue;
        }
        let _ = write!(out, "| {} | {} |", case.name, fs::metadata(&case.file)?.len());
        let mut row = Vec::new();
        for (_, words) in WAYS {
            let left = reduce(&bench, &case, words)?;
            let cap = if left.finished { "" } else { ", stopped" };
            let _ = write!(
                out,
                " {} ({} B; {}; {:.1} s{cap}) |",
                left.tokens, left.bytes, left.tests, left.seconds
            );
            row.push(left);
        }
        let peers = recorded_of(&recorded, &case.name);
        let treereduce = peers.get(3).cloned().unwrap_or_default();
        let smallest = peers.iter().min_by_key(|cell| first_number(cell)).cloned().unwrap_or_default();
        let _ = writeln!(out, " {treereduce} | {smallest} |");
        rows.push(row);
        print(out.lines().last().unwrap_or_default())?;
        print("\n")?;
    }
    print(&format!("\n{out}\n"))?;
    for (at, (way, _)) in WAYS.iter().enumerate() {
        let mean = |of: fn(&Left) -> u64| rows.iter().map(|row| of(&row[at])).collect::<Mean>().geometric();
        let (tokens, bytes) = (mean(|left| left.tokens), mean(|left| left.bytes));
        let tests = mean(|left| left.tests);
        print(&format!("{way}: geometric means {tokens:.1} tokens, {bytes:.1} bytes, {tests:.0} tests\n"))?;
    }
    Ok(())
}

fn cases(dir: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(dir)? {
        let dir = entry?.path();
        let Ok(meta) = fs::read_to_string(dir.join("meta.json")) else { continue };
        let meta: serde_json::Value = serde_json::from_str(&meta)?;
        let text = |key: &str| meta[key].as_str().map(str::to_owned).with_context(|| format!("no {key}"));
        cases.push(Case { name: text("name")?, file: dir.join(text("file")?), dir });
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(cases)
}

/// Whether the program knows the input's language by its name.
fn knows(bench: &Bench, case: &Case) -> Result<bool> {
    let parsed = command(bench.program()).arg("parse").arg(&case.file).output()?;
    Ok(parsed.status.success())
}

fn fails(case: &Case) -> Result<bool> {
    Ok(command(case.dir.join("test.sh")).arg(&case.file).output()?.status.success())
}

fn reduce(bench: &Bench, case: &Case, words: &[&str]) -> Result<Left> {
    let (counted, result) = (bench.path("count"), bench.path("result"));
    for path in [&counted, &result] {
        if path.exists() {
            fs::remove_file(path)?;
        }
    }
    let test = case.dir.join("test.sh");
    let mut run = bench.dwindle()?;
    run.args(["reduce", "--fresh", "--jobs", "2", "-o"]).args([&result, &test, &case.file]).args(words);
    let ran = bench.run(run.env("COUNT_FILE", &counted), &[0, 6]).with_context(|| case.name.clone())?;
    let bytes = fs::read(&result)?;
    Ok(Left {
        tokens: tokens(&String::from_utf8_lossy(&bytes)),
        bytes: bytes.len() as u64,
        tests: count(&counted)?,
        seconds: ran.time.as_secs_f64(),
        finished: ran.code == Some(0),
    })
}

/// Words, and single characters that are neither word nor blank.
fn tokens(text: &str) -> u64 {
    let (mut count, mut in_word) = (0, false);
    for character in text.chars() {
        let word = character.is_alphanumeric() || character == '_';
        count += u64::from(if word { !in_word } else { !character.is_whitespace() });
        in_word = word;
    }
    count
}

/// What the other tools reached on a case: the cells of its row in the table of the inputs' description.
fn recorded_of(table: &str, name: &str) -> Vec<String> {
    let row = table.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let cells = row.into_iter().flat_map(|row| row.trim_matches('|').split('|').skip(2));
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// The number that a cell begins with; a large one if none.
fn first_number(cell: &str) -> usize {
    let digits: String = cell.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(usize::MAX)
}

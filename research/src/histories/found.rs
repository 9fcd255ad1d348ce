//! One run of `dwindle changes`, told by its own messages.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use xtask::program::{command, now};

use super::release::Judge;

/// The program.
pub(super) struct Dwindle {
    program: PathBuf,
}

/// What is compared.
pub(super) enum Between {
    Folders(PathBuf, PathBuf),
    Revisions(String, String),
}

/// What a run found.
#[derive(Debug)]
pub(super) struct Found {
    /// Logical tests until the cause was found, besides those of the two versions.
    pub(super) tests: u64,
    /// How long it took until then, the first runs included, and the whole run.
    pub(super) time: Duration,
    pub(super) whole: Duration,
    /// How many changes there are.
    pub(super) changes: u64,
    /// The files of the changes that are left, one for each.
    pub(super) cause: Vec<String>,
    pub(super) cause_patch: PathBuf,
    /// The subjects of the commits that these came from, and of the one that bisection ended with.
    pub(super) commits: Vec<String>,
    pub(super) first_bad: Vec<String>,
}

/// A message.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
    data: Value,
}

impl Dwindle {
    pub(super) fn new(program: PathBuf) -> Self {
        Self { program }
    }

    /// Runs it to its end in `dir`, from nothing.
    pub(super) fn find(&self, between: &Between, judge: &Judge, dir: &Path) -> Result<Found> {
        let mut run = command(&self.program);
        run.args(["changes", "--fresh", "--message-format", "json"]);
        match between {
            Between::Folders(good, bad) => run.arg("--good-dir").arg(good).arg("--bad-dir").arg(bad),
            Between::Revisions(good, bad) => run.args(["--good", good, "--bad", bad]),
        };
        judge.equip(run.arg("--").args(judge.words()).current_dir(dir));
        let begin = now();
        let mut child = run.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("running dwindle")?;
        let out = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        let said = out.lines().map(|line| Ok((begin.elapsed(), line?)));
        let found = read(said);
        let status = child.wait()?;
        ensure!(status.success(), "dwindle ended with {:?}", status.code());
        found
    }
}

/// What the messages tell, each with the time at which it came.
fn read(said: impl Iterator<Item = Result<(Duration, String)>>) -> Result<Found> {
    let (mut asked, mut end) = (Vec::new(), None);
    for message in said {
        let (time, line) = message?;
        let Message { kind, data } = serde_json::from_str(&line).with_context(|| line.clone())?;
        match kind.as_str() {
            // There is no number if the outcome was known.
            "asked" => asked.extend(data["number"].as_u64().map(|number| (number, time))),
            "end" => end = Some((data, time)),
            _ => {}
        }
    }
    let (end, whole) = end.context("dwindle does not tell how it ended")?;
    ensure!(end["exit"] == 0 && end["confirmed"] == true, "what dwindle found was not confirmed");
    let number = |name: &str| end[name].as_u64().with_context(|| format!("dwindle does not tell {name}"));
    let tests = number("tests_to_cause")?;
    let until = asked.iter().rev().find(|(number, _)| *number <= tests);
    let patches = texts(&end["result"], "/text");
    let patch = patches.into_iter().find(|path| path.ends_with(".cause.patch"));
    Ok(Found {
        tests,
        time: until.map_or(whole, |(_, time)| *time),
        whole,
        changes: number("changes")?,
        cause: texts(&end["cause"], "/path/text"),
        cause_patch: patch.context("there is no patch of the cause")?.into(),
        commits: texts(&end["commits"], "/subject"),
        first_bad: texts(&end["bisection"]["first"], "/subject"),
    })
}

/// The text at a place in each element of a list; none where there is no list.
fn texts(list: &Value, at: &str) -> Vec<String> {
    let elements = list.as_array().into_iter().flatten();
    elements.filter_map(|element| Some(element.pointer(at)?.as_str()?.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One message a second.
    fn told(lines: &[&str]) -> Result<Found> {
        let seconds = (1..).map(Duration::from_secs);
        read(seconds.zip(lines).map(|(time, line)| Ok((time, (*line).to_owned()))))
    }

    const END: &str = r#"{"type":"end","data":{"exit":0,"seconds":9,"result":[{"text":"a.failing.patch"},
        {"text":"a.cause.patch"}],"changes":7,"tests_to_cause":2,"cause":[{"path":{"text":"f.py"},"kind":"lines"}],
        "commits":[{"id":"0","subject":"1.1"}],"bisection":{"commits":3,"first":[{"subject":"1.1"}],"holds":true},
        "confirmed":true}}"#;

    #[test]
    fn the_cause_is_found_when_the_last_of_its_tests_is_answered() {
        let found = told(&[
            r#"{"type":"start","data":{"format":1}}"#,
            r#"{"type":"asked","data":{"id":"0","outcome":"pass","number":1}}"#,
            r#"{"type":"asked","data":{"id":"1","outcome":"fail","number":2}}"#,
            r#"{"type":"asked","data":{"id":"1","outcome":"fail","number":null}}"#,
            r#"{"type":"asked","data":{"id":"2","outcome":"fail","number":3}}"#,
            END,
        ]);
        let found = found.unwrap();
        assert_eq!((found.tests, found.time.as_secs(), found.whole.as_secs()), (2, 3, 6));
        assert_eq!((found.changes, found.cause), (7, vec!["f.py".to_owned()]));
        assert_eq!(found.cause_patch, Path::new("a.cause.patch"));
        assert_eq!((found.commits, found.first_bad), (vec!["1.1".to_owned()], vec!["1.1".to_owned()]));
    }

    #[test]
    fn what_was_not_confirmed_or_not_ended_is_no_finding() {
        assert!(told(&[&END.replace("\"confirmed\":true", "\"confirmed\":false")]).is_err());
        assert!(told(&[r#"{"type":"start","data":{"format":1}}"#]).is_err());
    }
}

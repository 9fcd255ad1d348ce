//! Pages made from run directories as runs leave them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use dwindle::{Id, Outcome, Text};
use dwindle_report::{LARGEST, Run, page};
use dwindle_store::journal::{Asked, Best, End, Ending, Record, Stage, Start, Step, Test};
use dwindle_store::rundir::{Answer, PastRun, RunDir, RunKey, home};
use dwindle_store::steps::{BestStep, Steps};
use serde_json::json;

/// Leaves a run on `input` as if each of `texts` had been found by the pass `halves`, after one test that passed.
fn run_on(input: &Path, texts: &[&str]) -> PastRun {
    let dir = RunDir::open(&home(input, None), RunKey::builder().field("input", texts[0].as_bytes()).build())
        .unwrap();
    let mut journal = dir.journal("test", |_| ()).unwrap().journal;
    let mut steps = Steps::open(&dir.steps_path()).unwrap();
    let mut add = |record: Record| journal.append(&record).unwrap();
    add(Record::Run(Start { version: "1".into(), time: "0".into(), jobs: 2 }));
    let id = |text: &str| Text::new(text.as_bytes().to_vec()).unwrap().id();
    let test = |n: u64, id: Id, outcome: Outcome, size: u64| {
        let duration = Duration::from_millis(500);
        Record::Test(Test { n, id, outcome, reason: None, duration, size, units: size, confirms: false })
    };
    let stage = |step, size| {
        let (algorithm, unit) = ("halves".to_owned(), "lines".to_owned());
        Record::Stage(Stage { step, algorithm, unit, size, units: size, removals: None })
    };
    let mut asked = 0;
    for (at, text) in (0..).zip(texts) {
        let size = text.len() as u64;
        if at == 1 {
            add(stage(Step::Began, size));
        }
        if at > 0 {
            asked += 2;
            add(test(asked - 1, Id(asked.into()), Outcome::Pass, 1));
            add(Record::Asked(Asked { n: asked - 1, id: Id(asked.into()), known: false }));
            add(test(asked, id(text), Outcome::Fail, size));
            add(Record::Asked(Asked { n: asked, id: id(text), known: false }));
        }
        let (unit, algorithm) = ("lines".to_owned(), "halves".to_owned());
        add(Record::Best(Best {
            asked,
            id: id(text),
            size,
            units: size,
            unit,
            algorithm,
            origin: None,
            reliability: None,
            anew: false,
        }));
        steps.add(BestStep { asked, id: id(text), size }, text.as_bytes().to_vec()).unwrap();
    }
    add(stage(Step::Ended, 1));
    add(Record::End(End { how: Ending::Finished, minimality: None, again: 0, gone: false }));
    PastRun::at(dir.path()).unwrap()
}

fn read(run: PastRun) -> Run {
    Run::read(run).unwrap()
}

#[test]
fn a_page_has_landmarks_headers_and_names_and_needs_nothing_from_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let run =
        run_on(&dir.path().join("a<b>.c"), &["int a;\nint <b>;\nint c;\n", "int a;\nint c;\n", "int c;\n"]);
    let page = page(&[read(run)]);
    for part in [
        "<!DOCTYPE html>",
        "<html lang=\"en\">",
        "<main",
        "<header>",
        "<footer>",
        "class=\"skip\"",
        "prefers-color-scheme",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("Dwindle: a&lt;b&gt;.c") && !page.contains("<b>"), "names are escaped");
    let count = |what: &str| page.matches(what).count();
    assert_eq!(count("<svg"), count("<title id="), "each drawing is named");
    assert_eq!(count("<svg"), count("<desc"), "and described");
    assert_eq!(count("<th ") + count("<th>"), count("scope=\""), "each header says of what");
    assert_eq!(
        count("role=\"region\" tabindex=\"0\" aria-label"),
        count("role=\"region\""),
        "what scrolls is reached by keys, and named"
    );
    for other in ["http:", "https:", "src=", "@import", "url(", "<script"] {
        assert!(!page.contains(other), "{other}");
    }
}

#[test]
fn every_number_of_a_page_comes_from_the_records() {
    let dir = tempfile::tempdir().unwrap();
    let run = read(run_on(&dir.path().join("a.c"), &["0123456789", "01234", "0"]));
    assert_eq!(run.sizes(), Some((10, 1)));
    assert_eq!((run.asked, run.ran, run.time), (4, 4, Duration::from_secs(2)));
    let pass = &run.passes[0];
    assert_eq!((pass.turns, pass.tests, pass.successes, pass.bytes, pass.time), (1, 4, 2, 9, run.time));
    assert_eq!(run.points.iter().map(|point| point.asked).collect::<Vec<_>>(), [0, 2, 4]);
    assert_eq!(run.original().as_deref(), Some(&b"0123456789"[..]));
    let page = page(&[run]);
    assert!(page.contains("10 → 1 byte in 4 tests"), "{page}");
    assert!(page.contains("The size falls from 10 to 1 bytes in 4 tests."));
}

#[test]
fn the_same_run_taken_up_again_counts_nothing_twice() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("a.c");
    let texts = ["0123456789", "01234", "0"];
    run_on(&input, &texts[..2]);
    let first = read(run_on(&input, &texts[..2]));
    assert_eq!((first.starts.len(), first.points.len(), first.passes[0].tests), (2, 2, 2));
    assert_eq!((first.steps.len(), first.passes[0].bytes), (2, 5));
}

#[test]
fn a_run_that_was_told_shows_what_was_told_and_the_command() {
    let dir = tempfile::tempdir().unwrap();
    let run = run_on(&dir.path().join("prog.py.trace"), &["0123", "01"]);
    let line = |line, mark, text| json!({ "file": "prog.py", "line": line, "mark": mark, "matter": 1, "executed": 2, "text": text });
    let lines = [line(1, "matters", "x = 1 < 2"), line(2, "unneeded", "y = 2")];
    let answer = Answer {
        format: 1,
        command: "dwindle trace -- python3 prog.py".into(),
        directory: "/nowhere".into(),
        summary: "notes\nprog.py: 1 of 2 executed statements matters".into(),
        start: json!({ "command": "trace" }),
        end: json!({ "lines": lines }),
        ..Answer::default()
    };
    answer.keep(run.path()).unwrap();
    let page = page(&[read(run)]);
    for part in [
        "prog.py: 1 of 2 executed statements matters",
        "x = 1 &lt; 2",
        "1 of 2",
        "dwindle trace -- python3 prog.py",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_page_about_three_megabytes_and_one_about_thirty_runs_stay_below_the_limit() {
    let dir = tempfile::tempdir().unwrap();
    let mut large = String::new();
    for n in 0..110_000 {
        writeln!(large, "static int variable_{n} = {n};").unwrap();
    }
    assert!(large.len() > 3_000_000);
    let half: String = large.split_inclusive('\n').step_by(2).collect();
    let run = run_on(&dir.path().join("large.c"), &[&large, &half]);
    let steps = run.steps().metadata().unwrap().len();
    assert!(steps < 1_500_000, "the steps take {steps} bytes");
    let one = page(&[read(run)]);
    assert!(one.len() < LARGEST, "{} bytes", one.len());
    let runs = (0..30)
        .map(|n| read(run_on(&dir.path().join(format!("{n}.c")), &[&large[..40_000], &half[..20_000]])));
    let many = page(&runs.collect::<Vec<_>>());
    assert!(many.len() < LARGEST, "{} bytes", many.len());
    assert!(many.contains("30 runs") && many.contains("href=\"#run-30\""));
}

/// Skipped where there is no Chromium.
#[test]
fn chromium_draws_a_page_in_light_and_in_dark() {
    let dir = tempfile::tempdir().unwrap();
    let run = run_on(&dir.path().join("a.c"), &["int a;\nint b;\n", "int b;\n"]);
    let file = dir.path().join("report.html");
    write(&file, &page(&[read(run)]));
    let picture = |scheme: &str| {
        let to = dir.path().join(format!("{scheme}.png"));
        let done = chromium(
            &file,
            &[
                &format!("--screenshot={}", to.display()),
                &format!("--blink-settings=preferredColorScheme={scheme}"),
            ],
        )?;
        assert!(done.0, "{}", done.1);
        Some(std::fs::read(to).unwrap())
    };
    let (Some(dark), Some(light)) = (picture("0"), picture("1")) else {
        return;
    };
    assert!(dark.len() > 5000 && light.len() > 5000 && dark != light);
    let (_, dom) = chromium(&file, &["--dump-dom"]).unwrap();
    // What a browser repairs of a page is not what was written: a table that lost its rows, a paragraph closed early.
    let parts = ["<tbody><tr><th", "<figcaption>", "<summary>", "</main>"];
    assert!(parts.iter().all(|part| dom.contains(part)), "{dom}");
    assert!(!dom.contains("<p></p>"));
}

/// Whether it ended well, and what it wrote.
#[expect(clippy::disallowed_methods, reason = "tests start a browser")]
fn chromium(page: &Path, options: &[&str]) -> Option<(bool, String)> {
    let mut command = Command::new("chromium");
    command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=900,700"]).args(options);
    let output = command.arg(format!("file://{}", page.display())).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((output.status.success(), said))
}

#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
}

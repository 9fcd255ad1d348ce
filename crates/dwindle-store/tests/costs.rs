//! What the journal and the run directory cost. Ignored, because a measurement is no check; run with
//! `cargo test --release --package dwindle-store --test all -- --ignored --nocapture costs`.

#![expect(clippy::print_stdout, reason = "a measurement is shown")]
#![expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]

use std::time::{Duration, Instant};

use dwindle::{Id, Outcome, Reason};
use dwindle_store::journal::{Asked, FORMAT, Header, Journal, Known, Reader, Record, Tally, Test};
use dwindle_store::rundir::{RunDir, RunKey};

/// As many tests as a very long run has.
const TESTS: u64 = 1_000_000;

fn timed<T>(what: &str, times: u64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let took = start.elapsed();
    println!("{what}: {took:.2?}, {:.2?} each", took / u32::try_from(times).unwrap());
    result
}

#[test]
#[ignore = "measures"]
fn a_million_tests_in_a_journal() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    let header = Header {
        format: FORMAT,
        key: "0".repeat(32),
        fields: Vec::new(),
        made_by: "costs".to_owned(),
        ids: dwindle::Id::SCHEME,
    };
    let mut journal = Journal::create(&path, &header).unwrap();
    timed("append a test and its question", TESTS, || {
        for n in 1..=TESTS {
            let id = Id(u128::from(n).wrapping_mul(0x0123_4567_89AB_CDEF_1122_3344_5566_7789));
            let unresolved = n % 3 == 0;
            let test = Record::Test(Test {
                n,
                id,
                outcome: if unresolved { Outcome::Unresolved } else { Outcome::Pass },
                reason: unresolved.then_some(Reason::ExitCode { code: 2 }),
                duration: Duration::from_micros(n),
                size: n,
                units: n,
                confirms: false,
            });
            journal.append(&test).unwrap();
            journal.append(&Record::Asked(Asked { n, id, known: false })).unwrap();
        }
    });
    timed("sync", 1, || journal.sync(None).unwrap());
    println!("{} bytes", std::fs::metadata(&path).unwrap().len());
    let (mut known, mut tally) = (Known::default(), Tally::default());
    timed("read it", TESTS, || {
        for record in Reader::open(&path).unwrap() {
            let record = record.unwrap();
            known.add(&record);
            tally.add(&record);
        }
    });
    assert_eq!((known.len() as u64, tally.answers().ran), (TESTS, TESTS));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("{}", peak.unwrap_or("peak memory unknown"));
}

#[test]
#[ignore = "measures"]
fn a_result_in_a_run_directory() {
    const TIMES: u32 = 1000;
    let dir = tempfile::tempdir().unwrap();
    let large = dir.path().join("large");
    let bytes: Vec<u8> = (0..100_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    std::io::Write::write_all(&mut std::fs::File::create(&large).unwrap(), &bytes).unwrap();
    let key = timed("the key of 100 MB", 1, || RunKey::builder().file("input", &large).unwrap().build());
    let run = timed("open a run directory", 1, || RunDir::open(&dir.path().join("home"), key).unwrap());
    let mut best = run.best(None).unwrap();
    let mut result = run.result(&dir.path().join("result"), Some(0o644)).unwrap();
    for (what, length) in [("10 kB", 10_000), ("1 MB", 1_000_000)] {
        for (name, output) in [("best", &mut best), ("result", &mut result)] {
            timed(&format!("write a {name} of {what}"), u64::from(TIMES), || {
                for n in 0..TIMES {
                    output
                        .write(Duration::from_millis(u64::from(n)), |to| {
                            to.write_all(&n.to_le_bytes())?;
                            to.write_all(&bytes[..length])
                        })
                        .unwrap();
                }
            });
        }
    }
}

//! A journal keeps what was appended to it, whatever happens to the file.

mod damage;
mod known;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use dwindle::{Id, Outcome, Reason};
use dwindle_store::Error;
use dwindle_store::journal::{
    Asked, Best, Damage, End, Ending, FORMAT, Header, Journal, KeyField, Minimality, Reader, Record, Resumed,
    Stage, Start, Step, Test,
};
use proptest::prelude::*;

use crate::journal_of_any::any_record;

fn header() -> Header {
    Header {
        format: FORMAT,
        key: "00112233445566778899aabbccddeeff".to_owned(),
        fields: vec![KeyField {
            name: "option timeout".to_owned(),
            hash: "ffeeddccbbaa99887766554433221100".to_owned(),
            shown: Some("10".to_owned()),
        }],
        made_by: "dwindle 0.1.0".to_owned(),
        ids: dwindle::Id::SCHEME,
    }
}

fn test(n: u64, id: u128, outcome: Outcome, reason: Option<Reason>) -> Test {
    Test {
        n,
        id: Id(id),
        outcome,
        reason,
        duration: Duration::from_micros(1234 * n),
        size: 1000 - n,
        units: 100 - n,
        confirms: false,
    }
}

fn asked(n: u64, id: u128, known: bool) -> Record {
    Record::Asked(Asked { n, id: Id(id), known })
}

fn best(asked: u64, id: u128, size: u64) -> Record {
    Record::Best(Best {
        asked,
        id: Id(id),
        size,
        units: size / 10,
        unit: "lines".to_owned(),
        algorithm: "ddmin".to_owned(),
        origin: None,
        reliability: None,
        anew: false,
    })
}

/// One of everything, as a short run would write it: also what the fixture of format 1 holds.
fn a_run() -> Vec<Record> {
    let timeout = Reason::Timeout { limit_ms: 20_000 };
    let confirming = |test| Record::Test(Test { confirms: true, ..test });
    let stage = |step, size| {
        Record::Stage(Stage {
            step,
            algorithm: "ddmin".to_owned(),
            unit: "lines".to_owned(),
            size,
            units: size / 10,
            removals: (step == Step::Ended).then_some(12),
        })
    };
    vec![
        Record::Run(Start { version: "0.1.0".to_owned(), time: "2026-01-02T03:04:05Z".to_owned(), jobs: 4 }),
        Record::Test(test(1, 1, Outcome::Fail, None)),
        confirming(test(2, 1, Outcome::Fail, None)),
        best(0, 1, 999),
        stage(Step::Began, 999),
        Record::Test(test(3, 2, Outcome::Pass, None)),
        asked(1, 2, false),
        Record::Test(test(4, 3, Outcome::Unresolved, Some(Reason::Timeout { limit_ms: 10_000 }))),
        confirming(test(5, 3, Outcome::Unresolved, Some(timeout))),
        asked(2, 3, false),
        Record::Test(test(
            6,
            4,
            Outcome::Unresolved,
            Some(Reason::OtherFailure { signature: "a \"quoted\"\nline, ü and \u{7f}".to_owned() }),
        )),
        Record::Test(test(7, 5, Outcome::Unresolved, Some(Reason::DidNotParse))),
        Record::Test(test(8, 6, Outcome::Unresolved, Some(Reason::DidNotParse))),
        Record::Test(test(9, 7, Outcome::Fail, None)),
        asked(3, 7, false),
        best(3, 7, 991),
        asked(3, 2, true),
        stage(Step::Ended, 991),
        Record::End(End {
            how: Ending::Finished,
            minimality: Some(Minimality { unit: "lines".to_owned(), removals: 12 }),
            again: 0,
            gone: false,
        }),
    ]
}

fn written(path: &Path, records: &[Record]) -> Vec<u8> {
    let mut journal = Journal::create(path, &header()).unwrap();
    for record in records {
        journal.append(record).unwrap();
    }
    fs::read(path).unwrap()
}

/// Lays `bytes` at `path`.
fn put(path: &Path, bytes: &[u8]) {
    fs::File::create(path).unwrap().write_all(bytes).unwrap();
}

fn read(path: &Path) -> (Vec<Record>, Option<Damage>) {
    let mut reader = Reader::open(path).unwrap();
    let records = reader.by_ref().map(Result::unwrap).collect();
    (records, reader.damage())
}

fn resume(path: &Path) -> (Vec<Record>, Resumed) {
    let mut records = Vec::new();
    let resumed = Journal::resume(path, &header(), |record| records.push(record)).unwrap();
    (records, resumed)
}

#[test]
fn what_was_appended_is_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    written(&path, &a_run());
    assert_eq!(read(&path), (a_run(), None));
    assert_eq!(Reader::open(&path).unwrap().header(), Some(&header()));
}

#[test]
fn every_line_is_json_with_a_type_and_a_checksum() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = written(&dir.path().join("journal.jsonl"), &a_run());
    let text = String::from_utf8(bytes).unwrap();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["type"].is_string() && value["crc"].is_string(), "{line}");
    }
    assert!(text.starts_with(r#"{"type":"header","format":1,"key":"0011"#));
    assert!(text.contains(
        r#"{"type":"test","n":3,"id":"00000000000000000000000000000002","outcome":"pass","ms":3.702,"size":997,"units":97,"crc""#
    ));
}

/// A header that names no scheme of identities: it was the first.
const WITHOUT_SCHEME: &str = r#"{"type":"header","format":1,"key":"00112233445566778899aabbccddeeff","fields":[{"name":"option timeout","hash":"ffeeddccbbaa99887766554433221100","shown":"10"}],"made_by":"dwindle 0.1.0","crc":"cb98ee6d"}"#;

#[test]
fn format_1_can_still_be_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/journal-format-1.jsonl");
    assert_eq!(read(&path), (a_run(), None));
    assert_eq!(Reader::open(&path).unwrap().header(), Some(&header()));
    let dir = tempfile::tempdir().unwrap();
    let again = written(&dir.path().join("journal.jsonl"), &a_run());
    // The header of then had its scheme of identities added, as the second.
    let records = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(records(again), records(fs::read(&path).unwrap()));
    let old = dir.path().join("old.jsonl");
    put(&old, format!("{WITHOUT_SCHEME}\n").as_bytes());
    assert!(matches!(Reader::open(&old), Err(Error::OtherScheme { then: 1, now: 2, .. })));
}

#[test]
fn a_journal_of_another_identity_scheme_is_refused_with_that_reason() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    drop(Journal::create(&path, &Header { ids: 7, ..header() }).unwrap());
    let bytes = fs::read(&path).unwrap();
    let error = Journal::resume(&path, &header(), |_| ()).unwrap_err();
    assert!(matches!(error, Error::OtherScheme { then: 7, .. }), "{error}");
    assert!(error.to_string().contains("by scheme 7, and this version by scheme"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes, "it is left alone");
}

#[test]
fn another_format_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    drop(Journal::create(&path, &Header { format: 2, ..header() }).unwrap());
    let bytes = fs::read(&path).unwrap();
    let error = Journal::resume(&path, &header(), |_| ()).unwrap_err();
    assert!(matches!(error, Error::OtherVersion { line: 1, .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_reader_sees_what_is_there_while_the_run_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    let mut journal = Journal::create(&path, &header()).unwrap();
    for (done, record) in a_run().iter().enumerate() {
        assert_eq!(read(&path), (a_run()[..done].to_vec(), None));
        journal.append(record).unwrap();
        journal.sync(Some(Duration::from_millis(300 * done as u64))).unwrap();
    }
    journal.sync(None).unwrap();
}

proptest! {
    #[test]
    fn any_record_survives(records in prop::collection::vec(any_record(), 0..8)) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        written(&path, &records);
        prop_assert_eq!(read(&path), (records, None));
    }
}

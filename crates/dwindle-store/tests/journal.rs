//! A journal keeps what was appended to it, whatever happens to the file.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use dwindle::{Id, Outcome, Reason};
use dwindle_store::Error;
use dwindle_store::journal::{
    Asked, Best, Damage, End, Ending, FORMAT, Header, Journal, KeyField, Known, Minimality, Reader, Record,
    Resumed, SizeAt, Stage, Start, Step, Tally, Test,
};
use proptest::prelude::*;

use crate::children;
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
fn a_run_killed_at_any_byte_leaves_a_prefix_and_can_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    let records = a_run();
    let bytes = written(&path, &records);
    let whole: Vec<usize> = (1..=bytes.len()).filter(|&end| bytes[end - 1] == b'\n').collect();
    for length in 0..=bytes.len() {
        put(&path, &bytes[..length]);
        let lines = whole.iter().filter(|&&end| end <= length).count();
        let kept = lines.saturating_sub(1);
        let torn = (length != 0 && !whole.contains(&length)).then_some(Damage::Torn);
        assert_eq!(read(&path), (records[..kept].to_vec(), torn));

        let (seen, mut resumed) = resume(&path);
        assert_eq!((seen.as_slice(), resumed.damage), (&records[..kept], torn));
        for record in records[kept..].iter().take(1) {
            resumed.journal.append(record).unwrap();
        }
        let next = whole[(kept + 1).min(whole.len() - 1)];
        assert_eq!(fs::read(&path).unwrap(), bytes[..next]);
    }
}

#[test]
fn a_damaged_line_drops_what_follows_and_says_how_much() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    let records = a_run();
    let mut bytes = written(&path, &records);
    let third = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n').nth(2).unwrap().0;
    bytes[third + 10] ^= 4;
    bytes.extend_from_slice(b"{\"type\":\"te");
    put(&path, &bytes);
    let lost = records.len() as u64 - 2 + 1;
    assert_eq!(read(&path), (records[..2].to_vec(), Some(Damage::Corrupt { lines: lost })));
    let (_, resumed) = resume(&path);
    assert_eq!(resumed.damage, Some(Damage::Corrupt { lines: lost }));
    assert_eq!(read(&path), (records[..2].to_vec(), None));
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

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_names_the_file() {
    let error = Journal::create(Path::new("/dev/full"), &header()).unwrap_err();
    assert!(error.to_string().contains("/dev/full"), "{error}");
}

#[test]
fn a_disk_that_fills_up_leaves_a_journal_that_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    children::with_little_room("journal::fill_the_disk", dir.path());
}

#[test]
#[ignore = "run by a_disk_that_fills_up_leaves_a_journal_that_can_be_read"]
fn fill_the_disk() {
    let path = Path::new("journal.jsonl");
    let mut journal = Journal::create(path, &header()).unwrap();
    let mut done = Vec::new();
    let error = loop {
        let record = asked(done.len() as u64, 7, false);
        match journal.append(&record) {
            Ok(()) => done.push(record),
            Err(error) => break error,
        }
        assert!(done.len() < 1000, "there is no limit");
    };
    assert!(error.to_string().contains("journal.jsonl"), "{error}");
    assert_eq!(read(path), (done.clone(), None));
    assert!(journal.append(&done[0]).is_err(), "there is no room for this length");
    assert_eq!(read(path), (done, None));
}

#[test]
fn a_missing_folder_is_an_error_that_names_the_file() {
    let error = Journal::resume(Path::new("/nowhere/journal.jsonl"), &header(), |_| ()).unwrap_err();
    assert!(error.to_string().contains("/nowhere/journal.jsonl"), "{error}");
}

#[test]
fn a_timeout_is_known_only_when_it_was_confirmed() {
    let records = a_run();
    let before = known(&records[..8]);
    assert_eq!(before.get(Id(3)), None);
    let after = known(&records);
    assert_eq!(after.get(Id(3)).unwrap().reason, Some(Reason::Timeout { limit_ms: 20_000 }));
    assert_eq!(after.len(), 7);
}

#[test]
fn a_first_judgement_is_not_replaced_by_a_later_one() {
    let again = Record::Test(Test { confirms: true, ..test(10, 2, Outcome::Fail, None) });
    let known = known(&[a_run(), vec![again]].concat());
    assert_eq!(known.get(Id(2)).unwrap().outcome, Outcome::Pass);
}

#[test]
fn a_timeout_that_was_an_answer_is_known_and_one_ahead_is_not() {
    let late = |n, id| {
        let reason = Some(Reason::Timeout { limit_ms: 100 });
        Record::Test(test(n, id, Outcome::Unresolved, reason))
    };
    let known = known(&[late(1, 7), late(2, 8), asked(1, 7, false)]);
    assert_eq!(known.get(Id(7)).map(|judgement| judgement.outcome), Some(Outcome::Unresolved));
    assert_eq!(known.get(Id(8)), None);
}

fn known(records: &[Record]) -> Known {
    let mut known = Known::default();
    for record in records {
        known.add(record);
    }
    known
}

fn tally_of(records: &[Record]) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        tally.add(record);
    }
    tally
}

#[test]
fn every_number_comes_from_the_records() {
    let tally = tally_of(&a_run());
    assert_eq!((tally.answers().ran, tally.answers().confirming), (9, 2));
    assert_eq!((tally.asked(), tally.repeats()), (3, 1));
    let sizes: Vec<_> = tally.sizes().map(|at| (at.asked, at.size)).collect();
    assert_eq!(sizes, [(0, 999), (3, 991)]);
    let last = SizeAt { asked: 3, size: 991, units: 99 };
    assert_eq!(tally.size(), Some(last));
    // What ran after the search has no other record.
    let mut tally = tally;
    tally.add(&Record::End(End { how: Ending::Finished, minimality: None, again: 8, gone: false }));
    assert_eq!((tally.answers().ran, tally.answers().confirming, tally.asked()), (17, 10, 3));
}

#[test]
fn the_numbers_of_a_start_add_up() {
    let mut tally = tally_of(&a_run());
    let outcomes = |tally: &Tally| {
        let answers = tally.answers();
        [answers.fail, answers.pass, answers.unresolved]
    };
    let sources = |tally: &Tally| {
        let answers = tally.answers();
        (answers.asked(), answers.remembered, answers.ran, answers.confirming, answers.ahead)
    };
    // The input ran for the search once and ahead of it, as 4, 5 and 6 did.
    assert_eq!((outcomes(&tally), sources(&tally)), ([1, 1, 1], (3, 0, 9, 2, 4)));
    let reasons = |tally: &Tally| {
        let reasons = tally.answers().reasons;
        reasons.iter().map(|because| format!("{} {}", because.times, because.reason)).collect::<Vec<_>>()
    };
    assert_eq!(reasons(&tally), ["1 ran longer than 20.0 s"]);

    // Going on: 2 and 3 are known, 8 runs, and the input is confirmed.
    tally.add(&a_run()[0]);
    let again = Test { confirms: true, ..test(10, 1, Outcome::Fail, None) };
    for record in [
        Record::Test(again),
        asked(1, 2, false),
        asked(2, 3, false),
        Record::Test(test(11, 8, Outcome::Fail, None)),
        asked(3, 8, false),
        asked(3, 8, true),
    ] {
        tally.add(&record);
    }
    assert_eq!((outcomes(&tally), sources(&tally)), ([1, 1, 1], (3, 2, 2, 1, 0)));
    assert_eq!(reasons(&tally), ["1 ran longer than 20.0 s"]);
}

#[test]
fn a_resumed_run_that_asks_again_changes_no_number() {
    let once = tally_of(&a_run());
    let again: Vec<Record> =
        a_run().into_iter().filter(|record| !matches!(record, Record::Test(_))).collect();
    let mut tally = once.clone();
    for record in &again {
        tally.add(record);
        // Killed in the middle or not: what was reached stays reached.
        assert_eq!((tally.asked(), tally.repeats()), (3, 1), "{record:?}");
        assert!(tally.sizes().eq(once.sizes()));
    }
}

proptest! {
    #[test]
    fn any_record_survives(records in prop::collection::vec(any_record(), 0..8)) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        written(&path, &records);
        prop_assert_eq!(read(&path), (records, None));
    }

    #[test]
    fn a_flipped_bit_costs_at_most_what_follows_it(flip in any::<prop::sample::Index>()) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        let records = a_run();
        let mut bytes = written(&path, &records);
        let bit = flip.index(bytes.len() * 8);
        let kept = bytes[..bit / 8].split(|&byte| byte == b'\n').count().saturating_sub(2);
        bytes[bit / 8] ^= 1 << (bit % 8);
        put(&path, &bytes);
        let (left, damage) = read(&path);
        prop_assert!(damage.is_some());
        prop_assert_eq!(&left, &records[..kept]);
        let (seen, resumed) = resume(&path);
        prop_assert_eq!((seen, resumed.damage), (left, damage));
        prop_assert_eq!(read(&path).1, None);
    }

    #[test]
    fn arbitrary_bytes_are_damage_and_never_a_panic(
        good in any::<bool>(),
        bytes in prop::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 1..400),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        let records = if good { a_run() } else { Vec::new() };
        let mut all = if good { written(&path, &records) } else { Vec::new() };
        all.extend_from_slice(&bytes);
        put(&path, &all);
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').count() as u64;
        let expected = if lines == 1 && !bytes.ends_with(b"\n") {
            Damage::Torn
        } else {
            Damage::Corrupt { lines }
        };
        prop_assert_eq!(read(&path), (records, Some(expected)));
    }
}

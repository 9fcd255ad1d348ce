//! What is left of a journal when the run is killed, the disk fills up or a bit flips.

use super::*;
use crate::children;

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
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_names_the_file() {
    let error = Journal::create(Path::new("/dev/full"), &header()).unwrap_err();
    assert!(error.to_string().contains("/dev/full"), "{error}");
}

#[test]
fn a_disk_that_fills_up_leaves_a_journal_that_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    children::with_little_room("journal::damage::fill_the_disk", dir.path());
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

proptest! {
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

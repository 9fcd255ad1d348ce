//! What a journal says about the run: judgements that are known, and numbers.

use dwindle_store::journal::{Known, SizeAt, Tally};

use super::*;

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

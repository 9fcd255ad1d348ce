use super::*;
use crate::Text;
use crate::log::{Format, Rules};
use proptest::prelude::*;

fn log(text: &str, format: Format) -> Arc<Log> {
    Arc::new(Log::read(Text::new(text.as_bytes().to_vec()).unwrap(), format).unwrap())
}

fn singles(log: &Arc<Log>) -> LogSpace {
    LogSpace::new(Arc::clone(log), Rules::default().units(log).unwrap())
}

/// What is left of a log when these actions are.
#[track_caller]
fn check(text: &str, format: Format, kept: &[u32], expected: &str) {
    let space = singles(&log(text, format));
    let config = Config::of_units(kept.iter().copied());
    assert_eq!(String::from_utf8(space.render(&config)).unwrap(), expected);
}

/// What is left when the gaps are closed up.
#[track_caller]
fn check_timed(text: &str, kept: &[u32], expected: &str) {
    let log = log(text, Format::JsonLines);
    let rules = Rules { time: Some(".t".parse().unwrap()), ..Rules::default() };
    let space = singles(&log).timed(rules.times(&log).unwrap().map(Arc::new));
    let config = Config::of_units(kept.iter().copied());
    assert_eq!(String::from_utf8(space.render(&config)).unwrap(), expected);
    assert_eq!(space.id(&config), Text::new(expected.as_bytes().to_vec()).unwrap().id());
}

#[test]
fn what_is_left_is_a_log_of_the_same_form() {
    let array = "[\n  1,\n  2,\n  3\n]\n";
    check(array, Format::JsonArray, &[0, 1, 2], array);
    check(array, Format::JsonArray, &[1, 2], "[\n  2,\n  3\n]\n");
    check(array, Format::JsonArray, &[0], "[\n  1\n]\n");
    check(array, Format::JsonArray, &[], "[\n  \n]\n");
    check("a\n\nb\nc", Format::Lines, &[0, 2], "a\n\nc");
}

#[test]
fn gaps_are_closed_up() {
    let text = "{\"t\": 10}\n{\"t\": 12.50}\n{\"t\": 15, \"x\": 1}\n{\"t\": 16.25}\n";
    check_timed(text, &[0, 1, 2, 3], text);
    check_timed(text, &[0, 2, 3], "{\"t\": 10}\n{\"t\": 12.5, \"x\": 1}\n{\"t\": 13.75}\n");
    check_timed(text, &[1, 3], "{\"t\": 10.00}\n{\"t\": 11.25}\n");
    check_timed(text, &[], "");
}

#[test]
fn groups_join_what_goes_together() {
    let log = log("a\nb\nc\nd\ne\n", Format::Lines);
    let space = LogSpace::new(log, vec![vec![0, 2], vec![1], vec![3]]);
    assert_eq!(space.clone().joined(&[vec![1, 2, 4], vec![3]]).units, [vec![0, 1, 2], vec![3]]);
    assert_eq!(space.narrowed(&[1, 3]).units, [vec![1], vec![3]]);
}

#[test]
fn gaps_between_dates_are_closed_over_midnight_and_in_their_own_form() {
    let log = log(
        "{\"t\":\"2026-12-31 23:59:58,900\"}\n{\"t\":\"2027-01-01 00:10:00,000\"}\n{\"t\":\"2027-01-01 00:10:01,250\"}\n",
        Format::JsonLines,
    );
    let rules = Rules { time: Some(".t".parse().unwrap()), ..Rules::default() };
    let space = singles(&log).timed(rules.times(&log).unwrap().map(Arc::new));
    assert_eq!(
        String::from_utf8(space.render(&Config::of_units([0, 2]))).unwrap(),
        "{\"t\":\"2026-12-31 23:59:58,900\"}\n{\"t\":\"2027-01-01 00:00:00,150\"}\n"
    );
}

proptest! {
    #[test]
    fn sizes_identities_and_texts_agree(
        times in proptest::collection::vec((0u32..99, 0u32..3), 1..8),
        kept in proptest::collection::vec(any::<bool>(), 8),
        array in any::<bool>(),
        dates in any::<bool>(),
    ) {
        let said = times.iter().map(|(time, places)| {
            let decimals = format!("{:0>width$}", "5", width = *places as usize + 1);
            let time = if dates {
                format!("\"2026-12-31T23:{:02}:{:02}.{decimals}-00:{:02}\"", 30 + time % 30, time % 60, time % 45)
            } else {
                format!("{time}.{decimals}")
            };
            format!("{{\"t\":{time},\"x\":[{time}]}}")
        });
        let said: Vec<String> = said.collect();
        let (text, format) = if array {
            (format!("[{}]\n", said.join(", ")), Format::JsonArray)
        } else {
            (said.join("\n"), Format::JsonLines)
        };
        let log = log(&text, format);
        let rules = Rules { time: Some(".t".parse().unwrap()), ..Rules::default() };
        let space = singles(&log).timed(rules.times(&log).unwrap().map(Arc::new));
        prop_assert_eq!(space.render(&space.full()), text.as_bytes());
        let config = Config::of_units((0u32..).zip(&kept).filter(|(at, kept)| **kept && (*at as usize) < log.len()).map(|(at, _)| at));
        let made = Text::new(space.render(&config)).unwrap();
        prop_assert_eq!(space.id(&config), made.id());
        prop_assert_eq!(space.size(&config), made.bytes().len() as u64);
        if config.is_empty() {
            return Ok(());
        }
        // Closing gaps twice is closing them once: in two steps comes out what comes out in one.
        let again = Arc::new(Log::read(made.clone(), format).unwrap());
        let half = config.slice(0..config.len().div_ceil(2));
        let once = space.render(&half);
        let narrowed = singles(&again).timed(rules.times(&again).unwrap().map(Arc::new));
        let twice = narrowed.render(&narrowed.full().slice(0..config.len().div_ceil(2)));
        prop_assert_eq!(twice, once);
        prop_assert!(rules.hold_alike(&again, made));
    }
}

//! Any bytes as a recording of actions, in each format, with pairs, groups and times: no panic; keeping every action gives
//! the bytes back, and what is written of some of them is of that size and reads back with as many.
#![no_main]

use std::sync::{Arc, LazyLock};

use dwindle::log::{Format, Log, PairRule, Rules};
use dwindle::space::{LogSpace, Space};
use dwindle::{Config, Text, needs};
use libfuzzer_sys::fuzz_target;

static PAIR: LazyLock<PairRule> = LazyLock::new(|| "down:up".parse().expect("a rule"));

fuzz_target!(|bytes: &[u8]| {
    let [kept, bytes @ ..] = bytes else { return };
    if let Ok(text) = str::from_utf8(bytes) {
        drop(needs::read(text, |name| u32::try_from(name.len()).ok()));
    }
    let text = Text::new(bytes).expect("it is small");
    let field = |name: &str| name.parse().expect("the way to a field");
    for format in [Format::Lines, Format::JsonLines, Format::JsonArray] {
        let Ok(log) = Log::read(text.clone(), format) else { continue };
        let log = Arc::new(log);
        drop(log.groups(&field(".id")));
        let time = Some(field(".at.ms"));
        let rules = Rules { pairs: vec![PAIR.clone()], by: Vec::new(), alone: true, time };
        let units = rules.units(&log).expect("actions may stand alone");
        let space = LogSpace::new(Arc::clone(&log), units);
        assert_eq!(space.render(&space.full()), bytes);
        let some = Config::of_units((0..space.full().len() as u32).filter(|unit| kept >> (unit % 8) & 1 == 1));
        for space in [space.clone().timed(rules.times(&log).ok().flatten().map(Arc::new)), space] {
            let written = space.render(&some);
            assert_eq!(written.len() as u64, space.size(&some));
            let left = space.actions(&some).len();
            if left > 0 {
                let again = Log::read(Text::new(written).expect("it is small"), format).expect("what we wrote");
                assert_eq!(again.len(), left);
            }
        }
    }
});

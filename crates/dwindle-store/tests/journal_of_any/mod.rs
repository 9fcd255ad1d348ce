//! Records with anything in them.

use std::time::Duration;

use dwindle::{Id, Outcome, Reason};
use dwindle_store::journal::{Asked, Best, Record, Start, Test};
use proptest::prelude::*;

fn any_reason() -> impl Strategy<Value = Reason> {
    prop_oneof![
        any::<u64>().prop_map(|limit_ms| Reason::Timeout { limit_ms }),
        any::<String>().prop_map(|signature| Reason::OtherFailure { signature }),
        any::<i32>().prop_map(|code| Reason::ExitCode { code }),
        any::<i32>().prop_map(|signal| Reason::Signal { signal }),
        any::<String>().prop_map(|why| Reason::CouldNotRun { why }),
        Just(Reason::DidNotParse),
        any::<(u32, u32)>().prop_map(|(fails, runs)| Reason::Flaky { fails, runs }),
        any::<String>().prop_map(|what| Reason::Said { what }),
    ]
}

pub(crate) fn any_record() -> impl Strategy<Value = Record> {
    let outcome = prop::sample::select(Outcome::ALL.to_vec());
    let id = || any::<u128>().prop_map(Id);
    prop_oneof![
        (any::<[u64; 3]>(), id(), outcome, prop::option::of(any_reason()), 0..1_u64 << 44, any::<bool>())
            .prop_map(|([n, size, units], id, outcome, reason, micros, confirms)| {
                Record::Test(Test {
                    n,
                    id,
                    outcome,
                    reason,
                    duration: Duration::from_micros(micros),
                    size,
                    units,
                    confirms,
                })
            }),
        (any::<u64>(), id(), any::<bool>()).prop_map(|(n, id, known)| Record::Asked(Asked { n, id, known })),
        (any::<[u64; 3]>(), id(), any::<[String; 2]>()).prop_map(
            |([asked, size, units], id, [unit, algorithm])| {
                Record::Best(Best {
                    asked,
                    id,
                    size,
                    units,
                    unit,
                    algorithm,
                    origin: None,
                    reliability: None,
                    anew: false,
                })
            }
        ),
        (any::<[String; 2]>(), any::<u32>())
            .prop_map(|([version, time], jobs)| { Record::Run(Start { version, time, jobs }) }),
    ]
}

//! Any lines as what a tracer recorded, and any text as the program: no panic; what is executed without some events is
//! executed again by itself, and what may matter beyond it is none of it.
#![no_main]

use std::sync::Arc;

use dwindle::Config;
use dwindle::space::Space;
use dwindle_trace::{Execution, Recorded, relevant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let (trace, source) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    drop(Recorded::stopped(trace));
    let Ok(recorded) = Recorded::read(trace) else { return };
    assert_eq!(recorded.difference(&recorded), None);
    let source = String::from_utf8_lossy(source);
    let execution = Arc::new(Execution::new(Arc::new(recorded), |_| false));
    let full = execution.full();
    let mut lefts = vec![full.clone(), Config::empty()];
    lefts.extend((0u32..3).map(|third| Config::of_units(full.units().filter(|unit| unit % 3 == third))));
    for left in lefts {
        let executed = execution.executed(&left);
        assert_eq!(execution.executed(&executed), executed);
        assert!(execution.free(&left).minus(&executed).is_empty());
        drop(execution.kept(&left));
        execution.id(&left);
        let by_line = |event| Some(execution.recorded().statement(event).line);
        let grouped = execution.grouped(&left, by_line);
        assert!(grouped.units() <= executed.len());
        let more = relevant(&execution, &executed, |_| Some(source.clone().into_owned()));
        assert_eq!(more.minus(&executed).len(), more.len());
    }
});

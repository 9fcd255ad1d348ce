//! Two runs of one input: one of them ends as if alone, and the other does, too, or says that it found the first.

use super::scenario::SCENARIOS;
use super::{run, wanted};

pub(super) fn two() {
    let cases: Vec<usize> = (0..wanted(4)).collect();
    run(
        &cases,
        |number| SCENARIOS[number % SCENARIOS.len()].name.to_owned(),
        |number| {
            let delay = number / SCENARIOS.len();
            let prefix = format!(
                "timeout 100 sh -c '(\"$@\" >first.other 2>&1; echo $? >first.exit) & sleep 0.{delay:03}; \
                 code=0; \"$@\" || code=$?; wait; exit $code' sh"
            );
            let scenario = &SCENARIOS[number % SCENARIOS.len()];
            let mut ended = scenario.disturb(
                &prefix,
                "",
                |env| {
                    let codes = [env.read("first.code"), env.read("first.exit")];
                    let is_fine = codes.contains(&"0\n".to_owned())
                        && codes.iter().all(|it| it == "0\n" || it == "8\n");
                    usize::from(is_fine)
                },
                &prefix,
            );
            if ended.faults == 0 && ended.wrong.is_none() {
                ended.wrong = Some(format!("{prefix}: the other run ended otherwise"));
            }
            ended
        },
    );
}

//! Journals that end anywhere, and such of which a byte is another one.

use super::scenario::SCENARIOS;
use super::{drawn, run, wanted};

pub(super) fn damaged() {
    let cases: Vec<u64> = (0..wanted(8) as u64).collect();
    run(
        &cases,
        |number| (if number % 2 == 0 { "cut off" } else { "one byte" }).to_owned(),
        |&number| {
            let scenario = &SCENARIOS[drawn(3 * number, SCENARIOS.len())];
            let share = drawn(3 * number + 1, 10_000);
            let byte = drawn(3 * number + 2, 256);
            let damage = if number % 2 == 0 {
                "truncate -s $at $journal".to_owned()
            } else {
                format!("printf '\\{byte:o}' | dd of=$journal bs=1 seek=$at conv=notrunc status=none")
            };
            // Of every other one the result is lost, too.
            let lose =
                if number % 4 < 2 && !scenario.words.contains("in-place") { "rm -rf *.min*" } else { ":" };
            let damage = format!(
                "for journal in *.dwindle/*/journal.jsonl; do\n\
                 at=$(($(stat -c %s $journal) * {share} / 10000)); {damage}; done; {lose}"
            );
            scenario.disturb("", &damage, |_| 1, &damage)
        },
    );
}

//! Journals that end anywhere, and such of which a byte or a bit is another one.

use super::scenario::SCENARIOS;
use super::{drawn, run, wanted};

/// What is done to the file `$journal` at `$at`, where `BYTE` is any.
const DAMAGE: [(&str, &str); 3] = [
    ("cut off", "truncate -s $at $journal"),
    ("one byte", "byte=BYTE; WRITE"),
    ("one bit", "byte=$(($(od -An -tu1 -j $at -N 1 $journal) ^ (1 << BYTE % 8))); WRITE"),
];
const WRITE: &str =
    r#"printf "\\$(printf %o $byte)" | dd of=$journal bs=1 seek=$at conv=notrunc status=none"#;

pub(super) fn damaged() {
    let cases: Vec<u64> = (0..wanted(9) as u64).collect();
    let damage = |number: u64| DAMAGE[usize::try_from(number % 3).unwrap()];
    run(
        &cases,
        |&number| damage(number).0.to_owned(),
        |&number| {
            let scenario = &SCENARIOS[drawn(3 * number, SCENARIOS.len())];
            let share = drawn(3 * number + 1, 10_000);
            let byte = drawn(3 * number + 2, 256).to_string();
            let damage = damage(number).1.replace("BYTE", &byte).replace("WRITE", WRITE);
            // Of every other one the result is lost, too.
            let lose =
                if number % 2 == 0 && !scenario.words.contains("in-place") { "rm -rf *.min*" } else { ":" };
            let damage = format!(
                "for journal in *.dwindle/*/journal.jsonl; do\n\
                 at=$(($(stat -c %s $journal) * {share} / 10000)); {damage}; done; {lose}"
            );
            scenario.disturb("", &damage, |_| 1, &damage)
        },
    );
}

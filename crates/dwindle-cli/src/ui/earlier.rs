//! What is said of results that earlier runs left.

use std::fmt::Write as _;
use std::path::Path;

use dwindle::event::Difference;
use dwindle::event::{Decision, Earlier};
use dwindle_run::text::{number, plural, said, size};

/// How many things that differ are named.
const NAMED: usize = 4;
/// Values that are longer are not shown.
const LONGEST: usize = 40;

/// Lines for people.
pub(super) fn shown(earlier: &Earlier) -> String {
    let what = format!("{} ({})", said(Path::new(&earlier.path)), size(earlier.size));
    let mut text = match earlier.decision {
        Decision::Start => format!("starting from {what}, the result of an earlier run: it still fails"),
        Decision::NotFailing => {
            format!("starting from the input: {what}, the result of an earlier run, does not fail this test")
        }
        Decision::RuledOut => {
            format!("starting from the input: {what} was found by an earlier run with other options")
        }
        Decision::Fresh => {
            let tests = match earlier.tests {
                0 => String::new(),
                tests => format!(", and {}", plural(tests, "recorded test")),
            };
            if earlier.kept.as_ref() == Some(&earlier.path) {
                format!("--fresh drops the result of an earlier run ({}){tests}", size(earlier.size))
            } else {
                format!("--fresh drops {what}, the result of an earlier run{tests}")
            }
        }
        _ => format!("{what} is the result of an earlier run; a result of this run replaces it"),
    };
    if let Some(changed) = earlier.changed.as_ref().filter(|changed| !changed.is_empty()) {
        let _ok = write!(text, "\n  changed since then: {}", differences(changed));
    }
    match (earlier.decision, &earlier.kept) {
        (Decision::Start, _) => text.push_str("\n  to start from the input instead, add --fresh"),
        (_, Some(kept)) => {
            let _ok = write!(text, "\n  the earlier result is kept in {}", said(Path::new(kept)));
        }
        _ => {}
    }
    text
}

fn differences(changed: &[Difference]) -> String {
    let named: Vec<String> = changed.iter().take(NAMED).map(difference).collect();
    match changed.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {} more", named.join(", "), number(more as u64)),
    }
}

fn difference(Difference { name, then, now }: &Difference) -> String {
    match (then, now) {
        (Some(then), Some(now)) if then.len().max(now.len()) <= LONGEST => {
            format!("{name} ({then} -> {now})")
        }
        _ => name.clone(),
    }
}

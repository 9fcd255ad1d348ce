//! Which questions are likeliest to be needed next.

use crate::{Config, Outcome, Strategy};

/// The up to `width` unknown configurations whose outcomes are likeliest to be needed, likeliest first.
pub fn ahead<S: Strategy>(
    strategy: &S,
    known: impl Fn(&Config) -> Option<Outcome>,
    width: usize,
) -> Vec<Config> {
    let mut out = Vec::new();
    for nth in 0.. {
        let Some(question) = strategy.ask(nth) else { break };
        if known(&question.config).is_none() && !out.contains(&question.config) {
            out.push(question.config);
        }
        if out.len() >= width {
            break;
        }
    }
    out
}

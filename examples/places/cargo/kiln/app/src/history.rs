//! Earlier firings.

use store::Log;

pub fn all() -> String {
    let log = Log::open("firings.log");
    log.lines().map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n")
}

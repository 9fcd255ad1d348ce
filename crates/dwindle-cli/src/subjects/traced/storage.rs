//! What storage holds that was not initialised: the values that a tracer has for it, and those that a run stands.

use dwindle::Outcome;
use dwindle_run::error::RunError;
use dwindle_run::text::joined;
use dwindle_trace::protocol::Report;
use dwindle_trace::{Criterion, Ran, Recorded};

/// What is tried of storage that was not initialised.
#[derive(Debug, Default)]
pub(super) struct Storage {
    /// All values that the tracer has, as it names them.
    names: Vec<String>,
    /// Which of them are tried beside the first.
    pub(super) tried: Vec<usize>,
    /// Where the whole run goes elsewhere with a value that is not tried, since it reads what it never wrote.
    reads: Option<String>,
}

impl Storage {
    /// The values with which the whole run is still the same; `record` records it with one.
    pub(super) fn tried(
        ran: &Ran,
        criterion: &Criterion,
        record: impl Fn(usize) -> Result<Ran, RunError>,
    ) -> Self {
        let mut storage = Self { names: ran.recorded.trace.garbage.clone(), ..Self::default() };
        for number in 1..storage.names.len() {
            let difference = match record(number) {
                Ok(other) => ran.recorded.difference(&other.recorded).or_else(|| {
                    let Recorded { end, values, .. } = other.recorded;
                    let judgement = criterion.judge(&Report { end, values }, &other.stdout, &other.stderr);
                    (judgement.outcome != Outcome::Fail).then(|| "it comes to something else".to_owned())
                }),
                Err(_) => Some("it does not come to its end".to_owned()),
            };
            match difference {
                None => storage.tried.push(number),
                Some(difference) => storage.reads = storage.reads.or(Some(difference)),
            }
        }
        storage
    }

    /// The values that are tried.
    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        let tried = self.names.first().into_iter().chain(self.tried.iter().map(|at| &self.names[*at]));
        tried.map(String::as_str)
    }

    /// What is said of it.
    pub(super) fn said(&self) -> Option<String> {
        let values: Vec<&str> = self.values().collect();
        // Tracers of machines name bytes.
        let bytes = if values.iter().all(|value| value.starts_with("0x")) { " in each byte" } else { "" };
        (!values.is_empty())
            .then(|| format!("storage: what was not initialised held {}{bytes}", joined(&values, "and")))
    }

    /// What is said where the program reads storage that it never wrote.
    pub(super) fn warning(&self) -> Option<String> {
        let difference = self.reads.as_ref()?;
        Some(format!(
            "the program reads storage that it never initialised: with other values in it, {difference}"
        ))
    }
}

//! What a recorded run compared: a file beside the trace.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use dwindle_agent::layout::{Compared, Event};

use crate::refusal::Refusal;

/// Where it lies.
fn beside(trace: &Path) -> PathBuf {
    let mut path = trace.as_os_str().to_owned();
    path.push(".compared");
    path.into()
}

/// Writes it beside a trace.
pub(crate) fn write(trace: Option<&Path>, compared: &[Compared]) -> Result<(), Refusal> {
    let Some(trace) = trace else { return Ok(()) };
    let bytes: Vec<u8> = compared.iter().flat_map(Compared::bytes).collect();
    Ok(File::create(beside(trace))?.write_all(&bytes)?)
}

/// Reads what lies beside a trace.
pub(crate) fn read(trace: &Path) -> Result<Vec<Compared>, Refusal> {
    let bytes = match fs::read(beside(trace)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(Refusal::OtherTrace),
        read => read?,
    };
    let size = usize::try_from(Compared::BYTES).unwrap_or(1);
    Ok(bytes.chunks_exact(size).filter_map(Compared::of).collect())
}

/// The digests, those of each event together; events are told where theirs begin.
pub(crate) fn by_event(compared: &[Compared], events: &mut [Event]) -> Vec<u32> {
    let mut sorted = compared.to_vec();
    sorted.sort_by_key(|compared| compared.event);
    let mut done = 0;
    for (number, event) in (0..).zip(events) {
        done += sorted[done..].partition_point(|compared| compared.event < number);
        event.compared = u32::try_from(done).unwrap_or(u32::MAX);
    }
    sorted.into_iter().map(|compared| compared.digest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_agent::layout::NONE;

    #[test]
    fn digests_stand_by_event_in_the_order_of_comparisons() {
        let of = |event, digest| Compared { event, digest };
        // Event 1 calls what executes event 2, and goes on.
        let compared = [of(0, 7), of(1, 5), of(2, 9), of(1, 6)];
        let mut events = [Event { statement: 0, parent: NONE, next: NONE, compared: 0 }; 4];
        assert_eq!(by_event(&compared, &mut events), [7, 5, 6, 9]);
        assert_eq!(events.map(|event| event.compared), [0, 1, 3, 4]);
    }
}

//! What a tracer writes and reads: JSON, one record a line. `docs/tracers.md` is the specification.

mod answer;
mod record;
mod select;

pub use answer::{Answer, Report, Request};
pub use record::{
    Control, End, Event, Kind, Mode, Passed, Probe, ProbeError, Record, Refusal, Refused, Statement, Stopped,
    Trace, Value, Variable,
};
pub use select::{Kept, ParseKeptError};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The exit code of a partial execution that diverged from the trace.
pub const DIVERGED: i32 = 125;

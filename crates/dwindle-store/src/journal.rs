//! The journal: the append-only record of a run, from which every number shown can be recomputed.
//!
//! A journal is a file of JSON Lines, so `jq` reads it. The first line is the [`Header`], every other line
//! one [`Record`]; every line ends with the CRC-32 of what stands before it. A record is written with one
//! `write` call, so a killed run loses at most a torn last line, which the next run notices and cuts off.
//!
//! A [`Reader`] hands out one record at a time and never holds more, so a journal of millions of tests costs
//! no more memory than what its caller keeps: what is [`Known`] of the candidates, and the [`Tally`].
//! This room reads no clock; whoever appends says what time it is.

mod answers;
mod known;
mod line;
mod read;
mod record;
mod tally;
mod write;

pub use answers::{Answers, Because};
pub use known::Known;
pub use read::{Damage, Reader};
pub use record::{
    Asked, Best, End, Ending, FORMAT, Header, KeyField, Minimality, Origin, Record, Reliability, Stage,
    Start, Step, Test,
};
pub use tally::{SizeAt, Tally};
pub use write::{Journal, Resumed};

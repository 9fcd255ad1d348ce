//! Pages that show what runs came to: one file of HTML, with its style and its drawings in it and nothing from elsewhere.
//!
//! Every number comes from the journal, every text from the run directory and the results that it has on record. A page shows
//! what it has room for, and says what it leaves out, so that it stays below [`LARGEST`] whatever the input.
//!
//! # Architecture invariant
//! This library reads and does not write. It prints nothing and reads neither a clock nor the environment.

mod cause;
mod compare;
mod curve;
mod facts;
mod page;
mod read;
mod sides;
mod words;

pub use page::{LARGEST, page};
pub use read::{Pass, Point, Run, Size};

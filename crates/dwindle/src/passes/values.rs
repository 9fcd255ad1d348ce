//! The values of bytes.

use super::by_parts;
use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::binary::{Parts, format};
use crate::search::Stop;
use crate::space::{Piece, Unit};

/// Makes bytes zero that may have any value, as many as possible, so that what is left is seen to be free.
///
/// Of a known format it is the content of its parts, packed or not, and what checks it is made right.
///
/// # Guarantee
/// The result fails, and is no larger.
///
/// # Cost
/// That of the list algorithm on the bytes that are not zero, where at most 256 tests in a row come to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Values;

impl Pass for Values {
    fn name(&self) -> &'static str {
        "values"
    }

    fn about(&self) -> &'static str {
        "bytes of binary data become zero"
    }

    fn level(&self) -> Level {
        Level::Units(Unit::Bytes)
    }

    /// Bytes that are protected do not change.
    fn applies(&self, view: &View<'_>) -> bool {
        view.protected().is_empty() && view.text().bytes().iter().any(|byte| *byte != 0)
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let bytes = stage.text().bytes();
        let parts = format::read(bytes).unwrap_or_else(|| Parts::unknown(bytes));
        let filled = by_parts::singly(parts.free()).filter(|at| parts.bytes()[at.start] != 0);
        let values = filled.map(Piece::Value).collect();
        by_parts::drop_of(stage, parts, values)?;
        Ok(Left::of_stage(stage, self.level()))
    }
}

//! The pass `values`: makes bytes of binary data zero, or as small as they can be.

use super::by_parts;
use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::binary::{Parts, format};
use crate::search::Stop;
use crate::space::{Piece, Unit};

/// Makes bytes zero that may have any value, as many as possible, so that what is left is seen to be free; and others as small as
/// possible, so that what is left is seen to be the least that it has to be.
///
/// Of a known format it is the content of its parts, packed or not, and what checks it is made right.
///
/// ```text
/// of the bytes that are not zero: those that can become zero, as one list
/// of those left: those that can become one less, as one list
/// for 128, 64, 32, 16, 8, 4, 2, 1: of these bytes those that can become so much less, as one list
/// ```
///
/// # Guarantee
/// The result fails, and is no larger. Where a byte may have any value from some value on, whatever the others have, it has that.
///
/// # Cost
/// That of the list algorithm on the bytes that are not zero, twice, and eight times on those of them that can be less. Of each
/// at most 256 tests in a row come to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Values;

impl Pass for Values {
    fn about(&self) -> About {
        About::new(
            "values",
            Level::Units(Unit::Bytes),
            "bytes of binary data become zero, or as small as they can be",
        )
    }

    /// Bytes that are protected do not change.
    fn applies(&self, view: &View<'_>) -> bool {
        view.protected().is_empty() && view.text().bytes().iter().any(|byte| *byte != 0)
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        change(stage, |_, value| (value > 0).then_some(0))?;
        let (before, _) = free(stage);
        change(stage, |_, value| value.checked_sub(1))?;
        let (after, _) = free(stage);
        // Of what is packed, others may be free now.
        if before.len() != after.len() {
            return Ok(PassResult::default());
        }
        let can_be_less: Vec<bool> =
            before.iter().zip(&after).map(|(before, after)| before != after).collect();
        if can_be_less.contains(&true) {
            for less in [128, 64, 32, 16, 8, 4, 2, 1] {
                change(stage, |nth, value| {
                    value.checked_sub(less).filter(|_| can_be_less.get(nth) == Some(&true))
                })?;
            }
        }
        Ok(PassResult::default())
    }
}

/// The bytes that may have any value, and the parts that they are of with where they stand there.
fn free(stage: &PassContext<'_, '_>) -> (Vec<u8>, (Parts, Vec<usize>)) {
    let bytes = stage.text().bytes();
    let parts = format::read(bytes).unwrap_or_else(|| Parts::unknown(bytes));
    let places: Vec<usize> = by_parts::singly(parts.free()).map(|at| at.start).collect();
    (places.iter().map(|&at| parts.bytes()[at]).collect(), (parts, places))
}

/// Gives as many bytes as possible the value that `to` makes of the number of a byte, among those that are free, and its value.
fn change(stage: &mut PassContext<'_, '_>, to: impl Fn(usize, u8) -> Option<u8>) -> Result<(), Stop> {
    let (values, (parts, places)) = free(stage);
    let changed = values.iter().zip(places).enumerate();
    let pieces = changed.filter_map(|(nth, (value, at))| Some(Piece::Value(at, to(nth, *value)?))).collect();
    by_parts::drop_of(stage, parts, pieces)
}

//! The pass `lengths`: removes records of binary data of no known format, whose lengths are inferred, or values of
//! a known encoding.

use std::sync::Arc;

use super::by_parts;
use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::Config;
use crate::binary::inferred::{Guess, guesses};
use crate::binary::{Parts, Unit, format};
use crate::search::Stop;
use crate::space::{self, PartsSpace, Piece, Space};
use crate::strategy::First;

/// Finds records that have their lengths in front of them in data of no known format, or values of a known
/// [encoding], and removes records, records in them, and bytes of their content. Lengths, and numbers that count the
/// records or their bytes, are made right in every candidate.
///
/// Where records are is guessed from the data; a guess is believed when half or a quarter of the records, or of the largest one,
/// can go with it. It is believed without a test if so much of the data is as the encoding has it that this cannot be chance.
///
/// [encoding]: crate::binary::encoding
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of what is left.
///
/// # Cost
/// At most twelve tests for each guess that is wrong, and not sure. Then that of the list algorithm, of which at most 256 tests in a row come to
/// nothing.
#[derive(Clone, Copy, Debug)]
pub struct Lengths;

impl Pass for Lengths {
    fn about(&self) -> About {
        About::new(
            "lengths",
            Level::Units(space::Unit::Bytes),
            "values and records of unknown binary formats, with lengths and counts made right",
        )
    }

    fn applies(&self, view: &View<'_>) -> bool {
        let bytes = view.text().bytes();
        view.protected().is_empty() && format::of(bytes).is_none() && !guesses(bytes).is_empty()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        while reduce(stage)? {}
        Ok(PassResult::default())
    }
}

/// Reduces by the first guess that is right; whether that changed anything. In what is left others may be seen: the records that were
/// in one, or those before the first that was seen.
fn reduce(stage: &mut PassContext<'_, '_>) -> Result<bool, Stop> {
    for guess in guesses(stage.text().bytes()) {
        if guess.is_sure() || is_right(stage, &guess)? {
            let before = stage.text().id();
            by_parts::reduce(stage, &|bytes| guess.read(bytes))?;
            return Ok(stage.text().id() != before);
        }
    }
    Ok(false)
}

/// Whether much can go with this guess.
fn is_right(stage: &mut PassContext<'_, '_>, guess: &Guess) -> Result<bool, Stop> {
    let Some(parts) = guess.read(stage.text().bytes()) else { return Ok(false) };
    let records: Vec<Piece> = several(&parts).iter().map(Piece::from).collect();
    let largest = parts.free().iter().max_by_key(|span| (span.len(), std::cmp::Reverse(span.start)));
    let bytes: Vec<Piece> = by_parts::singly(largest.cloned().as_slice()).map(Piece::Bytes).collect();
    let parts: Arc<Parts> = Arc::new(parts);
    for pieces in [records, bytes] {
        let space = Arc::new(PartsSpace::new(Arc::clone(&parts), pieces));
        let asked = portions(&space.full());
        if stage.search().run(&space, First::new(space.full(), asked))?.found().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The outermost units of which there are several, or the outermost one.
fn several(parts: &Parts) -> &[Unit] {
    let mut depths = parts.units().chunk_by(|one, other| one.depth == other.depth);
    depths.clone().find(|units| units.len() > 1).or(depths.next()).unwrap_or_default()
}

/// What is left without the second half, the first, and each quarter from the end.
fn portions(full: &Config) -> Vec<Config> {
    let len = full.len();
    let part = |from: usize, to: usize| full.without_slice(len * from / 4..len * to / 4);
    let mut asked = vec![part(2, 4), part(0, 2), part(3, 4), part(2, 3), part(1, 2), part(0, 1)];
    asked.retain(|config| config.len() < len && !(config.is_empty() && len > 1));
    asked
}

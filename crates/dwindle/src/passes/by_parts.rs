//! What the passes on binary data share: removes parts of a tree of parts, outer ones first, then bytes of their
//! content.
//!
//! Its input is a function that reads the parts of the data, from a known format (`containers`) or by inference
//! (`lengths`).

use std::ops::Range;
use std::sync::Arc;

use super::context::PassContext;
use crate::binary::Parts;
use crate::search::Stop;
use crate::space::{PartsSpace, Piece, Space};
use crate::strategy::{Dwindle, Patient, Strategy};
use crate::{Config, Text};

/// How many tests in a row may come to nothing.
const PATIENCE: usize = 256;

/// Removes parts, outer ones first, then bytes of their content, until nothing changes. `read` says what the parts of the
/// data are, each time anew; where it does not know any more, that is the end.
///
/// # Cost
/// That of the list algorithm at each depth and on the bytes, where at most 256 tests in a row come to nothing.
pub(super) fn reduce(
    stage: &mut PassContext<'_, '_>,
    read: &dyn Fn(&[u8]) -> Option<Parts>,
) -> Result<(), Stop> {
    loop {
        let before = stage.text().id();
        if let Some(parts) = read(stage.text().bytes()).filter(Parts::has_wide_numbers) {
            drop_of(stage, parts, vec![Piece::Width])?;
        }
        let mut depth = 0;
        while let Some(parts) = read(stage.text().bytes()) {
            let units = parts.units().iter().filter(|unit| unit.depth == depth);
            let pieces: Vec<Piece> = units.map(Piece::from).collect();
            if pieces.is_empty() {
                break;
            }
            drop_of(stage, parts, pieces)?;
            depth += 1;
        }
        if let Some(parts) = read(stage.text().bytes()) {
            let bytes = singly(parts.free()).map(Piece::Bytes).collect();
            drop_of(stage, parts, bytes)?;
        }
        if stage.text().id() == before {
            return Ok(());
        }
    }
}

/// Drops what can go of some pieces, and goes on with what is left.
pub(super) fn drop_of(stage: &mut PassContext<'_, '_>, parts: Parts, pieces: Vec<Piece>) -> Result<(), Stop> {
    if pieces.is_empty() {
        return Ok(());
    }
    let space = Arc::new(PartsSpace::new(Arc::new(parts), pieces));
    let strategy = Patient::new(Dwindle::new(space.full()), PATIENCE);
    let config = stage.search().run(&space, strategy)?.best().clone();
    let last = without_last(stage, &space, config)?;
    if last != space.full() {
        let text =
            Text::new(space.base().made(&last).to_vec()).expect("it is no larger than what it was made of");
        stage.set_text(text);
    }
    Ok(())
}

/// No list algorithm asks for nothing to be left, but here something stays.
fn without_last<S: Space + 'static>(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<S>,
    config: Config,
) -> Result<Config, Stop> {
    if config.len() != 1 || space.known_outcome(&Config::empty(), &config).is_some() {
        return Ok(config);
    }
    let empty = Config::empty();
    let outcome = stage.search().outcome(space, &empty)?;
    Ok(if outcome == crate::Outcome::Fail { empty } else { config })
}

/// Each byte of these stretches.
pub(super) fn singly(spans: &[Range<usize>]) -> impl Iterator<Item = Range<usize>> {
    spans.iter().flat_map(|span| span.clone().map(|at| at..at + 1))
}

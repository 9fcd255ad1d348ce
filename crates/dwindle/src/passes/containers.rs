//! The pass `containers`: removes parts of binary data whose format is known, and keeps lengths and checksums
//! right.

use super::by_parts;
use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::binary::format;
use crate::search::Stop;
use crate::space::Unit;

/// Removes parts of [known formats](mod@format): chunks, sections, files of archives, rows of images; and bytes of what is in
/// them, packed or not. Lengths, counts, offsets and checksums are made right in every candidate.
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of what is left.
///
/// # Cost
/// That of the list algorithm on the parts at each depth and on the bytes of their content; at most 256 tests in a row
/// come to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Containers;

impl Pass for Containers {
    fn about(&self) -> About {
        About::new(
            "containers",
            Level::Units(Unit::Bytes),
            "parts of known binary formats, with lengths and checksums made right",
        )
    }

    /// What is protected would have to be found again in what is packed.
    fn applies(&self, view: &View<'_>) -> bool {
        view.protected().is_empty() && format::of(view.text().bytes()).is_some()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        by_parts::reduce(stage, &format::read)?;
        Ok(PassResult::default())
    }
}

//! The step `blocks` of the pass `early`: leaves out blocks of a control flow, and leads the jumps to them on.

use std::sync::Arc;

use super::super::context::PassContext;
use crate::algorithm::Algorithm;
use crate::search::Stop;
use crate::space::{RewriteSpace, Space};

/// Leaves out what blocks it can, of all bodies at once, and leads the jumps to them on to where they would have led.
///
/// No instruction of a block can go while its label is jumped to, and no jump can change without what it leads to. Here each candidate
/// is a whole program.
pub(super) fn leave_out(stage: &mut PassContext<'_, '_>) -> Result<(), Stop> {
    let space = Arc::new(RewriteSpace::of_blocks(stage.text().clone(), stage.flows()));
    if space.units() > 0 {
        let left = Algorithm::Dwindle.reduce(stage.search(), &space, space.full())?;
        if left != space.full() {
            let text = space.render(&left);
            stage.set_text(text);
        }
    }
    Ok(())
}

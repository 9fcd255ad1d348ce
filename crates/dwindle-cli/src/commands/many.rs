//! What the commands share that look at many inputs: runs of all, which of them fail and where, and the reduction
//! of one.

pub(super) mod failure;
pub(super) mod oracle;
mod place;
pub(super) mod runs;
pub(super) mod shrink;
pub(super) mod testing;

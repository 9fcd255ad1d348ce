//! What the fuzz targets share: choices read from bytes, and small grammars and trees made by them.

pub mod choices;
pub mod grammars;
pub mod trees;

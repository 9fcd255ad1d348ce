//! Passes: what a [plan](crate::Plan) is made of, one a file.
//!
//! A pass takes a text that fails and leaves one that fails and is no larger. [`all`] is the registry of those with a
//! name; a plan takes any type that implements [`Pass`].

mod blanks;
mod by_parts;
mod columns;
mod comments;
mod containers;
mod context;
mod declarations;
mod digits;
mod early;
mod external;
mod includes;
mod intervals;
mod kinds;
mod lengths;
mod level;
mod list;
mod names;
mod numbered;
mod own;
mod pass;
mod promises;
mod registry;
mod repeats;
mod rewrites;
mod round;
mod state;
mod stretches;
mod structure;
mod sweep;
mod tree;
mod values;

pub use blanks::Blanks;
pub use columns::Columns;
pub use comments::Comments;
pub use containers::Containers;
pub use context::{PassContext, PassResult, Seen, View, cut};
pub use declarations::Declarations;
pub use digits::Digits;
pub use early::Early;
pub use external::{External, Offers, Place, Rewriter};
pub use includes::Includes;
pub use intervals::Intervals;
pub use kinds::Kinds;
pub use lengths::Lengths;
pub use level::Level;
pub use list::List;
pub use names::Names;
pub use numbered::Numbered;
pub use own::Own;
pub use pass::{About, IntoPass, Pass};
pub(crate) use registry::syntactic;
pub use registry::{all, named};
pub use repeats::Repeats;
pub use rewrites::Rewrites;
pub use state::{PassState, Syntax};
pub use stretches::Stretches;
pub use structure::ByStructure;
pub use tree::OnTree;
pub use values::Values;

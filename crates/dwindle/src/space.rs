//! Spaces: artifacts split into units. Spaces of lists and texts, and [`Mapped`] and [`Answered`], from which spaces over other spaces are made, are in the core.
//!
//! Parsing never fails a run: in the worst case a space has one unit. Keeping all units gives the artifact byte for
//! byte, whatever its encoding.

pub(crate) mod counted;
mod declarations;
mod files;
mod inside;
mod invocation;
mod log;
mod mentions;
mod merged;
mod nothing_new;
mod parse_checked;
mod parts;
mod rewrites;
mod sides;
mod texts;
pub(crate) mod tree;
mod window;

pub(crate) use declarations::Dropped;
pub use dwindle_core::space::{
    Answered, AsSpace, Choices, DependencyClosed, EditSpace, HoldsNeeds, Lens, ListSpace, Mapped, Mapping,
    MustShrink, ParseUnitError, Pinned, Pins, Rule, Shared, Space, TextSpace, Unit, text_of,
};
pub use files::FilesSpace;
pub use inside::Around;
pub use invocation::{ArgsSpace, EnvSpace, SearchPathSpace, Variable};
pub use sides::Sides;
pub use tree::TreeSpace;
pub(crate) use window::Window;
#[doc(hidden)]
pub use {
    declarations::DeclarationSpace,
    log::{LogSpace, RulesPreserved},
    mentions::MentionsSpace,
    merged::Merged,
    nothing_new::NothingNew,
    parse_checked::{ParseChecked, Parses},
    parts::{NoLarger, PartsSpace, Piece},
    rewrites::RewriteSpace,
    sides::Edit,
    texts::Texts,
    tree::{Moved, Site},
};

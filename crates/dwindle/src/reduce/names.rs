//! Names: a name with all its uses as one unit, which can be shortened or removed.

mod found;
mod inline;
mod rename;
mod up_to;

pub(crate) use up_to::up_to_names;

use super::work::Work;
use crate::search::Stop;

/// Gives names one letter each, and takes names out: the place where a name first stands goes, and something
/// else stands in its other places.
///
/// What no removal of nodes gets at: a definition cannot go as long as there are uses, nor a use as long as its
/// place asks for something.
///
/// ```text
/// rename: one letter for each name and one digit for each number, as many at once as possible
/// inline: for each name that stands several times, until no name can be taken out:
///             the smallest part around its first place goes, or becomes something else out of it;
///             in all places that are left stands what stood beside it there, or another name, or a constant
/// ```
///
/// A name is a token that looks like a word and whose text the grammar does not fix. Nothing is known of scopes:
/// names that are spelt alike are one, and the test tells which of all this makes sense.
///
/// # Source
/// Renaming: Z. Xu and others, "T-Rec: Fine-Grained Language-Agnostic Program Reduction Guided by Lexical Syntax",
/// TOSEM 2024, which tries canonical names one by one; ours asks a list algorithm which names can get theirs
/// together. Taking out: identifier replacement of Vulcan (Z. Xu and others, "Pushing the Limit of
/// 1-Minimality of Language-Agnostic Program Reduction", OOPSLA 2023) needs a further step that removes what became
/// superfluous and has to go back where there is none; here both are one edit, which makes the text shorter or is
/// not asked.
///
/// # Guarantee
/// The result fails, and is shorter than the input if it is another. When the renaming ends, no further name can get
/// its letter alone, if the list algorithm ends 1-minimal.
///
/// # Cost
/// That of the list algorithm on at most 64 names and as many numbers; and for each of at most 64 names that stand several times up to
/// 14 tests, in as many rounds as take something out and one more.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn names(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    rename::rename(work)?;
    inline::inline(work)
}

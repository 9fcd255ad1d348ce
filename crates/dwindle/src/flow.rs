//! Control flow of a text: blocks, and the jumps that lead from one to another.
//!
//! A parser [tells](crate::tree::Parse::flows) where the blocks of each body lie, what each ends with and which values it gives to
//! others; nothing here knows a language. [`left_out`](Flow::left_out) says what changes in the text if some blocks go: the jumps to
//! them lead on to where they would have led.

mod edges;
mod left_out;

use std::ops::Range;

/// The blocks of one body, such as that of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// In the order of the text; the first is where the body begins, and never goes.
    pub blocks: Vec<Block>,
    /// What a changed place says.
    pub words: Words,
}

/// How a language says what stands in changed places: `{target}`, `{value}` and `{from}` stand for what was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// A jump to the one block that is left to go to.
    pub jump: &'static str,
    /// The end of a block from which nothing is left to go to.
    pub end: &'static str,
    /// A value in the place of one that is given nowhere any more.
    pub value: &'static str,
    /// The value that a merge takes of one block before it.
    pub incoming: &'static str,
}

/// A stretch of a text that is entered only at its beginning, and left only at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Its label and all that stands in it.
    pub span: Range<usize>,
    /// A place where its label stands as jumps have it, if there is one.
    pub reference: Option<Range<usize>>,
    /// Whether something that is no jump and no merge names it, or it is where the body begins.
    pub is_fixed: bool,
    /// How it is left; none where it ends the body, or in a way that is not understood.
    pub jump: Option<Jump>,
    /// Values that depend on which block was left for this one.
    pub merges: Vec<Merge>,
    /// Where the values that it gives stand elsewhere in the body.
    pub uses: Vec<Range<usize>>,
}

/// What a block is left by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Jump {
    /// All of it.
    pub span: Range<usize>,
    /// Where it can lead: a label, and the number of its block.
    pub targets: Vec<(Range<usize>, usize)>,
    /// Further blocks that it names and that no other can stand for: without one of them it becomes a plain jump.
    pub needs: Vec<usize>,
    /// Where a value that the jump itself gives stands.
    pub uses: Vec<Range<usize>>,
}

/// A value that depends on which block was left for the one in which it stands: a φ function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// All of it.
    pub span: Range<usize>,
    /// From the first of what it takes to the last.
    pub list: Range<usize>,
    /// What it takes, and the number of the block from which.
    pub incoming: Vec<(Range<usize>, usize)>,
    /// Where its value stands.
    pub uses: Vec<Range<usize>>,
}

impl Flow {
    /// The numbers of the blocks that can be left out.
    pub fn removable(&self) -> impl Iterator<Item = usize> {
        let all = self.blocks.iter().enumerate().skip(1);
        all.filter(|(_, block)| !block.is_fixed).map(|(number, _)| number)
    }

    /// From the first block to the last.
    pub(crate) fn span(&self) -> Range<usize> {
        let (first, last) = (self.blocks.first(), self.blocks.last());
        first.map_or(0, |block| block.span.start)..last.map_or(0, |block| block.span.end)
    }
}

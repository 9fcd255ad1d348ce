//! What others wrote goes as a whole, once the user's own is small.

mod own;
mod sources;

use super::declarations::roots;
use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::regions::{Regions, Whose};
use crate::search::Stop;

/// Smaller texts are left to other passes.
const LARGE: usize = 1 << 14;

/// A round is worth another if it took one part in so many.
const WORTH: usize = 10;

/// Reduces the user's own text first, then takes what others wrote out source by source, as far as a text tells where it comes from
/// ([`Regions`]).
///
/// # How it goes
/// ```text
/// repeat while a tenth of the text goes:
///     roots:   declarations that nothing uses: as few as possible, with what they use
///     own:     declarations of the user's own text, as if what others wrote were not there; then with the project's other sources,
///              where there are any
///     roots:   the same again, if the user's own text is another one now
///     sources: the text of each source without what it takes in, in the order in which sources end: stretches of this order from
///              the end, first an eighth of the text, then half of that, and so on
/// ```
///
/// Of a preprocessed program of 3 MB some kilobytes are the user's own, and how much of the rest is needed depends on these. Every
/// test costs what is left of the headers, so a header that goes is worth more than its bytes. The lines that tell where text comes
/// from stay with it as long as this pass runs: compilers warn less about what is the system's. Sources of the same project
/// count as foreign at first, since most failures need little of them, and as the user's own from then on.
///
/// # Source
/// Include trees are reduced first by whoever reduces by hand. Stretches of half the length in each round are those of ddmin (Zeller
/// & Hildebrandt, TSE 2002), here of what sources weigh.
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of what is left.
///
/// # Cost
/// Each step ends where its tests take too little: in the own text less than one part in 200 of it, of sources less than three in
/// 1000 of all. Of preprocessed C++ programs of 2.7 MB nine tenths went within 94 and 108 tests where the failure is in templates
/// of the library.
///
/// # What we tried
/// Regions with all that they take in, by weight: 1.4 MB were left of 2.7 after 51 tests, and no more went: what is taken in first
/// holds what others need. Sources in runs from the end, whatever their weight: 332 kB after 111 tests, with stretches by weight
/// 281 kB after 90; but of a warning of the optimizer 1.5 MB after 217 tests, most of them about sources of a few kilobytes.
///
/// Nodes of the own text's tree by kinds: 80 bytes for 28 tests where a test costs most.
#[derive(Clone, Copy, Debug)]
pub struct ByRegions;

impl Pass for ByRegions {
    fn name(&self) -> &'static str {
        "regions"
    }

    fn about(&self) -> &'static str {
        "reduces the user's own text first, then what others wrote by whole sources"
    }

    fn level(&self) -> Level {
        Level::Regions
    }

    /// It knows itself when it is no longer worth its tests: first in the user's own text, which is next to nothing of the whole.
    fn can_yield(&self) -> bool {
        false
    }

    fn applies(&self, view: &View<'_>) -> bool {
        view.text().bytes().len() >= LARGE && !view.is_strict() && !Regions::of(view.text()).is_empty()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        loop {
            let before = stage.text().bytes().len();
            roots(stage)?;
            own::own(stage, Whose::Project)?;
            own::own(stage, Whose::Foreign)?;
            roots(stage)?;
            sources::sources(stage)?;
            let after = stage.text().bytes().len();
            if after > before - before.div_ceil(WORTH) || !self.applies(stage) {
                break;
            }
        }
        Ok(Left::of_stage(stage, self.level()))
    }
}

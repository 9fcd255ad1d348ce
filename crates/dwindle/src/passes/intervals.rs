//! The pass `intervals`: removes intervals of bytes from data of which nothing is known.

mod anywhere;

use std::sync::Arc;

use super::context::{PassContext, PassResult};
use super::level::Level;
use super::pass::{About, Pass};
use crate::Config;
use crate::search::Stop;
use crate::space::{Pinned, Space, TextSpace, Unit};
use crate::strategy::{Dwindle, Families, OneMinimal, Patient, Strategy, Together};

/// How many tests in a row may come to nothing at each of the small sizes.
const PATIENCE: usize = 256;

/// How many tests of the list algorithm in a row may come to nothing. About half of them remove something where it is of use.
const SOON: usize = 64;

/// Up to so many bytes each one is asked about.
const FEW: usize = 1024;

/// Another round of intervals of all sizes is worth it if the last one took one part in so many.
const WORTH: usize = 8;

/// The sizes of intervals that begin at any byte.
const SMALL: [usize; 9] = [16, 12, 8, 6, 5, 4, 3, 2, 1];

/// Removes intervals of bytes, for data of which nothing is known.
///
/// ```text
/// the list algorithm on single bytes, as long as the test is monotone and something goes;
/// where that is not so, until nothing changes:
///     intervals of half of the bytes, a quarter, and so on, between places where the same bytes stand, at multiples of
///         their size, and at any place, those first that are of a kind of which most went
///     where that removed little, small intervals at any byte
/// of few bytes, each one alone
/// ```
///
/// # Guarantee
/// The result fails. Of up to 1,024 bytes, it is 1-minimal.
///
/// # Cost
/// Where nothing can go, 64 tests of the list algorithm, at most 192 for each power of two as a size, and 256 for each of nine small
/// sizes.
#[derive(Clone, Copy, Debug)]
pub struct Intervals;

impl Pass for Intervals {
    fn about(&self) -> About {
        About::new(
            "intervals",
            Level::Units(Unit::Bytes),
            "removes intervals of bytes, of the kind of which most went first",
        )
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let space = stage.cut(Unit::Bytes);
        let begun = Patient::new(Dwindle::until_surprised(space.full()), SOON);
        let strategy = stage.search().run(&space, begun)?;
        let mut config = strategy.best().clone();
        let is_surprised = strategy.inner().is_surprised();
        if is_surprised || strategy.gave_up() {
            loop {
                let mut less = anywhere(stage, &space, &config)?;
                let went = config.len() - less.len();
                if is_little(went, config.len()) && (is_surprised || went > 0) {
                    less = small(stage, &space, less)?;
                }
                if less.len() == config.len() {
                    break;
                }
                config = less;
            }
        }
        let mut certificate = None;
        if config.len() <= FEW {
            config = stage.search().run(&space, OneMinimal::new(config))?.best().clone();
            certificate = Some(config.len());
        }
        Ok(PassResult::of_units(stage, &space, &config, certificate))
    }
}

/// Whether less than one part in [`WORTH`] of so many bytes went.
const fn is_little(went: usize, of: usize) -> bool {
    went * WORTH < of
}

/// Removes intervals of many sizes at many places.
fn anywhere(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    config: &Config,
) -> Result<Config, Stop> {
    let pieces = space.pieces(space.base(), config);
    let units: Vec<(u32, u8)> =
        pieces.into_iter().flat_map(|(unit, bytes)| bytes.iter().map(move |byte| (unit, *byte))).collect();
    let strategy = Families::new(config.clone(), anywhere::families(&units));
    Ok(stage.search().run(space, strategy)?.best().clone())
}

/// Removes small intervals that begin anywhere.
fn small(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    mut config: Config,
) -> Result<Config, Stop> {
    for size in SMALL {
        let starts = (0..config.len().saturating_sub(size)).rev();
        config = without(stage, space, &config, starts.map(|start| (start, size)).collect())?;
    }
    Ok(config)
}

/// Removes those of some intervals, by where they begin and their size, that can go.
fn without(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    config: &Config,
    intervals: Vec<(usize, usize)>,
) -> Result<Config, Stop> {
    let sets = intervals.into_iter().map(|(start, size)| config.slice(start..start + size));
    let sets: Vec<Config> = sets.filter(|set| !set.is_empty() && set.len() < config.len()).collect();
    let strategy = Patient::new(Together::new(config.clone(), sets), PATIENCE);
    Ok(stage.search().run(space, strategy)?.best().clone())
}

//! Intervals of bytes.

use std::sync::Arc;

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage};
use crate::Config;
use crate::search::Stop;
use crate::space::{Pinned, Space, TextSpace, Unit};
use crate::strategy::{Dwindle, OneMinimal, Patient, Strategy, Together};

/// How many tests in a row may come to nothing, of the list algorithm and at each size.
const PATIENCE: usize = 256;

/// Up to so many bytes each one is asked about.
const FEW: usize = 1024;

/// The sizes of intervals that begin at any byte.
const SMALL: [usize; 8] = [16, 12, 8, 6, 5, 4, 3, 2];

/// Removes intervals of bytes, for data of which nothing is known.
///
/// ```text
/// the list algorithm on single bytes, as long as the test is monotone and something goes;
/// where it is not monotone, until nothing changes:
///     for each size, from half of the bytes down to one, halving:
///         intervals of this size at multiples of it, from the end; then those between
///     where that removed nothing, small intervals at any byte
/// of few bytes, each one alone
/// ```
///
/// # Guarantee
/// The result fails. Of up to 1,024 bytes, it is 1-minimal.
///
/// # Cost
/// At each size at most 256 tests in a row come to nothing, so where nothing can go, that many for each halving.
#[derive(Clone, Copy, Debug)]
pub struct Intervals;

impl Pass for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn about(&self) -> &'static str {
        "removes intervals of bytes, at multiples of their size first"
    }

    fn level(&self) -> Level {
        Level::Units(Unit::Bytes)
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let space = stage.cut(Unit::Bytes);
        let begun = Patient::new(Dwindle::until_surprised(space.full()), PATIENCE);
        let strategy = stage.search().run(&space, begun)?;
        let mut config = strategy.best().clone();
        if strategy.inner().is_surprised() {
            loop {
                let mut less = halving(stage, &space, config.clone())?;
                if less.len() == config.len() {
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
        Ok(Left::of_units(&space, &config, certificate))
    }
}

/// Removes intervals of half of the bytes, a quarter, and so on.
fn halving(
    stage: &mut Stage<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    mut config: Config,
) -> Result<Config, Stop> {
    let mut size = config.len().next_power_of_two() / 2;
    while size > 0 {
        for shift in [0, size / 2] {
            let starts = (shift..config.len()).step_by(size).rev();
            config = without(stage, space, &config, starts.map(|start| (start, size)).collect())?;
            if size == 1 {
                break;
            }
        }
        size /= 2;
    }
    Ok(config)
}

/// Removes small intervals that begin anywhere.
fn small(
    stage: &mut Stage<'_, '_>,
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
    stage: &mut Stage<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    config: &Config,
    intervals: Vec<(usize, usize)>,
) -> Result<Config, Stop> {
    let sets = intervals.into_iter().map(|(start, size)| config.slice(start..start + size));
    let sets: Vec<Config> = sets.filter(|set| !set.is_empty() && set.len() < config.len()).collect();
    Ok(stage.search().run(space, Together::new(config.clone(), sets).patience(PATIENCE))?.best().clone())
}

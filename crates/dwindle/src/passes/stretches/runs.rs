//! Groups neighbouring units into runs of at least a given weight, each run as one unit of a space.

use crate::Config;
use crate::space::Mapping;

/// Where runs of units begin that weigh so much at least, and where the last ends. What is so heavy by itself begins one: what follows
/// it may need it.
pub(super) fn cuts(weights: impl Iterator<Item = usize>, least: usize) -> Vec<u32> {
    let (mut cuts, mut run, mut end) = (Vec::new(), usize::MAX, 0);
    for (unit, weight) in (0..).zip(weights) {
        if weight >= least || run >= least {
            run = 0;
            cuts.push(unit);
        }
        run += weight;
        end = unit + 1;
    }
    cuts.push(end);
    cuts
}

/// Runs of units as one each.
#[derive(Debug)]
pub(super) struct Runs {
    pub(super) all: Config,
    /// The units of each.
    pub(super) parts: Vec<Config>,
}

impl Mapping for Runs {
    fn units(&self) -> usize {
        self.parts.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let gone = Config::full(self.parts.len()).minus(config);
        gone.units().fold(self.all.clone(), |kept, run| kept.minus(&self.parts[run as usize]))
    }
}

//! The space of the edits between two sides: a unit that is kept is an edit that is made.

use std::ops::Range;

use crate::Config;
use crate::space::{Mapped, Mapping, Shared, Sides, Space};

/// Two sides of another space, seen as the edits between them: kept is an edit that is made.
///
/// Making none gives the passing side, making all the failing one. Costs one step for each edit a configuration.
pub type Edits = Mapped<dyn Space, Between>;

/// What lies between two sides.
#[derive(Clone, Debug)]
pub struct Between {
    sides: Sides,
    shared: Config,
}

impl Between {
    /// The edits between `sides`, which are configurations of `base`.
    pub fn of(base: Shared, sides: Sides) -> Edits {
        Mapped::by(base, Self { shared: sides.shared(), sides })
    }
}

impl Mapping for Between {
    fn units(&self) -> usize {
        self.sides.edits.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let (mut made, mut at) = (Config::empty(), 0);
        let mut choose = |edits: Range<u32>, failing: bool| {
            for edit in &self.sides.edits[edits.start as usize..edits.end as usize] {
                let units = if failing { &edit.failing } else { &edit.passing };
                made.push(units.start, units.end, crate::config::Choice::Keep);
            }
        };
        for run in config.runs() {
            choose(at..run.start, false);
            choose(run.start..run.end, true);
            at = run.end;
        }
        choose(at..u32::try_from(self.sides.edits.len()).expect("there are fewer edits than units"), false);
        self.shared.union(&made)
    }
}

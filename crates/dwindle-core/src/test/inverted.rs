//! A test that asks the opposite: what makes a failure go away.

use std::io;
use std::num::NonZeroUsize;

use super::{Executor, NoJudgement, Slot};
use crate::control::Stopper;
use crate::{Candidate, Judgement};

/// Another test whose `Fail` is `Pass` here and the other way round; unresolved stays unresolved.
///
/// Minimising under it finds what prevents a failure (Zeller & Hildebrandt 2002, section 5: which of GCC's options
/// make a crash go away), or which changes are needed for a fix.
#[derive(Clone, Debug)]
pub struct Inverted<T>(T);

impl<T: Executor> Inverted<T> {
    /// The opposite of `test`.
    pub const fn new(test: T) -> Self {
        Self(test)
    }
}

impl<T: Executor> Executor for Inverted<T> {
    fn capacity(&self) -> Option<NonZeroUsize> {
        self.0.capacity()
    }

    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(Opposite(self.0.open(slot)?)))
    }
}

struct Opposite<'a>(Box<dyn Slot + 'a>);

impl Slot for Opposite<'_> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        let judgement = self.0.judge(candidate, patience)?;
        Ok(Judgement { outcome: judgement.outcome.opposite(), ..judgement })
    }

    fn stopper(&self) -> Option<Stopper> {
        self.0.stopper()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ListSpace;
    use crate::test::on_items;
    use crate::{Algorithm, Config, Engine, Outcome};
    use std::sync::Arc;

    #[test]
    fn what_prevents_a_failure_is_found_by_the_opposite_test() {
        let cures: Vec<u32> = (0..20).collect();
        let test = on_items(&cures, |kept| match (kept.contains(&4), kept.contains(&17)) {
            (true, true) => Outcome::Pass,
            (false, false) => Outcome::Fail,
            _ => Outcome::Unresolved,
        });
        let space = Arc::new(ListSpace::new(cures.len()));
        let run = Engine::new()
            .run(&Inverted::new(test), |search| Algorithm::Ddmin.reduce(search, &space, Config::full(20)));
        assert_eq!(run.unwrap(), Config::of_units([4, 17]));
    }
}

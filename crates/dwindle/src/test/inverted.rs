//! A test that asks the opposite: what makes a failure go away.

use std::io;

use super::{Candidate, NoJudgement, Stopper, Test};
use crate::Judgement;

/// Another test whose `Fail` is `Pass` here and the other way round; unresolved stays unresolved.
///
/// Minimising under it finds what prevents a failure (Zeller & Hildebrandt 2002, section 5: which of GCC's options
/// make a crash go away), or which changes are needed for a fix.
#[derive(Clone, Debug)]
pub struct Inverted<T>(T);

impl<T: Test> Inverted<T> {
    /// The opposite of `test`.
    pub const fn new(test: T) -> Self {
        Self(test)
    }
}

impl<T: Test> Test for Inverted<T> {
    type Place = T::Place;

    fn open(&self, slot: usize) -> io::Result<T::Place> {
        self.0.open(slot)
    }

    fn judge(
        &self,
        place: &mut T::Place,
        candidate: &Candidate<'_, T::Place>,
    ) -> Result<Judgement, NoJudgement> {
        let judgement = self.0.judge(place, candidate)?;
        Ok(Judgement { outcome: judgement.outcome.opposite(), ..judgement })
    }

    fn stopper(&self, place: &T::Place) -> Option<Stopper> {
        self.0.stopper(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::SliceSpace;
    use crate::test::FnTest;
    use crate::{Algorithm, Config, Engine, Outcome, Stop};
    use std::sync::Arc;

    #[test]
    fn what_prevents_a_failure_is_found_by_the_opposite_test() {
        let cures: Vec<u32> = (0..20).collect();
        let test = FnTest::new(|kept: &[u32]| match (kept.contains(&4), kept.contains(&17)) {
            (true, true) => Outcome::Pass,
            (false, false) => Outcome::Fail,
            _ => Outcome::Unresolved,
        });
        let space = Arc::new(SliceSpace::new(&cures));
        let run = Engine::new().run(&Inverted::new(test), |search| {
            let reduced = Algorithm::Ddmin.reduce(search, &(space.clone() as _), Config::full(20))?;
            Ok::<_, Stop>(reduced.config)
        });
        assert_eq!(run.unwrap().unwrap(), Config::of_units([4, 17]));
    }
}

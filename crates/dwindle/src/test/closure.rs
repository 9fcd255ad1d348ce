//! A function of this process as a test.

use std::fmt;
use std::io;
use std::marker::PhantomData;

use crate::Judgement;
use crate::test::{Candidate, NoJudgement, Test};

/// Judges slices by a function.
pub struct FnTest<T, F> {
    function: F,
    items: PhantomData<fn(&[T])>,
}

impl<T, F, J> FnTest<T, F>
where
    F: Fn(&[T]) -> J + Sync,
    J: Into<Judgement>,
{
    /// The test that is `function`: it gets what is kept and answers an [`Outcome`](crate::Outcome) or a
    /// [`Judgement`].
    pub const fn new(function: F) -> Self {
        Self { function, items: PhantomData }
    }
}

impl<T, F, J> Test for FnTest<T, F>
where
    T: Send,
    F: Fn(&[T]) -> J + Sync,
    J: Into<Judgement>,
{
    type Place = Vec<T>;

    fn open(&self, _slot: usize) -> io::Result<Vec<T>> {
        Ok(Vec::new())
    }

    fn judge(&self, place: &mut Vec<T>, candidate: &Candidate<'_, Vec<T>>) -> Result<Judgement, NoJudgement> {
        candidate.lay(place)?;
        Ok((self.function)(place).into())
    }
}

impl<T, F> fmt::Debug for FnTest<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnTest").finish_non_exhaustive()
    }
}

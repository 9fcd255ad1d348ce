//! Functions for the simplest case: a list and a test function.

use std::sync::Arc;

use crate::algorithm::Algorithm;
use crate::search::{Shared, Stop};
use crate::space::{SliceSpace, Space};
use crate::test::FnTest;
use crate::{Engine, Judgement, Outcome};

/// The whole input does not fail, so there is nothing to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the whole input does not fail under this test: its outcome is {}", .0.name())]
pub struct NotFailing(
    /// Its outcome.
    pub Outcome,
);

/// Reduces `items` to a minimal list that still fails, with Dwindle's own strategy.
///
/// The result fails and is 1-minimal: without any single one of its elements it does not fail. The order of
/// elements is kept.
///
/// ```
/// use dwindle::Outcome::{Fail, Pass};
///
/// let needed = |kept: &[i32]| if kept.contains(&3) && kept.contains(&40) { Fail } else { Pass };
/// let items: Vec<i32> = (0..1000).collect();
/// assert_eq!(dwindle::reduce(&items, needed), Ok(vec![3, 40]));
/// ```
///
/// # Errors
/// [`NotFailing`] when all of `items` together do not fail.
///
/// # Cost
/// About log2 C(n, k) + k tests for k needed elements among n; see [`strategy`](crate::strategy).
pub fn reduce<T, J>(items: &[T], test: impl Fn(&[T]) -> J + Sync) -> Result<Vec<T>, NotFailing>
where
    T: Clone + Send + Sync,
    J: Into<Judgement>,
{
    by(Algorithm::Dwindle, items, test)
}

/// Reduces `items` by ddmin, test for test as published (Zeller & Hildebrandt 2002).
///
/// ```
/// use dwindle::Outcome::{Fail, Pass};
///
/// let items = [1, 2, 3, 4, 5, 6, 7, 8];
/// let needed = |kept: &[i32]| if [1, 7, 8].iter().all(|n| kept.contains(n)) { Fail } else { Pass };
/// assert_eq!(dwindle::ddmin(&items, needed), Ok(vec![1, 7, 8]));
/// ```
///
/// # Errors
/// [`NotFailing`] when all of `items` together do not fail.
///
/// # Cost
/// At most n² + 3n tests, 2·log2 n at best; repeated configurations are not tested again.
pub fn ddmin<T, J>(items: &[T], test: impl Fn(&[T]) -> J + Sync) -> Result<Vec<T>, NotFailing>
where
    T: Clone + Send + Sync,
    J: Into<Judgement>,
{
    by(Algorithm::Ddmin, items, test)
}

fn by<T, J>(algorithm: Algorithm, items: &[T], test: impl Fn(&[T]) -> J + Sync) -> Result<Vec<T>, NotFailing>
where
    T: Clone + Send + Sync,
    J: Into<Judgement>,
{
    let space = Arc::new(SliceSpace::new(items));
    let test = FnTest::new(test);
    let run = Engine::new().run(&test, |search| {
        let shared: Shared<'_, Vec<T>> = space.clone();
        match search.outcome(&shared, &space.full())? {
            Outcome::Fail => Ok(Ok(algorithm.reduce(search, &shared, space.full())?.config)),
            other => Ok::<_, Stop>(Err(NotFailing(other))),
        }
    });
    let config = run.expect("a vector is always there").expect("nothing ends this search");
    config.map(|config| space.bake(&config))
}

//! Functions for the simplest case: a list and a test function.

use std::io;
use std::sync::Arc;

use crate::algorithm::Algorithm;
use crate::search::Stop;
use crate::space::{ListSpace, Space};
use crate::test::{IntoJudgement, on_items};
use crate::{Engine, Outcome};

/// Why there is no reduced list.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotReduced {
    /// The whole input does not fail, so there is nothing to find; its outcome.
    #[error("the whole input does not fail under this test: its outcome is {}", .0.name())]
    NotFailing(Outcome),
    /// The test could not be carried out.
    #[error(transparent)]
    Broken(#[from] Stop),
}

impl From<io::Error> for NotReduced {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.into())
    }
}

/// Reduces `items` to a minimal list that still fails, with Dwindle's own strategy.
///
/// `test` says whether a list fails, or answers whatever else [`IntoJudgement`] takes.
///
/// The result fails and is 1-minimal: without any single one of its elements it does not fail. The order of
/// elements is kept.
///
/// ```
/// let items: Vec<i32> = (0..1000).collect();
/// let fails = |kept: &[i32]| kept.contains(&3) && kept.contains(&40);
/// assert_eq!(dwindle_core::reduce(&items, fails)?, [3, 40]);
/// # Ok::<_, dwindle_core::NotReduced>(())
/// ```
///
/// # Errors
/// [`NotReduced`] when all of `items` together do not fail, or a test could not be carried out.
///
/// # Cost
/// About log2 C(n, k) + k tests for k needed elements among n; see [`strategy`](crate::strategy).
pub fn reduce<T: Clone + Send + Sync, J: IntoJudgement>(
    items: &[T],
    test: impl Fn(&[T]) -> J + Sync,
) -> Result<Vec<T>, NotReduced> {
    by(Algorithm::Dwindle, items, test)
}

/// Reduces `items` by ddmin, test for test as published (Zeller & Hildebrandt 2002).
///
/// ```
/// let items = [1, 2, 3, 4, 5, 6, 7, 8];
/// let fails = |kept: &[i32]| [1, 7, 8].iter().all(|n| kept.contains(n));
/// assert_eq!(dwindle_core::ddmin(&items, fails)?, [1, 7, 8]);
/// # Ok::<_, dwindle_core::NotReduced>(())
/// ```
///
/// # Errors
/// [`NotReduced`] when all of `items` together do not fail, or a test could not be carried out.
///
/// # Cost
/// At most n² + 3n tests, 2·log2 n at best; repeated configurations are not tested again.
pub fn ddmin<T: Clone + Send + Sync, J: IntoJudgement>(
    items: &[T],
    test: impl Fn(&[T]) -> J + Sync,
) -> Result<Vec<T>, NotReduced> {
    by(Algorithm::Ddmin, items, test)
}

fn by<T: Clone + Send + Sync, J: IntoJudgement>(
    algorithm: Algorithm,
    items: &[T],
    test: impl Fn(&[T]) -> J + Sync,
) -> Result<Vec<T>, NotReduced> {
    let space = Arc::new(ListSpace::new(items.len()));
    Engine::new().run(&on_items(items, test), |search| match search.outcome(&space, &space.full())? {
        Outcome::Fail => Ok(algorithm.reduce(search, &space, space.full())?.of(items)),
        other => Err(NotReduced::NotFailing(other)),
    })
}

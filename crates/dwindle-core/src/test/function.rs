//! A function of this process as a test.

use std::io;
use std::marker::PhantomData;

use super::{Executor, IntoJudgement, NoJudgement, Slot};
use crate::{Candidate, Judgement};

/// The test that is `function`, which gets the bytes of a text and says whether it fails.
///
/// It is `Fn` and `Sync`, since several threads call it at once: what it counts or collects is an atomic or a `Mutex`.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use dwindle_core::space::{Space, Unit};
/// use dwindle_core::{Algorithm, Engine, Stop, Text, test};
///
/// let calls = AtomicUsize::new(0);
/// let fails = test::on_texts(|text| {
///     calls.fetch_add(1, Ordering::Relaxed);
///     text.contains(&b'<')
/// });
/// let lines = std::sync::Arc::new(Text::new(*b"a\nb < c\nd\n")?.cut(Unit::Lines));
/// let left = Engine::new().run(&fails, |search| {
///     let kept = Algorithm::Dwindle.reduce(search, &lines, lines.full())?;
///     // What the result needed: tests that ran ahead, and came to nothing, are among the calls only.
///     assert!(search.count().tests <= calls.load(Ordering::Relaxed) as u64);
///     Ok::<_, Stop>(kept)
/// })?;
/// assert_eq!(left.units().collect::<Vec<_>>(), [1]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Of its judgements: candidates that are no texts cannot be judged.
pub fn on_texts<J: IntoJudgement>(function: impl Fn(&[u8]) -> J + Sync) -> impl Executor {
    Function::new(move |candidate, (): &mut ()| match candidate.text() {
        Some(text) => function(&text).into_judgement(),
        None => Err(candidate.unsupported("a text").into()),
    })
}

/// The test that is `function`, which gets the elements of `items` that a candidate keeps: for a
/// [`ListSpace`](crate::space::ListSpace) of as many.
///
/// # Errors
/// Of its judgements: candidates that are no units cannot be judged.
///
/// # Panics
/// Of its judgements: when a candidate keeps units that `items` does not have.
pub fn on_items<T: Clone + Send + Sync, J: IntoJudgement>(
    items: &[T],
    function: impl Fn(&[T]) -> J + Sync,
) -> impl Executor {
    Function::new(move |candidate, kept: &mut Vec<T>| match candidate {
        Candidate::Units(config) => {
            kept.clear();
            config.pick(items, kept);
            function(kept).into_judgement()
        }
        other => Err(other.unsupported("units of a list").into()),
    })
}

/// The test that is `function`, which gets candidates of any kind.
pub fn on_candidates<J: IntoJudgement>(function: impl Fn(&Candidate<'_>) -> J + Sync) -> impl Executor {
    Function::new(move |candidate, (): &mut ()| function(candidate).into_judgement())
}

/// A function, and by its second argument what each slot keeps from one call to the next.
struct Function<F, K>(F, PhantomData<fn() -> K>);

impl<F, K> Function<F, K>
where
    F: Fn(&Candidate<'_>, &mut K) -> Result<Judgement, NoJudgement> + Sync,
{
    const fn new(function: F) -> Self {
        Self(function, PhantomData)
    }
}

struct FunctionSlot<'a, F, K> {
    function: &'a F,
    kept: K,
}

impl<F, K> Executor for Function<F, K>
where
    F: Fn(&Candidate<'_>, &mut K) -> Result<Judgement, NoJudgement> + Sync,
    K: Default + Send,
{
    fn open(&self, _slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(FunctionSlot { function: &self.0, kept: K::default() }))
    }
}

impl<F, K> Slot for FunctionSlot<'_, F, K>
where
    F: Fn(&Candidate<'_>, &mut K) -> Result<Judgement, NoJudgement> + Sync,
    K: Send,
{
    fn judge(&mut self, candidate: &Candidate<'_>, _patience: u32) -> Result<Judgement, NoJudgement> {
        (self.function)(candidate, &mut self.kept)
    }
}

//! Repair: the largest part of a failing configuration that passes.

use crate::isolate::{PassingPart, Reach, UntilPass};
use crate::search::{Search, Stop};
use crate::space::Shared;
use crate::strategy::{Dd, Mode};
use crate::{Config, Outcome, Strategy as _};

/// Looks for the largest part of `whole`, which fails, that passes; without one gives the outcome of the empty part.
///
/// The whole without one piece is asked for first ([`PassingPart`]), the `likely` units before others. If it takes
/// several, causes are taken out one after the other: each is isolated in what is left, until the rest passes. Then as
/// much comes back as can (ddmax). Only if nothing was found that way ddmax begins with the empty configuration; if
/// that fails, the whole without one piece is all that is asked for.
///
/// # Source
/// For what comes back ddmax of L. Kirschner, E. Soremekun, A. Zeller, "Debugging Inputs" (ICSE 2020), after questions
/// that keep it from ending at a small part: whatever lies between the empty input and the whole need not be valid.
///
/// # Guarantee
/// The part passes, and passes no more with any one unit of `whole` added. If `whole` passes without one of its units,
/// it is such a part, or what was found lacks several.
///
/// # Cost
/// For one cause among `n` units that of [`PassingPart`]; for `k` of them that of isolating `k` times, about 2`k` log₂
/// `n` tests where little is unresolved. If nothing is found, `n`² tests at worst.
///
/// # Determinism
/// A function of the units and the outcomes.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn repair(
    search: &mut Search<'_>,
    space: &Shared,
    whole: &Config,
    likely: &Config,
) -> Result<Result<Config, Outcome>, Stop> {
    let nothing = search.outcome(space, &Config::empty())?;
    let part = PassingPart::new(whole.clone()).likely(likely).reach(Reach::Plausible);
    let part = search.run(space, part)?;
    let start = match part.passing() {
        Some(passing) => passing.clone(),
        None if nothing == Outcome::Fail => return Ok(Err(nothing)),
        None => match taken_out(search, space, whole, nothing)? {
            Taken::All(passing) => passing,
            Taken::Some(largest) => {
                let part = search.run(space, part.thorough())?;
                part.passing().cloned().or(largest).unwrap_or_default()
            }
        },
    };
    let dd = search.run(space, Dd::between(start, whole.clone(), Mode::Maximise))?;
    let passing = dd.passing();
    Ok(match search.outcome(space, passing)? {
        Outcome::Pass => Ok(passing.clone()),
        other => Err(other),
    })
}

/// What came of taking out causes.
enum Taken {
    /// The rest passes.
    All(Config),
    /// It cannot be told of the rest; the largest part that was seen to pass on the way.
    Some(Option<Config>),
}

/// Takes out one cause after the other until the rest of `whole` passes.
fn taken_out(
    search: &mut Search<'_>,
    space: &Shared,
    whole: &Config,
    nothing: Outcome,
) -> Result<Taken, Stop> {
    let (mut rest, mut largest) = (whole.clone(), None::<Config>);
    loop {
        let (passing, failing) = if nothing == Outcome::Pass {
            (Config::empty(), rest.clone())
        } else {
            let done = search.run(space, UntilPass::new(rest.clone()))?;
            let Some(passing) = done.passing() else { return Ok(Taken::Some(largest)) };
            (passing.clone(), done.best().clone())
        };
        let apart = search.run(space, Dd::between(passing, failing, Mode::Both))?;
        if largest.as_ref().is_none_or(|largest| largest.len() < apart.passing().len()) {
            largest = Some(apart.passing().clone());
        }
        // Every round takes out something, so there is an end.
        rest = rest.minus(apart.difference());
        match search.outcome(space, &rest)? {
            Outcome::Pass => return Ok(Taken::All(rest)),
            Outcome::Fail if !apart.difference().is_empty() => {}
            _ => return Ok(Taken::Some(largest)),
        }
    }
}

//! A sweep through a text from its end that goes on where it was interrupted.

use super::context::PassContext;
use super::state::Place;
use crate::Config;
use crate::search::Stop;
use crate::space::AsSpace;
use crate::strategy::{Gallop, Strategy};

/// What is left of a space after one sweep from the end, in runs that begin with one unit. `places` says where in the text each
/// unit stands, in ascending order.
///
/// Where the last sweep was interrupted, which `PassState::stretches_at` tells, this one goes on: what is behind that place was asked about, and a
/// turn that began at the end again would mostly repeat what passed.
///
/// # What we tried
/// Each turn from the end: of a C++ program of 222 kB `stretches` took nothing in a turn of 26 tests, at the end of the text, and waited for 340 tests of
/// other passes. Then, in one long turn, 119 of 570 tests took 123 kB.
pub(super) fn sweep(
    stage: &mut PassContext<'_, '_>,
    space: &impl AsSpace,
    places: &[usize],
) -> Result<Config, Stop> {
    let (space, size) = (space.as_space(), stage.text().bytes().len());
    let before = |place: Place| places.partition_point(|unit| *unit < place.within(size));
    let from = stage.state().stretches_at.map(before).filter(|from| *from > 0);
    let mut swept = Gallop::new(space.full(), 1).before(from.unwrap_or(places.len()));
    let end = stage.search().run_telling(&space, swept.clone(), &mut |now: &Gallop| {
        swept = now.clone();
        Ok(())
    });
    let ahead = swept.ahead();
    let behind = places.get(ahead).copied().unwrap_or(size);
    let gone = size.saturating_sub(usize::try_from(space.size(swept.best())).unwrap_or(usize::MAX));
    stage.state().stretches_at = (ahead > 0).then_some(Place::new(behind, size - gone));
    Ok(end?.best().clone())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::passes::{About, Level, Pass, PassResult};
    use crate::space::{Space, Unit};
    use crate::{Engine, Outcome, Plan, Text, test};

    /// Two sweeps through the lines, the first of which is interrupted after four tests.
    struct InTwo;

    impl InTwo {
        fn sweep(stage: &mut PassContext<'_, '_>) -> Result<(), Stop> {
            let lines = stage.cut(Unit::Lines);
            let places: Vec<usize> = (0..lines.units()).map(|line| 3 * line).collect();
            let left = sweep(stage, &lines, &places)?;
            PassResult::of_units(stage, &lines, &left, None);
            Ok(())
        }
    }

    impl Pass for InTwo {
        fn about(&self) -> About {
            About::new("in-two", Level::Units(Unit::Lines), "two sweeps")
        }

        fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
            stage.leg(1.0, 3, Self::sweep)?;
            assert_eq!(
                stage.state().stretches_at.map(|place| place.within(27)),
                Some(21),
                "a line behind it went"
            );
            Self::sweep(stage)?;
            assert_eq!(stage.state().stretches_at, None);
            Ok(PassResult::default())
        }
    }

    #[test]
    fn a_sweep_goes_on_where_it_was_interrupted() {
        let asked = Mutex::new(Vec::new());
        let test = test::on_texts(|text: &[u8]| {
            let gone = (0..10).filter(|line| !text.contains(&(b'0' + line))).collect::<Vec<u8>>();
            let outcome =
                if gone.iter().all(|line| [4, 8].contains(line)) { Outcome::Fail } else { Outcome::Pass };
            asked.lock().unwrap().push(gone);
            outcome
        });
        let text = Text::new(b"a0\na1\na2\na3\na4\na5\na6\na7\na8\na9\n").unwrap();
        let planned = Engine::new().run(&test, |search| Plan::of([InTwo]).run(search, text)).unwrap();
        assert_eq!(planned.text.bytes(), b"a0\na1\na2\na3\na5\na6\na7\na9\n");
        let asked = asked.lock().unwrap();
        let passed = |gone: &Vec<u8>| gone.iter().find(|line| ![4, 8].contains(*line)).copied();
        let passed: Vec<u8> = asked.iter().filter_map(passed).collect();
        assert_eq!(passed, [9, 6, 7, 6, 5, 2, 3, 2, 1, 0], "{asked:?}");
    }
}

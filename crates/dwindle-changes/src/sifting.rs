//! Sifting: a search for a single change, which is the first guess at the cause.
//!
//! A hunk is likely the cause where all but it passes. A piece whose removal is unresolved is cut in two, where
//! little holds it together (`cutting`), until what makes outcomes unresolved is set apart; within a file four such
//! pieces end it. Then the edits of the hunk are asked about in the same way, and at last all that was kept once
//! more, one by one, since it may not be needed any more.

use std::ops::Range;
use std::sync::Arc;

use dwindle::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Searches for a single needed unit, by sifting out what cannot contain it.
///
/// A piece of what is left is tested alone. If it fails, it contains the unit, and the rest is ruled out. If it
/// passes, the piece is ruled out. If it is unresolved, something in it does not work without the rest, so it is split
/// in two, and each half is a new piece. The last piece is assumed to contain the unit without a test, and split
/// again. Without unresolved outcomes this is binary search; what causes such an outcome is isolated in log2 n tests.
///
/// Each unit has a weight, which is how likely it is the one, and a seam before it, which is how closely it is
/// connected with its left neighbour (0 is the weakest connection: another directory; then another file, another
/// function). A piece is split at its weakest seam, into halves of about the same weight, because connected units
/// rarely work apart.
///
/// # Guarantee
/// [`best`](Strategy::best) fails, or is the start. If there is one needed unit, and the test is monotone and never
/// unresolved, it is that unit.
///
/// # Cost
/// About log2 of the total weight divided by the weight of the unit. With unresolved outcomes up to two tests per unit.
///
/// # Source
/// Binary search; the seams are the groups of Zeller, "Yesterday, my program worked. Today, it does not. Why?"
/// (1999), which are tested there from coarse to fine. Here they only say where to split.
///
/// # Determinism
/// A function of the beginning and the outcomes told.
#[derive(Clone, Debug)]
pub struct Sifting {
    units: Arc<[Unit]>,
    best: Config,
    /// The stretch that the best is.
    around: Range<usize>,
    /// Stretches one of which holds the needed unit, if there is one.
    pieces: Vec<Piece>,
    /// The one that is asked next; none at the end.
    next: Option<usize>,
    /// When to give up.
    patience: Patience,
    /// How many questions could not be told since the best was found.
    untold: u32,
}

/// A stretch of units.
#[derive(Clone, Debug)]
struct Piece {
    range: Range<usize>,
    /// Whether it fails, or cannot be told.
    is_known: bool,
}

/// When a search for one unit is given up: where what is left holds together that well, and halves of it cannot be
/// told, several of its units go together, most likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// So little holds the units together that it goes on in any case: where the best has a seam below this one.
    pub seam: usize,
    /// How many pieces of the best may come out as nothing that can be told.
    pub untold: u32,
}

/// One unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Its number in the space.
    pub number: u32,
    /// How likely it is the one, as a share of what all weigh together; more than 0.
    pub weight: f64,
    /// How little holds it and the unit before it together, 0 least of all.
    pub seam: usize,
}

impl Sifting {
    /// Begins with all `units`, in order, which are known to fail together.
    pub fn new(units: Vec<Unit>) -> Self {
        let best = numbers(&units);
        let pieces = vec![Piece { range: 0..units.len(), is_known: true }];
        let patience = Patience { seam: 0, untold: u32::MAX };
        let around = 0..units.len();
        let mut new = Self { units: units.into(), best, around, pieces, next: None, patience, untold: 0 };
        new.go_on();
        new
    }

    /// Gives up there.
    #[must_use]
    pub const fn patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Whether its patience is at an end.
    fn gives_up(&self) -> bool {
        let is_loose = || self.seams(&self.around).any(|seam| seam < self.patience.seam);
        self.untold >= self.patience.untold && !is_loose()
    }

    fn config(&self, range: &Range<usize>) -> Config {
        numbers(&self.units[range.clone()])
    }

    /// The seams within a stretch.
    fn seams(&self, range: &Range<usize>) -> impl Iterator<Item = usize> {
        self.units[range.clone()].iter().skip(1).map(|unit| unit.seam)
    }

    fn weight(&self, range: &Range<usize>) -> f64 {
        self.units[range.clone()].iter().map(|unit| unit.weight).sum()
    }

    /// The heaviest of the pieces that `wanted` says, the last of several.
    fn heaviest(&self, wanted: impl Fn(&Piece) -> bool) -> Option<usize> {
        let weighed = self.pieces.iter().enumerate().filter(|(_, piece)| wanted(piece));
        let weighed = weighed.map(|(nth, piece)| (nth, self.weight(&piece.range)));
        weighed.reduce(|most, next| if next.1 < most.1 { most } else { next }).map(|(nth, _)| nth)
    }

    /// Plans the next question.
    fn go_on(&mut self) {
        self.next = None;
        if self.gives_up() {
            return;
        }
        // The last piece need not be asked before it is cut.
        if let [piece] = &mut self.pieces[..] {
            piece.is_known |= piece.range.len() > 1;
        }
        self.next = self.heaviest(|piece| !piece.is_known);
        while self.next.is_none() {
            let Some(nth) = self.heaviest(|piece| piece.range.len() > 1) else { return };
            let Range { start, end } = self.pieces[nth].range;
            let cut = self.cut(start, end);
            let halves = [start..cut, cut..end].map(|range| Piece { range, is_known: false });
            self.pieces.splice(nth..=nth, halves);
            self.next = self.heaviest(|piece| !piece.is_known);
        }
    }

    /// Where the units from `start` to `end` are cut: at one of their least seams, the nearest to the middle.
    fn cut(&self, start: usize, end: usize) -> usize {
        let all = self.weight(&(start..end));
        let least = self.seams(&(start..end)).min().unwrap_or(0);
        let mut before = 0.0;
        let (mut found, mut nearest) = (start + 1, f64::INFINITY);
        for at in start + 1..end {
            before += self.units[at - 1].weight;
            let off = (before / all - 0.5).abs();
            if self.units[at].seam == least && off < nearest {
                (found, nearest) = (at, off);
            }
        }
        found
    }
}

/// The numbers of units.
fn numbers(units: &[Unit]) -> Config {
    Config::of_ranges(units.iter().map(|unit| unit.number..unit.number + 1))
}

impl Strategy for Sifting {
    fn ask(&self, nth: usize) -> Option<Question> {
        let piece = &self.pieces[self.next.filter(|_| nth == 0)?];
        Some(Question { config: self.config(&piece.range), decides: OutcomeSet::ANY, chance: 0.5 })
    }

    fn tell(&mut self, outcome: Outcome) {
        let at = self.next.expect("there is a question to answer");
        let mut piece = self.pieces.remove(at);
        piece.is_known = true;
        match outcome {
            Outcome::Fail => {
                self.best = self.config(&piece.range);
                self.around = piece.range.clone();
                self.untold = 0;
                self.pieces = vec![piece];
            }
            Outcome::Unresolved => {
                self.untold += 1;
                if piece.range.len() > 1 {
                    self.pieces.insert(at, piece);
                }
            }
            Outcome::Pass => {}
        }
        self.go_on();
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    fn units(seams: &[usize]) -> Vec<Unit> {
        (0..).zip(seams).map(|(number, &seam)| Unit { number, weight: 1.0, seam }).collect()
    }

    fn run(units: Vec<Unit>, test: impl Fn(&Config) -> Outcome) -> (Config, usize) {
        let mut sifting = Sifting::new(units);
        let mut tests = 0;
        while let Some(question) = sifting.ask(0) {
            sifting.tell(test(&question.config));
            tests += 1;
        }
        (sifting.best().clone(), tests)
    }

    #[test]
    fn a_piece_is_cut_at_the_least_seam_nearest_to_its_middle() {
        let sifting = Sifting::new(units(&[0, 3, 1, 3, 2, 3, 1, 3, 3, 3]));
        assert_eq!(sifting.ask(0).unwrap().config, Config::of_units(0..6));
        let lonely = Sifting::new(units(&[0, 0, 3, 3, 2, 3, 3, 3, 3, 3]));
        assert_eq!(lonely.ask(0).unwrap().config, Config::of_units(1..10));
        let even = Sifting::new(units(&[0, 3, 3, 3]));
        assert_eq!(even.ask(0).unwrap().config, Config::of_units(2..4));
    }

    #[test]
    fn what_spoils_outcomes_is_set_apart() {
        // Twenty files of fifty; the first change of each breaks it, unless the whole file is taken.
        let seams: Vec<usize> = (0..1000).map(|unit| if unit % 50 == 0 { 1 } else { 3 }).collect();
        let test = |config: &Config| {
            let has = |unit: &u32| config.contains(*unit);
            if config.len() < 1000 && (0..1000).step_by(50).any(|spoiler| has(&spoiler)) {
                Outcome::Unresolved
            } else if has(&777) {
                Outcome::Fail
            } else {
                Outcome::Pass
            }
        };
        let (best, tests) = run(units(&seams), test);
        assert_eq!(best, Config::of_units([777]));
        assert!(tests < 100, "{tests} tests");
    }

    #[test]
    fn it_gives_up_where_its_patience_ends() {
        let all = Config::of_units(0..16);
        let test = |config: &Config| if *config == all { Outcome::Fail } else { Outcome::Unresolved };
        let (patient, impatient) = (
            Sifting::new(units(&[0; 16])),
            Sifting::new(units(&[3; 16])).patience(Patience { seam: 2, untold: 5 }),
        );
        let tests = |mut sifting: Sifting| {
            let asked = std::iter::from_fn(|| {
                let question = sifting.ask(0)?;
                sifting.tell(test(&question.config));
                Some(())
            });
            (asked.count(), sifting.best().clone())
        };
        assert_eq!(tests(patient), (30, all.clone()));
        assert_eq!(tests(impatient), (5, all.clone()));
        let loose = [&[2; 8][..], &[1], &[2; 7]].concat();
        let loose = Sifting::new(units(&loose)).patience(Patience { seam: 2, untold: 5 });
        assert_eq!(tests(loose), (30, all.clone()));
    }

    proptest! {
        #[test]
        fn the_one_needed_unit_is_found_whatever_the_seams(
            seams in proptest::collection::vec(0usize..4, 1..200), at in 0usize..200
        ) {
            let needed = u32::try_from(at % seams.len()).unwrap();
            let test = |config: &Config| if config.contains(needed) { Outcome::Fail } else { Outcome::Pass };
            let (best, tests) = run(units(&seams), test);
            prop_assert_eq!(best, Config::of_units([needed]));
            // One more for each kind of seam, where the halves are unlike.
            let log2 = usize::BITS - seams.len().leading_zeros();
            prop_assert!(tests <= 2 * log2 as usize + 8, "{} tests", tests);
        }

        #[test]
        fn what_it_ends_with_was_told_to_fail(
            seams in proptest::collection::vec(0usize..4, 1..40), outcomes in proptest::collection::vec(0usize..3, 99)
        ) {
            let all = seams.len();
            let test = |config: &Config| match config.len() {
                len if len == all => Outcome::Fail,
                len => Outcome::ALL[outcomes[(len * 7 + config.units().next().unwrap_or(0) as usize) % 99]],
            };
            let (best, tests) = run(units(&seams), test);
            prop_assert_eq!(test(&best), Outcome::Fail);
            prop_assert!(tests <= 2 * all + 1);
        }
    }
}

//! The arguments of a command as a space.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;

use crate::space::Space;
use crate::{Candidate, Config, Id};
use dwindle_core::span_hash::SpanHash;

/// The words of a command line behind its program: one unit an option with its value, or what else goes together.
///
/// The words of a unit need not be neighbours. Words that belong to none are always there, and what is kept stays
/// in order. What an empty configuration makes are the words that are always there.
#[derive(Clone, Debug)]
pub struct ArgsSpace {
    words: Vec<OsString>,
    /// Of each word the unit that it belongs to; none where it is always there.
    unit_of: Vec<Option<u32>>,
    units: usize,
    hashes: Vec<SpanHash>,
}

impl ArgsSpace {
    /// The units are given as positions in `words`.
    ///
    /// # Panics
    /// When a unit names a word that is not there.
    pub fn new(words: Vec<OsString>, units: impl IntoIterator<Item = impl AsRef<[usize]>>) -> Self {
        let mut unit_of = vec![None; words.len()];
        let mut count = 0;
        for (unit, positions) in (0..).zip(units) {
            positions.as_ref().iter().for_each(|&at| unit_of[at] = Some(unit));
            count += 1;
        }
        let hashes =
            words.iter().map(|word| SpanHash::of(word.as_encoded_bytes()).then(SpanHash::of(&[0]))).collect();
        Self { words, unit_of, units: count, hashes }
    }

    /// The positions of the words that `config` makes, those that are always there among them.
    pub fn positions<'a>(&'a self, config: &'a Config) -> impl Iterator<Item = usize> + 'a {
        let is_there = |unit: Option<u32>| unit.is_none_or(|unit| config.contains(unit));
        (0..self.words.len()).filter(move |&at| is_there(self.unit_of[at]))
    }

    /// The words that `config` makes.
    pub fn render(&self, config: &Config) -> Vec<OsString> {
        self.positions(config).map(|at| self.words[at].clone()).collect()
    }
}

impl Space for ArgsSpace {
    fn units(&self) -> usize {
        self.units
    }

    /// Costs one step for each word.
    fn id(&self, config: &Config) -> Id {
        self.positions(config).fold(SpanHash::EMPTY, |hash, at| hash.then(self.hashes[at])).id()
    }

    /// Bytes, as the system counts them: one more for each word.
    fn size(&self, config: &Config) -> u64 {
        self.positions(config).map(|at| self.words[at].len() as u64 + 1).sum()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Args(self.render(&config)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(line: &str, units: &[&[usize]]) -> ArgsSpace {
        ArgsSpace::new(line.split(' ').map(OsString::from).collect(), units.iter().copied())
    }

    fn rendered(space: &ArgsSpace, units: &[u32]) -> String {
        let words = space.render(&Config::of_units(units.iter().copied()));
        words.join(std::ffi::OsStr::new(" ")).into_string().unwrap()
    }

    #[test]
    fn what_is_kept_stays_in_order_and_a_unit_may_lie_apart() {
        let space = space("-a x bug.c -b -o out", &[&[0, 1], &[3], &[4, 5]]);
        assert_eq!(space.units(), 3);
        assert_eq!(rendered(&space, &[0, 1, 2]), "-a x bug.c -b -o out");
        assert_eq!(rendered(&space, &[2]), "bug.c -o out");
        assert_eq!(rendered(&space, &[]), "bug.c");
        let apart = self::space("-a bug.c -b", &[&[0, 2]]);
        assert_eq!((rendered(&apart, &[0]), rendered(&apart, &[])), ("-a bug.c -b".into(), "bug.c".into()));
    }

    #[test]
    fn the_same_words_have_the_same_identity_whatever_unit_they_are_of() {
        let twice = space("-g -g -O", &[&[0], &[1], &[2]]);
        let id = |space: &ArgsSpace, units: &[u32]| space.id(&Config::of_units(units.iter().copied()));
        assert_eq!(id(&twice, &[0, 2]), id(&twice, &[1, 2]));
        assert_eq!(id(&twice, &[0, 2]), id(&space("-g -O", &[]), &[]));
        // Where one word ends and the next begins counts.
        assert_ne!(id(&space("-g -O", &[]), &[]), id(&space("-g-O", &[]), &[]));
    }

    #[test]
    fn the_size_is_what_is_written() {
        let space = space("-a x bug.c -b", &[&[0, 1], &[3]]);
        for units in [&[][..], &[0], &[1], &[0, 1]] {
            let config = Config::of_units(units.iter().copied());
            let mut written = Vec::new();
            space.write(&config, &mut written).unwrap();
            assert_eq!(space.size(&config), written.len() as u64);
        }
    }
}

//! The environment of a command as a space.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io;

use crate::space::Space;
use crate::{Candidate, Config, Id};
use dwindle_core::span_hash::SpanHash;

/// A variable as it is on both sides; where it is none, the variable is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: OsString,
    /// Its value where the command fails.
    pub failing: Option<OsString>,
    /// Its value where the command passes.
    pub passing: Option<OsString>,
}

impl Variable {
    /// Whether it is not the same on both sides.
    fn differs(&self) -> bool {
        self.failing != self.passing
    }
}

/// What differs between two environments: one unit a variable whose value is another, missing or extra.
///
/// A unit that is dropped takes the state of the passing side. Against a side on which nothing is set, that removes
/// the variable.
#[derive(Clone, Debug)]
pub struct EnvSpace {
    variables: Vec<Variable>,
    /// Of each variable the unit that it is; none where both sides are the same.
    unit_of: Vec<Option<u32>>,
    /// The variable of each unit.
    units: Vec<usize>,
}

impl EnvSpace {
    /// The variables, each named once, in whatever order.
    pub fn new(mut variables: Vec<Variable>) -> Self {
        variables.sort_by(|a, b| a.name.cmp(&b.name));
        let units: Vec<usize> = (0..variables.len()).filter(|&at| variables[at].differs()).collect();
        let mut unit_of = vec![None; variables.len()];
        (0..).zip(&units).for_each(|(unit, &at)| unit_of[at] = Some(unit));
        Self { variables, unit_of, units }
    }

    /// The variable of a unit.
    ///
    /// # Panics
    /// When there is no such unit.
    pub fn variable(&self, unit: u32) -> &Variable {
        &self.variables[self.units[unit as usize]]
    }

    /// The environment that `config` makes, by name.
    pub fn render(&self, config: &Config) -> Vec<(OsString, OsString)> {
        self.states(config).filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))).collect()
    }

    /// The configuration that [`write`](Space::write) wrote; none where it names what is no unit here.
    pub fn read(&self, written: &[u8]) -> Option<Config> {
        let unit = |name: &[u8]| {
            let at = self.variables.binary_search_by(|variable| variable.name.as_encoded_bytes().cmp(name));
            self.unit_of[at.ok()?]
        };
        let names = written.split_inclusive(|&byte| byte == 0);
        let units: Vec<u32> = names.map(|name| unit(name.strip_suffix(&[0])?)).collect::<Option<_>>()?;
        units.is_sorted_by(|a, b| a < b).then(|| Config::of_units(units))
    }

    fn states<'a>(&'a self, config: &'a Config) -> impl Iterator<Item = (&'a OsStr, Option<&'a OsStr>)> {
        self.variables.iter().zip(&self.unit_of).map(|(variable, unit)| {
            let fails = unit.is_none_or(|unit| config.contains(unit));
            let value = if fails { &variable.failing } else { &variable.passing };
            (variable.name.as_os_str(), value.as_deref())
        })
    }
}

impl Space for EnvSpace {
    fn units(&self) -> usize {
        self.units.len()
    }

    /// Costs one step for each variable.
    fn id(&self, config: &Config) -> Id {
        let hash = |(name, value): (&OsStr, Option<&OsStr>)| {
            value.map_or(SpanHash::EMPTY, |value| {
                let pieces = [name.as_encoded_bytes(), b"=", value.as_encoded_bytes(), &[0]];
                pieces.iter().fold(SpanHash::EMPTY, |hash, piece| hash.then(SpanHash::of(piece)))
            })
        };
        self.states(config).fold(SpanHash::EMPTY, |all, state| all.then(hash(state))).id()
    }

    /// Bytes of the names and values that are as on the failing side, two more for each variable.
    ///
    /// What an environment is in all would not do: where a variable is only missing, or shorter, on the failing
    /// side, less of the difference makes more of an environment.
    fn size(&self, config: &Config) -> u64 {
        let size = |variable: &Variable| {
            variable.name.len() + variable.failing.as_ref().map_or(0, |it| it.len()) + 2
        };
        config.units().map(|unit| size(self.variable(unit)) as u64).sum()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Env(self.render(&config)))
    }

    /// Writes the names of the variables that are as on the failing side, each ended by a zero byte.
    ///
    /// No values: they may be secrets, and what is kept stays on a disk.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        config.units().try_for_each(|unit| {
            out.write_all(self.variable(unit).name.as_encoded_bytes())?;
            out.write_all(&[0])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, failing: Option<&str>, passing: Option<&str>) -> Variable {
        let value = |text: Option<&str>| text.map(OsString::from);
        Variable { name: name.into(), failing: value(failing), passing: value(passing) }
    }

    fn space() -> EnvSpace {
        EnvSpace::new(vec![
            variable("SAME", Some("s"), Some("s")),
            variable("OTHER", Some("bad"), Some("good")),
            variable("MISSING", None, Some("here")),
            variable("EXTRA", Some("more"), None),
        ])
    }

    fn rendered(units: &[u32]) -> String {
        let pairs = space().render(&Config::of_units(units.iter().copied()));
        let shown: Vec<_> =
            pairs.iter().map(|(name, value)| format!("{}={}", name.display(), value.display())).collect();
        shown.join(" ")
    }

    #[test]
    fn what_is_dropped_takes_the_passing_sides_state() {
        assert_eq!(space().units(), 3);
        assert_eq!(rendered(&[0, 1, 2]), "EXTRA=more OTHER=bad SAME=s");
        assert_eq!(rendered(&[]), "MISSING=here OTHER=good SAME=s");
        assert_eq!(rendered(&[1]), "OTHER=good SAME=s");
        assert_eq!(rendered(&[2]), "MISSING=here OTHER=bad SAME=s");
    }

    #[test]
    fn what_is_written_is_read_back_and_names_no_values() {
        let space = space();
        for bits in 0u32..8 {
            let config = Config::of_units((0..3).filter(|unit| bits >> unit & 1 == 1));
            let mut written = Vec::new();
            space.write(&config, &mut written).unwrap();
            assert!(!written.windows(3).any(|piece| piece == b"bad"));
            assert_eq!(space.read(&written), Some(config));
        }
        for wrong in [&b"SAME\0"[..], b"EXTRA", b"NOWHERE\0", b"OTHER\0EXTRA\0"] {
            assert_eq!(space.read(wrong), None);
        }
    }

    #[test]
    fn fewer_units_are_smaller_and_another_environment_has_another_identity() {
        let space = space();
        let mut ids = std::collections::BTreeSet::new();
        for bits in 0u32..8 {
            let config = Config::of_units((0..3).filter(|unit| bits >> unit & 1 == 1));
            assert!(ids.insert(space.id(&config)));
            for unit in config.units() {
                assert!(space.size(&config.minus(&Config::of_units([unit]))) < space.size(&config));
            }
        }
    }
}

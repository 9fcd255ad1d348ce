//! The elements of a search path as a space.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io;

use super::ArgsSpace;
use crate::space::Space;
use crate::{Candidate, Config, Id};

/// A variable that lists files or folders with a colon between them, such as `PATH`, `CLASSPATH` or `PYTHONPATH`: one unit
/// an element.
///
/// Elements keep their order, since the first one that has what is looked for wins. Where none is left, the variable is not
/// set: to some programs an empty search path is the working directory.
#[derive(Clone, Debug)]
pub struct SearchPathSpace {
    elements: ArgsSpace,
    variable: OsString,
    /// All other variables, with their values.
    others: Vec<(OsString, OsString)>,
}

impl SearchPathSpace {
    /// The elements of `variable`, of which `units` can be removed, given as positions; `others` is the rest of the
    /// environment.
    ///
    /// # Panics
    /// When a unit names an element that is not there.
    pub fn new(
        variable: OsString,
        elements: Vec<OsString>,
        units: impl IntoIterator<Item = usize>,
        others: Vec<(OsString, OsString)>,
    ) -> Self {
        let units = units.into_iter().map(|at| [at]);
        Self { elements: ArgsSpace::new(elements, units), variable, others }
    }

    /// The elements that `config` makes.
    pub fn elements(&self, config: &Config) -> Vec<OsString> {
        self.elements.render(config)
    }

    /// The value of the variable; none where no element is left.
    pub fn value(&self, config: &Config) -> Option<OsString> {
        let elements = self.elements(config);
        (!elements.is_empty()).then(|| elements.join(OsStr::new(":")))
    }
}

impl Space for SearchPathSpace {
    fn units(&self) -> usize {
        self.elements.units()
    }

    /// Costs one step for each element.
    fn id(&self, config: &Config) -> Id {
        self.elements.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        self.elements.size(config)
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let value = self.value(&config).map(|value| (self.variable.clone(), value));
        Ok(Candidate::Env(self.others.iter().cloned().chain(value).collect()))
    }

    /// Writes the elements, each ended by a zero byte, and nothing of the other variables.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.elements.write(config, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> SearchPathSpace {
        let elements = ["/a", "", "/b", "/a"].map(OsString::from).to_vec();
        SearchPathSpace::new("LIBS".into(), elements, [0, 1, 3], vec![("HOME".into(), "/h".into())])
    }

    fn environment(units: &[u32]) -> String {
        let (space, config) = (space(), Config::of_units(units.iter().copied()));
        let Candidate::Env(pairs) = space.candidate(Cow::Owned(config)).unwrap() else {
            panic!("an environment")
        };
        let shown = pairs.iter().map(|(name, value)| format!("{}={}", name.display(), value.display()));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn elements_keep_their_order_and_those_that_are_no_units_stay() {
        assert_eq!(environment(&[0, 1, 2]), "HOME=/h LIBS=/a::/b:/a");
        assert_eq!(environment(&[2]), "HOME=/h LIBS=/b:/a");
        assert_eq!(environment(&[]), "HOME=/h LIBS=/b");
    }

    #[test]
    fn a_variable_without_elements_is_not_set() {
        let space = SearchPathSpace::new("LIBS".into(), vec!["/a".into()], [0], Vec::new());
        assert_eq!(space.value(&Config::empty()), None);
    }

    #[test]
    fn what_is_written_are_the_elements_alone() {
        let mut written = Vec::new();
        space().write(&Config::of_units([0]), &mut written).unwrap();
        assert_eq!(written, b"/a\0/b\0");
    }
}

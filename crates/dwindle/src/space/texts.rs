//! A space of whole texts: a configuration of one unit is that text. It lets a strategy choose among texts that
//! were made elsewhere.

use std::borrow::Cow;
use std::io;

use crate::space::Space;
use crate::{Candidate, Config, Id, Text};

/// Texts, each of which is a unit: a configuration of one of them is that text.
///
/// A configuration of several units, or of none, is no text: it may not be asked about.
#[derive(Clone, Debug, Default)]
pub struct Texts(Vec<Text>);

impl Texts {
    /// A space of `texts`, in their order.
    pub fn new(texts: Vec<Text>) -> Self {
        Self(texts)
    }

    /// The configuration that is the text `at` this place, from 0 on.
    pub fn config(at: usize) -> Config {
        Config::of_units(u32::try_from(at).ok())
    }

    fn of(&self, config: &Config) -> &Text {
        let unit = config.units().next().expect("one text is asked about");
        &self.0[unit as usize]
    }
}

impl Space for Texts {
    fn units(&self) -> usize {
        self.0.len()
    }

    fn id(&self, config: &Config) -> Id {
        self.of(config).id()
    }

    fn size(&self, config: &Config) -> u64 {
        self.of(config).bytes().len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(vec![Cow::Borrowed(self.of(&config).bytes())]))
    }
}

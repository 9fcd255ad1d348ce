//! A text of a log's actions in which what the rules of the log speak of stays as it is.

use std::io;
use std::sync::Arc;

use crate::log::{Log, Rules};
use crate::search::{Lens, Shared};
use crate::space::{Make, Space, Text};
use crate::{Config, Id, Outcome};

/// What no reduction of the fields of a log's actions may change: how many actions there are, which go together, when
/// they happen, and the line break at the end of the log.
#[derive(Clone, Debug)]
pub struct Intact {
    log: Log,
    rules: Rules,
}

impl Intact {
    /// Holds to what `rules` say of `log`.
    pub const fn new(log: Log, rules: Rules) -> Self {
        Self { log, rules }
    }

    /// Makes a space of the log's text one in which a candidate that breaks this is unresolved without a test.
    ///
    /// Costs reading the candidate for each question that a strategy asks.
    pub fn lens<'env, P: 'env>(self) -> Lens<'env, P> {
        let intact = Arc::new(self);
        Arc::new(move |inner| Arc::new(Held { intact: Arc::clone(&intact), inner: Arc::clone(inner) }))
    }
}

struct Held<'env, P> {
    intact: Arc<Intact>,
    inner: Shared<'env, P>,
}

impl<P> Space for Held<'_, P> {
    fn units(&self) -> usize {
        self.inner.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.inner.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        self.inner.size(config)
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        self.inner.weights(config)
    }

    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.inner.foregone(config, best).or_else(|| {
            let mut bytes = Vec::new();
            self.inner.write(config, &mut bytes).ok()?;
            let Intact { log, rules } = &*self.intact;
            let is_ended = bytes.ends_with(b"\n") || !log.text().bytes().ends_with(b"\n");
            let text = Text::new(bytes).ok()?;
            (!is_ended || !rules.hold_alike(log, text)).then_some(Outcome::Unresolved)
        })
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(config, out)
    }
}

impl<P> Make<P> for Held<'_, P> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, config)
    }
}

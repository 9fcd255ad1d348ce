//! The trail of a search: earlier bests, each at least an eighth smaller than the one before, to follow where parts
//! of the input went.

use crate::space::{Shared, text_of};
use crate::{Config, Text};

/// Texts that fail, each smaller than the one before it by at least an eighth, and the best itself.
///
/// Between two of them little has changed, so what became of the parts of the first can be seen step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    texts: Vec<Text>,
    last: Option<(Shared, Config)>,
}

impl Trail {
    /// Takes note of a new best.
    pub(super) fn add(&mut self, space: &Shared, config: &Config) {
        let size = space.size(config);
        let last = self.texts.last().map(|text| text.bytes().len() as u64);
        if last.is_some_and(|last| size > last - last / 8) {
            self.last = Some((space.clone(), config.clone()));
        } else {
            self.last = None;
            self.texts.extend(text_of(&**space, config));
        }
    }

    /// All of them, from the first to the best.
    pub(super) fn texts(&self) -> Vec<Text> {
        let last = self.last.as_ref().and_then(|(space, config)| text_of(&**space, config));
        self.texts.iter().cloned().chain(last).collect()
    }
}

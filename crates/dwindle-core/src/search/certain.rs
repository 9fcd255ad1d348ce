//! Looks for what always fails in an input that does so now and then.

use crate::Config;
use crate::search::{Search, Stop};
use crate::space::Shared;
use crate::test::Bar;

/// Into so many parts an input is cut at most.
const PARTS: usize = 128;

impl Search<'_> {
    /// The largest part of `space` that can go so that the rest fails in [`Bar::ALWAYS`] of as many runs: a half, a quarter, and so on down to
    /// one of 128, the first of equals; gives the rest.
    ///
    /// A search that keeps what fails as often as the input may take away what would have made the failure certain, and nothing that
    /// went comes back. So this is for its beginning. Where `is_known`, it asks for nothing and goes by what an earlier run found.
    ///
    /// # Errors
    /// As [`Search::probe`].
    ///
    /// # Cost
    /// A candidate is run until it passes once: where all fail as the input does, with the rate `r`, at most 254 candidates
    /// take 254 / (1 - r) runs. Where the input fails in more than half of its runs, which a search raises by itself, none. No
    /// logical tests.
    pub fn certain(&mut self, space: &Shared, bar: &Bar, is_known: bool) -> Result<Option<Config>, Stop> {
        let full = space.full();
        let (len, mut configs) = (full.len(), Vec::new());
        for parts in (1..).map(|step| 1 << step).take_while(|&parts| parts <= len.min(PARTS)) {
            let cut = |part: usize| part * len / parts;
            configs.extend((0..parts).map(|part| full.without_slice(cut(part)..cut(part + 1))));
        }
        if is_known {
            return Ok(configs.into_iter().find(|config| bar.always_failed(space.id(config))));
        }
        let mut found = None;
        bar.want_all(bar.is_low());
        for batch in configs.chunks(self.width).take_while(|_| bar.wants_all()) {
            let judged = self.probe_each(space, batch)?;
            found = judged.iter().position(Option::is_some).map(|at| batch[at].clone());
            bar.want_all(found.is_none());
        }
        bar.want_all(false);
        Ok(found)
    }
}

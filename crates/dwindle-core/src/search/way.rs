//! Every short text that was the best at some time, the latest first; a layout is made from one of them where the
//! best does not parse.

use std::collections::VecDeque;
use std::io;

use crate::Config;
use crate::space::Shared;

/// So many of the longest are kept in all.
const ROOM: usize = 256;

/// The candidates that became the best and are short enough, as they are kept, the last one last.
#[derive(Debug, Default)]
pub(super) struct Way {
    pub(super) longest: usize,
    kept: VecDeque<Vec<u8>>,
    bytes: usize,
}

impl Way {
    /// Takes note of a new best; the first ones make room for it.
    pub(super) fn add(&mut self, space: &Shared, config: &Config) -> io::Result<()> {
        if space.size(config) > self.longest as u64 {
            return Ok(());
        }
        let mut bytes = Vec::new();
        space.write(config, &mut bytes)?;
        self.bytes += bytes.len();
        self.kept.push_back(bytes);
        while self.bytes > self.longest.saturating_mul(ROOM) {
            self.bytes -= self.kept.pop_front().map_or(self.bytes, |first| first.len());
        }
        Ok(())
    }

    /// All of them, the last one first.
    pub(super) fn back(&self) -> impl Iterator<Item = &[u8]> {
        self.kept.iter().rev().map(Vec::as_slice)
    }

    /// Forgets them.
    pub(super) fn clear(&mut self) {
        (self.kept, self.bytes) = (VecDeque::new(), 0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::space::Unit;
    use crate::{Config, Engine, Text, test};

    #[test]
    fn what_became_the_best_is_there_from_the_last_to_the_first_that_is_short_enough() {
        let test = test::on_texts(|bytes: &[u8]| bytes.contains(&b'x'));
        let space = Arc::new(Text::new(b"a\nb\nx\nc\n".to_vec()).unwrap().cut(Unit::Lines));
        let way = Engine::new().run(&test, |search| {
            search.keep_way(5);
            for kept in [0..4, 1..4, 1..3, 2..4, 2..3, 0..1] {
                search.outcome(&space, &Config::of_range(kept))?;
            }
            Ok::<_, crate::Stop>(search.way().map(<[u8]>::to_vec).collect::<Vec<_>>())
        });
        assert_eq!(way.unwrap(), [b"x\n".to_vec(), b"b\nx\n".to_vec()]);
    }
}

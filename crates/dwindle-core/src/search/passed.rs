//! The last candidates that passed: what is said to be minimal is so because of them, so in the end they may be run again.

use std::collections::VecDeque;

use crate::Config;
use crate::space::Shared;

/// A longer one is not kept, nor what it is made of.
const LONGEST: u64 = 64 << 10;

/// The last candidates that passed and are short, the last one last.
#[derive(Debug, Default)]
pub(super) struct Passed {
    pub(super) most: usize,
    kept: VecDeque<(Shared, Config)>,
}

impl Passed {
    /// Takes note of another one; the first makes room for it.
    pub(super) fn add(&mut self, space: &Shared, config: &Config) {
        if self.most == 0 || space.size(config) > LONGEST {
            return;
        }
        if self.kept.len() == self.most {
            self.kept.pop_front();
        }
        self.kept.push_back((space.clone(), config.clone()));
    }

    /// All of them, the last one first.
    pub(super) fn back(&self) -> impl Iterator<Item = &(Shared, Config)> {
        self.kept.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::space::{Unit, text_of};
    use crate::{Config, Engine, Text, test};

    #[test]
    fn the_last_that_passed_are_there_from_the_last_to_the_first() {
        let test = test::on_texts(|bytes: &[u8]| bytes.contains(&b'x'));
        let space = Arc::new(Text::new(b"a\nb\nx\nc\n".to_vec()).unwrap().cut(Unit::Lines));
        let passed = Engine::new().run(&test, |search| {
            search.keep_passed(2);
            for kept in [0..1, 1..2, 0..4, 2..3, 3..4, 1..2] {
                search.outcome(&space, &Config::of_range(kept))?;
            }
            let texts = search.passed().filter_map(|(space, config)| text_of(&**space, config));
            Ok::<_, crate::Stop>(texts.map(|text| text.bytes().to_vec()).collect::<Vec<_>>())
        });
        assert_eq!(passed.unwrap(), [b"c\n".to_vec(), b"b\n".to_vec()], "one asked about again counts once");
    }
}

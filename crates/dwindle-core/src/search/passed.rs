//! The last candidates that did not fail: what is said to be minimal is so because of them, so in the end they may be run again.

use std::cmp::Reverse;
use std::collections::VecDeque;

use crate::Config;
use crate::space::Shared;

/// As long as the best is longer, none is kept, nor what they are made of.
const LONGEST: u64 = 64 << 10;

/// The last candidates that did not fail, the last one last.
#[derive(Debug, Default)]
pub(super) struct Passed {
    pub(super) most: usize,
    kept: VecDeque<(Shared, Config)>,
}

impl Passed {
    /// Takes note of another one, where the best has so many bytes; the first makes room for it.
    pub(super) fn add(&mut self, space: &Shared, config: &Config, best: Option<u64>) {
        if self.most == 0 || best.is_none_or(|best| best > LONGEST) {
            return;
        }
        if self.kept.len() == self.most {
            self.kept.pop_front();
        }
        self.kept.push_back((space.clone(), config.clone()));
    }

    /// Those smaller than `size`, the largest first, and of equal ones the last: of a best of that size they leave out least.
    pub(super) fn nearest(&self, size: u64) -> Vec<(Shared, Config)> {
        let sized = self.kept.iter().rev().map(|(space, config)| (space.size(config), space, config));
        let mut smaller: Vec<_> = sized.filter(|(of, ..)| *of < size).collect();
        smaller.sort_by_key(|(of, ..)| Reverse(*of));
        smaller.into_iter().map(|(_, space, config)| (space.clone(), config.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::space::{Space as _, Unit, text_of};
    use crate::{Config, Engine, Text, test};

    #[test]
    fn those_of_the_last_that_leave_out_least_come_first() {
        let test = test::on_texts(|bytes: &[u8]| bytes.contains(&b'x'));
        let space = Arc::new(Text::new(b"a\nb\nx\nc\nd\n".to_vec()).unwrap().cut(Unit::Lines));
        let passed = Engine::new().run(&test, |search| {
            search.adopt(&space, &space.full(), crate::Outcome::Fail)?;
            search.keep_passed(3);
            for kept in [0..1, 3..4, 0..2, 1..4, 4..5, 0..2] {
                search.outcome(&space, &Config::of_range(kept))?;
            }
            let texts = search.passed().into_iter().filter_map(|(space, config)| text_of(&*space, &config));
            Ok::<_, crate::Stop>(texts.map(|text| text.bytes().to_vec()).collect::<Vec<_>>())
        });
        let expected = ["a\nb\n", "d\n", "c\n"].map(|text| text.as_bytes().to_vec());
        assert_eq!(passed.unwrap(), expected, "one asked about again counts once");
    }
}

//! Exploring: a part of a search that asks about candidates and keeps none of them as the best.

use crate::search::Search;

impl Search<'_> {
    /// Runs `work` only to learn outcomes: no candidate that it asks about becomes the best, however small, none is measured by
    /// an [objective](crate::search::Objective), and that the target size is reached ends nothing. Budgets hold.
    pub fn exploring<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.explores, true);
        let done = work(self);
        self.explores = outer;
        done
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::space::{Space, Unit};
    use crate::{Engine, Outcome, Stop, Text, test};

    #[test]
    fn what_is_asked_about_meanwhile_is_never_kept() {
        let test = test::on_texts(|bytes: &[u8]| bytes.contains(&b'x'));
        let text = Text::new(b"abcx".to_vec()).unwrap();
        let sizes = Engine::new().target(Some(2)).run(&test, |search| {
            let space = Arc::new(text.cut(Unit::Bytes));
            search.adopt(&space, &space.full(), Outcome::Fail)?;
            let smaller = crate::Config::of_units([3]);
            let outcome = search.exploring(|search| search.outcome(&space, &smaller))?;
            assert_eq!(outcome, Outcome::Fail);
            let before = search.best_size();
            search.adopt(&space, &smaller, Outcome::Fail)?;
            let full = search.exploring(|search| search.outcome(&space, &space.full()));
            assert_eq!(full.unwrap(), Outcome::Fail, "that the target is reached ends nothing");
            Ok::<_, Stop>((before, search.best_size()))
        });
        assert_eq!(sizes.unwrap(), (Some(4), Some(1)));
    }
}

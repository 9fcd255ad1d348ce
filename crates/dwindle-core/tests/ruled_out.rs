//! What a space rules out is never run, at any number of jobs: not even ahead of its question.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dwindle_core::space::{ListSpace, Space};
use dwindle_core::strategy::{Dwindle, OneMinimal};
use dwindle_core::test::on_items;
use dwindle_core::{Candidate, Config, Control, Engine, Halt, Id, Outcome, Strategy};

const ITEMS: [u32; 200] = [0; 200];

/// Elements of which only an even number makes sense.
struct Even(ListSpace);

impl Space for Even {
    fn units(&self) -> usize {
        self.0.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.0.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        self.0.size(config)
    }

    fn known_outcome(&self, config: &Config, _best: &Config) -> Option<Outcome> {
        (config.len() % 2 == 1).then_some(Outcome::Unresolved)
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        self.0.candidate(config)
    }
}

/// What is left of the elements at so many jobs, when seven have to be.
fn check(jobs: usize) -> Config {
    let senseless = AtomicUsize::new(0);
    let test = on_items(&ITEMS, |kept| {
        senseless.fetch_add(kept.len() % 2, Ordering::Relaxed);
        if kept.len() >= 7 { Outcome::Fail } else { Outcome::Pass }
    });
    let space = Arc::new(Even(ListSpace::new(ITEMS.len())));
    let run = Engine::new()
        .jobs(jobs)
        .run(&test, |search| search.run(&space, Dwindle::new(space.full())).map(|done| done.best().clone()));
    assert_eq!(senseless.load(Ordering::Relaxed), 0, "at {jobs} jobs");
    run.expect("it is not stopped")
}

#[test]
fn nothing_is_run_that_the_space_rules_out() {
    let alone = check(1);
    assert_eq!(alone.len() % 2, 0);
    for jobs in [2, 8] {
        assert_eq!(check(jobs), alone);
    }
}

/// Elements none of which can go, which takes so long to find out that the run is stopped on the way.
struct Slow {
    list: ListSpace,
    control: Control,
    asked: AtomicUsize,
}

impl Space for Slow {
    fn units(&self) -> usize {
        self.list.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.list.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        self.list.size(config)
    }

    fn known_outcome(&self, _config: &Config, _best: &Config) -> Option<Outcome> {
        if self.asked.fetch_add(1, Ordering::Relaxed) == 9 {
            self.control.halt(Halt::TimeUp);
        }
        Some(Outcome::Pass)
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        self.list.candidate(config)
    }
}

#[test]
fn a_run_is_stopped_where_one_question_after_the_other_needs_no_test() {
    let control = Control::default();
    let space = Arc::new(Slow {
        list: ListSpace::new(ITEMS.len()),
        control: control.clone(),
        asked: AtomicUsize::new(0),
    });
    let test = on_items(&ITEMS, |_| Outcome::Fail);
    let run = Engine::new()
        .control(control)
        .run(&test, |search| search.run(&space, OneMinimal::new(space.full())).map(|_| ()));
    assert!(run.is_err());
    assert_eq!(space.asked.load(Ordering::Relaxed), 10);
}

//! A strategy of its own: the list shrinker of `QuickCheck` (K. Claessen and J. Hughes, ICFP 2000), which takes out
//! stretches of a half, a quarter and so on, and begins again after each success. It is run by a loop, by the engine, and
//! by an inquiry, which is asked and told.

use std::error::Error;
use std::sync::Arc;

use dwindle_core::search::Inquiry;
use dwindle_core::space::{ListSpace, Space};
use dwindle_core::strategy::laws;
use dwindle_core::test::on_items;
use dwindle_core::{Config, Engine, Outcome, Question, Stop, Strategy};

/// What fails by now, and which stretch of it goes next.
#[derive(Clone)]
struct Stretches {
    best: Config,
    len: usize,
    from: usize,
}

impl Stretches {
    fn new(start: Config) -> Self {
        Self { len: start.len().div_ceil(2), from: 0, best: start }
    }

    /// The stretch that follows this one.
    fn after(&self, (from, len): (usize, usize)) -> (usize, usize) {
        if from + len < self.best.len() { (from + len, len) } else { (0, len / 2) }
    }
}

impl Strategy for Stretches {
    /// Everything is known ahead, as long as nothing fails.
    fn ask(&self, nth: usize) -> Option<Question> {
        let (from, len) = (0..nth).fold((self.from, self.len), |at, _| self.after(at));
        let config = (len > 0).then(|| self.best.without_slice(from..from + len))?;
        Some(Question::until_fail(config, 0.25))
    }

    fn tell(&mut self, outcome: Outcome) {
        if outcome == Outcome::Fail {
            *self = Self::new(self.best.without_slice(self.from..self.from + self.len));
        } else {
            (self.from, self.len) = self.after((self.from, self.len));
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let items: Vec<u32> = (0..100).collect();
    let fails = |kept: &[u32]| kept.contains(&12) && kept.contains(&70);
    let start = Config::full(items.len());
    let outcome = |config: &Config| if fails(&config.of(&items)) { Outcome::Fail } else { Outcome::Pass };

    // A loop; this one also checks that the strategy keeps the laws.
    let checked = laws::check(Stretches::new(start.clone()), &start, outcome, 10_000);
    assert_eq!(checked.best.of(&items), [12, 70]);
    assert!(laws::is_one_minimal(&checked));

    // The engine, with four tests at a time.
    let space = Arc::new(ListSpace::new(items.len()));
    let (best, count) = Engine::new().jobs(4).run(&on_items(&items, fails), |search| {
        let done = search.run(&space, Stretches::new(space.full()))?;
        Ok::<_, Stop>((done.best().clone(), search.count()))
    })?;
    assert_eq!(best.of(&items), [12, 70]);

    // An inquiry, with two tests at a time.
    let mut inquiry = Inquiry::new(&space, Stretches::new(space.full()));
    while let Some(first) = inquiry.ask() {
        let second = inquiry.ask();
        for asked in second.into_iter().chain([first]) {
            inquiry.tell(asked.ticket, outcome(&asked.config))?;
        }
    }
    assert_eq!((inquiry.best(), inquiry.count()), (&best, count));
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}

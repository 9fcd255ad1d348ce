//! The default strategy: group testing that learns, then sweeps.
//!
//! To remove a set of units is to test whether the set is free of needed ones. If failing is monotone, that is
//! group testing with an unknown number of defectives (Hwang, "A method for detecting all defective members in
//! a population by group testing", 1972; Sobel & Groll 1959 for groups that are clean with chance one half),
//! and about log2 C(n,k) + k questions are enough for k needed units among n:
//!
//! 1. *Opening*: the last half, quarter, eighth ... is asked to go until one can. That tells how dense the
//!    needed units are, within a factor, whatever their number.
//! 2. *Search*: windows of up to 64 independent questions against one ground. Sets known to hold something
//!    needed ("dirty") are cut where the answer is most open; what no answer concerns goes back to the unknown
//!    units, which are pooled into groups that can go with a chance of one half. If a part of a dirty set can
//!    go, the other part is dirty untested; a dirty unit is taken to be needed untested.
//! 3. *Fold*: what can go one by one goes together. The next window is asked on that assumption, and its
//!    first failure proves it; only a window without any failure must ask for the fold itself.
//! 4. *Sweep*: each unit left is removed alone. If none can go, the result is 1-minimal and this is the end.
//!
//! Tests of real inputs are not monotone: a definition goes only after its uses, a bracket only with its
//! partner. Nothing above is trusted further than its cost. Where the conclusions turn out wrong (a unit taken
//! to be needed can go, a fold does not hold, almost everything seems needed) the strategy goes on with
//! *rounds*: sweeps in chunks of half the units, of a quarter, down to single units, from the end, until one
//! whole round removes nothing. Its last sweep is the proof of 1-minimality.
//!
//! Where tests that pass are [dearer](Prices) than those that fail, the opening and the rounds skip sizes, and a pool can go
//! with a chance above one half: the one at which an answer tells most for its price. Where they are cheaper, below.
//!
//! # Determinism
//! No randomness and no clock; floating point only as `+ - * /`, so the same questions everywhere.
//!
//! # Cost
//! In tests, k needed units among n, monotone: about 1.1 (log2 C(n,k) + k). A round over m units costs at most
//! 2m tests plus a few for each that removed something.

mod belief;
mod fold;
mod ranks;
mod sweep;
#[cfg(test)]
mod tests;
mod window;

use self::belief::{Evidence, Folds};
use self::fold::Folding;
use self::sweep::Sweep;
use self::window::{Kind, Marks, Trial};
use crate::{Config, Outcome, OutcomeSet, Prices, Question, Strategy};
use std::sync::Arc;

/// The default list strategy; see the module's text for the algorithm.
///
/// Cloning copies a few pointers. Apart from `start` and `best` all sets are sets of ranks in `start`.
#[derive(Clone, Debug)]
pub struct Dwindle {
    /// The configuration it began with.
    start: Arc<Config>,
    /// The smallest configuration told to fail.
    best: Arc<Config>,
    /// The ranks still kept: what questions are put against.
    ground: Arc<Config>,
    proof: Proof,
    stage: Stage,
    /// The ground before the last fold, and the sets that went in it.
    before: Arc<Config>,
    parts: Arc<Vec<Config>>,
    folds: Folds,
    marks: Arc<Marks>,
    evidence: Evidence,
    sweep: Sweep,
    /// The questions of this window, how many were answered, and a bit for each that failed.
    window: Arc<Vec<Trial>>,
    next: usize,
    held: u64,
    surprised: bool,
    /// Whether to end at the first window after a surprise.
    until_surprised: bool,
    prices: Prices,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Asks for the last `len >> halvings` units to go, or for fewer if they cannot.
    Opening { halvings: u32 },
    /// Asks the window.
    Window,
    /// Looks for the part of a fold that holds.
    Folding(Folding),
    /// Nothing is left to ask.
    Done,
}

/// Whether the ground is known to fail.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Proof {
    /// It was told to.
    Proven,
    /// It is a fold: a failure in the window will prove it, else it is asked after the window.
    Assumed,
    /// It is a fold that is asked before the window.
    Asking,
}

impl Dwindle {
    /// Begins with `start`, which is known to fail.
    pub fn new(start: Config) -> Self {
        let ground = Arc::new(Config::full(start.len()));
        let mut new = Self {
            best: Arc::new(start.clone()),
            start: Arc::new(start),
            before: ground.clone(),
            ground,
            proof: Proof::Proven,
            stage: Stage::Opening { halvings: 1 },
            parts: Arc::default(),
            folds: Folds::default(),
            marks: Arc::default(),
            evidence: Evidence::default(),
            sweep: Sweep::default(),
            window: Arc::default(),
            next: 0,
            held: 0,
            surprised: false,
            until_surprised: false,
            prices: Prices::EQUAL,
        };
        if new.ground.len() < 2 {
            new.plan();
        }
        new
    }

    /// Begins with `start`, which is known to fail, and ends early when it is [surprised](Self::is_surprised).
    ///
    /// Then [`best`](Strategy::best) is what was reached, and there are other means than this one's.
    pub fn until_surprised(start: Config) -> Self {
        Self { until_surprised: true, ..Self::new(start) }
    }

    /// Begins with `start`, which is known to fail, and with the rounds, as nothing is to be concluded.
    pub fn in_rounds(start: Config) -> Self {
        let mut new = Self { surprised: true, ..Self::new(start) };
        if new.ground.len() > 1 {
            new.sweep.round(new.ground.len());
            new.plan();
        }
        new
    }

    /// Whether something was told that no monotone test of two outcomes tells: an unresolved outcome, sets that
    /// can go one by one but not together, a unit that can go after all.
    pub const fn is_surprised(&self) -> bool {
        self.surprised
    }

    /// Draws the conclusions of the opening: the last `size` units can go, but not these and the `dirty` ones before them.
    fn opened(&mut self, size: usize, dirty: usize) {
        let rest = self.ground.slice(0..self.ground.len() - size);
        let (dirty, unknown) = ranks::cut(&rest, dirty);
        self.evidence.clean += size;
        let mut marks = Marks { unknown, ..Marks::default() };
        marks.add_dirty(vec![dirty], &mut self.evidence);
        self.marks = Arc::new(marks);
        self.ground = Arc::new(rest);
        self.plan();
    }

    /// Makes the next window.
    fn plan(&mut self) {
        if self.until_surprised && self.surprised && self.proof == Proof::Proven {
            self.stage = Stage::Done;
            return;
        }
        (self.next, self.held, self.stage) = (0, 0, Stage::Window);
        let belief = self.marks.belief(&self.evidence);
        if self.marks.is_open() && belief.is_dense() {
            // Almost everything seems needed: that is for the sweeps to find out.
            self.marks = Arc::default();
            self.sweep.round(self.ground.len());
        }
        let window = if self.marks.is_open() {
            window::trials(&self.marks, &belief, self.prices.chance())
        } else {
            self.sweep.trials(&self.ground)
        };
        if window.is_empty() && self.proof == Proof::Proven {
            self.stage = Stage::Done;
        }
        if self.proof == Proof::Assumed && self.folds.ask_first(window.len()) {
            self.proof = Proof::Asking;
        }
        self.window = Arc::new(window);
    }

    /// Draws the conclusions of a whole window on a proven ground.
    fn conclude(&mut self) {
        let window = std::mem::take(&mut self.window);
        let held = |i: usize| self.held >> i & 1 == 1;
        let gone: Vec<Config> = window
            .iter()
            .enumerate()
            .filter(|&(i, _)| held(i))
            .map(|(_, trial)| trial.remove.clone())
            .collect();
        for (i, trial) in window.iter().enumerate() {
            if let Kind::Sweep(side) = trial.kind {
                self.sweep.told(&trial.remove, side, held(i), &self.ground);
            }
        }
        if self.marks.is_open() {
            Arc::make_mut(&mut self.marks).conclude(&window, self.held, &mut self.evidence);
        }
        if gone.len() < 2 {
            self.sweep.widen();
        }
        if !gone.is_empty() {
            self.before = self.ground.clone();
            self.ground = Arc::new(self.before.minus(&Config::gather(&gone)));
            self.proof = if gone.len() == 1 { Proof::Proven } else { Proof::Assumed };
            self.parts = Arc::new(gone);
        }
        self.plan();
    }

    /// The fold does not hold: the window asked on it is void.
    fn unfold(&mut self) {
        self.folds.failed();
        self.surprised = true;
        self.sweep.void(&self.window);
        self.proof = Proof::Proven;
        let parts: &mut Vec<Config> = Arc::make_mut(&mut self.parts);
        let folding = Folding::new(&self.before, parts);
        if folding.is_done() {
            let (base, failed) = folding.result(parts);
            self.folded(base, failed);
        } else {
            self.stage = Stage::Folding(folding);
        }
    }

    /// Goes on with the part of a fold that holds.
    fn folded(&mut self, base: Arc<Config>, failed: Vec<Config>) {
        self.ground = base;
        self.sweep.refute(self.ground.len());
        if self.marks.is_open() {
            Arc::make_mut(&mut self.marks).add_dirty(failed, &mut self.evidence);
        }
        self.plan();
    }

    /// How many halvings the opening takes at once.
    fn halvings(&self) -> u32 {
        self.prices.halvings().min(self.start.len().checked_ilog2().unwrap_or(1).max(1))
    }

    /// Whether the next question is the ground itself.
    fn asks_ground(&self) -> bool {
        self.proof == Proof::Asking || (self.proof == Proof::Assumed && self.next == self.window.len())
    }

    /// The `nth` question in ranks.
    fn question(&self, nth: usize) -> Option<(Config, OutcomeSet, f64)> {
        match &self.stage {
            Stage::Opening { halvings } => {
                let more = self.halvings().checked_mul(u32::try_from(nth).ok()?)?;
                let size = self.ground.len().checked_shr(halvings.checked_add(more)?)?;
                let kept = self.ground.slice(0..self.ground.len() - size);
                (size > 0).then_some((kept, OutcomeSet::FAIL, 0.5))
            }
            Stage::Folding(folding) if nth == 0 => {
                Some((folding.question(&self.parts), OutcomeSet::ANY, 0.5))
            }
            Stage::Folding(_) | Stage::Done => None,
            Stage::Window if nth == 0 && self.asks_ground() => {
                let decides = match self.proof {
                    Proof::Asking => OutcomeSet::PASS.with(Outcome::Unresolved),
                    Proof::Proven | Proof::Assumed => OutcomeSet::ANY,
                };
                Some(((*self.ground).clone(), decides, self.folds.chance()))
            }
            Stage::Window => {
                let trial = self.window.get(self.next + nth - usize::from(self.proof == Proof::Asking))?;
                Some((self.ground.minus(&trial.remove), OutcomeSet::NONE, trial.chance))
            }
        }
    }
}

impl Strategy for Dwindle {
    fn ask(&self, nth: usize) -> Option<Question> {
        let (kept, decides, chance) = self.question(nth)?;
        #[expect(clippy::cast_possible_truncation, reason = "a hint needs no more than single precision")]
        Some(Question { config: ranks::realise(&self.start, kept), decides, chance: chance as f32 })
    }

    fn tell(&mut self, outcome: Outcome) {
        let fail = outcome == Outcome::Fail;
        self.surprised |= outcome == Outcome::Unresolved;
        if fail
            && let Some(question) = self.ask(0)
            && question.config.len() < self.best.len()
        {
            self.best = Arc::new(question.config);
        }
        let asks_ground = self.asks_ground();
        match &mut self.stage {
            Stage::Done => panic!("an outcome was told that no question asked for"),
            Stage::Opening { halvings } => {
                let (units, this) = (self.ground.len(), *halvings);
                let size = units >> this;
                if fail {
                    // If nothing more was asked for, that the rest cannot go too is the assumption that something is needed.
                    let asked = if this == 1 { units } else { units >> (this - self.halvings()) };
                    self.opened(size, asked - size);
                } else if units >> (this + self.halvings()) == 0 {
                    self.opened(0, size);
                } else {
                    self.stage = Stage::Opening { halvings: this + self.halvings() };
                }
            }
            Stage::Folding(folding) => {
                folding.tell(fail, &self.parts);
                if folding.is_done() {
                    let (base, failed) = folding.result(&self.parts);
                    self.folded(base, failed);
                }
            }
            Stage::Window if asks_ground => {
                if !fail {
                    self.unfold();
                    return;
                }
                self.folds.held();
                self.sweep.widen();
                let ended = self.proof == Proof::Assumed;
                self.proof = Proof::Proven;
                if ended || self.window.is_empty() {
                    self.conclude();
                }
            }
            Stage::Window => {
                if fail {
                    if self.proof == Proof::Assumed {
                        self.folds.held();
                        self.sweep.widen();
                    }
                    self.proof = Proof::Proven;
                    self.surprised |= self.window[self.next].kind != Kind::Search && !self.marks.is_open();
                    self.held |= 1 << self.next;
                }
                self.next += 1;
                if self.next == self.window.len() && self.proof == Proof::Proven {
                    self.conclude();
                }
            }
        }
    }

    fn weigh(&mut self, prices: Prices) {
        if prices == self.prices {
            return;
        }
        self.prices = prices;
        self.sweep.weigh(prices);
        // What began with rounds begins with those of these prices.
        if self.surprised && matches!(self.stage, Stage::Window) {
            self.sweep.round(self.ground.len());
            self.plan();
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }

    fn rest(&self) -> Option<u64> {
        let is_sweeping = matches!(self.stage, Stage::Window) && !self.marks.is_open() && self.held == 0;
        // A fold may not hold, and then there is more to ask.
        let after = self.sweep.rest().filter(|_| is_sweeping && self.proof == Proof::Proven)?;
        Some((after + self.window.len() - self.next) as u64)
    }
}

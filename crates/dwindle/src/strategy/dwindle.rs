//! The default strategy.

mod belief;
mod fold;
mod ranks;
mod sweep;
mod window;

use crate::{Config, Outcome, OutcomeSet, Question, Strategy};
use belief::Evidence;
use fold::Folding;
use std::sync::Arc;
use sweep::Sweep;
use window::{Kind, Trial};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage { Opening { halvings: u32 }, Window, Folding, Done }

#[derive(Clone, Copy, Debug, PartialEq)]
enum Proof { Proven, Assumed, Asking }

#[derive(Clone, Debug, Default)]
struct Marks {
    dirty: Vec<Config>,
    unknown: Config,
    needed: Config,
}

/// Default strategy.
#[derive(Clone, Debug)]
pub struct Dwindle {
    start: Arc<Config>,
    best: Arc<Config>,
    ground: Arc<Config>,
    kept: Arc<Config>,
    pending: Arc<Vec<Config>>,
    before: Arc<Config>,
    parts: Arc<Vec<Config>>,
    folding: Folding,
    folds: (f64, f64),
    proof: Proof,
    stage: Stage,
    marks: Arc<Marks>,
    evidence: Evidence,
    sweep: Arc<Sweep>,
    window: Arc<Vec<Trial>>,
    taken: usize,
    next: usize,
    held: u64,
    rounds: usize,
    pub tune: [f64; 8],
}

impl Dwindle {
    /// Begins with `start`, which fails.
    pub fn new(start: Config) -> Self { Self::tuned(start, [2.0, 16.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]) }
    /// Tuned.
    pub fn tuned(start: Config, tune: [f64; 8]) -> Self {
        let all = Arc::new(Config::full(start.len()));
        let mut new = Self {
            best: Arc::new(start.clone()), start: Arc::new(start),
            ground: all.clone(), kept: all.clone(), before: all, pending: Arc::default(), parts: Arc::default(),
            folding: Folding::default(), folds: (0.0, 0.0), proof: Proof::Proven, stage: Stage::Done,
            marks: Arc::default(), evidence: Evidence::default(), sweep: Arc::default(), window: Arc::default(),
            taken: 0, next: 0, held: 0, rounds: 0, tune,
        };
        new.open();
        new
    }

    fn open(&mut self) {
        self.marks = Arc::new(Marks { unknown: (*self.kept).clone(), ..Marks::default() });
        self.evidence = Evidence::default();
        self.stage = Stage::Opening { halvings: 1 };
        if self.kept.len() < 2 {
            self.opened(0);
        }
    }

    /// The opening found that the last `size` units can go.
    fn opened(&mut self, size: usize) {
        let len = self.kept.len();
        let marks = Arc::make_mut(&mut self.marks);
        let (dirty_len, clean) = if size == 0 { (1.min(len), 0) } else if 2 * size >= len - 1 { (len - size, size) } else { (size.min(len - size), size) };
        let rest = len - clean;
        let dirty = marks.unknown.slice(rest - dirty_len..rest);
        self.kept = Arc::new(marks.unknown.slice(0..rest));
        marks.unknown = marks.unknown.slice(0..rest - dirty_len);
        self.ground = self.kept.clone();
        Arc::make_mut(&mut self.sweep).moved(clean);
        self.evidence.clean += belief::count(clean);
        if dirty_len == 1 {
            marks.needed = dirty;
            self.evidence.starts += 1.0;
        } else if dirty_len > 1 {
            marks.dirty.push(dirty);
        }
        self.stage = Stage::Window;
        self.plan();
    }

    /// Makes the next window.
    fn plan(&mut self) {
        (self.next, self.held) = (0, 0);
        self.stage = Stage::Window;
        if self.marks.dirty.is_empty() && self.marks.unknown.is_empty() {
            self.rebase();
            self.taken = 0;
            let mut trials = Arc::make_mut(&mut self.sweep).trials(&self.kept);
            if trials.is_empty() && self.proof == Proof::Proven {
                if Arc::make_mut(&mut self.sweep).reopens(self.kept.len()) {
                    self.open();
                    return;
                }
                self.stage = Stage::Done;
                trials = Vec::new();
            }
            self.window = Arc::new(trials);
            return;
        }
        let (trials, taken) = window::trials(&self.marks, &self.evidence, &self.tune);
        self.taken = taken;
        let width = trials.len();
        self.rounds += 1;
        if belief::count(width * self.rounds) >= self.tune[1] { self.rebase(); }
        if self.proof == Proof::Assumed {
            let fails = (self.folds.1 + 1.0 / 64.0) / (self.folds.0 + self.folds.1 + 1.0);
            if fails * belief::count(width) > self.tune[2] { self.proof = Proof::Asking; }
        }
        self.window = Arc::new(trials);
    }

    /// Puts the next questions against what is kept now.
    fn rebase(&mut self) {
        self.rounds = 0;
        if self.pending.is_empty() { return; }
        self.before = std::mem::replace(&mut self.ground, self.kept.clone());
        self.parts = std::mem::take(&mut self.pending);
        self.proof = if self.parts.len() == 1 { Proof::Proven } else { Proof::Assumed };
        Arc::make_mut(&mut self.sweep).rebased();
    }

    /// Draws the conclusions of a whole window.
    fn apply(&mut self) {
        let marks = Arc::make_mut(&mut self.marks);
        let sweep = Arc::make_mut(&mut self.sweep);
        let trials = &*self.window;
        let searched = trials.iter().flat_map(|t| [&t.remove, &t.rest]);
        marks.unknown = marks.unknown.minus(&ranks::gather(searched));
        let mut dirty = marks.dirty.split_off(self.taken);
        marks.dirty.clear();
        let (mut gone, mut needed, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for (i, Trial { remove, rest, kind, .. }) in trials.iter().enumerate() {
            let held = self.held >> i & 1 == 1;
            if held { gone.push(remove.clone()); }
            match kind {
                Kind::Search if held => { if !rest.is_empty() { dirty.push(rest.clone()); } }
                Kind::Search => { dirty.push(remove.clone()); unknown.push(rest); }
                Kind::Reach if held => unknown.push(rest),
                Kind::Reach => {
                    self.evidence.joined += belief::count(rest.len() + 1);
                    needed.push(remove.clone());
                    needed.push(rest.clone());
                }
                Kind::Sweep(side) => sweep.told(remove, *side, held, &self.kept),
            }
        }
        for set in &gone {
            self.evidence.clean += belief::count(set.len());
            for run in set.runs() {
                if marks.needed.contains(run.end) { self.evidence.apart += 1.0; }
            }
        }
        marks.unknown = marks.unknown.union(&ranks::gather(unknown));
        marks.needed = marks.needed.union(&ranks::gather(&needed)).minus(&ranks::gather(&gone));
        dirty.sort_by_key(|set| std::cmp::Reverse(set.runs().last().map_or(0, |run| run.end)));
        let mut singles = Vec::new();
        for set in dirty {
            if set.len() > 1 { marks.dirty.push(set); continue; }
            let after = set.runs()[0].end;
            if marks.needed.contains(after) { self.evidence.joined += 1.0; } else { self.evidence.starts += 1.0; }
            singles.push(set);
        }
        marks.needed = marks.needed.union(&ranks::gather(&singles));
        if !gone.is_empty() {
            self.kept = Arc::new(self.kept.minus(&ranks::gather(&gone)));
            Arc::make_mut(&mut self.pending).extend(gone);
        }
        self.plan();
    }

    fn config_at(&self, nth: usize) -> Option<(Config, OutcomeSet, f64)> {
        match self.stage {
            Stage::Done => None,
            Stage::Opening { halvings } => {
                let size = self.kept.len().checked_shr(halvings + u32::try_from(nth).ok()?).unwrap_or(0);
                (size > 0).then(|| (self.kept.slice(0..self.kept.len() - size), OutcomeSet::FAIL, 0.5))
            }
            Stage::Folding => (nth == 0).then(|| (self.folding.question(&self.parts), OutcomeSet::ANY, 0.5)),
            Stage::Window => {
                let asking = usize::from(self.proof == Proof::Asking);
                let at = self.next + nth;
                if at < asking || (at == self.window.len() + asking && nth == 0) {
                    let decides = if asking == 1 { OutcomeSet::PASS.with(Outcome::Unresolved) } else { OutcomeSet::ANY };
                    return Some(((*self.ground).clone(), decides, 0.98));
                }
                let trial = self.window.get(at - asking)?;
                Some((self.ground.minus(&trial.remove), OutcomeSet::NONE, trial.chance))
            }
        }
    }

    fn fold_failed(&mut self) {
        self.folds.1 += 1.0;
        self.folding = Folding::new(&self.before, Arc::make_mut(&mut self.parts).as_mut_slice());
        self.stage = Stage::Folding;
        self.proof = Proof::Proven;
    }

    fn folded(&mut self) {
        let failed = std::mem::take(&mut self.folding.failed);
        let marks = Arc::make_mut(&mut self.marks);
        for &i in &failed {
            let part = &self.parts[i];
            if part.len() > 1 { marks.dirty.push(part.clone()); } else { marks.needed = marks.needed.union(part); }
        }
        self.ground = self.folding.base.clone();
        self.kept = self.ground.clone();
        self.plan();
    }
}

impl Strategy for Dwindle {
    fn ask(&self, nth: usize) -> Option<Question> {
        let (config, decides, chance) = self.config_at(nth)?;
        #[expect(clippy::cast_possible_truncation, reason = "a hint")]
        Some(Question { config: ranks::realise(&self.start, &config), decides, chance: chance as f32 })
    }

    fn tell(&mut self, outcome: Outcome) {
        let fail = outcome == Outcome::Fail;
        if fail {
            let question = self.ask(0).expect("there is a question to answer");
            if question.config.len() < self.best.len() { self.best = Arc::new(question.config); }
        }
        match self.stage {
            Stage::Done => panic!("the strategy is done"),
            Stage::Opening { halvings } => {
                let size = self.kept.len() >> halvings;
                if fail { self.opened(size); } else if size == 1 { self.opened(0); } else {
                    self.stage = Stage::Opening { halvings: halvings + 1 };
                }
            }
            Stage::Folding => {
                if self.folding.tell(fail, &self.parts) { self.folded(); }
            }
            Stage::Window => {
                let ending = self.next == self.window.len();
                if self.proof == Proof::Asking || ending {
                    if fail {
                        self.folds.0 += 1.0;
                        self.proof = Proof::Proven;
                        if ending { self.apply(); }
                    } else { self.fold_failed(); }
                    return;
                }
                if fail {
                    if self.proof == Proof::Assumed { self.folds.0 += 1.0; }
                    self.proof = Proof::Proven;
                    self.held |= 1 << self.next;
                }
                self.next += 1;
                if self.next == self.window.len() && self.proof == Proof::Proven { self.apply(); }
            }
        }
    }

    fn best(&self) -> &Config { &self.best }
}

//! Which candidates an inquiry has judged next, and which tests it no longer wants. Its question comes first, then
//! what is likeliest to be asked after it.

use std::sync::PoisonError;

use crate::Id;
use crate::event::Purpose;
use crate::search::ahead::Likely;
use crate::search::dispatch::Dispatch;
use crate::search::foreseen::Foreseen;
use crate::search::inquiry::{Inquiry, Open, Pending};
use crate::slots::Asked;

impl Inquiry {
    /// `is_single` says that nothing will run beside what is begun where nothing is open.
    pub(super) fn begin(&mut self, width: usize, is_single: bool, foreseen: Vec<Foreseen>) -> Dispatch {
        let mut dispatch = Dispatch::default();
        if self.open.is_empty()
            && let Some(one) = self.begin_one(width, is_single)
        {
            dispatch.start.push(one);
            return dispatch;
        }
        let Some(pending) = &self.pending else { return dispatch };
        let [is_late, is_broken] = self.troubles(pending);
        let next = self.next(pending);
        if self.open.iter().any(|open| open.is_alone) {
            return dispatch;
        }
        let mut wanted = self.likeliest(2 * width, foreseen);
        if is_late || is_broken {
            // What runs ahead and is still wanted is waited for, so that none of its time is lost.
            dispatch.stop = self.not_among(&wanted);
            return dispatch;
        }
        if wanted.first().is_none_or(|first| first.id != next.id) {
            wanted.retain(|other| other.id != next.id);
            wanted.insert(0, next);
        }
        dispatch.stop = self.not_among(&wanted);
        let rank = |id: Id| wanted.iter().position(|wanted| wanted.id == id);
        // The next answer is never kept waiting by a guess.
        if self.open.len() >= width && !self.is_open(wanted[0].id) {
            dispatch.stop.extend(self.open.iter().max_by_key(|open| rank(open.id)).map(|open| open.ticket));
        }
        for candidate in wanted {
            let id = candidate.id;
            if self.open.len() < width && !self.is_open(id) && !self.memory.is_broken(id) {
                dispatch.start.push(self.open(candidate, 1, false));
            }
        }
        dispatch
    }

    /// Begins the next test, if it is to run alone; nothing is open.
    pub(super) fn begin_one(&mut self, width: usize, is_single: bool) -> Option<Asked> {
        let pending = self.pending.as_ref()?;
        let [is_late, is_broken] = self.troubles(pending);
        let is_alone = is_single || is_late || is_broken;
        let next = self.next(pending);
        (width == 1 || is_late || is_broken).then(|| self.open(next, 1 + u32::from(is_late), is_alone))
    }

    /// What is asked about, as a candidate to be judged.
    fn next(&self, pending: &Pending) -> Foreseen {
        let Pending { id, config, .. } = pending;
        Foreseen { id: *id, config: config.clone(), space: self.space.clone(), chance: 1.0, change: None }
    }

    /// Whether a candidate took too long, which is to be confirmed, and whether its test came to no judgement.
    fn troubles(&self, pending: &Pending) -> [bool; 2] {
        // What is known and did not answer the question is a timeout.
        let is_late = pending.is_new.is_none() && self.memory.get(pending.id).is_some();
        [is_late, self.memory.is_broken(pending.id)]
    }

    fn open(&mut self, candidate: Foreseen, patience: u32, is_alone: bool) -> Asked {
        let purpose = if patience > 1 { Purpose::Confirm } else { Purpose::Search };
        let Foreseen { id, config, space, change, .. } = candidate;
        let (ticket, chance) = (self.tickets, self.pending.as_ref().and_then(|pending| pending.chance));
        self.tickets += 1;
        self.open.push(Open { ticket, id, patience, is_alone, is_probe: false });
        Asked { ticket, id, config, patience, space, purpose, chance, change }
    }

    fn is_open(&self, id: Id) -> bool {
        self.open.iter().any(|open| open.id == id)
    }

    /// The tickets of candidates that are none of these.
    pub(super) fn not_among(&self, wanted: &[Foreseen]) -> Vec<u64> {
        let is_unwanted = |open: &&Open| !open.is_alone && wanted.iter().all(|wanted| wanted.id != open.id);
        self.open.iter().filter(is_unwanted).map(|open| open.ticket).collect()
    }

    /// Up to `width` candidates of unknown outcome that are likeliest to be needed, the next one first; those of the strategy, and
    /// those that are `foreseen` after it.
    pub(super) fn likeliest(&self, width: usize, foreseen: Vec<Foreseen>) -> Vec<Foreseen> {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let likely = self.memory.likeliest((&self.space, &mut ids), &*self.strategy, &self.repeats, width);
        let of_strategy = likely.into_iter().map(|Likely { id, config, chance }| Foreseen {
            id,
            config,
            space: self.space.clone(),
            chance,
            change: None,
        });
        let mut wanted: Vec<Foreseen> = of_strategy.collect();
        if foreseen.is_empty() {
            return wanted;
        }
        for candidate in foreseen {
            match wanted.iter_mut().find(|known| known.id == candidate.id) {
                Some(known) => known.chance = known.chance.max(candidate.chance),
                None if self.memory.get(candidate.id).is_none() => wanted.push(candidate),
                None => {}
            }
        }
        wanted.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        wanted.truncate(width);
        wanted
    }
}

//! The space of some items of an outline.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::edited;
use crate::latest::Latest;
use crate::outline::{ItemId, Kept, Outline};
use crate::space::Space;
use crate::{Candidate, Config, Id, Outcome};

/// What it means that a unit is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// It stays only where something else needs it; what has no name, where all that it uses stays.
    Unneeded,
    /// It goes, and what uses it stays as it is.
    Gone,
    /// It goes unless it is in a root.
    Bare,
    /// It goes, with all that cannot stay without it.
    WithUsers,
}

/// Some items of an [`Outline`] as units. With what is dropped goes what nothing uses any more.
///
/// Units may lie within each other, and stand in any order. If nothing went so far that nothing uses, unit 0 stands for
/// all that, and the items follow. A candidate that is not smaller than the best or has too many bytes, loses what is
/// protected or drops what is needed is [`Outcome::Pass`] without a test.
///
/// Costs time in the size of the outline for each candidate; the latest are remembered.
#[derive(Clone, Debug)]
pub struct DeclarationSpace {
    outline: Arc<Outline>,
    kept: Kept,
    units: Vec<ItemId>,
    dropped: Dropped,
    /// For each item whether it is a root.
    needed: Vec<bool>,
    /// Ascending and apart.
    protected: Arc<[Range<usize>]>,
    /// No candidate of so many bytes is asked about.
    limit: u64,
    /// What was worked out last: several questions are asked of each candidate.
    recent: Arc<Latest<Config, OnceLock<Arc<Change>>>>,
}

/// How many candidates are remembered.
const RECENT: usize = 16;

/// What a configuration changes in the text.
#[derive(Debug)]
struct Change {
    /// In order and apart.
    edits: Vec<(Range<usize>, &'static str)>,
    size: u64,
    /// Whether something goes that must not.
    is_forbidden: bool,
}

impl DeclarationSpace {
    /// All that can go as units: each goes with what is in it; with its users if `with_users`, and nothing else.
    pub fn of(outline: Arc<Outline>, with_users: bool) -> Self {
        let kept = Kept::all(&outline);
        let units = outline.items().map(|(id, _)| id).collect();
        let dropped = if with_users { Dropped::WithUsers } else { Dropped::Gone };
        Self::new(outline, kept, units, dropped, Arc::default(), u64::MAX)
    }

    /// These items as units; all else as in `kept`, whose roots must be units where [`Dropped::Unneeded`] is meant.
    /// No edit touches what is `protected`; candidates have fewer than `limit` bytes.
    pub(crate) fn new(
        outline: Arc<Outline>,
        kept: Kept,
        units: Vec<ItemId>,
        dropped: Dropped,
        protected: Arc<[Range<usize>]>,
        limit: u64,
    ) -> Self {
        let needed = kept.needed();
        Self { outline, kept, units, dropped, needed, protected, limit, recent: Arc::default() }
    }

    /// What stays when `config` is kept; none where that would drop what is needed.
    pub(crate) fn kept(&self, config: &Config) -> Option<Kept> {
        let mut kept = self.kept.clone();
        let mut is_kept = vec![false; Space::units(self)];
        config.units().for_each(|unit| is_kept[unit as usize] = true);
        kept.unused_stays &= is_kept.first().is_some_and(|first| *first || !self.has_unused());
        let items = self.units.iter().zip(&is_kept[usize::from(self.has_unused())..]);
        let dropped = items.clone().filter(|(_, kept)| !**kept).map(|(item, _)| *item);
        match self.dropped {
            Dropped::Unneeded => {
                kept.roots = items.filter(|(_, kept)| **kept).map(|(item, _)| *item).collect();
                let is_nameless = |id: &ItemId| self.outline.item(*id).is_nameless();
                kept.passive.extend(dropped.filter(is_nameless));
                kept.passive.sort_unstable();
            }
            Dropped::Gone => dropped.for_each(|id| kept.gone[id as usize] = true),
            Dropped::Bare => dropped.for_each(|id| kept.bare[id as usize] = true),
            Dropped::WithUsers => {
                let going = self.outline.with_users(&kept.gone, dropped, &self.needed)?;
                for id in going {
                    kept.gone[id as usize] = true;
                }
            }
        }
        Some(kept)
    }

    /// Whether unit 0 stands for what nothing uses.
    fn has_unused(&self) -> bool {
        self.dropped == Dropped::Unneeded && self.kept.unused_stays
    }

    /// What `config` changes in the text.
    fn change(&self, config: &Config) -> Arc<Change> {
        let place = self.recent.place(|known| known == config, || config.clone(), |since, _| since < RECENT);
        Arc::clone(place.get_or_init(|| Arc::new(self.changed_by(config))))
    }

    fn changed_by(&self, config: &Config) -> Change {
        let kept = self.kept(config);
        let edits =
            kept.as_ref().map(|kept| self.outline.edits(&self.outline.live(kept))).unwrap_or_default();
        let change =
            |size: usize, (span, instead): &(Range<usize>, &'static str)| size - span.len() + instead.len();
        // What is put in is never longer than what it stands for.
        let size = edits.iter().fold(self.outline.text().bytes().len(), change) as u64;
        let loses_protected = || edits.iter().any(|(span, _)| edited::touches(&self.protected, span));
        let is_forbidden = kept.is_none() || loses_protected();
        Change { edits, size, is_forbidden }
    }

    /// The bytes of the candidate of `config`.
    pub(crate) fn render(&self, config: &Config) -> Vec<u8> {
        self.pieces(config).concat()
    }

    fn pieces(&self, config: &Config) -> Vec<Cow<'_, [u8]>> {
        let change = self.change(config);
        let edit = |(span, instead): &(Range<usize>, &'static str)| (span.clone(), instead.as_bytes().into());
        edited::pieces(self.outline.text(), change.edits.iter().map(edit))
    }
}

impl Space for DeclarationSpace {
    fn units(&self) -> usize {
        self.units.len() + usize::from(self.has_unused())
    }

    fn id(&self, config: &Config) -> Id {
        let change = self.change(config);
        let edits = change.edits.iter().map(|(span, instead)| (span.clone(), instead));
        edited::id(self.outline.text(), edits)
    }

    fn size(&self, config: &Config) -> u64 {
        self.change(config).size
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(self.pieces(&config)))
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let change = self.change(config);
        let is_no_use = change.is_forbidden || change.size >= self.size(best).min(self.limit);
        is_no_use.then_some(Outcome::Pass)
    }
}

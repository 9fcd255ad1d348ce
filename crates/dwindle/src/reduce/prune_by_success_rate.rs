//! A reducer on trees that asks only about kinds of change that were worth their tests so far.

use std::sync::Arc;

use super::dwindle::{classes, extras, follow, of_class, replace_class, topmost};
use super::fitting::Fitting;
use super::in_use::{NamesInUse, Unused};
use super::record::{ChangeKind, Record};
use super::replacements::{in_place, likely_that};
use super::work::Work;
use crate::search::Stop;
use crate::space::Moved;
use crate::tree::{NodeId, Piece};

/// A round is worth another if it took one part in so many.
const WORTH: usize = 8;

/// The order of [`dwindle`](super::dwindle()), without what seems not to be worth its tests.
///
/// # How it goes
/// ```text
/// repeat while an eighth of the text goes, on a new parse each time:
///     extras, then for each class of weight, the heaviest first:
///         thin and replace, but only kinds of changes of which one in eight could be made so far
///         what nothing uses any more goes at once
///         begin again with the heaviest when a quarter of all is gone
///     names with all that uses them, those with most first
/// ```
///
/// A kind is that nodes of one symbol go, or that nodes of a second symbol come in their place. One more kind are changes
/// after which a name would be used but not defined: it is asked for last, since compilers refuse such texts. Nodes that
/// hang together are asked about once, from the end, and not until none can go.
///
/// Where the parser knows of types, changes after which less fits together than before are not asked for, and a node may become
/// a constant of its type.
///
/// # What we tried
/// To the end at once: of a C program of 98 kB that must stay valid 476 bytes were left after 2,997 tests, 489 of which asked
/// about two lists of some hundred declarations; now 481 after 844.
///
/// # Guarantee
/// The result fails and is no larger. What could not go may be able to go now.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn prune_by_success_rate(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    let unused = Unused::before(work);
    let mut round = Round {
        record: Record::new(),
        names: NamesInUse::default(),
        fitting: Fitting::default(),
        unused,
        is_tangled: false,
    };
    loop {
        let before = work.size();
        let extras = extras(work.tree());
        let has_lost = work.thin(extras)?.is_some();
        if !(round.classes(work)? | has_lost) {
            return Ok(());
        }
        work.reparse();
        round.unused.remove_with_users(work)?;
        if work.size() > before - before.div_ceil(WORTH) {
            return Ok(());
        }
    }
}

/// What was found out so far.
struct Round {
    record: Record,
    names: NamesInUse,
    fitting: Fitting,
    unused: Unused,
    /// Whether nodes were seen to hang together.
    is_tangled: bool,
}

impl Round {
    /// Goes through all classes of weight; whether anything changed.
    fn classes(&mut self, work: &mut Work<'_, '_>) -> Result<bool, Stop> {
        classes(work, |work, class| {
            let changed = self.thin_class(work, class)?
                | replace_class(work, class, |work, id| self.replace(work, id))?;
            if changed {
                self.unused.remove(work)?;
            }
            Ok(changed)
        })
    }

    /// Asks the list algorithm about all nodes of the class; those below others of the class have their turn after them.
    fn thin_class(&mut self, work: &mut Work<'_, '_>, class: u32) -> Result<bool, Stop> {
        let mut changed = false;
        let mut asked: Vec<bool> = vec![false; work.tree().len()];
        loop {
            let tree = Arc::clone(work.tree());
            self.names.update(work);
            self.fitting.update(work);
            let kind = |id: NodeId| ChangeKind::removal(&tree, id, &self.names);
            let open = of_class(&tree, class).filter(|id| !asked[id.index()] && work.may_go(*id));
            let is_worth =
                |id: &NodeId| self.record.is_worth(&kind(*id)) && self.fitting.allows_removal(work, *id);
            let nodes = topmost(&tree, open.filter(is_worth));
            if nodes.is_empty() {
                return Ok(changed);
            }
            let kinds: Vec<ChangeKind> = nodes.iter().map(|id| kind(*id)).collect();
            for id in &nodes {
                asked[id.index()] = true;
            }
            let moved = work.thin_once(nodes.clone(), &mut self.is_tangled)?;
            for (id, kind) in nodes.into_iter().zip(kinds) {
                let len = |moved: &Moved| moved.find(id).map(|now| work.tree().node(now).len());
                let is_gone = moved.as_ref().is_some_and(|moved| len(moved) != Some(tree.node(id).len()));
                self.record.note(kind, is_gone);
            }
            if let Some(moved) = moved {
                changed = true;
                asked = follow(&asked, &moved, work.tree().len());
            }
        }
    }

    /// Replaces a node by the first of its likely replacements that fails.
    fn replace(&mut self, work: &mut Work<'_, '_>, id: NodeId) -> Result<Option<Moved>, Stop> {
        let tree = Arc::clone(work.tree());
        self.names.update(work);
        self.fitting.update(work);
        let constants = if self.fitting.is_known() { work.constants(id) } else { Vec::new() };
        let constants =
            constants.into_iter().map(|text| (Piece::text(&text), ChangeKind::Shortest(text.into())));
        let constants = constants.filter(|(piece, _)| self.fitting.allows(work, id, piece.clone()));
        let fits = |by: &NodeId| self.fitting.allows(work, id, in_place(&tree, id, *by));
        let below = likely_that(&tree, id, fits)
            .into_iter()
            .map(|by| (in_place(&tree, id, by), ChangeKind::replacement(&tree, id, by, &self.names)));
        let found: Vec<(Piece, ChangeKind)> =
            constants.chain(below).filter(|(_, kind)| self.record.is_worth(kind)).collect();
        let pieces = found.iter().map(|(piece, _)| piece.clone());
        let replaced = work.replace_by_one_of(id, pieces)?;
        let asked = replaced.as_ref().map_or(found.len(), |(at, _)| at + 1);
        for (at, (_, kind)) in found.into_iter().take(asked).enumerate() {
            self.record.note(kind, replaced.is_some() && at + 1 == asked);
        }
        Ok(replaced.map(|(_, moved)| moved))
    }
}

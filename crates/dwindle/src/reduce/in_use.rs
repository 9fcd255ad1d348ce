//! Which names of a tree are used and where they are defined, kept up to date while the tree changes; and the
//! removal of what nothing uses any more.
//!
//! From the outline of the text it knows which names a change would leave without a definition, and removes at once
//! what nothing uses any more.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::work::Work;
use crate::outline::{Cases, Goings, InUse, ItemId, Kept, Kind, Outline};
use crate::search::Stop;
use crate::space::{DeclarationSpace, Dropped, Space};
use crate::strategy::{First, Gallop, Patient};
use crate::{Config, Id};

/// After so many questions in vain, no more are asked.
const PATIENCE: usize = 16;

/// Which names are used, and where they are defined, as far as a parser tells.
#[derive(Debug, Default)]
pub(super) struct NamesInUse {
    /// The text that they are of.
    of: Option<Id>,
    /// In the order of their definitions.
    names: Arc<[InUse]>,
}

impl NamesInUse {
    /// Looks for the names of the text as it is now.
    pub(super) fn update(&mut self, work: &Work<'_, '_>) {
        let id = work.tree().text().id();
        if self.of != Some(id) {
            (self.of, self.names) = (Some(id), work.names_in_use());
        }
    }

    /// Whether a name that is used elsewhere would lose its definition, if this stretch went but for a part of it.
    pub(super) fn lose(&self, gone: &Range<usize>, stays: Option<&Range<usize>>) -> bool {
        let holds =
            |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
        let first = self.names.partition_point(|name| name.defined.start < gone.start);
        let inside = self.names[first..].iter().take_while(|name| name.defined.start < gone.end);
        inside.filter(|name| holds(gone, &name.defined)).any(|name| match stays {
            None => !holds(gone, &name.used),
            Some(part) => {
                let is_used_in = name.used.start < part.end && part.start < name.used.end;
                !holds(part, &name.defined) && (is_used_in || !holds(gone, &name.used))
            }
        })
    }
}

/// Removes what nothing uses any more, and names with all their uses, as far as a parser tells.
///
/// What nothing used before the first change stays: that is what the text is there for.
#[derive(Debug)]
pub(super) struct Unused {
    /// What nothing used before.
    roots: BTreeSet<Box<[u8]>>,
    /// Questions in vain, one after the other.
    misses: usize,
    /// The text in which names were last asked for.
    asked: Option<Id>,
}

impl Unused {
    /// Notes what nothing uses before anything is changed.
    pub(super) fn before(work: &Work<'_, '_>) -> Self {
        let names = |outline: Arc<Outline>| {
            let roots = outline.roots();
            roots.into_iter().filter_map(|id| outline.name(id).map(Box::from)).collect()
        };
        Self { roots: work.outline().map(names).unwrap_or_default(), misses: 0, asked: None }
    }

    /// Asks once for the text without all that nothing uses any more.
    pub(super) fn remove(&mut self, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        if self.misses == PATIENCE {
            return Ok(());
        }
        let Some(outline) = work.outline() else { return Ok(()) };
        let roots = outline.roots();
        // Unit 0 is what nothing uses.
        let was_root = |(_, id): &(u32, &ItemId)| self.was_root(&outline, **id);
        let stay = Config::of_units((1..).zip(&roots).filter(was_root).map(|(unit, _)| unit));
        if stay.is_empty() {
            return Ok(());
        }
        let space = space(work, &outline, Vec::new(), roots, Dropped::Unneeded);
        let is_shorter = |config: &Config| space.size(config) < space.size(&space.full());
        if is_shorter(&stay) {
            let is_gone = work.run_on_text(&space, First::new(space.full(), [stay]))?;
            self.misses = if is_gone { 0 } else { self.misses + 1 };
        }
        Ok(())
    }

    /// Asks for each name to go with all that uses it, those with most first, until so many are in vain; and for what is
    /// unused then.
    pub(super) fn remove_with_users(&mut self, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        if self.asked.replace(work.tree().text().id()) == Some(work.tree().text().id()) {
            return Ok(());
        }
        let Some(outline) = work.outline() else { return Ok(()) };
        let items: Vec<ItemId> = outline.items().map(|(id, _)| id).collect();
        let roots = outline.roots().into_iter().filter(|id| self.was_root(&outline, *id)).collect::<Vec<_>>();
        let needed = Kept { roots: roots.clone(), ..Kept::all(&outline) }.needed();
        let gone = vec![false; outline.len()];
        let is_unit = |id: &ItemId| matches!(outline.item(*id).kind, Kind::Item | Kind::Definition);
        let items: Vec<ItemId> = items.into_iter().filter(is_unit).collect();
        let mut goings = Goings::new(&outline, &gone, &needed);
        let mut units: Vec<(usize, ItemId)> = Vec::new();
        for items in items.chunks(Cases::BITS as usize) {
            goings.find_each(items);
            let found = items.iter().zip(goings.weights().into_iter().zip(goings.counts())).enumerate();
            let has_users = |(case, (_, (_, count))): &(usize, (&ItemId, (usize, u32)))| {
                *count > 1 && goings.spares_needed(*case)
            };
            units.extend(found.filter(has_users).map(|(_, (id, (weight, _)))| (weight, *id)));
        }
        units.sort_unstable();
        let units: Vec<ItemId> = units.into_iter().map(|(_, id)| id).collect();
        if units.is_empty() {
            return Ok(());
        }
        let space = space(work, &outline, roots, units, Dropped::WithUsers);
        if work.run_on_text(&space, Patient::new(Gallop::new(space.full(), 1), PATIENCE))? {
            self.remove(work)?;
        }
        Ok(())
    }

    fn was_root(&self, outline: &Outline, id: ItemId) -> bool {
        outline.name(id).is_none_or(|name| self.roots.contains(name))
    }
}

/// The space of these items, in which nothing that is protected goes.
fn space(
    work: &Work<'_, '_>,
    outline: &Arc<Outline>,
    roots: Vec<ItemId>,
    units: Vec<ItemId>,
    dropped: Dropped,
) -> Arc<DeclarationSpace> {
    let kept = Kept { roots, ..Kept::all(outline) };
    let protected = work.tree().protected_in(&(0..outline.text().bytes().len())).into();
    Arc::new(DeclarationSpace::new(Arc::clone(outline), kept, units, dropped, protected, u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_lost_where_its_definition_goes_and_a_use_stays() {
        let names = NamesInUse { of: None, names: [InUse { defined: 10..14, used: 20..60 }].into() };
        assert!(names.lose(&(8..30), None));
        assert!(!names.lose(&(8..70), None));
        assert!(!names.lose(&(11..30), None));
        assert!(!names.lose(&(15..30), None));
        // A part stays that has the definition, one that has a use, and one that has neither.
        assert!(!names.lose(&(8..70), Some(&(9..16))));
        assert!(names.lose(&(8..70), Some(&(50..55))));
        assert!(!names.lose(&(8..70), Some(&(15..18))));
    }
}

//! How many bytes would go with an item: its own, those of all that uses it, and those of what only these use. It
//! is worked out for 128 items at once.

use std::sync::OnceLock;

use super::flood::{Flood, Losses};
use super::goings::{Cases, Goings, MOST_GOING};
use super::reasons::Facts;
use super::{ItemId, Kept, Outline};
use crate::latest::Latest;

/// What would go with each of some items.
type Gains = OnceLock<Vec<Option<usize>>>;

/// What was asked lately of one outline: of which items, with what is kept.
#[derive(Debug, Default)]
pub(crate) struct RecentGains(Latest<(Kept, Vec<ItemId>), Gains>);

impl RecentGains {
    /// So many questions are kept.
    const MOST: usize = 16;

    /// The [gains](Outline::gains) of items of the outline, which cost nothing where they were asked for lately.
    pub(crate) fn of(
        &self,
        outline: &Outline,
        kept: &Kept,
        live: &[bool],
        items: &[ItemId],
    ) -> Vec<Option<usize>> {
        let is_it = |(of, asked): &(Kept, Vec<ItemId>)| of == kept && asked == items;
        let place = self.0.place(is_it, || (kept.clone(), items.to_vec()), |since, _| since < Self::MOST);
        place.get_or_init(|| outline.gains(kept, live, items)).clone()
    }
}

impl Outline {
    /// For each of `items` about how many bytes go with it, with what cannot stay without it, and with what nothing else
    /// uses then; none where one of the roots would go. `live` is what stays now.
    ///
    /// Costs time in the number of names in what stays, and for each 128 of `items` in what goes, what stays because of it, and what
    /// uses the names in that. Where what goes is [too much](MOST_GOING), the last ones count by their own bytes.
    pub(crate) fn gains(&self, kept: &Kept, live: &[bool], items: &[ItemId]) -> Vec<Option<usize>> {
        let needed = kept.needed();
        let mut goings = Goings::new(self, &kept.gone, &needed);
        let facts = (!kept.unused_stays).then(|| self.facts(kept, live));
        let mut losses = facts.as_ref().map(|facts| Losses::new(Flood::new(facts)));
        let mut gains = Vec::with_capacity(items.len());
        for items in items.chunks(Cases::BITS as usize) {
            if goings.looked_at >= MOST_GOING {
                let own = |id: &ItemId| (!needed[*id as usize]).then(|| self.item(*id).span.len());
                gains.extend(items.iter().map(own));
                continue;
            }
            goings.find_each(items);
            let lost = match &mut losses {
                Some(losses) => losses.of(goings.all()),
                None => goings.weights(),
            };
            let lost = lost.into_iter().enumerate().take(items.len());
            gains.extend(lost.map(|(case, lost)| goings.spares_needed(case).then_some(lost)));
        }
        gains
    }

    /// What decides what stays of what is kept, of which `live` stays.
    pub(super) fn facts<'a>(&'a self, kept: &Kept, live: &'a [bool]) -> Facts<'a> {
        let mut facts = Facts::new(self, kept, live);
        loop {
            let only = Flood::new(&facts).missing();
            if only.is_empty() {
                return facts;
            }
            for id in only {
                facts.is_only[id as usize] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::goings;
    use proptest::prelude::*;

    /// Items that define a letter each and use others.
    fn outline(uses: &[Vec<usize>]) -> Outline {
        goings::tests::outline(&uses.iter().cloned().enumerate().collect::<Vec<_>>())
    }

    /// How many bytes the items have that stay.
    fn size(outline: &Outline, kept: &Kept) -> usize {
        let live = outline.live(kept);
        outline.items().filter(|(id, _)| live[*id as usize]).map(|(_, item)| item.span.len()).sum()
    }

    proptest! {
        #[test]
        fn a_gain_is_what_goes_with_the_item(
            uses in proptest::collection::vec(proptest::collection::vec(0_usize..11, 0..4), 12)
        ) {
            let outline = outline(&uses);
            let kept = Kept { roots: vec![11], unused_stays: false, ..Kept::all(&outline) };
            let (all, needed) = (size(&outline, &kept), kept.needed());
            let items: Vec<ItemId> = (0..12).collect();
            let gains = outline.gains(&kept, &outline.live(&kept), &items);
            for (id, gain) in items.into_iter().zip(gains) {
                let going = outline.with_users(&kept.gone, [id], &needed);
                let without = going.map(|going| {
                    let mut kept = kept.clone();
                    for id in &going {
                        kept.gone[*id as usize] = true;
                    }
                    size(&outline, &kept)
                });
                prop_assert_eq!(gain, without.map(|without| all - without));
            }
        }
    }

    #[test]
    fn where_nothing_has_to_be_used_only_users_go() {
        let outline = outline(&[vec![], vec![0], vec![1], vec![]]);
        let gains = outline.gains(&Kept::all(&outline), &[true; 4], &[0, 1, 3]);
        assert_eq!(gains, [Some(7), Some(6), Some(1)]);
    }
}

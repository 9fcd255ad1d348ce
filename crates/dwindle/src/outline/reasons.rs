//! Why items stay: what is the same in all cases.

use super::{ItemId, Kept, Kind, Name, Outline};

/// What holds in all cases.
#[derive(Clone)]
pub(super) struct Facts<'a> {
    pub(super) outline: &'a Outline,
    pub(super) live: &'a [bool],
    /// For each item how many bytes are its own, if it stays now.
    pub(super) sizes: Vec<usize>,
    pub(super) reasons: Vec<Reason>,
    /// For each item whether it stays whatever it applies to: nothing else defines a name of it.
    pub(super) is_only: Vec<bool>,
    /// For each name whether something that stays now defines it.
    pub(super) is_defined: Vec<bool>,
    /// For each name the items that stay only where it is defined.
    pub(super) watchers: Vec<Vec<ItemId>>,
}

/// Why an item stays, if what is around it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It stays anyway.
    Anyway,
    /// One of its names is used.
    Used,
    /// All that it uses is defined.
    Possible,
    /// Something in it stays.
    Within,
}

impl<'a> Facts<'a> {
    /// Those of what is kept, of which `live` stays.
    pub(super) fn new(outline: &'a Outline, kept: &Kept, live: &'a [bool]) -> Self {
        let mut facts = Self {
            outline,
            live,
            sizes: vec![0; outline.len()],
            reasons: outline.items().map(|(id, _)| Self::reason(outline, id)).collect(),
            is_only: vec![false; outline.len()],
            is_defined: outline.definers.iter().map(|ids| ids.iter().any(|id| live[*id as usize])).collect(),
            watchers: vec![Vec::new(); outline.definers.len()],
        };
        for id in &kept.passive {
            let applies = !outline.item(*id).domain.is_empty();
            facts.reasons[*id as usize] = if applies { Reason::Anyway } else { Reason::Possible };
        }
        for root in &kept.roots {
            let within = *root as usize..outline.item(*root).end as usize;
            facts.reasons[within.clone()].fill(Reason::Anyway);
            facts.is_only[within].fill(true);
        }
        for (id, item) in outline.items().filter(|(id, _)| live[*id as usize]) {
            let inside: usize = outline.inside(id).map(|inner| outline.item(inner).span.len()).sum();
            facts.sizes[id as usize] = item.span.len() - inside;
            let possible: &[Name] =
                if facts.reasons[id as usize] == Reason::Possible { &item.uses } else { &[] };
            for name in item.domain.iter().chain(possible) {
                facts.watchers[*name as usize].push(id);
            }
        }
        facts
    }

    /// Why an item stays that is neither a root nor passive.
    fn reason(outline: &Outline, id: ItemId) -> Reason {
        let item = outline.item(id);
        let is_in_item = item.parent.is_some_and(|around| outline.item(around).kind != Kind::Open);
        match item.kind {
            Kind::Open => Reason::Within,
            Kind::Part { .. } | Kind::Noise { .. } => Reason::Anyway,
            Kind::Item | Kind::Definition if is_in_item && item.stays_unused() => Reason::Anyway,
            Kind::Item | Kind::Definition => Reason::Used,
        }
    }
}

//! Where a name is defined and where it is used as the one defined there: in a class, in a namespace, or outside of all.
//!
//! Headers of C++ define `reference`, `hash` and `_M_move` dozens of times, in as many classes and namespaces. By names alone
//! a use has another definition as long as one of them is left, so that candidates lacked what they used and no compiler
//! accepted them.
//!
//! This is no language's lookup. A use is bound to the nearest scope around it that defines its name, or to the one that it is
//! qualified with. What depends on types is bound to nothing, and needs any definition of its name.
//!
//! # What we tried
//! Questions until 100 kB were left, by names alone, with classes, and with namespaces, too: Boost.Graph 942, 704, 694;
//! `MultiIndex` 489, 474, 456; Eigen 136, 168, 164. Where `stretches` asked about runs with what means something in them, the first
//! took 1,127, the second 458.

use std::collections::{BTreeMap, BTreeSet};

use super::qualified::{Qualified, qualified};
use super::{Item, ItemId, Kind, Member, Name, Outline, Scope, Scopes, ascending};

/// So many classes a class is derived from one after the other at most, where a member is looked for.
const MOST_BASES: u32 = 16;

/// Namespaces: by what they are in and what they are called.
#[derive(Debug, Default)]
pub(super) struct Spaces {
    numbers: BTreeMap<(Scope, Box<[u8]>), Scope>,
    /// For each namespace what it is in.
    around: BTreeMap<Scope, Scope>,
    /// For each open item what is directly in it is in.
    within: BTreeMap<ItemId, Scope>,
    /// What namespaces are called that are as good as what is around them.
    inline: BTreeSet<Box<[u8]>>,
}

impl Spaces {
    /// The namespace of this name in a scope, which was there or is now.
    fn space(&mut self, around: Scope, name: &[u8], outermost: Scope) -> Scope {
        if self.inline.contains(name) {
            return around;
        }
        let next = outermost + 1 + Scope::try_from(self.around.len()).expect("fewer than bytes");
        let space = *self.numbers.entry((around, name.into())).or_insert(next);
        self.around.insert(space, around);
        space
    }
}

/// Which definitions something means, by the place of their scope among those of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meant {
    None,
    One(usize),
    /// One of several scopes.
    Several,
}

impl Meant {
    /// What it means if it may mean this, too.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }
}

/// What names were found to mean in classes.
type Known = BTreeMap<(Name, Scope), Meant>;

/// A name where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) name: Name,
    pub(super) user: ItemId,
    /// Where its word begins.
    pub(super) at: usize,
}

impl Outline {
    /// Whether something `live` means what `id` defines, or others of its scope do, and none of these is.
    pub(super) fn is_missing_in_scope(&self, id: ItemId, live: &[bool]) -> bool {
        let any = |items: &[ItemId]| items.iter().any(|id| live[*id as usize]);
        let mut members = self.item(id).names.iter().filter_map(|name| self.in_scope(id, *name));
        members.any(|member| any(&member.users) && !any(&member.definers))
    }

    /// Whether all that `id` means is there: of what each of its names is defined by where it is bound to, something, and something
    /// before `id` where that is so now.
    pub(super) fn all_meant(&self, id: ItemId, is_there: impl Fn(ItemId) -> bool) -> bool {
        let members = self.item(id).uses.iter().flat_map(|name| &self.scopes.members[*name as usize]);
        let mut meant = members.filter(|member| member.users.binary_search(&id).is_ok());
        meant.all(|Member { definers, .. }| {
            let before = &definers[..definers.partition_point(|definer| *definer < id)];
            (if before.is_empty() { definers } else { before }).iter().any(|id| is_there(*id))
        })
    }

    /// What defines and uses `name`, which `id` defines, in the scope of `id`.
    pub(super) fn in_scope(&self, id: ItemId, name: Name) -> Option<&Member> {
        let place = self.scopes.place(name, self.scopes.of[id as usize]?)?;
        self.scopes.members[name as usize].get(place)
    }

    /// The scope outside of all classes and namespaces.
    pub(super) fn outermost(&self) -> Scope {
        Scope::try_from(self.items.len()).expect("a text has less than 4 GiB")
    }

    /// Notes what is in which scope: `spaces` are the names of namespaces by the open items that they are, `inline` those that are as
    /// good as what is around them.
    pub(super) fn find_scopes(
        &mut self,
        spaces: &BTreeMap<ItemId, Vec<Box<[u8]>>>,
        inline: BTreeSet<Box<[u8]>>,
        specials: &BTreeSet<(ItemId, Name)>,
    ) -> Spaces {
        let mut found = Spaces { inline, ..Spaces::default() };
        let outermost = self.outermost();
        let mut of: Vec<Option<Scope>> = Vec::with_capacity(self.items.len());
        for (id, item) in self.items() {
            let around = item.parent.map(|id| (id, self.item(id)));
            of.push(match around {
                None => Some(outermost),
                Some((above, Item { kind: Kind::Open, .. })) => Some(found.within[&above]),
                Some((_, Item { kind: Kind::Part { local: true, .. } | Kind::Definition, .. })) => None,
                Some((above, _)) if self.has_members(above) => Some(above),
                Some((above, _)) => of[above as usize],
            });
            if item.kind == Kind::Open {
                let around = around.and_then(|(above, _)| found.within.get(&above).copied());
                let names = spaces.get(&id).into_iter().flatten();
                let within = names
                    .fold(around.unwrap_or(outermost), |around, name| found.space(around, name, outermost));
                found.within.insert(id, within);
            }
        }
        let members = |(name, definers): (Name, &Vec<ItemId>)| {
            let mut members: Vec<Member> = Vec::new();
            for id in definers.iter().filter(|id| !specials.contains(&(**id, name))) {
                // What has the name of the class around it is a constructor.
                let is_own = self
                    .around(*id)
                    .any(|around| self.item(around).kind != Kind::Open && self.has_name(around, name));
                let Some(scope) = of[*id as usize].filter(|_| !is_own) else { continue };
                match members.binary_search_by_key(&scope, |member| member.scope) {
                    Ok(place) => members[place].definers.push(*id),
                    Err(place) => {
                        members.insert(place, Member { scope, definers: vec![*id], users: Vec::new() });
                    }
                }
            }
            members
        };
        let members = (0..).zip(&self.definers).map(members).collect();
        self.scopes = Scopes { of, members };
        found
    }

    /// Notes which definitions these uses mean.
    ///
    /// What defines a name does not use it, such as one of several functions with a name, but for a special definition.
    pub(super) fn bind(
        &mut self,
        uses: &[Use],
        spaces: &Spaces,
        names: &dyn Fn(&[u8]) -> Option<Name>,
        specials: &BTreeSet<(ItemId, Name)>,
    ) {
        let mut lookup = Lookup { outline: self, spaces, names, known: Known::new() };
        let mut bound = Vec::new();
        for it in uses {
            let is_special = specials.contains(&(it.user, it.name));
            if let Meant::One(place) = lookup.meant(*it, is_special) {
                bound.push((*it, place));
            }
        }
        for (Use { name, user, .. }, place) in bound {
            self.scopes.members[name as usize][place].users.push(user);
        }
        self.scopes.members.iter_mut().flatten().for_each(|member| ascending(&mut member.users));
    }

    /// Whether an item defines a name.
    fn has_name(&self, id: ItemId, name: Name) -> bool {
        self.item(id).names.binary_search(&name).is_ok()
    }
}

struct Lookup<'a> {
    outline: &'a Outline,
    spaces: &'a Spaces,
    /// The name that a word is outside of functions.
    names: &'a dyn Fn(&[u8]) -> Option<Name>,
    known: Known,
}

impl<'a> Lookup<'a> {
    fn meant(&mut self, Use { name, user, at }: Use, is_special: bool) -> Meant {
        let outline = self.outline;
        if outline.scopes.members[name as usize].is_empty() {
            return Meant::None;
        }
        let bytes = outline.text.bytes();
        match qualified(&bytes[..at]) {
            Qualified::Member => Meant::None,
            Qualified::Not => {
                let is_itself = |scope: Option<ItemId>| scope.is_some_and(|id| outline.has_name(id, name));
                for (id, scope) in self.scopes(user) {
                    if is_itself(id) && !(is_special && id == Some(user)) {
                        return Meant::None;
                    }
                    let Some(scope) = scope else { continue };
                    match self.member(name, scope, MOST_BASES) {
                        Meant::None => {}
                        meant => return meant,
                    }
                }
                Meant::None
            }
            Qualified::By { words, is_absolute } => {
                let words: Vec<&[u8]> = words.into_iter().map(|word| &bytes[word]).collect();
                let starts = self.scopes(user).filter_map(|(_, scope)| scope);
                let starts = starts.filter(|scope| !is_absolute || *scope == outline.outermost());
                let Some(scopes) =
                    starts.map(|scope| self.inner(scope, &words)).find(|found| !found.is_empty())
                else {
                    return Meant::None;
                };
                scopes
                    .into_iter()
                    .fold(Meant::None, |meant, scope| meant.or(self.member(name, scope, MOST_BASES)))
            }
        }
    }

    /// From the inside out the items around something and itself, and the scopes that names in it are looked for in.
    fn scopes(&self, user: ItemId) -> impl Iterator<Item = (Option<ItemId>, Option<Scope>)> + use<'a> {
        let (outline, spaces) = (self.outline, self.spaces);
        let is_open = |id: &ItemId| outline.item(*id).kind == Kind::Open;
        let around = move || std::iter::once(user).chain(outline.around(user));
        let open = around().find(is_open);
        let space = open.map_or(outline.outermost(), |id| spaces.within[&id]);
        let outer = std::iter::successors(Some(space), |space| spaces.around.get(space).copied());
        let is_scope =
            move |id: &ItemId| outline.has_members(*id) || outline.item(*id).kind == Kind::Definition;
        let inner = around().take_while(move |id| Some(*id) != open);
        inner
            .map(move |id| (Some(id), Some(id).filter(is_scope)))
            .chain(outer.map(|space| (None, Some(space))))
    }

    /// The scopes that these words lead to from one, the outermost first.
    fn inner(&self, scope: Scope, words: &[&[u8]]) -> Vec<Scope> {
        let mut scopes = vec![scope];
        for word in words {
            scopes = scopes.into_iter().flat_map(|scope| self.next(scope, word)).collect();
        }
        scopes
    }

    /// The namespace or the classes of this name in a scope.
    fn next(&self, scope: Scope, word: &[u8]) -> Vec<Scope> {
        if self.spaces.inline.contains(word) {
            return vec![scope];
        }
        if let Some(space) = self.spaces.numbers.get(&(scope, word.into())) {
            return vec![*space];
        }
        let scopes = &self.outline.scopes;
        let Some((name, place)) =
            (self.names)(word).and_then(|name| Some((name, scopes.place(name, scope)?)))
        else {
            return Vec::new();
        };
        self.blocks(&scopes.members[name as usize][place].definers).collect()
    }

    /// The blocks of the classes of this name: in the nearest of these scopes, or where only one scope has any.
    fn classes(&self, name: Name, scopes: &[Scope]) -> impl Iterator<Item = Scope> {
        let members = &self.outline.scopes.members[name as usize];
        let nearest = scopes.iter().find_map(|scope| self.outline.scopes.place(name, *scope));
        let place = nearest.or_else(|| (members.len() == 1).then_some(0));
        self.blocks(place.map_or(&[], |place| &members[place].definers))
    }

    /// The blocks of those of these items that are classes.
    fn blocks<'s>(&'s self, items: &'s [ItemId]) -> impl Iterator<Item = Scope> + 's {
        items.iter().flat_map(|id| self.outline.inside(*id)).filter(|id| self.outline.has_members(*id))
    }

    /// Which definitions a name means in a scope: its own, or for a class and the definition of a member of one those of the
    /// classes that its own text names, such as those it is derived from, and so on.
    fn member(&mut self, name: Name, scope: Scope, bases: u32) -> Meant {
        let outline = self.outline;
        if let Some(place) = outline.scopes.place(name, scope) {
            return Meant::One(place);
        }
        if scope >= outline.outermost() {
            return Meant::None;
        }
        if let Some(meant) = self.known.get(&(name, scope)) {
            return *meant;
        }
        // Until it is known, for classes that name each other.
        self.known.insert((name, scope), Meant::None);
        if bases == 0 {
            return Meant::None;
        }
        let around = outline.item(scope).parent.filter(|_| outline.has_members(scope));
        let named = std::iter::once(scope).chain(around).flat_map(|id| &outline.item(id).uses);
        let scopes: Vec<Scope> = self.scopes(scope).filter_map(|(_, scope)| scope).collect();
        let classes: Vec<Scope> = named.flat_map(|base| self.classes(*base, &scopes)).collect();
        let classes = classes.into_iter().filter(|class| *class != scope);
        let meant = classes.fold(Meant::None, |meant, class| meant.or(self.member(name, class, bases - 1)));
        self.known.insert((name, scope), meant);
        meant
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::outline::{Kept, Mark, Marked};

    #[test]
    fn what_is_meant_stays_though_what_it_applies_to_does_not() {
        let text = "t{m} a{get t} b{get} run a::get";
        let marks = [
            (Mark::Item, 0..4),
            (Mark::Name, 0..1),
            (Mark::Part { instead: "", late: false, local: false, whole: false }, 1..4),
            (Mark::Item, 2..3),
            (Mark::Open, 5..13),
            (Mark::Scope, 5..6),
            (Mark::Item, 7..12),
            (Mark::Name, 7..10),
            (Mark::Domain, 11..12),
            (Mark::Open, 14..20),
            (Mark::Scope, 14..15),
            (Mark::Item, 16..19),
            (Mark::Name, 16..19),
            (Mark::Item, 21..31),
        ];
        let marks = marks.map(|(mark, span)| Marked { mark, span }).into();
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        let kept = Kept { roots: vec![7], unused_stays: false, ..Kept::all(&outline) };
        assert_eq!(outline.live(&kept), [true; 8]);
    }
}

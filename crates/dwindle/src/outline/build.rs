//! Makes an outline of the marks that a parser gives.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::qualified::{Qualified, qualified};
use super::scopes::{Spaces, Use};
use super::words::WholeWords;
use super::{Item, ItemId, Kind, Mark, Marked, Name, Outline, Scopes, ascending, is_word};
use crate::Text;

impl Outline {
    /// The outline of `text` with these marks, in any order. None where nothing is an item.
    ///
    /// Marks that overlap others without being in them or around them are left out. Costs time in the size of the
    /// text, and `n log n` in the number of marks.
    pub fn new(text: Text, marks: Vec<Marked>) -> Option<Self> {
        let (mut names, mut locals, mut domains) = (Vec::new(), Vec::new(), Vec::new());
        let (mut items, mut prefixes, mut implied) = (Vec::new(), Vec::new(), Vec::new());
        let (mut whole, mut noise, mut inline) = (Vec::new(), Vec::new(), Vec::new());
        let (mut specials, mut soles, mut fields, mut spaces) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for Marked { mark, span } in marks {
            match mark {
                Mark::Word => whole.push(span),
                Mark::Name => names.push(span),
                Mark::Special => {
                    names.push(span.clone());
                    specials.push(span);
                }
                Mark::Sole => {
                    names.push(span.clone());
                    soles.push(span.start);
                }
                Mark::Field => {
                    names.push(span.clone());
                    fields.push(span.start);
                }
                Mark::Scope => spaces.push(span),
                Mark::Inline => inline.push(span),
                Mark::Local => locals.push(span),
                Mark::Domain => domains.push(span),
                Mark::Implied { names } => implied.push((span.start, names)),
                Mark::Item => items.push((span, Kind::Item)),
                Mark::Definition => items.push((span, Kind::Definition)),
                Mark::Open => items.push((span, Kind::Open)),
                Mark::Part { instead, late, local, whole } => {
                    items.push((span, Kind::Part { instead, late, local, whole }));
                }
                Mark::Noise { late, has_names } => {
                    noise.push(span.clone());
                    items.push((span, Kind::Noise { late, has_names }));
                }
                Mark::Prefix => prefixes.push(span),
            }
        }
        // A comment on a declaration goes with it, and so does an attribute; but not what ends another declaration.
        let ends: BTreeSet<usize> = items
            .iter()
            .filter(|(_, kind)| !matches!(kind, Kind::Noise { .. }))
            .map(|(span, _)| span.end)
            .collect();
        prefixes.extend(noise.into_iter().filter(|span| !ends.contains(&span.end)));
        prefixes.sort_unstable_by_key(|span: &Range<usize>| span.end);
        for (span, kind) in &mut items {
            if matches!(kind, Kind::Item | Kind::Definition | Kind::Open) {
                span.start = with_prefixes(text.bytes(), span.start, &prefixes);
            }
        }
        // A stray semicolon is a statement to some parsers, and the end of what stands before it to readers.
        items.retain(|(span, kind)| {
            *kind != Kind::Item || text.bytes()[span.clone()].iter().any(|byte| is_word(*byte))
        });
        let items = nested(items);
        if items.is_empty() {
            return None;
        }
        locals.sort_unstable_by_key(|span: &Range<usize>| (span.start, span.end));
        let is_local = |span: &Range<usize>| {
            locals.binary_search_by_key(&(span.start, span.end), |local| (local.start, local.end)).is_ok()
        };
        names.retain(|span| !is_local(span));
        let whole = WholeWords::new(whole);
        let mut outline = Self {
            text,
            items,
            spelt: Vec::new(),
            lengths: Vec::new(),
            definers: Vec::new(),
            users: Vec::new(),
            scopes: Scopes::default(),
        };
        let mut words = outline.define(names, whole);
        for owner in outline.innermost_of(fields) {
            outline.items[owner as usize].is_field = true;
        }
        for owner in outline.innermost_of(soles) {
            outline.items[owner as usize].is_sole = true;
        }
        words.locals = outline.locals(locals, &words.whole);
        words.specials = specials.into_iter().filter_map(|span| outline.special(&words, span)).collect();
        let inline = inline.into_iter().map(|span| outline.text.bytes()[span].into()).collect();
        let spaces = outline.find_scopes(&outline.named_spaces(spaces), inline, &words.specials);
        outline.use_names(&words, &implied, &spaces);
        outline.apply(&words, domains);
        Some(outline)
    }

    /// The innermost item around a byte.
    fn innermost(&self, at: usize) -> Option<ItemId> {
        let after = self.items.partition_point(|item| item.span.start <= at);
        let mut here = ItemId::try_from(after.checked_sub(1)?).ok();
        while let Some(id) = here {
            let item = self.item(id);
            if at < item.span.end {
                return Some(id);
            }
            here = item.parent;
        }
        None
    }

    /// The innermost items around these bytes.
    fn innermost_of(&self, bytes: Vec<usize>) -> Vec<ItemId> {
        bytes.into_iter().filter_map(|at| self.innermost(at)).collect()
    }

    /// Notes what is defined where, and gives the names with where they are defined.
    fn define(&mut self, spans: Vec<Range<usize>>, whole: WholeWords) -> Words {
        let text = self.text.clone();
        let bytes = text.bytes();
        let mut words = Words { whole, ..Words::default() };
        let owned = |span: Range<usize>| {
            let word = words.whole.words_in(bytes, span).last()?;
            let owner = self.innermost(word.start)?;
            matches!(self.item(owner).kind, Kind::Item | Kind::Open).then_some((word, owner))
        };
        // A constructor has the name of its class, so classes come first.
        let (members, others): (Vec<_>, Vec<_>) =
            spans.into_iter().filter_map(owned).partition(|(_, owner)| self.is_local_member(*owner));
        for (word, owner) in others.into_iter().chain(members) {
            let scope = self.scope_of_definition(&words, &bytes[word.clone()], owner);
            let next = Name::try_from(self.definers.len()).expect("a text has less than 4 GiB");
            let name = *words.names.entry((bytes[word.clone()].into(), scope)).or_insert(next);
            if name == next {
                self.definers.push(Vec::new());
                self.spelt.push(word.clone());
                self.lengths.push(word.len());
            }
            let spelt = &mut self.spelt[name as usize];
            *spelt = spelt.start.min(word.start)..spelt.end.max(word.end);
            self.definers[name as usize].push(owner);
            self.items[owner as usize].names.push(name);
        }
        self.definers.iter_mut().for_each(ascending);
        self.items.iter_mut().for_each(|item| ascending(&mut item.names));
        words
    }

    /// The last words of these stretches, with the items around them, and where each is first.
    fn locals(&self, spans: Vec<Range<usize>>, whole: &WholeWords) -> BTreeMap<(ItemId, Box<[u8]>), usize> {
        let bytes = self.text.bytes();
        let words = spans.into_iter().filter_map(|span| whole.words_in(bytes, span).last());
        let mut locals = BTreeMap::new();
        for word in words {
            let Some(owner) = self.innermost(word.start) else { continue };
            let first = locals.entry((owner, bytes[word.clone()].into())).or_insert(word.start);
            *first = word.start.min(*first);
        }
        locals
    }

    /// Which name is defined again by which item at this place.
    fn special(&self, words: &Words, span: Range<usize>) -> Option<(ItemId, Name)> {
        let word = words.whole.words_in(self.text.bytes(), span).last()?;
        let owner = self.innermost(word.start)?;
        let word = &self.text.bytes()[word];
        let name = *words.names.get(&(word.into(), self.scope_of_definition(words, word, owner)))?;
        self.item(owner).names.binary_search(&name).ok().map(|_| (owner, name))
    }

    /// What the open items around these names are called.
    fn named_spaces(&self, spans: Vec<Range<usize>>) -> BTreeMap<ItemId, Vec<Box<[u8]>>> {
        let words = WholeWords::default();
        let bytes = self.text.bytes();
        let mut spaces = BTreeMap::new();
        for span in spans {
            let around = self.innermost(span.start).filter(|id| self.item(*id).kind == Kind::Open);
            if let Some(id) = around {
                spaces.insert(id, words.words_in(bytes, span).map(|word| bytes[word].into()).collect());
            }
        }
        spaces
    }

    /// What is, or is around, an item with names of its own: a part or a definition, the innermost.
    pub(super) fn scope(&self, id: ItemId) -> Option<ItemId> {
        let is_local =
            |id: &ItemId| matches!(self.item(*id).kind, Kind::Part { local: true, .. } | Kind::Definition);
        std::iter::once(id).chain(self.around(id)).find(is_local)
    }

    /// Whether it is a member of a class within a function.
    fn is_local_member(&self, id: ItemId) -> bool {
        let scope = self.scope(id);
        scope.is_some()
            && self.around(id).take_while(|above| Some(*above) != scope).any(|above| self.has_members(above))
    }

    /// The [scope](Self::scope) in which a word is known that an item defines. A member of a class within a function is known outside
    /// of it: where an object of the class is handed over, it is used there.
    fn scope_of_definition(&self, words: &Words, word: &[u8], id: ItemId) -> Option<ItemId> {
        let scope = self.scope(id);
        let is_known = || words.names.contains_key(&(word.into(), scope));
        scope.filter(|_| !self.is_local_member(id) || is_known())
    }

    /// What a word of the text stands for. After a sign that leads to a member of something it is first of all what is known everywhere:
    /// in `size = list.size()` a variable and a function.
    fn resolve(&self, words: &Words, word: Range<usize>, owner: ItemId) -> Option<Name> {
        let (before, bytes) = self.text.bytes()[..word.end].split_at(word.start);
        let known = (qualified(before) != Qualified::Not).then(|| words.names.get(&(bytes.into(), None)));
        known.flatten().copied().or_else(|| self.resolve_here(words, bytes, word.start, owner))
    }

    /// What a word in an item would stand for at this place: what is defined nearest, seen from the inside out. A local name
    /// hides others only after it: in `is_same<p, T> get(T p)` the first `p` is another.
    fn resolve_here(&self, words: &Words, word: &[u8], at: usize, owner: ItemId) -> Option<Name> {
        let word: Box<[u8]> = word.into();
        let mut local = (owner, word);
        for id in std::iter::once(owner).chain(self.around(owner)) {
            local.0 = id;
            if words.locals.get(&local).is_some_and(|first| *first <= at) {
                return None;
            }
        }
        let word = local.1;
        let mut scope = self.scope(owner);
        let mut key = (word, scope);
        loop {
            if let Some(name) = words.names.get(&key) {
                return Some(*name);
            }
            scope = scope.map(|part| self.item(part).parent.and_then(|above| self.scope(above)))?;
            key.1 = scope;
        }
    }

    /// Notes which names stand where, and which are implied where.
    fn use_names(&mut self, words: &Words, implied: &[(usize, &'static str)], spaces: &Spaces) {
        let text = self.text.clone();
        let mut bound = Vec::new();
        for word in words.whole.words_in(text.bytes(), 0..text.bytes().len()) {
            let Some(owner) = self.innermost(word.start) else { continue };
            if matches!(self.item(owner).kind, Kind::Noise { has_names: false, .. }) {
                continue;
            }
            let name = self.resolve(words, word.clone(), owner);
            let item = &mut self.items[owner as usize];
            let Some(name) = name else {
                item.has_words = true;
                continue;
            };
            item.uses.push(name);
            bound.push(Use { name, user: owner, at: word.start });
        }
        for (at, names) in implied {
            let Some(owner) = self.innermost(*at) else { continue };
            for word in names.split_ascii_whitespace() {
                let name = self.resolve_here(words, word.as_bytes(), *at, owner);
                self.items[owner as usize].implied.extend(name);
            }
        }
        self.users = vec![Vec::new(); self.definers.len()];
        for (id, item) in (0..).zip(&mut self.items) {
            ascending(&mut item.uses);
            item.implied.retain(|name| item.uses.binary_search(name).is_err());
            ascending(&mut item.implied);
            item.uses.extend(&item.implied);
            item.uses.sort_unstable();
            for name in &item.uses {
                self.users[*name as usize].push(id);
            }
        }
        let outer = |word: &[u8]| words.names.get(&(word.into(), None)).copied();
        self.bind(&bound, spaces, &outer, &words.specials);
    }

    /// Notes what items apply to.
    fn apply(&mut self, words: &Words, domains: Vec<Range<usize>>) {
        let text = self.text.clone();
        for word in domains.into_iter().flat_map(|span| words.whole.words_in(text.bytes(), span)) {
            let Some(owner) = self.innermost(word.start) else { continue };
            let name = self.resolve(words, word, owner);
            let is_type = |id: &ItemId| {
                self.is_outermost(self.item(*id)) && self.inside(*id).any(|part| self.has_members(part))
            };
            let name = name.filter(|name| self.definers[*name as usize].iter().any(is_type));
            let item = &mut self.items[owner as usize];
            if item.kind == Kind::Item {
                item.domain.extend(name);
            }
        }
        self.items.iter_mut().for_each(|item| ascending(&mut item.domain));
    }
}

/// Where what begins at `start` begins with what belongs to it; the ends of `prefixes` ascend.
fn with_prefixes(bytes: &[u8], mut start: usize, prefixes: &[Range<usize>]) -> usize {
    let mut before = prefixes.partition_point(|prefix| prefix.end <= start);
    while let Some(prefix) = before.checked_sub(1).map(|last| &prefixes[last]) {
        if !bytes[prefix.end..start].iter().all(u8::is_ascii_whitespace) {
            break;
        }
        start = prefix.start;
        before = prefixes[..before].partition_point(|prefix| prefix.end <= start);
    }
    start
}

/// The names that something defines.
#[derive(Default)]
struct Words {
    /// With the part that they are local to.
    names: BTreeMap<(Box<[u8]>, Option<ItemId>), Name>,
    /// Words that are known in these items only, with where each is first.
    locals: BTreeMap<(ItemId, Box<[u8]>), usize>,
    /// What is defined by items that something else defines first.
    specials: BTreeSet<(ItemId, Name)>,
    whole: WholeWords,
}

/// Items in the order of the text, outer ones first, each with its parent and its end; of several with the same bytes the
/// one that says most.
fn nested(mut spans: Vec<(Range<usize>, Kind)>) -> Vec<Item> {
    let rank = |kind: Kind| match kind {
        Kind::Item => 0,
        Kind::Definition => 1,
        Kind::Open => 2,
        Kind::Part { late, .. } => 3 + u8::from(late),
        Kind::Noise { .. } => 5,
    };
    // What would make the text no shorter is no part.
    let is_longer = |span: &Range<usize>, kind: &Kind| match kind {
        Kind::Part { instead, .. } => span.len() > instead.len(),
        _ => !span.is_empty(),
    };
    spans.retain(|(span, kind)| is_longer(span, kind));
    spans.sort_by_key(|(span, kind)| {
        (span.start, std::cmp::Reverse(span.end), std::cmp::Reverse(rank(*kind)))
    });
    spans.dedup_by(|later, earlier| later.0 == earlier.0);
    let mut items: Vec<Item> = Vec::with_capacity(spans.len());
    let mut open: Vec<ItemId> = Vec::new();
    let close = |items: &mut Vec<Item>, id: ItemId| {
        items[id as usize].end = ItemId::try_from(items.len()).expect("a text has less than 4 GiB");
    };
    for (span, kind) in spans {
        while let Some(id) = open.pop_if(|id| items[*id as usize].span.end <= span.start) {
            close(&mut items, id);
        }
        let parent = open.last().copied();
        let is_left_out = |around: &Item| match around.kind {
            Kind::Noise { .. } => true,
            Kind::Definition => matches!(kind, Kind::Definition | Kind::Part { .. }),
            _ => around.span.end < span.end,
        };
        if parent.is_some_and(|id| is_left_out(&items[id as usize])) {
            continue;
        }
        let is_outermost = parent.is_none_or(|id| items[id as usize].kind == Kind::Open);
        let kind = match kind {
            Kind::Part { instead: "", .. } if is_outermost => Kind::Item,
            kind => kind,
        };
        open.push(ItemId::try_from(items.len()).expect("a text has less than 4 GiB"));
        let (names, uses, implied, domain) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        items.push(Item {
            span,
            kind,
            parent,
            end: 0,
            names,
            uses,
            implied,
            domain,
            is_sole: false,
            is_field: false,
            has_words: false,
        });
    }
    while let Some(id) = open.pop() {
        close(&mut items, id);
    }
    items
}

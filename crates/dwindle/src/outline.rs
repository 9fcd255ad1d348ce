//! Outlines: what a text declares, and which declaration uses which names.
//!
//! A syntax tree says what may go by the grammar; an outline says what goes together by meaning. A parser
//! [marks](crate::tree::Parse::marks) what can go as a whole, what it names, and what a declaration can do without; all else
//! follows here, for every language alike. What is unused is told by names alone, so that an outline takes too much for used rather
//! than too little; what goes with a definition also by the class or the namespace that it is in. Nothing is known of types, and
//! the test has the last word.

mod build;
mod flood;
mod gains;
mod goings;
mod live;
mod qualified;
mod reasons;
mod scopes;
mod users;
mod words;

pub(crate) use gains::RecentGains;
pub(crate) use goings::{Cases, Goings, MOST_GOING, each};
pub use live::Kept;
pub(crate) use users::InUse;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::Text;

/// What a parser says of a stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A declaration, a definition, a statement: what can go as a whole.
    Item,
    /// An item that only defines what is declared elsewhere: the body of a member function outside of its class. It goes
    /// as a whole.
    Definition,
    /// A scope whose items count as if they stood outside of it: a namespace. Must be an item, too.
    Open,
    /// What the item around it can do without, such as the body of a function. With nothing instead and nothing but open
    /// items around it, an item.
    Part {
        /// What stands in its place then.
        instead: &'static str,
        /// Whether items like this often cannot do without it: it is asked about after the others.
        late: bool,
        /// Whether names of what is in it are known in it only: the body of a function.
        local: bool,
        /// Whether it cannot do without some of what is in it, where something from outside of it is not there any more: all of it goes
        /// then. A language may want a function to return something, or what it declares to be used. Such a part is local.
        whole: bool,
    },
    /// One word with all its bytes, whatever they are: a name with its sign and its dots. Else words are letters, digits, `_` and
    /// `$`, and what begins with a digit is none.
    Word,
    /// A name, the last word in it, that the innermost item around it defines.
    Name,
    /// A name as [`Mark::Name`], of which something else is the first definition: that of a specialization. What has it cannot
    /// do without that.
    Special,
    /// A name as [`Mark::Name`], where no other definition says what is said here, an announcement with default arguments, or it is not
    /// known which is meant, one of several methods. What uses the
    /// name cannot do without it.
    Sole,
    /// A name as [`Mark::Name`], of what stays with the item around it whether or not something uses it: a field of a class, a variable in a body.
    Field,
    /// The name of the scope that the open item around it is, of several words from the outside in: that of a namespace.
    Scope,
    /// As [`Mark::Scope`], where all scopes of that name are as good as what is around them: the name of an inline namespace.
    Inline,
    /// A name, the last word in it, that is known in the innermost item around it only: a parameter. The item does not
    /// define it, even where it is a [`Mark::Name`], too.
    Local,
    /// What the innermost item around it applies to: a parameter of a function, the arguments of a specialization. Of
    /// several items with one name, one is not meant as long as something named here is not there.
    Domain,
    /// What uses names that do not stand there, such as those by which a loop asks a container for its elements.
    Implied {
        /// These, with blanks between them.
        names: &'static str,
    },
    /// What means nothing to the language: a comment, a line marker. It belongs to the item that follows it, too.
    Noise {
        /// Whether it means something now and then, such as a linkage: it stays where the rest cannot go with it.
        late: bool,
        /// Whether its words are names, such as those of an attribute; those of a comment are not.
        has_names: bool,
    },
    /// What belongs to the item that follows it: an attribute.
    Prefix,
}

/// A stretch of a text with what a parser says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// What it is.
    pub mark: Mark,
    /// Its bytes.
    pub span: Range<usize>,
}

/// An item or a part, by its number in the order of the text: outer ones before what is in them.
pub(crate) type ItemId = u32;

/// A name that something defines, by number.
type Name = u32;

/// What names are defined in: the block of a class, by its number, or a namespace, by the number of items and its own.
type Scope = u32;

/// What a text declares.
#[derive(Debug)]
pub struct Outline {
    text: Text,
    items: Vec<Item>,
    /// For each name, from where it is first defined to where it is last.
    spelt: Vec<Range<usize>>,
    /// For each name, how many bytes it has.
    lengths: Vec<usize>,
    /// For each name, what defines it.
    definers: Vec<Vec<ItemId>>,
    /// For each name, what has it in its own text, what defines it included.
    users: Vec<Vec<ItemId>>,
    /// What is meant where.
    scopes: Scopes,
}

/// One item or part.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
    parent: Option<ItemId>,
    /// One past the last item within it.
    end: ItemId,
    /// What it defines, ascending.
    names: Vec<Name>,
    /// Which names that something defines stand in its own text, outside of the items in it, or are implied; ascending.
    /// What it defines is among them: other definitions of a name belong to it.
    uses: Vec<Name>,
    /// Those of them that are implied and do not stand there; ascending.
    implied: Vec<Name>,
    /// Those of them that stand in what it applies to; ascending.
    domain: Vec<Name>,
    /// Whether nothing else defines what it defines as it does.
    is_sole: bool,
    /// Whether it stays with what is around it, whatever uses it.
    is_field: bool,
    /// Whether its own text has any word besides.
    has_words: bool,
}

/// A name in one scope.
#[derive(Debug)]
struct Member {
    scope: Scope,
    /// What defines it there, ascending.
    definers: Vec<ItemId>,
    /// What uses it as the one defined there and does not define it, ascending.
    users: Vec<ItemId>,
}

/// What is defined in which scope.
#[derive(Debug, Default)]
struct Scopes {
    /// For each item what it is directly in; none in the body of a function, whose names are names of their own.
    of: Vec<Option<Scope>>,
    /// For each name the scopes that define it, ascending.
    members: Vec<Vec<Member>>,
}

impl Scopes {
    /// At which place among those of its name that of this scope is, if it defines it.
    fn place(&self, name: Name, scope: Scope) -> Option<usize> {
        self.members[name as usize].binary_search_by_key(&scope, |member| member.scope).ok()
    }
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Item,
    Definition,
    Open,
    Part { instead: &'static str, late: bool, local: bool, whole: bool },
    Noise { late: bool, has_names: bool },
}

impl Item {
    /// Whether it defines nothing.
    pub(crate) const fn is_nameless(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether it stays with the item around it, though nothing uses what it defines.
    pub(crate) const fn stays_unused(&self) -> bool {
        self.is_field || self.is_nameless()
    }
}

impl Outline {
    /// The text that it is of.
    pub const fn text(&self) -> &Text {
        &self.text
    }

    /// How many items, parts and stretches of noise there are.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub const fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = (ItemId, &Item)> {
        (0..).zip(&self.items)
    }

    pub(crate) fn item(&self, id: ItemId) -> &Item {
        &self.items[id as usize]
    }

    /// Items that nothing else in the text uses by name and that are in no item that is not open: what the text is
    /// there for, or what can go.
    pub(crate) fn roots(&self) -> Vec<ItemId> {
        let is_root = |id: &ItemId| {
            let item = self.item(*id);
            let outside = |user: &&ItemId| !(*id..item.end).contains(*user);
            matches!(item.kind, Kind::Item | Kind::Definition)
                && self.is_outermost(item)
                && !item.names.iter().any(|name| self.users[*name as usize].iter().any(|user| outside(&user)))
        };
        self.items().map(|(id, _)| id).filter(is_root).collect()
    }

    /// What an item is called, if it defines a name.
    pub(crate) fn name(&self, id: ItemId) -> Option<&[u8]> {
        let first = self.item(id).names.first()?;
        let (start, len) = (self.spelt[*first as usize].start, self.lengths[*first as usize]);
        self.text.bytes().get(start..start + len)
    }

    /// What defines the names that stand in `items`, of what is outermost as they are; ascending and without them.
    pub(crate) fn used_by(&self, items: &[ItemId]) -> Vec<ItemId> {
        let within = items.iter().flat_map(|id| *id..self.item(*id).end).map(|id| self.item(id));
        let stand = |item: &Item, name: &Name| item.implied.binary_search(name).is_err();
        let mut names: Vec<Name> =
            within.flat_map(|item| item.uses.iter().filter(move |name| stand(item, name))).copied().collect();
        ascending(&mut names);
        let mut used: Vec<ItemId> =
            names.iter().flat_map(|name| &self.definers[*name as usize]).copied().collect();
        ascending(&mut used);
        let is_outermost = |item: &Item| item.kind == Kind::Item && self.is_outermost(item);
        let items: BTreeSet<ItemId> = items.iter().copied().collect();
        used.retain(|id| is_outermost(self.item(*id)) && !items.contains(id));
        used
    }

    /// Whether only open items are around it.
    pub(crate) fn is_outermost(&self, item: &Item) -> bool {
        let mut above = item.parent;
        while let Some(id) = above {
            let around = self.item(id);
            if around.kind != Kind::Open {
                return false;
            }
            above = around.parent;
        }
        true
    }

    /// The items around `id`, from the inside out.
    pub(crate) fn around(&self, id: ItemId) -> impl Iterator<Item = ItemId> {
        std::iter::successors(self.item(id).parent, |above| self.item(*above).parent)
    }

    /// The part with names of its own that it is in, or is, where that goes as a whole if something in it cannot stay.
    pub(crate) fn whole(&self, id: ItemId) -> Option<ItemId> {
        self.scope(id).filter(|part| matches!(self.item(*part).kind, Kind::Part { whole: true, .. }))
    }

    /// Whether it is a part with items whose names are known outside of it: the block of a class.
    pub(crate) fn has_members(&self, id: ItemId) -> bool {
        matches!(self.item(id).kind, Kind::Part { local: false, .. }) && self.item(id).end > id + 1
    }

    /// Whether it is the block of a class without items: all that can be found in it is inherited.
    fn only_inherits(&self, id: ItemId) -> bool {
        let item = self.item(id);
        matches!(item.kind, Kind::Part { local: false, instead, .. } if !instead.is_empty())
            && item.end == id + 1
    }

    /// Whether it is an open item with something in it: a namespace, which stays for that, not for its name.
    fn stays_for_contents(&self, id: ItemId) -> bool {
        self.item(id).kind == Kind::Open && self.item(id).end > id + 1
    }

    /// The items directly in `id`.
    fn inside(&self, id: ItemId) -> impl Iterator<Item = ItemId> {
        let (end, mut next) = (self.item(id).end, id + 1);
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let here = next;
                next = self.item(here).end;
                here
            })
        })
    }

    /// The replacements that leave what is alive of the text, in order and apart.
    pub(crate) fn edits(&self, live: &[bool]) -> Vec<(Range<usize>, &'static str)> {
        let bytes = self.text.bytes();
        let mut edits: Vec<(Range<usize>, &'static str)> = Vec::new();
        let mut next: ItemId = 0;
        while let Some(item) = self.items.get(next as usize) {
            if live[next as usize] && !self.is_emptied(next, live) {
                next += 1;
                continue;
            }
            next = item.end;
            let done = edits.last().map_or(0, |(span, _)| span.end);
            match item.kind {
                Kind::Part { instead, .. } => edits.push((item.span.clone(), instead)),
                Kind::Noise { .. } => edits.push(without(bytes, item.span.clone(), done)),
                _ => {
                    let end = with_separator(bytes, item.span.end);
                    // A separator that begins something else, such as a comment, stays with that.
                    let is_others = self.items.get(next as usize).is_some_and(|other| other.span.start < end);
                    let end = if is_others { item.span.end } else { end };
                    edits.push(without(bytes, item.span.start..end, done));
                }
            }
        }
        edits
    }

    /// Whether a part has nothing left in it, though it had items: the block of a class, none of whose members stays.
    fn is_emptied(&self, id: ItemId, live: &[bool]) -> bool {
        let item = self.item(id);
        matches!(item.kind, Kind::Part { .. })
            && item.uses.is_empty()
            && !item.has_words
            && item.end > id + 1
            && self.inside(id).all(|inner| !live[inner as usize])
    }
}

/// Each of them once, in order.
pub(crate) fn ascending(numbers: &mut Vec<u32>) {
    numbers.sort_unstable();
    numbers.dedup();
}

/// Where a stretch ends that ends here, with the semicolon or comma after it: to many parsers that is no part of a declaration or of what
/// stands in a list.
fn with_separator(bytes: &[u8], end: usize) -> usize {
    let blanks = bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if matches!(bytes.get(end + blanks), Some(b';' | b',')) { end + blanks + 1 } else { end }
}

/// What goes with a stretch, and what is left in its place: the blanks before it, unless it has its line for itself or
/// others, and a blank where two words would become one.
fn without(bytes: &[u8], span: Range<usize>, done: usize) -> (Range<usize>, &'static str) {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| is_word(*byte));
    let ends_line = bytes[..span.end].ends_with(b"\n");
    let is_followed_by_blank = bytes.get(span.end).is_none_or(u8::is_ascii_whitespace);
    let mut start = span.start;
    if is_followed_by_blank && !ends_line {
        let blanks = bytes[done..start].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        start -= blanks;
    }
    let merges =
        is_word(start.checked_sub(1).and_then(|before| bytes.get(before))) && is_word(bytes.get(span.end));
    (start..span.end, if merges { " " } else { "" })
}

/// Whether a byte can be in a word.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

//! What is used: from the items that stay, everything that they use, what that uses, and so on, by names.

use super::{ItemId, Kind, Name, Outline, ascending};

/// What stays of a text, apart from what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Items that stay, with all that they use.
    pub(crate) roots: Vec<ItemId>,
    /// Items that stay if all that they use stays anyway, or all that they apply to does; ascending.
    pub(crate) passive: Vec<ItemId>,
    /// For each item whether it goes, whatever uses it.
    pub(crate) gone: Vec<bool>,
    /// For each item whether it goes unless it is in a root: a body of what is only called.
    pub(crate) bare: Vec<bool>,
    /// Whether everything stays that is not gone, used or not.
    pub(crate) unused_stays: bool,
}

impl Kept {
    /// All of an outline.
    pub(crate) fn all(outline: &Outline) -> Self {
        let none = vec![false; outline.len()];
        Self { gone: none.clone(), bare: none, unused_stays: true, ..Self::default() }
    }

    /// Which items go: some whatever uses them, some as they are in no root.
    pub(crate) fn going(&self, outline: &Outline) -> Vec<bool> {
        let mut going = self.bare.clone();
        for root in &self.roots {
            going[*root as usize..outline.item(*root).end as usize].fill(false);
        }
        going.iter_mut().zip(&self.gone).for_each(|(going, gone)| *going |= gone);
        going
    }

    /// For each item whether it is a root.
    pub(crate) fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.gone.len()];
        for root in &self.roots {
            needed[*root as usize] = true;
        }
        needed
    }
}

impl Outline {
    /// For each item whether it stays.
    ///
    /// A root stays, and what it uses: every definition of a name in it, unless that lies in an item that goes. In an item
    /// that stays, what has no name stays; what has one stays if the name is used. Open items stay for what is in them. Of
    /// several definitions of a name those stay that apply to what stays; where there is none, all of them, and all of a class or a
    /// namespace where what stays means one of these.
    ///
    /// Costs time in the number of items and of the names in each.
    pub(crate) fn live(&self, kept: &Kept) -> Vec<bool> {
        let gone = kept.going(self);
        if kept.unused_stays {
            return gone.iter().map(|gone| !gone).collect();
        }
        let mut marking = Marking {
            outline: self,
            gone,
            live: vec![false; self.items.len()],
            used: vec![false; self.definers.len()],
            waiting: Vec::new(),
            deferred: Vec::new(),
        };
        for (id, item) in self.items() {
            if matches!(item.kind, Kind::Noise { .. }) && item.parent.is_none() {
                marking.mark(id);
            }
        }
        // Roots stay as a whole: what nothing uses in them may matter, such as a virtual function.
        for root in &kept.roots {
            (*root..self.item(*root).end).for_each(|id| marking.mark(id));
        }
        loop {
            marking.spread_all();
            for id in &kept.passive {
                if marking.has_all(*id) || marking.applies(*id) {
                    marking.mark(*id);
                }
            }
            if marking.waiting.is_empty() {
                return marking.live;
            }
        }
    }
}

struct Marking<'a> {
    outline: &'a Outline,
    gone: Vec<bool>,
    live: Vec<bool>,
    /// For each name whether something that stays has it.
    used: Vec<bool>,
    waiting: Vec<ItemId>,
    /// What is used, but applies to something of which it is not known yet whether it stays.
    deferred: Vec<ItemId>,
}

impl Marking<'_> {
    /// Marks an item, if it does not go and what is around it stays.
    fn mark(&mut self, id: ItemId) {
        if self.live[id as usize] || self.gone[id as usize] {
            return;
        }
        // Open items stay for what is in them, as far as none of them goes.
        let outline = self.outline;
        let is_closed = |above: ItemId| outline.item(above).kind != Kind::Open || self.gone[above as usize];
        if outline.around(id).take_while(|above| !self.live[*above as usize]).any(is_closed) {
            return;
        }
        for id in std::iter::once(id).chain(outline.around(id)) {
            if std::mem::replace(&mut self.live[id as usize], true) {
                return;
            }
            self.waiting.push(id);
        }
    }

    /// Marks all that follows from what is marked, and what of it applies to what stays.
    fn spread_all(&mut self) {
        loop {
            self.spread();
            let mut deferred = std::mem::take(&mut self.deferred);
            ascending(&mut deferred);
            let applies =
                |id: &ItemId| self.outline.item(*id).domain.iter().all(|name| self.is_defined(*name));
            let (mut meant, deferred): (Vec<_>, Vec<_>) = deferred.into_iter().partition(applies);
            if meant.is_empty() {
                let is_missing = |name: &Name| self.used[*name as usize] && !self.is_defined(*name);
                let missing = |id: &ItemId| {
                    self.outline.item(*id).names.iter().any(is_missing)
                        || self.outline.is_missing_in_scope(*id, &self.live)
                };
                meant.extend(deferred.iter().copied().filter(missing));
            }
            self.deferred = deferred;
            for id in meant {
                self.mark(id);
            }
            if self.waiting.is_empty() {
                return;
            }
        }
    }

    /// Marks what is used, unless something else may be meant.
    fn reach(&mut self, id: ItemId) {
        if self.outline.item(id).domain.is_empty() {
            self.mark(id);
        } else {
            self.deferred.push(id);
        }
    }

    /// Whether anything that stays defines a name.
    fn is_defined(&self, name: Name) -> bool {
        self.outline.definers[name as usize].iter().any(|id| self.live[*id as usize])
    }

    /// Marks all that follows from what is marked.
    fn spread(&mut self) {
        let outline = self.outline;
        while let Some(id) = self.waiting.pop() {
            let item = outline.item(id);
            for name in &item.uses {
                if !std::mem::replace(&mut self.used[*name as usize], true) {
                    let definers = outline.definers[*name as usize].iter();
                    definers
                        .filter(|id| !outline.stays_for_contents(**id))
                        .for_each(|definer| self.reach(*definer));
                }
            }
            for inner in outline.inside(id) {
                let inside = outline.item(inner);
                let stays = match inside.kind {
                    Kind::Part { .. } | Kind::Noise { .. } => true,
                    // Only for what is in it.
                    Kind::Open => false,
                    Kind::Item | Kind::Definition if item.kind == Kind::Open => false,
                    Kind::Item | Kind::Definition => {
                        inside.stays_unused() || inside.names.iter().any(|name| self.used[*name as usize])
                    }
                };
                if stays {
                    self.reach(inner);
                }
            }
        }
    }

    /// Whether an item applies to something, and all of that stays: an operator, which is used without its name.
    fn applies(&self, id: ItemId) -> bool {
        let domain = &self.outline.item(id).domain;
        !domain.is_empty() && domain.iter().all(|name| self.is_defined(*name))
    }

    /// Whether an item could stay without anything more than what stays.
    fn has_all(&self, id: ItemId) -> bool {
        !self.live[id as usize]
            && !self.gone[id as usize]
            && self.outline.item(id).uses.iter().all(|name| self.is_defined(*name))
            && self.outline.all_meant(id, |other| self.live[other as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::outline::{Mark, Marked};

    const TEXT: &str = "type A{a};type B{b};type C{c};fun f(A);fun f(B){c};fun g(C);run f g A";

    /// The outline of the text above: types with members, functions with what they apply to.
    fn outline() -> Outline {
        let (mut marks, mut start) = (Vec::new(), 0);
        for item in TEXT.split(';') {
            let mut mark =
                |mark, from: usize, to: usize| marks.push(Marked { mark, span: start + from..start + to });
            mark(Mark::Item, 0, item.len());
            if !item.starts_with("run") {
                mark(
                    Mark::Name,
                    5 - usize::from(item.starts_with("fun")),
                    6 - usize::from(item.starts_with("fun")),
                );
            }
            if let Some(body) = item.find('{') {
                let local = item.starts_with("fun");
                mark(Mark::Part { instead: "", late: false, local, whole: false }, body, item.len());
                mark(Mark::Item, body + 1, body + 2);
            }
            if let Some(parameter) = item.find('(') {
                mark(Mark::Domain, parameter + 1, parameter + 2);
            }
            start += item.len() + 1;
        }
        Outline::new(Text::new(TEXT.as_bytes().to_vec()).expect("a short text"), marks).expect("items")
    }

    /// What is left of the text without what goes, apart from semicolons.
    fn left(kept: &Kept) -> String {
        let outline = outline();
        let (mut left, mut at) = (String::new(), 0);
        for (span, instead) in outline.edits(&outline.live(kept)) {
            left += &TEXT[at..span.start];
            left += instead;
            at = span.end;
        }
        left + &TEXT[at..]
    }

    #[test]
    fn of_several_definitions_those_stay_that_apply_to_what_stays() {
        let roots = outline().roots();
        let kept = Kept { roots, unused_stays: false, ..Kept::all(&outline()) };
        assert_eq!(left(&kept), "type A{a};type C{c};fun f(A);fun g(C);run f g A");
    }

    #[test]
    fn what_is_used_though_it_does_not_stand_there_stays() {
        let text = "def a;def b;run c";
        let mark = |mark, span| Marked { mark, span };
        let mut marks: Vec<_> = [0..5, 6..11, 12..17].map(|span| mark(Mark::Item, span)).into();
        marks.extend([mark(Mark::Name, 4..5), mark(Mark::Name, 10..11)]);
        marks.push(mark(Mark::Implied { names: "unknown b" }, 12..17));
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        let kept = Kept { roots: vec![2], unused_stays: false, ..Kept::all(&outline) };
        assert_eq!(outline.live(&kept), [false, true, true]);
    }

    #[test]
    fn noise_at_the_end_of_an_item_does_not_go_with_the_next() {
        let text = "a x\nb y\n";
        let mark = |mark, span| Marked { mark, span };
        let mut marks: Vec<_> = [0..3, 4..7].map(|span| mark(Mark::Item, span)).into();
        marks.extend([2..3, 6..7].map(|span| mark(Mark::Noise { late: false, has_names: false }, span)));
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        let spans: Vec<_> = outline.items().map(|(_, item)| item.span.clone()).collect();
        assert_eq!(spans, [0..3, 2..3, 4..7, 6..7]);
    }

    #[test]
    fn a_whole_word_is_a_name_with_its_sign() {
        let text = "def @1;use @1;use 1";
        let mark = |mark, span| Marked { mark, span };
        let mut marks: Vec<_> = [0..6, 7..13, 14..19].map(|span| mark(Mark::Item, span)).into();
        marks.extend([mark(Mark::Word, 4..6), mark(Mark::Word, 11..13), mark(Mark::Name, 4..6)]);
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        assert_eq!(outline.name(0), Some(&b"@1"[..]));
        assert_eq!(outline.used_by(&[1]), [0]);
        assert!(outline.used_by(&[2]).is_empty());
    }

    /// What stays with one root and one passive item.
    fn live(outline: &Outline, root: ItemId, passive: ItemId) -> Vec<bool> {
        let kept = Kept { roots: vec![root], passive: vec![passive], ..Kept::all(outline) };
        outline.live(&Kept { unused_stays: false, ..kept })
    }

    #[test]
    fn what_only_names_a_namespace_stays_while_something_of_it_does() {
        let text = "ns{a};using ns;run a;run b";
        let mark = |mark, span| Marked { mark, span };
        let mut marks: Vec<_> = [0..5, 3..4, 6..14, 15..20, 21..26].map(|span| mark(Mark::Item, span)).into();
        marks.extend([mark(Mark::Open, 0..5), mark(Mark::Name, 0..2), mark(Mark::Name, 3..4)]);
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        let live = |root| live(&outline, root, 2);
        assert_eq!(live(3), [true, true, true, true, false], "what runs uses something of it");
        assert_eq!(live(4), [false, false, false, false, true]);
    }

    #[test]
    fn what_has_no_name_and_applies_to_what_stays_keeps_what_it_uses() {
        let text = "a{b};h;+(a h);run a;run";
        let mark = |mark, span| Marked { mark, span };
        let spans = [0..4, 2..3, 5..6, 7..13, 14..19, 20..23];
        let mut marks: Vec<_> = spans.map(|span| mark(Mark::Item, span)).into();
        marks.push(mark(Mark::Part { instead: "{}", late: false, local: false, whole: false }, 1..4));
        marks.extend([0..1, 5..6].map(|span| mark(Mark::Name, span)));
        marks.push(mark(Mark::Domain, 9..10));
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        let live = |root| live(&outline, root, 4);
        assert_eq!(live(5), [true, true, true, true, true, true, false]);
        assert_eq!(live(6), [false, false, false, false, false, false, true]);
    }

    #[test]
    fn what_names_a_namespace_does_not_stay_for_a_part_of_it_that_comes_later() {
        let text = "ns{a};using ns;ns{b};run a;run b";
        let mark = |mark, span| Marked { mark, span };
        let spans = [0..5, 3..4, 6..14, 15..20, 18..19, 21..26, 27..32];
        let mut marks: Vec<_> = spans.map(|span| mark(Mark::Item, span)).into();
        marks.extend([0..5, 15..20].map(|span| mark(Mark::Open, span)));
        marks.extend([0..2, 3..4, 15..17, 18..19].map(|span| mark(Mark::Name, span)));
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        let live = |root| live(&outline, root, 2);
        assert_eq!(live(5), [true, true, true, false, false, true, false]);
        assert_eq!(live(6), [false, false, false, true, true, false, true]);
    }

    #[test]
    fn what_names_a_namespace_does_not_stay_for_something_else_of_its_name() {
        let text = "o{ns{a}using ns}class ns;run ns";
        let mark = |mark, span| Marked { mark, span };
        let spans = [0..16, 2..7, 5..6, 7..15, 16..24, 25..31];
        let mut marks: Vec<_> = spans.map(|span| mark(Mark::Item, span)).into();
        marks.extend([0..16, 2..7].map(|span| mark(Mark::Open, span)));
        marks.extend([0..1, 2..4].map(|span| mark(Mark::Scope, span)));
        marks.extend([2..4, 5..6, 22..24].map(|span| mark(Mark::Name, span)));
        let outline = Outline::new(Text::new(text.as_bytes()).expect("a short text"), marks).expect("items");
        assert_eq!(live(&outline, 5, 3), [false, false, false, false, true, true]);
    }

    #[test]
    fn bodies_that_only_roots_keep_come_back_with_them() {
        let outline = outline();
        let body = outline.items().find(|(_, item)| matches!(item.kind, Kind::Part { local: true, .. }));
        let mut kept = Kept { unused_stays: true, ..Kept::all(&outline) };
        kept.bare[body.expect("a body").0 as usize] = true;
        assert!(left(&kept).contains("fun f(B);"));
        kept.roots = outline.around(body.expect("a body").0).collect();
        assert!(left(&kept).contains("fun f(B){c};"));
    }
}

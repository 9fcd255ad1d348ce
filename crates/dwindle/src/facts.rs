//! What was worked out of texts: their trees, their outlines, what can be rewritten in them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::latest::Latest;
use crate::outline::{InUse, Outline, RecentGains};
use crate::rewrite::Rewrite;
use crate::space::{Pinned, TextSpace, Unit};
use crate::tree::{Parse, Tree};
use crate::{Id, Text};

/// Of a larger text the squeezed tree is not kept beside the other.
const SMALL: usize = 1 << 20;

/// What was worked out of a text: once, whoever of several threads comes first.
///
/// It is asked with the text that it is of, and with the one parser of a plan.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    tree: OnceLock<Option<Arc<Tree>>>,
    squeezed: OnceLock<Option<Arc<Tree>>>,
    outline: OnceLock<Option<Arc<Outline>>>,
    gains: RecentGains,
    rewrites: OnceLock<Arc<[Rewrite]>>,
    cut: Mutex<Option<Arc<Pinned<TextSpace>>>>,
}

impl Facts {
    /// The tree that the parser makes of the text.
    pub(crate) fn tree(&self, text: &Text, parse: &dyn Parse) -> Option<Arc<Tree>> {
        self.tree.get_or_init(|| parse.parse(text).map(Arc::new)).clone()
    }

    /// The same without what chains of nodes say twice.
    pub(crate) fn squeezed(&self, text: &Text, parse: &dyn Parse) -> Option<Arc<Tree>> {
        let squeezed = || self.tree(text, parse).map(|tree| Arc::new(tree.squeezed()));
        if text.bytes().len() > SMALL { squeezed() } else { self.squeezed.get_or_init(squeezed).clone() }
    }

    /// What the text declares, as far as the parser tells.
    pub(crate) fn outline(&self, text: &Text, parse: &dyn Parse) -> Option<Arc<Outline>> {
        let outline = || Outline::new(text.clone(), parse.marks(text)).map(Arc::new);
        self.outline.get_or_init(outline).clone()
    }

    /// What would go with items of the outline, as far as it was asked lately.
    pub(crate) const fn gains(&self) -> &RecentGains {
        &self.gains
    }

    /// What can be rewritten, as it is `offered` at first.
    pub(crate) fn rewrites(&self, offered: impl FnOnce() -> Arc<[Rewrite]>) -> Arc<[Rewrite]> {
        Arc::clone(self.rewrites.get_or_init(offered))
    }

    /// The text in these units, as it is `cut` where the last units were others.
    pub(crate) fn cut(
        &self,
        unit: Unit,
        cut: impl FnOnce() -> Arc<Pinned<TextSpace>>,
    ) -> Arc<Pinned<TextSpace>> {
        let mut last = self.cut.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(cut) if cut.base().unit() == unit => Arc::clone(cut),
            _ => Arc::clone(last.insert(cut())),
        }
    }
}

/// The names in use in a text.
type Names = OnceLock<Arc<[InUse]>>;

/// What was worked out of the latest texts: those of the search, and of what runs ahead of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    texts: Arc<Latest<Text, Facts>>,
    names: Arc<Latest<(Id, usize), Names>>,
}

impl Recent {
    /// So many texts are kept at most; of large ones two, since a tree takes about thirty times the memory of its text.
    const MOST: usize = 64;
    const FEWEST: usize = 2;
    const BYTES: usize = 4 << 20;
    /// The names of texts of so many bytes in sum are kept, and of so many texts: they take less room than the texts. What runs ahead begins where
    /// the pass began, so it goes through all texts since then.
    const BYTES_WITH_NAMES: usize = 32 << 20;
    const MOST_WITH_NAMES: usize = 1024;

    /// What is known of `text`.
    pub(crate) fn facts(&self, text: &Text) -> Arc<Facts> {
        let mut bytes = 0;
        let stays = |since: usize, known: &Text| {
            bytes += known.bytes().len();
            since < Self::FEWEST || (since < Self::MOST && bytes <= Self::BYTES)
        };
        self.texts.place(|known| known.id() == text.id(), || text.clone(), stays)
    }

    /// Forgets all texts.
    pub(crate) fn forget(&self) {
        self.texts.forget();
        self.names.forget();
    }

    /// The names in use in `text`, in the order of their definitions, as far as the parser tells.
    pub(crate) fn names_in_use(&self, text: &Text, parse: &dyn Parse) -> Arc<[InUse]> {
        let (id, mut bytes) = (text.id(), 0);
        let stays = |since: usize, (_, size): &(Id, usize)| {
            bytes += size;
            since < Self::MOST_WITH_NAMES && bytes <= Self::BYTES_WITH_NAMES
        };
        let place = self.names.place(|(known, _)| *known == id, || (id, text.bytes().len()), stays);
        let names = || {
            let outline = self.facts(text).outline(text, parse);
            outline.map(|outline| outline.names_in_use().into()).unwrap_or_default()
        };
        Arc::clone(place.get_or_init(names))
    }
}

//! What every tree reducer does: ask a list algorithm about some nodes, or for the first good replacement of one.

use std::sync::Arc;

use regex::bytes::Regex;

use super::merge::Merge;
use crate::algorithm::Algorithm;
use crate::config::Choice;
use crate::facts::Recent;
use crate::outline::{InUse, Outline};
use crate::search::{Search, Stop};
use crate::space::{Choices, Moved, Site, Space, TreeSpace, text_of};
use crate::strategy::{Dwindle, First, Gallop, Patient, Strategy};
use crate::tree::{NodeId, Parse, Piece, Role, Shape, Tree};
use crate::{Config, Text};

/// What reducers on trees are given beside the tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// Makes a tree of a changed text. Without it a reducer works on with the tree as it was changed.
    pub parse: Option<&'a dyn Parse>,
    /// No match of it is touched.
    pub protect: Option<&'a Regex>,
    /// The list algorithm.
    pub lists: Algorithm,
}

/// A tree on its way to a smaller one, and the search that a reducer asks on the way.
#[derive(Debug)]
pub struct Work<'w, 's> {
    pub(super) search: &'w mut Search<'s>,
    setting: Setting<'w>,
    tree: Arc<Tree>,
    recent: Recent,
}

impl<'w, 's> Work<'w, 's> {
    /// Begins with `tree`, whose text fails.
    pub fn new(search: &'w mut Search<'s>, setting: Setting<'w>, tree: Tree) -> Self {
        Self::knowing(search, setting, Arc::new(tree), Recent::default())
    }

    /// As [`Work::new`], with what was worked out of the latest texts by the parser of the setting.
    pub(crate) fn knowing(
        search: &'w mut Search<'s>,
        setting: Setting<'w>,
        tree: Arc<Tree>,
        recent: Recent,
    ) -> Self {
        Self { search, setting, tree: protecting(tree, setting.protect), recent }
    }

    /// The tree as it is now.
    pub const fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The children of all these nodes, in order.
    pub(super) fn below(&self, level: &[NodeId]) -> Vec<NodeId> {
        level.iter().flat_map(|node| self.tree.children(*node)).collect()
    }

    /// Bytes of the text as it is now.
    pub(super) fn size(&self) -> usize {
        self.tree.text().bytes().len()
    }

    /// The tree that was reached.
    pub fn into_tree(self) -> Tree {
        Arc::unwrap_or_clone(self.tree)
    }

    /// Whether `id` can go, or become something shorter in its place, without touching what is protected.
    ///
    /// The root never: nothing of the input would be left.
    pub(super) fn may_go(&self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        if id == NodeId::ROOT || node.is_empty() || !self.tree.protected_in(&node.span()).is_empty() {
            return false;
        }
        match node.role() {
            Role::Optional | Role::Extra | Role::Loose => true,
            Role::Separator => false,
            Role::Element => {
                self.is_one_of_many(id) || self.shortest(id).is_some_and(|text| text.len() < node.len())
            }
            Role::Needed => self.shortest(id).is_some_and(|text| text.len() < node.len()),
        }
    }

    /// The shortest text that the place of `id` can have.
    pub(super) fn shortest(&self, id: NodeId) -> Option<&[u8]> {
        self.tree.grammar().shortest(self.tree.node(id).place())
    }

    /// Whether an element leaves others behind, or an empty list that may be empty.
    fn is_one_of_many(&self, id: NodeId) -> bool {
        let Some(list) = self.tree.parent(id) else { return false };
        let mut elements =
            self.tree.children(list).filter(|child| self.tree.node(*child).role() == Role::Element);
        self.tree.node(list).shape() != Shape::Plus || elements.nth(1).is_some()
    }

    /// Runs the setting's list algorithm on those of `nodes` that may go, and takes over what it ends with.
    ///
    /// Gives where nodes are now, when something went.
    pub(super) fn thin(&mut self, nodes: impl IntoIterator<Item = NodeId>) -> Result<Option<Moved>, Stop> {
        let nodes: Vec<NodeId> = nodes.into_iter().filter(|id| self.may_go(*id)).collect();
        if nodes.is_empty() {
            return Ok(None);
        }
        let space = Arc::new(TreeSpace::removals(Arc::clone(&self.tree), nodes).shrinking());
        let reduced = self.setting.lists.reduce(self.search, &space, space.full())?;
        Ok(self.take_over(&space, &reduced))
    }

    /// As [`Work::thin`], but where nodes hang together, each is asked about once, from the end, and not until none can go.
    ///
    /// `is_tangled` says whether they do so as far as is known.
    pub(super) fn thin_once(
        &mut self,
        nodes: Vec<NodeId>,
        is_tangled: &mut bool,
    ) -> Result<Option<Moved>, Stop> {
        if self.setting.lists != Algorithm::Dwindle {
            return self.thin(nodes);
        }
        let space = Arc::new(TreeSpace::removals(Arc::clone(&self.tree), nodes).shrinking());
        let mut best = space.full();
        if !*is_tangled {
            let done = self.search.run(&space, Dwindle::until_surprised(best))?;
            (best, *is_tangled) = (done.best().clone(), done.is_surprised());
        }
        if *is_tangled {
            best = self.search.run(&space, Gallop::new(best, 1))?.best().clone();
        }
        Ok(self.take_over(&space, &best))
    }

    /// As [`Work::thin`], but only as long as much goes at a time, and nothing is surprising.
    pub(super) fn thin_at_once(&mut self, nodes: Vec<NodeId>) -> Result<Option<Moved>, Stop> {
        let space = Arc::new(TreeSpace::removals(Arc::clone(&self.tree), nodes).shrinking());
        let weights = space.weights(&space.full());
        let strategy = Patient::while_productive(Dwindle::until_surprised(space.full()), weights);
        let done = self.search.run(&space, strategy)?;
        Ok(self.take_over(&space, done.best()))
    }

    /// Replaces `id` by the first of `candidates` that is shorter and fails.
    pub(super) fn replace(
        &mut self,
        id: NodeId,
        candidates: impl IntoIterator<Item = Piece>,
    ) -> Result<Option<Moved>, Stop> {
        Ok(self.replace_by_one_of(id, candidates)?.map(|(_, moved)| moved))
    }

    /// Replaces `id` by the first of `candidates` that is shorter and fails, and gives its place among them.
    pub(super) fn replace_by_one_of(
        &mut self,
        id: NodeId,
        candidates: impl IntoIterator<Item = Piece>,
    ) -> Result<Option<(usize, Moved)>, Stop> {
        let len = self.tree.node(id).len();
        let is_shorter = |(_, piece): &(usize, Piece)| self.len_of(piece) < len;
        let (places, alternatives): (Vec<usize>, Vec<Piece>) =
            candidates.into_iter().enumerate().filter(is_shorter).unzip();
        if alternatives.is_empty() {
            return Ok(None);
        }
        let full = Config::full(1);
        let numbers = 0..u32::try_from(alternatives.len()).expect("a node has few candidates");
        let configs: Vec<Config> =
            numbers.map(|number| full.with_choice(0, Choice::Alternative(number))).collect();
        let space = Arc::new(TreeSpace::new(Arc::clone(&self.tree), vec![Site { node: id, alternatives }]));
        let done = self.search.run(&space, First::new(full, configs))?;
        let found = done.found().map(|found| places[found]);
        Ok(found.zip(self.take_over(&space, done.best())))
    }

    /// Makes as many of the changes as hold together; gives where nodes are now, when any does.
    pub(super) fn merge(
        &mut self,
        space: &Arc<TreeSpace>,
        changes: Vec<Vec<Config>>,
    ) -> Result<Option<Moved>, Stop> {
        let merge = self.search.run(space, Merge::new(space.full(), changes))?;
        Ok(self.take_over(space, merge.best()))
    }

    /// Takes over the first of `configs` that fails; whether one does.
    pub(super) fn first(&mut self, space: &Arc<TreeSpace>, configs: Vec<Config>) -> Result<bool, Stop> {
        let done = self.search.run(space, First::new(space.full(), configs))?;
        Ok(self.take_over(space, done.best()).is_some())
    }

    /// Asks the setting's list algorithm which of `edits` to `space` can be made, and makes them; whether any can.
    pub(super) fn change_with(&mut self, space: &Arc<TreeSpace>, edits: Vec<Config>) -> Result<bool, Stop> {
        let edits = Arc::new(Choices::of(Arc::clone(space), edits));
        let reduced = self.setting.lists.reduce(self.search, &edits, edits.full())?;
        Ok(self.take_over(space, &edits.base().to_base(&reduced)).is_some())
    }

    /// Texts that the grammar cannot know and that are worth a try in the place of `id`.
    pub(super) fn constants(&self, id: NodeId) -> Vec<Vec<u8>> {
        self.setting.parse.map_or_else(Vec::new, |parse| parse.constants(&self.tree, id))
    }

    pub(super) fn take_over(&mut self, space: &TreeSpace, config: &Config) -> Option<Moved> {
        if *config == space.full() {
            return None;
        }
        let (tree, moved) = space.apply(config);
        self.tree = Arc::new(tree);
        Some(moved)
    }

    /// How many bytes a piece is rendered as.
    pub(super) fn len_of(&self, piece: &Piece) -> usize {
        let mut rendered = Vec::new();
        piece.render(&self.tree, &mut rendered);
        rendered.into_iter().map(|stretch| stretch.bytes(&self.tree).len()).sum()
    }

    /// What reducers are given.
    pub(super) const fn setting(&self) -> Setting<'w> {
        self.setting
    }

    /// Runs `strategy` on a space of texts, and goes on with what it ends with; whether that is another text.
    pub(super) fn run_on_text<S: Space + 'static>(
        &mut self,
        space: &Arc<S>,
        strategy: impl Strategy + Clone + 'static,
    ) -> Result<bool, Stop> {
        let best = self.search.run(space, strategy)?.best().clone();
        let text = text_of(&**space, &best).filter(|text| text.id() != self.tree.text().id());
        Ok(text.is_some_and(|text| self.parse(&text)))
    }

    /// Makes a new tree of the text as it is now, where there is a parser and it can.
    pub(super) fn reparse(&mut self) {
        let text = self.tree.text().clone();
        self.parse(&text);
    }

    /// Goes on with the tree of `text`, where there is a parser and it can make one; whether it can.
    fn parse(&mut self, text: &Text) -> bool {
        let tree = self.setting.parse.and_then(|parse| self.recent.facts(text).squeezed(text, parse));
        tree.map(|tree| self.tree = protecting(tree, self.setting.protect)).is_some()
    }

    /// The names in use in the text, in the order of their definitions, as far as the parser tells.
    pub(super) fn names_in_use(&self) -> Arc<[InUse]> {
        let names = |parse| self.recent.names_in_use(self.tree.text(), parse);
        self.setting.parse.map(names).unwrap_or_default()
    }

    /// What the text declares, as far as the parser tells.
    pub(super) fn outline(&self) -> Option<Arc<Outline>> {
        let text = self.tree.text();
        self.recent.facts(text).outline(text, self.setting.parse?)
    }
}

/// The tree with the matches of a pattern protected.
fn protecting(tree: Arc<Tree>, protect: Option<&Regex>) -> Arc<Tree> {
    if protect.is_none() { tree } else { Arc::new(Arc::unwrap_or_clone(tree).protecting(protect)) }
}

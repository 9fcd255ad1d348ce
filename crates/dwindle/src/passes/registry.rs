//! The passes by name.

use std::sync::Arc;

use super::blanks::Blanks;
use super::columns::Columns;
use super::comments::Comments;
use super::containers::Containers;
use super::declarations::Declarations;
use super::digits::Digits;
use super::early::Early;
use super::includes::Includes;
use super::intervals::Intervals;
use super::kinds::Kinds;
use super::lengths::Lengths;
use super::list::List;
use super::names::Names;
use super::numbered::Numbered;
use super::pass::Pass;
use super::regions::ByRegions;
use super::repeats::Repeats;
use super::rewrites::Rewrites;
use super::structure::ByStructure;
use super::tree::OnTree;
use super::values::Values;
use crate::algorithm::Algorithm;
use crate::reduce::TreeAlgorithm;
use crate::space::Unit;

/// All passes that have a name, with `lists` as the list algorithm: those of the default plan first, in its order.
pub fn all(lists: Algorithm) -> Vec<Arc<dyn Pass>> {
    let list = |unit| Arc::new(List { algorithm: lists, unit });
    let published = TreeAlgorithm::ALL.into_iter().filter(|algorithm| *algorithm != TreeAlgorithm::Dwindle);
    let mut passes: Vec<Arc<dyn Pass>> = vec![
        Arc::new(ByRegions),
        Arc::new(Includes),
        Arc::new(Numbered),
        Arc::new(Declarations),
        Arc::new(Early),
        Arc::new(Kinds),
        Arc::new(Blanks),
        Arc::new(Names),
        Arc::new(OnTree(TreeAlgorithm::Dwindle)),
        list(Unit::Lines),
        Arc::new(Columns),
        Arc::new(ByStructure),
        Arc::new(Rewrites),
        list(Unit::Tokens),
        Arc::new(Repeats),
        list(Unit::Chars),
        Arc::new(Digits),
        list(Unit::Bytes),
        Arc::new(Containers),
        Arc::new(Lengths),
        Arc::new(Intervals),
        Arc::new(Values),
        Arc::new(Comments),
    ];
    passes.extend(published.map(|algorithm| Arc::new(OnTree(algorithm)) as Arc<dyn Pass>));
    passes
}

/// The pass of this name, with `lists` as the list algorithm.
pub fn named(name: &str, lists: Algorithm) -> Option<Arc<dyn Pass>> {
    all(lists).into_iter().find(|pass| pass.name() == name)
}

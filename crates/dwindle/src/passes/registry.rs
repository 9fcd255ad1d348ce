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
use super::own::Own;
use super::pass::Pass;
use super::repeats::Repeats;
use super::rewrites::Rewrites;
use super::stretches::Stretches;
use super::structure::ByStructure;
use super::tree::OnTree;
use super::values::Values;
use crate::algorithm::Algorithm;
use crate::reduce::TreeAlgorithm;
use crate::space::Unit;

/// All passes that have a name, with `lists` as the list algorithm: those of the default plan first, in its order; of several steps
/// with one name the first.
pub fn all(lists: Algorithm) -> Vec<Arc<dyn Pass>> {
    let mut passes = with_steps(lists);
    passes.dedup_by_key(|pass| pass.name());
    passes
}

/// The passes of the default plan for texts with a tree, in its order.
pub(crate) fn syntactic(lists: Algorithm) -> Vec<Arc<dyn Pass>> {
    let list = |unit| Arc::new(List { algorithm: lists, unit });
    let mut passes: Vec<Arc<dyn Pass>> = vec![Arc::new(Own), Arc::new(Includes), Arc::new(Numbered)];
    passes.extend(Declarations::ALL.iter().map(|step| Arc::new(*step) as Arc<dyn Pass>));
    let others: [Arc<dyn Pass>; 14] = [
        Arc::new(Stretches),
        Arc::new(Early),
        list(Unit::Lines),
        Arc::new(Kinds),
        Arc::new(Blanks),
        Arc::new(Names),
        Arc::new(Columns),
        Arc::new(ByStructure),
        Arc::new(Rewrites),
        list(Unit::Tokens),
        Arc::new(Repeats),
        list(Unit::Chars),
        Arc::new(Digits),
        Arc::new(OnTree(TreeAlgorithm::Dwindle)),
    ];
    passes.extend(others);
    passes
}

fn with_steps(lists: Algorithm) -> Vec<Arc<dyn Pass>> {
    let mut passes = syntactic(lists);
    let others: [Arc<dyn Pass>; 6] = [
        Arc::new(List { algorithm: lists, unit: Unit::Bytes }),
        Arc::new(Containers),
        Arc::new(Lengths),
        Arc::new(Intervals),
        Arc::new(Values),
        Arc::new(Comments),
    ];
    passes.extend(others);
    let published =
        TreeAlgorithm::ALL.iter().copied().filter(|algorithm| *algorithm != TreeAlgorithm::Dwindle);
    passes.extend(published.map(|algorithm| Arc::new(OnTree(algorithm)) as Arc<dyn Pass>));
    passes
}

/// The passes of this name, with `lists` as the list algorithm: one, or the steps of one; none of an unknown name.
pub fn named(name: &str, lists: Algorithm) -> Vec<Arc<dyn Pass>> {
    with_steps(lists).into_iter().filter(|pass| pass.name() == name).collect()
}

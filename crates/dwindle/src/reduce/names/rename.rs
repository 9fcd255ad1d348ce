//! One letter for each name.

use std::sync::Arc;

use super::found::{Name, all};
use crate::Config;
use crate::config::Choice;
use crate::reduce::work::Work;
use crate::search::Stop;
use crate::space::{Choices, Site, TreeSpace};
use crate::tree::Piece;

/// Gives as many names as possible a letter of their own, all their places at once; whether any got one.
pub(super) fn rename(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let names = all(work.tree());
    let letters = letters(&names);
    let mut sites: Vec<(Site, usize)> = Vec::new();
    for (number, (name, letter)) in letters.iter().enumerate() {
        let piece = Piece::text(&[*letter]);
        let site = |node: &_| (Site { node: *node, alternatives: vec![piece.clone()] }, number);
        sites.extend(name.places.iter().map(site));
    }
    if sites.is_empty() {
        return Ok(false);
    }
    sites.sort_by_key(|(site, _)| site.node);
    let mut edits = vec![Config::empty(); letters.len()];
    for (unit, (_, number)) in (0..).zip(&sites) {
        edits[*number].push(unit, unit + 1, Choice::Alternative(0));
    }
    let sites = sites.into_iter().map(|(site, _)| site).collect();
    let space = Arc::new(TreeSpace::new(Arc::clone(work.tree()), sites));
    let edits = Choices::of(Arc::clone(&space), edits);
    let changed = work.change_with(&space, edits)?;
    if changed {
        work.reparse();
    }
    Ok(changed)
}

/// A letter for each name that is longer, as far as there are any that no name is; a capital one for a name with a
/// capital.
fn letters(names: &[Name]) -> Vec<(&Name, u8)> {
    let free = |letter: &u8| names.iter().all(|name| name.text != [*letter]);
    let (mut small, mut capital) = ((b'a'..=b'z').filter(free), (b'A'..=b'Z').filter(free));
    let long = names.iter().filter(|name| name.text.len() > 1);
    let with_letter = long.filter_map(|name| {
        let letter = if name.text[0].is_ascii_uppercase() { capital.next() } else { small.next() };
        letter.map(|letter| (name, letter))
    });
    with_letter.collect()
}

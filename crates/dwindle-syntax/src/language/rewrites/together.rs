//! What changes everywhere at once: all that several patterns find for one name.

use std::collections::BTreeMap;

use dwindle::rewrite::Edit;

use super::Finder;
use super::unused::last_part;
use super::within::{around, with_separator};

impl Finder<'_> {
    /// For each name what all patterns of the rule that belong together make of its places.
    pub(super) fn together(&self, rule: &str) -> Vec<Vec<Edit>> {
        let mut rewrites: BTreeMap<&[u8], Vec<Edit>> = BTreeMap::new();
        for one in self.found.iter().filter(|one| one.rule == rule && one.says("together")) {
            let Some(of) = one.of() else { continue };
            let edits = rewrites.entry(last_part(&self.text.bytes()[of])).or_default();
            if let Some(slot) = one.node("slot") {
                let going = one.texts("around").next().map_or(Some(slot), |kinds| around(slot, kinds));
                let Some(going) = going else { continue };
                edits.push(Edit { span: with_separator(going), with: Box::default() });
            }
            edits.extend(self.from(one).into_iter().next().unwrap_or_default());
        }
        rewrites.into_values().collect()
    }
}

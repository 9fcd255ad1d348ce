//! What holds for the changes between any two trees.

use std::sync::Arc;

use dwindle::Config;
use dwindle::space::Space;
use dwindle_changes::Changes;
use proptest::prelude::*;

use crate::trees::{applied, versions, without_folders, without_modes};

/// The configuration of the units whose bits are set.
fn subset(changes: &Changes, bits: &[bool]) -> Config {
    Config::of_units(changes.full().units().filter(|&unit| bits[unit as usize % bits.len()]))
}

fn bits() -> impl Strategy<Value = Vec<bool>> {
    proptest::collection::vec(any::<bool>(), 1..64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn none_gives_the_good_tree_and_all_give_the_bad_one((good, bad) in versions()) {
        let changes = Changes::between(&good, &bad).unwrap();
        prop_assert_eq!(&changes.tree(&Config::empty()), &**changes.good());
        prop_assert_eq!(without_folders(&changes.tree(&changes.full())), without_folders(&bad));
        prop_assert_eq!(changes.units() == 0, changes.good() == changes.bad());
        let lines = changes.in_lines(&changes.full()).base().clone();
        prop_assert_eq!(&lines.tree(&Config::empty()), &**lines.good());
        prop_assert_eq!(without_folders(&lines.tree(&lines.full())), without_folders(&bad));
    }

    #[test]
    fn identities_are_those_of_the_trees((good, bad) in versions(), one in bits(), other in bits()) {
        let changes = Changes::between(&good, &bad).unwrap();
        let lines = changes.in_lines(&subset(&changes, &one)).base().clone();
        let mut seen = Vec::new();
        for changes in [&changes, &*lines] {
            let half = subset(changes, &one);
            for config in [Config::empty(), changes.full(), half.clone(), subset(changes, &other), changes.full().minus(&half)] {
                let (id, tree) = (changes.id(&config), changes.tree(&config));
                prop_assert_eq!(id, tree.id());
                seen.push((id, tree));
            }
        }
        for (i, (id, tree)) in seen.iter().enumerate() {
            for (other_id, other_tree) in &seen[..i] {
                prop_assert_eq!(id == other_id, tree == other_tree);
            }
        }
    }

    #[test]
    fn cutting_into_lines_keeps_every_tree((good, bad) in versions(), which in bits(), kept in bits()) {
        let changes = Changes::between(&good, &bad).unwrap();
        let (which, kept) = (subset(&changes, &which), subset(&changes, &kept));
        let cut = changes.in_lines(&which);
        let finer = cut.to_base(&kept);
        prop_assert_eq!(cut.base().tree(&finer), changes.tree(&kept));
        prop_assert_eq!(cut.base().id(&finer), changes.id(&kept));
        prop_assert_eq!(cut.touched(&finer), kept);
    }

    #[test]
    fn groups_are_a_partition((good, bad) in versions(), within in bits()) {
        let changes = Changes::between(&good, &bad).unwrap();
        let within = subset(&changes, &within);
        let functions = |_: &std::path::Path, bytes: &[u8]| vec![0..bytes.len() / 2, bytes.len() / 3..bytes.len() / 2];
        for groups in [
            changes.by_directory(&within),
            changes.by_file(&within),
            changes.by_function(&within, &functions),
            changes.by_hunk(&within, &functions),
            changes.singly(&within),
        ] {
            let all = groups.iter().fold(Config::empty(), |all, group| all.union(group));
            prop_assert_eq!(&all, &within);
            prop_assert_eq!(groups.iter().map(Config::len).sum::<usize>(), within.len());
            prop_assert!(groups.iter().all(|group| !group.is_empty()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn git_applies_the_patch_of_any_subset_forwards_and_backwards(
        (good, bad) in versions(), from in bits(), to in bits(), in_lines in any::<bool>(),
    ) {
        let mut changes = Arc::new(Changes::between(&good, &bad).unwrap());
        if in_lines {
            changes = changes.in_lines(&changes.full()).base().clone();
        }
        for (from, to) in [
            (Config::empty(), changes.full()),
            (Config::empty(), subset(&changes, &to)),
            (subset(&changes, &from), subset(&changes, &to)),
        ] {
            let (before, after) = (changes.tree(&from), changes.tree(&to));
            let patch = changes.patch(&from, &to);
            if let Some(made) = applied(&before, &patch, &[]) {
                prop_assert_eq!(made, without_folders(&after), "{}", String::from_utf8_lossy(&patch));
            }
            if let Some(made) = applied(&after, &patch, &["--reverse"]) {
                // Backwards, some versions of git forget the mode of what they bring back, even that it is a link.
                let (made, before) = (without_modes(&made), without_modes(&without_folders(&before)));
                prop_assert_eq!(made, before, "{}", String::from_utf8_lossy(&patch));
            }
        }
    }
}

//! What the changes between two trees are, one kind after the other.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use dwindle::files::Files;
use dwindle::space::Space;
use dwindle::{Candidate, Config};
use dwindle_changes::{Changes, Groups, Versions};
use dwindle_exec::scratch::Laid;

use crate::trees::{file, folder, link, script, tree};

/// Holds the units between two trees against how each should be listed: its kind, its paths, and its lines; and the
/// identities of candidates against those of their trees.
fn check(
    good: &[(&str, dwindle::files::Entry)],
    bad: &[(&str, dwindle::files::Entry)],
    expected: &[&str],
) -> Arc<Changes> {
    let changes = Arc::new(Changes::between(&tree(good), &tree(bad)).unwrap());
    let all = changes.full();
    let found: Vec<String> = all
        .units()
        .map(|nth| {
            let unit = changes.unit(nth);
            let paths = match (unit.old_path, unit.new_path) {
                (Some(old), Some(new)) if old != new => format!("{} -> {}", old.display(), new.display()),
                _ => unit.path().display().to_string(),
            };
            format!("{:?} {paths} -{:?} +{:?}", unit.kind, unit.old_lines, unit.new_lines)
        })
        .collect();
    assert_eq!(found, expected);
    for config in all.units().map(|unit| Config::of_units([unit])).chain([Config::empty(), all.clone()]) {
        assert_eq!(changes.id(&config), changes.tree(&config).id(), "{config:?}");
    }
    changes
}

const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

#[test]
fn hunks_of_a_file_are_units_of_their_own() {
    let bad = TEXT.replace("2\n", "two\n").replace("8\n", "8\nmore\n");
    let changes =
        check(&[("a", file(TEXT))], &[("a", file(bad))], &["Lines a -1..2 +1..2", "Lines a -8..8 +8..9"]);
    let second = changes.tree(&Config::of_units([1]));
    assert_eq!(second, tree(&[("a", file(TEXT.replace("8\n", "8\nmore\n")))]));
    assert_eq!(changes.size(&changes.full()), 3);
}

#[test]
fn a_rename_with_an_edit_and_a_mode_is_three_units() {
    let changes = check(
        &[("old/a", file(TEXT))],
        &[("new/a", script(TEXT.replace("5\n", "")))],
        &[
            "Renamed old/a -> new/a -0..0 +0..0",
            "Mode old/a -> new/a -0..0 +0..0",
            "Lines old/a -> new/a -4..5 +4..4",
        ],
    );
    let edited = tree(&[("old/a", file(TEXT.replace("5\n", "")))]);
    assert_eq!(changes.tree(&Config::of_units([2])), edited);
    assert_eq!(changes.tree(&Config::of_units([0])), tree(&[("new/a", file(TEXT))]));
}

#[test]
fn what_is_no_text_is_replaced_as_a_whole() {
    check(&[("a", file([1, 0]))], &[("a", file([2, 0]))], &["Replaced a -0..0 +0..0"]);
    check(&[("a", file("1\n"))], &[("a", link("b"))], &["Replaced a -0..1 +0..0"]);
    check(&[("a", link("b"))], &[("a", link("c"))], &["Replaced a -0..0 +0..0"]);
}

#[test]
fn line_ends_and_a_missing_last_one_are_changes() {
    check(&[("a", file("1\n2\n"))], &[("a", file("1\r\n2\n"))], &["LineEnds a -0..1 +0..1"]);
    check(&[("a", file("1\n2\n"))], &[("a", file("1\n2"))], &["LineEnds a -1..2 +1..2"]);
}

#[test]
fn files_that_come_and_go_are_cut_into_lines_when_asked() {
    let changes = check(
        &[("gone", file("1\n2\n"))],
        &[("come", file("x\ny\n"))],
        &["Added come -0..0 +0..2", "Removed gone -0..2 +0..0"],
    );
    let lines = changes.in_lines(&changes.full());
    assert_eq!(lines.base().units(), 4);
    let made = |units: &[u32]| lines.base().tree(&Config::of_units(units.iter().copied()));
    assert_eq!(made(&[1, 2]), tree(&[("come", file("y\n")), ("gone", file("2\n"))]));
    assert_eq!(made(&[2, 3]), Files::new());
}

#[test]
fn empty_folders_count_and_others_do_not() {
    check(
        &[("d", folder()), ("d/a", file("1\n"))],
        &[("d/a", file("1\n")), ("e", folder())],
        &["Added e -0..0 +0..0"],
    );
    check(&[("d", folder())], &[("d/a", file(""))], &["Added d/a -0..0 +0..0"]);
}

#[test]
fn a_file_that_makes_way_for_a_folder_is_one_unit_with_it() {
    let changes = check(
        &[("a", file("1\n")), ("z", file("1\n"))],
        &[("a/b", file("2\n")), ("a/c", file("3\n")), ("z", file("2\n"))],
        &["Together a -0..1 +0..0", "Lines z -0..1 +0..1"],
    );
    let first = changes.tree(&Config::of_units([0]));
    assert_eq!(first, tree(&[("a/b", file("2\n")), ("a/c", file("3\n")), ("z", file("1\n"))]));
    check(&[("a/b", file("2\n"))], &[("a", link("b"))], &["Together a -0..0 +0..0"]);
    let renamed = [("c", file("2\n")), ("e/a", file("1\n"))];
    check(&[("a", file("1\n")), ("e", file("2\n"))], &renamed, &["Together e -> c -0..1 +0..1"]);
}

#[test]
fn functions_are_groups_wherever_a_change_in_them_is() {
    let good = "fn a\n 1\n 2\n 3\nend\nfn b\n 4\nend\ntop\n";
    let bad = "fn a\n one\n 2\n 3\n more\nend\nfn b\nend\nend of file\n";
    let changes = check(
        &[("x", file(good)), ("y", file("1\n"))],
        &[("x", file(bad)), ("y", file("2\n"))],
        &[
            "Lines x -1..2 +1..2",
            "Lines x -4..4 +4..5",
            "Lines x -6..7 +7..7",
            "Lines x -8..9 +8..9",
            "Lines y -0..1 +0..1",
        ],
    );
    let groups = changes.by_function(&changes.full(), &functions);
    assert_eq!(units(&groups), [vec![0, 1], vec![2], vec![3], vec![4]]);
    assert_eq!(changes.by_file(&changes.full()).len(), 2);
    assert_eq!(changes.by_directory(&changes.full()).len(), 1);
    assert_eq!(units(&changes.by_hunk(&changes.full(), &functions)), [vec![0, 1], vec![2], vec![3], vec![4]]);
    assert_eq!(units(&changes.by_hunk(&changes.full(), &no_functions)), [vec![0, 1, 2, 3], vec![4]]);
}

/// From each `fn` to the next `end`.
fn functions(_: &Path, bytes: &[u8]) -> Vec<Range<usize>> {
    let text = std::str::from_utf8(bytes).unwrap();
    let starts = text.match_indices("fn ").map(|(at, _)| at);
    starts.map(|start| start..start + text[start..].find("end\n").unwrap() + 4).collect()
}

fn no_functions(_: &Path, _: &[u8]) -> Vec<Range<usize>> {
    Vec::new()
}

fn units(groups: &[Config]) -> Vec<Vec<u32>> {
    groups.iter().map(|group| group.units().collect()).collect()
}

#[test]
fn hunks_are_those_of_diff_with_three_lines_around() {
    let lines = |mark: &str| -> String {
        (0..40).map(|at| if [3, 10, 18, 19, 39].contains(&at) { mark } else { "same\n" }).collect()
    };
    let changes =
        Changes::between(&tree(&[("x", file(lines("old\n")))]), &tree(&[("x", file(lines("new\n")))]));
    let changes = changes.unwrap();
    // Six lines between the first two edits, seven between the next two.
    let hunks = changes.by_hunk(&changes.full(), &no_functions);
    assert_eq!(units(&hunks), [vec![0, 1], vec![2], vec![3]]);
    let patch = String::from_utf8(changes.patch(&Config::empty(), &changes.full())).unwrap();
    assert_eq!(patch.lines().filter(|line| line.starts_with("@@")).count(), hunks.len());
}

#[test]
fn candidates_are_laid_one_after_the_other() {
    let good = tree(&[("a", file(TEXT)), ("b/c", file("1\n")), ("d", script("x\n"))]);
    let bad = tree(&[("a", file(TEXT.replace("3\n", ""))), ("e/f", file("2\n")), ("d", link("a"))]);
    let changes = Changes::between(&good, &bad).unwrap();
    let (dir, mut laid) = (tempfile::tempdir().unwrap(), Laid::new());
    let units = u32::try_from(changes.units()).unwrap();
    for bits in 0..1u32 << units {
        let config = Config::of_units((0..units).filter(|unit| bits >> unit & 1 == 1));
        let candidate = changes.candidate(Cow::Borrowed(&config)).unwrap();
        let Candidate::Files(files) = candidate else { panic!("{candidate:?}") };
        laid.lay(dir.path(), files.base, &files.changes, files.leftovers).unwrap();
        let there = dwindle_changes::trees::read(dir.path()).unwrap();
        assert_eq!(crate::trees::without_folders(&there), changes.tree(&config), "{config:?}");
    }
}

#[test]
fn groups_on_top_of_some_changes_make_the_same_trees() {
    let bad = TEXT.replace("1\n", "").replace("5\n", "five\n").replace("9\n", "9");
    let changes = check(
        &[("a", file(TEXT))],
        &[("a", file(bad))],
        &["Lines a -0..1 +0..0", "Lines a -4..5 +3..4", "LineEnds a -8..9 +7..8"],
    );
    let groups = vec![Config::of_units([0, 2])];
    let space = Groups::of(Arc::clone(&changes), Config::of_units([1]), groups);
    assert_eq!(space.id(&Config::empty()), changes.id(&Config::of_units([1])));
    assert_eq!(space.id(&space.full()), changes.id(&changes.full()));
    let mut patch = Vec::new();
    space.write(&space.full(), &mut patch).unwrap();
    assert_eq!(patch, changes.patch(&Config::empty(), &changes.full()));
}

#[test]
fn lines_that_differ_only_in_blanks_are_one_unit_beside_the_edits() {
    let good = (0..40).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat();
    let bad = good.replace("line 20\n", "boom\n").replace('\n', "\r\n");
    let changes = check(
        &[("a", file(&good)), ("b", file("\tx\n\ty\n"))],
        &[("a", file(&bad)), ("b", file("  x\n  y\n"))],
        &["Lines a -20..21 +20..21", "LineEnds a -0..40 +0..40", "Blanks b -0..2 +0..2"],
    );
    assert_eq!(changes.blanks(), Config::of_units([1, 2]));
    assert_eq!([0, 1, 2].map(|unit| changes.lines_of(unit)), [(1, 1), (39, 39), (2, 2)]);
    let with = |units: &[u32]| changes.tree(&Config::of_units(units.iter().copied()));
    let b = || file("\tx\n\ty\n");
    assert_eq!(with(&[0]), tree(&[("a", file(good.replace("line 20\n", "boom\r\n"))), ("b", b())]));
    assert_eq!(with(&[1]), tree(&[("a", file(bad.replace("boom\r\n", "line 20\n"))), ("b", b())]));
    let lines = changes.in_lines(&changes.blanks());
    assert_eq!(lines.base().units(), 1 + 39 + 2);
    for bad_first in [false, true] {
        let versions = Versions::new(Arc::clone(&changes), bad_first).without_blanks().unwrap();
        assert_eq!(versions.units(), 1);
        let text = |taken: &str| {
            let bad_ones = if bad_first { &good } else { &bad };
            file(bad_ones.replace("line 20\n", taken).replace("boom\r\n", taken))
        };
        let tree = |config: Config| versions.changes().tree(&config).get(Path::new("a")).cloned();
        assert_eq!(tree(Config::empty()), Some(text("line 20\n")));
        assert_eq!(tree(versions.full()), Some(text("boom\r\n")));
    }
}

//! Which commits changes came from, in real repositories.

use dwindle::files::Files;
use dwindle::space::Space;
use dwindle_changes::git::Repository;
use dwindle_changes::{Changes, Origins};
use proptest::prelude::*;

use crate::repository::{Made, Real};
use crate::trees::{file, script, tree};

/// Holds the changes between the first commit and the last against what each should have come from: the path, the
/// lines that come, the lines that go, and the subjects of the commits.
fn check(commits: &[Made<'_>], expected: &[(&str, &str, &[&str])]) {
    check_from(0, commits, expected);
}

/// The same, from another commit on.
fn check_from(good: usize, commits: &[Made<'_>], expected: &[(&str, &str, &[&str])]) {
    let real = Real::new(commits);
    let mut repository = Repository::open(&real.root()).unwrap();
    let (good, bad) = (real.commits[good].clone(), real.commits[real.commits.len() - 1].clone());
    let (before, after) = (repository.files(&good).unwrap().files, repository.files(&bad).unwrap().files);
    let changes = Changes::between(&before, &after).unwrap();
    let history = repository.history(&good, &bad).unwrap();
    let (changes, origins) = Origins::find(&changes, &mut repository, &history).unwrap();
    let all = changes.full();
    let found: Vec<(String, String, Vec<&str>)> = all
        .units()
        .map(|nth| {
            let unit = changes.unit(nth);
            let what = format!("{:?} {:?} {:?}", unit.kind, unit.old_lines, unit.new_lines);
            let subjects = origins.of(nth).iter().map(|&at| history.commits[at].subject.as_str()).collect();
            (unit.path().display().to_string(), what, subjects)
        })
        .collect();
    let found: Vec<(&str, &str, &[&str])> =
        found.iter().map(|(path, what, subjects)| (path.as_str(), what.as_str(), &subjects[..])).collect();
    assert_eq!(found, expected);
    let groups = changes.by_commit(&all, &origins);
    assert_eq!(groups.iter().map(dwindle::Config::len).sum::<usize>(), changes.units());
}

const fn made<'a>(parents: &'a [usize], files: Files, subject: &'a str) -> Made<'a> {
    Made { parents, files, subject }
}

const TEN: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

fn a(text: &str) -> Files {
    tree(&[("a", file(text))])
}

#[test]
fn each_hunk_comes_from_the_commits_that_wrote_and_removed_its_lines() {
    check(
        &[
            made(&[], a(TEN), "Root"),
            made(&[0], a(&TEN.replace("2\n", "two\n")), "Two"),
            made(&[1], a(&TEN.replace("2\n", "two\n").replace("9\n", "")), "Nine"),
            made(
                &[2],
                a(&TEN.replace("2\n", "TWO\n").replace("9\n", "").replace("5\n", "5\nmore\n")),
                "Louder",
            ),
        ],
        &[
            ("a", "Lines 1..2 1..2", &["Two", "Louder"]),
            ("a", "Lines 5..5 5..6", &["Louder"]),
            ("a", "Lines 8..9 9..9", &["Nine"]),
        ],
    );
}

#[test]
fn neighbouring_lines_are_cut_where_commits_are() {
    let both = TEN.replace("2\n3\n", "two\nthree\n");
    check(
        &[
            made(&[], a(TEN), "Root"),
            made(&[0], a(&TEN.replace("2\n", "two\n")), "Two"),
            made(&[1], a(&both), "Three"),
            made(&[2], a(&both.replace("7\n", "7\nmore\nand more\n")), "More"),
            made(&[3], a(&both.replace("7\n", "7\nmore\nand less\n")), "Less"),
            made(&[4], a(&both.replace("7\n", "7\nmore\nand less\nand others\n")), "Others"),
        ],
        &[
            ("a", "Lines 1..2 1..2", &["Two"]),
            ("a", "Lines 2..3 2..3", &["Three"]),
            // One commit wrote both lines.
            ("a", "Lines 7..7 7..9", &["More", "Less"]),
            ("a", "Lines 7..7 9..10", &["Others"]),
        ],
    );
}

#[test]
fn what_came_back_came_from_nowhere() {
    check(
        &[
            made(&[], a(TEN), "Root"),
            made(&[0], a(&TEN.replace("2\n", "two\n")), "Wrong"),
            made(&[1], a(TEN), "Revert"),
            made(&[2], a(&TEN.replace("2\n", "")), "Again"),
        ],
        &[("a", "Lines 1..2 1..1", &["Again"])],
    );
}

#[test]
fn a_rename_with_an_edit_is_two_changes_each_with_its_commit() {
    let b = |text: &str| tree(&[("b", script(text))]);
    check(
        &[
            made(&[], a(TEN), "Root"),
            made(&[0], a(&TEN.replace("3\n", "three\n")), "Edit"),
            made(
                &[1],
                tree(&[("b", file(TEN.replace("3\n", "three\n").replace("7\n", "seven\n")))]),
                "Rename",
            ),
            made(&[2], b(&TEN.replace("3\n", "three\n").replace("7\n", "seven\n")), "Mode"),
        ],
        &[
            ("b", "Renamed 0..0 0..0", &["Rename"]),
            ("b", "Mode 0..0 0..0", &["Mode"]),
            ("b", "Lines 2..3 2..3", &["Edit"]),
            ("b", "Lines 6..7 6..7", &["Rename"]),
        ],
    );
}

#[test]
fn files_that_come_and_go_and_contents_that_are_no_text() {
    let of = |new: Option<&str>, old: bool, data: u8| {
        let mut entries = vec![("data", file([0, data]))];
        entries.extend(new.map(|text| ("new", file(text))));
        entries.extend(old.then(|| ("old", file("x\ny\n"))));
        tree(&entries)
    };
    check(
        &[
            made(&[], of(None, true, 1), "Root"),
            made(&[0], of(Some("1\n"), true, 1), "Come"),
            made(&[1], of(Some("1\n"), true, 2), "Data"),
            made(&[2], of(Some("1\n2\n"), true, 2), "Grow"),
            made(&[3], of(Some("1\n2\n"), false, 2), "Go"),
        ],
        &[
            ("data", "Replaced 0..0 0..0", &["Data"]),
            ("new", "Added 0..0 0..2", &["Come", "Grow"]),
            ("old", "Removed 0..2 0..0", &["Go"]),
        ],
    );
}

#[test]
fn what_was_merged_came_from_the_commits_that_were_merged() {
    let (left, right) = (TEN.replace("2\n", "two\n"), TEN.replace("9\n", "nine\n"));
    let other = |text: &str| tree(&[("a", file(text)), ("b", file("b\n"))]);
    check(
        &[
            made(&[], a(TEN), "Root"),
            made(&[0], a(&left), "Left"),
            made(&[0], a(&right), "Right"),
            made(&[2], other(&right), "Other file"),
            made(&[1, 3], other(&left.replace("9\n", "nine\n")), "Merge"),
            made(&[4], other(&left.replace("9\n", "nine\n").replace("5\n", "five\n")), "After"),
        ],
        &[
            ("a", "Lines 1..2 1..2", &["Left"]),
            ("a", "Lines 4..5 4..5", &["After"]),
            ("a", "Lines 8..9 8..9", &["Right"]),
            ("b", "Added 0..0 0..1", &["Other file"]),
        ],
    );
}

#[test]
fn what_the_merge_itself_did_came_from_the_merge() {
    let (left, right) = (TEN.replace("2\n", "two\n"), TEN.replace("2\n", "deux\n"));
    check(
        &[
            made(&[], a(TEN), "Root"),
            made(&[0], a(&left), "Left"),
            made(&[0], a(&right), "Right"),
            made(&[1, 2], a(&TEN.replace("2\n", "zwei\n").replace("7\n", "")), "Merge"),
        ],
        &[("a", "Lines 1..2 1..2", &["Left", "Right", "Merge"]), ("a", "Lines 6..7 6..6", &["Merge"])],
    );
}

#[test]
fn a_branch_from_before_the_good_version_brings_only_its_own() {
    let old = TEN.replace("4\n", "old\n");
    check_from(
        1,
        &[
            made(&[], a(&old), "Root"),
            made(&[0], a(TEN), "Good"),
            made(&[0], a(&old.replace("9\n", "nine\n")), "Branch"),
            made(&[1, 2], a(&TEN.replace("9\n", "nine\n")), "Merge"),
        ],
        &[("a", "Lines 8..9 8..9", &["Branch"])],
    );
}

#[test]
fn what_is_not_committed_came_from_there() {
    let real = Real::new(&[made(&[], a(TEN), "Root"), made(&[0], a(&TEN.replace("2\n", "two\n")), "Two")]);
    real.write("a", TEN.replace("2\n", "two\n").replace("8\n", "eight\n").as_bytes());
    let mut repository = Repository::open(&real.root()).unwrap();
    let tree = repository.uncommitted().unwrap().unwrap();
    let history =
        repository.history(&real.commits[0], &real.commits[1]).unwrap().with_uncommitted(tree.clone());
    let (good, bad) = (repository.files(&real.commits[0]).unwrap(), repository.files(&tree).unwrap());
    let changes = Changes::between(&good.files, &bad.files).unwrap();
    let (_, origins) = Origins::find(&changes, &mut repository, &history).unwrap();
    assert_eq!((origins.of(0), origins.of(1)), (&[0][..], &[1][..]));
    assert_eq!(history.commits[1].short(), "uncommitted");
}

/// An edit by a commit: where, how many lines go, how many come.
type Edit = (usize, usize, usize);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// All lines are different, so there is no doubt which commit wrote or removed one.
    #[test]
    fn origins_are_those_of_the_lines(
        commits in proptest::collection::vec(proptest::collection::vec((0usize..40, 0usize..4, 0usize..4), 1..4), 1..8)
    ) {
        let mut lines: Vec<(usize, String)> = (0..20).map(|nth| (0, format!("good {nth}\n"))).collect();
        let good = lines.clone();
        let mut removed_by = std::collections::BTreeMap::new();
        let text = |lines: &[(usize, String)]| a(&lines.iter().map(|(_, line)| line.as_str()).collect::<String>());
        let mut versions = vec![text(&lines)];
        for (nth, edits) in commits.iter().enumerate() {
            let edits: &Vec<Edit> = edits;
            for (which, &(at, gone, come)) in edits.iter().enumerate() {
                let at = at % (lines.len() + 1);
                let end = (at + gone).min(lines.len());
                let new = (0..come).map(|line| (nth + 1, format!("commit {nth} {which} {line}\n")));
                for (_, line) in lines.splice(at..end, new.collect::<Vec<_>>()) {
                    removed_by.insert(line, nth);
                }
            }
            versions.push(text(&lines));
        }
        let parents: Vec<Vec<usize>> = (0..versions.len()).map(|nth| nth.checked_sub(1).into_iter().collect()).collect();
        let made: Vec<Made<'_>> = versions.iter().zip(&parents)
            .map(|(files, parents)| Made { parents, files: files.clone(), subject: "x" }).collect();
        let real = Real::new(&made);
        let mut repository = Repository::open(&real.root()).unwrap();
        let history = repository.history(&real.commits[0], &real.commits[commits.len()]).unwrap();
        let changes = Changes::between(&versions[0], &versions[commits.len()]).unwrap();
        let changes = changes.in_lines(&changes.full()).base().clone();
        let (changes, origins) = Origins::find(&changes, &mut repository, &history).unwrap();
        let all = changes.full();
        for nth in all.units() {
            let unit = changes.unit(nth);
            let removed = unit.old_lines.clone().map(|line| removed_by[&good[line as usize].1]);
            let added = unit.new_lines.clone().map(|line| lines[line as usize].0 - 1);
            // Earlier commits wrote what an added line stands for.
            let of = if unit.new_lines.is_empty() { origins.of(nth) } else { &origins.of(nth)[origins.of(nth).len() - 1..] };
            prop_assert_eq!(of, removed.chain(added).collect::<Vec<_>>());
        }
    }
}

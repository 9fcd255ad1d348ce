//! What is found has the outcomes that are claimed, and is 1-minimal, whatever the test says.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use dwindle::files::{Entry, Files};
use dwindle::space::{Shared, Space};
use dwindle::test::{Executor, on_candidates};
use dwindle::{Algorithm, Config, Engine, Outcome, Stop};
use dwindle_changes::{
    Changes, Cutting, Level, Minimality, SINGLY, Versions, cause, difference, introduction,
};
use proptest::prelude::*;

use crate::trees::{file, tree};

/// Judges trees.
fn of_tree(judge: impl Fn(&Files) -> Outcome + Sync) -> impl Executor {
    on_candidates(move |candidate| judge(&candidate.files().expect("a tree")))
}

const LEVELS: [Level; 5] = [Level::Directory, Level::File, Level::Function, Level::Hunk, Level::Edit];

fn no_functions(_: &Path, _: &[u8]) -> Vec<Range<usize>> {
    Vec::new()
}

/// Eight files in two folders, ten changes in each, numbered through.
fn versions(bad_first: bool) -> Versions {
    let text = |file: usize, changed: bool| -> String {
        let line = |at: usize| match at % 3 {
            1 if changed => format!("changed {}\n", file * 10 + at / 3),
            _ => format!("line {at}\n"),
        };
        (0..30).map(line).collect()
    };
    let version = |changed| {
        let files: Vec<(String, Entry)> =
            (0..8).map(|nth| (format!("d{}/f{nth}.c", nth / 4), file(text(nth, changed)))).collect();
        let files: Vec<(&str, Entry)> =
            files.iter().map(|(path, entry)| (path.as_str(), entry.clone())).collect();
        tree(&files)
    };
    let changes = Changes::between(&version(false), &version(true)).unwrap();
    assert_eq!(changes.units(), 80);
    Versions::new(Arc::new(changes), bad_first)
}

/// The changes that a tree has.
fn changed(files: &Files) -> Vec<u32> {
    let texts = files.iter().filter_map(|(_, entry)| match entry {
        Entry::File { text, .. } => Some(String::from_utf8(text.bytes().to_vec()).unwrap()),
        _ => None,
    });
    let all: Vec<String> = texts.collect();
    all.iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("changed ")?.parse().ok())
        .collect()
}

/// What the test says of a set of changes in the bad state.
fn judge(state: &Config, culprits: &[Vec<u32>], spoilers: &[(u32, u32)]) -> Outcome {
    // Two changes of which one does not work without the other.
    if spoilers.iter().any(|(one, other)| state.contains(*one) != state.contains(*other)) {
        return Outcome::Unresolved;
    }
    let fails = culprits.iter().any(|all| all.iter().all(|unit| state.contains(*unit)));
    if fails { Outcome::Fail } else { Outcome::Pass }
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    bad_first: bool,
    algorithm: Algorithm,
    levels: &'static [Level],
    jobs: usize,
}

fn check(asked: Asked, culprits: &[Vec<u32>], spoilers: &[(u32, u32)]) {
    let Asked { bad_first, algorithm, levels, jobs } = asked;
    let versions = versions(bad_first);
    let full = versions.full();
    let state = |files: &Files| {
        let changed = Config::of_units(changed(files));
        if bad_first { full.minus(&changed) } else { changed }
    };
    let test = of_tree(|files: &Files| judge(&state(files), culprits, spoilers));
    let cutting = Cutting { levels, functions: &no_functions, origins: None };
    let found = Engine::new().jobs(jobs).run(&test, |search| {
        let mut left = full.clone();
        let proved = cause(search, &versions, &mut left, cutting, algorithm)?.unwrap();
        let (introduced, of_it) = introduction(search, &versions, &left, cutting, algorithm)?;
        let sides = difference(search, &versions, cutting)?;
        let shared: Shared = Arc::new(versions.clone());
        assert_eq!(search.outcome(&shared, &full.minus(&left))?, Outcome::Pass);
        Ok::<_, Stop>(((left, proved), (introduced, of_it.unwrap()), sides))
    });
    let ((left, proved), (introduced, of_it), (passing, failing)) = found.unwrap();
    let outcome = |config: &Config| judge(config, culprits, spoilers);
    let groups = |level, of: &Config| cutting.groups(versions.changes(), level, of);
    let few = |of: &Config| algorithm == Algorithm::Dwindle && of.len() <= SINGLY;
    for (proved, of) in [(proved, &left), (of_it, &introduced)] {
        assert_eq!(proved.groups, groups(proved.level, of).len());
        assert!(proved.level == Level::Edit || !few(of), "{proved:?} {of:?}");
    }
    for group in groups(proved.level, &left) {
        let less = left.minus(&group);
        assert_ne!(outcome(&full.minus(&less)), Outcome::Pass, "{left:?} without {group:?}");
    }
    assert_eq!(outcome(&introduced), Outcome::Fail);
    for group in groups(of_it.level, &introduced) {
        assert_ne!(outcome(&introduced.minus(&group)), Outcome::Fail, "{introduced:?} without {group:?}");
    }
    assert_eq!((outcome(&passing), outcome(&failing)), (Outcome::Pass, Outcome::Fail));
}

fn culprits() -> impl proptest::strategy::Strategy<Value = Vec<Vec<u32>>> {
    proptest::collection::vec(proptest::collection::btree_set(0u32..80, 1..4), 1..3)
        .prop_map(|sets| sets.into_iter().map(|set| set.into_iter().collect()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_found_is_minimal_and_comes_out_as_claimed(
        culprits in culprits(),
        spoilers in proptest::collection::vec((0u32..80, 0u32..80), 0..6),
        bad_first in any::<bool>(),
        algorithm in 0..Algorithm::ALL.len(),
        to_edit in any::<bool>(),
    ) {
        let levels = if to_edit { &LEVELS[..] } else { &Level::USUAL };
        let algorithm = Algorithm::ALL[algorithm];
        check(Asked { bad_first, algorithm, levels, jobs: 1 }, &culprits, &spoilers);
    }
}

#[test]
fn it_is_the_same_at_any_number_of_jobs() {
    for jobs in [1, 4] {
        for levels in [&LEVELS[..], &Level::USUAL] {
            let asked = Asked { bad_first: false, algorithm: Algorithm::Dwindle, levels, jobs };
            check(asked, &[vec![3, 40, 77]], &[(1, 50), (12, 13)]);
        }
    }
}

#[test]
fn one_change_of_eighty_is_found_in_ten_tests() {
    let versions = versions(false);
    for culprit in 0..80 {
        let test = of_tree(|files: &Files| judge(&Config::of_units(changed(files)), &[vec![culprit]], &[]));
        let cutting = Cutting { levels: &LEVELS, functions: &no_functions, origins: None };
        let found = Engine::new().run(&test, |search| {
            let mut left = versions.full();
            cause(search, &versions, &mut left, cutting, Algorithm::Dwindle)?;
            Ok::<_, Stop>((left, search.count().tests))
        });
        let (left, tests) = found.unwrap();
        assert_eq!(left, Config::of_units([culprit]));
        assert!(tests <= 10, "{tests} tests");
    }
}

#[test]
fn edits_of_one_hunk_that_only_work_together_stay_together() {
    let versions = versions(false);
    // Each file's ten changes are one hunk; of the third file none works without all others.
    let whole = Config::of_units(20..30);
    let test = of_tree(|files: &Files| {
        let state = Config::of_units(changed(files));
        let kept = whole.len() - whole.minus(&state).len();
        match kept {
            0 => Outcome::Pass,
            10 => Outcome::Fail,
            _ => Outcome::Unresolved,
        }
    });
    let cutting = Cutting { levels: &Level::USUAL, functions: &no_functions, origins: None };
    let found = Engine::new().run(&test, |search| {
        let mut left = versions.full();
        cause(search, &versions, &mut left, cutting, Algorithm::Dwindle)?;
        Ok::<_, Stop>((left, search.count().tests))
    });
    let (left, tests) = found.unwrap();
    assert_eq!(left, whole);
    // Three for one hunk of eight, one for each level above, eight within, then each edit alone, and all others of each.
    assert!(tests <= 28, "{tests} tests");
}

#[test]
fn other_hunks_are_asked_for_again_once_a_hunk_is_narrowed() {
    let versions = versions(false);
    // The fourth change is the cause. What the fifth, in its hunk, takes out is used by the other file until a change
    // there: so the whole hunk can only be taken back together with that one.
    let test = of_tree(|files: &Files| {
        let state = Config::of_units(changed(files));
        match (state.contains(4), state.contains(25)) {
            (false, true) => Outcome::Unresolved,
            _ => judge(&state, &[vec![3]], &[]),
        }
    });
    let cutting = Cutting { levels: &Level::USUAL, functions: &no_functions, origins: None };
    let found = Engine::new().run(&test, |search| {
        let mut left = versions.full();
        let proved = cause(search, &versions, &mut left, cutting, Algorithm::Dwindle)?;
        Ok::<_, Stop>((left, proved))
    });
    let (left, proved) = found.unwrap();
    assert_eq!(left, Config::of_units([3]));
    assert_eq!(proved, Some(Minimality { level: Level::Edit, groups: 1 }));
}

#[test]
fn one_change_is_found_among_others_that_keep_each_other() {
    let versions = versions(false);
    // The fourth change is the cause. The fifth and the ninth, in its hunk, only work together.
    let test = of_tree(|files: &Files| {
        let state = Config::of_units(changed(files));
        if state.contains(4) == state.contains(8) { judge(&state, &[vec![3]], &[]) } else { Outcome::Fail }
    });
    let cutting = Cutting { levels: &Level::USUAL, functions: &no_functions, origins: None };
    let found = Engine::new().run(&test, |search| {
        let mut left = Config::of_units([3, 4, 8]);
        cause(search, &versions, &mut left, cutting, Algorithm::Dwindle)?;
        Ok::<_, Stop>(left)
    });
    assert_eq!(found.unwrap(), Config::of_units([3]));
}

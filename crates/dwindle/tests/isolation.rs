//! What isolation promises of its two sides, for tests that need not be monotone.

use std::sync::Arc;

use dwindle::isolate::{Depth, Isolated, isolate};
use dwindle::reduce::{self, Setting};
use dwindle::space::{Edit, ListSpace, Merged, Sides, Unit};
use dwindle::strategy::{Dd, Mode};
use dwindle::test::{on_items, on_texts};
use dwindle::tree::Parse as _;
use dwindle::{Algorithm, Config, Engine, Outcome, Stop, Strategy as _, Text};
use proptest::prelude::*;

use crate::subject::{Kind, Subject, mix};
use crate::toy::Toy;

/// The units of `0..len` dealt out: to both sides, to one of them, or as edits of a unit for a unit.
fn dealt(len: u32, seed: u64) -> Sides {
    let mut sides = Sides::default();
    let mut common = Vec::new();
    for unit in 0..len {
        match mix(seed ^ mix(u64::from(unit))) % 4 {
            0 | 1 => common.push(unit),
            2 => sides.edits.push(Edit { passing: unit..unit, failing: unit..unit + 1 }),
            _ => sides.edits.push(Edit { passing: unit..unit + 1, failing: unit + 1..unit + 1 }),
        }
    }
    sides.common = Config::of_units(common);
    sides
}

fn run(
    sides: &Sides,
    depth: Depth,
    jobs: usize,
    judge: &(dyn Fn(&[u32]) -> Outcome + Sync),
) -> (Isolated, u64) {
    let units: Vec<u32> = (0..64).collect();
    let space = Arc::new(ListSpace::new(units.len()));
    let test = on_items(&units, judge);
    let done = Engine::new().jobs(jobs).run(&test, |search| {
        let isolated = isolate(search, &space, "elements", sides.clone(), depth)?;
        Ok::<_, Stop>((isolated, search.count().tests))
    });
    done.unwrap()
}

/// Checks all that is promised of two sides.
fn check(sides: &Sides, depth: Depth, judge: &(dyn Fn(&[u32]) -> Outcome + Sync)) {
    let units: Vec<u32> = (0..64).collect();
    let outcome = |config: &Config| judge(&config.of(&units));
    let of = |range: &std::ops::Range<u32>| Config::of_ranges([range.clone()]);
    let (passing, failing) = (sides.passing(), sides.failing());
    assert_eq!(outcome(&passing), Outcome::Pass);
    assert_eq!(outcome(&failing), Outcome::Fail);
    if sides.edits.len() > 1 {
        for Edit { passing: out, failing: into } in &sides.edits {
            assert_ne!(outcome(&passing.minus(&of(out)).union(&of(into))), Outcome::Pass, "made alone");
            assert_ne!(outcome(&failing.minus(&of(into)).union(&of(out))), Outcome::Fail, "undone alone");
        }
    }
    if depth == Depth::Surroundings {
        for unit in sides.common.units() {
            let without = Config::of_units([unit]);
            let both = (outcome(&failing.minus(&without)), outcome(&passing.minus(&without)));
            assert_ne!(both, (Outcome::Fail, Outcome::Pass), "unit {unit} can go");
        }
    }
}

fn any_kind() -> impl Strategy<Value = Kind> {
    proptest::sample::select(&Kind::ALL[..])
}

proptest! {
    #[test]
    fn ddmax_ends_with_the_whole_or_1_maximal(
        len in 2u32..40, needed in 1u32..8, kind in any_kind(), seed in any::<u64>(),
    ) {
        let subject = Subject::new(len, needed, kind, seed);
        let judge = |config: &Config| subject.judge(&config.units().collect::<Vec<_>>());
        let full = Config::full(len as usize);
        prop_assume!(judge(&full) == Outcome::Fail && judge(&Config::empty()) == Outcome::Pass);
        let mut dd = Dd::new(full.clone(), Mode::Maximise);
        while let Some(question) = dd.ask(0) {
            dd.tell(judge(&question.config));
        }
        let passing = dd.passing();
        prop_assert_eq!(judge(passing), Outcome::Pass);
        for unit in full.minus(passing).units() {
            let more = passing.union(&Config::of_units([unit]));
            prop_assert!(judge(&more) != Outcome::Pass, "unit {unit} can come back");
        }
    }

    #[test]
    fn the_sides_have_the_outcomes_claimed_and_differ_1_minimally(
        len in 2u32..40, needed in 1u32..8, kind in any_kind(), seed in any::<u64>(), plain in any::<bool>(),
    ) {
        let subject = Subject::new(len, needed, kind, seed);
        let judge = |kept: &[u32]| subject.judge(kept);
        let depth = if plain { Depth::Difference } else { Depth::Surroundings };
        for sides in [Sides::from_nothing(Config::empty(), &Config::full(len as usize)), dealt(len, seed)] {
            prop_assume!(judge(&sides.failing().units().collect::<Vec<_>>()) == Outcome::Fail);
            if let (Isolated::Apart(apart), tests) = run(&sides, depth, 1, &judge) {
                check(&apart, depth, &judge);
                let (again, more) = run(&sides, depth, 3, &judge);
                prop_assert_eq!((Isolated::Apart(apart), tests), (again, more), "jobs change nothing");
            }
        }
    }
}

#[test]
fn what_both_sides_share_is_reduced_to_what_either_needs() {
    // 40 is the fault; it takes 3 to show, and nothing runs without 7.
    let judge = |kept: &[u32]| {
        let has = |unit| kept.contains(&unit);
        match (has(7), has(3) && has(40)) {
            (false, _) => Outcome::Unresolved,
            (true, true) => Outcome::Fail,
            (true, false) => Outcome::Pass,
        }
    };
    let common = Config::of_units((0..64).filter(|unit| *unit != 40));
    let sides = Sides { common, edits: vec![Edit { passing: 40..40, failing: 40..41 }], ..Sides::default() };
    let (Isolated::Apart(plain), _) = run(&sides, Depth::Difference, 1, &judge) else { panic!("no sides") };
    assert_eq!(plain, sides);
    let (Isolated::Apart(apart), _) = run(&sides, Depth::Surroundings, 1, &judge) else { panic!("no sides") };
    assert_eq!(apart.common, Config::of_units([3, 7]));
    assert_eq!(apart.edits, sides.edits);
}

#[test]
fn where_nothing_is_unresolved_the_largest_part_that_passes_is_the_passing_side() {
    // Nothing runs without 7, so the empty configuration tells nothing.
    let judge = |kept: &[u32]| {
        let has = |unit| kept.contains(&unit);
        match (has(7), has(40)) {
            (false, _) => Outcome::Unresolved,
            (true, true) => Outcome::Fail,
            (true, false) => Outcome::Pass,
        }
    };
    let sides = Sides::from_nothing(Config::empty(), &Config::full(64));
    let (Isolated::Apart(apart), _) = run(&sides, Depth::Surroundings, 1, &judge) else { panic!("no sides") };
    assert_eq!(apart.passing(), Config::of_units([7]));
    assert_eq!(apart.failing(), Config::of_units([7, 40]));
    let never = |kept: &[u32]| if kept.len() == 64 { Outcome::Fail } else { Outcome::Unresolved };
    let (none, _) = run(&sides, Depth::Surroundings, 1, &never);
    assert_eq!(none, Isolated::NoPassingSide(Outcome::Unresolved));
}

/// Isolates on the tree of `source`, in which what does not parse tells nothing.
fn on_tree(source: &str, depth: Depth, fails: impl Fn(&str) -> bool + Sync) -> Option<(String, String)> {
    let toy = Toy::new();
    let parse = |source: &str| toy.parse(&Text::new(source.as_bytes().to_vec()).unwrap());
    let judge = |bytes: &[u8]| {
        let source = std::str::from_utf8(bytes).unwrap();
        match (parse(source).is_some(), fails(source)) {
            (false, _) => Outcome::Unresolved,
            (true, true) => Outcome::Fail,
            (true, false) => Outcome::Pass,
        }
    };
    let test = on_texts(judge);
    let apart = Engine::new().run(&test, |search| {
        let setting = Setting { parse: Some(&toy), protect: None, lists: Algorithm::Dwindle };
        reduce::isolate(search, setting, parse(source).unwrap(), depth, &mut |_| Ok(()))
    });
    let apart = apart.unwrap()?;
    let sides = [apart.passing, apart.failing].map(|text| String::from_utf8(text.bytes().to_vec()).unwrap());
    assert_eq!(judge(sides[0].as_bytes()), Outcome::Pass, "{source} -> {}", sides[0]);
    assert_eq!(judge(sides[1].as_bytes()), Outcome::Fail, "{source} -> {}", sides[1]);
    let [passing, failing] = sides;
    Some((passing, failing))
}

#[test]
fn the_difference_on_a_tree_is_its_smallest_subtree() {
    let source = "(aa [bb, (cc dd boom ee), ff] (gg armed) [hh, ii])";
    let fails = |source: &str| source.contains("boom") && source.contains("armed");
    let (passing, failing) = on_tree(source, Depth::Difference, fails).unwrap();
    assert!(failing.len() - passing.len() <= " armed".len(), "{passing} and {failing}");
    let (passing, failing) = on_tree(source, Depth::Surroundings, fails).unwrap();
    assert!(failing.len() < 25 && failing.len() > passing.len(), "{passing} and {failing}");
}

/// Reduces what two sources share by the tree of the second; what does not parse tells nothing. Gives both.
fn around(passing: &str, failing: &str, jobs: usize, fails: impl Fn(&str) -> bool + Sync) -> [String; 2] {
    let toy = Toy::new();
    let text = |source: &str| Text::new(source.as_bytes().to_vec()).unwrap();
    let judge = |source: &str| match (toy.parse(&text(source)).is_some(), fails(source)) {
        (false, _) => Outcome::Unresolved,
        (true, true) => Outcome::Fail,
        (true, false) => Outcome::Pass,
    };
    let test = on_texts(|bytes: &[u8]| judge(std::str::from_utf8(bytes).unwrap()));
    let merged = Merged::new(&text(passing), &text(failing), Unit::Tokens).unwrap();
    let sides = Engine::new().jobs(jobs).run(&test, |search| {
        let setting = Setting { parse: None, protect: None, lists: Algorithm::Dwindle };
        reduce::surroundings(search, setting, toy.parse(&text(failing)).unwrap(), &merged, &mut |_| Ok(()))
    });
    let sides = sides.unwrap();
    let [passing, failing] = [sides.passing(), sides.failing()]
        .map(|side| String::from_utf8(merged.space.render(&side).bytes().to_vec()).unwrap());
    assert_eq!(judge(&passing), Outcome::Pass, "{passing}");
    assert_eq!(judge(&failing), Outcome::Fail, "{failing}");
    assert_eq!(sides.edits, merged.sides.edits);
    [passing, failing]
}

#[test]
fn what_two_sources_share_goes_from_both_by_subtrees() {
    let passing = "(aa [bb, (cc armed nice), ff] (gg) [hh, (ii (jj kk))])";
    let failing = "(aa [bb, (cc armed boom), ff] (gg) [hh, (ii (jj kk))])";
    let fails = |source: &str| source.contains("armed") && source.contains("boom");
    assert_eq!(around(passing, failing, 1, fails), ["([(armed nice)])", "([(armed boom)])"]);
    // More on the passing side, and within what would go otherwise.
    let passing = "(aa [bb, (cc safe armed boom)] (gg safe [hh]))";
    let failing = "(aa [bb, (cc armed boom)] (gg [hh]))";
    let fails = |source: &str| fails(source) && !source.contains("safe");
    assert_eq!(around(passing, failing, 4, fails), ["([(safe armed boom)] ( safe))", "([(armed boom)] ())"]);
}

/// Repairs `source` on its tree, by so many jobs; checks what is promised, and gives what passes.
fn repaired(source: &str, jobs: usize, fails: impl Fn(&str) -> bool + Sync) -> Option<String> {
    let toy = Toy::new();
    let parse = |source: &str| toy.parse(&Text::new(source.as_bytes().to_vec()).unwrap());
    let judge = |source: &str| match (parse(source).is_some(), fails(source)) {
        (false, _) => Outcome::Unresolved,
        (true, true) => Outcome::Fail,
        (true, false) => Outcome::Pass,
    };
    let test = on_texts(|bytes: &[u8]| judge(std::str::from_utf8(bytes).unwrap()));
    let repaired = Engine::new().jobs(jobs).run(&test, |search| {
        let setting = Setting { parse: None, protect: None, lists: Algorithm::Dwindle };
        reduce::maximize(search, setting, parse(source).unwrap(), &[])
    });
    let repaired = repaired.unwrap()?;
    let passing = String::from_utf8(repaired.passing.bytes().to_vec()).unwrap();
    assert_eq!(judge(&passing), Outcome::Pass, "{source} -> {passing}");
    let without = |back: usize| {
        let mut text = source.to_owned();
        let out = repaired.left_out.iter().enumerate().filter(|(number, _)| *number != back);
        out.rev().for_each(|(_, span)| text.replace_range(span.clone(), ""));
        text
    };
    assert_eq!(without(usize::MAX), passing, "{source}");
    for back in 0..repaired.left_out.len() {
        assert_ne!(judge(&without(back)), Outcome::Pass, "{source} -> {passing}, and then {}", without(back));
    }
    Some(passing)
}

#[test]
fn of_a_tree_only_the_smallest_subtrees_are_left_out() {
    let source = "(aa [bb, (cc dd boom ee), ff] (gg boom) [hh, ii])";
    let passing = repaired(source, 1, |source| source.contains("boom")).unwrap();
    assert_eq!(passing, "(aa [bb, (cc dd ee), ff] (gg) [hh, ii])");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_left_of_a_tree_passes_and_nothing_can_come_back(
        words in proptest::collection::vec("[a-d]{1,2}", 1..12), shape in any::<u64>(), bad in "[a-d]",
    ) {
        let source = words.iter().zip(0u32..).fold("(x)".to_owned(), |tree, (word, at)| match shape >> (2 * at) & 3 {
            0 => format!("({tree} {word})"),
            1 => format!("[{word}, {tree}]"),
            2 => format!("({word} + {tree})"),
            _ => format!("({tree} {{{word}}})"),
        });
        let fails = |source: &str| source.matches(&bad).count() > 1;
        prop_assume!(fails(&source));
        prop_assert_eq!(repaired(&source, 1, fails), repaired(&source, 4, fails));
    }

    #[test]
    fn what_two_sources_share_is_the_same_at_any_number_of_jobs(
        words in proptest::collection::vec("[a-d]{1,2}", 1..12), shape in any::<u64>(), needed in "[a-c]",
    ) {
        let source = words.iter().zip(0u32..).fold("(x)".to_owned(), |tree, (word, at)| match shape >> (2 * at) & 3 {
            0 => format!("({tree} {word})"),
            1 => format!("[{word}, {tree}]"),
            2 => format!("({word} + {tree})"),
            _ => format!("({tree} {{{word}}})"),
        });
        let fails = |source: &str| source.contains('d') && source.contains(&needed);
        prop_assume!(fails(&source));
        let passing = source.replace('d', "e");
        prop_assert_eq!(around(&passing, &source, 1, fails), around(&passing, &source, 4, fails));
    }

    #[test]
    fn the_sides_on_a_tree_have_the_outcomes_claimed(
        words in proptest::collection::vec("[a-d]{1,2}", 1..12), shape in any::<u64>(), needed in "[a-d]",
    ) {
        let source = words.iter().zip(0u32..).fold("(x)".to_owned(), |tree, (word, at)| match shape >> (2 * at) & 3 {
            0 => format!("({tree} {word})"),
            1 => format!("[{word}, {tree}]"),
            2 => format!("({word} + {tree})"),
            _ => format!("({tree} {{{word}}})"),
        });
        let fails = |source: &str| source.matches(&needed).count() > 1;
        prop_assume!(fails(&source));
        for depth in [Depth::Difference, Depth::Surroundings] {
            on_tree(&source, depth, fails);
        }
    }
}

//! Blocks that are left out of texts in LLVM IR.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use dwindle::flow::Flow;
use dwindle::space::{RewriteSpace, Space, text_of};
use dwindle::tree::Parse;
use dwindle::{Config, Text};
use dwindle_syntax::language::Language;
use proptest::prelude::*;

/// The flows of the bodies of a text.
fn flows(text: &str) -> Vec<Flow> {
    let language = Language::by_name("llvm").expect("it is there by default");
    language.parser().flows(&Text::new(text.as_bytes()).unwrap())
}

/// The blocks of a text, and those of them that stay: where `stays` is true of the text from their labels on.
fn blocks(text: &str, stays: impl Fn(&str) -> bool) -> (RewriteSpace, Config) {
    let flows = flows(text);
    let starts: Vec<usize> =
        flows.iter().flat_map(|flow| flow.removable().map(|block| flow.blocks[block].span.start)).collect();
    let kept = (0..).zip(starts).filter(|(_, start)| stays(&text[*start..])).map(|(unit, _)| unit);
    (RewriteSpace::of_blocks(Text::new(text.as_bytes()).unwrap(), flows), Config::of_units(kept))
}

/// A text of which the blocks with these labels are left out.
fn without(text: &str, labels: &[&str]) -> String {
    let goes = |from: &str| labels.iter().any(|label| from.starts_with(&format!("{label}:")));
    let (space, config) = blocks(text, |from| !goes(from));
    let made = text_of(&space, &config).expect("a text");
    assert_eq!((made.id(), made.bytes().len() as u64), (space.id(&config), space.size(&config)));
    String::from_utf8(made.bytes().to_vec()).unwrap()
}

#[test]
fn jumps_lead_on_and_values_become_constants() {
    let text = "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  \
                switch i32 0, label %d [\n    i32 1, label %e\n  ]\nd:\n  ret i32 0\ne:\n  ret i32 %x\n}\n";
    assert_eq!(
        without(text, &["a"]),
        "define i32 @f(i1 %c) {\n  br label %b\nb:\n  switch i32 0, label %d [\n    i32 1, label %e\n  ]\nd:\n  ret i32 0\n\
         e:\n  ret i32 zeroinitializer\n}\n"
    );
    assert_eq!(
        without(text, &["b"]).lines().skip(1).collect::<Vec<_>>()[..4],
        ["  br i1 %c, label %a, label %d", "a:", "  %x = add i32 1, 2", "  br label %d"]
    );
    assert_eq!(without(text, &["a", "b", "d"]).lines().nth(1), Some("  br label %e"));
    assert_eq!(without(text, &["a", "b", "d", "e"]), "define i32 @f(i1 %c) {\n  unreachable\n\n}\n");
}

#[test]
fn a_merge_takes_what_came_last_on_each_way() {
    let text = "define i32 @f(i1 %c) {
  br label %o
o:
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %m
b:
  br label %m
m:
  %y = phi i32 [ %x, %a ], [ 7, %b ]
  ret i32 %y
}
";
    let merge =
        |labels: &[&str]| without(text, labels).lines().find(|line| line.contains("phi")).map(str::to_owned);
    assert_eq!(merge(&["b"]).unwrap(), "  %y = phi i32 [ 7, %o ], [ %x, %a ]");
    assert_eq!(merge(&["a"]).unwrap(), "  %y = phi i32 [ zeroinitializer, %o ], [ 7, %b ]");
    assert_eq!(merge(&["a", "b"]).unwrap(), "  %y = phi i32 [ zeroinitializer, %o ]");
    // Nothing says how the first block is called, so that the value goes.
    assert_eq!(merge(&["o", "a"]), None);
    assert!(without(text, &["o", "a"]).contains("ret i32 zeroinitializer"));
}

#[test]
fn a_block_that_something_else_names_stays_and_so_does_one_of_two_with_a_needed_label() {
    let text = "@p = global ptr blockaddress(@f, %a)\ndefine void @f() {\n  indirectbr ptr @p, [label %a]\na:\n  ret void\n}\n";
    assert_eq!(flows(text)[0].removable().count(), 0);
    let text = "define void @f() personality ptr null {\n  invoke void @g() to label %a unwind label %l\na:\n  ret void\nl:\n  \
                %x = landingpad i32 cleanup\n  resume i32 %x\n}\n";
    assert_eq!(
        without(text, &["l"]),
        "define void @f() personality ptr null {\n  br label %a\na:\n  ret void\n\n}\n"
    );
}

#[test]
fn no_number_of_blocks_is_too_much() {
    let mut text = "define void @f() {\n  br label %b0\n".to_owned();
    for block in 0..20_000 {
        writeln!(text, "b{block}:\n  br label %b{}", block + 1).unwrap();
    }
    text += "b20000:\n  ret void\n}\n";
    let (space, config) = blocks(&text, |from| from.starts_with("b20000:"));
    assert_eq!(space.units(), 20_001);
    let made = text_of(&space, &config).expect("a text");
    assert_eq!(made.bytes(), b"define void @f() {\n  br label %b20000\nb20000:\n  ret void\n}\n");
}

/// What a random block ends with: its targets among some blocks, none for a return.
fn ends() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::collection::vec(1..9_usize, 0..4), 2..9)
}

/// A function whose blocks jump so, in which each block has a value, a merge of all ways to it, and a use of both.
fn program(ends: &[Vec<usize>]) -> String {
    let to = |target: usize| 1 + (target - 1) % (ends.len() - 1);
    let mut from: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (block, targets) in ends.iter().enumerate() {
        for target in targets {
            from.entry(to(*target)).or_default().push(block);
        }
    }
    let mut text = "define i32 @f(i32 %c) {\n".to_owned();
    for (block, targets) in ends.iter().enumerate() {
        writeln!(text, "b{block}:").unwrap();
        if let Some(from) = from.get(&block) {
            let taken: Vec<String> = from.iter().map(|from| format!("[ %v{from}, %b{from} ]")).collect();
            writeln!(text, "  %m{block} = phi i32 {}", taken.join(", ")).unwrap();
        }
        writeln!(text, "  %v{block} = add i32 %c, {block}").unwrap();
        match &targets[..] {
            [] => writeln!(text, "  ret i32 %v{block}").unwrap(),
            [one] => writeln!(text, "  br label %b{}", to(*one)).unwrap(),
            [first, cases @ ..] => {
                writeln!(text, "  switch i32 %v{block}, label %b{} [", to(*first)).unwrap();
                for (case, target) in cases.iter().enumerate() {
                    writeln!(text, "    i32 {case}, label %b{}", to(*target)).unwrap();
                }
                text += "  ]\n";
            }
        }
    }
    text + "}\n"
}

/// What is wrong with a function of [`program`]'s kind: labels and values that nothing gives, merges that do not take one value of
/// each way to their block.
fn faults(text: &str) -> Vec<String> {
    let mut given: BTreeSet<String> = BTreeSet::from(["%c".to_owned()]);
    let mut used: BTreeSet<String> = BTreeSet::new();
    let (mut ways, mut merges): (BTreeMap<String, Vec<String>>, BTreeMap<String, Vec<String>>) =
        Default::default();
    let mut block = String::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
        if let Some(label) = line.strip_suffix(':') {
            block = format!("%{label}");
            given.insert(block.clone());
        }
        if let [name, "=", ..] = words[..] {
            given.insert(name.to_owned());
        }
        used.extend(words.iter().filter(|word| word.starts_with('%')).map(|word| (*word).to_owned()));
        for pair in words.windows(2).filter(|pair| pair[0] == "label") {
            ways.entry(pair[1].to_owned()).or_default().push(block.clone());
        }
        if words.contains(&"phi") {
            let from = words.windows(2).filter(|pair| pair[1] == "]").map(|pair| pair[0].to_owned());
            merges.insert(block.clone(), from.collect());
        }
    }
    let mut faults: Vec<String> = used.difference(&given).cloned().collect();
    for (block, mut from) in merges {
        let mut ways = ways.remove(&block).unwrap_or_default();
        ways.sort_unstable();
        from.sort_unstable();
        if ways != from {
            faults.push(format!("{block}: {from:?} for {ways:?}"));
        }
    }
    faults
}

proptest! {
    #[test]
    fn whatever_is_left_out_a_valid_program_is_left(ends in ends(), gone in prop::collection::vec(any::<bool>(), 9)) {
        let text = program(&ends);
        prop_assert_eq!(faults(&text), Vec::<String>::new());
        let labels: Vec<String> = (1..ends.len()).filter(|block| gone[*block]).map(|block| format!("b{block}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let left = without(&text, &labels);
        prop_assert_eq!(faults(&left), Vec::<String>::new(), "{}\nwithout {:?}\n{}", text, labels, left);
        for label in &labels {
            let stays = flows(&left).iter().any(|flow| flow.blocks.len() > 1) && left.contains(&format!("{label}:"));
            prop_assert!(!stays, "{} is left in\n{}", label, left);
        }
    }
}

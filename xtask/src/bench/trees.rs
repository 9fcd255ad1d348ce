//! Trees of a large program: parsing it, and what a candidate costs that is not written.

use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use anyhow::{Context, Result};
use dwindle::space::{Space, TreeSpace};
use dwindle::strategy::{Ddmin, Strategy};
use dwindle::tree::{NodeId, Parse, Role};
use dwindle::{Config, Outcome, Text};
use dwindle_syntax::language::Language;
use xtask::program::{now, peak_memory};

use super::row::Row;

/// The C program that is repeated.
const SAMPLE: &str = "crates/dwindle-syntax/testdata/languages/sample.c";

const SIZE: usize = 5_000_000;

/// How many configurations are timed.
const CONFIGS: u32 = 20_000;

pub(super) fn rows() -> Result<Vec<Row>> {
    let once = fs::read(SAMPLE).with_context(|| format!("{SAMPLE} (run this from the repository)"))?;
    let text = Text::new(once.repeat(SIZE.div_ceil(once.len())))?;
    let bytes = text.bytes().len();
    let begin = now();
    let parser = Language::by_name("c")?.parser();
    let tree = Arc::new(parser.parse(&text).context("a language's parser always makes a tree")?.squeezed());
    let parsed = begin.elapsed().as_secs_f64();
    let memory = peak_memory(std::process::id()).context("VmHWM in /proc/self/status")?;
    let times = f64::from(u32::try_from(memory)?) / f64::from(u32::try_from(bytes)?);
    let nodes: Vec<NodeId> = top(&tree, |id| tree.node(id).role() == Role::Element);
    let space = TreeSpace::removals(Arc::clone(&tree), nodes);
    let (scattered, halves) = (rate(&space, scattered(&space)), rate(&space, ddmin(&space)));
    Ok(vec![
        Row::new(format!("trees: {bytes} bytes of C, {} nodes: seconds", tree.len()), format!("{parsed:.2}"))
            .target("< 3", parsed < 3.0),
        Row::new("trees: most memory in use / bytes", format!("{times:.1}")).target("< 40", times < 40.0),
        Row::new(
            format!("trees: {} units, ddmin's questions a second", space.units()),
            format!("{halves:.0}"),
        )
        .target(">= 2000", halves >= 2000.0),
        Row::new("trees: the same, one unit or a run of ten left out", format!("{scattered:.0}"))
            .target(">= 2000", scattered >= 2000.0),
    ])
}

/// Nodes that are so, none within another.
fn top(tree: &dwindle::tree::Tree, is: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    for id in tree.ids().filter(|id| is(*id)) {
        if found.last().is_none_or(|last| !tree.is_within(id, *last)) {
            found.push(id);
        }
    }
    found
}

/// Identities and sizes of configurations a second.
fn rate(space: &TreeSpace, configs: impl Iterator<Item = Config>) -> f64 {
    let begin = now();
    let mut count = 0;
    for config in configs {
        black_box((space.id(&config), space.size(&config)));
        count += 1;
    }
    f64::from(count) / begin.elapsed().as_secs_f64()
}

fn scattered(space: &TreeSpace) -> impl Iterator<Item = Config> {
    let (full, units) = (space.full(), space.units());
    let step = (0..CONFIGS as usize).map(move |i| (i * 7919) % units);
    step.enumerate().map(move |(i, at)| full.without_slice(at..at + if i % 2 == 0 { 1 } else { 10 }))
}

/// What ddmin asks where nothing can go.
fn ddmin(space: &TreeSpace) -> impl Iterator<Item = Config> {
    let mut strategy = Ddmin::new(space.full());
    let questions = std::iter::from_fn(move || {
        let question = strategy.ask(0)?;
        strategy.tell(Outcome::Pass);
        Some(question.config)
    });
    questions.take(CONFIGS as usize)
}

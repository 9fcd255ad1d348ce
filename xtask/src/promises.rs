//! What the turns of passes took in recorded runs: what `crates/dwindle/src/passes/promises.rs` goes by.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use dwindle_store::journal::{Reader, Record, Stage, Step};
use xtask::mean::{Mean, ratio};
use xtask::program::print;

/// Turns in vain in a row are told apart up to so many.
const IN_A_ROW: usize = 4;

/// What is read.
#[derive(Args)]
pub(crate) struct Options {
    /// Journals of runs
    #[arg(required = true)]
    journals: Vec<PathBuf>,
}

/// How large a text is, as promises tell texts apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Small,
    Middle,
    Large,
}

/// What some turns came to.
#[derive(Default)]
struct Turns {
    count: u64,
    taking: u64,
    tests: u64,
    left: Mean,
}

/// A turn of a pass.
struct Turn {
    pass: String,
    /// Of the text in bytes, before it and after it.
    size: u64,
    left: u64,
    tests: u64,
}

/// By pass, size of the text, and whether it is the first turn of the pass.
type Key = (String, Class, bool);

#[derive(Default)]
struct Table {
    passes: BTreeMap<Key, Turns>,
    /// By turns of the same pass just before that took nothing.
    in_vain: BTreeMap<usize, Turns>,
}

/// Prints what turns of each pass took, by the size of the text and for the first turn apart; and of all passes, by how many turns in
/// vain came before. What a test took is the logarithm of the size before over that after, by tests. Turns without a test do not count, nor
/// the last of a run that was stopped.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut table = Table::default();
    for journal in &options.journals {
        table.count(turns(Reader::open(journal)?)?);
    }
    print("pass                        text    turn    turns  taking  tests  a test\n")?;
    for ((pass, class, is_first), turns) in &table.passes {
        let (class, turn) = (class.name(), if *is_first { "first" } else { "later" });
        print(&format!("{pass:<26}  {class:<6}  {turn:<6}  {turns}\n"))?;
    }
    print("\nall passes, after turns in vain           turns  taking  tests  a test\n")?;
    for (in_vain, turns) in &table.in_vain {
        let more = if *in_vain == IN_A_ROW { " or more" } else { "" };
        print(&format!("{:<42}{turns}\n", format!("{in_vain}{more}")))?;
    }
    Ok(())
}

/// The turns with tests of a run as it went when it was started last, which goes through all that was asked before.
fn turns(records: Reader) -> Result<Vec<Turn>> {
    let (mut turns, mut open) = (Vec::new(), None::<Turn>);
    for record in records {
        match record? {
            Record::Run(_) => turns.clear(),
            Record::Asked(asked) if !asked.known => {
                if let Some(turn) = &mut open {
                    turn.tests += 1;
                }
            }
            Record::Stage(Stage { step: Step::Began, unit, algorithm, size, .. }) => {
                open = Some(Turn { pass: format!("{unit}/{algorithm}"), size, left: size, tests: 0 });
            }
            Record::Stage(Stage { size: left, .. }) => {
                let ended = open.take().map(|turn| Turn { left, ..turn });
                turns.extend(ended.filter(|turn| turn.tests > 0));
            }
            _ => {}
        }
    }
    Ok(turns)
}

impl Table {
    /// Counts the turns of a run.
    fn count(&mut self, turns: Vec<Turn>) {
        let mut in_vain: BTreeMap<String, usize> = BTreeMap::new();
        for turn in turns {
            let before = in_vain.get(&turn.pass).copied();
            let key = (turn.pass.clone(), Class::of(turn.size), before.is_none());
            self.passes.entry(key).or_default().add(&turn);
            self.in_vain.entry(before.unwrap_or(0)).or_default().add(&turn);
            let took = turn.left < turn.size;
            in_vain.insert(turn.pass, if took { 0 } else { IN_A_ROW.min(before.unwrap_or(0) + 1) });
        }
    }
}

impl Turns {
    fn add(&mut self, turn: &Turn) {
        self.count += 1;
        self.taking += u64::from(turn.left < turn.size);
        self.tests += turn.tests;
        self.left.add_ratio(ratio(turn.left.clamp(1, turn.size), turn.size));
    }
}

impl std::fmt::Display for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let taken = self.left.geometric().recip().ln().max(0.0) * ratio(self.count, self.tests);
        write!(f, "{:>5}  {:>6}  {:>5}  {taken:.5}", self.count, self.taking, self.tests)
    }
}

impl Class {
    const fn of(size: u64) -> Self {
        match size {
            ..0x2000 => Self::Small,
            0x2000..0x1_0000 => Self::Middle,
            _ => Self::Large,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Middle => "middle",
            Self::Large => "large",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(size: u64, left: u64, tests: u64) -> Turn {
        Turn { pass: "lines/dwindle".into(), size, left, tests }
    }

    #[test]
    fn turns_are_told_apart_by_size_and_by_those_in_vain_before_them() {
        let mut table = Table::default();
        table.count(vec![turn(100_000, 100_000, 3), turn(100_000, 50_000, 4), turn(9_000, 9_000, 2)]);
        let shown = |turns: &Turns| turns.to_string();
        let passes: Vec<String> = table.passes.values().map(shown).collect();
        assert_eq!(
            passes,
            [
                "    1       0      2  0.00000",
                "    1       1      4  0.17329",
                "    1       0      3  0.00000"
            ],
            "a middle text, later turns of a large one, its first"
        );
        let in_vain: Vec<String> = table.in_vain.values().map(shown).collect();
        assert_eq!(in_vain, ["    2       0      5  0.00000", "    1       1      4  0.17329"]);
    }
}

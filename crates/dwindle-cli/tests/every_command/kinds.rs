//! The kinds of commands, each with a [small case](crate::cases).

use crate::cases::{
    causes, clang_delta, crashes, division, external, folder, json, lines, markup, native, needy, packed,
    pairs, program, search_path, session, several, sides, stack, sums, tool, variables, versions, worker,
};
use crate::env::TestEnv;
use crate::needs::Need;

/// A kind of command.
pub(super) struct Kind {
    /// Its name in the names of tests.
    pub(super) name: &'static str,
    /// The words, without quotes; the options of a run stand where it says so, and the directory.
    pub(super) line: &'static str,
    /// Lays its files.
    pub(super) lay: fn(&TestEnv),
    /// What else is set in its environment.
    pub(super) variables: &'static [(&'static str, &'static str)],
    /// What it needs of the machine.
    pub(super) needs: &'static [Need<'static>],
    /// How many questions it asks at least, so that there is something to compare.
    pub(super) questions: usize,
    /// Whether it has a journal to go on from.
    pub(super) goes_on: bool,
}

impl Kind {
    const fn new(name: &'static str, line: &'static str, questions: usize, lay: fn(&TestEnv)) -> Self {
        Self { name, line, lay, variables: &[], needs: &[], questions, goes_on: true }
    }

    /// It has no journal.
    const fn at_once(self) -> Self {
        Self { goes_on: false, ..self }
    }

    const fn needing(self, needs: &'static [Need<'static>]) -> Self {
        Self { needs, ..self }
    }

    const fn with(self, variables: &'static [(&'static str, &'static str)]) -> Self {
        Self { variables, ..self }
    }
}

const NATIVE: Need<'_> = Need::Holds(
    "not x86-64 Linux",
    "test \"$(uname -sm)\" = 'Linux x86_64' && ldd --version 2>&1 | grep -qi -e glibc -e gnu",
);

pub(super) const KINDS: &[Kind] = &[
    Kind::new("reduce_of_lines", "reduce OPTIONS --unit lines ./test.sh input.txt", 10, lines),
    Kind::new("reduce_of_a_program", "reduce OPTIONS --minify ./test.sh crash.c", 80, program),
    Kind::new("reduce_with_the_failure_of_the_first_run", "reduce OPTIONS crash.c -- ./cc {}", 30, program),
    Kind::new("reduce_laid_out", "reduce OPTIONS ./test.sh data.json", 30, json),
    Kind::new("reduce_of_a_folder", "reduce OPTIONS ./test.sh proj", 20, folder),
    Kind::new(
        "reduce_of_several_files",
        "reduce OPTIONS --unit files,lines ./several.sh input.txt crash.c",
        10,
        several,
    ),
    Kind::new("reduce_of_binary_data", "reduce OPTIONS ./test.sh notes.gz", 20, packed)
        .needing(&[Need::Program("gzip")]),
    Kind::new("reduce_of_all_causes", "reduce OPTIONS --all --unit lines in.txt -- ./check.sh", 20, causes),
    Kind::new(
        "reduce_with_an_explanation",
        "reduce OPTIONS --explain=10 --unit lines ./test.sh in.txt",
        30,
        division,
    ),
    Kind::new(
        "reduce_to_an_objective",
        "reduce OPTIONS --unit chars --objective [DIR]/unequal.sh ./test.sh in.txt",
        5,
        pairs,
    ),
    Kind::new("reduce_by_needs", "reduce OPTIONS --unit lines --deps deps ./test.sh input.txt", 5, needy),
    Kind::new("reduce_by_a_worker", "reduce OPTIONS --unit lines --worker ./worker input.txt", 10, worker),
    Kind::new(
        "reduce_by_repeated_tests",
        "reduce OPTIONS --repeat 2/3 --unit lines ./test.sh input.txt",
        10,
        lines,
    ),
    Kind::new("reduce_with_clang_delta", "reduce OPTIONS --minify ./test.sh crash.c", 30, clang_delta),
    Kind::new(
        "reduce_with_an_external_pass",
        "reduce OPTIONS --external-pass [DIR]/pass ./test.sh input.txt",
        10,
        external,
    ),
    Kind::new(
        "reduce_by_ddmin",
        "reduce OPTIONS --algorithm ddmin --unit lines ./test.sh input.txt",
        10,
        lines,
    ),
    Kind::new("isolate_from_a_file", "isolate OPTIONS --passing good.prog ./test.sh bad.prog", 20, sides),
    Kind::new("isolate_from_nothing", "isolate OPTIONS ./test.sh bad.prog", 20, sides),
    Kind::new("isolate_by_a_syntax_tree", "isolate OPTIONS ./test.sh data.json", 10, json),
    Kind::new("isolate_of_a_folder", "isolate OPTIONS ./test.sh proj", 10, folder),
    Kind::new("maximize_of_lines", "maximize OPTIONS --unit lines ./test.sh input.txt", 5, lines),
    Kind::new("maximize_by_a_syntax_tree", "maximize OPTIONS ./test.sh data.json", 5, json),
    Kind::new("options", "options OPTIONS -- ./tool -x c -a -O2 -o out -Wall in.txt -k 1 -l 2", 8, tool),
    Kind::new(
        "options_that_prevent",
        "options OPTIONS --again --prevent=-g --prevent=-p --prevent=-O2 --prevent=--cure --prevent=-q --prevent=-w -- ./tool -a -o out in.txt",
        8,
        tool,
    ),
    Kind::new(
        "options_isolated",
        "options OPTIONS --isolate -- ./tool -x c -a -O2 -o out -Wall in.txt",
        3,
        tool,
    ),
    Kind::new(
        "options_maximized",
        "options OPTIONS --maximize -- ./tool -x c -a -O2 -o out -Wall in.txt",
        3,
        tool,
    ),
    Kind::new("variables", "env OPTIONS -- ./set", 10, variables).with(VARIABLES),
    Kind::new("variables_isolated", "env OPTIONS --isolate -- ./set", 3, variables).with(VARIABLES),
    Kind::new("a_search_path", "path OPTIONS LIBS -- ./tool -x", 8, search_path)
        .with(&[("LIBS", "d1:d2:d3:d4:d5:d6:d7:d8:d9")]),
    Kind::new("events", "events OPTIONS ./test.sh input.txt", 10, lines),
    Kind::new(
        "events_in_pairs",
        "events OPTIONS --pair press:release session.jsonl -- ./replay {}",
        5,
        session,
    ),
    Kind::new(
        "events_with_fields",
        "events OPTIONS --fields --group-by .window --retime .t session.jsonl -- ./replay {}",
        8,
        session,
    ),
    Kind::new("events_isolated", "events OPTIONS --isolate ./test.sh input.txt", 5, lines),
    Kind::new("events_maximized", "events OPTIONS --maximize ./test.sh input.txt", 5, lines),
    Kind::new("changes", "changes OPTIONS --good-dir old --bad-dir new -- ./test.sh", 5, versions),
    Kind::new(
        "changes_by_lines",
        "changes OPTIONS --by hunk,line --good-dir old --bad-dir new -- ./test.sh",
        5,
        versions,
    ),
    Kind::new(
        "changes_that_fix",
        "changes OPTIONS --fix --good-dir new --bad-dir old -- ./fixed.sh",
        5,
        versions,
    ),
    Kind::new("trace_of_python", "trace OPTIONS -- python3 markup.py", 10, markup)
        .needing(&[Need::Program("python3")])
        .at_once(),
    Kind::new("trace_of_perl", "trace OPTIONS -- perl stack.pl", 5, stack)
        .needing(&[Need::Program("perl")])
        .at_once(),
    Kind::new("trace_of_a_native_program", "trace OPTIONS -- ./prog", 10, native)
        .needing(&[Need::Program("gcc"), NATIVE])
        .at_once(),
    Kind::new("check", "check OPTIONS --minimality 2 --all --unit lines ./test.sh input.txt", 60, lines)
        .at_once(),
    Kind::new(
        "compare",
        "compare OPTIONS --algorithms ddmin,dwindle,probdd --unit lines ./test.sh input.txt",
        20,
        lines,
    )
    .at_once(),
    Kind::new(
        "fuzz_by_a_grammar",
        "fuzz OPTIONS --grammar sums.ebnf --size 30 --budget 60 --seed 3 -o found -- ./calc {}",
        0,
        sums,
    )
    .at_once(),
    Kind::new("fuzz_of_seeds", "fuzz OPTIONS --seeds seeds --budget 100 -o found -- ./calc {}", 0, sums)
        .at_once(),
    Kind::new("triage", "triage OPTIONS crashes -- ./calc {}", 0, crashes).at_once(),
];

const VARIABLES: &[(&str, &str)] = &[
    ("BAD", "yes"),
    ("COLOUR", "red"),
    ("NUMBER", "1"),
    ("OTHER", "x y"),
    ("PLACE", "here"),
    ("QUEUE", "long"),
    ("ROOM", "4"),
    ("SPEED", "slow"),
    ("WORSE", "yes"),
];

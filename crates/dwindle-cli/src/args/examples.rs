//! Examples in the help of each command. All of them are run by a test.

/// A command line and what it does.
pub type Example = (&'static str, &'static str);

/// The examples of each command, by its name; the program itself has none.
pub const ALL: [(&str, &[Example]); 18] = [
    (
        "",
        &[
            ("dwindle reduce crash.c -- gcc -O2 -c {}", "keep the failure that this command shows now"),
            ("dwindle reduce ./test.sh crash.c", "a script decides: exit code 0 means it still fails"),
            ("dwindle ./test.sh crash.c", "the same, for hands used to creduce and cvise"),
            ("dwindle reduce proj -- make -C {}", "a directory: which files, and what of them"),
            ("dwindle check ./test.sh crash.c", "see whether an input fails"),
        ],
    ),
    (
        "reduce",
        &[
            ("dwindle reduce crash.c -- gcc -O2 -c {}", "keep the failure that this command shows now"),
            (
                "dwindle reduce crash.c --stderr 'internal compiler error' -- gcc -O2 -c {}",
                "name the failure",
            ),
            ("dwindle reduce crash.json --stdin -- ./parser", "feed the candidate on standard input"),
            ("dwindle reduce ./test.sh crash.c --timeout 10s --jobs 4", "a script that takes its time"),
            (
                "dwindle reduce ./test.sh crash.c --algorithm ddmin --unit lines",
                "one algorithm, as published",
            ),
            ("dwindle reduce crash.c crash.h -- gcc -c crash.c", "several files, in the working directory"),
        ],
    ),
    (
        "isolate",
        &[
            ("dwindle isolate crash.c -- gcc -O2 -c {}", "which lines make the difference"),
            ("dwindle isolate --unit chars ./test.sh crash.c", "which characters"),
            (
                "dwindle isolate crash.json --stdin --unit tokens -- ./parser",
                "which tokens, on standard input",
            ),
        ],
    ),
    (
        "maximize",
        &[
            ("dwindle maximize crash.c -- gcc -O2 -c {}", "leave out as little as possible until it passes"),
            ("dwindle maximize --unit chars ./test.sh crash.c", "as few characters as possible"),
            (
                "dwindle maximize crash.json --stdin --unit tokens -- ./parser",
                "repair an input by its tokens",
            ),
        ],
    ),
    (
        "changes",
        &[
            (
                "dwindle changes --good v1.0 -- ./check.sh",
                "what broke it since v1.0, uncommitted changes included",
            ),
            (
                "dwindle changes --good v1.0 --bad v2.0 --build 'sh build.sh' -- ./check.sh",
                "between two releases, with a build",
            ),
            ("dwindle changes --good v3.0 --bad v2.0 --fix -- ./check.sh", "what of v3.0 fixes v2.0"),
            ("dwindle changes --good-dir old --bad-dir new -- ./check.sh", "between two directories"),
        ],
    ),
    (
        "events",
        &[
            ("dwindle events session.log -- ./replay {}", "which actions of a user matter"),
            (
                "dwindle events session.log --pair press:release -- ./replay {}",
                "none pressed without being released",
            ),
            (
                "dwindle events session.jsonl --group-by .window --retime .t -- ./replay {}",
                "whole windows first, and no waiting for what was left out",
            ),
            ("dwindle events session.log --maximize -- ./replay {}", "as many actions as possible that pass"),
        ],
    ),
    (
        "check",
        &[
            ("dwindle check ./test.sh crash.c", "does it still fail"),
            ("dwindle check --minimality 1 ./test.sh crash.c", "and can no single character go"),
            ("dwindle check --minimality 2 --unit lines crash.c -- gcc -O2 -c {}", "nor any two lines"),
        ],
    ),
    (
        "compare",
        &[
            ("dwindle compare ./test.sh crash.c", "all algorithms, by lines"),
            ("dwindle compare --algorithms ddmin,dwindle --unit tokens ./test.sh crash.c", "two, by tokens"),
            (
                "dwindle compare --unit default --jobs 1 crash.c -- gcc -O2 -c {}",
                "all, by lines, tokens, characters",
            ),
        ],
    ),
    (
        "options",
        &[
            ("dwindle options -- gcc -O2 -g -Wall -c crash.c", "which arguments the failure needs"),
            (
                "dwindle options --group '-O2 -g' --keep -Wall -- gcc -O2 -g -Wall -c crash.c",
                "two that go together, one that stays",
            ),
            (
                "dwindle options --prevent '-fno-gcse -fno-tree-vrp' --again -- gcc -O2 -c crash.c",
                "which options make the failure go away, one answer after the other",
            ),
            (
                "dwindle options --maximize -- gcc -O2 -g -Wall -c crash.c",
                "as many of its arguments as it passes with",
            ),
        ],
    ),
    (
        "env",
        &[
            ("dwindle env -- gcc -c crash.c", "which variables the failure needs"),
            ("dwindle env --keep PATH --keep 'LC_.*' -- gcc -c crash.c", "some always set"),
            (
                "dwindle env --passing-env good.env -- gcc -c crash.c",
                "what differs from an environment in which it passes",
            ),
            (
                "dwindle env --maximize --passing-env good.env -- gcc -c crash.c",
                "the fewest variables to change here for it to pass",
            ),
        ],
    ),
    ("languages", &[("dwindle languages", "name, extensions and parser of each")]),
    (
        "parse",
        &[
            ("dwindle parse crash.c", "the tree that reduce works on"),
            ("dwindle parse --raw crash.json", "every rule a node"),
            ("dwindle parse --language json --raw crash.c", "what a parser makes of something else"),
        ],
    ),
    (
        "generate",
        &[
            ("dwindle generate --grammar expr.ebnf", "an input that follows a grammar"),
            ("dwindle generate --language json --count 3 --seed 7", "three others, of a language"),
            (
                "dwindle generate --grammar expr.ebnf -n 20 --size 100 --output-dir made",
                "short ones, into files",
            ),
        ],
    ),
    (
        "fuzz",
        &[
            ("dwindle fuzz --grammar expr.ebnf -- ./calc {}", "what crashes a calculator"),
            ("dwindle fuzz --language json --stdin --budget 200 -- ./parser", "200 inputs of a language"),
            (
                "dwindle fuzz --seeds crash.c --budget 300 --stderr 'internal compiler error' -- gcc -c {}",
                "changes of an input",
            ),
        ],
    ),
    (
        "triage",
        &[
            ("dwindle triage crashes -- ./parser {}", "what a fuzzer's crashes have in common"),
            ("dwindle triage crashes --language json --stdin -- ./parser", "inputs of a language"),
            (
                "dwindle triage crashes --stderr panic --timeout 5s -o failures -- ./parser {}",
                "only one kind of failure",
            ),
        ],
    ),
    (
        "clean",
        &[
            ("dwindle clean crash.c", "forget all runs on crash.c"),
            ("dwindle clean crash.c crash.json", "and those on another input"),
            ("dwindle clean --dry-run crash.c", "only say what would go"),
        ],
    ),
    (
        "completions",
        &[
            ("dwindle completions bash", "for bash"),
            ("dwindle completions zsh", "for zsh"),
            ("dwindle completions fish", "for fish"),
        ],
    ),
    (
        "man",
        &[
            ("dwindle man", "the manual page of dwindle"),
            ("dwindle man reduce", "the one of dwindle reduce"),
            ("dwindle man --dir .", "write all pages there"),
        ],
    ),
];

/// The examples, two lines each.
pub fn show(examples: &[Example]) -> String {
    examples.iter().flat_map(|(line, about)| ["  ", line, "\n      ", about, "\n"]).collect()
}

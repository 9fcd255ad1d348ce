//! Examples in the help of each command. All of them are run by a test.

/// A command line and what it does.
pub type Example = (&'static str, &'static str);

/// The examples of each command, by its name; the program itself has none.
pub const ALL: [(&str, &[Example]); 18] = [
    (
        "",
        &[
            ("dwindle reduce crash.c -- gcc -O2 -c {}", "keep the failure that this command shows"),
            ("dwindle reduce ./test.sh crash.c", "a test script: exit code 0 means that it still fails"),
            ("dwindle ./test.sh crash.c", "the same, in the argument order of C-Reduce"),
            ("dwindle reduce proj -- make -C {}", "a directory: first its files, then their contents"),
            ("dwindle check ./test.sh crash.c", "check whether an input fails"),
        ],
    ),
    (
        "reduce",
        &[
            ("dwindle reduce crash.c -- gcc -O2 -c {}", "keep the failure that this command shows"),
            (
                "dwindle reduce crash.c --stderr 'internal compiler error' -- gcc -O2 -c {}",
                "describe the failure",
            ),
            (
                "dwindle reduce crash.json --stdin -- ./parser",
                "feed the candidate to the command on standard input",
            ),
            (
                "dwindle reduce ./test.sh crash.c --timeout 10s --jobs 4",
                "a script with a time limit, four at a time",
            ),
            (
                "dwindle reduce ./test.sh crash.c --algorithm ddmin --unit lines",
                "a single published algorithm",
            ),
            ("dwindle reduce crash.c crash.h -- gcc -c crash.c", "several files"),
        ],
    ),
    (
        "isolate",
        &[
            ("dwindle isolate crash.c -- gcc -O2 -c {}", "which part of a program makes the difference"),
            ("dwindle isolate --unit chars ./test.sh crash.c", "which characters make the difference"),
            (
                "dwindle isolate crash.json --stdin --unit tokens -- ./parser",
                "which tokens, with the input on standard input",
            ),
        ],
    ),
    (
        "maximize",
        &[
            ("dwindle maximize crash.c -- gcc -O2 -c {}", "drop as little as possible so that it passes"),
            ("dwindle maximize --unit chars ./test.sh crash.c", "drop as few characters as possible"),
            (
                "dwindle maximize crash.json --stdin --unit tokens -- ./parser",
                "drop as few tokens as possible",
            ),
        ],
    ),
    (
        "changes",
        &[
            (
                "dwindle changes --good v1.0 -- ./check.sh",
                "what broke since v1.0, including uncommitted changes",
            ),
            (
                "dwindle changes --good v1.0 --bad v2.0 --build 'sh build.sh' -- ./check.sh",
                "between two releases, with a build step",
            ),
            ("dwindle changes --good v3.0 --bad v2.0 --fix -- ./check.sh", "which changes of v3.0 fix v2.0"),
            ("dwindle changes --good-dir old --bad-dir new -- ./check.sh", "between two directories"),
        ],
    ),
    (
        "events",
        &[
            ("dwindle events session.log -- ./replay {}", "which actions of a session cause the failure"),
            (
                "dwindle events session.log --pair press:release -- ./replay {}",
                "never press without a release",
            ),
            (
                "dwindle events session.jsonl --group-by .window --retime .t -- ./replay {}",
                "remove whole windows first, and close the gaps in time",
            ),
            (
                "dwindle events session.log --maximize -- ./replay {}",
                "keep as many actions as possible while it passes",
            ),
        ],
    ),
    (
        "check",
        &[
            ("dwindle check ./test.sh crash.c", "does the input still fail?"),
            ("dwindle check --minimality 1 ./test.sh crash.c", "can no single character be removed?"),
            (
                "dwindle check --minimality 2 --unit lines crash.c -- gcc -O2 -c {}",
                "can no two lines be removed?",
            ),
        ],
    ),
    (
        "compare",
        &[
            ("dwindle compare ./test.sh crash.c", "all algorithms on lines"),
            (
                "dwindle compare --algorithms ddmin,dwindle --unit tokens ./test.sh crash.c",
                "two algorithms on tokens",
            ),
            (
                "dwindle compare --unit default --jobs 1 crash.c -- gcc -O2 -c {}",
                "all algorithms on lines, tokens and characters",
            ),
        ],
    ),
    (
        "options",
        &[
            ("dwindle options -- gcc -O2 -g -Wall -c crash.c", "which arguments cause the failure"),
            (
                "dwindle options --group '-O2 -g' --keep -Wall -- gcc -O2 -g -Wall -c crash.c",
                "two that belong together, and one to keep",
            ),
            (
                "dwindle options --prevent '-fno-gcse -fno-tree-vrp' --again -- gcc -O2 -c crash.c",
                "which options make the failure go away, all answers",
            ),
            (
                "dwindle options --maximize -- gcc -O2 -g -Wall -c crash.c",
                "as many arguments as possible with which it passes",
            ),
        ],
    ),
    (
        "env",
        &[
            ("dwindle env -- gcc -c crash.c", "which variables cause the failure"),
            ("dwindle env --keep PATH --keep 'LC_.*' -- gcc -c crash.c", "keep some variables set"),
            (
                "dwindle env --passing-env good.env -- gcc -c crash.c",
                "which differences from a passing environment matter",
            ),
            (
                "dwindle env --maximize --passing-env good.env -- gcc -c crash.c",
                "the fewest variables to change so that it passes",
            ),
        ],
    ),
    ("languages", &[("dwindle languages", "the name, extensions and parser of each language")]),
    (
        "parse",
        &[
            ("dwindle parse crash.c", "the tree that `reduce` works on"),
            ("dwindle parse --raw crash.json", "a node for every rule"),
            ("dwindle parse --language json --raw crash.c", "a file parsed as another language"),
        ],
    ),
    (
        "generate",
        &[
            ("dwindle generate --grammar expr.ebnf", "an input that follows a grammar"),
            ("dwindle generate --language json --count 3 --seed 7", "three inputs of a supported language"),
            (
                "dwindle generate --grammar expr.ebnf -n 20 --size 100 --output-dir made",
                "twenty short ones, each in a file",
            ),
        ],
    ),
    (
        "fuzz",
        &[
            ("dwindle fuzz --grammar expr.ebnf -- ./calc {}", "inputs that crash a calculator"),
            (
                "dwindle fuzz --language json --stdin --budget 200 -- ./parser",
                "200 inputs of a supported language",
            ),
            (
                "dwindle fuzz --seeds crash.c --budget 300 --stderr 'internal compiler error' -- gcc -c {}",
                "variations of an input",
            ),
        ],
    ),
    (
        "triage",
        &[
            ("dwindle triage crashes -- ./parser {}", "group the crashes that a fuzzer found"),
            ("dwindle triage crashes --language json --stdin -- ./parser", "inputs on standard input"),
            (
                "dwindle triage crashes --stderr panic --timeout 5s -o failures -- ./parser {}",
                "one kind of failure only",
            ),
        ],
    ),
    (
        "clean",
        &[
            ("dwindle clean crash.c", "delete the data of all runs on crash.c"),
            ("dwindle clean crash.c crash.json", "of two inputs"),
            ("dwindle clean --dry-run crash.c", "only print what would be deleted"),
        ],
    ),
    (
        "completions",
        &[
            ("dwindle completions bash", "for Bash"),
            ("dwindle completions zsh", "for Zsh"),
            ("dwindle completions fish", "for fish"),
        ],
    ),
    (
        "man",
        &[
            ("dwindle man", "the page of dwindle"),
            ("dwindle man reduce", "the page of dwindle reduce"),
            ("dwindle man --dir .", "write all pages to the current directory"),
        ],
    ),
];

/// The examples, two lines each.
pub fn show(examples: &[Example]) -> String {
    examples.iter().flat_map(|(line, about)| ["  ", line, "\n      ", about, "\n"]).collect()
}

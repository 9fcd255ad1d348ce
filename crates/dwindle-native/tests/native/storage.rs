//! Storage that was not initialised: an initialisation whose value matters is not said to be superfluous, whatever its type.

use dwindle_trace::protocol::Control;
use dwindle_trace::{Criterion, Method, Ran};

use super::bench::Bench;
use super::slices::{same, sliced};

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("no_initialisation_that_matters_is_left_out_whatever_its_type", initialisations),
        ("storage_holds_what_a_request_names", named),
        ("storage_that_is_taken_later_is_garbage_like_all_other", later),
        ("variables_in_registers_are_not_said_to_be_superfluous", registers),
    ]
}

/// A function that begins with this, goes through 7, 3, 9 and 4, and gives back what it came to.
fn source(of: &str, first: &str, body: &str) -> String {
    format!(
        "#include <stdbool.h>\n#include <stdio.h>\nenum colour {{ RED, GREEN, BLUE }};\nstatic const int v[] = {{7, 3, 9, 4}};\n\
        int main(void) {{\n    {of} it = {first};\n    for (int i = 0; i < 4; i++)\n        {body}\n    \
        printf(\"%d\\n\", (int)it);\n    return 0;\n}}\n"
    )
}

fn initialisations() {
    let programs = [
        ("int", "0", "if (v[i] > it) it = v[i];"),
        ("int", "1000", "if (v[i] < it) it = v[i];"),
        ("unsigned", "0", "if (v[i] > it) it = v[i];"),
        ("short", "0", "if (v[i] > it) it = v[i];"),
        ("short", "1000", "if (v[i] < it) it = v[i];"),
        ("signed char", "0", "if (v[i] > it) it = v[i];"),
        ("long", "-1", "if (v[i] > it) it = v[i];"),
        ("double", "0", "it += v[i];"),
        ("double", "0", "if (v[i] > it) it = v[i];"),
        ("double", "100", "if (v[i] < it) it = v[i];"),
        ("float", "0", "if (v[i] > it) it = v[i];"),
        ("float", "100", "if (v[i] < it) it = v[i];"),
        ("bool", "true", "if (v[i] < 0) it = false;"),
        ("bool", "false", "if (v[i] < 0) it = true;"),
        ("int", "1", "if (v[i] < 0) it = 0;"),
        ("char", "' '", "if (v[i] < 0) it = 'x';"),
        ("enum colour", "RED", "if (v[i] < 0) it = BLUE;"),
    ];
    let criterion = |ran: &Ran| Criterion { end: None, ..same(ran) };
    for (of, first, body) in programs {
        let bench = Bench::c(&source(of, first, body));
        let recorded = bench.record();
        let found = sliced(&bench, Control::Strict, criterion, Method::Phases, 2);
        assert!(recorded.lines_of(&found.free).contains(&6), "{of} it = {first}; {body}");
    }
}

const READS: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    int number;\n    int *more = malloc(sizeof *more);\n    \
    printf(\"%x %x\\n\", number, *more);\n    return 0;\n}\n";

fn named() {
    let bench = Bench::c(READS);
    bench.record();
    let mut serving = bench.serve(Control::Strict);
    let printed = |garbage| serving.run_with("0-", garbage).1;
    assert_eq!([0, 1, 2].map(printed), ["7f7f7f7f 7f7f7f7f\n", "e1e1e1e1 e1e1e1e1\n", "0 0\n"]);
}

/// An array of a length that is not known before, and what `realloc` adds, hold nothing that is right by luck.
const LATER: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int fill(int n) {\n    int squares[n];\n    \
    for (int i = 0; i < n; i++)\n        squares[i] = 5;\n    return squares[0];\n}\nstatic int last(int n) {\n    int seen[n];\n    \
    for (int i = 0; i < n; i++)\n        seen[i] = 5;\n    return seen[0];\n}\nint main(void) {\n    int *more = malloc(120);\n    int first = fill(300);\n    \
    more = realloc(more, 1200);\n    more[299] = 0;\n    int *behind = malloc(1600);\n    memset(behind, 7, 1600);\n    \
    printf(\"%d %d %d\\n\", first + last(300), more[299], *behind);\n    return 0;\n}\n";

fn later() {
    let bench = Bench::c(LATER);
    let recorded = bench.record();
    let found = sliced(&bench, Control::Exact, same, Method::Phases, 2);
    assert_eq!(recorded.lines_of(&found.free), [7, 13, 17, 18, 19, 20, 21, 22, 23]);
}

const REGISTERS: &str = "#include <stdio.h>\nstatic int sum(const int *values, int n) {\n    register int all = 0;\n    for (int i = 0; i < n; i++)\n        \
    all += values[i];\n    return all;\n}\nint main(void) {\n    int values[] = {1, 2, 3};\n    printf(\"%d\\n\", sum(values, 3));\n    return 0;\n}\n";

/// The register may hold zero from the caller, which nobody can fill: what sets it stays.
fn registers() {
    let bench = Bench::c(REGISTERS);
    let recorded = bench.record();
    let found = sliced(&bench, Control::Exact, same, Method::Phases, 2);
    let lines = recorded.lines_of(&found.kept);
    assert!(lines.contains(&3), "{lines:?}");
}

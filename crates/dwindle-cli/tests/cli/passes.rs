//! Passes: which there are, and which run.

use insta::assert_snapshot;

use crate::env::TestEnv;

/// An input in a known language, and a test that needs one of its variables.
fn program() -> TestEnv {
    let env = TestEnv::new();
    env.file("crash.js", "// first\nvar other = 1;\nvar needed = [1, 2, 3];\nprint(needed);\n");
    env.script("test.sh", "grep -q 'needed' crash.js && grep -q '\\[' crash.js");
    env
}

/// The units of the stages, in order.
fn stages(env: &TestEnv, line: &str) -> Vec<String> {
    let shown = env.run(line);
    assert_eq!(shown.code, 0, "{shown}");
    let records = shown.messages();
    let began = records.iter().filter(|record| record["type"] == "stage-began");
    let word = |stage: &serde_json::Value, name: &str| stage["data"][name].as_str().unwrap().to_owned();
    let searched = began.filter(|stage| stage["data"]["algorithm"] != "layout");
    searched.map(|stage| format!("{} by {}", word(stage, "unit"), word(stage, "algorithm"))).collect()
}

#[test]
fn passes_are_listed() {
    assert_snapshot!(TestEnv::new().run("passes"), @"
    own               regions       reduces the user's own text before what others wrote
    includes          tree nodes    removes lines that take other sources in, which every test pays for
    numbered          tree nodes    gives names to what is numbered in its order
    declarations      declarations  removes declarations with what uses them or only they use
    stretches         declarations  removes stretches of declarations or of included sources, from the end
    early             tree nodes    rewrites that pay before single nodes do, by rules of the language
    lines             lines         removes lines, by the list algorithm
    kinds             tree nodes    tree nodes, as long as others of their kind went
    blanks            tokens        removes blanks between tokens, all at once
    names             tree nodes    shortens names, and removes names with all their uses (after Xu & others 2023 and 2024)
    columns           tokens        removes columns of tables, in all lines at once
    structure         tokens        brackets, tags, lists and indented blocks of a text without a known language
    rewrites          tree nodes    rewrites types, calls, values and statements by rules of the language (after Regehr & others 2012)
    tokens            tokens        removes tokens, by the list algorithm
    repeats           tokens        shortens what stands in several places, in all of them at once
    chars             characters    removes characters, by the list algorithm
    digits            tokens        puts 0 or 1 in the place of words, brackets and lists of a text without a known language
    tree              tree nodes    group tests and typed replacements, largest nodes first
    bytes             bytes         removes bytes, by the list algorithm
    containers        bytes         parts of known binary formats, with lengths and checksums made right
    lengths           bytes         values and records of unknown binary formats, with lengths and counts made right
    intervals         bytes         removes intervals of bytes, of the kind of which most went first
    values            bytes         bytes of binary data become zero, or as small as they can be
    comments          tree nodes    removes comments, all at once if possible
    hdd               tree nodes    ddmin on each level of the tree, once (Misherghi & Su 2006)
    hdd-star          tree nodes    hdd until nothing changes (Misherghi & Su 2006)
    hddr              tree nodes    ddmin on the children of each node (Kiss, Hodován & Gyimóthy 2018)
    gtr               tree nodes    deletes nodes or replaces them with children, level by level (Herfert & others 2017)
    gtr-star          tree nodes    gtr until nothing changes (Herfert & others 2017)
    perses            tree nodes    a queue of nodes, typed replacements, ddmin on lists (Sun & others 2018)
    grammar           tree nodes    subtrees of the same symbol and alternative expansions (the Fuzzing Book)
    grammar-by-depth  tree nodes    the same, near subtrees first (the Fuzzing Book)
    generative        tree nodes    new, smaller derivations of the grammar (exercise in the Fuzzing Book)
    transform         tree nodes    replaces nodes with parts, constants and shortest texts (the Debugging Book)
    clang-delta       tokens        transformations of C and C++ by clang_delta of C-Vise or C-Reduce (not installed)
    external          tokens        rewrites by the program that --external-pass names
    => 0
    ");
}

#[test]
fn passes_are_chosen_and_skipped() {
    let env = program();
    let reduce = "reduce --fresh --message-format json --jobs 1 --passes";
    assert_eq!(stages(&env, &format!("{reduce} tokens ./test.sh crash.js")), ["tokens by dwindle"]);
    let default = stages(&env, "reduce --message-format json --jobs 1 ./test.sh crash.js");
    let skipped = "reduce --message-format json --jobs 1 --skip-pass chars,names ./test.sh crash.js";
    let without = stages(&env, skipped);
    assert!(default.contains(&"chars by dwindle".to_owned()), "{default:?}");
    assert!(
        without.iter().all(|stage| !stage.starts_with("chars") && !stage.ends_with("names")),
        "{without:?}"
    );
    let published = format!("{reduce} perses,tokens --algorithm ddmin ./test.sh crash.js");
    assert_eq!(stages(&env, &published)[..2], ["tree by perses", "tokens by ddmin"]);
}

#[test]
fn comments_alone_are_removed() {
    let env = program();
    let line = "reduce --minify --passes comments --message-format json --jobs 1 ./test.sh crash.js";
    assert_eq!(stages(&env, line), ["tree by comments"]);
    assert_eq!(env.read("crash.min.js"), "\nvar other = 1;\nvar needed = [1, 2, 3];\nprint(needed);\n");
}

#[test]
fn declarations_go_with_what_only_they_use() {
    let env = TestEnv::new();
    let functions = (1..60).map(|at| format!("int f{at}(int x) {{ return f{}(x) + 1; }}\n", at - 1));
    let chain: String = functions.collect();
    env.file("chain.c", format!("int f0(int x) {{ return x; }}\n{chain}int main() {{ return f39(2); }}\n"));
    // A compiler would want what is used to be there.
    env.script("test.sh", "grep -q 'return f39(2)' chain.c && grep -q 'int f39(' chain.c");
    let line = "reduce --minify --passes declarations --message-format json --jobs 1 ./test.sh chain.c";
    assert!(stages(&env, line).iter().all(|stage| stage.starts_with("declarations by ")));
    assert_eq!(env.read("chain.min.c").trim(), "int f39(int x) ;\nint main() { return f39(2); }");
}

#[test]
fn a_parameter_goes_with_its_arguments() {
    let env = TestEnv::new();
    env.file(
        "sum.c",
        "long sum(long a, long b) { return a + b; }\nint main() { return sum(1, 2) + sum(3, 4); }\n",
    );
    // A compiler would want as many arguments as there are parameters.
    let test = "#!/bin/bash\nn=$(grep -o 'sum([^)]*' sum.c | tr -dc ',\\n' | sort -u | wc -l)\n\
         [ $n = 1 ] && [ $(grep -o 'sum(' sum.c | wc -l) = 3 ] && grep -q 'int main' sum.c\n";
    env.script("test.sh", test);
    let line = "reduce --minify --passes rewrites --message-format json --jobs 1 ./test.sh sum.c";
    assert_eq!(stages(&env, line)[0], "tree by rewrites");
    assert_eq!(env.read("sum.min.c").trim(), "sum(){return 0;}\nint main() { return sum() + sum(); }");
}

#[test]
fn texts_in_no_known_language_are_reduced_by_their_look() {
    let env = TestEnv::new();
    let sum: Vec<String> = (1..40).map(|at| format!("({at} * (3 + {at})) - ")).collect();
    let sum = sum.concat();
    env.file("sum.txt", format!("{sum}((7 / (12 - 4 * 3)) + 2)\n"));
    // It refuses what it cannot parse.
    let test =
        "#!/bin/bash\nbash -c \"echo \\$(( $(tr -d '\\n' < sum.txt) ))\" 2>&1 | grep -q 'division by 0'\n";
    env.script("test.sh", test);
    let passed = env.run("reduce --minify --jobs 1 ./test.sh sum.txt");
    assert_eq!(passed.code, 0, "{passed}");
    assert_eq!(env.read("sum.min.txt").trim(), "7/0");
}

#[test]
fn what_stands_in_two_places_is_shortened_in_both() {
    let env = TestEnv::new();
    let rows: Vec<String> = (0..50).map(|at| format!("{at},street {},town {}\n", at * 7, at % 3)).collect();
    let rows = rows.concat();
    env.file("rows.csv", format!("{rows}a,north gate station,x\nb,north gate station,y\n"));
    env.script("test.sh", "cut -d, -f2 rows.csv | grep north | sort | uniq -d | grep -q north");
    let passed = env.run("reduce --minify --jobs 1 ./test.sh rows.csv");
    assert_eq!(passed.code, 0, "{passed}");
    assert_eq!(env.read("rows.min.csv").trim(), "north\nnorth");
}

#[test]
fn only_what_passes_have_proved_is_claimed() {
    let env = program();
    let ends = |line: &str, end: &str| {
        let shown = env.run(line);
        assert!(shown.code == 0 && shown.stderr.trim_end().ends_with(end), "{shown}");
    };
    ends("reduce --skip-pass chars ./test.sh crash.js", "[TIME]; no tree node or token can be removed");
    ends("reduce --passes hdd ./test.sh crash.js", "[TIME]");
}

#[test]
fn wrong_passes_are_told_the_right_ones() {
    let env = program();
    assert_snapshot!(env.run("reduce --passes tokns ./test.sh crash.js"), @"
    error: invalid value 'tokns' for '--passes <NAMES>'
      [possible values: own, includes, numbered, declarations, stretches, early, lines, kinds, blanks, names, columns, structure, rewrites, tokens, repeats, chars, digits, tree, bytes, containers, lengths, intervals, values, comments, hdd, hdd-star, hddr, gtr, gtr-star, perses, grammar, grammar-by-depth, generative, transform, clang-delta, external]

      tip: a similar value exists: 'tokens'

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(env.run("reduce --passes tree --algorithm perses ./test.sh crash.js"), @"
    error: --algorithm perses is a pass itself, which runs alone
      hint: to run it with others, give --passes, such as --passes perses,tokens
    => 2
    ");
    let skip = "lines,columns,structure,tokens,repeats,chars,digits";
    assert_snapshot!(env.run(&format!("reduce --skip-pass {skip} --language none ./test.sh crash.js")), @"
    error: --skip-pass lines,columns,structure,tokens,repeats,chars,digits: no pass is left
      hint: skip fewer passes, or choose others with --passes; `dwindle passes` lists them
    => 2
    ");
    assert_snapshot!(env.run("reduce --passes tree,hdd --language none ./test.sh crash.js"), @"
    error: --passes tree,hdd needs a syntax tree, but the language of the input is unknown
      hint: name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE
    => 2
    ");
    assert_snapshot!(env.run("reduce --passes tree --unit lines ./test.sh crash.js"), @"
    error: the argument '--passes <NAMES>' cannot be used with '--unit <UNITS>'

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    For more information, try '--help'.
    => 2
    ");
}

#[test]
fn passes_are_settings_too_and_make_another_run() {
    let env = program();
    env.file("dwindle.toml", "[reduce]\npasses = [\"tree\"]\njobs = 1\n");
    let shown = env.run("./test.sh crash.js");
    assert_eq!(shown.code, 0, "{shown}");
    let shown = env.run("--passes tree,tokens ./test.sh crash.js");
    assert!(!shown.stderr.contains("continuing"), "another key: {shown}");
}

#[test]
fn passes_on_trees_are_left_out_where_the_language_is_unknown() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce --passes tree,names,lines --jobs 1 ./test.sh input.txt"), @"
    note: tree,names left out, since the language of the input is unknown; name it with --language
    asked about 14 candidates: 8 still fail (kept), 6 pass, 0 unresolved
    ran 25 tests: 14 for these, 11 to confirm results
    result: input.min.txt
    87 → 15 bytes (4 tokens) in 14 tests, [TIME]; none of the 2 lines can be removed
    => 0
    ");
}

#[test]
fn nothing_is_invented_where_only_removals_are_asked_for() {
    let env = TestEnv::new();
    let script =
        "(declare-const foo Bool)\n(assert (or foo foo))\n(assert (and foo (not foo)))\n(check-sat)\n";
    // As a solver sees it: what is false at once, or a term and its contrary.
    let test = "grep -q false input.smt2 || grep -q 'and foo (not foo)' input.smt2";
    env.file("input.smt2", script).script("test.sh", test);
    let told = " --no-invention only removes\n";
    let shown = env.run("reduce --jobs 1 ./test.sh input.smt2");
    assert!(env.read("input.min.smt2").contains("false") && shown.stderr.contains(told), "{shown}");
    let shown = env.run("reduce --jobs 1 --no-invention ./test.sh input.smt2");
    assert!(!shown.stderr.contains(told), "{shown}");
    let alone = env.read("input.min.smt2");
    assert!(alone.contains("and foo (not foo)") && !alone.contains("false"), "{alone}");
    assert_eq!(env.run("reduce --fresh --jobs 4 --no-invention ./test.sh input.smt2").code, 0);
    assert_eq!(env.read("input.min.smt2"), alone, "jobs change nothing");
    env.file("proj/input.smt2", script).script("test.sh", &format!("cd proj; {test}"));
    assert_eq!(env.run("reduce --jobs 1 --no-invention ./test.sh proj").code, 0);
    assert!(!env.read("proj.min/input.smt2").contains("false"));
    env.file("input.bin", [0, 1, 2, 3, 255, 254]);
    assert_eq!(env.run("reduce --no-invention input.bin -- grep -c a {}").code, 2);
}

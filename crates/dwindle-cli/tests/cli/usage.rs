//! Command lines that mean nothing: each is told what is wrong, where, and what to do, and ends with 2.

use insta::assert_snapshot;

use crate::env::TestEnv;

/// What stands behind a mistake in a command line of `reduce`.
const USAGE: &str = "\nUsage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...\n       \
                     dwindle reduce [OPTIONS] TEST INPUT...\n\nFor more information, try '--help'.\n";

/// What the program says to `line`.
fn told(line: &str) -> String {
    let env = TestEnv::with_lines();
    let shown = env.run(line);
    assert_eq!((shown.code, shown.stdout.as_str()), (2, ""), "{shown}");
    assert_eq!(env.names(), ["input.txt", "test.sh"], "nothing is written");
    shown.stderr.replace(USAGE, "[USAGE]\n")
}

#[test]
fn a_file_in_the_place_of_a_command_is_told_how_to_reduce_it() {
    assert_snapshot!(told("input.txt -- cat {}"), @"
    error: unrecognized subcommand 'input.txt'

      tip: to reduce an input, write 'dwindle reduce INPUT -- COMMAND {}' or 'dwindle ./TEST INPUT'

    Usage: dwindle <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn a_file_whose_name_begins_as_a_command_is_no_misspelt_one() {
    assert_snapshot!(told("report.pl -- perl"), @"
    error: unrecognized subcommand 'report.pl'

      tip: to reduce an input, write 'dwindle reduce INPUT -- COMMAND {}' or 'dwindle ./TEST INPUT'

    Usage: dwindle <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn a_misspelt_command_is_told_the_right_one() {
    assert_snapshot!(told("redcue ./test.sh input.txt"), @"
    error: unrecognized subcommand 'redcue'

      tip: some similar subcommands exist: 'trace', 'reduce'

    Usage: dwindle <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn a_misspelt_option_is_told_the_right_one() {
    assert_snapshot!(told("reduce --jbos 4 ./test.sh input.txt"), @"
    error: unexpected argument '--jbos' found

      tip: a similar argument exists: '--jobs'
    [USAGE]
    ");
}

#[test]
fn a_misspelt_algorithm_or_unit_is_told_the_right_one() {
    assert_snapshot!(told("reduce --algorithm ddmn ./test.sh input.txt"), @"
    error: invalid value 'ddmn' for '--algorithm <NAME>'
      [possible values: dwindle, one-minimal, ddmin, ddmin-complement, dd, probdd, cdd, wddmin, depth-first, hdd, hdd-star, hddr, gtr, gtr-star, perses, grammar, grammar-by-depth, generative, transform]

      tip: a similar value exists: 'ddmin'

    For more information, try '--help'.
    ");
    assert_snapshot!(told("check --unit line ./test.sh input.txt"), @"
    error: invalid value 'line' for '--unit <UNIT>'
      [possible values: bytes, chars, lines, tokens]

      tip: a similar value exists: 'lines'

    For more information, try '--help'.
    ");
    assert_snapshot!(told("compare --algorithms ddmin,dwindel ./test.sh input.txt"), @"
    error: invalid value 'dwindel' for '--algorithms <NAMES>'
      [possible values: dwindle, one-minimal, ddmin, ddmin-complement, dd, probdd, cdd, wddmin, depth-first, hdd, hdd-star, hddr, gtr, gtr-star, perses, grammar, grammar-by-depth, generative, transform]

      tip: a similar value exists: 'dwindle'

    For more information, try '--help'.
    ");
}

#[test]
fn an_input_without_a_test_is_told_both_ways_to_give_one() {
    assert_snapshot!(told("reduce input.txt"), @"
    error: no test for input.txt
      hint: put a test script before the input: ./test.sh INPUT
      hint: or a command after it: INPUT -- COMMAND {}
    ");
    assert_snapshot!(told("reduce input.txt --"), @"
    error: no test for input.txt
      hint: put a test script before the input: ./test.sh INPUT
      hint: or a command after it: INPUT -- COMMAND {}
    ");
    assert_snapshot!(told("reduce"), @"
    error: the following required arguments were not provided:
      <INPUT>...
    [USAGE]
    ");
}

#[test]
fn operands_in_the_wrong_order_are_told_the_right_one() {
    assert_snapshot!(told("reduce --jobs 2 input.txt ./test.sh"), @"
    error: input.txt is not a test script, and ./test.sh is one
      hint: did you mean: dwindle reduce --jobs 2 ./test.sh input.txt
    ");
    assert_snapshot!(told("isolate input.txt test.sh"), @"
    error: input.txt is not a test script, and test.sh is one
      hint: did you mean: dwindle isolate test.sh input.txt
    ");
    assert_snapshot!(told("reduce input.txt grep {}"), @"
    error: missing -- before the command grep

      tip: did you mean: dwindle reduce input.txt -- grep {}
    [USAGE]
    ");
    // The command that is proposed works.
    let env = TestEnv::with_lines();
    assert_eq!(env.run("reduce -q --jobs 2 ./test.sh input.txt").to_string(), "=> 0");
}

#[test]
fn of_several_inputs_each_has_to_be_there() {
    assert_snapshot!(told("reduce ./test.sh input.txt other.txt"), @"
    error: no such file: other.txt
      hint: the order is INPUT... -- COMMAND, or TEST INPUT...
    ");
    assert_snapshot!(told("reduce input.txt other.txt -- cat {}"), @"
    error: no such file: other.txt
      hint: the order is INPUT... -- COMMAND, or TEST INPUT...
    ");
}

#[test]
fn empty_words_are_no_names() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run_words(["reduce", "", "--", "cat"]), @"
    error: the input's name is empty
      hint: name a file, or - for standard input
    => 2
    ");
    assert_snapshot!(env.run_words(["reduce", "input.txt", "--", ""]), @"
    error: the command after -- is empty
      hint: name a program
    => 2
    ");
    assert_snapshot!(env.run_words(["reduce", "", "input.txt"]), @"
    error: the test's name is empty
      hint: name a script, such as ./test.sh
    => 2
    ");
    assert_snapshot!(env.run_words(["reduce", "-o", "", "./test.sh", "input.txt"]), @"
    error: --output: the name is empty
      hint: give a file, or - for standard output
    => 2
    ");
    assert_snapshot!(env.run_words(["reduce", "--placeholder", "", "input.txt", "--", "cat"]), @"
    error: --placeholder: the text is empty
      hint: give one, such as --placeholder @@
    => 2
    ");
}

#[test]
fn numbers_are_told_what_they_may_be() {
    assert_snapshot!(told("reduce --jobs 0 ./test.sh input.txt"), @"
    error: --jobs 0: not a number of jobs
      hint: give 1 or a larger whole number
    ");
    assert_snapshot!(told("reduce --jobs -1 ./test.sh input.txt"), @"
    error: --jobs -1: not a number of jobs
      hint: give 1 or a larger whole number
    ");
    assert_snapshot!(told("reduce --jobs 99999 ./test.sh input.txt"), @"
    error: --jobs 99999: more than 1024 tests at once
      hint: each has processes of its own: give about as many as there are processors
    ");
    assert_snapshot!(told("reduce --timeout soon ./test.sh input.txt"), @"
    error: --timeout soon: not a time
      hint: give a positive number with a unit (ms, s, m or h), such as 500ms, 10s or 1.5m
    ");
    assert_snapshot!(told("reduce --timeout 0s ./test.sh input.txt"), @"
    error: --timeout 0s: not a time
      hint: give a positive number with a unit (ms, s, m or h), such as 500ms, 10s or 1.5m
    ");
    assert_snapshot!(told("reduce --memory 2Q ./test.sh input.txt"), @"
    error: --memory 2Q: not a size
      hint: give a number of bytes, or one with K, M, G or T, such as 512M
    ");
    assert_snapshot!(told("reduce --budget many ./test.sh input.txt"), @"
    error: --budget many: neither a number of tests nor a time
      hint: give 500 or 500tests, or a time with a unit, such as 90s or 10m
    ");
    assert_snapshot!(told("reduce --budget 5 --budget 6 ./test.sh input.txt"), @"
    error: --budget 6: there is already a budget of this kind
      hint: give at most one number of tests (--budget 500) and one time (--budget 10m)
    ");
    assert_snapshot!(told("reduce --target-size=-1 ./test.sh input.txt"), @"
    error: --target-size -1: not a size
      hint: give a number of bytes, or one with K, M, G or T, such as 512M
    ");
    assert_snapshot!(told("reduce --repeat 6/5 ./test.sh input.txt"), @"
    error: --repeat 6/5: neither K/N with K from 1 to N nor auto
      hint: 2/5 means that a candidate fails if 2 of up to 5 runs fail
      hint: auto runs each candidate until it is clear whether it fails as often as the input
    ");
    assert_snapshot!(told("check --minimality 3 ./test.sh input.txt"), @"
    error: invalid value '3' for '--minimality <N>'
      [possible values: 1, 2]

    For more information, try '--help'.
    ");
}

#[test]
fn patterns_are_told_what_is_wrong_with_them() {
    assert_snapshot!(told("reduce --protect a( ./test.sh input.txt"), @"
    error: --protect a(: not a valid regular expression
      regex parse error:
          a(
           ^
      error: unclosed group
      hint: escape special characters with a backslash to match them literally
    ");
    assert_snapshot!(told("reduce --stderr [b input.txt -- cat {}"), @"
    error: --stderr [b: not a valid regular expression
      regex parse error:
          [b
          ^
      error: unclosed character class
      hint: escape special characters with a backslash to match them literally
    ");
    assert_snapshot!(told("reduce --signature *c input.txt -- cat {}"), @"
    error: --signature *c: not a valid regular expression
      regex parse error:
          *c
          ^
      error: repetition operator missing expression
      hint: escape special characters with a backslash to match them literally
    ");
}

#[test]
fn codes_and_signals_are_told_what_they_may_be() {
    assert_snapshot!(told("reduce --exit-code 1,300 input.txt -- cat {}"), @"
    error: --exit-code 300: not an exit code
      hint: give whole numbers from 0 to 255, separated by commas
    ");
    assert_snapshot!(told("reduce --signal SIGBUG input.txt -- cat {}"), @"
    error: --signal SIGBUG: no such signal
      hint: give a name or a number, such as SIGSEGV, segv or 11
    ");
    assert_snapshot!(told("reduce --pass-codes 0,1 ./test.sh input.txt"), @r#"
    error: --pass-codes: 0 means that a script still fails
      hint: for a test whose 0 means "passes", use a command: INPUT -- TEST {}
    "#);
}

#[test]
fn a_placeholder_has_to_stand_somewhere() {
    assert_snapshot!(told("reduce --placeholder @@ input.txt -- cat {}"), @"
    error: --placeholder @@: the command does not contain @@
      hint: put it where the path of the candidate belongs: INPUT -- COMMAND @@
    ");
}

#[test]
fn options_that_exclude_each_other_are_told_so() {
    assert_snapshot!(told("reduce --stdin --worker input.txt -- cat"), @"
    error: the argument '--stdin' cannot be used with '--worker'
    [USAGE]
    ");
    assert_snapshot!(told("reduce --signature a --stderr b input.txt -- cat {}"), @"
    error: the argument '--signature <REGEX>' cannot be used with '--stderr <REGEX>'
    [USAGE]
    ");
    assert_snapshot!(told("reduce --hang input.txt -- cat {}"), @"
    error: the following required arguments were not provided:
      --timeout <TIME>
    [USAGE]
    ");
    assert_snapshot!(told("reduce --in-place -o x ./test.sh input.txt"), @"
    error: the argument '--in-place' cannot be used with '--output <FILE>'
    [USAGE]
    ");
    assert_snapshot!(told("reduce --in-place ./test.sh -"), @"
    error: --in-place: standard input cannot be replaced
      hint: name a file, or write the result with -o FILE
    ");
    assert_snapshot!(told("reduce --quiet --verbose ./test.sh input.txt"), @"
    error: the argument '--quiet' cannot be used with '--verbose'
    [USAGE]
    ");
}

#[test]
fn a_file_that_is_named_like_an_option_is_written_with_its_folder() {
    let env = TestEnv::with_lines();
    env.file("-x.txt", "line 3\nline 11\n");
    let shown = env.run("reduce -q ./test.sh -x.txt");
    assert!(shown.stderr.contains("\n  tip: to name the file, write ./-x.txt\n"), "{shown}");
}

#[test]
fn something_to_lay_beside_has_to_be_there() {
    assert_snapshot!(told("reduce --with nowhere ./test.sh input.txt"), @"
    error: --with nowhere: No such file or directory (os error 2)
      hint: give a file or a directory that exists and can be read
    ");
    assert_snapshot!(told("reduce --with / ./test.sh input.txt"), @"
    error: --with /: has no name of its own
      hint: give a path that ends with its name, such as ../include
    ");
}

#[test]
fn what_is_laid_beside_a_candidate_takes_no_place_of_another() {
    let env = TestEnv::with_lines();
    env.file("one/x.conf", "1\n").file("two/x.conf", "2\n").file("src/a.txt", "line 3\nline 11\n");
    let told = |line: &str| env.run(line).to_string();
    assert_snapshot!(told("reduce --with one/x.conf --with one/x.conf --with two/x.conf ./test.sh input.txt"), @"
    error: --with two/x.conf: one/x.conf would lie in the same place
      hint: rename one of them, or put both in a directory, and name that with --with
    => 2
    ");
    assert_snapshot!(told("reduce --with input.txt ./test.sh input.txt"), @"
    error: --with input.txt: the candidate lies in that place
      hint: leave it out: tests find the candidate there, and never the original
    => 2
    ");
    assert_snapshot!(told("reduce --with src . -- ./test.sh"), @"
    error: --with src: the candidate lies in that place
      hint: leave it out: tests find the candidate there, and never the original
    => 2
    ");
    assert_snapshot!(told("reduce --with src src/a.txt input.txt -- ./test.sh"), @"
    error: --with src: the candidate lies in that place
      hint: leave it out: tests find the candidate there, and never the original
    => 2
    ");
    let same = env.run("reduce -q -j 1 --unit lines --with one/x.conf --with one/x.conf ./test.sh input.txt");
    assert_eq!(same.to_string(), "=> 0");
}

#[test]
fn standard_output_is_for_the_result_or_for_json() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce -o - --message-format json ./test.sh input.txt"), @r#"
    {"type":"error","data":{"exit":2,"message":"-o - and --message-format json both write to standard output","hints":["write the result to a file: -o FILE"]}}
    error: -o - and --message-format json both write to standard output
      hint: write the result to a file: -o FILE
    => 2
    "#);
}

#[test]
fn clean_wants_a_name() {
    assert_snapshot!(told("clean"), @"
    error: the following required arguments were not provided:
      <INPUT>...

    Usage: dwindle clean <INPUT>...

    For more information, try '--help'.
    ");
}

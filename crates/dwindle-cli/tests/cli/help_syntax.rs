//! The help of the commands around languages, grammars and the inputs made from them.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn parse_generate_and_languages_have_a_short_help() {
    let env = TestEnv::new();
    assert_snapshot!(env.run("parse -h"), @"
    Print the syntax tree of a file

    Usage: dwindle parse [OPTIONS] <FILE>

    Arguments:
      <FILE>  The file to parse (- for standard input)

    Options:
      -h, --help  Print help (see more with '--help')

    Syntax:
      -l, --language <NAME>  Language of the input, or none for plain text [default: from the file name
                             or first line]
          --grammar <FILE>   Grammar of the input in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON; can
                             be repeated
          --start <SYMBOL>   Start symbol of the grammar [default: the grammar's start symbol]
          --raw              Print the parser's own tree, with a node for every rule

    Examples:
      dwindle parse crash.c
          the tree that `reduce` works on
      dwindle parse --raw crash.json
          a node for every rule
      dwindle parse --language json --raw crash.c
          a file parsed as another language
    => 0
    ");
    assert_snapshot!(env.run("generate -h"), @"
    Generate inputs from a grammar

    Usage: dwindle generate [OPTIONS] --grammar FILE
           dwindle generate [OPTIONS] --language NAME

    Options:
      -h, --help  Print help (see more with '--help')

    Syntax:
      -l, --language <NAME>  Language of the input, or none for plain text [default: from the file name
                             or first line]
          --grammar <FILE>   Grammar of the input in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON; can
                             be repeated
          --start <SYMBOL>   Start symbol of the grammar [default: the grammar's start symbol]

    Generation:
          --size <SIZE>       Generate inputs of at most this size [default: 1000]
          --depth <N>         Nest symbols at most N deep [default: 50]
          --nonterminals <N>  Expand at most N nonterminal symbols [default: 500]
      -n, --count <N>         Generate N inputs [default: 1]
          --seed <N>          Seed of the random numbers [default: 0]
      -o, --output-dir <DIR>  Write each input to a file of its own in this directory: 0001.EXT,
                              0002.EXT and so on

    Examples:
      dwindle generate --grammar expr.ebnf
          an input that follows a grammar
      dwindle generate --language json --count 3 --seed 7
          three inputs of a supported language
      dwindle generate --grammar expr.ebnf -n 20 --size 100 --output-dir made
          twenty short ones, each in a file
    => 0
    ");
    assert_snapshot!(env.run("languages -h"), @"
    List the supported languages

    Usage: dwindle languages

    Options:
      -h, --help  Print help (see more with '--help')

    Examples:
      dwindle languages
          the name, extensions and parser of each language
    => 0
    ");
    assert_snapshot!(env.run("passes -h"), @"
    List the passes of `reduce`

    Usage: dwindle passes

    Options:
      -h, --help  Print help (see more with '--help')

    Examples:
      dwindle passes
          the name of each pass, what it works on, and what it does
    => 0
    ");
}

#[test]
fn fuzz_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("fuzz -h"), @"
    Find inputs that crash a command, and reduce them

    Usage: dwindle fuzz [OPTIONS] --grammar FILE -- COMMAND...
           dwindle fuzz [OPTIONS] --language NAME -- COMMAND...
           dwindle fuzz [OPTIONS] --seeds PATH -- COMMAND...

    Arguments:
      <COMMAND>...  The command to crash; {} stands for the path of the input

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Copy this file or directory, which the test needs, beside the candidate;
                               can be repeated
          --signature <REGEX>  Keep only failures that print a line matching REGEX [default: any crash
                               or hang]

    Syntax:
      -l, --language <NAME>  Language of the input, or none for plain text [default: from the file name
                             or first line]
          --grammar <FILE>   Grammar of the input in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON; can
                             be repeated

    Generation:
          --seeds <PATH>  Change these inputs, a file or all files of a directory, instead of generating
                          new ones; can be repeated

    Limits:
      -j, --jobs <N>             Run up to N tests in parallel; the result does not depend on N
                                 [default: number of processors, 1 where tests share a file]
          --timeout <TIME>       Count a longer run as a hang, such as 10s, 500ms or 2m [default: 10s]
          --budget <TESTS|TIME>  Stop after this many inputs (500) or this time (10m); may be given
                                 twice [default: 1000]

    Output:
      -o, --output-dir <DIR>  Write the findings to this directory [default: fuzz.dwindle]

    Examples:
      dwindle fuzz --grammar expr.ebnf -- ./calc {}
          inputs that crash a calculator
      dwindle fuzz --language json --stdin --budget 200 -- ./parser
          200 inputs of a supported language
      dwindle fuzz --seeds crash.c --budget 300 --stderr 'internal compiler error' -- gcc -c {}
          variations of an input
    => 0
    ");
}

#[test]
fn triage_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("triage -h"), @"
    Group failing inputs by their failure, and reduce one of each group

    Usage: dwindle triage [OPTIONS] DIR -- COMMAND...

    Arguments:
      <DIR>         The directory of failing inputs, one per file
      <COMMAND>...  The command that fails; {} stands for the path of the input

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Copy this file or directory, which the test needs, beside the candidate;
                               can be repeated
          --signature <REGEX>  Keep only failures that print a line matching REGEX [default: anything
                               but exit code 0]
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)

    Syntax:
      -l, --language <NAME>  Language of the input, or none for plain text [default: from the file name
                             or first line]

    Limits:
      -j, --jobs <N>             Run up to N tests in parallel; the result does not depend on N
                                 [default: number of processors, 1 where tests share a file]
          --timeout <TIME>       Count a longer run as a hang, such as 10s, 500ms or 2m [default: 10s]
          --budget <TESTS|TIME>  Stop after this many tests (500) or this time (10m) and keep the best
                                 result; may be given twice

    Output:
      -o, --output-dir <DIR>  Write a directory for each failure to DIR [default: NAME.triage beside the
                              directory of inputs]

    Examples:
      dwindle triage crashes -- ./parser {}
          group the crashes that a fuzzer found
      dwindle triage crashes --language json --stdin -- ./parser
          inputs on standard input
      dwindle triage crashes --stderr panic --timeout 5s -o failures -- ./parser {}
          one kind of failure only
    => 0
    ");
}

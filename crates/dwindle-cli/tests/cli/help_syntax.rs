//! The help of the commands around languages, grammars and the inputs made from them.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn parse_generate_and_languages_have_a_short_help() {
    let env = TestEnv::new();
    assert_snapshot!(env.run("parse -h"), @"
    Print the syntax tree of a file: what is optional, repeated and replaceable

    Usage: dwindle parse [OPTIONS] <FILE>

    Arguments:
      <FILE>  What to parse (- for standard input)

    Options:
      -h, --help  Print help (see more with '--help')

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]
          --raw              Show the tree as the parser made it, every rule a node

    Examples:
      dwindle parse crash.c
          the tree that reduce works on
      dwindle parse --raw crash.json
          every rule a node
      dwindle parse --language json --raw crash.c
          what a parser makes of something else
    => 0
    ");
    assert_snapshot!(env.run("generate -h"), @"
    Make inputs that follow a grammar

    Usage: dwindle generate [OPTIONS] --grammar FILE
           dwindle generate [OPTIONS] --language NAME

    Options:
      -h, --help  Print help (see more with '--help')

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]

    Generation:
          --size <SIZE>       Make inputs of at most so many bytes [default: 1000]
          --depth <N>         Nest at most so many symbols within each other [default: 50]
          --nonterminals <N>  Expand at most so many nonterminal symbols [default: 500]
      -n, --count <N>         Make so many [default: 1]
          --seed <N>          Seed of what is drawn by lot [default: 0]
      -o, --output-dir <DIR>  Write each into a file of its own in this folder, as 0001.EXT, 0002.EXT
                              and so on

    Examples:
      dwindle generate --grammar expr.ebnf
          an input that follows a grammar
      dwindle generate --language json --count 3 --seed 7
          three others, of a language
      dwindle generate --grammar expr.ebnf -n 20 --size 100 --output-dir made
          short ones, into files
    => 0
    ");
    assert_snapshot!(env.run("languages -h"), @"
    List the languages that are known

    Usage: dwindle languages

    Options:
      -h, --help  Print help (see more with '--help')

    Examples:
      dwindle languages
          name, extensions and parser of each
    => 0
    ");
}

#[test]
fn fuzz_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("fuzz -h"), @"
    Look for inputs that fail, and reduce each of them

    Usage: dwindle fuzz [OPTIONS] --grammar FILE -- COMMAND...
           dwindle fuzz [OPTIONS] --language NAME -- COMMAND...
           dwindle fuzz [OPTIONS] --seeds PATH -- COMMAND...

    Arguments:
      <COMMAND>...  The command that is to fail; {} in it is the input's path

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --placeholder <STR>  Let STR stand for the candidate's path in the command [default: {}]
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Lay this file or folder beside the candidate; may be given again
          --signature <REGEX>  Only failures whose telling line matches REGEX [default: any crash or
                               hang]
          --exit-code <CODES>  It fails when the command exits with one of these codes
          --signal <SIGNALS>   It fails when one of these signals ends the command (SIGSEGV, segv or 11)
          --stderr <REGEX>     It fails only when standard error matches REGEX
          --stdout <REGEX>     It fails only when standard output matches REGEX
          --hang               It fails when the command does not end within --timeout
          --invert             It fails when the command succeeds: exit code 0

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]

    Generation:
          --seeds <PATH>      Change these inputs, a file or all files in a folder, instead of making
                              new ones; may be given again
          --name <NAME>       The name of the input's file [default: input, with the ending of its
                              language or of the seeds]
          --seed <N>          Seed of what is drawn by lot [default: 0]
          --size <SIZE>       Make inputs of at most so many bytes [default: 1000]
          --depth <N>         Nest at most so many symbols within each other [default: 50]
          --nonterminals <N>  Expand at most so many nonterminal symbols [default: 500]

    Limits:
      -j, --jobs <N>             Run up to N tests at once; changes the time, never the result [default:
                                 the number of processors]
          --timeout <TIME>       A run hangs that takes longer than this time, as 10s, 500ms or 2m
                                 [default: 10s]
          --memory <SIZE>        Address space of each process of a test, as 512M or 2G
          --cpu-time <TIME>      Processor time of each process of a test
          --file-size <SIZE>     Largest file that a test may write
          --budget <TESTS|TIME>  Stop after so many inputs (500) or this time (10m); may be given twice
                                 [default: 1000]

    Output:
      -o, --output-dir <DIR>         Write what is found into this folder [default: fuzz.dwindle]
          --message-format <FORMAT>  Tell what happens to people (human), or to programs as JSON Lines
                                     on standard output (json) [default: human]
      -q, --quiet                    Show errors only
      -v, --verbose                  Show every new best

    Debugging:
          --keep-temps  Leave the working directories of all tests where they are

    Examples:
      dwindle fuzz --grammar expr.ebnf -- ./calc {}
          what crashes a calculator
      dwindle fuzz --language json --stdin --budget 200 -- ./parser
          200 inputs of a language
      dwindle fuzz --seeds crash.c --budget 300 --stderr 'internal compiler error' -- gcc -c {}
          changes of an input
    => 0
    ");
}

#[test]
fn triage_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("triage -h"), @"
    Sort a folder of failing inputs by what fails, and reduce one of each

    Usage: dwindle triage [OPTIONS] DIR -- COMMAND...

    Arguments:
      <DIR>         The folder with the failing inputs, a file each
      <COMMAND>...  The command that fails; {} in it is the input's path

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --placeholder <STR>  Let STR stand for the candidate's path in the command [default: {}]
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Lay this file or folder beside the candidate; may be given again
          --name <NAME>        The name of the file that each input is laid in [default: input, with the
                               input's own ending]
          --signature <REGEX>  Only failures whose telling line matches REGEX [default: any end but exit
                               code 0]
          --exit-code <CODES>  It fails when the command exits with one of these codes
          --signal <SIGNALS>   It fails when one of these signals ends the command (SIGSEGV, segv or 11)
          --stderr <REGEX>     It fails only when standard error matches REGEX
          --stdout <REGEX>     It fails only when standard output matches REGEX
          --hang               It fails when the command does not end within --timeout
          --invert             It fails when the command succeeds: exit code 0

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]

    Limits:
      -j, --jobs <N>             Run up to N tests at once; changes the time, never the result [default:
                                 the number of processors]
          --timeout <TIME>       A run hangs that takes longer than this time, as 10s, 500ms or 2m
                                 [default: 10s]
          --memory <SIZE>        Address space of each process of a test, as 512M or 2G
          --cpu-time <TIME>      Processor time of each process of a test
          --file-size <SIZE>     Largest file that a test may write
          --budget <TESTS|TIME>  Stop after so many tests (500) or this time (10m) with the best so far;
                                 may be given twice

    Output:
      -o, --output-dir <DIR>         Write a folder for each failure into DIR [default: beside the
                                     inputs' folder, as NAME.triage]
          --message-format <FORMAT>  Tell what happens to people (human), or to programs as JSON Lines
                                     on standard output (json) [default: human]
      -q, --quiet                    Show errors only
      -v, --verbose                  Show every new best

    Debugging:
          --fresh       Start over: forget what earlier runs learned
          --no-cache    Test a candidate again each time it is asked for
          --keep-temps  Leave the working directories of all tests where they are

    Examples:
      dwindle triage crashes -- ./parser {}
          what a fuzzer's crashes have in common
      dwindle triage crashes --language json --stdin -- ./parser
          inputs of a language
      dwindle triage crashes --stderr panic --timeout 5s -o failures -- ./parser {}
          only one kind of failure
    => 0
    ");
}

//! Help pages.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn the_program_says_what_it_can_do() {
    assert_snapshot!(TestEnv::new().run("--help"), @"
    Find what makes a program fail, and nothing else

    Dwindle runs a failing test on ever smaller parts of its input and keeps what still fails.

    Usage: dwindle <COMMAND>

    Commands:
      reduce       Reduce an input to the smallest part of it that still fails
      isolate      Isolate the smallest difference between an input that passes and one that fails
      maximize     Keep the largest part of a failing input that passes
      changes      Find which changes between two versions broke it
      events       Find the actions of a recorded log that matter
      check        Check that an input still fails, and that nothing more can be removed from it
      compare      Compare algorithms on one input: size, tests, time
      options      Find which arguments of a command matter for its failure
      env          Find which environment variables matter for a command's failure
      languages    List the languages that are known
      parse        Print the syntax tree of a file: what is optional, repeated and replaceable
      generate     Make inputs that follow a grammar
      fuzz         Look for inputs that fail, and reduce each of them
      triage       Sort a folder of failing inputs by what fails, and reduce one of each
      clean        Remove what earlier runs left beside an input
      completions  Print the completions for a shell
      man          Print the manual
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help
              Print help (see a summary with '-h')

      -V, --version
              Print version

    Examples:
      dwindle reduce crash.c -- gcc -O2 -c {}
          keep the failure that this command shows now
      dwindle reduce ./test.sh crash.c
          a script decides: exit code 0 means it still fails
      dwindle ./test.sh crash.c
          the same, for hands used to creduce and cvise
      dwindle reduce proj -- make -C {}
          a directory: which files, and what of them
      dwindle check ./test.sh crash.c
          see whether an input fails

    Exit codes:
        0  reduced, or already minimal; for other commands: done
        1  internal error, or one of the machine (no space left, for example)
        2  usage: wrong command line, or a file that cannot be read or written
        3  the input does not fail, or the empty one fails too; fuzz: none fails; parse: does not parse
        4  the test is unreliable: it does not say the same of the same input
        5  the test could not be run
        6  budget spent, result written
        7  check: the input fails, but is not minimal
      130  interrupted, result written
    => 0
    ");
}

#[test]
fn reduce_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("reduce -h"), @"
    Reduce an input to the smallest part of it that still fails

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    Arguments:
      <INPUT>...    The input (- for standard input); without a COMMAND, the test script before it
      [COMMAND]...  The command that fails; {} in it is the candidate's path

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --placeholder <STR>   Let STR stand for the candidate's path in the command [default: {}]
          --stdin               Feed the candidate to the test on standard input
          --with <PATH>         Lay this file or folder beside the candidate; may be given again
          --worker              Start the test once; it reads candidates' paths and answers outcomes, a
                                line each
          --signature <REGEX>   Keep a failure whose telling line matches REGEX [default: the one that
                                the first run shows]
          --exit-code <CODES>   It fails when the command exits with one of these codes
          --signal <SIGNALS>    It fails when one of these signals ends the command (SIGSEGV, segv or
                                11)
          --stderr <REGEX>      It fails only when standard error matches REGEX
          --stdout <REGEX>      It fails only when standard output matches REGEX
          --hang                It fails when the command does not end within --timeout
          --invert              It fails when the command succeeds: exit code 0
          --pass-codes <CODES>  The test is a script, and passes with these exit codes [default: 1]
          --repeat <K/N>        Run the test up to N times a candidate; it fails when K runs do

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]

    Reduction:
      -a, --algorithm <NAME>  Reduce with this algorithm: dwindle, one-minimal, ddmin, ddmin-complement,
                              dd, probdd, cdd, wddmin; on syntax trees: hdd, hdd-star, hddr, gtr,
                              gtr-star, perses, grammar, grammar-by-depth, generative, transform
                              [default: dwindle, on trees where there is one]
      -u, --unit <UNITS>      Cut the input into these, one after the other: bytes, chars, lines,
                              tokens; of a directory only the files, with files alone [default: its
                              syntax tree or lines, tokens and chars, again and again until nothing
                              changes]
          --deps <FILE>       Never leave out what something else needs; FILE has a line `unit: needs
                              ...` for each unit
          --monotone          Never test a part of something that passed
          --seed <N>          Seed of what is drawn by lot [default: 0]
          --protect <REGEX>   Never remove a unit that REGEX matches a part of; may be given again

    Limits:
      -j, --jobs <N>             Run up to N tests at once; changes the time, never the result [default:
                                 the number of processors]
          --timeout <TIME>       End a test after this time, as 10s, 500ms or 2m [default: from the time
                                 of the first runs]
          --memory <SIZE>        Address space of each process of a test, as 512M or 2G
          --cpu-time <TIME>      Processor time of each process of a test
          --file-size <SIZE>     Largest file that a test may write
          --budget <TESTS|TIME>  Stop after so many tests (500) or this time (10m) with the best so far;
                                 may be given twice
          --target-size <SIZE>   Stop as soon as the result has at most this size

    Output:
      -o, --output <FILE>            Write the result to FILE, or to standard output for - [default:
                                     beside the input, as NAME.min.EXT]
          --in-place                 Replace the input by the result; keep the original as INPUT.orig
          --message-format <FORMAT>  Tell what happens to people (human), or to programs as JSON Lines
                                     on standard output (json) [default: human]
      -q, --quiet                    Show errors only
      -v, --verbose                  Show every new best

    Debugging:
          --fresh       Start over: forget what earlier runs learned
          --no-cache    Test a candidate again each time it is asked for
          --keep-temps  Leave the working directories of all tests where they are

    Examples:
      dwindle reduce crash.c -- gcc -O2 -c {}
          keep the failure that this command shows now
      dwindle reduce crash.c --stderr 'internal compiler error' -- gcc -O2 -c {}
          name the failure
      dwindle reduce crash.json --stdin -- ./parser
          feed the candidate on standard input
      dwindle reduce ./test.sh crash.c --timeout 10s --jobs 4
          a script that takes its time
      dwindle reduce ./test.sh crash.c --algorithm ddmin --unit lines
          one algorithm, as published
      dwindle reduce crash.c crash.h -- gcc -c crash.c
          several files, in the working directory
    => 0
    ");
}

#[test]
fn isolate_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("isolate -h"), @"
    Isolate the smallest difference between an input that passes and one that fails

    Usage: dwindle isolate [OPTIONS] INPUT -- COMMAND...
           dwindle isolate [OPTIONS] TEST INPUT

    Arguments:
      <INPUT>...    The input (- for standard input); without a COMMAND, the test script before it
      [COMMAND]...  The command that fails; {} in it is the candidate's path

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --placeholder <STR>   Let STR stand for the candidate's path in the command [default: {}]
          --stdin               Feed the candidate to the test on standard input
          --with <PATH>         Lay this file or folder beside the candidate; may be given again
          --worker              Start the test once; it reads candidates' paths and answers outcomes, a
                                line each
          --signature <REGEX>   Keep a failure whose telling line matches REGEX [default: the one that
                                the first run shows]
          --exit-code <CODES>   It fails when the command exits with one of these codes
          --signal <SIGNALS>    It fails when one of these signals ends the command (SIGSEGV, segv or
                                11)
          --stderr <REGEX>      It fails only when standard error matches REGEX
          --stdout <REGEX>      It fails only when standard output matches REGEX
          --hang                It fails when the command does not end within --timeout
          --invert              It fails when the command succeeds: exit code 0
          --pass-codes <CODES>  The test is a script, and passes with these exit codes [default: 1]
          --repeat <K/N>        Run the test up to N times a candidate; it fails when K runs do

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]

    Isolation:
          --passing <FILE>  Begin with this input, which passes [default: nothing, or the largest part
                            that passes]
          --plain           Narrow the difference only, and leave alone what both sides share: dd as it
                            was published
      -u, --unit <UNIT>     Cut the inputs into these: bytes, chars, lines, tokens [default: the syntax
                            tree if the language is known, lines, and then tokens]

    Reduction:
          --protect <REGEX>  Never remove a unit that REGEX matches a part of; may be given again

    Limits:
      -j, --jobs <N>             Run up to N tests at once; changes the time, never the result [default:
                                 the number of processors]
          --timeout <TIME>       End a test after this time, as 10s, 500ms or 2m [default: from the time
                                 of the first runs]
          --memory <SIZE>        Address space of each process of a test, as 512M or 2G
          --cpu-time <TIME>      Processor time of each process of a test
          --file-size <SIZE>     Largest file that a test may write
          --budget <TESTS|TIME>  Stop after so many tests (500) or this time (10m) with the best so far;
                                 may be given twice

    Output:
          --message-format <FORMAT>  Tell what happens to people (human), or to programs as JSON Lines
                                     on standard output (json) [default: human]
      -q, --quiet                    Show errors only
      -v, --verbose                  Show every new best

    Debugging:
          --fresh       Start over: forget what earlier runs learned
          --no-cache    Test a candidate again each time it is asked for
          --keep-temps  Leave the working directories of all tests where they are

    Examples:
      dwindle isolate crash.c -- gcc -O2 -c {}
          which lines make the difference
      dwindle isolate --unit chars ./test.sh crash.c
          which characters
      dwindle isolate crash.json --stdin --unit tokens -- ./parser
          which tokens, on standard input
    => 0
    ");
}

#[test]
fn check_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("check -h"), @"
    Check that an input still fails, and that nothing more can be removed from it

    Usage: dwindle check [OPTIONS] INPUT -- COMMAND...
           dwindle check [OPTIONS] TEST INPUT

    Arguments:
      <INPUT>...    The input (- for standard input); without a COMMAND, the test script before it
      [COMMAND]...  The command that fails; {} in it is the candidate's path

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --placeholder <STR>   Let STR stand for the candidate's path in the command [default: {}]
          --stdin               Feed the candidate to the test on standard input
          --with <PATH>         Lay this file or folder beside the candidate; may be given again
          --worker              Start the test once; it reads candidates' paths and answers outcomes, a
                                line each
          --signature <REGEX>   Keep a failure whose telling line matches REGEX [default: the one that
                                the first run shows]
          --exit-code <CODES>   It fails when the command exits with one of these codes
          --signal <SIGNALS>    It fails when one of these signals ends the command (SIGSEGV, segv or
                                11)
          --stderr <REGEX>      It fails only when standard error matches REGEX
          --stdout <REGEX>      It fails only when standard output matches REGEX
          --hang                It fails when the command does not end within --timeout
          --invert              It fails when the command succeeds: exit code 0
          --pass-codes <CODES>  The test is a script, and passes with these exit codes [default: 1]
          --repeat <K/N>        Run the test up to N times a candidate; it fails when K runs do

    Reduction:
      -m, --minimality <N>   Test the input without each unit (1), or also without any two (2) [possible
                             values: 1, 2]
      -u, --unit <UNIT>      Cut the input into these: bytes, chars, lines, tokens [default: chars]
          --protect <REGEX>  Never remove a unit that REGEX matches a part of; may be given again

    Limits:
      -j, --jobs <N>          Run up to N tests at once; changes the time, never the result [default:
                              the number of processors]
          --timeout <TIME>    End a test after this time, as 10s, 500ms or 2m [default: from the time of
                              the first runs]
          --memory <SIZE>     Address space of each process of a test, as 512M or 2G
          --cpu-time <TIME>   Processor time of each process of a test
          --file-size <SIZE>  Largest file that a test may write

    Output:
          --message-format <FORMAT>  Tell what happens to people (human), or to programs as JSON Lines
                                     on standard output (json) [default: human]
      -q, --quiet                    Show errors only
      -v, --verbose                  Show every new best

    Debugging:
          --keep-temps  Leave the working directories of all tests where they are

    Examples:
      dwindle check ./test.sh crash.c
          does it still fail
      dwindle check --minimality 1 ./test.sh crash.c
          and can no single character go
      dwindle check --minimality 2 --unit lines crash.c -- gcc -O2 -c {}
          nor any two lines
    => 0
    ");
}

#[test]
fn compare_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("compare -h"), @"
    Compare algorithms on one input: size, tests, time

    Usage: dwindle compare [OPTIONS] INPUT -- COMMAND...
           dwindle compare [OPTIONS] TEST INPUT

    Arguments:
      <INPUT>...    The input (- for standard input); without a COMMAND, the test script before it
      [COMMAND]...  The command that fails; {} in it is the candidate's path

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --placeholder <STR>   Let STR stand for the candidate's path in the command [default: {}]
          --stdin               Feed the candidate to the test on standard input
          --with <PATH>         Lay this file or folder beside the candidate; may be given again
          --worker              Start the test once; it reads candidates' paths and answers outcomes, a
                                line each
          --signature <REGEX>   Keep a failure whose telling line matches REGEX [default: the one that
                                the first run shows]
          --exit-code <CODES>   It fails when the command exits with one of these codes
          --signal <SIGNALS>    It fails when one of these signals ends the command (SIGSEGV, segv or
                                11)
          --stderr <REGEX>      It fails only when standard error matches REGEX
          --stdout <REGEX>      It fails only when standard output matches REGEX
          --hang                It fails when the command does not end within --timeout
          --invert              It fails when the command succeeds: exit code 0
          --pass-codes <CODES>  The test is a script, and passes with these exit codes [default: 1]
          --repeat <K/N>        Run the test up to N times a candidate; it fails when K runs do

    Syntax:
      -l, --language <NAME>  The language of the input, or none for text [default: by its name or first
                             line]
          --grammar <FILE>   The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON;
                             may be given again
          --start <SYMBOL>   The symbol that a whole input is [default: the grammar's own]

    Reduction:
      -a, --algorithms <NAMES>  Compare these, separated by commas [default: all]
      -u, --unit <UNIT>         Cut the input into these: bytes, chars, lines, tokens; default: as
                                `reduce` does by default [default: lines]
          --protect <REGEX>     Never remove a unit that REGEX matches a part of; may be given again

    Limits:
      -j, --jobs <N>          Run up to N tests at once; changes the time, never the result [default:
                              the number of processors]
          --timeout <TIME>    End a test after this time, as 10s, 500ms or 2m [default: from the time of
                              the first runs]
          --memory <SIZE>     Address space of each process of a test, as 512M or 2G
          --cpu-time <TIME>   Processor time of each process of a test
          --file-size <SIZE>  Largest file that a test may write

    Output:
          --message-format <FORMAT>  Tell what happens to people (human), or to programs as JSON Lines
                                     on standard output (json) [default: human]
      -q, --quiet                    Show errors only
      -v, --verbose                  Show every new best

    Debugging:
          --keep-temps  Leave the working directories of all tests where they are

    Examples:
      dwindle compare ./test.sh crash.c
          all algorithms, by lines
      dwindle compare --algorithms ddmin,dwindle --unit tokens ./test.sh crash.c
          two, by tokens
      dwindle compare --unit default --jobs 1 crash.c -- gcc -O2 -c {}
          all, by lines, tokens, characters
    => 0
    ");
}

#[test]
fn the_other_commands_have_a_short_help() {
    let env = TestEnv::new();
    for command in ["maximize", "clean", "completions", "man"] {
        let shown = env.run(&format!("{command} -h"));
        assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
        assert!(shown.stdout.contains("Examples:\n  dwindle "), "{command}: {shown}");
    }
}

#[test]
fn the_long_help_explains_what_the_short_one_cannot() {
    let shown = TestEnv::new().run("reduce --help");
    for text in [
        "With --, what stands before it is the input",
        "where a part of a passing input does fail, it is passed over",
        "  130  interrupted, result written",
    ] {
        assert!(shown.stdout.contains(text), "{text}: {shown}");
    }
}

#[test]
fn the_manual_is_made_for_every_command() {
    let env = TestEnv::new();
    let shown = env.run("man --dir .");
    assert_eq!((shown.code, shown.to_string().as_str()), (0, "=> 0"));
    assert_eq!(
        env.names(),
        [
            "dwindle-changes.1",
            "dwindle-check.1",
            "dwindle-clean.1",
            "dwindle-compare.1",
            "dwindle-completions.1",
            "dwindle-env.1",
            "dwindle-events.1",
            "dwindle-fuzz.1",
            "dwindle-generate.1",
            "dwindle-isolate.1",
            "dwindle-languages.1",
            "dwindle-man.1",
            "dwindle-maximize.1",
            "dwindle-options.1",
            "dwindle-parse.1",
            "dwindle-reduce.1",
            "dwindle-triage.1",
            "dwindle.1",
        ]
    );
    assert_eq!(env.read("dwindle-reduce.1"), env.run("man reduce").stdout);
    assert!(env.read("dwindle-reduce.1").contains("EXIT STATUS"));
}

#[test]
fn the_manual_knows_its_commands_only() {
    assert_snapshot!(TestEnv::new().run("man redcue"), @"
    error: no command is called redcue
      hint: there are reduce, isolate, maximize, changes, events, check, compare, options, env, languages, parse, generate, fuzz, triage, clean, completions, man
    => 2
    ");
    assert_snapshot!(TestEnv::new().run("man --dir nowhere"), @"
    error: --dir nowhere: no such directory
      hint: make it first, or give one that is there
    => 2
    ");
}

#[test]
fn completions_are_there_for_the_usual_shells() {
    let env = TestEnv::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let shown = env.run(&format!("completions {shell}"));
        assert!(shown.code == 0 && shown.stdout.contains("message-format"), "{shell}");
    }
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let env = TestEnv::new();
    let mut child = env.start("completions bash");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(env.shown(&output).to_string(), "=> 0");
}

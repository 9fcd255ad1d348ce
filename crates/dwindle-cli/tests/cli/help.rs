//! Help pages.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn the_program_says_what_it_can_do() {
    assert_snapshot!(TestEnv::new().run("--help"), @"
    Shrink a failure to the part that causes it

    Dwindle runs a failing test on smaller and smaller parts of its input and keeps the smallest part
    that still fails.

    Usage: dwindle <COMMAND>

    Commands:
      reduce       Reduce an input to a minimal part that still fails
      isolate      Find the smallest difference between an input that passes and one that fails
      maximize     Repair a failing input by dropping as little of it as possible
      changes      Find which changes between two versions cause a failure
      events       Find which actions of a recorded log cause a failure
      trace        Find which of the statements that a program executes matter
      check        Check that an input still fails, and optionally that it is minimal
      compare      Compare algorithms on one input by size, tests and time
      options      Find which arguments of a command cause its failure
      env          Find which environment variables cause a command's failure
      path         Find which elements of a search path cause a command's failure
      languages    List the supported languages
      passes       List the passes of `reduce`
      parse        Print the syntax tree of a file
      generate     Generate inputs from a grammar
      fuzz         Find inputs that crash a command, and reduce them
      triage       Group failing inputs by their failure, and reduce one of each group
      report       Write a page that shows runs: sizes, passes, and the result beside the input
      replay       Give back any earlier best of a run, or list all of them
      diff         Show what went in a run, as a unified diff
      clean        Delete the run data of earlier runs
      completions  Print shell completions
      man          Print manual pages
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help
              Print help (see a summary with '-h')

      -V, --version
              Print version

    Examples:
      dwindle reduce crash.c -- gcc -O2 -c {}
          keep the failure that this command shows
      dwindle reduce ./test.sh crash.c
          a test script: exit code 0 means that it still fails
      dwindle ./test.sh crash.c
          the same, in the argument order of C-Reduce
      dwindle reduce proj -- make -C {}
          a directory: first its files, then their contents
      dwindle check ./test.sh crash.c
          check whether an input fails

    Exit codes:
        0  success: reduced, or already minimal
        1  internal error, or a system error such as a full disk
        2  usage error: wrong command line, or a file that cannot be read or written
        3  the input does not fail, or the empty one does; fuzz: no failure found; parse: syntax error
        4  the test is unreliable: it gives inconsistent results for the same input
        5  the test cannot be run
        6  budget spent; the best result is written
        7  check: the input fails but is not minimal
        8  busy: another run is using the same run directory or writing the same result
      130  interrupted; the best result is written
    => 0
    ");
}

#[test]
fn reduce_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("reduce -h"), @"
    Reduce an input to a minimal part that still fails

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    Arguments:
      <INPUT>...    The input (- for standard input); without COMMAND, the test script and then the
                    input
      [COMMAND]...  The command that fails; {} stands for the path of the candidate

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Copy this file or directory, which the test needs, beside the candidate;
                               can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Syntax:
      -l, --language <NAME>  Language of the input, or none for plain text [default: from the file name
                             or first line]

    Reduction:
      -u, --unit <UNITS>  Remove these units, one kind after the other: bytes, chars, lines, tokens; or
                          only whole files of a directory: files [default: syntax tree or lines, then
                          tokens and chars, repeated until nothing changes]

    Limits:
      -j, --jobs <N>             Run up to N tests in parallel; the result does not depend on N
                                 [default: number of processors, 1 where tests share a file]
          --timeout <TIME>       Stop a test after this time, such as 10s, 500ms or 2m [default: derived
                                 from the first runs]
          --budget <TESTS|TIME>  Stop after this many tests (500) or this time (10m) and keep the best
                                 result; may be given twice

    Output:
      -o, --output <FILE>  Write the result to FILE, or to standard output for - [default: beside the
                           input, as NAME.min.EXT]

    Examples:
      dwindle reduce crash.c -- gcc -O2 -c {}
          keep the failure that this command shows
      dwindle reduce crash.c --stderr 'internal compiler error' -- gcc -O2 -c {}
          describe the failure
      dwindle reduce crash.json --stdin -- ./parser
          feed the candidate to the command on standard input
      dwindle reduce ./test.sh crash.c --timeout 10s --jobs 4
          a script with a time limit, four at a time
      dwindle reduce ./test.sh crash.c --algorithm ddmin --unit lines
          a single published algorithm
      dwindle reduce crash.c crash.h -- gcc -c crash.c
          several files
    => 0
    ");
}

#[test]
fn isolate_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("isolate -h"), @"
    Find the smallest difference between an input that passes and one that fails

    Usage: dwindle isolate [OPTIONS] INPUT -- COMMAND...
           dwindle isolate [OPTIONS] TEST INPUT

    Arguments:
      <INPUT>...    The input (- for standard input); without COMMAND, the test script and then the
                    input
      [COMMAND]...  The command that fails; {} stands for the path of the candidate

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Copy this file or directory, which the test needs, beside the candidate;
                               can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Isolation:
          --passing <FILE>  Start from FILE, an input that passes [default: the empty input, or a part
                            of the input that passes]
      -u, --unit <UNIT>     Split the input into these units: bytes, chars, lines or tokens [default:
                            the syntax tree if the language is known, then lines, then tokens]

    Limits:
      -j, --jobs <N>             Run up to N tests in parallel; the result does not depend on N
                                 [default: number of processors, 1 where tests share a file]
          --timeout <TIME>       Stop a test after this time, such as 10s, 500ms or 2m [default: derived
                                 from the first runs]
          --budget <TESTS|TIME>  Stop after this many tests (500) or this time (10m) and keep the best
                                 result; may be given twice

    Output:
      -o, --output <PATH>  Write the two files to this directory, or under this name: -o dir/bug.c
                           writes dir/bug.passing.c and dir/bug.failing.c [default: beside the input,
                           under its name]

    Examples:
      dwindle isolate crash.c -- gcc -O2 -c {}
          which part of a program makes the difference
      dwindle isolate --unit chars ./test.sh crash.c
          which characters make the difference
      dwindle isolate crash.json --stdin --unit tokens -- ./parser
          which tokens, with the input on standard input
    => 0
    ");
}

#[test]
fn check_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("check -h"), @"
    Check that an input still fails, and optionally that it is minimal

    Usage: dwindle check [OPTIONS] INPUT -- COMMAND...
           dwindle check [OPTIONS] TEST INPUT

    Arguments:
      <INPUT>...    The input (- for standard input); without COMMAND, the test script and then the
                    input
      [COMMAND]...  The command that fails; {} stands for the path of the candidate

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Copy this file or directory, which the test needs, beside the candidate;
                               can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Reduction:
      -m, --minimality <N>   Test the input without each unit (1), or also without each pair of units
                             (2) [possible values: 1, 2]
          --all              Test all removals instead of stopping at the first one that still fails
      -u, --unit <UNIT>      Split the input into these units: bytes, chars, lines or tokens [default:
                             chars; of a directory its files]
          --protect <REGEX>  Never remove text that matches REGEX; can be repeated

    Limits:
      -j, --jobs <N>        Run up to N tests in parallel; the result does not depend on N [default:
                            number of processors, 1 where tests share a file]
          --timeout <TIME>  Stop a test after this time, such as 10s, 500ms or 2m [default: derived from
                            the first runs]

    Examples:
      dwindle check ./test.sh crash.c
          does the input still fail?
      dwindle check --minimality 1 ./test.sh crash.c
          can no single character be removed?
      dwindle check --minimality 2 --unit lines crash.c -- gcc -O2 -c {}
          can no two lines be removed?
    => 0
    ");
}

#[test]
fn compare_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("compare -h"), @"
    Compare algorithms on one input by size, tests and time

    Usage: dwindle compare [OPTIONS] INPUT -- COMMAND...
           dwindle compare [OPTIONS] TEST INPUT

    Arguments:
      <INPUT>...    The input (- for standard input); without COMMAND, the test script and then the
                    input
      [COMMAND]...  The command that fails; {} stands for the path of the candidate

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdin              Feed the candidate to the test on standard input
          --with <PATH>        Copy this file or directory, which the test needs, beside the candidate;
                               can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Syntax:
      -l, --language <NAME>  Language of the input, or none for plain text [default: from the file name
                             or first line]

    Reduction:
      -a, --algorithms <NAMES>  Compare these algorithms, separated by commas [default: all]
      -u, --unit <UNIT>         Split the input into these units: bytes, chars, lines or tokens;
                                default: the stages of `reduce` [default: lines]

    Limits:
      -j, --jobs <N>        Run up to N tests in parallel; the result does not depend on N [default:
                            number of processors, 1 where tests share a file]
          --timeout <TIME>  Stop a test after this time, such as 10s, 500ms or 2m [default: derived from
                            the first runs]

    Examples:
      dwindle compare ./test.sh crash.c
          all algorithms on lines
      dwindle compare --algorithms ddmin,dwindle --unit tokens ./test.sh crash.c
          two algorithms on tokens
      dwindle compare --unit default --jobs 1 crash.c -- gcc -O2 -c {}
          all algorithms on lines, tokens and characters
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
        "In the first form, COMMAND runs on the whole input first",
        "the result may be larger than necessary",
        "  130  interrupted; the best result is written",
    ] {
        assert!(shown.stdout.contains(text), "{text}: {shown}");
    }
}

#[test]
fn the_manual_is_made_for_every_command() {
    let env = TestEnv::new();
    let shown = env.run("man --dir .");
    assert_eq!((shown.code, shown.to_string().as_str()), (0, "=> 0"));
    let commands = "changes check clean compare completions diff env events fuzz generate isolate languages man \
                    maximize options parse passes path reduce replay report trace triage";
    let pages = commands.split_whitespace().map(|name| format!("dwindle-{name}.1"));
    assert_eq!(env.names(), pages.chain(["dwindle.1".to_owned()]).collect::<Vec<_>>());
    assert_eq!(env.read("dwindle-reduce.1"), env.run("man reduce").stdout);
    assert!(env.read("dwindle-reduce.1").contains("EXIT STATUS"));
}

#[test]
fn the_directory_of_the_manual_is_made_where_it_can_be() {
    let env = TestEnv::new();
    let shown = env.run("man --dir share/man/man1");
    assert_eq!((shown.code, shown.to_string().as_str()), (0, "=> 0"));
    assert!(env.read("share/man/man1/dwindle.1").contains("dwindle\\-reduce(1)"));
    env.file("file", "");
    assert_snapshot!(env.run("man --dir file/man1"), @"
    error: --dir file/man1: cannot make this directory: Not a directory (os error 20)
      hint: give a directory that can be written
    => 2
    ");
}

#[test]
fn the_manual_knows_its_commands_only() {
    assert_snapshot!(TestEnv::new().run("man redcue"), @"
    error: unknown command redcue
      hint: the commands are reduce, isolate, maximize, changes, events, trace, check, compare, options, env, path, languages, passes, parse, generate, fuzz, triage, report, replay, diff, clean, completions, man
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

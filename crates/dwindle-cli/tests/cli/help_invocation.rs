//! The help of the commands whose subject is a command itself.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn options_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("options -h"), @"
    Find which arguments of a command matter for its failure

    Usage: dwindle options [OPTIONS] -- COMMAND...
           dwindle options [OPTIONS] --prevent WORDS -- COMMAND...

    Arguments:
      <COMMAND>...  The command that fails, with its arguments

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --with <PATH>        Lay this file or folder into the working directory; may be given again
          --signature <REGEX>  Keep a failure whose telling line matches REGEX [default: the one that
                               the first run shows]
          --exit-code <CODES>  It fails when the command exits with one of these codes
          --signal <SIGNALS>   It fails when one of these signals ends the command (SIGSEGV, segv or 11)
          --stderr <REGEX>     It fails only when standard error matches REGEX
          --stdout <REGEX>     It fails only when standard output matches REGEX
          --hang               It fails when the command does not end within --timeout
          --invert             It fails when the command succeeds: exit code 0
          --repeat <K/N>       Run the test up to N times a candidate; it fails when K runs do

    Selection:
      -k, --keep <WORD>       Never leave out WORD, or words that match it as a regular expression; may
                              be given again
      -g, --group <WORDS>     Let these words go together only; may be given again
          --all               Leave out files, too: else arguments that name existing files stay
      -p, --prevent <WORDS>   Find which of these words, added to the command, make the failure go away
          --again             Take the answer away and ask again, until what is left is no answer any
                              more
          --isolate           Find the smallest difference between a command that passes and one that
                              fails, and print both
          --maximize          Find as many arguments as possible with which the command passes, and
                              print it with these
      -a, --algorithm <NAME>  Search with this algorithm: dwindle, one-minimal, ddmin, ddmin-complement,
                              dd, probdd, cdd, wddmin [default: dwindle]

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
      dwindle options -- gcc -O2 -g -Wall -c crash.c
          which arguments the failure needs
      dwindle options --group '-O2 -g' --keep -Wall -- gcc -O2 -g -Wall -c crash.c
          two that go together, one that stays
      dwindle options --prevent '-fno-gcse -fno-tree-vrp' --again -- gcc -O2 -c crash.c
          which options make the failure go away, one answer after the other
      dwindle options --maximize -- gcc -O2 -g -Wall -c crash.c
          as many of its arguments as it passes with
    => 0
    ");
}

#[test]
fn env_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("env -h"), @"
    Find which environment variables matter for a command's failure

    Usage: dwindle env [OPTIONS] -- COMMAND...

    Arguments:
      <COMMAND>...  The command that fails, with its arguments

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --with <PATH>        Lay this file or folder into the working directory; may be given again
          --signature <REGEX>  Keep a failure whose telling line matches REGEX [default: the one that
                               the first run shows]
          --exit-code <CODES>  It fails when the command exits with one of these codes
          --signal <SIGNALS>   It fails when one of these signals ends the command (SIGSEGV, segv or 11)
          --stderr <REGEX>     It fails only when standard error matches REGEX
          --stdout <REGEX>     It fails only when standard output matches REGEX
          --hang               It fails when the command does not end within --timeout
          --invert             It fails when the command succeeds: exit code 0
          --repeat <K/N>       Run the test up to N times a candidate; it fails when K runs do

    Selection:
          --passing-env <FILE>  Find what differs from the environment in FILE, as `env` or `env -0`
                                prints it, in which the command passes
          --isolate             Find the smallest difference between an environment that passes and one
                                that fails, and print both commands
          --maximize            Change as few variables as possible until the command passes, and print
                                it with these changes
      -k, --keep <NAME>         Never change the variable NAME, or those that match it as a regular
                                expression; may be given again
      -a, --algorithm <NAME>    Search with this algorithm: dwindle, one-minimal, ddmin,
                                ddmin-complement, dd, probdd, cdd, wddmin [default: dwindle]

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
      dwindle env -- gcc -c crash.c
          which variables the failure needs
      dwindle env --keep PATH --keep 'LC_.*' -- gcc -c crash.c
          some always set
      dwindle env --passing-env good.env -- gcc -c crash.c
          what differs from an environment in which it passes
      dwindle env --maximize --passing-env good.env -- gcc -c crash.c
          the fewest variables to change here for it to pass
    => 0
    ");
}

//! The help of the commands whose subject is a command itself.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn options_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("options -h"), @"
    Find which arguments of a command cause its failure

    Usage: dwindle options [OPTIONS] -- COMMAND...
           dwindle options [OPTIONS] --prevent WORDS -- COMMAND...

    Arguments:
      <COMMAND>...  The command that fails, with its arguments

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --with <PATH>        Copy this file or directory, which the command needs, into the working
                               directory; can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Selection:
      -k, --keep <WORD>      Never remove WORD, or words that match it as a regular expression; can be
                             repeated
      -g, --group <WORDS>    Keep or remove these words only together; can be repeated
      -p, --prevent <WORDS>  Find which of these words make the failure go away when they are added to
                             the command
          --isolate          Find the smallest difference between a command that passes and one that
                             fails, and print both

    Limits:
      -j, --jobs <N>        Run up to N tests in parallel; the result does not depend on N [default:
                            number of processors, 1 where tests share a file]
          --timeout <TIME>  Stop a test after this time, such as 10s, 500ms or 2m [default: derived from
                            the first runs]

    Output:
      -o, --output <FILE>  Write the command to FILE, or to standard output for - [default: -]

    Examples:
      dwindle options -- gcc -O2 -g -Wall -c crash.c
          which arguments cause the failure
      dwindle options --group '-O2 -g' --keep -Wall -- gcc -O2 -g -Wall -c crash.c
          two that belong together, and one to keep
      dwindle options --prevent '-fno-gcse -fno-tree-vrp' --again -- gcc -O2 -c crash.c
          which options make the failure go away, all answers
      dwindle options --maximize -- gcc -O2 -g -Wall -c crash.c
          as many arguments as possible with which it passes
    => 0
    ");
}

#[test]
fn env_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("env -h"), @"
    Find which environment variables cause a command's failure

    Usage: dwindle env [OPTIONS] -- COMMAND...

    Arguments:
      <COMMAND>...  The command that fails, with its arguments

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --with <PATH>        Copy this file or directory, which the command needs, into the working
                               directory; can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Selection:
          --passing-env <FILE>  Find which differences from a passing environment matter; FILE holds the
                                output of `env` or `env -0` there
      -k, --keep <NAME>         Never change the variable NAME, or variables that match it as a regular
                                expression; can be repeated
          --isolate             Find the smallest difference between an environment that passes and one
                                that fails, and print both commands

    Limits:
      -j, --jobs <N>        Run up to N tests in parallel; the result does not depend on N [default:
                            number of processors, 1 where tests share a file]
          --timeout <TIME>  Stop a test after this time, such as 10s, 500ms or 2m [default: derived from
                            the first runs]

    Output:
      -o, --output <FILE>  Write the command to FILE, or to standard output for - [default: -]

    Examples:
      dwindle env -- gcc -c crash.c
          which variables cause the failure
      dwindle env --keep PATH --keep 'LC_.*' -- gcc -c crash.c
          keep some variables set
      dwindle env --passing-env good.env -- gcc -c crash.c
          which differences from a passing environment matter
      dwindle env --maximize --passing-env good.env -- gcc -c crash.c
          the fewest variables to change so that it passes
    => 0
    ");
}

#[test]
fn path_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("path -h"), @"
    Find which elements of a search path cause a command's failure

    Usage: dwindle path [OPTIONS] VARIABLE -- COMMAND...

    Arguments:
      <VARIABLE>    The variable that holds the search path, such as CLASSPATH or PYTHONPATH
      <COMMAND>...  The command that fails, with its arguments

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --with <PATH>        Copy this file or directory, which the command needs, into the working
                               directory; can be repeated
          --exit-code <CODES>  A candidate fails if the command exits with one of these codes, or ends
                               in any way (any)
          --stderr <REGEX>     A candidate fails only if standard error matches REGEX

    Selection:
      -k, --keep <ELEMENT>  Never remove ELEMENT, or elements that match it as a regular expression; can
                            be repeated
          --isolate         Find the smallest difference between a search path that passes and one that
                            fails, and print both commands
          --maximize        Find the largest set of elements with which the command passes, and print
                            the command with them

    Limits:
      -j, --jobs <N>             Run up to N tests in parallel; the result does not depend on N
                                 [default: number of processors, 1 where tests share a file]
          --timeout <TIME>       Stop a test after this time, such as 10s, 500ms or 2m [default: derived
                                 from the first runs]
          --budget <TESTS|TIME>  Stop after this many tests (500) or this time (10m) and keep the best
                                 result; may be given twice

    Output:
      -o, --output <FILE>  Write the command to FILE, or to standard output for - [default: -]

    Examples:
      dwindle path PATH -- gcc -c crash.c
          which elements of PATH cause the failure
      dwindle path PATH --keep /bin --keep '/usr/.*' -- gcc -c crash.c
          keep some elements
      dwindle path PATH --stderr 'internal compiler error' -- gcc -c crash.c
          keep this message
    => 0
    ");
}

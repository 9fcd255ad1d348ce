//! The help of `changes`.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn changes_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("changes -h"), @"
    Find which changes between two versions broke it

    Usage: dwindle changes [OPTIONS] --good REV [--bad REV] -- COMMAND...
           dwindle changes [OPTIONS] --good-dir DIR --bad-dir DIR -- COMMAND...

    Arguments:
      <COMMAND>...  The command that tells good from bad, run in the candidate's uppermost directory

    Options:
      -h, --help  Print help (see more with '--help')

    Versions:
          --good <REV>      The version that works
          --bad <REV>       The version that does not [default: what is not committed, or HEAD where all
                            is]
          --good-dir <DIR>  The version that works, as a directory without a history
          --bad-dir <DIR>   The version that does not, as a directory
          --fix             The good version is the newer one: find which of its changes the fix needs,
                            as a patch for the bad one

    Test:
          --build <COMMAND>      Run this shell command in the candidate's directory before the test;
                                 where it fails, nothing can be told
          --bad-matches <REGEX>  A version is bad if the output of the test matches REGEX [default: by
                                 exit code, as git bisect run has it: 0 good, 1 to 124 bad, 125 to 127
                                 cannot tell, above: stop]
          --with <PATH>          Lay this file or folder in each candidate's directory, for what the
                                 test needs; may be given again
          --repeat <K/N>         Run the test up to N times a candidate; it fails when K runs do
          --clean                Remove everything else from the directory before each candidate,
                                 products of builds too

    Isolation:
          --by <LEVELS>       Put changes together by these, the coarsest first: commit, directory,
                              file, function, hunk, edit, line [default: to hunk]
      -a, --algorithm <NAME>  Narrow with this algorithm on lists [default: dwindle]
          --plain             Narrow the difference between a passing and a failing version only: dd as
                              it was published

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
      dwindle changes --good v1.0 -- ./check.sh
          what broke it since v1.0, uncommitted changes included
      dwindle changes --good v1.0 --bad v2.0 --build 'sh build.sh' -- ./check.sh
          between two releases, with a build
      dwindle changes --good v3.0 --bad v2.0 --fix -- ./check.sh
          what of v3.0 fixes v2.0
      dwindle changes --good-dir old --bad-dir new -- ./check.sh
          between two directories
    => 0
    ");
}

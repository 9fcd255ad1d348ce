//! The help of `changes`.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn changes_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("changes -h"), @"
    Find which changes between two versions cause a failure

    Usage: dwindle changes [OPTIONS] --good REV [--bad REV] -- COMMAND...
           dwindle changes [OPTIONS] --good-dir DIR --bad-dir DIR -- COMMAND...

    Arguments:
      <COMMAND>...  The test, run in the top directory of each candidate; exit code 0 is good, 125 skips
                    the candidate

    Options:
      -h, --help  Print help (see more with '--help')

    Versions:
          --good <REV>      The version that works
          --bad <REV>       The version that fails [default: the uncommitted changes, or HEAD where
                            there are none]
          --good-dir <DIR>  The version that works, as a directory
          --bad-dir <DIR>   The version that fails, as a directory
          --fix             The good version is the newer one: find the changes that fix the bad one, as
                            a patch for it

    Test:
          --build <COMMAND>  Run this shell command in the directory of each candidate before the test;
                             skip the candidate if it fails
          --with <PATH>      Copy this file or directory, which the test needs, into the directory of
                             each candidate; can be repeated

    Isolation:
          --by <LEVELS>  Group the changes by these levels, coarsest first: commit, directory, file,
                         function, hunk, edit, line [default: commit to hunk]

    Limits:
      -j, --jobs <N>  Run up to N tests in parallel; the result does not depend on N [default: number of
                      processors, 1 where tests share a file]

    Output:
      -o, --output <FILE>  Write the patch of the cause to FILE, or to standard output for - [default:
                           GOOD..BAD.cause.patch in .git/dwindle, or beside --bad-dir]

    Examples:
      dwindle changes --good v1.0 -- ./check.sh
          what broke since v1.0, including uncommitted changes
      dwindle changes --good v1.0 --bad v2.0 --build 'sh build.sh' -- ./check.sh
          between two releases, with a build step
      dwindle changes --good v3.0 --bad v2.0 --fix -- ./check.sh
          which changes of v3.0 fix v2.0
      dwindle changes --good-dir old --bad-dir new -- ./check.sh
          between two directories
    => 0
    ");
}

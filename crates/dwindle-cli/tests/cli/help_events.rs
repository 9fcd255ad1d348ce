//! The help of `dwindle events`.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn events_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("events -h"), @"
    Find which actions of a recorded log cause a failure

    Usage: dwindle events [OPTIONS] LOG -- REPLAY...
           dwindle events [OPTIONS] TEST LOG

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

    Actions:
          --pair <RULES>      Keep or remove two actions only together, such as
                              press:release,open:close; can be repeated
          --group-by <FIELD>  First remove groups of actions that have the same value in this field,
                              such as .window
          --fields            When no more actions can be removed, remove fields of JSON actions too

    Limits:
      -j, --jobs <N>        Run up to N tests in parallel; the result does not depend on N [default:
                            number of processors, 1 where tests share a file]
          --timeout <TIME>  Stop a test after this time, such as 10s, 500ms or 2m [default: derived from
                            the first runs]

    Output:
      -o, --output <FILE>  Write the result to FILE, or to standard output for - [default: beside the
                           input, as NAME.min.EXT]

    Examples:
      dwindle events session.log -- ./replay {}
          which actions of a session cause the failure
      dwindle events session.log --pair press:release -- ./replay {}
          never press without a release
      dwindle events session.jsonl --group-by .window --retime .t -- ./replay {}
          remove whole windows first, and close the gaps in time
      dwindle events session.log --maximize -- ./replay {}
          keep as many actions as possible while it passes
    => 0
    ");
}

//! The help of `dwindle events`.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn events_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("events -h"), @"
    Find the actions of a recorded log that matter

    Usage: dwindle events [OPTIONS] LOG -- REPLAY...
           dwindle events [OPTIONS] TEST LOG

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

    Actions:
          --format <FORMAT>   How the log is written: lines, jsonl or json, which is one array [default:
                              by its name and its first character]
          --pair <RULES>      What goes only together, as press:release,open:close; may be given again
          --pair-by <FIELDS>  The fields in which a pair has to agree, as .key
          --allow-unpaired    Let an action stand alone that has no partner, instead of taking that for
                              a mistake
          --group-by <FIELD>  First ask about all actions together that have the same value in this
                              field, as .window
          --retime <FIELD>    Close the gaps in this field, a time, that dropped actions leave, as .t
          --keep-fields       Leave the fields of JSON actions as they are
          --isolate           Find the smallest difference between a log that passes and one that fails,
                              and write both
          --maximize          Find as many actions as possible with which the log passes, and write it
                              with these

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
      dwindle events session.log -- ./replay {}
          which actions of a user matter
      dwindle events session.log --pair press:release -- ./replay {}
          none pressed without being released
      dwindle events session.jsonl --group-by .window --retime .t -- ./replay {}
          whole windows first, and no waiting for what was left out
      dwindle events session.log --maximize -- ./replay {}
          as many actions as possible that pass
    => 0
    ");
}

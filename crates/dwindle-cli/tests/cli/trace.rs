//! `dwindle trace`: the statements that matter, and what is said where a program cannot be traced.

mod limits;
mod signs;

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::TestEnv;

/// A directory with the programs of the library's tests.
fn programs() -> TestEnv {
    let env = TestEnv::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-trace/testdata/python");
    for name in ["markup.py", "sample.py"] {
        env.file(name, fs::read(folder.join(name)).unwrap());
    }
    env.file("numbers", "0\n5\n");
    env
}

#[test]
fn trace_has_a_short_help() {
    assert_snapshot!(TestEnv::new().run("trace -h"), @"
    Find which of the statements that a program executes matter

    Usage: dwindle trace [OPTIONS] -- PROGRAM...

    Arguments:
      <PROGRAM>...  The program to trace, with its arguments

    Options:
      -h, --help  Print help (see more with '--help')

    Test:
          --stdout <REGEX>          Only what matches REGEX in standard output has to be the same,
                                    however the program ends
          --stderr <REGEX>          Only what matches REGEX in standard error has to be the same,
                                    however the program ends
          --probe <FILE:LINE:EXPR>  Only the value of an expression before the last time that a line is
                                    executed has to be the same; can be repeated

    Tracing:
          --only <PLACE>     Leave out only statements of this file, function or lines, such as sum.py,
                             sum.py:mean or sum.py:10-20; can be repeated
          --control <LEVEL>  What decides which way the program goes: recorded, actual, strict or exact
                             [default: the strictest that the tracer knows]
          --input <FILE>     Give the program this file on standard input [default: nothing]

    Limits:
      -j, --jobs <N>             Run up to N tests in parallel; the result does not depend on N
                                 [default: number of processors, 1 where tests share a file]
          --timeout <TIME>       Stop a test after this time, such as 10s, 500ms or 2m [default: derived
                                 from the first runs]
          --budget <TESTS|TIME>  Stop after this many tests (500) or this time (10m) and keep the best
                                 result; may be given twice

    Output:
      -o, --output <FILE>  Write the listing to FILE, or to standard output for - [default: -]

    Examples:
      dwindle trace -- python3 report.py
          which executed statements an exception, or the output, needs
      dwindle trace --stdout '^total: 41$' -- python3 report.py
          which of them a line of the output needs
      dwindle trace --probe report.py:5:total --only report.py:mean -- python3 report.py
          what a value comes from, in one function
    => 0
    ");
}

#[test]
fn the_listing_marks_what_matters_and_lists_it() {
    let env = programs();
    let shown = env.run("trace --jobs 1 -- python3 markup.py");
    let chapter =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/trace.md")).unwrap();
    assert!(chapter.contains(&shown.stdout), "docs/trace.md shows it");
    assert_snapshot!(shown, @r#"
    markup.py
      *       1/1     1  def remove_html_markup(s):
      *       1/1     2      tag = False
      ~               3      quote = False
      *       1/1     4      out = ""
                      5
      ?               6      for c in s:
      ?               7          if c == '<' and not quote:
                      8              tag = True
      ?               9          elif c == '>' and not quote:
                     10              tag = False
      ?              11          elif c == '"' or c == "'" and tag:
      ~              12              quote = not quote
      ?              13          elif not tag:
      *       3/3    14              out = out + c
                     15
      +              16      return out
                     17
                     18
      *       1/1    19  print(remove_html_markup('"foo"'))

            1  markup.py:1           def remove_html_markup(s):
            2  markup.py:19          print(remove_html_markup('"foo"'))
            3  markup.py:2           tag = False                                   tag: False
            5  markup.py:4           out = ""                                      out: ''
           16  markup.py:14          out = out + c                                 out: '' -> 'f'
           22  markup.py:14          out = out + c                                 out: 'f' -> 'fo'
           28  markup.py:14          out = out + c                                 out: 'fo' -> 'foo'

    * matters (how many of its executions)  ? decides the way  + cannot be left out
    ~ not needed, but may matter by what it did not do  . not needed: the same without it
    + it leaves the function: markup.py:16
    asked about 19 candidates: 2 still fail (kept), 13 pass, 4 unresolved (exit code 1: 4)
    ran 21 tests: 18 for these, 3 to confirm results; 1 answered from memory
    storage: what was not initialised held large, negative and zero or empty
    control: strict, all predicates come out as recorded
    conditions may have come out as recorded from other values, so what made these is not among it; the tracer knows no stricter level
    2 lines are not needed, but may change or decide what is needed (~): a fault can lie in what was not done there
    result: standard output
    markup.py: 6 of 33 executed statements and 1 definition matter, 24 more decide the way, found in 19 tests, [TIME]; none of these 7 can be removed
    => 0
    "#);
}

#[test]
fn a_probe_asks_for_a_value_and_only_for_a_place() {
    let env = programs();
    assert_snapshot!(env.run("trace --jobs 1 --quiet --probe sample.py:10:mul --input numbers -- python3 sample.py"), @r#"
    sample.py
      .               1  sum = 0
      ~               2  mul = 1
      *       1/1     3  a = int(input("a? "))
      *       1/1     4  b = int(input("b? "))
      ?               5  while a <= b:
      .               6      sum = sum + a
      *       1/6     7      mul = mul * a
      *       6/6     8      a = a + 1
      .               9  print(sum)
      *       1/1    10  print(mul)

            3  sample.py:3           a = int(input("a? "))                         a: 0
            4  sample.py:4           b = int(input("b? "))                         b: 5
            7  sample.py:7           mul = mul * a                                 mul: 1 -> 0
            8  sample.py:8           a = a + 1                                     a: 0 -> 1
           12  sample.py:8           a = a + 1                                     a: 1 -> 2
           16  sample.py:8           a = a + 1                                     a: 2 -> 3
           20  sample.py:8           a = a + 1                                     a: 3 -> 4
           24  sample.py:8           a = a + 1                                     a: 4 -> 5
           28  sample.py:8           a = a + 1                                     a: 5 -> 6
           31  sample.py:10          print(mul)

    * matters (how many of its executions)  ? decides the way  + cannot be left out
    ~ not needed, but may matter by what it did not do  . not needed: the same without it
    => 0
    "#);
    let of = |line: &str| env.run(line).to_string();
    assert_snapshot!(of("trace --jobs 1 --only markup.py:14 --quiet -- python3 markup.py"), @r#"
    markup.py
      +               1  def remove_html_markup(s):
      +               2      tag = False
      +               3      quote = False
      +               4      out = ""
                      5
      ?               6      for c in s:
      ?               7          if c == '<' and not quote:
                      8              tag = True
      ?               9          elif c == '>' and not quote:
                     10              tag = False
      ?              11          elif c == '"' or c == "'" and tag:
      +              12              quote = not quote
      ?              13          elif not tag:
      *       3/3    14              out = out + c
                     15
      +              16      return out
                     17
                     18
      +              19  print(remove_html_markup('"foo"'))

           16  markup.py:14          out = out + c                                 out: '' -> 'f'
           22  markup.py:14          out = out + c                                 out: 'f' -> 'fo'
           28  markup.py:14          out = out + c                                 out: 'fo' -> 'foo'

    * matters (how many of its executions)  ? decides the way  + cannot be left out
    ~ not needed, but may matter by what it did not do  . not needed: the same without it
    + it leaves the function: markup.py:16
    => 0
    "#);
    assert_snapshot!(of("trace --probe sample.py:11:mul --input numbers -- python3 sample.py"), @"
    error: --probe sample.py:11:mul: this line is not executed
      hint: name a line that is, by the file as the listing shows it
    => 2
    ");
    assert_snapshot!(of("trace --only markup.py:remove -- python3 markup.py"), @"
    error: --only markup.py:remove: nothing there is executed
      hint: the program executes statements of markup.py
    => 2
    ");
    let tested = |test: &str| {
        let words = ["trace", "--jobs", "1", "--test", test, "--", "python3", "markup.py"];
        env.run_words(words).to_string()
    };
    let found = tested("grep -q f");
    assert!(found.contains("markup.py: 3 of 33 executed statements and 1 definition matter"), "{found}");
    assert_snapshot!(tested("grep -q bar"), @"
    error: --test grep -q bar: the run as it was recorded does not come to exit code 0: it passes
      hint: the command reads the output of the program, and exits with 0 if it is what you look for
    => 3
    ");
    assert_snapshot!(of("trace --stdout other -- python3 markup.py"), @"
    error: --stdout other: the program prints nothing that matches
      foo
    => 3
    ");
}

#[test]
fn the_answer_goes_to_files_and_to_programs() {
    let env = programs();
    let files = "-o listing.txt --sarif slice.sarif --breakpoints slice.pdb";
    let shown = env.run(&format!("trace --jobs 1 --message-format json {files} -- python3 markup.py"));
    let end = shown.last();
    let data = &end["data"];
    assert_eq!((shown.code, data["executions"].as_array().unwrap().len()), (0, 7));
    assert_eq!((data["of"].as_u64(), data["control"].as_str()), (Some(33), Some("strict")));
    assert!(env.read("listing.txt").starts_with("markup.py\n"));
    assert_snapshot!(env.read("slice.pdb"), @"
    b markup.py:1
    b markup.py:2
    b markup.py:4
    b markup.py:14
    b markup.py:19
    ");
    let sarif: Value = serde_json::from_str(&env.read("slice.sarif")).unwrap();
    let rules = |rule: &str| {
        let results = sarif["runs"][0]["results"].as_array().unwrap().iter();
        results.filter(|result| result["ruleId"] == rule).count()
    };
    assert_eq!((rules("matters"), rules("decides"), rules("relevant")), (5, 5, 2));
}

#[test]
fn an_exception_is_the_same_at_any_number_of_jobs_and_the_same_command_continues() {
    let env = TestEnv::new();
    let program =
        "names = ['a', 'b']\nseen = 0\nfor place in range(4):\n    seen += 1\n    print(names[place])\n";
    env.file("names.py", program);
    let first = env.run("trace --jobs 1 --budget 1 -- python3 names.py");
    assert_eq!(first.code, 6, "{first}");
    let answer = env.run("trace --jobs 4 -- python3 names.py");
    assert!(answer.stderr.contains("continuing: "), "{answer}");
    assert_snapshot!(answer.stdout, @"
    names.py
      *       1/1     1  names = ['a', 'b']
      .               2  seen = 0
      ?               3  for place in range(4):
      .               4      seen += 1
      +               5      print(names[place])

            1  names.py:1            names = ['a', 'b']                            names: ['a', 'b']

    * matters (how many of its executions)  ? decides the way  + cannot be left out
    ~ not needed, but may matter by what it did not do  . not needed: the same without it
    + an exception or a jump leaves it, or the program ends there: names.py:5
    ");
    assert_eq!(env.run("trace --jobs 1 --fresh -- python3 names.py").stdout, answer.stdout);
}

#[test]
fn a_program_that_cannot_be_traced_is_refused_with_the_reason() {
    let env = TestEnv::new();
    env.file("forks.py", "import os\nif os.fork():\n    os.wait()\n");
    env.file("loops.py", "import time\nwhile True:\n    time.sleep(10)\n");
    let differs = "import os\nif os.path.exists('seen'):\n    print(1)\nopen('seen', 'w').close()\n";
    env.file("differs.py", differs);
    env.script("shell", "exit 1");
    let of = |line: &str| env.run(line).to_string();
    assert_snapshot!(of("trace -- python3 forks.py"), @"
    error: the program cannot be traced: it forks: only one process can be traced
      hint: run the part that matters in one thread of one process
    => 5
    ");
    env.file("aborts.py", "import os\nos.abort()\n");
    assert_snapshot!(of("trace -- python3 aborts.py"), @"
    error: the program cannot be traced: signal 6 ended its interpreter, and the tracer within that
      hint: call what crashes in a process of its own, as by `subprocess`; that may end by a signal
    => 5
    ");
    assert_snapshot!(of("trace --timeout 1s -- python3 loops.py"), @"
    error: the program was recorded for [TIME] and did not end: it had executed 3 statements, and was at loops.py:3
      hint: give it more time with --timeout TIME, or less to do; it may loop for ever
    => 5
    ");
    assert_snapshot!(of("trace -- python3 nowhere.py"), @"
    error: the program cannot be traced: `nowhere.py` cannot be read: No such file or directory
    => 5
    ");
    assert_snapshot!(of("trace -- ./nowhere"), @"
    error: no such program: ./nowhere
      hint: name a program, an interpreter with a script, or a script
    => 2
    ");
    assert_snapshot!(of("trace -- ./shell"), @"
    error: no tracer for ./shell
      hint: there are tracers for native programs, Python and Perl
      hint: name another one with --tracer CMD; docs/tracers.md describes what it does
    => 2
    ");
    assert_snapshot!(of("trace --tracer ./shell -- ./shell"), @"
    error: the program cannot be traced: the trace has no end: the tracer did not come to write it
      the tracer ended: exit code 1
    => 5
    ");
    assert_snapshot!(of("trace -- python3 differs.py"), @"
    error: the program does not do the same in each run: executed statement 2 was differs.py:2 (false) in the first run and differs.py:2 (true) in the second
      hint: make it independent of the time, of random numbers, and of what earlier runs left
    => 4
    ");
}

#[test]
fn what_a_changed_script_would_say_is_not_taken_from_an_earlier_run() {
    let env = programs();
    let mut last = String::new();
    let mut matter = |name: &str, text: &str| {
        env.file(name, text);
        let words = [
            "trace",
            "--jobs",
            "1",
            "--test",
            "sh judge.sh",
            "--input",
            "numbers",
            "--",
            "python3",
            "read.py",
        ];
        let shown = env.run_words(words);
        assert_ne!(shown.stdout, last, "{shown}");
        last.clone_from(&shown.stdout);
    };
    env.file("read.py", "a = open(0).read()\nb = a * 0\nprint(a[:0] + '0 5')\nprint(b + '0')\n");
    matter("judge.sh", "grep -q 5");
    matter("judge.sh", "grep -qx 0");
}

//! Recordings that do not end, and those that are interrupted.

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
#[expect(clippy::disallowed_methods, reason = "a compiler is started")]
fn what_does_not_end_is_told_with_the_limit_and_the_place() {
    let env = TestEnv::new();
    env.file("waits.py", "import time\ndef wait():\n    time.sleep(100)\nwait()\n");
    env.file("loops.py", "a = 0\nwhile True:\n    a += 1\n");
    env.file("waits.pl", "use strict;\nmy $n = 0;\nsleep 100;\n");
    env.file("loops.pl", "my $n = 0;\nwhile (1) {\n    $n++;\n}\n");
    // A tracer that writes each event as it happens, and knows nothing of being asked to end.
    let tracer = "echo '{\"trace\":{\"version\":1,\"tracer\":\"slow\"}}' > $3\n\
                  echo '{\"statement\":{\"id\":0,\"file\":\"a.txt\",\"line\":7}}' >> $3\n\
                  echo '{\"event\":{\"number\":0,\"statement\":0}}' >> $3\nsleep 100";
    env.script("slow", tracer);
    let of = |line: &str| env.run(line).to_string();
    assert_snapshot!(of("trace --timeout 2s -- python3 waits.py"), @"
    error: the program was recorded for [TIME] and did not end: it had executed 4 statements, and was at waits.py:3, in wait
      hint: give it more time with --timeout TIME, or less to do; it may loop for ever
    => 5
    ");
    assert_snapshot!(of("trace --max-statements 500 -- python3 loops.py"), @"
    error: the program cannot be traced: it executes more than 500 statements, the last of them at loops.py:2
      hint: record more with --max-statements N, or give it less to do; it may loop for ever
    => 5
    ");
    assert_snapshot!(of("trace --timeout 2s --tracer ./slow -- ./slow"), @"
    error: the program was recorded for [TIME] and did not end: it had executed 1 statement, and was at a.txt:7
      hint: give it more time with --timeout TIME, or less to do; it may loop for ever
    => 5
    ");
    let has = |tool: &str| std::process::Command::new(tool).arg("--version").output().is_ok();
    if has("perl") {
        let shown = of("trace --timeout 2s -- perl waits.pl");
        assert!(
            shown.contains("did not end: it had executed 2 statements, and was at waits.pl:3\n"),
            "{shown}"
        );
        let shown = of("trace --max-statements 500 -- perl loops.pl");
        assert!(
            shown.contains("it executes more than 500 statements, the last of them at loops.pl:"),
            "{shown}"
        );
    }
}

#[test]
fn an_interrupt_while_a_run_is_recorded_tells_where_it_was() {
    let env = TestEnv::new();
    env.file("waits.py", "import time\nopen('begun', 'w').close()\ntime.sleep(100)\n");
    let child = env.start("trace -- python3 waits.py");
    while !env.path("begun").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    crate::env::signal(&child, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("interrupted while the program was recorded: it had executed 3 statements"),
        "{said}"
    );
    assert!(said.contains("and was at waits.py:3"), "{said}");
}

#[test]
fn a_loop_of_one_statement_is_told_with_its_place() {
    let env = TestEnv::new();
    env.file("one.py", "while True: pass\n");
    env.file("one.pl", "$x = 1 while 1;\n");
    for program in ["python3 one.py", "perl one.pl"] {
        let shown = env.run(&format!("trace --max-statements 500 -- {program}"));
        let place = program.rsplit(' ').next().unwrap();
        let said = format!("it executes more than 500 statements, the last of them at {place}:1\n");
        assert!(shown.code == 5 && shown.stderr.contains(&said), "{shown}");
    }
}

#[test]
fn an_interrupt_while_statements_are_left_out_keeps_what_was_found() {
    let env = TestEnv::new();
    let line = "total += 1\n".repeat(40);
    let program =
        format!("import time\nopen('ran', 'a').write('x')\ntime.sleep(0.1)\ntotal = 0\n{line}print(total)\n");
    env.file("slow.py", program);
    let child = env.start("trace --jobs 1 -- python3 slow.py");
    // Recorded five times, and then some of it left out.
    while std::fs::metadata(env.path("ran")).map_or(0, |file| file.len()) < 15 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    crate::env::signal(&child, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    let (said, shown) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(output.status.code() == Some(130) && said.contains(" so far in "), "{said}");
    assert!(shown.contains("print(total)"), "{shown}");
}

//! Crashes: the same signal, at the same event, at the same address.

use dwindle_trace::protocol::{Control, End};

use super::bench::Bench;

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("a_null_pointer_is_led_back_to_where_it_came_from", null_pointer),
        ("an_abort_has_its_event", abort),
        ("breakpoints_of_the_program_are_its_own", breakpoints),
        ("a_handler_of_the_program_does_not_hide_a_crash", handlers),
    ]
}

fn null_pointer() {
    let bench = Bench::c(include_str!("list.c"));
    let recorded = bench.record();
    assert!((300..400).contains(&recorded.events.len()), "{}", recorded.events.len());
    let End::Signal { number: 11, event: Some(event), address: Some(address) } = &recorded.end else {
        panic!("{:?}", recorded.end)
    };
    assert_eq!((recorded.lines()[*event as usize], address.as_str()), (36, "0x0"));
    let (output, report) = bench.keep("0-", Control::Strict);
    assert_eq!((output.status.code(), &report.end), (Some(128 + 11), &recorded.end));
    let mut serving = bench.serve(Control::Strict);
    let slice = recorded.smallest(|keep| serving.run(keep).0.end == recorded.end);
    // The list ends, since `head` was null when the first node was put before it.
    let lines = recorded.lines_of(&slice);
    assert!(slice.len() <= 30 && lines.contains(&22), "{} {lines:?}", slice.len());
}

fn abort() {
    let bench =
        Bench::c("#include <stdlib.h>\nint main(void) {\n    int a = 1;\n    if (a)\n        abort();\n}\n");
    let recorded = bench.record();
    assert_eq!(recorded.end, End::Signal { number: 6, event: Some(3), address: None });
    assert_eq!(bench.keep("0-", Control::Strict).1.end, recorded.end);
}

const BREAKPOINTS: &str = "#include <signal.h>\n#include <stdio.h>\nstatic int seen;\nstatic void count(int signal) {\n    seen++;\n}\nint main(void) {\n    \
    sigset_t all;\n    struct sigaction action = {.sa_handler = count}, before;\n    int a = 0;\n    sigfillset(&all);\n    sigprocmask(SIG_BLOCK, &all, 0);\n    \
    signal(SIGTRAP, count);\n    raise(SIGTRAP);\n    __asm__(\"int3\");\n    sigaction(SIGTRAP, &action, &before);\n    if (before.sa_handler == count)\n        a = 1;\n    else\n        a = 2;\n    \
    raise(SIGTRAP);\n    signal(SIGUSR1, count);\n    sigprocmask(SIG_UNBLOCK, &all, 0);\n    raise(SIGUSR1);\n    printf(\"%d %d\\n\", seen, a);\n    fflush(stdout);\n    signal(SIGTRAP, SIG_DFL);\n    raise(SIGTRAP);\n}\n";

fn breakpoints() {
    for options in ["", " -static"] {
        let bench = Bench::new(BREAKPOINTS, &format!("cc -g{options}"));
        let recorded = bench.record();
        assert_eq!(String::from_utf8_lossy(&recorded.output.stdout), "4 1\n", "{options}");
        assert!(
            matches!(recorded.end, End::Signal { number: 5, event: Some(_), address: None }),
            "{:?}",
            recorded.end
        );
        let (report, output) = bench.serve(Control::Strict).run("0-");
        assert_eq!((report.end, output.as_str()), (recorded.end.clone(), "4 1\n"), "{options}");
    }
}

const HANDLERS: &str = "#include <setjmp.h>\n#include <signal.h>\n#include <stdio.h>\nstatic sigjmp_buf back;\nstatic void recover(int signal) {\n    siglongjmp(back, 1);\n}\n\
    static void give_up(int number) {\n    puts(\"crash\");\n    fflush(stdout);\n}\nint main(void) {\n    int *volatile p = 0;\n    \
    struct sigaction action = {.sa_handler = recover};\n    sigaction(SIGSEGV, &action, 0);\n    for (int i = 0; i < 2; i++)\n        \
    if (!sigsetjmp(back, 1))\n            *p = 1;\n    p = (int *)16;\n    action.sa_handler = give_up;\n    action.sa_flags = SA_RESETHAND;\n    sigaction(SIGSEGV, &action, 0);\n    *p = 2;\n    return 0;\n}\n";

fn handlers() {
    let bench = Bench::c(HANDLERS);
    let recorded = bench.record();
    assert_eq!(String::from_utf8_lossy(&recorded.output.stdout), "crash\n");
    let End::Signal { number: 11, event: Some(event), address: Some(address) } = &recorded.end else {
        panic!("{:?}", recorded.end)
    };
    assert_eq!((recorded.lines()[*event as usize], address.as_str()), (11, "0x10"));
    assert_eq!(bench.serve(Control::Strict).run("0-").0.end, recorded.end);
}

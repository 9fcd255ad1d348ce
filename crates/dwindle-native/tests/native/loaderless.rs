//! Programs that are linked statically.

use dwindle_trace::protocol::{Control, End, Refusal};

use super::bench::Bench;

pub(crate) fn cpp() -> Vec<(&'static str, fn())> {
    vec![("exceptions_are_followed_in_them", exceptions)]
}

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("programs_that_are_linked_statically_are_followed", followed),
        ("what_is_frozen_is_frozen_in_them_too", frozen),
    ]
}

const LIST: &str = include_str!("list.c");

fn followed() {
    for options in ["-static", "-static-pie"] {
        let bench = Bench::new(include_str!("sample.c"), &format!("cc -g {options}")).with_input("0 5\n");
        let recorded = bench.record();
        assert_eq!(recorded.output.stdout, b"sum = 15\nmul = 0\n", "{options}");
        assert_eq!((&recorded.end, recorded.free().len()), (&End::Exit { code: 0, event: None }, 37));
        let mut serving = bench.serve(Control::Actual);
        assert_eq!(serving.run("0-").1, "sum = 15\nmul = 0\n");
        let slice = recorded.smallest(|keep| serving.run(keep).1 == "sum = 15\nmul = 0\n");
        assert_eq!(slice.len(), 15, "{options}");
    }
    let bench = Bench::new(LIST, "cc -g -static");
    let recorded = bench.record();
    assert!(matches!(recorded.end, End::Signal { number: 11, event: Some(_), .. }), "{:?}", recorded.end);
    assert_eq!(bench.serve(Control::Strict).run("0-").0.end, recorded.end);
}

fn exceptions() {
    let bench = Bench::new(include_str!("shop.cc"), "c++ -g -static");
    let recorded = bench.record();
    assert!(matches!(recorded.end, End::Signal { number: 6, event: Some(_), .. }), "{:?}", recorded.end);
    assert_eq!(bench.serve(Control::Strict).run("0-").0.end, recorded.end);
}

fn frozen() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/auxv.h>\n#include <time.h>\n#include <unistd.h>\nint main(int argc, char **argv) {\n    \
                  char *place = malloc(10);\n    printf(\"%ld %d %p %lu\\n\", (long)time(0), getpid(), place, getauxval(AT_PAGESZ));\n    \
                  return getenv(\"DWINDLE_TRACE_DESCRIPTORS\") || clock();\n}\n";
    let bench = Bench::new(source, "cc -g -static");
    let recorded = bench.record();
    assert_eq!(recorded.end, End::Exit { code: 0, event: None });
    let shown = String::from_utf8(recorded.output.stdout).unwrap();
    assert!(shown.starts_with("1000000000 6400000 0x") && shown.ends_with(" 4096\n"), "{shown}");
    assert_eq!(bench.serve(Control::Actual).run("0-").1, shown);
    let forks = "#include <unistd.h>\nint main(void) {\n    return fork() == 0;\n}\n";
    assert_eq!(Bench::new(forks, "cc -g -static").refused().0, Refusal::Forks);
    let threads = "#include <pthread.h>\nstatic void *f(void *p) {\n    return p;\n}\nint main(void) {\n    \
                   pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    return 0;\n}\n";
    assert_eq!(Bench::new(threads, "cc -g -static -pthread").refused().0, Refusal::Threads);
}

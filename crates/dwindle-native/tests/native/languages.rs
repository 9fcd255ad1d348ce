//! Programs in C++ and Rust.

use dwindle_trace::protocol::{Control, End};

use super::bench::Bench;

pub(crate) fn cpp() -> Vec<(&'static str, fn())> {
    vec![("exceptions_and_containers_of_cpp_are_followed", shop)]
}

pub(crate) fn rust() -> Vec<(&'static str, fn())> {
    vec![("a_panic_of_rust_is_sliced", panic)]
}

fn shop() {
    let bench = Bench::new(include_str!("shop.cc"), "c++ -g -O0");
    let recorded = bench.record();
    let End::Signal { number: 6, event: Some(event), address: None } = recorded.end else {
        panic!("{:?}", recorded.end)
    };
    let lines = recorded.lines();
    assert_eq!(lines[event as usize], 53);
    // The exception that is caught, and the one that is not.
    assert_eq!([21, 33].map(|line| lines.iter().filter(|found| **found == line).count()), [1, 1]);
    let mut serving = bench.serve(Control::Strict);
    let (report, output) = serving.run("0-");
    assert_eq!((&report.end, output.as_bytes()), (&recorded.end, &*recorded.output.stdout));
    // What the destructors summed up is printed, and the exception is thrown all the same.
    let slice = recorded.smallest(|keep| {
        let (report, output) = serving.run(keep);
        report.end == recorded.end && output.ends_with(" 20\n")
    });
    let lines = recorded.lines_of(&slice);
    assert!([44, 51, 52].iter().all(|line| lines.contains(line)), "{lines:?}");
    assert!(slice.len() < 30, "{lines:?}");
}

fn panic() {
    let bench = Bench::new(include_str!("accounts.rs"), "rustc -g");
    let recorded = bench.record();
    assert!(matches!(recorded.end, End::Exit { code: 101, event: Some(_) }), "{:?}", recorded.end);
    let mut serving = bench.serve(Control::Strict);
    let said = String::from_utf8_lossy(&recorded.output.stderr).into_owned();
    assert!(said.contains("the index is 5"), "{said}");
    let slice = recorded.smallest(|keep| serving.run(keep).0.end == recorded.end && serving.errors() == said);
    let lines = recorded.lines_of(&slice);
    assert!(lines.contains(&38) && slice.len() < 25, "{lines:?}");
}

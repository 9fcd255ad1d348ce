//! The sample program of Cleve and Zeller (2000), in C.

use dwindle_trace::protocol::{Control, End, Kind};

use super::bench::Bench;

const SOURCE: &str = include_str!("sample.c");

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("the_sample_has_37_events_besides_its_entry_and_return", events),
        ("the_papers_slice_of_15_events_prints_both_results", slice),
        ("one_partial_execution_is_the_program_for_its_caller", keep),
        ("of_a_function_only_what_settles_its_result_is_fixed", ends),
        ("control_levels_differ_in_what_a_predicate_may_do", control),
        ("what_only_jumps_is_not_said_to_be_superfluous", jumps),
    ]
}

fn bench() -> Bench {
    Bench::c(SOURCE).with_input("0 5\n")
}

fn events() {
    let recorded = bench().record();
    assert_eq!(recorded.output.stdout, b"sum = 15\nmul = 0\n");
    assert_eq!(recorded.end, End::Exit { code: 0, event: None });
    assert_eq!(recorded.free(), (1..38).collect::<Vec<u32>>());
    let once = [9, 10, 11, 12, 13];
    let lines = [&[3, 5, 6, 7, 8][..], &once.repeat(6), &[9, 14, 15, 16]].concat();
    assert_eq!(recorded.lines(), lines);
    let outcomes: Vec<bool> = recorded.events.iter().filter_map(|event| event.outcome).collect();
    assert_eq!(outcomes, [true, true, true, true, true, true, false]);
    let first = &recorded.statements[0];
    assert_eq!((first.kind, first.file.as_str(), first.function.as_str()), (Kind::Entry, "prog.c", "main"));
    assert_eq!(recorded.statements[1].text, "sum = 0;");
}

/// Line by event, as the paper numbers them: 1@1, 3@3, 7@7, 8@8, 6@11 and so on.
const SLICE: [u32; 15] = [1, 3, 7, 8, 11, 13, 16, 18, 21, 23, 26, 28, 31, 36, 37];

fn slice() {
    let bench = bench();
    let recorded = bench.record();
    let mut serving = bench.serve(Control::Actual);
    let all = serving.run("0-");
    assert_eq!(all.1, "sum = 15\nmul = 0\n");
    let mut prints_both = |events: &[u32]| {
        let (report, output) = serving.run(&recorded.keeping(events));
        report.end == End::Exit { code: 0, event: None } && output == all.1
    };
    assert!(prints_both(&SLICE));
    for left_out in SLICE {
        let others: Vec<u32> = SLICE.into_iter().filter(|event| *event != left_out).collect();
        assert!(!prints_both(&others), "without {left_out}");
    }
}

fn keep() {
    let bench = bench();
    let recorded = bench.record();
    let (output, report) = bench.keep(&recorded.keeping(&SLICE), Control::Actual);
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"sum = 15\nmul = 0\n".to_vec()));
    assert_eq!(report.end, End::Exit { code: 0, event: None });
}

fn ends() {
    let source = "int twice(int a) {\n  int b = a;\n  b = b * 2;\n  return b;\n}\n\
                  int main(void) {\n  int a = 3;\n  a = twice(a);\n  return a != 6;\n}\n";
    let recorded = Bench::c(source).record();
    assert_eq!(recorded.end, End::Exit { code: 0, event: None });
    let lines = recorded.lines();
    let free: Vec<u32> = recorded.free().into_iter().map(|event| lines[event as usize]).collect();
    assert_eq!(free, [7, 8, 2, 3]);
}

fn control() {
    let bench = bench();
    let recorded = bench.record();
    // Without the input of `b`, the loop's condition compares with garbage.
    let events: Vec<u32> = recorded.free().into_iter().filter(|event| *event != 4).collect();
    let keep = recorded.keeping(&events);
    let (report, output) = bench.serve(Control::Recorded).run(&keep);
    assert_eq!((report.end, output.as_str()), (End::Exit { code: 0, event: None }, "sum = 15\nmul = 0\n"));
    for control in [Control::Actual, Control::Strict] {
        let (output, report) = bench.keep(&keep, control);
        assert_eq!(output.status.code(), Some(125));
        let why = "it came to prog.c:10 instead".to_owned();
        assert_eq!(report.end, End::Diverged { event: Some(35), why });
    }
    // A predicate that is left out goes as recorded, unless all of them are evaluated.
    let free = |line: u32| recorded.lines()[line as usize] != 9;
    let events: Vec<u32> = events.into_iter().filter(|event| free(*event)).collect();
    let keep = recorded.keeping(&events);
    assert_eq!(bench.serve(Control::Actual).run(&keep).1, "sum = 15\nmul = 0\n");
    let (report, _) = bench.serve(Control::Strict).run(&keep);
    assert!(matches!(report.end, End::Diverged { event: Some(35), .. }), "{report:?}");
}

/// A run that follows a recorded one goes the same way without them.
fn jumps() {
    let source = "int main(int n, char **words) {\n  (void)words;\n  for (;;) {\n    switch (n) {\n    case 1:\n      n++;\n      break;\n    default:\n      \
                  goto out;\n    }\n    n++;\n  }\nout:\n  return n != 3;\n}\n";
    let recorded = Bench::c(source).record();
    let fixed = recorded.statements.iter().filter(|statement| statement.fixed == "it leads elsewhere");
    assert_eq!(fixed.map(|statement| statement.line).collect::<Vec<_>>(), [7, 9]);
    assert_eq!(recorded.lines_of(&recorded.free()), [4, 6, 11]);
}

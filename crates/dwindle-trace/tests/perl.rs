//! The tracer for Perl on programs: the published run, and what else Perl has.

use dwindle_trace::protocol::{Control, End, Refusal};
use dwindle_trace::{Criterion, Language, Method, Ran};

use crate::lab::{Lab, printing, published, same, testdata};

fn sample() -> Lab {
    Lab::new(Language::Perl, &testdata("perl/sample.pl"), "").told(&["0", "5"])
}

#[test]
fn the_slices_of_figure_6() {
    assert_eq!(sample().record().unwrap().recorded.events.len(), 37);
    let both = "1@1 3@3 7@7 8@8 6@11 8@13 6@16 8@18 6@21 8@23 6@26 8@28 6@31 10@36 11@37";
    let lab = sample();
    assert_eq!(lab.sliced(&same, Method::Stripe, 1).0.join(" "), both);
    // All of it comes first, which the figure takes for granted.
    assert_eq!(lab.asked(), [vec![dwindle::Config::full(37)], published()].concat());
    let sum = both.replace(" 7@7", "").replace(" 11@37", "");
    assert_eq!(sample().sliced(&|_| printing("^15$"), Method::Phases, 2).0.join(" "), sum);
    let probed = |probe| {
        let criterion = |ran: &Ran| Criterion::probed(&ran.recorded, 1).unwrap();
        sample().probing(probe).sliced(&criterion, Method::Phases, 2).0
    };
    assert_eq!(probed("prog:10:$sum").join(" "), sum);
    let mul = probed("prog:11:$mul");
    assert!(mul.len() == 3 && mul[0] == "3@3" && mul[1].starts_with("7@") && mul[2] == "11@37", "{mul:?}");
}

#[test]
fn functions_objects_and_loops_of_all_kinds_do_what_they_did() {
    let lab = Lab::new(Language::Perl, &testdata("perl/stack.pl"), "");
    let (slice, _) = lab.sliced(&|_| printing("^24 "), Method::Phases, 2);
    assert!(slice.len() < 40 && slice.iter().any(|event| event.starts_with("17@")), "{slice:?}");
}

#[test]
fn a_failure_is_the_same_message_at_the_same_event() {
    let script = "my @names = ('a', undef);\nmy $seen = 0;\nsub show {\n    my ($at) = @_;\n    $seen++;\n    die \"no name\\n\" unless defined $names[$at] || !@names;\n}\nshow(0);\nshow(1);\n";
    let lab = Lab::new(Language::Perl, script, "").controlled(Control::Strict);
    assert_eq!(lab.record().unwrap().recorded.end, End::Exit { code: 255, event: Some(9) });
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    assert_eq!(slice.join(" "), "1@1 9@7! 4@8 6@10!");
}

#[test]
fn what_cannot_be_traced_is_refused_with_the_reason() {
    let refused = |script: &str| Lab::new(Language::Perl, script, "").refused().0;
    assert_eq!(refused("my $child = fork;\n"), Refusal::Forks);
    assert_eq!(refused("my $x = ;\n"), Refusal::NotStarted);
    assert_eq!(
        refused("$x = 1 while 1;\nwhile (1) { $y = 1; }\n".split_once('\n').unwrap().1),
        Refusal::TooLong
    );
}

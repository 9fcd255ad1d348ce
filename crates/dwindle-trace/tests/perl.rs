//! The tracer for Perl on programs: the published run, and what else Perl has.

use dwindle_trace::protocol::{Control, End, Refusal};
use dwindle_trace::{Criterion, Language, Method, Ran};

use crate::lab::{Lab, printing, published, same, testdata};

fn sample() -> Lab {
    Lab::new(Language::Perl, &testdata("perl/sample.pl"), "").told(&["0", "5"])
}

#[test]
fn a_package_may_begin_behind_a_function() {
    let script = "package A;\nsub one { return 1 }\npackage main;\nour %seen;\n$seen{a} = A::one();\npackage B;\nsub two { return 2 }\npackage main;\nour $x = B::two();\nprint $x + $seen{a};\n";
    let ran = Lab::new(Language::Perl, script, "").record().unwrap();
    assert_eq!(ran.stdout.text(), "3", "{}", ran.stderr.text());
}

/// A variable that a turn declares anew has none, and another function may have changed it meanwhile.
#[test]
fn values_before_an_assignment_are_those_that_it_replaces() {
    let script = "my $n = 1;\nsub add { $n += 4; }\nadd();\n$n = $n * 2;\nfor my $i (1, 2) {\n    my $twice = $i * 2;\n    $seen{$i} = $twice;\n    $seen{1} = 7;\n    $deep{a}{b} = keys %deep;\n}\nprint $seen{1};\n";
    let expected = [
        "1 $n: - -> 1",
        "2 $n: 1 -> 5",
        "4 $n: 5 -> 10",
        "6 $twice: - -> 2",
        "7 $seen{$i}: - -> 2",
        "8 $seen{'1'}: 2 -> 7",
        "9 $deep{'a'}{'b'}: - -> 0",
        "6 $twice: - -> 4",
        "7 $seen{$i}: - -> 4",
        "8 $seen{'1'}: 7 -> 7",
        "9 $deep{'a'}{'b'}: - -> 1",
    ];
    assert_eq!(Lab::new(Language::Perl, script, "").values(), expected);
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
    assert_eq!(lab.record().unwrap().recorded.end, End::Exit { code: 255, event: Some(10) });
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    assert_eq!(slice.join(" "), "1@1 9@7! 4@8 6@10! 6@11!");
}

#[test]
fn a_traced_program_prints_what_it_prints_without_a_tracer() {
    for name in ["kinds", "modern"] {
        let lab = Lab::new(Language::Perl, &testdata(&format!("perl/{name}.pl")), "");
        let ran = lab.record().unwrap();
        assert_eq!(ran.stdout.text(), testdata(&format!("perl/{name}.out")), "{name}");
    }
}

/// Behind `__END__` as behind `__DATA__`, from its place in the file on.
#[test]
fn what_stands_behind_the_end_is_read() {
    for end in ["__DATA__", "__END__"] {
        let script = format!(
            "my $sum = 0;\nmy $other = 1;\nwhile (<DATA>) {{\n    $sum += $_;\n}}\nprint \"$sum\\n\";\n{end}\n3\n4\n"
        );
        let (slice, _) = Lab::new(Language::Perl, &script, "").sliced(&same, Method::Phases, 2);
        assert_eq!(slice.join(" "), "1@1 3@3 4@4 3@6 4@7 6@10", "{end}");
    }
    let script = "package Other;\nmy $from = tell DATA;\nmy $first = <DATA>;\nseek DATA, $from, 0;\nprint $first, <DATA>;\n__DATA__\nit's\n__END__\n";
    let ran = Lab::new(Language::Perl, script, "").record().unwrap();
    assert_eq!(ran.stdout.text(), "it's\nit's\n__END__\n");
}

/// The lines that have events, each statement of a block its own. What has blocks within it has the line that perl names.
#[test]
fn statements_in_blocks_of_all_kinds_are_their_own() {
    let lines = |script: &str| {
        let recorded = Lab::new(Language::Perl, script, "").record().unwrap().recorded;
        let lines = (0..).take(recorded.events.len()).map(|at| recorded.statement(at).line);
        lines.map(|line| line.to_string()).collect::<Vec<_>>().join(" ")
    };
    let body = "{\n    my $y = 2;\n    $y++;\n    last;\n}\n";
    for head in [
        "while (my $x = shift @ARGV || q(it's)) ",
        "while ((my $x = 'a}b') =~ /['\"{]|b/) ",
        "until ((my $x = 1) > 1) ",
        "for (my $x = ';'; $x; $x = 0) ",
        "foreach my $x ('(', 2) ",
    ] {
        let first = if head.starts_with("for (") { "1 1" } else { "1" };
        assert_eq!(lines(&format!("{head}{body}")), format!("{first} 2 3 4"), "{head}");
    }
    for (script, expected) in [
        ("my $r = 5\n    if !@ARGV;\n", "1"),
        ("our $r = 1;\n$r = 5 if $r;\n$r = 6 unless $r;\n", "1 2 2 3"),
        ("our $r = 1;\n$r++ while $r < 3;\n$r += $_ for 1 .. 2;\n", "1 2 2 2 2 2 3 3 3"),
        ("my $r = 1;\ndo {\n    $r++;\n} while ($r < 3);\n", "1 3 3 3 3"),
        ("my $r = do {\n    my $x = 1;\n    $x + 1;\n};\n", "1 2 3"),
        ("my $f = sub {\n    my $x = 1;\n    return $x;\n};\n$f->();\n", "4 5 2 3"),
        ("eval {\n    my $x = 1;\n    die;\n};\nprint 1 if $@;\n", "1 2 3 5 5"),
        ("my @l = map {\n    my $x = $_;\n    $x + 1;\n} 1, 2;\n", "2 2 3 2 3"),
        ("BEGIN {\n    our $x = 1;\n}\nour $x;\nprint $x;\n", "5"),
        ("if (@ARGV) {\n    print 1;\n}\nelsif (!@ARGV) {\n    print 2;\n}\n", "1 4 5"),
        ("my $t = <<E;\n{ it's\nE\nprint $t;\n", "1 4"),
        ("package P;\nsub f {\n    my ($x) = @_;\n    $x + 1\n}\npackage main;\nprint P::f(1);\n", "7 3 4"),
    ] {
        let found: Vec<String> = lines(script).split(' ').map(str::to_owned).collect();
        assert_eq!(found.join(" "), expected, "{script}");
    }
}

/// What is assigned to several variables, to elements, at the beginning of a loop, and what a function comes to by its last
/// statement: left out, none of it is a lucky zero.
#[test]
fn what_is_left_out_is_no_lucky_zero() {
    for (script, lines) in [
        ("my ($low, $name) = (0, '');\nprint \"$name\", 3 + $low;\n", "1 2"),
        ("our %sum;\n$sum{all} = 0;\nprint 3 + $sum{all};\n", "2 3"),
        ("my @row;\n$row[1] = 0;\nprint 3 + $row[1];\n", "2 3"),
        ("for (my $at = 0; $at < 1; $at++) {\n    print 3 + $at;\n}\n", "1 2"),
        ("sub zero { 0 + @ARGV }\nprint 3 + zero();\n", "2 1!"),
        (
            "our $best = 0;\nfor my $x (-3, -2) {\n    $best = $x if $x > $best;\n}\nprint 'none' if $best > -1;\n",
            "1 5 5",
        ),
        (
            "our %at;\nfor my $x ('a', 'b') {\n    $at{$x} = ord $x;\n}\nprint sort { $at{$a} <=> $at{$b} || $b cmp $a } keys %at;\n",
            "3 3 5",
        ),
    ] {
        let lab = Lab::new(Language::Perl, script, "").controlled(Control::Strict);
        let (slice, _) = lab.sliced(&same, Method::Phases, 1);
        for line in lines.split(' ') {
            let is_in = |event: &String| {
                let (at, event) = event.split_once('@').unwrap();
                line.trim_end_matches('!') == at && line.ends_with('!') == event.ends_with('!')
            };
            assert!(slice.iter().any(is_in), "{script}: {line} is not in {slice:?}");
        }
    }
}

/// What a match has found lasts to the end of the block around it, so statements are no blocks of their own.
#[test]
fn what_a_match_has_found_is_there_for_the_next_statement() {
    let script = "my $text = 'a1-b2';\n$text =~ /(\\d)/;\nmy $first = $1;\n'zz' =~ /(q)/;\nmy $same = $1;\n\
                  $text =~ /-(\\w)/ if $first;\nprint \"$first $same $1\\n\";\n";
    let lab = Lab::new(Language::Perl, script, "").controlled(Control::Strict);
    assert_eq!(lab.record().unwrap().stdout.text(), "1 1 b\n");
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    assert_eq!(slice.join(" "), "1@1 2@2 3@3 5@5 6@6! 6@7 7@8");
}

/// Formats, blocks named `END` in their order, and what they make of the exit code.
#[test]
fn what_is_executed_at_the_end_is_traced() {
    let script = "our $sum = 0;\nEND {\n    print \"sum $sum\\n\";\n    my $unused = 1;\n    $? = 4 if $sum > 2;\n}\n\
                  END { print 'first, ' }\n$sum += 3;\nformat STDOUT =\n@<<\n$sum\n.\nwrite;\n";
    let lab = Lab::new(Language::Perl, script, "").controlled(Control::Strict);
    let ran = lab.record().unwrap();
    assert_eq!(
        (ran.stdout.text(), &ran.recorded.end),
        ("3\nfirst, sum 3\n".into(), &End::Exit { code: 4, event: None })
    );
    let (slice, _) = lab.sliced(&|_| printing("sum 3"), Method::Phases, 2);
    assert_eq!(slice.join(" "), "1@1 8@2 3@5 5@7!");
    // Also behind an exception, which is told as before.
    let script = "END { print 'end' }\nmy $n = 0;\ndie \"no\\n\" unless $n;\n";
    let ran = Lab::new(Language::Perl, script, "").record().unwrap();
    assert_eq!((ran.stdout.text(), ran.stderr.text()), ("end".into(), "no\n".into()));
    assert_eq!(ran.recorded.end, End::Exit { code: 255, event: Some(2) });
}

const MODULE: &str = "package My::Sums;\nuse strict;\nuse Exporter 'import';\nour @EXPORT_OK = ('total');\nmy $calls = 0;\nour $RATE = 2;\n\
                      sub total {\n    my @numbers = @_;\n    $calls++;\n    my $sum = 0;\n    $sum += $_ for @numbers;\n    return $sum * $RATE;\n}\n\
                      sub unit { return <DATA> }\n1;\n__DATA__\neuros\n";

#[test]
fn modules_that_lie_beside_the_script_are_traced() {
    let script = "use lib 'lib';\nuse My::Sums 'total';\nuse List::Util 'max';\nmy $most = max(1, 2);\nprint total($most, 3), \" \", My::Sums::unit();\n";
    let lab =
        Lab::new(Language::Perl, script, "").beside("lib/My/Sums.pm", MODULE).controlled(Control::Strict);
    let ran = lab.record().unwrap();
    assert_eq!(ran.stdout.text(), "10 euros\n");
    let files: Vec<&str> = ran.recorded.statements.iter().map(|statement| statement.file.as_str()).collect();
    assert!(files.contains(&"lib/My/Sums.pm") && files.contains(&"prog"), "{files:?}");
    assert_eq!(ran.recorded.trace.untraced, [""; 0]);
    let (slice, _) = lab.sliced(&same, Method::Phases, 2);
    let lines: Vec<&str> = slice.iter().map(|event| event.split('@').next().unwrap()).collect();
    // Both how it is imported and its rate, and not how often it is called.
    for line in ["4", "6", "8", "10", "11"] {
        assert!(lines.contains(&line), "{line}: {slice:?}");
    }
    assert!(!lines.contains(&"9"), "{slice:?}");
}

#[test]
fn modules_that_are_not_traced_are_named() {
    let script = "do './more.pl';\nprint $main::more + 1;\n";
    let lab = Lab::new(Language::Perl, script, "").beside("more.pl", "$main::more = 3;\n");
    let ran = lab.record().unwrap();
    assert_eq!((ran.stdout.text(), ran.recorded.trace.untraced), ("4".into(), vec!["more.pl".to_owned()]));
}

/// What is replaced in each turn is not what the turn before left, where its replacement is left out.
#[test]
fn what_an_earlier_turn_left_is_no_lucky_value() {
    for (script, line) in [
        (
            "my $stage;\nfor my $x (1, 1, 2) {\n    $stage = $x > 1 ? 2 : 2;\n    print $x if $stage > 1;\n}\n",
            "3@6",
        ),
        ("my %first;\nfor my $x (1, 1) {\n    $first{a} = 4;\n    print $x + $first{a};\n}\n", "3@5"),
        ("my @row;\nfor my $x (1, 1) {\n    @row = (4, 5);\n    print $row[1];\n}\n", "3@5"),
        ("my $list;\nfor my $x (1, 1) {\n    $list = [4];\n    print @$list;\n}\n", "3@5"),
    ] {
        let lab = Lab::new(Language::Perl, script, "").controlled(Control::Strict);
        let (slice, _) = lab.sliced(&same, Method::Phases, 1);
        assert!(slice.iter().any(|event| event == line), "{script}: {slice:?}");
    }
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

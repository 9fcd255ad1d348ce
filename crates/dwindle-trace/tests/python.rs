//! The tracer for Python on programs: what it records, what is left of it, and what it refuses.

use dwindle_trace::protocol::{Control, Refusal};
use dwindle_trace::{Criterion, Language, Method, Ran};

use crate::lab::{Lab, printing, same, testdata};

/// The paper's program has 31 events here, since there is no closing brace, and no garbage that is multiplied by zero
/// other than a number.
#[test]
fn the_slices_of_figure_6() {
    let lab = |probe: Option<&str>| {
        let lab = Lab::new(Language::Python, &testdata("python/sample.py"), "0\n5\n").told(&[]);
        probe.into_iter().fold(lab, Lab::probing)
    };
    assert_eq!(lab(None).record().unwrap().recorded.events.len(), 31);
    let sum = "1@1 3@3 8@8 6@10 8@12 6@14 8@16 6@18 8@20 6@22 8@24 6@26 9@30";
    let both = "1@1 3@3 7@7 8@8 6@10 8@12 6@14 8@16 6@18 8@20 6@22 8@24 6@26 9@30 10@31";
    for method in [Method::Phases, Method::Stripe] {
        let printed = |pattern: &'static str| lab(None).sliced(&|_| printing(pattern), method, 1).0.join(" ");
        assert_eq!(printed("(^| )15\n0$"), both, "{method:?}");
        if method == Method::Stripe {
            break;
        }
        assert_eq!(printed("(^| )15$"), sum, "{method:?}");
        let probed = |probe| {
            let criterion = |ran: &Ran| Criterion::probed(&ran.recorded, 1).unwrap();
            lab(Some(probe)).sliced(&criterion, method, 2).0
        };
        assert_eq!(probed("prog:9:sum").join(" "), sum, "{method:?}");
        let mul = probed("prog:10:mul");
        assert!(
            mul.len() == 3 && mul[0] == "3@3" && mul[1].starts_with("7@") && mul[2] == "10@31",
            "{mul:?}"
        );
    }
}

#[test]
fn the_quotes_that_the_markup_remover_drops() {
    let lab = Lab::new(Language::Python, &testdata("python/markup.py"), "");
    let recorded = lab.record().unwrap().recorded;
    let (slice, tests) = lab.sliced(&same, Method::Phases, 1);
    // The definition and the `return`, which is fixed, are told apart.
    assert!(slice[..2] == ["1@1", "19@2"] && slice.last().unwrap() == "16@35!", "{slice:?}");
    let counted = |event: &&String| {
        let number: u32 = event.trim_end_matches('!').split_once('@').unwrap().1.parse().unwrap();
        recorded.is_counted(number - 1)
    };
    assert!(slice.iter().filter(counted).count() <= 8, "{slice:?}");
    assert!(tests < 300, "{tests}");
}

#[test]
fn generators_classes_and_exceptions() {
    let lab = Lab::new(Language::Python, &testdata("python/orders.py"), "");
    let events = lab.record().unwrap().recorded.events.len();
    assert!((300..800).contains(&events), "{events}");
    let (slice, tests) = lab.sliced(&|_| printing("^bob .* 132$"), Method::Phases, 2);
    assert!(slice.len() * 2 < events && tests < 1000, "{} of {events} in {tests}: {slice:?}", slice.len());
}

#[test]
fn a_failure_is_the_same_exception_at_the_same_event() {
    let script = "import math\nlimit = 3\nnames = ['a', 'b']\nfor i in range(limit):\n    pi = math.pi\n    print(names[i])\n";
    let lab = Lab::new(Language::Python, script, "").controlled(Control::Strict);
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    assert_eq!(slice.join(" "), "2@2 3@3 4@4! 4@7! 4@10! 6@12!");
}

/// Neither the greatest nor the least of all numbers, nor zero, is a lucky beginning.
#[test]
fn an_initial_value_is_needed_wherever_it_decides() {
    for (first, sign, seen) in
        [("0", '>', "-4, -7"), ("0", '<', "4, 7"), ("0.0", '>', "-4.5"), ("''", '<', "'a'")]
    {
        let script = format!(
            "import sys\nbest = {first}\nfor x in [{seen}]:\n    if x {sign} best:\n        best = x\nif not best:\n    sys.exit(3)\n"
        );
        let lab = Lab::new(Language::Python, &script, "").controlled(Control::Strict);
        let (slice, _) = lab.sliced(&same, Method::Phases, 1);
        assert!(slice.contains(&"2@2".to_owned()), "{first} {sign} {seen}: {slice:?}");
    }
}

/// What is replaced in each turn is not what the turn before left, where its replacement is left out: a variable, several at once,
/// a field, an element, a method, and what is no number.
#[test]
fn what_an_earlier_turn_left_is_no_lucky_value() {
    for (body, line) in [
        ("stage = 2\n    print(stage > 1)", "4@8"),
        ("stage, name = 2, 'x'\n    print(stage > 1)", "4@8"),
        ("one = other = 2\n    print(other > 1)", "4@8"),
        ("a.stage = 2\n    print(a.stage > 1)", "4@8"),
        ("a.parts = [2]\n    print(len(a.parts))", "4@8"),
        ("a.d['k'] = 2\n    print(a.d['k'] > 1)", "4@8"),
        ("known = True\n    print(known)", "4@8"),
        ("parts = [2]\n    print(parts)", "4@8"),
        ("def stage(): return 2\n    print(stage() > 1)", "4@9"),
    ] {
        let script = format!("class A: d = {{}}\na = A()\nfor x in (1, 2):\n    {body}\n");
        let lab = Lab::new(Language::Python, &script, "").controlled(Control::Strict);
        let (slice, _) = lab.sliced(&same, Method::Phases, 1);
        assert!(slice.iter().any(|event| event == line), "{script}: {line} in {slice:?}");
    }
}

/// Without `text` another exception is raised than none, and swallowed: what follows goes on from what was there before.
#[test]
fn an_exception_that_nobody_sees_is_not_the_same_as_none() {
    for handled in ["except ValueError:\n    pass", "except Exception:\n    value = value"] {
        let script = format!(
            "text = '7'\nvalue = 1\ntry:\n    value = int(text)\n{handled}\nif value > 0:\n    print('seven')\n"
        );
        let lab = Lab::new(Language::Python, &script, "").controlled(Control::Strict);
        let (slice, _) = lab.sliced(&same, Method::Phases, 1);
        assert!(slice[..2] == ["1@1", "4@3"], "{handled}: {slice:?}");
    }
}

/// What leaves a context, or gives the next item, is called by the statement that names it, not by the last one of its block.
#[test]
fn a_block_is_not_needed_because_something_is_called_at_its_end() {
    let script = "import asyncio\nclass A:\n    n = 0\n    def __enter__(self): pass\n    def __exit__(self, *a): A.n += 5\n    async def __aenter__(self): pass\n    async def __aexit__(self, *a): A.n += 7\nasync def more():\n    for i in range(2):\n        yield i\n    A.n += 9\nasync def main():\n    with A():\n        seen = 1\n    async with A():\n        seen = 2\n    async for i in more():\n        seen = 3\nasyncio.run(main())\nprint(A.n)\n";
    let lab = Lab::new(Language::Python, script, "").controlled(Control::Strict);
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    let lines: Vec<&str> = slice.iter().map(|event| event.split_once('@').unwrap().0).collect();
    for line in ["5", "7", "11", "13", "15", "17"] {
        assert!(lines.contains(&line), "{line} of {slice:?}");
    }
    assert!(!lines.iter().any(|line| ["14", "16", "18"].contains(line)), "{slice:?}");
}

#[test]
fn a_recursion_without_an_end_has_its_causes() {
    let script = "calls = 0\ndef depth(tree):\n    global calls\n    calls += 1\n    return 1 + depth(tree['next'])\ntree = {}\nunused = 3\ntree['next'] = tree\nprint(depth(tree))\n";
    let lab = Lab::new(Language::Python, script, "").controlled(Control::Strict);
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    let kept: Vec<&String> = slice.iter().filter(|event| !event.ends_with('!')).collect();
    assert_eq!(kept, ["2@2", "6@3", "8@5"], "{slice:?}");
}

/// What a loop, another function or a method made of it counts, too; what the program would execute to show a value is not executed.
#[test]
fn values_before_an_assignment_are_those_that_it_replaces() {
    let script = "class A:\n    def __init__(self, x): self.x = x\n    def __repr__(self): return 'a'\ndef add():\n    global n\n    n += 4\nn = 1\nadd()\nn = n * 2\nitems = []\nitems.append(1)\nitems = items + [2]\nfor i in [1, 5]:\n    i = i * 2\na = A(3)\ndel n\nn = 7\n";
    let told = Lab::new(Language::Python, script, "").values();
    let expected = [
        "7 n: - -> 1",
        "6 n: 1 -> 5",
        "9 n: 5 -> 10",
        "10 items: - -> []",
        "12 items: [1] -> [1, 2]",
        "14 i: 1 -> 2",
        "14 i: 5 -> 10",
        "15 a: - -> A(x=3)",
        "17 n: - -> 7",
    ];
    assert_eq!(told, expected);
}

/// Of `-m` the package is executed before its module, and what is installed is not traced.
#[test]
fn a_module_that_is_run_is_traced_with_its_package() {
    let files = |module: &str| {
        let mut lab = Lab::new(Language::Python, "", "")
            .beside("shop/__init__.py", "from .rates import rate\n")
            .beside("shop/rates.py", "def rate(price):\n    return price * 2\n")
            .beside("shop/__main__.py", "from . import rate\nimport loaded\nprint(rate(3))\n")
            .beside("shop/tests.py", "import unittest\nclass A(unittest.TestCase):\n    def test(self): self.fail()\n")
            .beside("loaded.py", "import importlib.util as util, sys\nspec = util.spec_from_file_location('other', 'other.py')\nother = sys.modules['other'] = util.module_from_spec(spec)\nspec.loader.exec_module(other)\n")
            .beside("other.py", "x = 1\n");
        lab.tracer.program.truncate(1);
        let lab = lab.told(&[&["-m"], &*module.split(' ').collect::<Vec<_>>()].concat());
        let recorded = lab.record().unwrap().recorded;
        let mut files: Vec<String> = recorded.statements.iter().map(|one| one.file.clone()).collect();
        files.dedup();
        (files, recorded.trace.untraced)
    };
    let (mut traced, untraced) = files("shop");
    traced.sort();
    assert_eq!(traced, ["loaded.py", "shop/__init__.py", "shop/__main__.py", "shop/rates.py"]);
    assert_eq!(untraced, ["other.py"]);
    assert_eq!(files("unittest shop.tests").0, ["shop/__init__.py", "shop/rates.py", "shop/tests.py"]);
}

#[test]
fn the_interpreter_has_the_flags_of_the_command() {
    for (flags, expected) in [("-O", "1\n"), ("-IO -W error", "1\n"), ("-X dev -B", "assertion\n")] {
        let script = "import sys\ntry:\n    assert False\n    print(sys.flags.optimize)\nexcept AssertionError:\n    print('assertion')\n";
        let mut lab = Lab::new(Language::Python, script, "");
        lab.tracer.program.splice(1..1, flags.split(' ').map(Into::into));
        assert_eq!(lab.record().unwrap().stdout.text(), expected, "{flags}");
    }
}

/// Each of these scripts ends with what it prints.
#[test]
fn programs_print_the_same_as_without_the_tracer() {
    for name in ["awaiting", "ended", "enumerations", "names", "recursion", "released", "shown"] {
        let script = testdata(&format!("python/same/{name}.py"));
        let ran = Lab::new(Language::Python, &script, "").record().unwrap();
        let expected: String = script
            .lines()
            .filter_map(|line| line.strip_prefix("#> "))
            .flat_map(|line| [line, "\n"])
            .collect();
        assert_eq!(ran.stdout.text(), expected, "{name}: {}", ran.stderr.text());
    }
}

#[test]
fn what_cannot_be_traced_is_refused_with_the_reason() {
    let refused = |script: &str| Lab::new(Language::Python, script, "").refused();
    let (reason, why) = refused("import threading\nthreading.Thread(target=print).start()\n");
    assert_eq!((reason, why.as_str()), (Refusal::Threads, "it starts a thread: only one can be traced"));
    assert_eq!(refused("import os\nif os.fork() == 0:\n    os._exit(0)\n").0, Refusal::Forks);
    assert_eq!(refused("open('/dev/tty')\n").0, Refusal::Terminal);
    assert_eq!(refused("def f(:\n").0, Refusal::NotStarted);
    assert_eq!(refused("while True:\n    pass\n").0, Refusal::TooLong);
}

#[test]
fn a_run_that_differs_is_told_by_the_first_difference() {
    let script = "import os\nif os.path.exists('seen'):\n    x = 1\nopen('seen', 'w').close()\n";
    let lab = Lab::new(Language::Python, script, "");
    let (first, second) = (lab.record().unwrap().recorded, lab.record().unwrap().recorded);
    let said = "executed statement 2 was prog:2 (false) in the first run and prog:2 (true) in the second";
    assert_eq!(first.difference(&second).unwrap(), said);
}

//! Values before lines.

use dwindle_trace::protocol::{Control, Refusal};

use super::bench::{Bench, Recorded};

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("the_papers_slices_for_one_variable", slices),
        ("variables_and_what_they_lead_to_are_read", values),
        ("what_cannot_be_read_is_refused", refused),
    ]
}

fn slices() {
    for (variable, line, length) in [("sum", 14, 12), ("mul", 15, 2)] {
        let bench = Bench::c(include_str!("sample.c")).with_input("0 5\n");
        let bench = bench.with_probe(&format!("prog.c:{line}:{variable}"));
        let recorded = bench.record();
        let at = recorded.lines().iter().position(|found| *found == line).unwrap();
        let at = u32::try_from(at).unwrap();
        assert_eq!((recorded.values.len(), recorded.values[0].event), (1, at));
        let mut serving = bench.serve(Control::Actual);
        let same = |keep: &str| serving.run(keep).0.values == recorded.values;
        let mut slice = recorded.smallest(same);
        // The line at which it is read has to be kept as well.
        assert_eq!(slice.pop(), Some(at));
        assert_eq!(slice.len(), length, "{variable}: {slice:?}");
    }
}

const DATA: &str = r"
struct inner { char letter; unsigned char raw; double real; };
struct outer { int number; struct inner inner; struct outer *next; short list[4]; };
static long far = -5;
enum colour { RED, GREEN };
int main(void) {
    struct outer second = { 2, { 'b', 200, 2.5 }, 0, { 5, 6, 7, 8 } };
    struct outer first = { 1, { 'a', 100, 1.5 }, &second, { 1, 2, 3, 4 } };
    struct outer *p = &first;
    unsigned big = 4000000000u;
    enum colour colour = GREEN;
    int k = 3, i = 2;
    float half = 0.5f;
    {
        int i = 3;
        i = i + 1;
    }
    return i;
}
";

fn values() {
    let expected = [
        ("first.number", Some("1")),
        ("p->next->number", Some("2")),
        ("p.next.number", Some("2")),
        ("p->next->inner.letter", Some("98 'b'")),
        ("p->inner.raw", Some("100 'd'")),
        ("(*p).inner.real", Some("1.5")),
        ("p->next->next", Some("0x0")),
        ("p->next->next->number", None),
        ("first.list[k]", Some("4")),
        ("p->next->list[0]", Some("5")),
        ("*p->list", Some("1")),
        ("far", Some("-5")),
        ("big", Some("4000000000")),
        ("colour", Some("GREEN")),
        ("half", Some("0.5")),
        ("i", Some("3")),
    ];
    let probe =
        |bench: Bench, (expression, _): &(&str, _)| bench.with_probe(&format!("prog.c:16:{expression}"));
    let bench = expected.iter().fold(Bench::c(DATA), probe);
    let Recorded { values, .. } = bench.record();
    let found: Vec<Option<&str>> = values.iter().map(|value| value.value.as_deref()).collect();
    assert_eq!(found, expected.map(|(_, value)| value));
}

fn refused() {
    for probe in
        ["prog.c:16:nothing", "prog.c:16:first", "prog.c:16:i + 1", "prog.c:2:i", "prog.c:16:i->next"]
    {
        let (reason, why) = Bench::c(DATA).with_probe(probe).refused();
        assert_eq!(reason, Refusal::Option, "{why}");
        assert!(why.contains(probe), "{why}");
    }
}

use dwindle::event::{Purpose, Stage, Subject};
use dwindle::{Id, Outcome, Reason};
use dwindle_syntax::language::Language;
use insta::assert_snapshot;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};

use super::*;

const SECOND: Duration = Duration::from_secs(1);
const NOW: &str = "int f1(void) {\n\treturn 1; /* 2 */\n}\nlong f2 = f(3, \"a\") + 4;\nint f3(void); // a comment that is longer than the pane is wide\n";

/// A view of a run that took a while.
fn view() -> View {
    let mut view = View::default();
    let subject = |size: u64| Subject { id: Id(size.into()), size, units: 1 };
    let stage = |algorithm, unit| Stage { algorithm, unit, units: 10, size: 900 };
    let asked = |number| Event::Asked {
        id: Id(number),
        outcome: Outcome::Fail,
        number: u64::try_from(number).ok(),
        left: None,
    };
    let signature = "exit code 1, stderr: TypeError: …() takes no arguments".to_owned();
    let reason = Reason::OtherFailure { signature };
    let (outcome, purpose) = (Outcome::Unresolved, Purpose::Search);
    let tested = Event::Tested { subject: subject(700), outcome, reason: Some(&reason), ms: 1.0, purpose };
    let certificate = None;
    let ended = Event::StageEnded { stage: stage("kinds", "tree"), units: 5, size: 500, certificate };
    for event in [
        Event::Best(subject(812_345)),
        Event::StageBegan(stage("roots", "declarations")),
        Event::Started(subject(700)),
        asked(1),
        asked(2),
        Event::Best(subject(90_000)),
        tested,
        ended,
        Event::StageBegan(stage("kinds", "tree")),
        asked(30),
        Event::Best(subject(1204)),
        Event::Started(subject(800)),
        Event::Started(subject(601)),
        asked(931),
    ] {
        view.seen.event(&event, 30 * SECOND);
    }
    let text: String =
        (1..=9).fold(String::new(), |text, n| format!("{text}int f{n}(void) {{\n\treturn {n};\n}}\n"));
    view.seen.keep(&|out| out.write_all(text.as_bytes())).unwrap();
    view.seen.keep(&|out| out.write_all(NOW.as_bytes())).unwrap();
    let candidate = NOW.replace(" /* 2 */", "").replace("f(3, \"a\")", "0");
    view.seen.look(subject(800), &|out| out.write_all(candidate.as_bytes())).unwrap();
    let c = Language::by_name("c").unwrap().parser();
    view.seen.parse = Some(Arc::new(c));
    view.has_colors = true;
    view.seen.notes.push("the failure to keep: SIGSEGV".to_owned());
    view
}

/// A terminal of this size that shows the view.
fn terminal(view: &mut View, width: u16, height: u16) -> Terminal<TestBackend> {
    let sight = view.sight(draw::columns(Size { width, height }));
    view.picture = std::mem::take(&mut view.picture).after(sight);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let status = crate::ui::status::tests::run(None);
    terminal.draw(|frame| draw::draw(frame, view, &status, 38 * SECOND)).unwrap();
    terminal
}

/// What a terminal of this size shows.
fn drawn(view: &mut View, width: u16, height: u16) -> String {
    terminal(view, width, height).backend().to_string()
}

/// The same, and below each row of the text a letter for how each character looks.
fn styled(view: &mut View, width: u16, height: u16) -> String {
    let terminal = terminal(view, width, height);
    let look = |cell: &Cell| match (cell.bg, cell.fg, cell.modifier) {
        (Color::Red, ..) => '-',
        (Color::Yellow, ..) => '~',
        (_, Color::Green, _) => 's',
        (_, Color::Magenta, _) => 'n',
        (_, Color::Blue, Modifier::BOLD) => 'k',
        (_, Color::Cyan, _) => 'p',
        (Color::Reset, Color::Reset, style) if style.contains(Modifier::DIM | Modifier::ITALIC) => 'c',
        (Color::Reset, Color::Reset, Modifier::REVERSED) => '=',
        (Color::Reset, Color::Reset, Modifier::UNDERLINED) => '_',
        (Color::Reset, Color::Reset, _) => ' ',
        _ => '?',
    };
    let buffer = terminal.backend().buffer();
    let mut shown = String::new();
    for (at, row) in buffer.content.chunks(width.into()).enumerate() {
        shown += row.iter().map(Cell::symbol).collect::<String>().trim_end();
        shown.push('\n');
        let looks: String = row[..draw::columns(Size { width, height })].iter().map(look).collect();
        if at > 0 && !looks.trim().is_empty() {
            shown = format!("{shown}{}\n", looks.trim_end());
        }
    }
    shown
}

#[test]
fn a_small_terminal_shows_all_parts() {
    assert_snapshot!(styled(&mut view(), 80, 24));
}

#[test]
fn a_large_terminal_shows_more_of_each() {
    assert_snapshot!(styled(&mut view(), 200, 60));
}

#[test]
fn a_terminal_of_any_size_is_drawn() {
    for (width, height) in [(1, 1), (10, 3), (20, 8), (40, 12), (500, 5), (8, 200)] {
        drawn(&mut view(), width, height);
    }
    drawn(&mut View::default(), 80, 24);
}

#[test]
fn what_is_under_test_stands_out_without_colours_too() {
    let mut view = view();
    view.has_colors = false;
    let shown = styled(&mut view, 80, 24);
    assert!(shown.contains("========") && shown.contains("_________"), "{shown}");
    assert!(!shown.contains("kkk") && !shown.contains("???"), "no colours: {shown}");
}

#[test]
fn keys_change_what_is_shown_or_ask_something_of_the_run() {
    let mut view = view();
    assert_eq!(view.key(KeyCode::Char('d')), None);
    let shown = drawn(&mut view, 80, 24);
    assert!(shown.contains("What went") && shown.contains("-int f2(void)"), "{shown}");
    view.key(KeyCode::Char('?'));
    assert!(drawn(&mut view, 80, 24).contains("stop with the best so far"));
    view.key(KeyCode::Esc);
    assert!(drawn(&mut view, 80, 24).contains("The text now"));
    view.key(KeyCode::PageDown);
    assert!(drawn(&mut view, 80, 24).contains("is wide"), "no further than the last line");
    view.key(KeyCode::Char('t'));
    let shown = drawn(&mut view, 80, 24);
    assert!(shown.contains("│    return 1; /* 2 */") && !shown.contains("int f1"), "{shown}");
    view.key(KeyCode::Char('p'));
    assert!(view.is_paused && drawn(&mut view, 80, 24).contains("PAUSED"));
    assert_eq!(view.key(KeyCode::Char('s')), Some(Wish::PutOff));
    assert_eq!(view.key(KeyCode::Char('q')), Some(Wish::Stop));
    assert!(!view.is_paused, "what waits would not see that it is to end");
    view.key(KeyCode::Char('p'));
    assert!(!view.is_paused && drawn(&mut view, 80, 24).contains("STOPPING"));
}

#[test]
fn the_best_and_the_candidate_under_test_can_be_read() {
    let mut view = view();
    let read = |view: &mut View, key| {
        let (what, text) = view.key(KeyCode::Char(key))?.read(&view.seen)?;
        Some((what, String::from_utf8(text.bytes().to_vec()).unwrap()))
    };
    assert_eq!(read(&mut view, 'o'), Some(("best", NOW.to_owned())));
    let (what, candidate) = read(&mut view, 'c').unwrap();
    assert!(what == "candidate" && candidate.contains("long f2 = 0 + 4;"), "{candidate}");
    view.seen.running.clear();
    assert_eq!(read(&mut view, 'c'), None);
    assert_eq!(read(&mut view, 'q'), None);
}

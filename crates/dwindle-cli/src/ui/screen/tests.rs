use dwindle::event::{Purpose, Stage, Subject};
use dwindle::{Id, Outcome, Reason};
use insta::assert_snapshot;
use ratatui::backend::TestBackend;

use super::*;

const SECOND: Duration = Duration::from_secs(1);

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
    view.seen.keep(text.into_bytes());
    view.seen.keep(b"int f1(void) {\n\treturn 1;\n}\nint f3(void);\n".to_vec());
    view.seen.notes.push("the failure to keep: SIGSEGV".to_owned());
    view
}

/// What a terminal of this size shows.
fn drawn(view: &View, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let status = crate::ui::status::tests::run(None);
    terminal.draw(|frame| draw::draw(frame, view, &status, 38 * SECOND)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn a_small_terminal_shows_all_parts() {
    assert_snapshot!(drawn(&view(), 80, 24));
}

#[test]
fn a_large_terminal_shows_more_of_each() {
    assert_snapshot!(drawn(&view(), 200, 60));
}

#[test]
fn a_terminal_of_any_size_is_drawn() {
    for (width, height) in [(1, 1), (10, 3), (20, 8), (40, 12), (500, 5), (8, 200)] {
        drawn(&view(), width, height);
    }
    drawn(&View::default(), 80, 24);
}

#[test]
fn keys_change_what_is_shown_or_ask_something_of_the_run() {
    let mut view = view();
    assert_eq!(view.key(KeyCode::Char('d')), None);
    let shown = drawn(&view, 80, 24);
    assert!(shown.contains("What went") && shown.contains("-int f2(void)"), "{shown}");
    view.key(KeyCode::Char('?'));
    assert!(drawn(&view, 80, 24).contains("stop with the best so far"));
    view.key(KeyCode::Esc);
    assert!(drawn(&view, 80, 24).contains("The text now"));
    view.key(KeyCode::PageDown);
    assert!(drawn(&view, 80, 24).contains("int f3"), "no further than the last line");
    view.key(KeyCode::Char('p'));
    assert!(view.is_paused && drawn(&view, 80, 24).contains("PAUSED"));
    assert_eq!(view.key(KeyCode::Char('s')), Some(Wish::PutOff));
    assert_eq!(view.key(KeyCode::Char('q')), Some(Wish::Stop));
    assert!(!view.is_paused, "what waits would not see that it is to end");
    view.key(KeyCode::Char('p'));
    assert!(!view.is_paused && drawn(&view, 80, 24).contains("STOPPING"));
}

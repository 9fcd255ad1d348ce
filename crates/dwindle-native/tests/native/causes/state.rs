#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Idle,
    Running,
    Paused,
    Done,
}
#[derive(Clone, Copy)]
enum Event {
    Start,
    Pause,
    Resume,
    Stop,
}
fn next(state: State, event: Event) -> State {
    match (state, event) { // FAULT: no (Paused, Stop)
        (State::Idle, Event::Start) => State::Running,
        (State::Running, Event::Pause) => State::Paused,
        (State::Paused, Event::Resume) => State::Running,
        (State::Running, Event::Stop) => State::Done,
        (same, _) => same,
    }
}
fn main() {
    let events = [Event::Start, Event::Pause, Event::Resume, Event::Pause, Event::Stop];
    let mut state = State::Idle;
    let mut steps = 0;
    for event in events {
        state = next(state, event);
        steps += 1;
    }
    println!("steps {}", steps);
    println!("state {:?}", state);
}

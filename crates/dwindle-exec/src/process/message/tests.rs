//! What is sent is what arrives.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;

use serde::de::DeserializeOwned;

use super::super::wire::{Inbox, decode, send};
use super::super::{Answer, Captured, End, Limits, NotStarted, Refused, Stdin};
use super::*;

/// Sends frames through a pipe and takes them out again, whole and cut short.
fn check<T: PartialEq + std::fmt::Debug + Serialize + DeserializeOwned>(sent: &[T]) {
    let (reader, writer) = io::pipe().unwrap();
    send(sent, &writer).unwrap();
    drop(writer);
    let mut inbox = Inbox::default();
    for message in sent {
        let frame = inbox.next(&reader).unwrap().unwrap();
        for cut in 0..frame.len() {
            assert!(decode::<T>(&frame[..cut]).is_err(), "{message:?} cut at {cut}");
        }
        assert_eq!(decode::<T>(frame).unwrap(), *message);
    }
    assert!(inbox.next(&reader).unwrap().is_none());
}

fn odd() -> OsString {
    OsString::from_vec(vec![0xff, b'=', b'\n', 0xc3])
}

#[test]
fn requests_pass_byte_for_byte_and_cut_ones_are_errors() {
    let command = Command {
        program: odd(),
        args: vec![odd(), OsString::new()],
        env: vec![(odd(), odd())],
        limits: Limits { memory: Some(u64::MAX), cpu: None, file_size: Some(0), is_background: true },
        grace: Duration::from_nanos(1),
        output_cap: 7,
    };
    let run = Run { dir: odd().into(), stdin: Stdin::Null, timeout: None };
    let from_file =
        Run { stdin: Stdin::File(odd().into()), timeout: Some(Duration::from_secs(1)), ..run.clone() };
    let line = Line { dir: odd().into(), text: vec![0, 1, 0xff], timeout: None };
    let confines = Confines { writable: vec![odd()], no_tcp: true, is_inside: false, looks_on: false };
    let sent = [
        Request::Enter(Entry { network: true, again: Some(vec![odd()]) }),
        Request::Identified,
        Request::Open(Opening { scratch: odd().into(), temp: Some(odd()), confines: Some(confines) }),
        Request::Allow(odd()),
        Request::Command(command),
        Request::Call(1, Call::Run(run)),
        Request::Call(u64::MAX, Call::Run(from_file)),
        Request::Call(2, Call::Ask(line)),
        Request::Call(0, Call::Dismiss),
        Request::Stop(3),
        Request::Bye,
    ];
    check(&sent);
}

#[test]
fn what_is_told_passes_byte_for_byte_and_cut_ones_are_errors() {
    let captured = Captured { head: vec![0xff], tail: vec![0], total: 9 };
    let mut sent = vec![
        Response::Ready("dwindle".into()),
        Response::Failed("no".into()),
        Response::Failed(String::new()),
        Response::Dismissed,
    ];
    let not_started = End::NotStarted(NotStarted::BadFormat, "why".into());
    for end in [End::Exited(255), End::Signalled(9), End::TimedOut, End::Stopped, not_started] {
        let (stdout, stderr, duration) = (captured.clone(), Captured::default(), Duration::from_nanos(5));
        sent.push(Response::Report(Report {
            end: end.clone(),
            duration,
            stdout,
            stderr,
            refused: vec![Refused { place: "/a/b".into(), writable: "/a".into(), is_replaced: true }],
        }));
        sent.push(Response::Reply(Reply::empty(end, duration)));
    }
    for answer in [Answer::Line(vec![0xff, 0]), Answer::Garbled(vec![b'\n'])] {
        sent.push(Response::Reply(Reply { answer, duration: Duration::ZERO, refused: Vec::new() }));
    }
    check(&sent);
}

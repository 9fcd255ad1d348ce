//! Persistent workers: one line in, one line out.

use std::time::Duration;

use dwindle_exec::process::{Answer, Command, End, NotStarted, Reply};

use super::bench::{Bench, alive, eventually, program, sh};

fn ask(bench: &mut Bench, command: &Command, line: &str) -> Reply {
    let dir = bench.scratch.path();
    bench.supervisor.ask(command, dir, line.as_bytes(), Some(Duration::from_secs(20))).unwrap()
}

fn line(text: &str) -> Answer {
    Answer::Line(text.into())
}

/// Answers with its process number and the request; some requests make it misbehave.
fn worker() -> Command {
    sh(r#"while read -r request; do case "$request" in
        die) echo last words >&2; exit 3;;
        crash) kill -SEGV $$;;
        hang) sleep 100;;
        twice) printf 'one\ntwo\n';;
        late) echo "$$ late"; sleep 0.05; echo unasked;;
        mute) exec >&-; sleep 100;;
        endless) exec tr '\0' x < /dev/zero;;
        complain) echo "about $request" >&2; echo "$$ $request";;
        *) echo "$$ $request";;
    esac; done"#)
}

/// The number of the worker that answered.
fn number(reply: &Reply) -> String {
    let Answer::Line(line) = &reply.answer else { panic!("{reply:?}") };
    String::from_utf8_lossy(line).split(' ').next().unwrap().to_owned()
}

#[test]
fn a_worker_answers_line_by_line() {
    for mut bench in Bench::both() {
        let first = number(&ask(&mut bench, &worker(), "0"));
        for request in 1..50 {
            let reply = ask(&mut bench, &worker(), &request.to_string());
            assert_eq!(reply.answer, line(&format!("{first} {request}")));
        }
        assert_eq!(ask(&mut bench, &worker(), "complain").answer, line(&format!("{first} complain")));
        assert_eq!(ask(&mut bench, &worker(), "").answer, line(&format!("{first} ")));
    }
}

#[test]
fn a_request_larger_than_a_pipe_passes_and_so_does_its_answer() {
    for mut bench in Bench::both() {
        let long = "0123456789".repeat(50_000);
        assert_eq!(ask(&mut bench, &program("/bin/cat", &[]), &long).answer, line(&long));
    }
}

#[test]
fn a_request_of_two_lines_is_an_error() {
    let mut bench = Bench::direct();
    assert!(bench.supervisor.ask(&worker(), bench.scratch.path(), b"a\nb", None).is_err());
}

#[test]
fn a_worker_that_dies_is_told_of_and_replaced() {
    for mut bench in Bench::both() {
        let first = number(&ask(&mut bench, &worker(), "x"));
        assert_eq!(ask(&mut bench, &worker(), "die").answer, Answer::None(End::Exited(3)));
        assert_eq!(ask(&mut bench, &worker(), "crash").answer, Answer::None(End::Signalled(11)));
        assert_ne!(number(&ask(&mut bench, &worker(), "x")), first);
    }
}

#[test]
fn a_worker_that_hangs_is_ended_and_replaced() {
    for mut bench in Bench::both() {
        let first = number(&ask(&mut bench, &worker(), "x"));
        let timeout = Some(Duration::from_millis(100));
        let reply = bench.supervisor.ask(&worker(), bench.scratch.path(), b"hang", timeout).unwrap();
        assert_eq!(reply.answer, Answer::None(End::TimedOut));
        assert!(!alive(first.parse().unwrap()));
        assert_ne!(number(&ask(&mut bench, &worker(), "x")), first);
    }
}

#[test]
fn a_worker_that_never_reads_neither_blocks_nor_breaks_us() {
    for mut bench in Bench::both() {
        let request = vec![b'x'; 1 << 20];
        let timeout = Some(Duration::from_millis(100));
        let deaf = sh("sleep 100");
        let reply = bench.supervisor.ask(&deaf, bench.scratch.path(), &request, timeout).unwrap();
        assert_eq!(reply.answer, Answer::None(End::TimedOut));
        let closed = sh("exec <&-; sleep 0.05; exit 9");
        let reply = bench.supervisor.ask(&closed, bench.scratch.path(), &request, None).unwrap();
        assert_eq!(reply.answer, Answer::None(End::Exited(9)));
    }
}

#[test]
fn a_worker_out_of_step_is_ended_and_replaced() {
    for mut bench in Bench::both() {
        assert_eq!(ask(&mut bench, &worker(), "twice").answer, Answer::Garbled(b"one\ntwo\n".to_vec()));
        let first = number(&ask(&mut bench, &worker(), "late"));
        std::thread::sleep(Duration::from_millis(150));
        assert_eq!(ask(&mut bench, &worker(), "x").answer, Answer::Garbled(b"unasked\n".to_vec()));
        assert_ne!(number(&ask(&mut bench, &worker(), "x")), first);
        let Answer::Garbled(found) = ask(&mut bench, &worker(), "endless").answer else { panic!() };
        assert_eq!(found.len(), worker().output_cap);
        assert!(matches!(ask(&mut bench, &worker(), "mute").answer, Answer::None(End::Signalled(_))));
        number(&ask(&mut bench, &worker(), "x"));
    }
}

#[test]
fn a_worker_is_replaced_when_command_or_directory_change_and_ended_by_a_run() {
    for mut bench in Bench::both() {
        let first = number(&ask(&mut bench, &worker(), "x"));
        let mut other = worker();
        other.env.push(("X".into(), "1".into()));
        let second = number(&ask(&mut bench, &other, "x"));
        assert!(!alive(first.parse().unwrap()));
        let reply = bench.supervisor.ask(&other, "/".as_ref(), b"x", None).unwrap();
        let third = number(&reply);
        assert!(!alive(second.parse().unwrap()));
        assert_eq!(bench.sh("exit 0").end, End::Exited(0));
        assert!(!alive(third.parse().unwrap()));
        let fourth = number(&ask(&mut bench, &worker(), "x"));
        bench.supervisor.dismiss().unwrap();
        assert!(!alive(fourth.parse().unwrap()));
        bench.supervisor.dismiss().unwrap();
        number(&ask(&mut bench, &worker(), "x"));
    }
}

#[test]
fn a_worker_that_ends_between_requests_is_replaced_in_silence() {
    for mut bench in Bench::both() {
        let once = sh("read line; echo $$ $line");
        let first = number(&ask(&mut bench, &once, "x"));
        eventually("it ends", || !alive(first.parse().unwrap()));
        assert_ne!(number(&ask(&mut bench, &once, "x")), first);
    }
}

#[test]
fn a_request_is_stopped_and_a_worker_that_cannot_start_says_why() {
    for mut bench in Bench::both() {
        let stopper = bench.supervisor.stopper();
        let helper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(80));
            stopper.stop();
        });
        assert_eq!(ask(&mut bench, &worker(), "hang").answer, Answer::None(End::Stopped));
        helper.join().unwrap();
        let answer = ask(&mut bench, &program("/no/such", &[]), "x").answer;
        assert!(matches!(answer, Answer::None(End::NotStarted(NotStarted::NotFound, _))), "{answer:?}");
    }
}

#[test]
fn a_worker_dies_with_its_supervisor_and_what_it_started_too() {
    let daemon = "setsid sh -c 'echo $$ > daemon; exec sleep 100' & while read x; do echo $$; done";
    for (mut bench, reach) in Bench::both().into_iter().zip([true, false]) {
        let worker = number(&ask(&mut bench, &sh(daemon), "x"));
        let daemon = bench.pid_in("daemon");
        let Bench { supervisor, scratch } = bench;
        drop(supervisor);
        assert!(!alive(worker.parse().unwrap()));
        assert_eq!(alive(daemon), !reach, "only a keeper reaches what left the group");
        if !reach {
            let pid = rustix::process::Pid::from_raw(daemon).unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        }
        assert!(scratch.path().exists());
    }
}

//! What candidates cannot do, and what they are allowed to.

use std::net::TcpListener;
use std::time::Duration;

use super::*;

#[test]
fn a_candidate_that_removes_the_home_directory_and_writes_beside_its_own_does_no_harm() {
    for level in possible() {
        let env = TestEnv::with_lines();
        env.file("home/thesis", "years of work");
        let home = env.path("home");
        let script = format!(
            "HOME={0}; rm -rf \"$HOME\" 2>/dev/null; echo x 2>/dev/null >\"$HOME/thesis\"; \
             echo x 2>/dev/null >../beside; touch ../../beside 2>/dev/null",
            home.display()
        );
        reduce(&env, &format!("--sandbox {level}"), &script);
        assert_eq!(env.read("home/thesis"), "years of work", "{level}");
        for root in [std::env::temp_dir(), "/dev/shm".into()] {
            assert!(!root.join("beside").exists(), "{level}");
        }
    }
}

#[test]
fn a_candidate_that_kills_all_it_can_ends_no_run() {
    for level in possible() {
        let env = TestEnv::with_lines();
        // Only where it is out of reach: this test would kill its own user's processes.
        let script =
            format!("kill -0 {} 2>/dev/null && exit 9; kill -9 $PPID -1 2>/dev/null", std::process::id());
        reduce(&env, &format!("--sandbox {level}"), &script);
    }
}

#[test]
fn a_candidate_reaches_no_server_unless_it_is_allowed_to() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!(
        "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 2)' 2>/dev/null"
    );
    let connected = || std::iter::from_fn(|| listener.accept().ok()).count() > 0;
    for level in possible() {
        let env = TestEnv::with_lines();
        reduce(&env, &format!("--sandbox {level}"), &connect);
        assert!(!connected(), "{level}");
        reduce(&env, &format!("--sandbox {level} --allow-net --fresh"), &connect);
        assert!(connected(), "{level}");
    }
}

#[test]
fn a_candidate_writes_where_it_is_allowed_to() {
    for level in possible() {
        let env = TestEnv::with_lines();
        env.file("log/of tests", "").file("other", "");
        let script = format!(
            "echo x >>'{0}/of tests'; echo x 2>/dev/null >>{1}",
            env.path("log").display(),
            env.path("other").display()
        );
        reduce(&env, &format!("--sandbox {level} --allow-write log"), &script);
        assert!(env.read("log/of tests").len() > 10, "{level}");
        assert_eq!(env.read("other"), "", "{level}");
    }
}

#[test]
fn a_candidate_that_fills_the_disk_ends_at_the_limit() {
    for level in possible() {
        let env = TestEnv::with_lines();
        let script = "head -c 30000000 /dev/zero >large; test $(wc -c <large) -le 1048576 || exit 9";
        reduce(&env, &format!("--sandbox {level} --file-size 1M"), script);
    }
}

#[test]
fn nothing_is_left_of_a_run_that_is_killed_with_its_sandbox() {
    for level in possible() {
        let env = TestEnv::with_lines();
        env.file("seen/where", "");
        let seen = env.path("seen/where");
        let hang = format!(
            "grep -q 'line 5' input.txt || {{ echo \"$PWD $TMPDIR\" >{}; sleep 1000; }}",
            seen.display()
        );
        env.script("test.sh", &format!("{hang}\n{LOOKS}"));
        let line = format!(
            "reduce --unit lines --timeout 1000s --sandbox {level} --allow-write seen ./test.sh input.txt"
        );
        let mut run = env.start(&line);
        let eventually = |come: &dyn Fn() -> bool| {
            for _ in 0..2000 {
                if come() {
                    return true;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            false
        };
        assert!(eventually(&|| env.read("seen/where").ends_with('\n')), "{level}");
        let seen = env.read("seen/where");
        let dirs: Vec<&str> = seen.split_whitespace().collect();
        assert!(dirs.len() == 2 && dirs.iter().all(|dir| Path::new(dir).exists()), "{level}: {dirs:?}");
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(eventually(&|| dirs.iter().all(|dir| !Path::new(dir).exists())), "{level}: {dirs:?}");
    }
}

//! What of the rest of the system a test reaches.

use std::net::{TcpListener, TcpStream, UdpSocket};

use super::*;

#[test]
fn a_test_removes_nothing_and_writes_nothing_elsewhere() {
    for (level, mut bench) in both() {
        let home = TempDir::new().unwrap();
        fs::create_dir(home.path().join("documents")).unwrap();
        let precious = home.path().join("documents/thesis");
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(&precious, "years of work").unwrap();
        let mut command = sh("rm -rf \"$HOME\"; echo x >\"$HOME/documents/thesis\"; echo x >\"$HOME/new\"; \
             truncate -s 0 \"$HOME/documents/thesis\"; mv \"$HOME/documents\" stolen; \
             ln \"$HOME/documents/thesis\" link && echo x >link; chmod -R a-w \"$HOME\"; \
             cd ..; echo x >beside; mkdir beside-too; echo x >/dev/shm/dwindle-was-here; exit 3");
        command.env.push(("HOME".into(), home.path().into()));
        let parent = bench.dir().join("..").canonicalize().unwrap();
        let work = bench.dir().join("work");
        fs::create_dir(&work).unwrap();
        let report = bench.run(&command);
        assert_eq!(report.end, End::Exited(3), "{level:?}");
        let said = report.stderr.text();
        let refusal = if level == Level::Full { "Read-only file system" } else { "Permission denied" };
        assert!(said.contains(refusal), "{level:?}: {said}");
        assert_eq!(fs::read_to_string(&precious).unwrap(), "years of work", "{level:?}: {said}");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "{level:?}: {said}");
        assert!(!parent.join("beside").exists() && !parent.join("beside-too").exists(), "{level:?}");
        assert!(!Path::new("/dev/shm/dwindle-was-here").exists(), "{level:?}");
    }
}

#[test]
fn a_test_changes_no_permissions_elsewhere() {
    let Some(mut bench) = sandboxed(Level::Full) else { return };
    let home = TempDir::new().unwrap();
    fs::create_dir(home.path().join("documents")).unwrap();
    let before = fs::metadata(home.path().join("documents")).unwrap();
    let mut command =
        sh("chmod -R 0 \"$HOME\"; touch -d 2001-01-01 \"$HOME/documents\"; chmod 0 /dev/null; \
        chmod 700 . && mkdir own && chmod 0 own && touch -d 2001-01-01 own && chmod 700 \"$TMPDIR\"");
    command.env.push(("HOME".into(), home.path().into()));
    let report = bench.run(&command);
    assert_eq!(report.end, End::Exited(0), "{}", report.stderr.text());
    let after = fs::metadata(home.path().join("documents")).unwrap();
    assert_eq!(before.permissions(), after.permissions());
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
}

/// Everything the user has would be killed, the tests included; so they are only told that it is possible where that
/// was found out with a signal that does nothing.
#[test]
fn a_test_signals_no_process_but_its_own() {
    for (level, mut bench) in both() {
        #[expect(clippy::disallowed_methods, reason = "a process to be spared")]
        let mut bystander = std::process::Command::new("sleep").arg("100").spawn().unwrap();
        let outside = std::process::id();
        let probe = bench.sh(&format!("kill -0 {outside} || kill -0 {} || exit 9", bystander.id()));
        assert_eq!(probe.end, End::Exited(9), "{level:?}: {}", probe.stdout.text());
        let report = bench.sh("kill -9 $PPID; kill -9 -1; sleep 0.1; exit 4");
        assert!(matches!(report.end, End::Exited(4) | End::Signalled(9)), "{level:?}: {report:?}");
        // The same keeper goes on.
        assert_eq!(bench.sh("exit 5").end, End::Exited(5), "{level:?}");
        assert!(alive(bystander.id().try_into().unwrap()), "{level:?}");
        bystander.kill().unwrap();
        bystander.wait().unwrap();
    }
}

#[test]
fn a_test_sees_its_own_processes_only() {
    let Some(mut bench) = sandboxed(Level::Full) else { return };
    let report = bench.sh("cat /proc/1/comm; echo /proc/[0-9]* | wc -w");
    let seen = report.stdout.text();
    let (first, count) = seen.trim_end().split_once('\n').unwrap();
    assert_eq!(first, "keeper");
    // The keeper, the shell, and what it runs.
    assert!(count.parse::<u32>().unwrap() <= 4, "{seen}");
}

/// Says what `python3` says of a connection and of a server.
const CONNECT: &str = "import socket, sys
def told(act):
    try: act(); return 'yes'
    except OSError as error: return type(error).__name__
def serve():
    server = socket.create_server(('127.0.0.1', 0)); return server
print(told(lambda: socket.create_connection(('127.0.0.1', int(sys.argv[1])), 2)), told(serve))
def both():
    server = serve(); socket.create_connection(server.getsockname(), 2); server.accept()
print(told(both))";

#[test]
fn a_test_reaches_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    TcpStream::connect(address).unwrap();
    let port = address.port().to_string();
    let command = program("python3", &["-c", CONNECT, &port]);
    if Bench::keeper().run(&command).end != End::Exited(0) {
        return;
    }
    let said = |bench: &mut Bench| bench.run(&command).stdout.text();
    assert_eq!(said(&mut Bench::keeper()), "yes yes\nyes\n");
    if let Some(mut bench) = sandboxed(Level::Files) {
        assert_eq!(said(&mut bench), "PermissionError PermissionError\nPermissionError\n");
    }
    // It has a network of its own, in which nobody else listens.
    if let Some(mut bench) = sandboxed(Level::Full) {
        assert_eq!(said(&mut bench), "ConnectionRefusedError yes\nyes\n");
    }
    for level in [Level::Files, Level::Full] {
        if let Some(mut bench) = with(Sandbox { level, network: true, ..Sandbox::default() }) {
            assert_eq!(said(&mut bench), "yes yes\nyes\n", "{level:?}");
        }
    }
}

#[test]
fn a_test_in_namespaces_sends_no_datagram_and_makes_no_queue_that_others_see() {
    let Some(mut bench) = sandboxed(Level::Full) else { return };
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let send = format!("printf x >/dev/udp/127.0.0.1/{}", socket.local_addr().unwrap().port());
    let send = program("bash", &["-c", &send]);
    let queues = || fs::read_to_string("/proc/sysvipc/msg").unwrap_or_default().lines().count();
    let arrived = |bench: &mut Bench| {
        let report = bench.run(&send);
        assert_eq!(report.end, End::Exited(0), "{}", report.stderr.text());
        socket.recv(&mut [0; 9]).is_ok()
    };
    assert!(arrived(&mut Bench::keeper()));
    assert!(!arrived(&mut bench));
    let before = queues();
    let report = bench.sh("ipcmk -Q >/dev/null && test $(wc -l </proc/sysvipc/msg) = 2");
    assert_eq!((report.end, queues()), (End::Exited(0), before), "{}", report.stderr.text());
}

#[test]
fn a_test_writes_where_it_is_allowed_to() {
    let (dir, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for level in [Level::Files, Level::Full] {
        let sandbox = Sandbox { level, writable: vec![dir.path().to_owned()], ..Sandbox::default() };
        let Some(mut bench) = with(sandbox) else { continue };
        let script = format!(
            "echo x >{0}/file && rm {0}/file && ! echo x >{1}/file",
            dir.path().display(),
            other.path().display()
        );
        let report = bench.sh(&script);
        assert_eq!(report.end, End::Exited(0), "{level:?}: {}", report.stderr.text());
    }
}

//! Other failures that are kept, and cleaning up.

use super::*;

#[test]
fn other_failures_are_kept_once_each_in_their_smallest_form() {
    let place = Place::new();
    let mut run = place.open("10").unwrap();
    let keep = |run: &mut RunDir, signature: &str, text: &str| {
        run.aside(signature, text.len() as u64, |folder| {
            fs::File::create(folder.join("crash.c"))?.write_all(text.as_bytes())
        })
        .unwrap()
    };
    assert_eq!(keep(&mut run, "SIGSEGV in f", "12345"), OtherFailure::New);
    assert_eq!(keep(&mut run, "abort: \"x\"\n", "12345"), OtherFailure::New);
    assert_eq!(keep(&mut run, "SIGSEGV in f", "12345678"), OtherFailure::Known);
    assert_eq!(keep(&mut run, "SIGSEGV in f", "123"), OtherFailure::Smaller);
    drop(run);
    // A kill in the middle of an exchange.
    let folder = place.open("10").unwrap().other_failures_path();
    fs::create_dir(folder.join(".new.dwindle-12-aB3dE6")).unwrap();
    let mut run = place.open("10").unwrap();
    assert_eq!(keep(&mut run, "SIGSEGV in f", "123"), OtherFailure::Known);
    assert_eq!(keep(&mut run, "abort: \"x\"\n", "123456"), OtherFailure::Known);
    assert_eq!(keep(&mut run, "SIGSEGV in g", "1"), OtherFailure::New);
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["001-sigsegv-in-f", "002-abort-x", "003-sigsegv-in-g"]);
    assert_eq!(fs::read_to_string(folder.join("001-sigsegv-in-f/crash.c")).unwrap(), "123");
    assert_eq!(fs::read_to_string(folder.join("002-abort-x/crash.c")).unwrap(), "12345");
}

#[test]
fn a_candidate_that_cannot_be_kept_leaves_nothing() {
    let place = Place::new();
    let mut run = place.open("10").unwrap();
    let failed = run.aside("x", 1, |_| Err(io::Error::other("no")));
    assert!(failed.is_err());
    assert_eq!(fs::read_dir(run.other_failures_path()).unwrap().count(), 0);
    assert_eq!(run.aside("x", 1, |_| Ok(())).unwrap(), OtherFailure::New);
}

#[test]
fn no_more_failures_are_kept_than_the_limits_allow() {
    let place = Place::new();
    let mut run = place.open("10").unwrap();
    let keep = |run: &mut RunDir, name: &str, size| run.aside(name, size, |_| Ok(())).unwrap();
    let half = OtherFailure::MOST_BYTES / 2;
    assert_eq!(keep(&mut run, "one", half), OtherFailure::New);
    assert_eq!(keep(&mut run, "other", half), OtherFailure::New);
    assert_eq!(keep(&mut run, "third", 1), OtherFailure::TooMany);
    // What becomes smaller makes room, also for the next run of the program.
    assert_eq!(keep(&mut run, "other", half - 1000), OtherFailure::Smaller);
    drop(run);
    let mut run = place.open("10").unwrap();
    assert_eq!(keep(&mut run, "large", 1001), OtherFailure::TooMany);
    for number in 2..OtherFailure::MOST {
        assert_eq!(keep(&mut run, &format!("small {number}"), 1), OtherFailure::New);
    }
    assert_eq!(keep(&mut run, "small", 1), OtherFailure::TooMany);
    assert_eq!(fs::read_dir(run.other_failures_path()).unwrap().count(), OtherFailure::MOST);
}

#[test]
fn cleaning_leaves_results_and_the_leave_to_replace_them() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    write(&mut place.result(&run).unwrap(), "ours").unwrap();
    assert!(matches!(rundir::clean(&place.home(), Cleaning::Remove), Err(Error::Locked { .. })));
    let path = run.path().to_owned();
    drop(run);
    place.put(".crash.min.c.dwindle-12-aB3dE6", "left");
    let named = rundir::clean(&place.home(), Cleaning::OnlyName).unwrap();
    let draft = place.at(".crash.min.c.dwindle-12-aB3dE6").canonicalize().unwrap();
    assert_eq!(named, [path.clone(), draft]);
    assert!(path.exists());
    assert_eq!(rundir::clean(&place.home(), Cleaning::Remove).unwrap(), named);
    assert_eq!(place.names(), ["crash.c", "crash.c.dwindle", "crash.min.c"]);

    let run = place.open("10").unwrap();
    write(&mut place.result(&run).unwrap(), "replaced").unwrap();
    drop(run);
    fs::remove_file(place.at("crash.min.c")).unwrap();
    assert_eq!(rundir::clean(&place.home(), Cleaning::Remove).unwrap(), [path, place.home()]);
    assert_eq!(place.names(), ["crash.c"]);
    assert!(rundir::clean(&place.home(), Cleaning::Remove).unwrap().is_empty());
}

#[test]
fn only_so_many_runs_of_an_input_are_kept() {
    let place = Place::new();
    let mut paths = Vec::new();
    for timeout in ["10", "20", "30", "40"] {
        let run = place.open(timeout).unwrap();
        write(&mut run.best(None).unwrap(), "12345").unwrap();
        // What is at work is not removed.
        paths.push((run.path().to_owned(), (timeout == "20").then_some(run)));
    }
    let now = place.open("50").unwrap();
    assert!(now.bound(4, 100_000).is_empty());
    assert_eq!(now.bound(4, 4).len(), 2, "the last one stays, and what is at work");
    now.bound(0, 100_000);
    let left: Vec<bool> = paths.iter().map(|(path, _)| path.exists()).collect();
    assert_eq!(left, [false, true, false, false]);
    paths[1].1 = None;
    assert_eq!(now.bound(0, 4).len(), 1);
    assert!(!paths[1].0.exists() && now.path().exists());
}

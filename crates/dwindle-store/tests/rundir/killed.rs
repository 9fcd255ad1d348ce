//! What killed runs left.

use super::*;

#[test]
fn a_run_killed_between_promise_and_rename_still_knows_its_own() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    let outputs = place.home().join("outputs.json");
    let mut result = place.result(&run).unwrap();
    write(&mut result, "one").unwrap();
    write(&mut result, "two").unwrap();
    // As if the run had been killed before "two" was put in place ...
    place.put("crash.min.c", "one");
    let mut result = place.result(&run).unwrap();
    // ... and the next one before "three" was: "one" must be known through both.
    let before = fs::read(&outputs).unwrap();
    write(&mut result, "three").unwrap();
    assert_ne!(fs::read(&outputs).unwrap(), before);
    place.put("crash.min.c", "one");
    place.result(&run).unwrap();
    place.put("crash.min.c", "two");
    assert!(matches!(place.result(&run), Err(Error::NotOurs { .. })));
}

#[test]
fn leftovers_of_killed_runs_are_removed_and_nothing_else() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    let kept = [".crash.min.c.dwindle-notes", ".crash.c.dwindle-12-aB3dE6", ".other"];
    for name in kept.iter().chain(&[".crash.min.c.dwindle-12-aB3dE6", ".crash.min.c.dwindle-1-XXXXXX"]) {
        place.put(name, "left");
    }
    let busy = fs::File::create(place.at(".crash.min.c.dwindle-99-locked")).unwrap();
    busy.try_lock().unwrap();
    place.result(&run).unwrap();
    assert_eq!(
        place.names(),
        [
            ".crash.c.dwindle-12-aB3dE6",
            ".crash.min.c.dwindle-99-locked",
            ".crash.min.c.dwindle-notes",
            ".other",
            "crash.c",
            "crash.c.dwindle"
        ]
    );
}

#[test]
fn what_a_killed_run_left_unfinished_in_its_directory_goes_when_that_is_opened() {
    let place = Place::new();
    let path = place.open("10").unwrap().path().to_owned();
    let drafts = [".answer.json.dwindle-12-aB3dE6", ".best.dwindle-1-XXXXXX"].map(|name| path.join(name));
    for path in drafts.iter().chain(&[path.join(".mine")]) {
        fs::File::create(path).unwrap();
    }
    let run = place.open("10").unwrap();
    assert!(drafts.iter().all(|draft| !draft.exists()));
    assert!(run.path().join(".mine").exists());
    drop(run);
    // In place, the next run is another one.
    fs::File::create(&drafts[0]).unwrap();
    place.open("11").unwrap().bound(RunDir::MOST_RUNS, RunDir::MOST_BYTES);
    assert!(!drafts[0].exists() && path.join(".mine").exists());
    // One that is at work may be writing it.
    let at_work = place.open("10").unwrap();
    fs::File::create(&drafts[0]).unwrap();
    place.open("11").unwrap().bound(RunDir::MOST_RUNS, RunDir::MOST_BYTES);
    assert!(drafts[0].exists());
    drop(at_work);
}

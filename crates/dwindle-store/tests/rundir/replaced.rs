//! Which files a result replaces.

use super::*;

#[test]
fn a_result_is_replaced_by_the_same_run_and_by_another_of_the_same_input() {
    let place = Place::new();
    for (timeout, text) in [("10", "one"), ("10", "two"), ("20", "three")] {
        let run = place.open(timeout).unwrap();
        let mut result = place.result(&run).unwrap();
        write(&mut result, "first").unwrap();
        write(&mut result, text).unwrap();
        result.sync(Some(NOW)).unwrap();
        result.sync(None).unwrap();
        assert_eq!(place.text("crash.min.c"), text);
    }
    assert_eq!(place.names(), ["crash.c", "crash.c.dwindle", "crash.min.c"]);
}

#[test]
fn a_file_that_we_did_not_write_is_never_replaced() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    place.put("crash.min.c", "mine");
    let error = place.result(&run).unwrap_err();
    assert!(matches!(error, Error::NotOurs { .. }), "{error}");
    assert!(error.to_string().contains("crash.min.c"));
    assert!(matches!(run.result(&place.at("crash.c"), None), Err(Error::NotOurs { .. })));
    assert_eq!(place.text("crash.min.c"), "mine");
}

#[test]
fn a_result_that_the_user_changed_is_not_replaced_by_the_next_run() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    write(&mut place.result(&run).unwrap(), "ours").unwrap();
    place.put("crash.min.c", "ours, edited");
    assert!(matches!(place.result(&run), Err(Error::NotOurs { .. })));
    fs::remove_file(place.at("crash.min.c")).unwrap();
    write(&mut place.result(&run).unwrap(), "ours again").unwrap();
}

#[test]
fn a_result_that_the_user_changes_during_the_run_is_left_alone() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    let mut result = place.result(&run).unwrap();
    write(&mut result, "ours").unwrap();
    place.put("crash.min.c", "edited");
    assert!(matches!(write(&mut result, "less"), Err(Error::NotOurs { .. })));
    assert_eq!(place.text("crash.min.c"), "edited");
    place.put("crash.min.c", "ours");
    write(&mut result, "touched only").unwrap();
    fs::remove_file(place.at("crash.min.c")).unwrap();
    write(&mut result, "removed").unwrap();
    assert_eq!(place.text("crash.min.c"), "removed");
}

#[test]
fn two_runs_at_once_do_not_write_the_same_result() {
    let place = Place::new();
    let (one, other) = (place.open("10").unwrap(), place.open("20").unwrap());
    let mut result = place.result(&one).unwrap();
    write(&mut result, "ours").unwrap();
    assert!(matches!(place.result(&other), Err(Error::InUse { .. })));
    other.result(&place.at("elsewhere.c"), None).unwrap();
    drop(one);
    place.result(&other).unwrap();
}

#[test]
fn only_plain_files_are_replaced() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    symlink(place.at("crash.c"), place.at("link")).unwrap();
    for target in [place.at("link"), place.dir.path().to_owned(), PathBuf::from("/dev/null")] {
        let error = run.result(&target, None).unwrap_err();
        assert!(matches!(error, Error::NotAFile { .. }), "{error}");
    }
    let error = run.result(&place.at("missing/folder"), None).unwrap_err();
    assert!(error.to_string().contains("missing/folder"), "{error}");
    assert!(run.result(Path::new(".."), None).is_err());
}

#[test]
fn a_result_whose_contents_cannot_be_made_stays_what_it_was() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    let mut result = place.result(&run).unwrap();
    write(&mut result, "whole").unwrap();
    let error = result
        .write(NOW, |to| {
            to.write_all(&vec![b'x'; 1 << 18])?;
            Err(io::Error::other("no more"))
        })
        .unwrap_err();
    assert!(error.to_string().contains("crash.min.c"), "{error}");
    assert_eq!(place.text("crash.min.c"), "whole");
    assert_eq!(place.names(), ["crash.c", "crash.c.dwindle", "crash.min.c"]);
}

#[test]
fn a_record_of_results_that_cannot_be_read_makes_nothing_ours() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    write(&mut place.result(&run).unwrap(), "ours").unwrap();
    fs::File::create(place.home().join("outputs.json")).unwrap();
    assert!(matches!(place.result(&run), Err(Error::NotOurs { .. })));
}

#[test]
fn permission_bits_are_those_asked_for() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    let mode = |name: &str| fs::metadata(place.at(name)).unwrap().permissions().mode() & 0o7777;
    for bits in [0o700, 0o640, 0o444] {
        let mut result = run.result(&place.at("crash.min.c"), Some(bits)).unwrap();
        write(&mut result, &bits.to_string()).unwrap();
        assert_eq!(mode("crash.min.c"), bits);
    }
    write(&mut run.result(&place.at("usual.c"), None).unwrap(), "").unwrap();
    assert_eq!(mode("usual.c"), mode("crash.c"));
}

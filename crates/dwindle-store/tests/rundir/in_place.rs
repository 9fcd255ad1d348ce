//! The input replaced by its result.

use super::*;

#[test]
fn in_place_keeps_the_original_before_the_first_write() {
    let place = Place::new();
    fs::set_permissions(place.at("crash.c"), Permissions::from_mode(0o750)).unwrap();
    let run = place.open("10").unwrap();
    let mut result = run.in_place(&place.at("crash.c")).unwrap();
    assert_eq!(place.names(), ["crash.c", "crash.c.dwindle"]);
    write(&mut result, "int;").unwrap();
    write(&mut result, ";").unwrap();
    assert_eq!((place.text("crash.c"), place.text("crash.c.orig")), (";".into(), "int main;".into()));
    for name in ["crash.c", "crash.c.orig"] {
        let mode = fs::metadata(place.at(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o750);
    }
    // A later run goes on from what the first one made, and the original stays the original.
    let mut later = run.in_place(&place.at("crash.c")).unwrap();
    write(&mut later, "").unwrap();
    assert_eq!((place.text("crash.c"), place.text("crash.c.orig")), (String::new(), "int main;".into()));
}

#[test]
fn in_place_refuses_when_the_originals_place_is_taken() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    let input = place.at("crash.c");
    place.put("crash.c.orig", "something else");
    let error = run.in_place(&input).unwrap_err();
    assert!(matches!(error, Error::OriginalInTheWay { .. }), "{error}");
    place.put("crash.c.orig", "int main;");
    write(&mut run.in_place(&input).unwrap(), "int;").unwrap();
    // The user edits the result: what they wrote is nowhere else, and the copy's place is taken.
    place.put("crash.c", "int edited;");
    assert!(matches!(run.in_place(&input), Err(Error::OriginalInTheWay { .. })));
    fs::remove_file(place.at("crash.c.orig")).unwrap();
    write(&mut run.in_place(&input).unwrap(), ";").unwrap();
    assert_eq!(place.text("crash.c.orig"), "int edited;");
}

#[test]
fn in_place_writes_through_a_link_and_not_over_an_edit() {
    let place = Place::new();
    let run = place.open("10").unwrap();
    symlink("crash.c", place.at("link.c")).unwrap();
    let mut result = run.in_place(&place.at("link.c")).unwrap();
    place.put("crash.c", "edited since");
    assert!(matches!(write(&mut result, "less"), Err(Error::NotOurs { .. })));
    let mut result = run.in_place(&place.at("link.c")).unwrap();
    write(&mut result, "less").unwrap();
    assert!(fs::symlink_metadata(place.at("link.c")).unwrap().is_symlink());
    assert_eq!(place.text("crash.c"), "less");
    assert_eq!(place.text("crash.c.orig"), "edited since");
}

#[test]
fn in_place_goes_on_where_an_earlier_run_was_kept_elsewhere() {
    let place = Place::new();
    let (input, elsewhere) = (place.at("crash.c"), place.at("elsewhere"));
    let first = RunDir::open(&elsewhere, key("10")).unwrap();
    write(&mut first.in_place(&input).unwrap(), "int;").unwrap();
    drop(first);
    let stranger = place.open("10").unwrap();
    assert!(matches!(stranger.in_place(&input), Err(Error::OriginalInTheWay { .. })));
    let second = stranger.knowing(vec![elsewhere], None);
    write(&mut second.in_place(&input).unwrap(), ";").unwrap();
    assert_eq!((place.text("crash.c"), place.text("crash.c.orig")), (";".into(), "int main;".into()));
}

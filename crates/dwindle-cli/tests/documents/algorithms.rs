//! The page about algorithms lists all that there are, with the years of their sources, and its picture is a real run.

use std::fmt::Write as _;
use std::fs;
use std::sync::Mutex;

use dwindle::algorithm::Algorithm;
use dwindle::reduce::TreeAlgorithm;
use dwindle::space::{ListSpace, Space};
use dwindle::strategy::{Ddmin, Strategy};
use dwindle::{Engine, Stop, test};
use regex::Regex;

use crate::{document, root};

/// The numbers of the example, and those that the failure needs.
const NUMBERS: [u32; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
const NEEDED: [u32; 3] = [1, 7, 8];

/// Width and height of a cell of the picture.
const CELL: (usize, usize) = (40, 26);

#[test]
fn every_algorithm_is_on_the_page_about_algorithms_with_the_year_of_its_source() {
    let page = document("docs/algorithms.md");
    let (lists, trees) = page.split_once("\n## Trees\n").unwrap();
    let year = Regex::new(r"\b(?:19|20)\d\d\b").unwrap();
    let is_there = |part: &str, name: &str, source: &str| {
        let begin = format!("| `{name}` | ");
        let row = part.lines().find(|line| line.starts_with(&begin));
        let row = row.unwrap_or_else(|| panic!("docs/algorithms.md has no row for {name}"));
        for year in year.find_iter(source) {
            assert!(row.contains(year.as_str()), "{name} is of {}: {row}", year.as_str());
        }
    };
    for &algorithm in Algorithm::ALL {
        is_there(lists, algorithm.name(), algorithm.about());
    }
    for &algorithm in TreeAlgorithm::ALL {
        is_there(trees, algorithm.name(), algorithm.citation().unwrap_or_default());
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the document is written anew on request")]
fn the_picture_of_ddmin_is_that_of_a_run() {
    let path = root().join("docs/ddmin.svg");
    let picture = picture(&tests_of_ddmin());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == picture, "docs/ddmin.svg is not what ddmin asks; UPDATE_DOCS=1 draws it anew");
}

/// What ddmin tests, each candidate once: the numbers that are kept, and whether they fail.
fn tests_of_ddmin() -> Vec<(Vec<u32>, bool)> {
    let tests = Mutex::new(Vec::new());
    let test = test::on_items(&NUMBERS, |kept: &[u32]| {
        let fails = NEEDED.iter().all(|needed| kept.contains(needed));
        tests.lock().unwrap().push((kept.to_vec(), fails));
        fails
    });
    let space = std::sync::Arc::new(ListSpace::new(NUMBERS.len()));
    let kept = Engine::new()
        .run(&test, |search| Ok::<_, Stop>(search.run(&space, Ddmin::new(space.full()))?.best().clone()))
        .unwrap();
    drop(test);
    assert_eq!(kept.units().map(|unit| unit + 1).collect::<Vec<_>>(), NEEDED);
    tests.into_inner().unwrap()
}

/// One row a test: its number, the numbers that are kept, and its outcome.
fn picture(tests: &[(Vec<u32>, bool)]) -> String {
    let (width, height) = CELL;
    let (left, right) = (50, 90);
    let (wide, high) = (left + NUMBERS.len() * width + right, tests.len() * height + 8);
    let mut svg = format!(
        "<svg width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" xmlns=\"http://www.w3.org/2000/svg\" \
         font-family=\"sans-serif\" font-size=\"14\">\n<title>The tests of ddmin on eight numbers of which 1, 7 and 8 \
         are needed</title>\n<rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n"
    );
    for (row, (kept, fails)) in tests.iter().enumerate() {
        let (top, base) = (4 + row * height, 4 + row * height + 18);
        let (fill, word) = if *fails { ("#c0392b", "fails") } else { ("#8795a1", "passes") };
        writeln!(svg, "<text x=\"38\" y=\"{base}\" text-anchor=\"end\" fill=\"#606f7b\">{}</text>", row + 1)
            .unwrap();
        for (at, number) in NUMBERS.iter().enumerate().filter(|(_, number)| kept.contains(number)) {
            let x = left + at * width;
            let (wide, high, middle) = (width - 4, height - 4, x + width / 2 - 2);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"3\" fill=\"{fill}\"/>\
                 <text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\" fill=\"#ffffff\">{number}</text>"
            )
            .unwrap();
        }
        let x = left + NUMBERS.len() * width + 12;
        writeln!(svg, "<text x=\"{x}\" y=\"{base}\" fill=\"{fill}\">{word}</text>").unwrap();
    }
    svg + "</svg>\n"
}

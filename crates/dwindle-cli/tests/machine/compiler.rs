//! Which options of a real compiler make its sum wrong: `testdata/kahan`, a case of the kind of the paper's.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

/// There is a GCC whose sum is wrong.
const WRONG: &str = "cd ../../testdata/kahan && dir=$(mktemp -d) && cp * $dir && cd $dir && \
    ./check.sh -O1 2>/dev/null && said=$(./check.sh $(cat options.txt) 2>&1; ./check.sh -Ofast 2>&1); \
    rm -r $dir; test \"$(echo $said)\" = 'wrong sum wrong sum'";

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 3] = [
        (
            "four_of_forty_options_of_a_real_compiler_are_found_in_few_tests",
            four_of_forty_options_of_a_real_compiler_are_found_in_few_tests,
        ),
        (
            "a_real_compiler_is_right_with_all_but_one_of_forty_options",
            a_real_compiler_is_right_with_all_but_one_of_forty_options,
        ),
        (
            "four_options_of_a_real_compiler_each_prevent_a_failure",
            four_options_of_a_real_compiler_each_prevent_a_failure,
        ),
    ];
    tests
        .map(|(name, test)| trial(name, &[Need::Program("gcc"), Need::Holds("gcc is right", WRONG)], test))
        .into()
}

/// The case in a directory of its own.
fn kahan() -> TestEnv {
    let env = TestEnv::new();
    let case: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/kahan");
    for name in ["sum.c", "check.sh", "options.txt", "cures.txt"] {
        std::fs::copy(case.join(name), env.path(name)).unwrap();
    }
    env
}

fn four_of_forty_options_of_a_real_compiler_are_found_in_few_tests() {
    let env = kahan();
    let (n, k) = (40.0_f64, 4);
    let choices: f64 = (0..k).map(|i| (n - f64::from(i)) / f64::from(i + 1)).product();
    let bound = choices.log2() + f64::from(k);
    for jobs in [1, 4] {
        let line = format!("options --fresh --message-format json --jobs {jobs} -- ./check.sh @options.txt");
        let shown = env.run(&line);
        let end = &shown.steady()["data"];
        assert_eq!(
            end["answers"][0]["line"],
            "./check.sh -O1 -fassociative-math -fno-signed-zeros -fno-trapping-math",
            "{shown}"
        );
        let tests = end["asked"].as_f64().unwrap();
        assert!(tests <= 2.0 * bound, "{tests} tests, more than twice {bound:.1}");
    }
}

fn a_real_compiler_is_right_with_all_but_one_of_forty_options() {
    let env = kahan();
    let found: Vec<String> = ["1", "4"]
        .map(|jobs| {
            env.answer(&["options", "--fresh", "--maximize", "--jobs", jobs], "-- ./check.sh @options.txt")
        })
        .to_vec();
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].split_whitespace().count(), 40, "the program and 39 options");
    let needed = ["-O1", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"];
    let left_out = needed.iter().filter(|&&option| !found[0].split_whitespace().any(|word| word == option));
    assert_eq!(left_out.count(), 1, "{}", found[0]);
}

fn four_options_of_a_real_compiler_each_prevent_a_failure() {
    let env = kahan();
    let found = env.answer(&["options", "--again", "--prevent", "@cures.txt"], "-- ./check.sh -Ofast");
    let mut cures: Vec<&str> =
        found.lines().map(|line| line.strip_prefix("./check.sh -Ofast ").unwrap()).collect();
    cures.sort_unstable();
    let expected =
        ["-fno-associative-math", "-fno-unsafe-math-optimizations", "-fsigned-zeros", "-ftrapping-math"];
    assert_eq!(cures, expected);
}

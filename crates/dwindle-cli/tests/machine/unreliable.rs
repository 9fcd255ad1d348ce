//! Tests that fail now and then, by the program: few searches come to another result, and none of these says that it is right.

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

/// How many searches there are for each rate.
const SEARCHES: u32 = 8;

pub(super) fn trials() -> Vec<Trial> {
    let name = "a_test_that_fails_now_and_then_comes_to_the_lines_that_matter";
    vec![trial(name, &[Need::Slow], right)]
}

/// Fails with the first chance of 100 where both lines are there, with the second where they are not; each run draws anew.
const TEST: &str = "n=$(cat COUNT); echo $((n + 1)) >COUNT
    drawn=$(($(echo SEED $n | cksum | cut -d' ' -f1) % 100))
    grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt && exec test $drawn -lt OFTEN
    exec test $drawn -lt SELDOM";

fn right() {
    for (often, seldom) in [(50, 0), (90, 1)] {
        let (mut right, mut wrong) = (0, Vec::new());
        for seed in 0..SEARCHES {
            let env = TestEnv::new();
            env.lines("input.txt", 24).file("count", "0\n");
            let test = TEST.replace("COUNT", env.path("count").to_str().unwrap());
            let test = test.replace("SEED", &format!("{seed}")).replace("OFTEN", &format!("{often}"));
            env.script("test.sh", &test.replace("SELDOM", &format!("{seldom}")));
            let shown =
                env.run("reduce --sandbox off --jobs 1 --unit lines --repeat auto ./test.sh input.txt");
            // What is refused since the input passed in one of its first runs is not wrong.
            match (shown.code, env.path("input.min.txt").exists()) {
                (0, true) if env.read("input.min.txt") == "line 3\nline 11\n" => right += 1,
                (0, _) => wrong.push(shown.to_string()),
                _ => {}
            }
        }
        assert!(wrong.is_empty(), "{often}, {seldom}: {}", wrong.join("\n\n"));
        assert!(right >= SEARCHES - 1, "{often}, {seldom}: {right} of {SEARCHES}");
    }
}

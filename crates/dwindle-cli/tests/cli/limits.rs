//! What a test may use: `--memory` and `--file-size`, without a sandbox.

use crate::env::TestEnv;

#[test]
fn a_test_that_needs_more_than_it_may_have_fails_to_get_it() {
    for (option, needs_more) in [
        ("--memory 200M", "dd if=/dev/zero of=/dev/null bs=400M count=1 2>/dev/null"),
        ("--file-size 1M", "head -c 3000000 /dev/zero >large 2>/dev/null"),
    ] {
        let env = TestEnv::with_lines();
        env.script("test.sh", &format!("{needs_more} && exit 9\ngrep -qx 'line 3' input.txt"));
        let line = |option: &str| format!("reduce --sandbox off --unit lines {option} ./test.sh input.txt");
        let shown = env.run(&line(option));
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
        // Without the limit it has it, and what it says then is no failure.
        let shown = env.run(&line(""));
        assert_eq!(shown.code, 3, "{shown}");
    }
}

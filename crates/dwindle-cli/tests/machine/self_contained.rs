//! A C++ source with a header of the standard library, reduced by a real compiler to a file without any.

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

const SOURCE: &str = "#include <cstddef>\n#include <cstdlib>\n\nint twice(int x) { return 2 * x; }\n\n\
    int main() {\n    std::size_t size = \"size\";\n    return twice(std::abs(3)) + size;\n}\n";

pub(super) fn trials() -> Vec<Trial> {
    let name = "a_source_becomes_a_file_that_includes_nothing_and_has_the_same_error";
    vec![trial(name, &[Need::Program("g++")], journey)]
}

fn journey() {
    let env = TestEnv::new();
    env.file("main.cc", SOURCE);
    let shown = env.run(
        "reduce --quiet --minify --self-contained --stderr invalid.conversion.*std::size_t main.cc -- g++ -std=c++20 -c -o out.o {}",
    );
    assert_eq!(shown.code, 0, "{shown}");
    let (source, whole) = (env.read("main.min.cc"), env.read("main.self-contained.cc"));
    assert!(source.contains("include") && source.len() < 60, "{source}");
    assert!(!whole.contains("include") && !whole.contains("# ") && whole.len() < 100, "{whole}");
    assert_eq!(
        env.run("check --stderr invalid.conversion.*std::size_t main.self-contained.cc -- g++ -std=c++20 -c -o out.o {}").code,
        0
    );
}

//! The small cases: what each lays in its directory.

use std::path::Path;

use crate::env::TestEnv;

pub(super) fn lines(env: &TestEnv) {
    env.lines("input.txt", 12);
    env.script("test.sh", "grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt");
}

/// A compiler that wants brackets closed and crashes where something else is read than was written.
pub(super) fn program(env: &TestEnv) {
    env.file(
        "crash.c",
        "struct pair { int left; int right; };\n\
         static int first(struct pair *p) {\n    return p->left;\n}\n\
         int unused(int n) { while (n > 3) { n = n - 2; } return n; }\n\
         int main(void) {\n    struct pair both = { 1, 2 };\n    int sum = first(&both) + both.right;\n    return sum / 0;\n}\n",
    );
    let is_whole = "[ $(tr -cd '{' < $file | wc -c) = $(tr -cd '}' < $file | wc -c) ]";
    env.script(
        "test.sh",
        &format!("file=crash.c; {is_whole} || exit 125; grep -q '/ 0' crash.c && grep -q 'main' crash.c"),
    );
    env.script(
        "cc",
        &format!(
            "file=$1; {is_whole} || {{ echo 'error: brackets' >&2; exit 1; }}\n\
        if grep -q '/ 0' $1; then echo 'cc: fold.c:12: fold: Assertion `divisor` failed.' >&2; exit 134; fi"
        ),
    );
}

pub(super) fn json(env: &TestEnv) {
    env.file(
        "data.json",
        "{\"rows\": [{\"id\": 1, \"tags\": [\"a\", \"b\"]}, {\"id\": 2, \"tags\": []}, {\"id\": 3, \"name\": null}],\n \
         \"more\": {\"deep\": [[1, 2, [true]], {\"x\": \"boom\"}], \"left\": 7}}\n",
    );
    let same = |open: &str, close: &str| {
        format!("[ $(tr -cd '{open}' < data.json | wc -c) = $(tr -cd '{close}' < data.json | wc -c) ]")
    };
    env.script(
        "test.sh",
        &format!(
            "{} && {} || exit 125\ngrep -q boom data.json && grep -q 'true' data.json",
            same("{", "}"),
            same("[", "]")
        ),
    );
}

pub(super) fn folder(env: &TestEnv) {
    for folder in ["src/deep", "docs"] {
        std::fs::create_dir_all(env.path(format!("proj/{folder}"))).unwrap();
    }
    env.lines("proj/a.txt", 5)
        .lines("proj/src/b.txt", 4)
        .lines("proj/src/deep/c.txt", 8)
        .lines("proj/docs/d.txt", 3);
    env.file("proj/run", "#!/bin/sh\n");
    env.script(
        "test.sh",
        "test -e proj/run || exit 125\ntest -e proj/src/b.txt && grep -qsx 'line 5' proj/src/deep/c.txt && grep -qsx 'line 2' proj/a.txt",
    );
}

pub(super) fn several(env: &TestEnv) {
    lines(env);
    program(env);
    env.script("several.sh", "grep -qx 'line 3' input.txt && grep -q main crash.c");
}

/// Lines, one of which has an exclamation mark, in a gzip file.
pub(super) fn packed(env: &TestEnv) {
    let line = |nth| format!("line {nth}{}\n", if nth == 3 { "!" } else { "" });
    let text: String = (0..6).map(line).collect();
    let crc = !text.bytes().fold(!0, |crc, byte| {
        (0..8)
            .fold(crc ^ u32::from(byte), |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    });
    let length = u16::try_from(text.len()).unwrap();
    // One block, stored as it is.
    let header =
        [b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", &length.to_le_bytes()[..], &(!length).to_le_bytes()].concat();
    let end = [&crc.to_le_bytes()[..], &u32::from(length).to_le_bytes()].concat();
    env.file("notes.gz", [&header, text.as_bytes(), &end].concat());
    env.script("test.sh", "gzip -t notes.gz && gzip -dc notes.gz | grep -q '!'");
}

pub(super) fn causes(env: &TestEnv) {
    let line = |n| match n {
        4 => "left one\n".to_owned(),
        9 => "right one\n".to_owned(),
        14 => "alone three\n".to_owned(),
        _ => format!("plain {n}\n"),
    };
    env.file("in.txt", (0..18).map(line).collect::<String>());
    env.script(
        "check.sh",
        "has() { grep -q \"$1\" in.txt; }\n\
         has left && has right && { echo 'error: sides meet' >&2; exit 1; }\n\
         has alone && { echo 'error: nobody there' >&2; exit 1; }\nexit 0",
    );
}

pub(super) fn division(env: &TestEnv) {
    env.file("in.txt", "first line\ncount = 12; print(count / 0)\nlast line\n");
    env.script("test.sh", r"grep -qxE '([a-z]+) = [0-9]+; print\(\1 [/%] 0\)' in.txt");
}

pub(super) fn pairs(env: &TestEnv) {
    env.file("in.txt", "aaa bbb x\nab\n");
    env.script("test.sh", "grep -q x in.txt");
    env.script(
        "unequal.sh",
        "a=$(tr -cd a <in.txt | wc -c) b=$(tr -cd b | wc -c); [ $a -ge $b ] && echo $((a - b)) || echo $((b - a))",
    );
}

pub(super) fn needy(env: &TestEnv) {
    lines(env);
    env.file("deps", "11: 7\n7: 1 2\n5: 3\n");
}

pub(super) fn worker(env: &TestEnv) {
    lines(env);
    env.script(
        "worker",
        "while read -r path; do if grep -qx 'line 3' \"$path\" && grep -qx 'line 11' \"$path\"; then echo fail; else echo pass; fi; done",
    );
}

/// A test that needs three words, each of which a `clang_delta` makes shorter one at a time.
pub(super) fn clang_delta(env: &TestEnv) {
    env.file("crash.c", format!("int unused;\n{}", "int f() { return 1 + alpha; }\n".repeat(3)));
    let three = "[ $(grep -oE '(alpha|beta);' crash.c | wc -l) -ge 3 ]";
    env.script("test.sh", &format!("grep -q alpha crash.c && {three}"));
    env.script(
        "clang_delta",
        r#"case $1 in --transformations) echo shorter;;
        --query*) echo "Available transformation instances: $(grep -o alpha "$2" | wc -l)";;
        *) sed "s/alpha/beta/${2#--counter=}" "$3";; esac"#,
    );
}

/// A pass of the user's own that offers to make the first 12 of the text a 1.
pub(super) fn external(env: &TestEnv) {
    env.file("input.txt", "line 1\nline 12 12\nline 3\nline 4\n");
    env.script("test.sh", "grep -qxE 'line (1|12) (1|12)' input.txt");
    env.script(
        "pass",
        r#"while read -r request; do case $request in
        *hello*) echo '{}';;
        *) path=${request#*\"file\":\"}; path=${path%%\"*}
            at=$(grep -bo 12 "$path" | head -1 | cut -d: -f1)
            if [ "$at" ]; then echo "{\"rewrites\": [[{\"start\": $at, \"end\": $((at + 2)), \"with\": \"1\"}]]}"
            else echo '{"rewrites": []}'; fi;; esac; done"#,
    );
}

pub(super) fn sides(env: &TestEnv) {
    let noise = |from: u32| (from..from + 6).map(|n| format!("  noise {n};\n")).collect::<Vec<_>>().concat();
    let text = |last: &str| {
        format!("begin main\n{}  let armed = 1;\n{}  {last};\n{}end\n", noise(0), noise(6), noise(12))
    };
    env.file("bad.prog", text("call boom with 7")).file("good.prog", text("call nice with 7"));
    env.script(
        "test.sh",
        "grep -q '^begin' bad.prog && grep -q '^end' bad.prog || exit 125\ngrep -q armed bad.prog && grep -q boom bad.prog",
    );
}

/// A program that crashes with `-a`, a value `out` for `-o`, and `bug` in a file that is named, unless `--cure` helps.
pub(super) fn tool(env: &TestEnv) {
    env.file("in.txt", "bug\n");
    env.script(
        "tool",
        "a=; o=; f=; c=\nwhile [ $# -gt 0 ]; do case $1 in\n\
         -a) a=1 ;; -o) [ $# -gt 1 ] || { echo 'tool: -o wants a value' >&2; exit 2; }; shift; [ \"$1\" = out ] && o=1 ;;\n\
         -x|-k|-l) shift ;; --cure) c=1 ;; -*) ;;\n\
         *) [ -f \"$1\" ] || { echo \"tool: no file $1\" >&2; exit 2; }; grep -q bug \"$1\" && f=1 ;;\n\
         esac; shift; done\n\
         if [ \"$a$o$f\" = 111 ] && [ -z \"$c\" ]; then echo 'tool: crash' >&2; exit 3; fi",
    );
}

pub(super) fn variables(env: &TestEnv) {
    env.script("set", "if [ \"$BAD$WORSE\" = yesyes ]; then echo 'set: crash' >&2; exit 3; fi; exit 0");
}

pub(super) fn search_path(env: &TestEnv) {
    for number in 1..10 {
        std::fs::create_dir(env.path(format!("d{number}"))).unwrap();
        env.file(format!("d{number}/plugin"), "");
    }
    env.file("d4/bad", "").file("d7/late", "");
    env.script(
        "tool",
        "first=; IFS=:; for folder in $LIBS; do [ -e $folder/bad ] && first=yes\n\
         [ -n \"$first\" ] && [ -e $folder/late ] && { echo 'tool: crash' >&2; exit 3; }; done; exit 0",
    );
}

pub(super) fn session(env: &TestEnv) {
    let mut actions = Vec::new();
    let mut add = |window: &str, does: &str, key: &str| {
        let t = 100 + 25 * actions.len();
        actions.push(format!(r#"{{"t": {t}, "window": "{window}", "do": "{does}", "key": "{key}"}}"#) + "\n");
    };
    for window in ["mail", "draw"] {
        add(window, "open", "");
        for key in ["a", "b", "c"] {
            add(window, "press", key);
            add(window, "release", key);
        }
    }
    env.file("session.jsonl", actions.concat());
    env.script(
        "replay",
        "if grep 'draw.*press.*\"c\"' \"$1\" > /dev/null; then echo 'panic: c in draw' >&2; exit 101; fi",
    );
}

/// Two versions with changes in three files, two of which make the failure together.
pub(super) fn versions(env: &TestEnv) {
    for (folder, boom) in [("old", ["one", "two"]), ("new", ["boom", "bang"])] {
        std::fs::create_dir_all(env.path(format!("{folder}/src"))).unwrap();
        let version = usize::from(folder == "new");
        let text = |special: &str| {
            (0..40)
                .map(|n| match n {
                    20 => format!("{special}\n"),
                    4 | 12 | 30 | 36 => format!("line {n} of version {version}\n"),
                    _ => format!("line {n}\n"),
                })
                .collect::<String>()
        };
        env.file(format!("{folder}/src/a.txt"), text(boom[0])).file(format!("{folder}/b.txt"), text(boom[1]));
        env.file(format!("{folder}/c.txt"), text("same"))
            .file(format!("{folder}/{folder}.txt"), "only here\n");
    }
    env.script("test.sh", "! { grep -q boom src/a.txt && grep -q bang b.txt; }");
    env.script("fixed.sh", "grep -q boom src/a.txt && grep -q bang b.txt");
}

/// Copies a program of the tests of traces.
fn traced(env: &TestEnv, path: &str) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-trace/testdata").join(path);
    std::fs::copy(&from, env.path(from.file_name().unwrap())).unwrap();
}

pub(super) fn markup(env: &TestEnv) {
    traced(env, "python/markup.py");
}

pub(super) fn stack(env: &TestEnv) {
    traced(env, "perl/stack.pl");
}

pub(super) fn native(env: &TestEnv) {
    env.file(
        "prog.c",
        "#include <stdio.h>\nint main(void) {\n    int sum = 0, other = 1;\n    for (int i = 0; i < 4; i++) {\n        other = other * 2;\n        sum = sum + i;\n    }\n    if (other > 3) {\n        other = 3;\n    }\n    printf(\"%d\\n\", sum);\n    return 0;\n}\n",
    );
    let mut compiler = crate::needs::command("gcc");
    compiler.current_dir(env.path("")).args(["-g", "-O0", "-o", "prog", "prog.c"]);
    assert!(compiler.status().unwrap().success());
}

/// A program with three faults, and inputs for it.
pub(super) fn crashes(env: &TestEnv) {
    sums(env);
    std::fs::create_dir(env.path("crashes")).unwrap();
    for (nth, text) in ["1+(0+2)+1", "((1))+2", "1+1", "2+0+2", "3", "(4+((2)))"].iter().enumerate() {
        env.file(format!("crashes/{nth}.sum"), text);
    }
}

pub(super) fn sums(env: &TestEnv) {
    env.file("sums.ebnf", "sum = term, { \"+\", term } ;\nterm = digit | \"(\", sum, \")\" ;\ndigit = \"0\" | \"1\" | \"2\" ;\n");
    std::fs::create_dir(env.path("seeds")).unwrap();
    env.file("seeds/a.sum", "1+(2+0)+1").file("seeds/b.sum", "2+0");
    env.script(
        "calc",
        "if grep -q '0+2' \"$1\"; then echo \"thread 'main' panicked at src/calc.rs:12:5:\" >&2; echo 'no such sum' >&2; exit 101; fi\n\
         if grep -q '((' \"$1\"; then kill -SEGV $$; fi\n\
         if grep -q '1+1' \"$1\"; then echo 'error: too much' >&2; exit 2; fi",
    );
}

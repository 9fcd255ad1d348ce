//! The tools, as data.

use anyhow::{Context, Result};

/// The name of our own in the table.
pub(super) const DWINDLE: &str = "dwindle";

/// A tool: what it is called, which programs it needs, and how it is started.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// Its programs, each with the formats that it is for; none are all.
    pub(super) programs: &'static [(&'static str, &'static [&'static str])],
    /// What the shell runs, in a directory of its own. `$PROGRAM` is the program, `$TEST` the test, which takes the candidate as its
    /// argument or finds it by its name in the working directory, `$FILE` the input, which may be written over, `$FORMAT`
    /// its format, and `$JOBS` how many tests may run at a time. The result is `$OUT` if there is such a file, or else `$FILE`.
    pub(super) line: &'static str,
    /// Whether it takes part only if it is named.
    pub(super) only_named: bool,
}

/// All of them, Dwindle first.
const TOOLS: [Tool; 13] = [
    Tool {
        name: DWINDLE,
        programs: &[("dwindle", &[])],
        line: r#"exec "$PROGRAM" reduce --fresh --quiet --state-dir "$PWD/state" --jobs "$JOBS" -o "$OUT" "$TEST" "$FILE""#,
        only_named: false,
    },
    Tool {
        name: "dwindle-lists",
        programs: &[("dwindle", &[])],
        line: r#"exec "$PROGRAM" reduce --language none --fresh --quiet --state-dir "$PWD/state" --jobs "$JOBS" -o "$OUT" "$TEST" "$FILE""#,
        only_named: true,
    },
    Tool {
        name: "shrinkray",
        programs: &[("shrinkray", &[])],
        line: r#"exec "$PROGRAM" --no-llm --formatter none --ui basic --timeout 60 --parallelism "$JOBS" "$TEST" "$FILE""#,
        only_named: false,
    },
    Tool {
        name: "cvise",
        programs: &[("cvise", &[])],
        line: r#"case $FORMAT in c | c++) ;; *) not_c=--not-c ;; esac
exec "$PROGRAM" $not_c --n "$JOBS" "$TEST" "${FILE##*/}""#,
        only_named: false,
    },
    Tool {
        name: "creduce",
        programs: &[("creduce", &[])],
        line: r#"case $FORMAT in c | c++) ;; *) not_c=--not-c ;; esac
exec "$PROGRAM" $not_c --n "$JOBS" "$TEST" "$FILE""#,
        only_named: false,
    },
    Tool {
        name: "picire",
        programs: &[("picire", &[])],
        line: r#""$PROGRAM" --input "$FILE" --test "$TEST" --atom both --parallel --jobs "$JOBS" --out "$PWD/work" &&
cp "work/${FILE##*/}" "$OUT""#,
        only_named: false,
    },
    Tool {
        name: "treereduce",
        programs: &[
            ("treereduce-c", &["c"]),
            ("treereduce-java", &["java"]),
            ("treereduce-javascript", &["javascript"]),
            ("treereduce-rust", &["rust"]),
        ],
        line: r#"exec "$PROGRAM" --quiet --jobs "$JOBS" --source "$FILE" --output "$OUT" -- "$TEST" @@"#,
        only_named: false,
    },
    Tool {
        name: "lithium",
        programs: &[("lithium", &[])],
        line: r#"echo '
import os, subprocess
def interesting(args, prefix):
    return subprocess.call([os.environ["TEST"], args[-1]]) == 0
' >condition.py
"$PROGRAM" condition.py "$FILE" && exec "$PROGRAM" --char condition.py "$FILE""#,
        only_named: false,
    },
    Tool {
        name: "halfempty",
        programs: &[("halfempty", &[])],
        line: r#"echo '#!/bin/sh
file=$(mktemp) && cat >"$file" && "$TEST" "$file"
code=$?
rm -f "$file"
exit $code' >piped.sh && chmod +x piped.sh &&
exec "$PROGRAM" --quiet --num-threads "$JOBS" --output "$OUT" "$PWD/piped.sh" "$FILE""#,
        only_named: false,
    },
    Tool {
        name: "llvm-reduce",
        programs: &[("llvm-reduce", &["llvm", "ll", "llvm-ir"])],
        line: r#"exec "$PROGRAM" --test="$TEST" -o "$OUT" "$FILE""#,
        only_named: false,
    },
    Tool {
        name: "ddsmt",
        programs: &[("ddsmt", &["smt", "smt2", "smtlib"])],
        line: r#"exec "$PROGRAM" --jobs "$JOBS" "$FILE" "$OUT" "$TEST""#,
        only_named: false,
    },
    Tool {
        name: "wasm-tools",
        programs: &[("wasm-tools", &["wasm", "wat"])],
        line: r#"exec "$PROGRAM" shrink "$TEST" "$FILE" --output "$OUT""#,
        only_named: false,
    },
    // It wants the same output and exit code as for the input, in a folder whose name needs no quotes.
    Tool {
        name: "wasm-reduce",
        programs: &[("wasm-reduce", &["wasm"])],
        line: r#"exec "$PROGRAM" "$FILE" --command "$TEST test.wasm" --test test.wasm --working "$OUT""#,
        only_named: false,
    },
];

/// Dwindle, and the tools of these names or, if none are given, all that take part unasked.
pub(super) fn tools(names: Option<&[String]>) -> Result<Vec<&'static Tool>> {
    let Some(names) = names else {
        return Ok(TOOLS.iter().filter(|tool| !tool.only_named).collect());
    };
    let named = |name: &str| TOOLS.iter().find(|tool| tool.name == name);
    let all = || TOOLS[1..].iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ");
    let mut tools = vec![&TOOLS[0]];
    for name in names {
        let tool = named(name).with_context(|| format!("there is no tool {name}; there are {}", all()))?;
        if tool.name != DWINDLE {
            tools.push(tool);
        }
    }
    Ok(tools)
}

impl Tool {
    /// Its program for a format, if it has one.
    pub(super) fn program(&self, format: &str) -> Option<&'static str> {
        let fits = |formats: &[&str]| formats.is_empty() || formats.contains(&format);
        self.programs.iter().find(|(_, formats)| fits(formats)).map(|(program, _)| *program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_the_format() {
        let named = |name: &str| tools(Some(&[name.to_owned()])).unwrap()[1];
        assert_eq!(named("treereduce").program("rust"), Some("treereduce-rust"));
        assert_eq!(named("treereduce").program("json"), None);
        assert_eq!(named("cvise").program("json"), Some("cvise"));
    }

    #[test]
    fn dwindle_always_takes_part_and_lists_only_if_named() {
        let names = |tools: Vec<&Tool>| tools.into_iter().map(|tool| tool.name).collect::<Vec<_>>();
        assert_eq!(names(tools(Some(&[])).unwrap()), [DWINDLE]);
        assert_eq!(names(tools(Some(&["dwindle-lists".to_owned()])).unwrap()), [DWINDLE, "dwindle-lists"]);
        assert!(!names(tools(None).unwrap()).contains(&"dwindle-lists"));
        assert!(
            tools(Some(&["perses".to_owned()]))
                .unwrap_err()
                .to_string()
                .starts_with("there is no tool perses; there are")
        );
    }

    #[test]
    fn every_line_starts_its_program_on_the_test_and_the_input() {
        for tool in &TOOLS {
            for variable in ["$PROGRAM", "$TEST", "$FILE"] {
                let line = tool.line.replace("${", "$");
                let named =
                    line.contains(variable) || tool.line.contains(&format!("[\"{}\"]", &variable[1..]));
                assert!(named, "{} has no {variable}", tool.name);
            }
        }
    }
}

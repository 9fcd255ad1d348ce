//! The source with what matters marked, and the events that do, for people and for other programs.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write as _};
use std::path::Path;

use dwindle::Config;
use dwindle_run::text::{escaped, number, short};
use dwindle_trace::Execution;
use dwindle_trace::protocol::{Control, Kind, Variable};
use serde::Serialize;
use serde_json::json;

use super::marks::{Line, Mark, lines};
use super::storage::Storage;

/// Lines shown around those that matter.
const AROUND: u32 = 2;
/// Events shown, half of them from the beginning and half from the end.
const SHOWN: usize = 60;
/// Columns of the listing.
const COLUMNS: usize = 100;
/// Columns of a statement in the list of events, and those that it keeps beside long values.
const WIDTH: usize = 44;
const LEAST_WIDTH: usize = 22;
/// Columns of the place of a statement in that list.
const PLACE: usize = 20;

/// What is told of a slice.
#[derive(Debug, Serialize)]
pub(super) struct Listing {
    /// The level of control.
    control: &'static str,
    /// What was tried of storage that was not initialised; nothing where the tracer cannot choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    storage: Vec<String>,
    /// Files of the program's own that are not traced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) untraced: Vec<String>,
    /// The executed statements that matter, in order.
    executions: Vec<Execute>,
    /// How many statements were executed, but for definitions and what the tracer fixes.
    pub(super) of: usize,
    /// How many executed predicates decide the way of what matters, and had to come out as recorded.
    pub(super) decide: usize,
    /// The lines with statements.
    lines: Vec<Line>,
}

/// An executed statement that matters.
#[derive(Debug, Serialize)]
struct Execute {
    /// Which one of all that were executed, from 1.
    execution: u32,
    file: String,
    line: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    function: String,
    text: String,
    /// Whether it defines a function, and is not counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    definition: bool,
    /// What it made of variables, where that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<Variable>,
}

impl Listing {
    /// What there is to tell of the events that are left, and of others that may matter.
    pub(super) fn of(
        execution: &Execution,
        left: &Config,
        relevant: &Config,
        control: Control,
        storage: &Storage,
    ) -> Self {
        let recorded = execution.recorded();
        let free = execution.free(left);
        let executions = free.units().map(|at| {
            let statement = recorded.statement(at);
            Execute {
                execution: at + 1,
                file: statement.file.clone(),
                line: statement.line,
                function: statement.function.clone(),
                text: statement.text.clone(),
                definition: statement.kind == Kind::Definition,
                values: recorded.events[at as usize].values.clone(),
            }
        });
        let decides = |at: &u32| {
            let (event, kind) = (&recorded.events[*at as usize], recorded.statement(*at).kind);
            kind == Kind::Predicate && !event.fixed && execution.is_fixed(*at)
        };
        let decide = if control.keeps_predicates() { left.units().filter(decides).count() } else { 0 };
        Self {
            decide,
            control: control.name(),
            untraced: recorded.trace.untraced.clone(),
            storage: storage.values().map(str::to_owned).collect(),
            executions: executions.collect(),
            of: (0..).take(recorded.events.len()).filter(|at| recorded.is_counted(*at)).count(),
            lines: lines(execution, left, relevant),
        }
    }

    /// How many executed statements matter, and besides them how many definitions do.
    pub(super) fn counts(&self) -> (usize, usize) {
        let definitions = self.executions.iter().filter(|execution| execution.definition).count();
        (self.executions.len() - definitions, definitions)
    }

    /// How many lines may matter by what they did not do.
    pub(super) fn relevant(&self) -> usize {
        self.lines.iter().filter(|line| line.mark == Mark::Relevant).count()
    }

    /// The lines that matter in SARIF 2.1.0.
    pub(super) fn sarif(&self) -> String {
        let results = self.lines.iter().filter_map(|line| {
            let (rule, text) = match line.mark {
                Mark::Matters => {
                    let (matter, executed) = (number(line.matter as u64), number(line.executed));
                    ("matters", format!("{matter} of {executed} executions matter"))
                }
                Mark::Decides if self.decide > 0 => {
                    ("decides", "decides which way the program goes".to_owned())
                }
                Mark::Relevant => {
                    ("relevant", "is not needed, but may matter by what it did not do".to_owned())
                }
                _ => return None,
            };
            Some(json!({
                "ruleId": rule,
                "level": "note",
                "message": { "text": text },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": line.file },
                    "region": { "startLine": line.line },
                }}],
            }))
        });
        let driver = json!({
            "name": "dwindle",
            "rules": [
                { "id": "matters", "shortDescription": { "text": "an executed statement that matters" } },
                { "id": "decides", "shortDescription": { "text": "a condition that had to come out as recorded" } },
                { "id": "relevant", "shortDescription": { "text": "a statement that writes or decides what is needed later" } },
            ],
        });
        let results: Vec<_> = results.collect();
        let sarif = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{ "tool": { "driver": driver }, "results": results }],
        });
        format!("{sarif:#}\n")
    }

    /// A breakpoint for each line that matters, as commands of the debugger that goes with the tracer.
    pub(super) fn breakpoints(&self, tracer: &str) -> String {
        let word = if tracer.starts_with("dwindle-python") || tracer.starts_with("dwindle-perl") {
            "b"
        } else {
            "break"
        };
        let mut commands = String::new();
        for line in self.lines.iter().filter(|line| line.mark == Mark::Matters) {
            commands += &[word, " ", &line.file, ":", &line.line.to_string(), "\n"].concat();
        }
        commands
    }

    /// Says why lines cannot be left out that are shown as such.
    fn reasons(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let matters =
            |file: &str| self.lines.iter().any(|line| line.file == file && line.mark == Mark::Matters);
        let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let fixed = self.lines.iter().filter(|line| line.mark == Mark::Fixed && !line.is_passage);
        for line in fixed
            .filter(|line| !line.why.is_empty() && is_more_than_brackets(&line.text) && matters(&line.file))
        {
            let name = Path::new(&line.file).file_name().unwrap_or_default();
            reasons.entry(&line.why).or_default().push(format!("{}:{}", escaped(name), line.line));
        }
        for (why, places) in reasons {
            writeln!(f, "{}", cut(&format!("+ {why}: {}", places.join(", ")), COLUMNS))?;
        }
        Ok(())
    }

    /// Shows one file, as far as something of it matters.
    fn file(&self, f: &mut Formatter<'_>, file: &str) -> fmt::Result {
        let of_file = || self.lines.iter().filter(|line| line.file == file);
        let is_shown = |line: &Line| line.mark < Mark::Unneeded && !line.is_passage;
        let near = |at: u32| of_file().any(|line| is_shown(line) && line.line.abs_diff(at) <= AROUND);
        // Where nothing can be left out that matters, what cannot be left out is the answer.
        let shown = if self.executions.is_empty() { Mark::Fixed } else { Mark::Matters };
        if !of_file().any(|line| line.mark <= shown || line.mark == Mark::Relevant) {
            return Ok(());
        }
        writeln!(f, "{}", end_of(&escaped(file), COLUMNS))?;
        let source = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let texts: Vec<(u32, String)> = match source {
            Ok(source) => (1..).zip(source.lines().map(str::to_owned)).collect(),
            Err(_) => of_file().map(|line| (line.line, line.text.clone())).collect(),
        };
        let mut last = 0;
        for (at, text) in texts.into_iter().filter(|(at, _)| near(*at)) {
            if last > 0 && at > last + 1 {
                writeln!(f, "             ...")?;
            }
            last = at;
            let line = of_file().find(|line| line.line == at);
            let sign = line.map_or(' ', |line| line.mark.sign());
            let counts = match line {
                Some(line) if line.mark == Mark::Matters => format!("{}/{}", line.matter, line.executed),
                _ => String::new(),
            };
            writeln!(
                f,
                "{}",
                cut(&format!("  {sign} {counts:>9} {at:>5}  {}", escaped(text.trim_end())), COLUMNS)
                    .trim_end()
            )?;
        }
        writeln!(f)
    }
}

impl Display for Listing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut files: Vec<&str> = self.lines.iter().map(|line| line.file.as_str()).collect();
        files.dedup();
        for file in files {
            self.file(f, file)?;
        }
        let count = self.executions.len();
        let elided = if count > SHOWN { SHOWN / 2..count - SHOWN / 2 } else { count..count };
        for (at, execution) in self.executions.iter().enumerate() {
            if elided.contains(&at) {
                if at == elided.start {
                    writeln!(f, "             ... {} more ...", number(elided.len() as u64))?;
                }
                continue;
            }
            writeln!(f, "{execution}")?;
        }
        if count > 0 || self.lines.iter().any(|line| line.mark < Mark::Unneeded) {
            writeln!(f, "\n* matters (how many of its executions)  ? decides the way  + cannot be left out")?;
            writeln!(
                f,
                "~ not needed, but may matter by what it did not do  . not needed: the same without it"
            )?;
        }
        self.reasons(f)
    }
}

impl Display for Execute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = end_of(&format!("{}:{}", escaped(&self.file), self.line), PLACE);
        let mut values = String::new();
        for Variable { name, before, after } in &self.values {
            let after = after.as_deref().unwrap_or("?");
            match before {
                Some(before) if before != after => write!(values, "  {name}: {before} -> {after}")?,
                _ => write!(values, "  {name}: {after}")?,
            }
        }
        let start = format!("{:>9}  {place:<PLACE$}  ", self.execution);
        let room = COLUMNS - start.chars().count();
        let width = room.saturating_sub(values.chars().count()).clamp(LEAST_WIDTH, WIDTH);
        let text = cut(&escaped(&self.text), width);
        f.write_str(cut(&format!("{start}{text:<width$}{values}"), COLUMNS).trim_end())
    }
}

/// The beginning of a text that is longer than so many columns, which ends with dots then.
fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() > columns { short(text, columns - 3) } else { text.to_owned() }
}

/// The end of a path that is longer than so many columns, which begins with dots then.
fn end_of(path: &str, columns: usize) -> String {
    let count = path.chars().count();
    if count <= columns {
        return path.to_owned();
    }
    let end: String = path.chars().skip(count - (columns - 3)).collect();
    // Whole names of folders, if any.
    format!("...{}", end.find('/').map_or(&*end, |at| &end[at..]))
}

/// Whether a line has more than what closes a block or a call.
fn is_more_than_brackets(text: &str) -> bool {
    text.chars().any(|letter| !"(){}[];, ".contains(letter))
}

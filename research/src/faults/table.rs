//! The table.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use anyhow::Result;

use super::case::Case;
use super::dependences;
use super::traced::Traced;

/// One program.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    kind: String,
    control: String,
    /// What is said of the faulty line; empty if it was not recorded.
    pub(super) mark: String,
    /// The faulty line, and all that were executed with their marks.
    pub(super) fault: usize,
    pub(super) lines: Vec<(usize, String)>,
    tests: u64,
    /// The dynamic slice of dependences, where there is one.
    pub(super) dependences: Option<BTreeSet<usize>>,
}

/// The marks of lines that are kept.
const KEPT: [&str; 3] = ["matters", "decides", "fixed"];
const HEAD: &str = "\
| program | fault | control | the faulty line | lines kept of executed | `~` of the others | dependences | tests |
|---|---|---|---|---|---|---|---|
";
const BEGIN: &str = "<!-- begin of the table -->\n";
const END: &str = "<!-- end of the table -->\n";

impl Row {
    /// Measures it.
    pub(super) fn of(case: &Case, program: &Path) -> Result<Self> {
        let dir = case.laid(false)?;
        let traced = Traced::of(case, program, dir.path())?;
        let marks = traced.marks(&case.program);
        Ok(Self {
            name: case.name.clone(),
            kind: case.kind.clone(),
            mark: marks.get(&case.line).copied().unwrap_or_default().to_owned(),
            fault: case.line,
            lines: marks.iter().map(|(line, mark)| (*line, (*mark).to_owned())).collect(),
            control: traced.control.clone(),
            tests: traced.tests,
            dependences: dependences::of(case, dir.path())?,
        })
    }

    /// Whether the faulty statement is kept: needed, deciding the way of what is, or not to be left out of it.
    pub(super) fn is_kept(&self) -> bool {
        KEPT.contains(&self.mark.as_str())
    }

    /// Whether it is in the slice only since it may matter by what it did not do.
    pub(super) fn is_relevant(&self) -> bool {
        self.mark == "relevant"
    }

    /// Whether it is said not to be needed, and no more.
    pub(super) fn is_missed(&self) -> bool {
        self.mark == "unneeded"
    }

    /// How many lines have this mark.
    fn count(&self, mark: &str) -> usize {
        self.lines.iter().filter(|(_, given)| given == mark).count()
    }

    /// How many lines were left in, and how many of these by tests alone.
    pub(super) fn kept(&self) -> (usize, usize) {
        (KEPT.iter().map(|mark| self.count(mark)).sum(), self.count("matters"))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = match self.mark.as_str() {
            "matters" => "`*` matters",
            "decides" => "`?` decides",
            "fixed" => "`+` cannot be left out",
            "relevant" => "`~` may matter by what it did not do",
            "unneeded" => "**`.` not needed**",
            _ => "**not recorded**",
        };
        let (kept, matter) = self.kept();
        let dependences = match &self.dependences {
            None => String::new(),
            Some(lines) if lines.contains(&self.fault) => format!("{}, with it", lines.len()),
            Some(lines) => format!("{}, without it", lines.len()),
        };
        write!(
            f,
            "| {} | {} | {} | {said} | {kept} ({matter} `*`) of {} | {} of {} | {dependences} | {} |",
            self.name,
            self.kind,
            self.control,
            self.lines.len(),
            self.count("relevant"),
            self.lines.len() - kept,
            self.tests
        )
    }
}

/// What all rows come to.
pub(super) fn summary(rows: &[Row]) -> String {
    let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>();
    let (kept, executed) = (sum(|row| row.kept().0), sum(|row| row.lines.len()));
    let (kept_faults, relevant) = (count(Row::is_kept), count(Row::is_relevant));
    format!(
        "In the slice: {} of {}: {kept_faults} are kept, and {relevant} may matter by what they did not do. Said not to be \
         needed, and no more: {}. Not recorded: {}.\n\nOf {executed} executed lines {kept} are kept ({} in a hundred), \
         {} more have the sign `~`, and {} are not needed.\n",
        kept_faults + relevant,
        rows.len(),
        count(Row::is_missed),
        count(|row| row.mark.is_empty()),
        kept * 100 / executed.max(1),
        sum(|row| row.count("relevant")),
        sum(|row| row.count("unneeded")),
    )
}

/// A page with the table in its place.
pub(super) fn inserted(page: &str, rows: &[Row]) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let lines = rows.iter().fold(String::new(), |lines, row| format!("{lines}{row}\n"));
    Some(format!("{before}{BEGIN}{}\n{HEAD}{lines}{END}{after}", summary(rows)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(mark: &str) -> Row {
        let lines = vec![(1, "matters".to_owned()), (2, "unneeded".to_owned()), (3, mark.to_owned())];
        Row {
            name: "c-x".into(),
            kind: "wrong operator".into(),
            control: "strict".into(),
            mark: mark.into(),
            fault: 3,
            lines,
            tests: 12,
            dependences: Some([1, 2].into()),
        }
    }

    #[test]
    fn a_row_says_what_is_said_of_the_faulty_line() {
        let shown = row("decides").to_string();
        assert_eq!(
            shown,
            "| c-x | wrong operator | strict | `?` decides | 2 (1 `*`) of 3 | 0 of 1 | 2, without it | 12 |"
        );
        assert!(row("unneeded").is_missed() && !row("unneeded").is_kept() && row("fixed").is_kept());
        assert!(row("relevant").is_relevant() && !row("relevant").is_missed() && !row("").is_missed());
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        let written = inserted(&page, &[row("matters"), row("unneeded")]).unwrap();
        assert!(
            written.contains("In the slice: 1 of 2: 1 are kept, and 0 may matter by what they did not do. Said not to be needed, and no more: 1."),
            "{written}"
        );
        assert_eq!(inserted(&written, &[row("matters"), row("unneeded")]).unwrap(), written);
    }
}

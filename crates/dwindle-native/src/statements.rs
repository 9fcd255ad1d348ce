//! Where statements begin, and what kind they are.
//!
//! A statement is a run of neighbouring rows of the line table that belong to one line of one function. What a compiler
//! made of an expression on several lines is one statement, since its parts hand values over in registers.
//!
//! A statement begins only where no value is in a register or on its way to a call (`code`), since an event that is
//! left out leaves registers as they are.

use std::collections::BTreeSet;

use iced_x86::{FlowControl, Register};

use crate::code::Code;
use crate::debug::{Debug, Function, Row};
use crate::program::Program;
use crate::refusal::Refusal;
use crate::sources::Sources;

/// What kind of statement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any other.
    Plain,
    /// Where control goes from it depends on a value.
    Predicate,
    /// It has a call.
    Call,
    /// It prepares the storage of a function.
    Entry,
    /// It ends a function.
    Exit,
    /// It is part of the statement before: what that computes is in registers when it begins.
    Part,
}

/// What keeps a statement from being left out whatever its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It does no more than to jump, and a run that follows a recorded one goes the same way without it.
    Jumps,
    /// It sets a variable that is in a register, which would hold what another function left there.
    Register,
}

/// A statement of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its first address.
    pub address: u64,
    /// Its function, as a place in [`Debug::functions`].
    pub function: usize,
    /// Its file, as a place in [`Debug::files`].
    pub file: usize,
    /// Its line.
    pub line: u32,
    /// Its kind.
    pub kind: Kind,
    /// Whether it settles what the function gives back, or leaves the function besides what else it does.
    pub gives: bool,
    /// What keeps it from being left out besides.
    pub bound: Option<Bound>,
    /// Where control can go from it, within its function.
    pub ways: Vec<u64>,
    /// Whether control can go elsewhere, too: to a place that is read from a table.
    pub anywhere: bool,
    /// At an entry, the bytes that the function takes on the stack.
    pub storage: u64,
}

impl Statement {
    /// Whether control can go from it to the statement at an address without an exception or a jump out of a call.
    pub(crate) fn leads_to(&self, address: u64) -> bool {
        self.anywhere || self.ways.contains(&address)
    }
}

/// All statements of the functions that can be traced, in the order of addresses.
pub fn statements(program: &Program, debug: &Debug) -> Result<Vec<Statement>, Refusal> {
    let mut all = Vec::new();
    let mut sources = Sources::default();
    for (place, function) in debug.functions.iter().enumerate() {
        let body = body(program, function)?;
        let code = Code::read(program, function.code.clone(), body)?;
        let closing = |row: &&Row| sources.line(&debug.files[row.file], row.line).starts_with('}');
        let closing: BTreeSet<u64> = function.rows.iter().filter(closing).map(|row| row.address).collect();
        let mut found = of_function(function, place, body, &code, &closing);
        for at in 0..found.len() {
            let Statement { address, file, line, kind, .. } = found[at];
            let end = found.get(at + 1).map_or(code.end(), |next| next.address);
            // A jump to what comes next anyway is left away.
            let mut is_jump = || {
                let text = sources.line(&debug.files[file], line);
                text.starts_with("break") || text.starts_with("goto")
            };
            if kind == Kind::Plain && code.does_nothing(address, end) && is_jump() {
                found[at].bound = Some(Bound::Jumps);
            }
        }
        all.extend(with_parts(function, &code, found));
    }
    Ok(all)
}

/// The statements with those of other lines that are part of them, in the order of addresses.
fn with_parts(function: &Function, code: &Code, statements: Vec<Statement>) -> Vec<Statement> {
    let mut rows = function.rows.iter().peekable();
    let mut all: Vec<Statement> = Vec::new();
    let mut whole = statements.into_iter().peekable();
    while let Some(statement) = whole.next() {
        let Statement { address: from, file, line, .. } = statement;
        let end = whole.peek().map_or(function.code.end, |next| next.address);
        let part = |row: &Row| Statement {
            address: row.address,
            file: row.file,
            line: row.line,
            kind: Kind::Part,
            gives: false,
            bound: None,
            ways: Vec::new(),
            anywhere: false,
            storage: 0,
            function: statement.function,
        };
        let inside = std::iter::from_fn(|| rows.next_if(|row| row.address < end));
        let parts = inside.filter(|row| {
            row.address > from && (row.file, row.line) != (file, line) && code.at(row.address).is_some()
        });
        let parts: Vec<Statement> = parts.map(part).collect();
        all.push(statement);
        all.extend(parts);
    }
    all
}

/// Where the body of a function begins: at its second line, or, where all of it is on one line, at the second row of that.
fn body(program: &Program, function: &Function) -> Result<u64, Refusal> {
    let first = function.rows.first().map_or(0, |row| row.line);
    let second = function.rows.iter().find(|row| row.line != first);
    let others = || -> Result<Option<&Row>, Refusal> {
        let code = Code::read(program, function.code.clone(), function.code.start)?;
        Ok(function.rows.iter().skip(1).find(|row| !guards_the_stack(&code, row.address)))
    };
    let row = match second {
        Some(row) => Some(row),
        None => others()?,
    };
    Ok(row.map_or(function.code.end, |row| row.address))
}

/// Whether the code that protects a function's return address begins there: it belongs to the entry.
fn guards_the_stack(code: &Code, address: u64) -> bool {
    let place = code.at(address).unwrap_or(usize::MAX);
    code.instructions.get(place).is_some_and(|instruction| instruction.memory_segment() == Register::FS)
}

/// The statements of a function, of which it is known at which rows only braces are closed.
fn of_function(
    function: &Function,
    place: usize,
    body: u64,
    code: &Code,
    closing: &BTreeSet<u64>,
) -> Vec<Statement> {
    let rows = beginnings(function, body, code);
    let found = by_rows(function, place, code, (&rows, closing), None);
    // Where all ways to the end of a function settle what it gives back, which is never left out, the end is part of them.
    let is_gone = |address: u64| {
        let mut before = found.iter().filter(|statement| statement.ways.contains(&address)).peekable();
        before.peek().is_some() && before.all(|statement| statement.gives)
    };
    let exits = found.iter().filter(|statement| statement.kind == Kind::Exit);
    let gone: BTreeSet<u64> =
        exits.map(|exit| exit.address).filter(|address| function.gives && is_gone(*address)).collect();
    if gone.is_empty() {
        return found;
    }
    let rows: Vec<Row> = rows.into_iter().filter(|row| !gone.contains(&row.address)).collect();
    let giving =
        found.iter().filter(|statement| statement.gives).map(|statement| statement.address).collect();
    by_rows(function, place, code, (&rows, closing), Some(&giving))
}

/// The statements of a function that begin at these rows; those that settle what it gives back may be known.
fn by_rows(
    function: &Function,
    place: usize,
    code: &Code,
    (rows, closing): (&[Row], &BTreeSet<u64>),
    giving: Option<&BTreeSet<u64>>,
) -> Vec<Statement> {
    let starts: BTreeSet<u64> = rows.iter().map(|row| row.address).collect();
    let leaves =
        |from: u64| code.ways(from, &starts).out && closing.contains(&from) && !code.gives_a_number(from);
    let statement = |(index, row): (usize, &Row)| {
        let Row { address, file, line } = *row;
        let ways = code.ways(address, &starts);
        let end = rows.get(index + 1).map_or(function.code.end, |next| next.address);
        let leaves_besides = ways.out && !closing.contains(&address);
        let kind = if address == function.code.start {
            Kind::Entry
        } else if ways.several() {
            Kind::Predicate
        } else if ways.out && !leaves_besides && giving.is_none_or(|giving| !giving.contains(&address)) {
            Kind::Exit
        } else if calls(code, address, end) {
            Kind::Call
        } else {
            Kind::Plain
        };
        let only = ways.starts.first().filter(|_| matches!(kind, Kind::Call | Kind::Plain));
        let gives = match giving {
            Some(giving) => giving.contains(&address),
            None if leaves_besides => matches!(kind, Kind::Call | Kind::Plain),
            None => function.gives && only.is_some_and(|only| leaves(*only)),
        };
        let storage = if kind == Kind::Entry { code.storage(end) } else { 0 };
        Statement {
            address,
            function: place,
            file,
            line,
            kind,
            gives,
            bound: if kind == Kind::Plain && code.only_jumps(address).is_some() {
                Some(Bound::Jumps)
            } else {
                code.sets(address, end, &function.registers).then_some(Bound::Register)
            },
            anywhere: ways.unknown,
            ways: ways.starts.into_iter().collect(),
            storage,
        }
    };
    rows.iter().enumerate().map(statement).collect()
}

/// The rows at which statements begin.
fn beginnings(function: &Function, body: u64, code: &Code) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for row in &function.rows {
        let entry = row.address == function.code.start;
        if !entry && row.address < body {
            continue;
        }
        let same = rows.last().is_some_and(|last| (last.file, last.line) == (row.file, row.line));
        let goes_on = same && row.address != body;
        let before = rows.last().map_or(0, |last| last.address);
        let beginning = if entry { Some(row.address) } else { code.beginning(row.address) };
        let beginning = beginning.filter(|address| entry || (!goes_on && *address > before));
        rows.extend(beginning.map(|address| Row { address, ..*row }));
    }
    // The jump to the condition of a loop is part of it.
    let line_at = |address: u64| {
        let row = function.rows.iter().rfind(|row| row.address <= address)?;
        Some((row.file, row.line))
    };
    rows.retain(|row| {
        let to = code.only_jumps(row.address).and_then(line_at);
        row.address == function.code.start || to != Some((row.file, row.line))
    });
    rows
}

fn calls(code: &Code, from: u64, to: u64) -> bool {
    code.instructions.iter().any(|instruction| {
        let inside = (from..to).contains(&instruction.ip());
        inside && matches!(instruction.flow_control(), FlowControl::Call | FlowControl::IndirectCall)
    })
}

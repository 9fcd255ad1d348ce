//! What is known of the statements of a run, by the text of their lines.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{File, Shared};
use crate::Recorded;
use crate::names::{Alias, Names};
use crate::protocol::{Kind, Statement};

/// What is known of a statement, with numbers for names.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) function: usize,
    /// Whether it decides what is executed: also what leaves a function or a loop, without which the rest were.
    pub(super) decides: bool,
    pub(super) reads: Vec<usize>,
    pub(super) writes: Vec<usize>,
    pub(super) replaces: Vec<usize>,
    /// What the lines may write that it decides over.
    pub(super) guarded: Vec<usize>,
    /// Which statements are on them.
    pub(super) guards: Vec<u32>,
    /// Whether one of them leaves the function or a loop.
    pub(super) leaves: bool,
}

/// What is known of all statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub(super) all: Vec<Known>,
    /// Of each function the names of what it is given.
    pub(super) parameters: Vec<Vec<usize>>,
    /// How many names there are.
    pub(super) count: usize,
}

/// A function of a run.
#[derive(Clone, Debug)]
struct Function<'r> {
    file: &'r str,
    name: &'r str,
    /// The lines of its statements.
    first: u32,
    last: u32,
    /// The function that it stands in, which has its variables, or itself.
    within: usize,
    /// What it declares.
    own: BTreeSet<String>,
    /// What it is given and assigns, which functions within it see.
    assigned: BTreeSet<String>,
    /// What can be named elsewhere, too, and a call of it may write.
    effects: BTreeSet<usize>,
}

impl Statements {
    pub(super) fn of(recorded: &Recorded, source: impl Fn(&str) -> Option<String>) -> Self {
        let mut files: BTreeMap<&str, File> = BTreeMap::new();
        let (mut shared, mut seen) = (Shared::default(), BTreeSet::new());
        for statement in recorded.statements.iter().filter(|statement| is_own(statement)) {
            files.entry(&statement.file).or_insert_with(|| {
                shared.read(&statement.file, &source, &mut seen, 0);
                File::of(&statement.file, &source)
            });
        }
        let mut functions = Functions::of(recorded, &files);
        let found: Vec<Names> = recorded
            .statements
            .iter()
            .map(|statement| {
                let Some((file, function)) = functions.file_of(&files, statement) else {
                    return Names::default();
                };
                let names = file.names(statement, &shared);
                functions.all[function].assigned.extend(names.writes.iter().cloned());
                names
            })
            .collect();
        let mut names =
            Naming { shared: &shared, functions, numbers: BTreeMap::new(), aliases: BTreeMap::new() };
        let mut parameters = Vec::new();
        for function in 0..names.functions.all.len() {
            let Function { file, first, .. } = names.functions.all[function];
            parameters.push(names.numbers(function, &files[file].parameters(first)));
        }
        let lines = recorded.statements.iter().fold(BTreeMap::new(), |mut lines, statement| {
            let at = lines.entry((statement.file.as_str(), statement.line)).or_insert_with(Vec::new);
            at.push(statement.id);
            lines
        });
        names.stand_for(&recorded.statements, &found, &files);
        let mut all = Vec::new();
        // Of each statement the words that may name a function.
        let mut mentioned: Vec<BTreeSet<String>> = Vec::new();
        for (statement, found) in recorded.statements.iter().zip(found) {
            let Some((file, function)) = names.functions.file_of(&files, statement) else {
                all.push(Known::default());
                mentioned.push(BTreeSet::new());
                continue;
            };
            all.push(Known {
                function,
                decides: statement.kind == Kind::Predicate || found.leaves || file.is_match(statement.line),
                reads: names.read(function, &found.reads),
                writes: names.wrote(function, &found),
                replaces: names.replaced(function, &found.replaces),
                ..Known::default()
            });
            mentioned.push(found.reads);
        }
        // Of each statement its own line, and those of its parts.
        let mut on: Vec<Vec<u32>> =
            recorded.statements.iter().map(|statement| vec![statement.line]).collect();
        for (part, whole) in
            recorded.statements.iter().filter_map(|part| Some((part, part.part_of? as usize)))
        {
            let Known { reads, writes, .. } = std::mem::take(&mut all[part.id as usize]);
            if let Some(all) = all.get_mut(whole) {
                all.reads.extend(reads);
                all.writes.extend(writes);
                on[whole].push(part.line);
            }
        }
        names.effects(&all, &mentioned);
        let mut whole: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (statement, known) in recorded.statements.iter().zip(&mut all) {
            let Some((file, function)) = names.functions.file_of(&files, statement) else { continue };
            if !known.decides {
                continue;
            }
            let ranges = on[statement.id as usize].iter().map(|line| file.guarded(*line).into_inner());
            let (from, to) =
                ranges.fold((u32::MAX, 0), |all, range| (all.0.min(range.0), all.1.max(range.1)));
            let mut range = from..=to;
            let guarded = file.names_of(range.clone(), &shared);
            known.leaves = guarded.leaves;
            known.guarded = if guarded.leaves {
                // What it leaves would have been executed, or not.
                let Function { first, last, .. } = names.functions.all[function];
                range = first..=last;
                let written = || names.written(function, &file.names_of(first..=last, &shared));
                whole.entry(function).or_insert_with(written).clone()
            } else {
                names.written(function, &guarded)
            };
            let (from, to) = range.into_inner();
            let places = (statement.file.as_str(), from)..=(statement.file.as_str(), to);
            let others = lines.range(places).flat_map(|(_, ids)| ids).copied();
            known.guards =
                others.filter(|other| recorded.statements[*other as usize].line != statement.line).collect();
        }
        Self { all, parameters, count: names.numbers.len() }
    }
}

/// Whether a statement does something of its own.
fn is_own(statement: &Statement) -> bool {
    !matches!(statement.kind, Kind::Entry | Kind::Exit)
}

/// The functions of a run.
#[derive(Debug)]
struct Functions<'r> {
    all: Vec<Function<'r>>,
    places: BTreeMap<(&'r str, &'r str), usize>,
    /// Those of a name, without what it stands in.
    named: BTreeMap<&'r str, Vec<usize>>,
}

impl<'r> Functions<'r> {
    fn of(recorded: &'r Recorded, files: &BTreeMap<&str, File>) -> Self {
        let mut found: BTreeMap<(&str, &str), (u32, u32)> = BTreeMap::new();
        for statement in recorded.statements.iter().filter(|statement| is_own(statement)) {
            let Statement { file, function, line, .. } = statement;
            let lines = found.entry((file, function)).or_insert((*line, *line));
            *lines = (lines.0.min(*line), lines.1.max(*line));
        }
        let all: Vec<Function<'r>> = found
            .iter()
            .enumerate()
            .map(|(within, ((file, name), (first, last)))| {
                let last = &files[file].end(*first).max(*last);
                let assigned = files[file].parameters(*first);
                let declared = files[file].declared(*first..=*last);
                let own = declared.into_iter().chain(assigned.iter().cloned()).collect();
                let (first, last) = (*first, *last);
                Function { file, name, first, last, within, own, assigned, effects: BTreeSet::new() }
            })
            .collect();
        let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, function) in all.iter().enumerate() {
            let name = function.name.split('<').next().unwrap_or_default();
            let name = name.rsplit(['.', ':']).next().unwrap_or_default();
            named.entry(name).or_default().push(number);
        }
        let places = found.into_keys().enumerate().map(|(number, key)| (key, number)).collect();
        let mut functions = Self { all, places, named };
        functions.nest(files);
        functions
    }

    /// Finds out which functions stand within others, and so have variables of these; where names do not say it.
    fn nest(&mut self, files: &BTreeMap<&str, File>) {
        let is_outside = |function: &Function<'_>| !files[function.file].names_what_is_around();
        let mut order: Vec<usize> =
            (0..self.all.len()).filter(|number| is_outside(&self.all[*number])).collect();
        order.sort_by_key(|number| {
            let Function { file, first, last, .. } = self.all[*number];
            (file, first, u32::MAX - last)
        });
        let mut around: Option<usize> = None;
        for number in order {
            let (file, last) = (self.all[number].file, self.all[number].last);
            match around.filter(|around| self.all[*around].file == file && self.all[*around].last >= last) {
                Some(around) => {
                    self.all[number].within = around;
                    let own = self.all[number].own.clone();
                    self.all[around].own.extend(own);
                }
                None => around = Some(number),
            }
        }
    }

    /// The function that has a name which stands in this one: the outermost around it that assigns it, or is given it.
    fn scope(&self, function: usize, name: &str) -> usize {
        let of = &self.all[function];
        let around = of.name.match_indices('.').map(|(end, _)| &of.name[..end]);
        let mut around = around.filter_map(|around| self.places.get(&(of.file, around)).copied());
        around.find(|around| self.all[*around].assigned.contains(name)).unwrap_or(of.within)
    }

    fn file_of<'f>(
        &self,
        files: &'f BTreeMap<&str, File>,
        statement: &Statement,
    ) -> Option<(&'f File, usize)> {
        let file = files.get(statement.file.as_str()).filter(|_| is_own(statement))?;
        Some((file, *self.places.get(&(statement.file.as_str(), statement.function.as_str()))?))
    }

    /// What calls of the functions with these names may write.
    fn effects(&self, names: &BTreeSet<String>) -> BTreeSet<usize> {
        let named = names.iter().filter_map(|name| self.named.get(name.trim_start_matches('.'))).flatten();
        named.flat_map(|function| &self.all[*function].effects).copied().collect()
    }
}

/// Numbers of names.
#[derive(Debug)]
struct Naming<'r> {
    shared: &'r Shared,
    functions: Functions<'r>,
    numbers: BTreeMap<String, usize>,
    aliases: BTreeMap<usize, Aliased>,
}

/// What a name stands for.
#[derive(Clone, Debug, Default)]
struct Aliased {
    of: BTreeSet<usize>,
    always: bool,
}

impl Naming<'_> {
    /// The numbers of names that stand in a function: parts of objects are the same everywhere, and so is what stands outside of
    /// functions.
    fn numbers(&mut self, function: usize, names: &BTreeSet<String>) -> Vec<usize> {
        let keys: Vec<String> = names.iter().flat_map(|name| self.keys(function, name)).collect();
        keys.into_iter().map(|key| self.number(key)).collect()
    }

    /// Finds out what names stand for.
    fn stand_for(&mut self, statements: &[Statement], found: &[Names], files: &BTreeMap<&str, File>) {
        for (statement, names) in statements.iter().zip(found) {
            let Some((_, function)) = self.functions.file_of(files, statement) else { continue };
            for Alias { name, of, always } in &names.aliases {
                let of = self.numbers(function, of);
                for name in self.numbers(function, &BTreeSet::from([name.clone()])) {
                    let alias = self.aliases.entry(name).or_default();
                    alias.of.extend(of.iter().copied().filter(|of| *of != name));
                    alias.always |= always;
                }
            }
        }
        // What stands for a name that stands for others stands for these.
        let mut changes = true;
        while changes {
            changes = false;
            let before = self.aliases.clone();
            for (name, alias) in &mut self.aliases {
                let count = alias.of.len();
                let further = alias.of.iter().filter_map(|of| before.get(of)).flat_map(|of| &of.of);
                let further: Vec<usize> = further.copied().filter(|of| of != name).collect();
                alias.of.extend(further);
                changes |= alias.of.len() > count;
            }
        }
    }

    /// The numbers of names that are read, with what they stand for.
    fn read(&mut self, function: usize, names: &BTreeSet<String>) -> Vec<usize> {
        let mut all = BTreeSet::from_iter(self.numbers(function, names));
        let further: Vec<usize> = all
            .iter()
            .filter_map(|name| self.aliases.get(name))
            .flat_map(|alias| &alias.of)
            .copied()
            .collect();
        all.extend(further);
        Vec::from_iter(all)
    }

    /// The numbers of what a statement may write, by whatever name.
    fn wrote(&mut self, function: usize, names: &Names) -> Vec<usize> {
        let through = BTreeSet::from_iter(self.numbers(function, &names.through));
        let mut all = BTreeSet::from_iter(self.numbers(function, &names.writes));
        let aliases = all.iter().filter_map(|name| Some((name, self.aliases.get(name)?)));
        let leading = aliases.filter(|(name, alias)| alias.always || through.contains(*name));
        let further: Vec<usize> = leading.flat_map(|(_, alias)| &alias.of).copied().collect();
        all.extend(further);
        Vec::from_iter(all)
    }

    /// The numbers of what lines of a function may write, with what they call.
    fn written(&mut self, function: usize, names: &Names) -> Vec<usize> {
        let mut written = BTreeSet::from_iter(self.wrote(function, names));
        written.extend(self.functions.effects(&names.reads));
        Vec::from_iter(written)
    }

    /// The numbers of those that are replaced, and stand for nothing else.
    fn replaced(&mut self, function: usize, names: &BTreeSet<String>) -> Vec<usize> {
        let keys: Vec<Vec<String>> = names.iter().map(|name| self.keys(function, name)).collect();
        let alone = keys.into_iter().filter(|keys| keys.len() == 1 && !keys[0].starts_with('.')).flatten();
        alone.map(|key| self.number(key)).collect()
    }

    fn number(&mut self, key: String) -> usize {
        let count = self.numbers.len();
        *self.numbers.entry(key).or_insert(count)
    }

    fn keys(&self, function: usize, name: &str) -> Vec<String> {
        let of = &self.functions.all[function];
        let is_own = self.functions.all[of.within].own.contains(name);
        let mut keys = Vec::new();
        if !name.starts_with('.') && !is_own && self.shared.fields.contains(name) {
            keys.push(format!(".{name}"));
        }
        if name.starts_with('.') || of.name.is_empty() || self.shared.globals.contains(name) {
            keys.push(name.to_owned());
        } else if keys.is_empty() {
            keys.push(format!("{}/{name}", self.functions.scope(function, name)));
        }
        keys
    }

    /// Finds out what calls may write besides variables of their own.
    fn effects(&mut self, all: &[Known], mentioned: &[BTreeSet<String>]) {
        let shared: BTreeSet<usize> =
            self.numbers.iter().filter(|(key, _)| !key.contains('/')).map(|(_, number)| *number).collect();
        let mut calls: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.functions.all.len()];
        for (known, mentioned) in all.iter().zip(mentioned) {
            let Some(function) = self.functions.all.get_mut(known.function) else { continue };
            function.effects.extend(known.writes.iter().filter(|name| shared.contains(*name)));
            let named =
                mentioned.iter().filter_map(|name| self.functions.named.get(name.trim_start_matches('.')));
            calls[known.function].extend(named.flatten());
        }
        let mut changes = true;
        while changes {
            changes = false;
            for (caller, called) in calls.iter().enumerate() {
                let more: BTreeSet<usize> =
                    called.iter().flat_map(|called| &self.functions.all[*called].effects).copied().collect();
                let effects = &mut self.functions.all[caller].effects;
                let before = effects.len();
                effects.extend(more);
                changes |= effects.len() > before;
            }
        }
    }
}

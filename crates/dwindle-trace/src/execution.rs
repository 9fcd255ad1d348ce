//! The events of a recorded run as a space.
//!
//! An event goes with its parent, and fixed events stay. So different configurations may be the same candidate:
//! their identity is that of what is executed. [`Groups`] are coarser units on top of it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use dwindle::space::{Mapped, Mapping, Space};
use dwindle::{Candidate, Config, Id};

use crate::Recorded;
use crate::protocol::Kept;

/// A recorded run: a configuration keeps events, and with it are kept those that are fixed.
///
/// An event goes with its parent: what an omitted call would have executed is not executed.
#[derive(Debug)]
pub struct Execution {
    recorded: Arc<Recorded>,
    /// Which events are always kept as long as their parents are.
    fixed: Vec<bool>,
}

/// A run by some of its events, or by groups of them; all others are kept, or have gone already.
pub type Grouped = Mapped<Execution, Groups>;

/// Which events go together.
#[derive(Clone, Debug)]
pub struct Groups {
    /// The events of each unit.
    units: Vec<Config>,
    /// What is kept in any case.
    kept: Config,
}

impl Execution {
    /// The run, with what the tracer fixed and what `fixes` does.
    pub fn new(recorded: Arc<Recorded>, fixes: impl Fn(u32) -> bool) -> Self {
        let events = (0u32..).zip(&recorded.events);
        let fixed = events.map(|(at, event)| event.fixed || recorded.is_passage(at) || fixes(at)).collect();
        Self { recorded, fixed }
    }

    /// What was recorded.
    pub const fn recorded(&self) -> &Arc<Recorded> {
        &self.recorded
    }

    /// Whether the event is kept as long as its parent is.
    ///
    /// # Panics
    /// When there is no such event.
    pub fn is_fixed(&self, event: u32) -> bool {
        self.fixed[event as usize]
    }

    /// The events that are executed when those of `config` are kept.
    pub fn executed(&self, config: &Config) -> Config {
        let mut executed = vec![false; self.fixed.len()];
        let mut runs = config.runs().iter().peekable();
        for (at, event) in (0u32..).zip(&self.recorded.events) {
            while runs.next_if(|run| run.end <= at).is_some() {}
            let is_kept = self.is_fixed(at) || runs.peek().is_some_and(|run| run.start <= at);
            executed[at as usize] = is_kept && event.parent.is_none_or(|parent| executed[parent as usize]);
        }
        Config::of_units((0u32..).zip(executed).filter(|(_, is_executed)| *is_executed).map(|(at, _)| at))
    }

    /// The events that `config` keeps, as tracers read them; one that keeps all says so.
    pub fn kept(&self, config: &Config) -> Kept {
        let executed = self.executed(config);
        if executed.len() == self.fixed.len() {
            return Kept::all();
        }
        Kept::of_ranges(executed.runs().iter().map(|run| run.start..run.end))
    }

    /// The events of `config` that can be left out and are executed, which are those that a search is about.
    pub fn free(&self, config: &Config) -> Config {
        let executed = self.executed(config);
        Config::of_units(executed.units().filter(|at| !self.is_fixed(*at)))
    }

    /// By groups of the events of `config`, `group` naming the one of each; those that it names none for are kept.
    pub fn grouped<K: Ord>(
        self: &Arc<Self>,
        config: &Config,
        group: impl Fn(u32) -> Option<K>,
    ) -> Arc<Grouped> {
        let mut units: BTreeMap<K, (u32, Vec<u32>)> = BTreeMap::new();
        let mut kept = Vec::new();
        for at in self.free(config).units() {
            match group(at) {
                Some(key) => units.entry(key).or_insert((at, Vec::new())).1.push(at),
                None => kept.push(at),
            }
        }
        // In the order in which they first happen.
        let mut units: Vec<(u32, Vec<u32>)> = units.into_values().collect();
        units.sort_unstable();
        let groups = Groups {
            units: units.into_iter().map(|(_, events)| Config::of_units(events)).collect(),
            kept: Config::of_units(kept),
        };
        Arc::new(Mapped::by(Arc::clone(self), groups))
    }
}

impl Mapping for Groups {
    fn units(&self) -> usize {
        self.units.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let units = config.units().map(|unit| &self.units[unit as usize]);
        Config::gather(units.chain([&self.kept]))
    }
}

impl Space for Execution {
    fn units(&self) -> usize {
        self.fixed.len()
    }

    fn id(&self, config: &Config) -> Id {
        let executed = self.executed(config);
        Id::of_words(executed.runs().iter().map(|run| u64::from(run.start) << 32 | u64::from(run.end)))
    }

    /// How many events are executed, entries and exits of functions apart.
    fn size(&self, config: &Config) -> u64 {
        let executed = self.executed(config);
        executed.units().filter(|at| !self.recorded.is_passage(*at)).count() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Units(Cow::Owned(self.executed(&config))))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", self.kept(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Event, Record};

    /// A call (1) that enters a function of three events, one of them fixed, between two other events.
    fn execution() -> Arc<Execution> {
        let mut lines = vec![r#"{"trace":{"version":1,"tracer":"test"}}"#.to_owned()];
        for (id, kind) in ["statement", "call", "entry", "statement", "exit", "statement"].iter().enumerate()
        {
            lines.push(format!(
                r#"{{"statement":{{"id":{id},"file":"a","line":{},"kind":"{kind}"}}}}"#,
                id + 1
            ));
        }
        for number in 0..6 {
            let parent = (2..5).contains(&number).then_some(1);
            let event = Event { number, statement: number, parent, ..Event::default() };
            lines.push(serde_json::to_string(&Record::Event(event)).unwrap());
        }
        lines.push(r#"{"end":{"exit":{"code":0}}}"#.to_owned());
        let recorded = Recorded::read(lines.join("\n").as_bytes()).unwrap();
        Arc::new(Execution::new(Arc::new(recorded), |_| false))
    }

    #[test]
    fn what_an_omitted_call_executes_goes_with_it() {
        let execution = execution();
        let kept = |units: &[u32]| execution.kept(&Config::of_units(units.iter().copied())).to_string();
        assert_eq!(kept(&[0, 3, 5]), "0,5");
        assert_eq!(kept(&[1]), "1-2,4");
        assert_eq!(kept(&[1, 3]), "1-4");
        assert_eq!(kept(&[0, 1, 3, 5]), "0-");
        assert_eq!(execution.size(&Config::of_units([1, 3])), 2);
        assert_eq!(execution.id(&Config::of_units([0, 3])), execution.id(&Config::of_units([0, 2])));
        assert_eq!(format!("{:?}", execution.free(&execution.full())), "{0-1 3 5}");
    }

    #[test]
    fn groups_are_units_and_what_has_no_group_is_kept() {
        let execution = execution();
        let grouped = execution.grouped(&execution.full(), |at| (at != 5).then_some(at == 3));
        assert_eq!(grouped.units(), 2);
        assert_eq!(format!("{:?}", grouped.to_base(&Config::of_units([0]))), "{0-1 5}");
        assert_eq!(grouped.size(&Config::empty()), 1);
    }
}

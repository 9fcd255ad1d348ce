//! What keeps the tests of a slot from the rest of the system, on the side of whoever spawns them.

use std::io;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::path::PathBuf;

use super::attempts::Attempts;
use super::{Confines, Level, Reached};
#[cfg(target_os = "linux")]
use super::{files::Rules, inside, inside::Inside, memory::SharedMemory};

/// What keeps the tests of a slot from the rest of the system; by default nothing does.
#[derive(Debug, Default)]
pub(in crate::process) struct Confined {
    #[cfg(target_os = "linux")]
    rules: Option<Rules>,
    #[cfg(target_os = "linux")]
    inside: Option<Inside>,
}

#[cfg(target_os = "linux")]
impl Confined {
    /// Sets up the namespaces, if this process is the first in them. `dirs` are the directories of the slot, or those
    /// above them.
    ///
    /// # Errors
    /// They cannot be set up here.
    pub(in crate::process) fn set_up(confines: &Confines, dirs: &[PathBuf]) -> io::Result<Self> {
        let dirs = dirs.iter().map(PathBuf::as_path).chain(confines.writable.iter().map(Path::new));
        let dirs: Vec<&Path> = dirs.collect();
        let inside = confines.is_inside.then(|| inside::set_up(&dirs)).transpose()?;
        Ok(Self { rules: None, inside })
    }

    /// Makes the rules that allow tests to write in `dirs`; says what came of that.
    ///
    /// # Errors
    /// Those of the system.
    pub(in crate::process) fn restrict(
        &mut self,
        confines: &Confines,
        dirs: Vec<PathBuf>,
    ) -> io::Result<Reached> {
        let given = confines.writable.iter().map(PathBuf::from);
        let memory = self.memory().map(|_| SharedMemory::path());
        let writable = dirs.into_iter().chain(given).chain(memory).collect();
        if confines.looks_on {
            self.rules = Rules::that_look_on(writable).ok();
            return Ok(Reached { sees: self.rules.is_some(), ..Reached::default() });
        }
        let (rules, mut lacking) = Rules::new(writable, confines.no_tcp)?;
        if let Some(at) = self.inside.as_ref().and_then(|inside| inside.open.first()) {
            lacking.push(format!("tests can change the permissions of files below {}", at.display()));
        }
        let level = if rules.is_some() { Level::Files } else { Level::Off };
        let sees = rules.as_ref().is_some_and(Rules::sees);
        self.rules = rules;
        Ok(Reached { level, lacking, sees })
    }

    /// Lets tests write in `dir`, too.
    ///
    /// # Errors
    /// Those of the system.
    pub(in crate::process) fn allow(&mut self, dir: PathBuf) -> io::Result<()> {
        if let Some(inside) = &mut self.inside {
            inside.allow(&dir)?;
        }
        self.rules.as_mut().map_or(Ok(()), |rules| rules.allow(dir))
    }

    /// Takes into account that a directory of the slot was made anew.
    ///
    /// # Errors
    /// Those of the system.
    pub(in crate::process) fn renew(&mut self) -> io::Result<()> {
        self.rules.as_mut().map_or(Ok(()), Rules::renew)
    }

    /// Removes what the test before left in shared memory.
    ///
    /// # Errors
    /// Those of the system.
    pub(in crate::process) fn empty(&self) -> io::Result<()> {
        self.memory().map_or(Ok(()), SharedMemory::empty)
    }

    fn memory(&self) -> Option<&SharedMemory> {
        self.inside.as_ref()?.memory.as_ref()
    }

    /// Spawns under the rules; what is spawned waits until what it attempts was looked at, where that can be seen.
    ///
    /// # Errors
    /// Those of `spawn`, and those of the system.
    pub(in crate::process) fn spawn<T: Send + 'static>(
        &self,
        spawn: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<(T, Attempts)> {
        match &self.rules {
            Some(rules) => rules.spawn(spawn),
            None => Ok((spawn()?, Attempts::default())),
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Confined {
    pub(in crate::process) fn set_up(_: &Confines, _: &[PathBuf]) -> io::Result<Self> {
        Ok(Self {})
    }

    pub(in crate::process) fn restrict(&mut self, _: &Confines, _: Vec<PathBuf>) -> io::Result<Reached> {
        Ok(Reached {
            level: Level::Off,
            lacking: vec!["tests may do what you may: a sandbox needs Linux".into()],
            sees: false,
        })
    }

    pub(in crate::process) fn allow(&mut self, _: PathBuf) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::process) fn renew(&mut self) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::process) fn empty(&self) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::process) fn spawn<T: Send + 'static>(
        &self,
        spawn: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<(T, Attempts)> {
        Ok((spawn()?, Attempts::default()))
    }
}

//! What tests may do to the rest of the system.

use std::path::PathBuf;

use dwindle_exec::process::{Level, Sandbox};

/// What tests may do to the rest of the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confinement {
    /// `--sandbox`.
    pub asked: Asked,
    /// How far tests are kept from the system: as asked, or as the first runs showed that it can be.
    pub level: Level,
    /// Whether a level that was to be found out is.
    pub is_known: bool,
    /// `--allow-write`, as absolute paths.
    pub writable: Vec<PathBuf>,
    /// `--allow-net`.
    pub network: bool,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: as [`Asked::Auto`], but none where what it refuses cannot be seen, and its gaps are told only by the run that finds the level out.
    #[default]
    Nothing,
    /// The strictest level under which the input still fails in the same way.
    Auto,
    /// This level.
    Level(Level),
}

impl Confinement {
    /// Whether the level is one that the first runs show.
    pub fn is_found(&self) -> bool {
        !matches!(self.asked, Asked::Level(_))
    }

    /// Takes a level that was found out.
    pub fn found(&mut self, level: Level) {
        (self.level, self.is_known) = (level, true);
    }

    /// What of it identifies a run, as names and values.
    pub fn keyed(&self) -> Vec<(&'static str, String)> {
        let asked = match self.asked {
            Asked::Nothing => None,
            Asked::Auto => Some("auto"),
            Asked::Level(level) => Some(level.name()),
        };
        let writable =
            self.writable.iter().map(|path| ("--allow-write", path.to_string_lossy().into_owned()));
        let network = self.network.then(|| ("--allow-net", "given".to_owned()));
        // Without a sandbox it makes no difference what one would allow.
        let is_any = self.asked != Asked::Level(Level::Off);
        asked
            .map(|asked| ("--sandbox", asked.to_owned()))
            .into_iter()
            .chain(writable.chain(network).filter(|_| is_any))
            .collect()
    }

    /// The sandbox of this level.
    pub fn at(&self, level: Level) -> Sandbox {
        Sandbox { level, writable: self.writable.clone(), network: self.network, looks_on: false }
    }

    /// None, which sees what one would refuse that allows nothing besides.
    pub fn looking_on() -> Sandbox {
        Sandbox { network: true, looks_on: true, ..Sandbox::default() }
    }

    /// The sandbox that tests have.
    pub fn sandbox(&self) -> Sandbox {
        self.at(self.level)
    }
}

//! What `events` was asked to do with a log, resolved.

use dwindle::log::{Field, Format, Rules};

/// What a log is, and how it is reduced.
#[derive(Clone, Debug)]
pub struct Events {
    /// `--format`; by its name and first bytes where not given.
    pub format: Option<Format>,
    /// `--pair`, `--pair-by`, `--allow-unpaired` and `--retime`.
    pub rules: Rules,
    /// `--group-by`.
    pub group: Option<Field>,
    /// `--fields`: the fields of JSON actions are reduced after the actions.
    pub fields: bool,
    /// All of this as it was typed, by option: what the run is keyed by.
    pub typed: Vec<(&'static str, String)>,
}

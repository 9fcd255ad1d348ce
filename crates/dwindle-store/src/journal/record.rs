//! The contents of a journal: one header, then records. This file is the definition of format 1.
//!
//! Fields may be added to format 1 if they have a default; renaming one, or changing what one means, makes
//! another format. `tests/data/journal-format-1.jsonl` keeps that promise checked.

use std::time::Duration;

use dwindle::plan::Certificate;
use dwindle::{Id, Judgement, Outcome, Reason};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The format that this version writes, and the only one that it reads.
pub const FORMAT: u32 = 1;

/// The first line: what the run is a run of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "header")]
pub struct Header {
    /// Always [`FORMAT`].
    pub format: u32,
    /// The run key, in hexadecimal.
    pub key: String,
    /// What the key was made from, in order.
    pub fields: Vec<KeyField>,
    /// The program that began the journal, with its version.
    pub made_by: String,
    /// By which scheme candidates are identified: [`Id::SCHEME`].
    #[serde(default = "first_scheme")]
    pub ids: u32,
}

/// The scheme of journals that do not name theirs.
const fn first_scheme() -> u32 {
    1
}

/// One of the things that a run key was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyField {
    /// What it is: "test", "input", "option timeout".
    pub name: String,
    /// The hash of its value, in hexadecimal.
    pub hash: String,
    /// The value itself where it is short enough to be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// One line after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Record {
    /// The program started, for the first time or again.
    Run(Start),
    /// A test ran.
    Test(Test),
    /// The serial truth asked for a candidate.
    Asked(Asked),
    /// A new best was found.
    Best(Best),
    /// A stage of the plan began or ended.
    Stage(Stage),
    /// The program ended. A killed program writes none.
    End(End),
}

impl Record {
    /// Reads a record from JSON.
    ///
    /// Serde's own way with tagged enums copies every field into a tree first, which takes twice as long as
    /// looking for the tag and then reading the record that it names.
    pub(super) fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Type {
            Run,
            Test,
            Asked,
            Best,
            Stage,
            End,
        }
        #[derive(Deserialize)]
        struct Tag {
            r#type: Type,
        }
        Ok(match serde_json::from_slice::<Tag>(json)?.r#type {
            Type::Run => Self::Run(serde_json::from_slice(json)?),
            Type::Test => Self::Test(serde_json::from_slice(json)?),
            Type::Asked => Self::Asked(serde_json::from_slice(json)?),
            Type::Best => Self::Best(serde_json::from_slice(json)?),
            Type::Stage => Self::Stage(serde_json::from_slice(json)?),
            Type::End => Self::End(serde_json::from_slice(json)?),
        })
    }
}

/// The program started, for the first time or again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The program's version.
    pub version: String,
    /// When, as the program chose to write it.
    pub time: String,
    /// How many tests may run at once.
    pub jobs: u32,
}

/// A test that ran, to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// The running number, in the order in which tests ended.
    pub n: u64,
    /// The candidate.
    pub id: Id,
    /// What came out.
    pub outcome: Outcome,
    /// Why, when it is unresolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How long it ran, kept to the microsecond.
    #[serde(rename = "ms", with = "milliseconds")]
    pub duration: Duration,
    /// The candidate's size in bytes.
    pub size: u64,
    /// The candidate's size in units.
    pub units: u64,
    /// Whether bytes were judged again on purpose: an initial check, a timeout run alone, a resumption.
    #[serde(default, skip_serializing_if = "is_false")]
    pub confirms: bool,
}

impl Test {
    /// What this test said of its candidate.
    pub fn judgement(&self) -> Judgement {
        Judgement { outcome: self.outcome, reason: self.reason.clone(), duration: self.duration }
    }

    /// Whether this is a timeout that was not confirmed by a run alone, and so decides nothing yet; or a test that
    /// ended the run, which is asked again by the next one.
    pub const fn is_provisional(&self) -> bool {
        match self.reason {
            Some(Reason::Timeout { .. }) => !self.confirms,
            Some(Reason::Stops { .. }) => true,
            _ => false,
        }
    }
}

/// The serial truth asked for a candidate, whether or not that made a test run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// How many logical tests there were with this one. A resumed run counts from 1 again: it goes through
    /// the same questions, and writes them again.
    pub n: u64,
    /// The candidate.
    pub id: Id,
    /// Whether it had been asked for before in this run, which makes this no logical test of its own.
    pub known: bool,
}

/// A new best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    /// The logical number of the question that found it; zero for the input itself.
    pub asked: u64,
    /// The candidate.
    pub id: Id,
    /// Its size in bytes.
    pub size: u64,
    /// Its size in units.
    pub units: u64,
    /// What those units are: "lines", "nodes".
    pub unit: String,
    /// The algorithm that found it.
    pub algorithm: String,
    /// Where it comes from when an earlier run found it, and this one starts from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Where each candidate is run until it is clear whether it fails about as often as the input did: how often that was. It stands in
    /// the first best judged so; what records before it say of candidates was said by one run each, and counts no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Reliability>,
    /// Whether the search began anew with this, one test at a time, since tests were in each other's way: what records before it say of
    /// candidates counts no more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub anew: bool,
}

impl Best {
    /// Whether what records before it say of candidates counts no more; `is_repeated` says that these were run as often as it took already.
    pub const fn begins_anew(&self, is_repeated: bool) -> bool {
        self.anew || self.reliability.is_some() && !is_repeated
    }
}

/// How often something failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reliability {
    /// In so many runs it did.
    pub fails: u32,
    /// Of so many.
    pub runs: u32,
}

/// Another run's result from which a run starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// That run, by the name of its directory.
    pub run: String,
    /// Where its result lay, as far as that is text.
    pub path: String,
    /// What was not the same in that run; absent where that was not known any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Vec<String>>,
}

/// Whether a stage began or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// It began; the size is the one before.
    Began,
    /// It ended; the size is the one after.
    Ended,
}

/// A stage of the plan began or ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// Which of the two.
    pub step: Step,
    /// The algorithm.
    pub algorithm: String,
    /// The units that it works on.
    pub unit: String,
    /// The size of the best in bytes at this moment.
    pub size: u64,
    /// The size of the best in units at this moment.
    pub units: u64,
    /// When it ended with a certificate that the best is 1-minimal in these units: how many single removals
    /// were tested for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removals: Option<u64>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ending {
    /// The plan was carried out to its end.
    Finished,
    /// The budget was spent.
    Budget,
    /// The user stopped it.
    Interrupted,
    /// The input did not fail.
    Passes,
    /// The test contradicted itself.
    Unreliable,
    /// The test could not be run, or something else went wrong.
    Error,
}

/// The program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// How.
    pub how: Ending,
    /// What was shown of the best, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimality: Option<Minimality>,
    /// How many tests ran last, to see whether the result fails again, and candidates that passed pass; none has a record.
    #[serde(default, skip_serializing_if = "is_none")]
    pub again: u64,
    /// Whether the best did not fail any more: what did not fail since a test last failed says nothing of its candidates.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gone: bool,
}

/// The certificate that the best is 1-minimal: every single removal was tested, and none still fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minimality {
    /// The units of which none can be removed.
    pub unit: String,
    /// How many removals were tested.
    pub removals: u64,
}

impl From<&Certificate> for Minimality {
    fn from(proof: &Certificate) -> Self {
        Self { unit: proof.level.name().to_owned(), removals: proof.removals as u64 }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
const fn is_none(times: &u64) -> bool {
    *times == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A [`Duration`] as milliseconds with up to three decimals.
mod milliseconds {
    use super::{Deserialize, Deserializer, Duration, Serializer};

    #[expect(
        clippy::cast_precision_loss,
        reason = "exact to the microsecond for half a year, and close to it for longer"
    )]
    pub(super) fn serialize<S: Serializer>(duration: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(duration.as_micros() as f64 / 1000.0)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is all that can be done with such a number"
    )]
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        let milliseconds = f64::deserialize(from)?;
        Ok(Duration::from_micros((milliseconds * 1000.0).round() as u64))
    }
}

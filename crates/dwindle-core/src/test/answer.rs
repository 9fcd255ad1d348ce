//! What a function that is a test may answer.

use std::error::Error;
use std::io;

use super::NoJudgement;
use crate::{Judgement, Outcome};

/// What a function of this process may say of a candidate.
///
/// | answer | meaning |
/// |---|---|
/// | `bool` | whether it fails |
/// | [`Outcome`] | the outcome |
/// | [`Judgement`] | the outcome with its reason |
/// | `Result` of one of these | an error says that the test could not be carried out, which ends the run |
pub trait IntoJudgement {
    /// The judgement.
    ///
    /// # Errors
    /// When the test could not be carried out.
    fn into_judgement(self) -> Result<Judgement, NoJudgement>;
}

impl IntoJudgement for bool {
    fn into_judgement(self) -> Result<Judgement, NoJudgement> {
        Ok(Judgement::new(if self { Outcome::Fail } else { Outcome::Pass }))
    }
}

impl IntoJudgement for Outcome {
    fn into_judgement(self) -> Result<Judgement, NoJudgement> {
        Ok(self.into())
    }
}

impl IntoJudgement for Judgement {
    fn into_judgement(self) -> Result<Judgement, NoJudgement> {
        Ok(self)
    }
}

impl<A: IntoJudgement, E: Into<Box<dyn Error + Send + Sync>>> IntoJudgement for Result<A, E> {
    fn into_judgement(self) -> Result<Judgement, NoJudgement> {
        self.map_err(|error| NoJudgement::Broken(io::Error::other(error)))?.into_judgement()
    }
}

//! The programs that offer rewrites of the input.

use std::sync::Arc;
use std::time::Duration;

use dwindle::passes::Rewriter;
use dwindle_exec::process::Sandbox;
use dwindle_exec::rewriter::{ClangDelta, JsonLines, Workplace};

use super::artifact::Artifact;
use super::{Session, runner};
use crate::error::RunError;

/// How long a program of the user's may take for one answer.
const LIMIT: Duration = Duration::from_secs(60);

/// How long `clang_delta` may: a hundred times as long as it takes for the longest text that it is given.
const LIMIT_OF_CLANG_DELTA: Duration = Duration::from_secs(20);

impl<A: Artifact> Session<A> {
    /// The programs that are asked for rewrites: those that the user names, then `clang_delta`.
    pub fn rewriters(&self) -> Result<Vec<Arc<dyn Rewriter>>, RunError> {
        let mut rewriters: Vec<Arc<dyn Rewriter>> = Vec::new();
        if self.settings.external.is_empty() && self.settings.clang_delta.is_none() {
            return Ok(rewriters);
        }
        let launcher = runner::launcher(&self.settings.test, self.scratch.temp_files(), Sandbox::default());
        let workplace = |number: usize| Workplace {
            launcher: launcher.clone(),
            scratch: self.scratch.path().join(format!("rewriter-{number}")),
            processes: self.settings.jobs_here(),
            env: self.settings.test.env.clone(),
            limit: LIMIT,
            control: self.control.clone(),
        };
        let here = std::env::current_dir()
            .map_err(|error| RunError::internal(format!("cannot find the current directory: {error}")))?;
        for (number, line) in self.settings.external.iter().enumerate() {
            let (here, name) = (here.clone(), self.input.name.clone());
            rewriters.push(Arc::new(JsonLines::new(line.clone(), here, name, workplace(number))));
        }
        if let Some(program) = &self.settings.clang_delta {
            let mut workplace = workplace(rewriters.len());
            workplace.limit = LIMIT_OF_CLANG_DELTA;
            // A crash is no more than something to pass over.
            workplace.env.push(("LLVM_DISABLE_SYMBOLIZATION".into(), "1".into()));
            let clang_delta = ClangDelta::new(program.clone(), workplace);
            let is_named = self.settings.passes.iter().any(|pass| pass == ClangDelta::ABOUT.name);
            rewriters.push(Arc::new(if is_named { clang_delta.to_its_end() } else { clang_delta }));
        }
        Ok(rewriters)
    }
}

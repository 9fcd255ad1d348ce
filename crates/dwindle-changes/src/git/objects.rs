//! Blobs by their names, all from one process.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use super::error::GitError;
use super::run::{Git, ended_early};

/// `git cat-file --batch`, asked for one object after the other.
#[derive(Debug)]
pub(super) struct Objects {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

const WORDS: [&str; 2] = ["cat-file", "--batch"];

impl Objects {
    pub(super) fn open(git: &Git) -> Result<Self, GitError> {
        let mut child = git.talk(&WORDS)?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().ok_or_else(ended_early)?;
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// The contents of the object of this name.
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, GitError> {
        let questions = self.questions.as_mut().ok_or_else(ended_early)?;
        questions.write_all(format!("{name}\n").as_bytes())?;
        questions.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        if head.is_empty() {
            return Err(ended_early());
        }
        let odd = || GitError::odd(&WORDS, head.trim().as_bytes());
        let mut words = head.split_ascii_whitespace().skip(1);
        let size: usize = match (words.next(), words.next()) {
            (Some("missing"), _) => return Err(GitError::Missing { name: name.to_owned() }),
            (Some(_), Some(size)) => size.parse().map_err(|_| odd())?,
            _ => return Err(odd()),
        };
        let mut bytes = vec![0; size];
        self.answers.read_exact(&mut bytes)?;
        self.answers.read_exact(&mut [0])?;
        Ok(bytes)
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // It ends when there are no more questions.
        self.questions = None;
        drop(self.child.wait());
    }
}

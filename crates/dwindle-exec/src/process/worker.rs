//! A persistent worker: a process started once that answers each line with a line.
//!
//! It reads requests on standard input, and prints nothing but one line for each on standard output. What
//! it starts lives as long as it does. One that hangs, dies or falls out of step is ended and told of, and
//! the next request starts another; so does one that ended by itself between two requests.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{Errno, ioctl_fionread, read, retry_on_intr, write};

use super::ending::{Cause, Control, Ending};
use super::message::Line;
use super::prepared::{PreparedCommand, Streams};
use super::sandbox::attempts::Attempts;
use super::sandbox::confined::Confined;
use super::tree::{Reach, Tree};
use super::watch::readable;
use super::{Answer, Command, End, Reply};

/// A line this long has no end.
const LONGEST_LINE: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct Worker {
    tree: Tree,
    dir: PathBuf,
    /// Never blocks us: a worker that does not read is a worker that does not answer.
    stdin: PipeWriter,
    stdout: PipeReader,
    /// What it makes between two requests waits for the next one.
    attempts: Attempts,
}

impl Worker {
    pub(super) fn start(
        prepared: &mut PreparedCommand,
        line: &Line,
        reach: Reach,
        confined: &Confined,
    ) -> io::Result<Result<Self, End>> {
        let (stdin_end, stdin) = io::pipe()?;
        let (stdout, stdout_end) = io::pipe()?;
        fcntl_setfl(&stdin, OFlags::NONBLOCK)?;
        // Opened here, since the thread that spawns waits in each call that opens something for writing.
        let stderr = File::options().write(true).open("/dev/null")?.into();
        let streams = Streams { stdin: stdin_end.into(), stdout: stdout_end.into(), stderr };
        let spawned = prepared.spawn(&line.dir, streams, confined);
        // Here the ends of the streams matter: they are the worker's alone.
        prepared.release();
        Ok(spawned?.map(|(leader, watch, attempts)| Self {
            tree: Tree::new(leader, watch, reach),
            dir: line.dir.clone(),
            stdin,
            stdout,
            attempts,
        }))
    }

    /// Whether it ended by itself, or works in another directory.
    pub(super) fn is_stale(&self, dir: &Path) -> io::Result<bool> {
        Ok(self.dir != dir || self.tree.watch.ended()?)
    }

    /// Passes a line on: the reply, or `None` when the main process is gone; and the worker, unless that was its
    /// end.
    pub(super) fn ask(
        mut self,
        line: &Line,
        began: Instant,
        command: &Command,
        control: &mut Control<'_>,
        buffer: &mut [u8],
    ) -> io::Result<(Option<Reply>, Option<Self>)> {
        let mut ending = Ending::new(line.timeout, command.grace);
        let exchange = self.exchange(line, &mut ending, control, buffer)?;
        let duration = began.elapsed();
        let refused = std::mem::take(&mut self.attempts.refused);
        match exchange {
            Some(answer @ Answer::Line(_)) if ending.cause.is_none() => {
                return Ok((Some(Reply { answer, duration, refused }), Some(self)));
            }
            Some(Answer::Garbled(_)) => {
                self.tree.kill();
                self.tree.watch.wait(ending.patience());
            }
            _ => {}
        }
        let status = self.tree.finish(ending.patience());
        let answer = match exchange {
            Some(Answer::Garbled(mut found)) if matches!(ending.cause, None | Some(Cause::Useless)) => {
                found.truncate(command.output_cap);
                Some(Answer::Garbled(found))
            }
            _ => ending.end(status)?.map(Answer::None),
        };
        Ok((answer.map(|answer| Reply { answer, duration, refused }), None))
    }

    /// The answer, or what came in its place; nothing when it ended or is given up, as [`Ending`] tells.
    fn exchange(
        &mut self,
        line: &Line,
        ending: &mut Ending,
        control: &mut Control<'_>,
        buffer: &mut [u8],
    ) -> io::Result<Option<Answer>> {
        if ioctl_fionread(&self.stdout)? > 0 {
            let got = retry_on_intr(|| read(&self.stdout, &mut *buffer))?;
            return Ok(Some(Answer::Garbled(buffer[..got].to_vec())));
        }
        let request = [&line.text, b"\n".as_slice()].concat();
        let (mut sent, mut answer) = (self.write(&request)?, Vec::new());
        let mut answers = true;
        loop {
            let stdin = (sent < request.len()).then(|| PollFd::new(&self.stdin, PollFlags::OUT));
            let stdout = answers.then(|| readable(&self.stdout));
            let pipes = [ending.listen(control), stdin, stdout, self.attempts.listen()];
            let ([heard, reads, printed, attempted], ended) = self.tree.watch.poll(pipes, ending.deadline)?;
            if attempted && !ended {
                self.attempts.look()?;
            }
            if printed {
                let got = retry_on_intr(|| read(&self.stdout, &mut *buffer))?;
                answers = got > 0;
                answer.extend_from_slice(&buffer[..got]);
                if let Some(at) = buffer[..got].iter().position(|byte| *byte == b'\n') {
                    if at + 1 < got {
                        return Ok(Some(Answer::Garbled(answer)));
                    }
                    answer.pop();
                    return Ok(Some(Answer::Line(answer)));
                }
                if answer.len() > LONGEST_LINE {
                    return Ok(Some(Answer::Garbled(answer)));
                }
            }
            if reads {
                sent += self.write(&request[sent..])?;
            }
            if ended && !printed {
                return Ok(None);
            }
            if !answers && !ended {
                ending.begin(Cause::Useless, &self.tree);
            }
            if ending.advance(heard, control, &self.tree)? {
                return Ok(None);
            }
        }
    }

    /// Writes what the pipe takes. A worker that closed its input gets nothing more, and is not an error
    /// yet: it may answer, or end, and is heard either way.
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match retry_on_intr(|| write(&self.stdin, bytes)) {
            Ok(sent) => Ok(sent),
            Err(Errno::AGAIN) => Ok(0),
            Err(Errno::PIPE) => Ok(bytes.len()),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends it; `None` when the main process is gone meanwhile.
    pub(super) fn dismiss(self, grace: Duration, control: &mut Control<'_>) -> io::Result<Option<()>> {
        let Self { tree, stdin, stdout, mut attempts, .. } = self;
        drop((stdin, stdout));
        let mut ending = Ending::new(None, grace);
        ending.begin(Cause::Useless, &tree);
        loop {
            let pipes = [ending.listen(control), attempts.listen()];
            let ([heard, attempted], ended) = tree.watch.poll(pipes, ending.deadline)?;
            if attempted && !ended {
                attempts.look()?;
            }
            if ended || ending.advance(heard, control, &tree)? {
                break;
            }
        }
        tree.finish(ending.patience());
        Ok((ending.cause != Some(Cause::Gone)).then_some(()))
    }
}

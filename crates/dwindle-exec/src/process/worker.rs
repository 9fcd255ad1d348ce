//! A persistent worker: a process started once that answers each line with a line.
//!
//! It reads requests on standard input, and prints nothing but one line for each on standard output. What
//! it starts lives as long as it does. One that hangs, dies or falls out of step is ended and told of, and
//! the next request starts another; so does one that ended by itself between two requests.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{Errno, ioctl_fionread, read, retry_on_intr, write};

use super::capture::Capture;
use super::ending::{Cause, Control, Ending, end};
use super::message::Line;
use super::prepared::{PreparedCommand, Streams};
use super::tree::{Reach, Tree};
use super::watch::Fds;
use super::{Answer, Command, NotStarted, Reply};

/// A line this long has no end.
const LONGEST_LINE: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct Worker {
    tree: Tree,
    dir: PathBuf,
    /// Never blocks us: a worker that does not read is a worker that does not answer.
    stdin: PipeWriter,
    stdout: PipeReader,
    stderr: PipeReader,
    errors: Capture,
}

/// How an exchange ended.
enum Exchange {
    Line(Vec<u8>),
    Garbled(Vec<u8>),
    /// Without an answer; see the [`Ending`].
    None,
}

impl Worker {
    pub(super) fn start(
        prepared: &mut PreparedCommand,
        line: &Line,
        reach: Reach,
    ) -> io::Result<Result<Self, (NotStarted, String)>> {
        let (stdin_end, stdin) = io::pipe()?;
        let (stdout, stdout_end) = io::pipe()?;
        let (stderr, stderr_end) = io::pipe()?;
        fcntl_setfl(&stdin, OFlags::NONBLOCK)?;
        let streams =
            Streams { stdin: stdin_end.into(), stdout: stdout_end.into(), stderr: stderr_end.into() };
        let spawned = prepared.spawn(&line.dir, streams);
        // Here the ends of the streams matter: they are the worker's alone.
        prepared.release();
        Ok(spawned?.map(|(leader, watch)| Self {
            tree: Tree::new(leader, watch, reach),
            dir: line.dir.clone(),
            stdin,
            stdout,
            stderr,
            errors: Capture::new(prepared.command.output_cap),
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
        let exchange = match exchange {
            Exchange::Line(line) if ending.cause.is_none() => {
                self.errors.drain(&self.stderr, buffer)?;
                let reply = Reply { answer: Answer::Line(line), duration, stderr: self.errors.take() };
                return Ok((Some(reply), Some(self)));
            }
            Exchange::Garbled(_) => {
                self.tree.kill();
                self.tree.watch.wait(ending.patience());
                exchange
            }
            exchange => exchange,
        };
        let Self { tree, stderr, mut errors, .. } = self;
        let status = tree.finish(ending.patience());
        errors.drain(&stderr, buffer)?;
        let answer = match (ending.cause, exchange) {
            (Some(Cause::Gone), _) => return Ok((None, None)),
            (Some(Cause::Timeout), _) => Answer::TimedOut,
            (Some(Cause::Stop), _) => Answer::Stopped,
            (_, Exchange::Garbled(mut found)) => {
                found.truncate(command.output_cap);
                Answer::Garbled(found)
            }
            _ => Answer::Died(end(status)?),
        };
        Ok((Some(Reply { answer, duration, stderr: errors.take() }), None))
    }

    fn exchange(
        &mut self,
        line: &Line,
        ending: &mut Ending,
        control: &mut Control<'_>,
        buffer: &mut [u8],
    ) -> io::Result<Exchange> {
        if ioctl_fionread(&self.stdout)? > 0 {
            let got = retry_on_intr(|| read(&self.stdout, &mut *buffer))?;
            return Ok(Exchange::Garbled(buffer[..got].to_vec()));
        }
        let request = [&line.text, b"\n".as_slice()].concat();
        let (mut sent, mut answer) = (self.write(&request)?, Vec::new());
        let (mut answers, mut complains) = (true, true);
        loop {
            let fds = Fds {
                watch: &self.tree.watch,
                control: ending.listen(control),
                stdin: (sent < request.len()).then_some(self.stdin.as_fd()),
                stdout: answers.then_some(self.stdout.as_fd()),
                stderr: complains.then_some(self.stderr.as_fd()),
            };
            let ready = fds.wait(ending.deadline)?;
            if ready.stdout {
                let got = retry_on_intr(|| read(&self.stdout, &mut *buffer))?;
                answers = got > 0;
                answer.extend_from_slice(&buffer[..got]);
                if let Some(at) = buffer[..got].iter().position(|byte| *byte == b'\n') {
                    if at + 1 < got {
                        return Ok(Exchange::Garbled(answer));
                    }
                    answer.pop();
                    return Ok(Exchange::Line(answer));
                }
                if answer.len() > LONGEST_LINE {
                    return Ok(Exchange::Garbled(answer));
                }
            }
            if ready.stderr {
                complains = self.errors.read(self.stderr.as_fd(), buffer)?;
            }
            if ready.stdin {
                sent += self.write(&request[sent..])?;
            }
            if ready.ended && !ready.stdout {
                return Ok(Exchange::None);
            }
            if !answers && !ready.ended {
                ending.begin(Cause::Useless, &self.tree);
            }
            if ending.advance(&ready, control, &self.tree)? {
                return Ok(Exchange::None);
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
        let Self { tree, stdin, stdout, stderr, .. } = self;
        drop((stdin, stdout, stderr));
        let mut ending = Ending::new(None, grace);
        ending.begin(Cause::Useless, &tree);
        loop {
            let fds = Fds { control: ending.listen(control), ..Fds::of(&tree.watch) };
            let ready = fds.wait(ending.deadline)?;
            if ready.ended || ending.advance(&ready, control, &tree)? {
                break;
            }
        }
        tree.finish(ending.patience());
        Ok((ending.cause != Some(Cause::Gone)).then_some(()))
    }
}

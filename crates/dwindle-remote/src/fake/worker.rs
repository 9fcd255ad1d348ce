//! The workers of a fake farm.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::protobuf::Timestamp;
use bazel_remote_apis::google::rpc;
use prost::Message;
use tonic::Code;

use super::jobs::News;
use super::state::{How, State, locked};
use crate::digest::{Digest, digest};
use crate::outcome::{FILE, ROOT};
use crate::script::WORK;

/// Works for as long as the farm runs.
pub(super) async fn work(state: Arc<State>) {
    loop {
        let next = locked(&state.jobs).next();
        match next {
            Some((number, action)) => job(&state, number, action).await,
            None => state.news.notified().await,
        }
    }
}

async fn job(state: &Arc<State>, number: u64, action: String) {
    // Another one may find more.
    state.news.notify_one();
    let Some(mut news) = locked(&state.jobs).listen(number) else { return };
    let count = {
        let running = state.running.fetch_add(1, Ordering::Relaxed) + 1;
        let mut counts = locked(&state.counts);
        *counts.executed.entry(action.clone()).or_default() += 1;
        counts.most = counts.most.max(running);
        counts.executions()
    };
    let tell = |news| locked(&state.jobs).tell(number, news);
    let is = |every: usize| every > 0 && count.is_multiple_of(every);
    let faults = state.behaviour.faults;
    tell(if is(faults.broken_stream) { News::Broken } else { News::Running });
    if is(faults.slow_worker) {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let ran = async {
        if is(faults.missing_blobs) {
            locked(&state.blobs).clear();
        }
        if is(faults.silent_worker) {
            std::future::pending::<()>().await;
        }
        if is(faults.lost_worker) {
            return failed(Code::Unavailable, "the worker was lost");
        }
        match run(state, &action).await {
            Ok(mut result) => {
                if is(faults.lying_worker) {
                    lie(&mut result, count);
                }
                locked(&state.cache).insert(action.clone(), result.clone());
                api::ExecuteResponse { result: Some(result), ..api::ExecuteResponse::default() }
            }
            Err(_) => failed(Code::FailedPrecondition, "MISSING"),
        }
    };
    tokio::select! {
        response = ran => tell(News::Ended(Box::new(response))),
        _ = news.wait_for(|news| matches!(news, News::Cancelled)) => (),
    }
    state.running.fetch_sub(1, Ordering::Relaxed);
}

/// A response that says that the test could not be run.
fn failed(code: Code, message: &str) -> api::ExecuteResponse {
    let status = rpc::Status { code: code as i32, message: message.to_owned(), ..rpc::Status::default() };
    api::ExecuteResponse { status: Some(status), ..api::ExecuteResponse::default() }
}

/// Makes a result one that says nothing, or what is not true of its own bytes.
fn lie(result: &mut api::ActionResult, count: usize) {
    if count.is_multiple_of(2) {
        result.output_files.clear();
    } else {
        result.stdout_raw = b"a lie".to_vec();
        result.stdout_digest = Some(digest(b"the truth"));
    }
}

#[expect(clippy::disallowed_methods, reason = "servers tell the time")]
fn now() -> Timestamp {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(now.as_secs()).unwrap_or_default();
    Timestamp { seconds, nanos: i32::try_from(now.subsec_nanos()).unwrap_or_default() }
}

async fn run(state: &State, hash: &str) -> io::Result<api::ActionResult> {
    let action: api::Action = message(state, &Digest { hash: hash.to_owned(), size_bytes: 0 })?;
    let root = action.input_root_digest.unwrap_or_default();
    let execution_start_timestamp = Some(now());
    let mut result = match &state.behaviour.run {
        How::Really => {
            let command: api::Command = message(state, &action.command_digest.unwrap_or_default())?;
            process(state, &root, &command).await?
        }
        How::By(function, takes) => {
            let mut files = BTreeMap::new();
            let top: api::Directory = message(state, &root)?;
            let work = top
                .directories
                .iter()
                .find(|below| below.name == WORK)
                .and_then(|below| below.digest.clone());
            read(state, &work.unwrap_or_default(), "", &mut files)?;
            let code = function(&files);
            tokio::time::sleep(*takes).await;
            let contents = format!("{code}\n").into_bytes();
            let digest = Some(digest(&contents));
            let file =
                api::OutputFile { path: FILE.to_owned(), contents, digest, ..api::OutputFile::default() };
            api::ActionResult { output_files: vec![file], ..api::ActionResult::default() }
        }
    };
    result.execution_metadata = Some(api::ExecutedActionMetadata {
        execution_start_timestamp,
        execution_completed_timestamp: Some(now()),
        ..api::ExecutedActionMetadata::default()
    });
    Ok(result)
}

/// Runs a command in a directory of its own.
async fn process(state: &State, root: &Digest, command: &api::Command) -> io::Result<api::ActionResult> {
    let dir = tempfile::tempdir()?;
    lay(state, root, dir.path())?;
    let mut words = command.arguments.iter();
    let mut process = tokio::process::Command::new(words.next().ok_or(io::ErrorKind::InvalidInput)?);
    let variables = command.environment_variables.iter().map(|variable| (&variable.name, &variable.value));
    process.args(words).env_clear().envs(variables).current_dir(dir.path());
    let output = process.stdin(Stdio::null()).kill_on_drop(true).output().await?;
    let keep = |bytes: Vec<u8>| {
        let name = digest(&bytes);
        locked(&state.blobs).insert(name.hash.clone(), bytes);
        Some(name)
    };
    let written = [FILE, ROOT].into_iter().filter_map(|name| {
        let digest = keep(std::fs::read(dir.path().join(name)).ok()?);
        Some(api::OutputFile { path: name.to_owned(), digest, ..api::OutputFile::default() })
    });
    let output_files = written.collect();
    let [stdout_digest, stderr_digest] = [output.stdout, output.stderr].map(keep);
    let exit_code = output.status.code().unwrap_or(-1);
    Ok(api::ActionResult {
        output_files,
        exit_code,
        stdout_digest,
        stderr_digest,
        ..api::ActionResult::default()
    })
}

fn blob(state: &State, digest: &Digest) -> io::Result<Vec<u8>> {
    let empty = || digest.hash == self::digest(b"").hash;
    let found = locked(&state.blobs).get(&digest.hash).cloned();
    found.or_else(|| empty().then(Vec::new)).ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn message<M: Message + Default>(state: &State, digest: &Digest) -> io::Result<M> {
    M::decode(blob(state, digest)?.as_slice()).map_err(io::Error::other)
}

/// Reads all files below a directory.
fn read(
    state: &State,
    directory: &Digest,
    below: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> io::Result<()> {
    let directory: api::Directory = message(state, directory)?;
    for file in directory.files {
        files.insert(format!("{below}{}", file.name), blob(state, &file.digest.unwrap_or_default())?);
    }
    for other in directory.directories {
        read(state, &other.digest.unwrap_or_default(), &format!("{below}{}/", other.name), files)?;
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a directory of a test is no result")]
fn lay(state: &State, directory: &Digest, path: &Path) -> io::Result<()> {
    let directory: api::Directory = message(state, directory)?;
    for file in directory.files {
        let to = path.join(file.name);
        std::fs::write(&to, blob(state, &file.digest.unwrap_or_default())?)?;
        let mode = if file.is_executable { 0o755 } else { 0o644 };
        std::fs::set_permissions(&to, PermissionsExt::from_mode(mode))?;
    }
    for link in directory.symlinks {
        symlink(link.target, path.join(link.name))?;
    }
    for below in directory.directories {
        let to = path.join(below.name);
        std::fs::create_dir(&to)?;
        lay(state, &below.digest.unwrap_or_default(), &to)?;
    }
    Ok(())
}

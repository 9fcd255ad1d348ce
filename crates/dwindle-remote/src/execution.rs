//! Running an action, or finding that somebody did.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use api::action_cache_client::ActionCacheClient;
use api::execution_client::ExecutionClient;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::longrunning::operations_client::OperationsClient;
use bazel_remote_apis::google::longrunning::{CancelOperationRequest, Operation, operation};
use bazel_remote_apis::google::protobuf::Any;
use prost::Message;
use tokio::time::{Instant, timeout_at};
use tonic::{Code, Request, Streaming};

use crate::clock::now;
use crate::connection::{ANSWER, Connection};
use crate::digest::Digest;
use crate::outcome::{FILE, ROOT};
use crate::trouble::Trouble;

/// What came of an action.
#[derive(Debug)]
pub(crate) enum Executed {
    /// Its command ended; or it was not run, since the server has the result of an earlier run.
    Done { result: Box<api::ActionResult>, is_known: bool },
    /// The server ended it, since the script did not.
    TimedOut,
}

/// The operation that runs an action, as its server calls it, once that is known.
#[derive(Debug, Default)]
pub(crate) struct Ticket(Mutex<Option<String>>);

impl Ticket {
    /// Lets another operation take its place.
    pub(crate) fn forget(&self) {
        self.set(None);
    }

    fn set(&self, name: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = name;
    }

    fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What the cache that all users share has of an action.
pub(crate) async fn cached(
    connection: &Connection,
    action: &Digest,
) -> Result<Option<Box<api::ActionResult>>, Trouble> {
    let mut request = Request::new(api::GetActionResultRequest {
        instance_name: connection.instance.clone(),
        action_digest: Some(action.clone()),
        inline_stdout: true,
        inline_stderr: true,
        inline_output_files: vec![ROOT.to_owned(), FILE.to_owned()],
        ..api::GetActionResultRequest::default()
    });
    request.set_timeout(ANSWER);
    match ActionCacheClient::new(connection.link()).get_action_result(request).await {
        Ok(answer) => Ok(Some(Box::new(answer.into_inner()))),
        Err(status) if status.code() == Code::NotFound => Ok(None),
        Err(status) => Err(status.into()),
    }
}

/// Runs an action and waits for its end, or goes on waiting for what `ticket` names.
///
/// `anew` runs it although there may be a result of it already. Where the server says that it runs, and for as long as `most` nothing more,
/// the worker is lost.
pub(crate) async fn execute(
    connection: &Connection,
    (action, priority): (&Digest, i32),
    anew: bool,
    most: Option<Duration>,
    ticket: &Ticket,
) -> Result<Executed, Trouble> {
    let mut client = ExecutionClient::new(connection.link());
    let stream = if let Some(name) = ticket.get() {
        let waited = client.wait_execution(api::WaitExecutionRequest { name }).await;
        waited.map_err(|status| match status.code() {
            // Then it has to be run again.
            Code::NotFound | Code::Unimplemented => Trouble::Gone,
            _ => status.into(),
        })
    } else {
        let request = api::ExecuteRequest {
            instance_name: connection.instance.clone(),
            skip_cache_lookup: anew,
            action_digest: Some(action.clone()),
            execution_policy: (priority != 0).then_some(api::ExecutionPolicy { priority }),
            inline_stdout: true,
            inline_stderr: true,
            inline_output_files: vec![ROOT.to_owned(), FILE.to_owned()],
            ..api::ExecuteRequest::default()
        };
        client.execute(request).await.map_err(Trouble::from)
    };
    let ended = match stream {
        Ok(stream) => follow(stream.into_inner(), most, ticket).await,
        Err(trouble) => Err(trouble),
    };
    // A name that may still be waited for is kept; one whose operation ended is not.
    if !matches!(ended, Err(Trouble::Again(_) | Trouble::Late)) {
        ticket.set(None);
    }
    let operation = ended?;
    ticket.set(None);
    read(operation)
}

/// Reads what a server tells of an operation until that is done.
async fn follow(
    mut stream: Streaming<Operation>,
    most: Option<Duration>,
    ticket: &Ticket,
) -> Result<Operation, Trouble> {
    let mut latest = None;
    loop {
        let told = match latest {
            Some(latest) => timeout_at(latest, stream.message()).await.map_err(|_| Trouble::Late)?,
            None => stream.message().await,
        };
        match told {
            Ok(Some(operation)) => {
                // A server that knows that the worker is lost has it wait for another one.
                latest =
                    latest.or_else(|| Some(Instant::from(now()) + most?)).filter(|_| is_running(&operation));
                ticket.set(Some(operation.name.clone()).filter(|name| !name.is_empty()));
                if operation.done {
                    return Ok(operation);
                }
            }
            Ok(None) => return Err(Trouble::Again("the server ended the stream before the test".to_owned())),
            Err(status) if status.code() == Code::NotFound => return Err(Trouble::Gone),
            Err(status) => return Err(status.into()),
        }
    }
}

/// Whether a worker runs it, as far as the server says so.
fn is_running(operation: &Operation) -> bool {
    let decode = |any: &Any| api::ExecuteOperationMetadata::decode(any.value.as_slice()).ok();
    let metadata = operation.metadata.as_ref().and_then(decode);
    metadata.is_some_and(|metadata| metadata.stage() == api::execution_stage::Value::Executing)
}

/// What an operation that is done came to.
fn read(operation: Operation) -> Result<Executed, Trouble> {
    let response = match operation.result {
        Some(operation::Result::Response(any)) => any,
        Some(operation::Result::Error(status)) => {
            return Err(Trouble::of(Code::from_i32(status.code), &status.message));
        }
        None => return Err(Trouble::Again("an operation that is done has no result".to_owned())),
    };
    let response = api::ExecuteResponse::decode(response.value.as_slice())
        .map_err(|error| Trouble::Again(format!("the server's answer cannot be read: {error}")))?;
    let status = response.status.unwrap_or_default();
    match (Code::from_i32(status.code), response.result) {
        (Code::Ok, Some(result)) => {
            Ok(Executed::Done { result: Box::new(result), is_known: response.cached_result })
        }
        (Code::Ok, None) => Err(Trouble::Again("an execution without a result".to_owned())),
        (Code::DeadlineExceeded, _) => Ok(Executed::TimedOut),
        (code, _) => Err(Trouble::of(code, &status.message)),
    }
}

/// Cancels what `ticket` names, as far as the server can do that; `is_in_vain` remembers that it cannot.
///
/// Where it cannot, what is left is to wait no longer: some servers take that for a cancellation.
pub(crate) async fn cancel(connection: &Connection, ticket: &Ticket, is_in_vain: &AtomicBool) {
    let Some(name) = ticket.get().filter(|_| !is_in_vain.load(Ordering::Relaxed)) else { return };
    let mut request = Request::new(CancelOperationRequest { name });
    request.set_timeout(ANSWER);
    if let Err(status) = OperationsClient::new(connection.link()).cancel_operation(request).await
        && status.code() == Code::Unimplemented
    {
        is_in_vain.store(true, Ordering::Relaxed);
    }
}

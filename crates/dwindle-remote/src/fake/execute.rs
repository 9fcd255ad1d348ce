//! The operations of a fake farm: what waits, what runs, and who listens.

use std::collections::BTreeMap;

use api::execution_server::Execution;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::longrunning::operations_server::Operations;
use bazel_remote_apis::google::longrunning::{
    CancelOperationRequest, DeleteOperationRequest, GetOperationRequest, ListOperationsRequest,
    ListOperationsResponse, Operation, WaitOperationRequest, operation,
};
use bazel_remote_apis::google::protobuf::{Any, Empty};
use bazel_remote_apis::google::rpc;
use prost::Message;
use tokio::sync::watch;
use tonic::{Code, Request, Response, Status};

use super::serve::{Answers, Service};
use super::{Behaviour, locked};

/// Operations by number, and those that wait, by priority.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    pub(super) all: BTreeMap<u64, Job>,
    waiting: BTreeMap<(i64, u64), ()>,
}

/// One operation.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) action: String,
    news: watch::Sender<News>,
}

/// What is known of an operation.
#[derive(Clone, Debug)]
pub(super) enum News {
    Waiting,
    /// The stream of whoever listens breaks; of those who come later it does not.
    Broken,
    Cancelled,
    Ended(Box<api::ExecuteResponse>),
}

impl Jobs {
    fn add(&mut self, action: String, priority: i32, behaviour: &Behaviour) -> u64 {
        let number = self.all.last_key_value().map_or(1, |(last, _)| last + 1);
        let rank = i64::from(priority) * if behaviour.lower_first { 1 } else { -1 };
        self.waiting.insert((rank, number), ());
        self.all.insert(number, Job { action, news: watch::channel(News::Waiting).0 });
        number
    }

    /// The next one to run, and its action.
    pub(super) fn next(&mut self) -> Option<(u64, String)> {
        let ((_, number), ()) = self.waiting.pop_first()?;
        Some((number, self.all.get(&number)?.action.clone()))
    }

    /// Tells whoever listens.
    pub(super) fn tell(&self, number: u64, news: News) {
        if let Some(job) = self.all.get(&number) {
            job.news.send_replace(news);
        }
    }

    /// Waits for its cancellation.
    pub(super) fn listen(&self, number: u64) -> Option<watch::Receiver<News>> {
        Some(self.all.get(&number)?.news.subscribe())
    }
}

impl Service {
    fn follow(&self, number: u64, is_first: bool) -> Result<Answers<Operation>, Status> {
        let job = locked(&self.0.jobs).listen(number);
        let mut news = job.ok_or_else(|| Status::not_found("no such operation"))?;
        let (tell, told) = tokio::sync::mpsc::channel(4);
        let name = format!("operations/{number}");
        tokio::spawn(async move {
            let waiting = Operation { name: name.clone(), ..Operation::default() };
            let _told = tell.send(Ok(waiting)).await;
            loop {
                let now = news.borrow_and_update().clone();
                let last = match now {
                    News::Broken if is_first => Some(Err(Status::unavailable("the connection broke"))),
                    News::Waiting | News::Broken => None,
                    News::Cancelled => Some(Err(Status::cancelled("the operation was cancelled"))),
                    News::Ended(response) => Some(Ok(ended(name.clone(), &response))),
                };
                if let Some(last) = last {
                    let _told = tell.send(last).await;
                    return;
                }
                tokio::select! {
                    () = tell.closed() => return,
                    changed = news.changed() => if changed.is_err() { return },
                }
            }
        });
        Ok(Box::pin(tokio_stream::wrappers::ReceiverStream::new(told)))
    }

    /// What is wrong with an action before it runs.
    fn refuse(&self, action: &api::Action) -> Option<Status> {
        let known = &self.0.behaviour.properties;
        let properties = action.platform.iter().flat_map(|platform| &platform.properties);
        let unknown = properties.map(|property| &property.name).find(|name| !known.contains(name))?;
        Some(Status::failed_precondition(format!("property key=[{unknown}] is not known")))
    }
}

fn ended(name: String, response: &api::ExecuteResponse) -> Operation {
    let type_url = "type.googleapis.com/build.bazel.remote.execution.v2.ExecuteResponse".to_owned();
    let any = Any { type_url, value: response.encode_to_vec() };
    Operation { name, done: true, result: Some(operation::Result::Response(any)), ..Operation::default() }
}

/// A response that says that the test could not be run.
pub(super) fn failed(code: Code, message: &str) -> api::ExecuteResponse {
    let status = rpc::Status { code: code as i32, message: message.to_owned(), ..rpc::Status::default() };
    api::ExecuteResponse { status: Some(status), ..api::ExecuteResponse::default() }
}

#[tonic::async_trait]
impl Execution for Service {
    type ExecuteStream = Answers<Operation>;

    async fn execute(
        &self,
        request: Request<api::ExecuteRequest>,
    ) -> Result<Response<Self::ExecuteStream>, Status> {
        self.admit(&request, Some(&request.get_ref().instance_name)).await?;
        let request = request.into_inner();
        let hash = request.action_digest.unwrap_or_default().hash;
        let known = locked(&self.0.cache).get(&hash).cloned();
        if let Some(result) = known.filter(|_| !request.skip_cache_lookup) {
            let response = api::ExecuteResponse {
                result: Some(result),
                cached_result: true,
                ..api::ExecuteResponse::default()
            };
            let done = ended("operations/0".to_owned(), &response);
            return Ok(Response::new(Box::pin(tokio_stream::once(Ok(done)))));
        }
        let action = locked(&self.0.blobs).get(&hash).map(|bytes| api::Action::decode(bytes.as_slice()));
        let Some(Ok(action)) = action else {
            return Err(Status::failed_precondition("MISSING"));
        };
        if let Some(refused) = self.refuse(&action) {
            return Err(refused);
        }
        let priority = request.execution_policy.map_or(0, |policy| policy.priority);
        let number = locked(&self.0.jobs).add(hash, priority, &self.0.behaviour);
        self.0.news.notify_one();
        Ok(Response::new(self.follow(number, true)?))
    }

    type WaitExecutionStream = Answers<Operation>;

    async fn wait_execution(
        &self,
        request: Request<api::WaitExecutionRequest>,
    ) -> Result<Response<Self::WaitExecutionStream>, Status> {
        self.admit(&request, None).await?;
        locked(&self.0.counts).waited += 1;
        Ok(Response::new(self.follow(number(&request.into_inner().name)?, false)?))
    }
}

fn number(name: &str) -> Result<u64, Status> {
    let number = name.strip_prefix("operations/").and_then(|number| number.parse().ok());
    number.ok_or_else(|| Status::not_found("no such operation"))
}

#[tonic::async_trait]
impl Operations for Service {
    async fn cancel_operation(
        &self,
        request: Request<CancelOperationRequest>,
    ) -> Result<Response<Empty>, Status> {
        self.admit(&request, None).await?;
        let number = number(&request.into_inner().name)?;
        if !self.0.behaviour.cancels {
            locked(&self.0.counts).refused += 1;
            return Err(Status::unimplemented("nothing is cancelled here"));
        }
        locked(&self.0.counts).cancelled += 1;
        let mut jobs = locked(&self.0.jobs);
        jobs.waiting.retain(|(_, waiting), ()| *waiting != number);
        jobs.tell(number, News::Cancelled);
        Ok(Response::new(Empty {}))
    }

    async fn list_operations(
        &self,
        _request: Request<ListOperationsRequest>,
    ) -> Result<Response<ListOperationsResponse>, Status> {
        Err(Status::unimplemented("no list"))
    }

    async fn get_operation(
        &self,
        _request: Request<GetOperationRequest>,
    ) -> Result<Response<Operation>, Status> {
        Err(Status::unimplemented("wait for it"))
    }

    async fn delete_operation(
        &self,
        _request: Request<DeleteOperationRequest>,
    ) -> Result<Response<Empty>, Status> {
        Err(Status::unimplemented("cancel it"))
    }

    async fn wait_operation(
        &self,
        _request: Request<WaitOperationRequest>,
    ) -> Result<Response<Operation>, Status> {
        Err(Status::unimplemented("wait for its execution"))
    }
}

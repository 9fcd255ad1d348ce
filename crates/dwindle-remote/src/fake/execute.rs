//! The services of a fake farm that execute and cancel.

use api::execution_server::Execution;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::longrunning::operations_server::Operations;
use bazel_remote_apis::google::longrunning::{
    CancelOperationRequest, DeleteOperationRequest, GetOperationRequest, ListOperationsRequest,
    ListOperationsResponse, Operation, WaitOperationRequest, operation,
};
use bazel_remote_apis::google::protobuf::{Any, Empty};
use prost::Message;
use tonic::{Request, Response, Status};

use super::jobs::News;
use super::serve::{Answers, Service};
use super::state::locked;

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
                    News::Running => {
                        let _told = tell.send(Ok(running(name.clone()))).await;
                        None
                    }
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

fn running(name: String) -> Operation {
    let type_url = "type.googleapis.com/build.bazel.remote.execution.v2.ExecuteOperationMetadata".to_owned();
    let stage = api::execution_stage::Value::Executing as i32;
    let metadata = api::ExecuteOperationMetadata { stage, ..api::ExecuteOperationMetadata::default() };
    let metadata = Some(Any { type_url, value: metadata.encode_to_vec() });
    Operation { name, metadata, ..Operation::default() }
}

fn ended(name: String, response: &api::ExecuteResponse) -> Operation {
    let type_url = "type.googleapis.com/build.bazel.remote.execution.v2.ExecuteResponse".to_owned();
    let any = Any { type_url, value: response.encode_to_vec() };
    Operation { name, done: true, result: Some(operation::Result::Response(any)), ..Operation::default() }
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
        let number = locked(&self.0.jobs).add(hash, priority, self.0.behaviour.lower_first);
        locked(&self.0.counts).begun += 1;
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
        locked(&self.0.jobs).cancel(number);
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

//! The services of a fake farm, but for execution: capabilities, blobs, the cache.

use std::pin::Pin;
use std::sync::Arc;

use api::action_cache_server::{ActionCache, ActionCacheServer};
use api::capabilities_server::{Capabilities, CapabilitiesServer};
use api::content_addressable_storage_server::{ContentAddressableStorage, ContentAddressableStorageServer};
use api::execution_server::ExecutionServer;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::bytestream::byte_stream_server::{ByteStream, ByteStreamServer};
use bazel_remote_apis::google::bytestream::{
    QueryWriteStatusRequest, QueryWriteStatusResponse, ReadRequest, ReadResponse, WriteRequest, WriteResponse,
};
use bazel_remote_apis::google::longrunning::operations_server::OperationsServer;
use bazel_remote_apis::google::rpc;
use tokio_stream::Stream;
use tonic::transport::Server;
use tonic::transport::server::Router;
use tonic::{Code, Request, Response, Status, Streaming};

use super::state::{State, locked};
use crate::digest::{Digest, digest};

/// How much of a blob goes into one message.
const CHUNK: usize = 64 << 10;

/// Answers, one after the other.
pub(super) type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// The services of a farm.
#[derive(Clone, Debug)]
pub(super) struct Service(pub(super) Arc<State>);

/// All services at one address.
pub(super) fn router(mut server: Server, state: &Arc<State>) -> Router {
    let service = Service(Arc::clone(state));
    server
        .add_service(CapabilitiesServer::new(service.clone()))
        .add_service(ContentAddressableStorageServer::new(service.clone()))
        .add_service(ActionCacheServer::new(service.clone()))
        .add_service(ByteStreamServer::new(service.clone()))
        .add_service(OperationsServer::new(service.clone()))
        .add_service(ExecutionServer::new(service))
}

impl Service {
    /// Lets in who may ask, and takes its time.
    pub(super) async fn admit<T>(&self, request: &Request<T>, instance: Option<&str>) -> Result<(), Status> {
        let behaviour = &self.0.behaviour;
        if !behaviour.latency.is_zero() {
            tokio::time::sleep(behaviour.latency).await;
        }
        let token = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        if behaviour.token.is_some() && token != behaviour.token.as_deref() {
            return Err(Status::unauthenticated("no valid token"));
        }
        match instance {
            Some(name) if name != behaviour.instance => {
                Err(Status::invalid_argument(format!("instance name \"{name}\" is not known")))
            }
            _ => Ok(()),
        }
    }

    fn store(&self, bytes: Vec<u8>) {
        let mut counts = locked(&self.0.counts);
        counts.uploaded.0 += 1;
        counts.uploaded.1 += bytes.len();
        locked(&self.0.blobs).insert(digest(&bytes).hash, bytes);
    }
}

#[tonic::async_trait]
impl Capabilities for Service {
    async fn get_capabilities(
        &self,
        request: Request<api::GetCapabilitiesRequest>,
    ) -> Result<Response<api::ServerCapabilities>, Status> {
        self.admit(&request, Some(&request.get_ref().instance_name)).await?;
        let sha256 = api::digest_function::Value::Sha256 as i32;
        Ok(Response::new(api::ServerCapabilities {
            cache_capabilities: Some(api::CacheCapabilities {
                digest_functions: vec![sha256],
                max_batch_total_size_bytes: self.0.behaviour.batch,
                ..api::CacheCapabilities::default()
            }),
            execution_capabilities: Some(api::ExecutionCapabilities {
                digest_function: sha256,
                exec_enabled: true,
                ..api::ExecutionCapabilities::default()
            }),
            ..api::ServerCapabilities::default()
        }))
    }
}

#[tonic::async_trait]
impl ContentAddressableStorage for Service {
    async fn find_missing_blobs(
        &self,
        request: Request<api::FindMissingBlobsRequest>,
    ) -> Result<Response<api::FindMissingBlobsResponse>, Status> {
        self.admit(&request, Some(&request.get_ref().instance_name)).await?;
        let blobs = locked(&self.0.blobs);
        let mut missing_blob_digests: Vec<Digest> = request.into_inner().blob_digests;
        missing_blob_digests.retain(|digest| !blobs.contains_key(&digest.hash));
        Ok(Response::new(api::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<api::BatchUpdateBlobsRequest>,
    ) -> Result<Response<api::BatchUpdateBlobsResponse>, Status> {
        self.admit(&request, Some(&request.get_ref().instance_name)).await?;
        let requests = request.into_inner().requests;
        let size: usize = requests.iter().map(|request| request.data.len()).sum();
        let most = usize::try_from(self.0.behaviour.batch).unwrap_or_default();
        if most > 0 && size > most {
            return Err(Status::invalid_argument("the batch is too large"));
        }
        let stored = requests.into_iter().map(|request| {
            let is_right = request.digest.as_ref() == Some(&digest(&request.data));
            let code = if is_right { Code::Ok } else { Code::InvalidArgument } as i32;
            if is_right {
                self.store(request.data);
            }
            let status = Some(rpc::Status { code, ..rpc::Status::default() });
            api::batch_update_blobs_response::Response { digest: request.digest, status }
        });
        Ok(Response::new(api::BatchUpdateBlobsResponse { responses: stored.collect() }))
    }

    async fn batch_read_blobs(
        &self,
        _request: Request<api::BatchReadBlobsRequest>,
    ) -> Result<Response<api::BatchReadBlobsResponse>, Status> {
        Err(Status::unimplemented("batches are only written"))
    }

    type GetTreeStream = Answers<api::GetTreeResponse>;

    async fn get_tree(
        &self,
        _request: Request<api::GetTreeRequest>,
    ) -> Result<Response<Self::GetTreeStream>, Status> {
        Err(Status::unimplemented("trees are only written"))
    }

    async fn split_blob(
        &self,
        _request: Request<api::SplitBlobRequest>,
    ) -> Result<Response<api::SplitBlobResponse>, Status> {
        Err(Status::unimplemented("blobs are whole"))
    }

    async fn splice_blob(
        &self,
        _request: Request<api::SpliceBlobRequest>,
    ) -> Result<Response<api::SpliceBlobResponse>, Status> {
        Err(Status::unimplemented("blobs are whole"))
    }

    type GetChunkMappingStream = Answers<api::GetChunkMappingResponse>;

    async fn get_chunk_mapping(
        &self,
        _request: Request<api::GetChunkMappingRequest>,
    ) -> Result<Response<Self::GetChunkMappingStream>, Status> {
        Err(Status::unimplemented("blobs are whole"))
    }

    async fn register_chunk_mapping(
        &self,
        _request: Request<Streaming<api::RegisterChunkMappingRequest>>,
    ) -> Result<Response<api::RegisterChunkMappingResponse>, Status> {
        Err(Status::unimplemented("blobs are whole"))
    }
}

#[tonic::async_trait]
impl ActionCache for Service {
    async fn get_action_result(
        &self,
        request: Request<api::GetActionResultRequest>,
    ) -> Result<Response<api::ActionResult>, Status> {
        self.admit(&request, Some(&request.get_ref().instance_name)).await?;
        let wanted = request.into_inner().action_digest.unwrap_or_default();
        let found = locked(&self.0.cache).get(&wanted.hash).cloned();
        let mut counts = locked(&self.0.counts);
        counts.looked_up.0 += 1;
        counts.looked_up.1 += usize::from(found.is_some());
        found.map(Response::new).ok_or_else(|| Status::not_found("no such result"))
    }

    async fn update_action_result(
        &self,
        _request: Request<api::UpdateActionResultRequest>,
    ) -> Result<Response<api::ActionResult>, Status> {
        Err(Status::permission_denied("only workers write results"))
    }
}

#[tonic::async_trait]
impl ByteStream for Service {
    type ReadStream = Answers<ReadResponse>;

    async fn read(&self, request: Request<ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        self.admit(&request, None).await?;
        let ReadRequest { resource_name, read_offset, read_limit } = request.into_inner();
        let mut parts = resource_name.rsplit('/');
        let hash = parts.nth(1).unwrap_or_default();
        let blob = locked(&self.0.blobs).get(hash).cloned();
        let blob = blob.ok_or_else(|| Status::not_found("no such blob"))?;
        let from = usize::try_from(read_offset).unwrap_or_default().min(blob.len());
        let most = if read_limit == 0 { blob.len() } else { usize::try_from(read_limit).unwrap_or_default() };
        let part = &blob[from..blob.len().min(from.saturating_add(most))];
        let answers: Vec<_> =
            part.chunks(CHUNK).map(|data| Ok(ReadResponse { data: data.to_vec() })).collect();
        Ok(Response::new(Box::pin(tokio_stream::iter(answers))))
    }

    async fn write(
        &self,
        request: Request<Streaming<WriteRequest>>,
    ) -> Result<Response<WriteResponse>, Status> {
        self.admit(&request, None).await?;
        let (mut stream, mut bytes, mut name) = (request.into_inner(), Vec::new(), String::new());
        while let Some(part) = stream.message().await? {
            bytes.extend_from_slice(&part.data);
            name = part.resource_name;
        }
        if name.rsplit('/').nth(1) != Some(&digest(&bytes).hash) {
            return Err(Status::invalid_argument("these bytes have another digest"));
        }
        let committed_size = i64::try_from(bytes.len()).unwrap_or_default();
        self.store(bytes);
        Ok(Response::new(WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _request: Request<QueryWriteStatusRequest>,
    ) -> Result<Response<QueryWriteStatusResponse>, Status> {
        Err(Status::unimplemented("uploads are whole"))
    }
}

//! The blobs of a server: uploads of what it lacks, and downloads.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use api::content_addressable_storage_client::ContentAddressableStorageClient;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use dwindle_exec::process::Captured;
use tonic::{Code, Request};

use crate::connection::{ANSWER, Connection};
use crate::digest::{Blob, Digest, digest};
use crate::trouble::Trouble;

/// So many bytes are uploaded without asking first whether they are there: one round trip less for nearly every candidate.
const UNASKED: usize = 32 << 10;
/// How much of a blob goes into one message of a stream.
const CHUNK: usize = 256 << 10;
/// How large a message may be that comes.
const MESSAGE: usize = 64 << 20;
/// How many bytes of small blobs are remembered.
const REMEMBERED: usize = 16 << 20;

/// What is known of the blobs of a server.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// The hashes of what it had when it was asked last.
    there: Mutex<BTreeSet<String>>,
    /// What was downloaded, by hash: most tests say one of a few things.
    read: Mutex<HashMap<String, Vec<u8>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    /// Lets go of the bytes of those that the server has: of a large directory, all but what changed.
    pub(crate) fn lighten(&self, blobs: &mut [Blob]) {
        let there = locked(&self.there);
        for blob in blobs.iter_mut().filter(|blob| there.contains(&blob.digest.hash)) {
            blob.bytes = Vec::new();
        }
    }

    /// Uploads those of `blobs` that the server lacks.
    ///
    /// # Errors
    /// Those of the server, and [`Trouble::Missing`] where it lacks one whose bytes are no longer here.
    pub(crate) async fn bring(&self, connection: &Connection, blobs: &[&Blob]) -> Result<(), Trouble> {
        let mut unknown: Vec<&Blob> = {
            let there = locked(&self.there);
            blobs.iter().copied().filter(|blob| !there.contains(&blob.digest.hash)).collect()
        };
        unknown.sort_by(|one, other| one.digest.hash.cmp(&other.digest.hash));
        unknown.dedup_by(|one, other| one.digest.hash == other.digest.hash);
        if unknown.is_empty() {
            return Ok(());
        }
        let size: usize = unknown.iter().map(|blob| blob.bytes.len()).sum();
        let all_here = unknown.iter().all(|blob| !blob.bytes.is_empty() || blob.digest.size_bytes == 0);
        let missing = if size <= UNASKED && all_here {
            unknown.iter().map(|blob| blob.digest.hash.clone()).collect()
        } else {
            missing(connection, &unknown).await?
        };
        let (mut batch, mut size) = (Vec::new(), 0);
        for blob in unknown.iter().copied().filter(|blob| missing.contains(&blob.digest.hash)) {
            if blob.bytes.is_empty() && blob.digest.size_bytes > 0 {
                return Err(Trouble::Missing);
            }
            // Digest and frame of each.
            let needed = blob.bytes.len() + 128;
            if needed > connection.batch {
                write(connection, blob).await?;
                continue;
            }
            if size + needed > connection.batch {
                update(connection, std::mem::take(&mut batch)).await?;
                size = 0;
            }
            size += needed;
            batch.push(blob);
        }
        if !batch.is_empty() {
            update(connection, batch).await?;
        }
        locked(&self.there).extend(unknown.into_iter().map(|blob| blob.digest.hash.clone()));
        Ok(())
    }

    /// Forgets that the server has these.
    pub(crate) fn forget(&self, blobs: &[&Blob]) {
        let mut there = locked(&self.there);
        for blob in blobs {
            there.remove(&blob.digest.hash);
        }
    }

    /// The head and the tail of a blob, each up to `cap` bytes.
    pub(crate) async fn captured(
        &self,
        connection: &Connection,
        digest: &Digest,
        cap: usize,
    ) -> Result<Captured, Trouble> {
        let total = u64::try_from(digest.size_bytes).unwrap_or_default();
        if total <= 2 * cap as u64 {
            let mut head = self.read(connection, digest).await?;
            let tail = head.split_off(head.len().min(cap));
            return Ok(Captured { head, tail, total });
        }
        let part = i64::try_from(cap).unwrap_or(i64::MAX);
        let head = read(connection, digest, 0, part).await?;
        let tail = read(connection, digest, digest.size_bytes - part, part).await?;
        Ok(Captured { head, tail, total })
    }

    /// A blob, whole.
    pub(crate) async fn read(&self, connection: &Connection, wanted: &Digest) -> Result<Vec<u8>, Trouble> {
        if let Some(bytes) = locked(&self.read).get(&wanted.hash) {
            return Ok(bytes.clone());
        }
        let bytes = read(connection, wanted, 0, 0).await?;
        if digest(&bytes) != *wanted {
            return Err(Trouble::Again("the server gave other bytes than those asked for".to_owned()));
        }
        let mut read = locked(&self.read);
        if read.values().map(Vec::len).sum::<usize>() + bytes.len() > REMEMBERED {
            read.clear();
        }
        read.insert(wanted.hash.clone(), bytes.clone());
        Ok(bytes)
    }
}

/// Those that the server lacks.
async fn missing(connection: &Connection, blobs: &[&Blob]) -> Result<BTreeSet<String>, Trouble> {
    let mut request = Request::new(api::FindMissingBlobsRequest {
        instance_name: connection.instance.clone(),
        blob_digests: blobs.iter().map(|blob| blob.digest.clone()).collect(),
        ..api::FindMissingBlobsRequest::default()
    });
    request.set_timeout(ANSWER);
    let mut client = ContentAddressableStorageClient::new(connection.link());
    let missing = client.find_missing_blobs(request).await?.into_inner().missing_blob_digests;
    Ok(missing.into_iter().map(|digest| digest.hash).collect())
}

/// Uploads several blobs at once.
async fn update(connection: &Connection, blobs: Vec<&Blob>) -> Result<(), Trouble> {
    let request = |blob: &Blob| api::batch_update_blobs_request::Request {
        digest: Some(blob.digest.clone()),
        data: blob.bytes.clone(),
        ..api::batch_update_blobs_request::Request::default()
    };
    let mut request = Request::new(api::BatchUpdateBlobsRequest {
        instance_name: connection.instance.clone(),
        requests: blobs.into_iter().map(request).collect(),
        ..api::BatchUpdateBlobsRequest::default()
    });
    request.set_timeout(ANSWER);
    let mut client = ContentAddressableStorageClient::new(connection.link());
    let answer = client.batch_update_blobs(request).await?.into_inner();
    let failed =
        answer.responses.into_iter().filter_map(|response| response.status).find(|status| status.code != 0);
    match failed {
        Some(status) => Err(Trouble::of(Code::from_i32(status.code), &status.message)),
        None => Ok(()),
    }
}

/// The name of a blob among what is streamed.
fn resource(connection: &Connection, before: &str, digest: &Digest) -> String {
    let instance = &connection.instance;
    let slash = if instance.is_empty() { "" } else { "/" };
    format!("{instance}{slash}{before}blobs/{}/{}", digest.hash, digest.size_bytes)
}

/// Uploads a large blob.
async fn write(connection: &Connection, blob: &Blob) -> Result<(), Trouble> {
    // The name has to be of this upload alone; the digest and the size of this process are enough of that.
    let unique = format!("{}-0000-4000-8000-{:012x}", &blob.digest.hash[..8], std::process::id());
    let name = resource(connection, &format!("uploads/{unique}/"), &blob.digest);
    let chunks = blob.bytes.chunks(CHUNK).enumerate();
    let requests: Vec<WriteRequest> = chunks
        .map(|(number, chunk)| WriteRequest {
            resource_name: name.clone(),
            write_offset: i64::try_from(number * CHUNK).unwrap_or(i64::MAX),
            finish_write: (number + 1) * CHUNK >= blob.bytes.len(),
            data: chunk.to_vec(),
        })
        .collect();
    let mut client = ByteStreamClient::new(connection.link());
    client.write(tonic::codegen::tokio_stream::iter(requests)).await?;
    Ok(())
}

/// Downloads a part of a blob: so many bytes, or all for 0.
async fn read(connection: &Connection, digest: &Digest, offset: i64, limit: i64) -> Result<Vec<u8>, Trouble> {
    if digest.size_bytes == 0 {
        return Ok(Vec::new());
    }
    let mut client = ByteStreamClient::new(connection.link()).max_decoding_message_size(MESSAGE);
    let resource_name = resource(connection, "", digest);
    let mut request = Request::new(ReadRequest { resource_name, read_offset: offset, read_limit: limit });
    request.set_timeout(ANSWER);
    let mut stream = client.read(request).await?.into_inner();
    let mut bytes = Vec::new();
    while let Some(part) = stream.message().await? {
        bytes.extend_from_slice(&part.data);
    }
    Ok(bytes)
}

//! Uploads of small blobs: those of tests that begin at the same time go in one message.

use std::sync::Arc;

use api::batch_update_blobs_request::Request as Part;
use api::content_addressable_storage_client::ContentAddressableStorageClient;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tonic::{Code, Request};

use crate::connection::{ANSWER, Connection};
use crate::trouble::Trouble;

/// So many messages are on their way at once; what is to be uploaded meanwhile goes in the next.
const MESSAGES: usize = 4;
/// About how much goes in one: of more, the server could not read one while the next is made.
const MESSAGE: usize = 256 << 10;
/// What a blob takes in a message besides its bytes.
pub(crate) const FRAME: usize = 128;

/// The blobs of a test, and whom to tell.
struct Wish {
    parts: Vec<Part>,
    tell: oneshot::Sender<Result<(), Trouble>>,
}

/// Uploads for as long as there is one of it.
#[derive(Debug)]
pub(crate) struct Uploads(mpsc::UnboundedSender<Wish>);

impl Uploads {
    /// Uploads to this server, in tasks of the runtime that this is called in.
    pub(crate) fn new(connection: Arc<Connection>) -> Self {
        let (wishes, mut wished) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let turns = Arc::new(Semaphore::new(MESSAGES));
            let mut next: Option<Wish> = None;
            while let Ok(turn) = Arc::clone(&turns).acquire_owned().await {
                let Some(first) = (match next.take() {
                    Some(wish) => Some(wish),
                    None => wished.recv().await,
                }) else {
                    return;
                };
                let mut size = needed(&first);
                let mut together = vec![first];
                while let Ok(wish) = wished.try_recv() {
                    size += needed(&wish);
                    if size > connection.batch.min(MESSAGE) {
                        next = Some(wish);
                        break;
                    }
                    together.push(wish);
                }
                let connection = Arc::clone(&connection);
                tokio::spawn(async move {
                    upload(&connection, together).await;
                    drop(turn);
                });
            }
        });
        Self(wishes)
    }

    /// Uploads these, which go in one message.
    pub(crate) async fn upload(&self, parts: Vec<Part>) -> Result<(), Trouble> {
        let (tell, told) = oneshot::channel();
        let gone = || Trouble::Again("an upload was given up".to_owned());
        self.0.send(Wish { parts, tell }).map_err(|_| gone())?;
        told.await.unwrap_or_else(|_| Err(gone()))
    }
}

fn needed(wish: &Wish) -> usize {
    wish.parts.iter().map(|part| part.data.len() + FRAME).sum()
}

/// Uploads what all of these wish, each blob once.
async fn upload(connection: &Connection, wishes: Vec<Wish>) {
    let (mut requests, mut all) = (Vec::new(), Vec::new());
    for Wish { parts, tell } in wishes {
        requests.extend(parts);
        all.push(tell);
    }
    let hash = |part: &Part| part.digest.as_ref().map(|digest| digest.hash.clone());
    requests.sort_by_cached_key(hash);
    requests.dedup_by_key(|part| hash(part));
    let done = update(connection, requests).await;
    for tell in all {
        // Whoever no longer waits was cancelled.
        let _told = tell.send(done.clone());
    }
}

async fn update(connection: &Connection, requests: Vec<Part>) -> Result<(), Trouble> {
    let mut request = Request::new(api::BatchUpdateBlobsRequest {
        instance_name: connection.instance.clone(),
        requests,
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

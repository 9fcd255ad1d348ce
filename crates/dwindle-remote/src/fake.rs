//! A farm in this process, for tests: it stores, runs what it is asked to in temporary directories, and misbehaves on demand.
//!
//! What servers do differently, and what goes wrong with them, is a [`Behaviour`]. What they were asked for is counted
//! ([`Counts`]). [`Fake::stop`] is the death of a server; [`Fake::start_again`] another one with the same disk at the same
//! address, which knows nothing of what was running.

mod execute;
mod serve;
mod worker;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Certificate, Identity, Server, ServerTlsConfig};

use execute::Jobs;

/// How a farm behaves.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// How many tests run at once.
    pub slots: usize,
    /// How each is run.
    pub run: How,
    /// How long each answer takes.
    pub latency: Duration,
    /// Whether it knows how to cancel.
    pub cancels: bool,
    /// Whether a lower priority comes first, as the specification says.
    pub lower_first: bool,
    /// The largest batch of blobs.
    pub batch: i64,
    /// Its only instance.
    pub instance: String,
    /// The only properties of workers that it knows.
    pub properties: Vec<String>,
    /// What the header `authorization` has to be.
    pub token: Option<String>,
    /// Certificate and key, and the certificate that has signed those of clients, if they need one.
    pub tls: Option<(Vec<u8>, Vec<u8>, Option<Vec<u8>>)>,
    /// What goes wrong, each in one of so many executions; 0 is never.
    pub faults: Faults,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            slots: 4,
            run: How::Really,
            latency: Duration::ZERO,
            cancels: true,
            lower_first: true,
            batch: 0,
            instance: String::new(),
            properties: Vec::new(),
            token: None,
            tls: None,
            faults: Faults::default(),
        }
    }
}

/// What goes wrong, each in one of so many executions, counted from the first; 0 is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// The stream breaks while the test runs.
    pub broken_stream: usize,
    /// The inputs have gone when the test is to begin.
    pub missing_blobs: usize,
    /// A worker is lost while it runs the test.
    pub lost_worker: usize,
    /// A worker says nothing of how the test ended, or what it says is not what it uploaded.
    pub lying_worker: usize,
    /// A worker takes a second more.
    pub slow_worker: usize,
}

/// How tests are run.
#[derive(Clone)]
pub enum How {
    /// In a process, in a temporary directory.
    Really,
    /// By a function of the files in the working directory, which gives the exit code, after such a time.
    By(Arc<dyn Fn(&BTreeMap<String, Vec<u8>>) -> u8 + Send + Sync>, Duration),
}

impl fmt::Debug for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Really => "really",
            Self::By(..) => "by a function",
        })
    }
}

/// What a farm was asked for.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Look-ups in the cache, and how many of them found something.
    pub looked_up: (usize, usize),
    /// Blobs uploaded, and their bytes.
    pub uploaded: (usize, usize),
    /// Actions executed, how often each.
    pub executed: BTreeMap<String, usize>,
    /// Operations cancelled.
    pub cancelled: usize,
    /// Requests to cancel that were refused.
    pub refused: usize,
    /// Operations waited for once more.
    pub waited: usize,
    /// The most tests that ran at once.
    pub most: usize,
}

impl Counts {
    /// How many executions there were.
    pub fn executions(&self) -> usize {
        self.executed.values().sum()
    }
}

/// A farm that runs.
#[derive(Debug)]
pub struct Fake {
    state: Arc<State>,
    address: SocketAddr,
    running: Option<Runtime>,
}

/// What all parts of a farm share.
#[derive(Debug)]
struct State {
    behaviour: Behaviour,
    blobs: Mutex<BTreeMap<String, Vec<u8>>>,
    cache: Mutex<BTreeMap<String, api::ActionResult>>,
    jobs: Mutex<Jobs>,
    news: Notify,
    counts: Mutex<Counts>,
    running: AtomicUsize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Fake {
    /// Starts a farm at a port that is free.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn start(behaviour: Behaviour) -> Self {
        let state = State {
            behaviour,
            blobs: Mutex::default(),
            cache: Mutex::default(),
            jobs: Mutex::default(),
            news: Notify::new(),
            counts: Mutex::default(),
            running: AtomicUsize::new(0),
        };
        let mut fake = Self { state: Arc::new(state), address: ([127, 0, 0, 1], 0).into(), running: None };
        fake.start_again();
        fake
    }

    /// The address for [`Options`](crate::Options).
    pub fn address(&self) -> String {
        let scheme = if self.state.behaviour.tls.is_some() { "grpcs" } else { "grpc" };
        format!("{scheme}://localhost:{}", self.address.port())
    }

    /// What it was asked for so far.
    pub fn counts(&self) -> Counts {
        locked(&self.state.counts).clone()
    }

    /// Ends it as a kill does: connections break, what runs is forgotten, what is stored stays.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.running.take() {
            runtime.shutdown_timeout(Duration::from_secs(2));
        }
        *locked(&self.state.jobs) = Jobs::default();
        self.state.running.store(0, Ordering::Relaxed);
    }

    /// Starts it at the same address.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn start_again(&mut self) {
        let runtime =
            Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads start");
        let listener = runtime.block_on(listen(self.address));
        self.address = listener.local_addr().expect("it has an address");
        let state = &self.state;
        for _ in 0..state.behaviour.slots {
            runtime.spawn(worker::work(Arc::clone(state)));
        }
        let mut server = Server::builder();
        if let Some((certificate, key, clients)) = &state.behaviour.tls {
            let mut tls = ServerTlsConfig::new().identity(Identity::from_pem(certificate, key));
            if let Some(ca) = clients {
                tls = tls.client_ca_root(Certificate::from_pem(ca));
            }
            server = server.tls_config(tls).expect("the certificates are right");
        }
        let router = serve::router(server, state);
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        runtime.spawn(async move { router.serve_with_incoming(incoming).await });
        self.running = Some(runtime);
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn listen(address: SocketAddr) -> tokio::net::TcpListener {
    for _ in 0..100 {
        if let Ok(listener) = tokio::net::TcpListener::bind(address).await {
            return listener;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no listener at {address}");
}

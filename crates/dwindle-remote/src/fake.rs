//! A farm in this process, for tests: it stores, runs what it is asked to in temporary directories, and misbehaves on demand.
//!
//! What servers do differently, and what goes wrong with them, is a [`Behaviour`]. What they were asked for is counted
//! ([`Counts`]). [`Fake::stop`] is the death of a server; [`Fake::start_again`] another one with the same disk at the same
//! address, which knows nothing of what was running.

mod execute;
mod jobs;
mod serve;
mod state;
mod worker;

pub use state::{Behaviour, Certificates, Counts, Faults, How, Test};

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Certificate, Identity, Server, ServerTlsConfig};

use jobs::Jobs;
use state::{State, locked};

/// A farm that runs.
#[derive(Debug)]
pub struct Fake {
    state: Arc<State>,
    address: SocketAddr,
    running: Option<Runtime>,
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
        let window = Some(16 << 20);
        let mut server =
            Server::builder().initial_connection_window_size(window).initial_stream_window_size(window);
        if let Some((certificate, key, clients)) = &state.behaviour.tls {
            let mut tls = ServerTlsConfig::new().identity(Identity::from_pem(certificate, key));
            if let Some(ca) = clients {
                tls = tls.client_ca_root(Certificate::from_pem(ca));
            }
            server = server.tls_config(tls).expect("the certificates are right");
        }
        let router = serve::router(server, state);
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(!state.behaviour.keeps_back));
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

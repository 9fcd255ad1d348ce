//! Which farm, and how it is talked to.

use std::fmt;
use std::time::Duration;

/// Which farm, how it is talked to, and what its workers have to be like.
#[derive(Clone, Debug)]
pub struct Options {
    /// `grpc://HOST:PORT`, or `grpcs://HOST:PORT` with TLS.
    pub address: String,
    /// The instance, where the server has several.
    pub instance: String,
    /// How many tests are at the farm at once.
    pub slots: usize,
    /// Certificates; with any of them there is TLS whatever the address says.
    pub tls: Tls,
    /// What is sent with each request, such as `authorization`.
    pub headers: Vec<(String, Secret)>,
    /// What a worker has to be like.
    pub platform: Vec<(String, String)>,
    /// The priority of each test; what comes first is for the server to say, by the specification the lower number.
    pub priority: i32,
    /// How much longer than its limit a test may take, input and output of the worker included, before the server ends it, and
    /// before it is run again if the server does not.
    pub backstop: Duration,
    /// How long something that goes wrong is tried again, and at least five times.
    pub patience: Duration,
}

impl Options {
    /// The farm at this address, with as many tests at once.
    pub fn new(address: impl Into<String>, slots: usize) -> Self {
        Self {
            address: address.into(),
            instance: String::new(),
            slots,
            tls: Tls::default(),
            headers: Vec::new(),
            platform: Vec::new(),
            priority: 0,
            backstop: Duration::from_secs(10),
            patience: Duration::from_secs(120),
        }
    }
}

/// Certificates, each as the text of a PEM file.
#[derive(Clone, Debug, Default)]
pub struct Tls {
    /// Those that the server's certificate is checked against; those of the system where not given.
    pub ca: Option<Vec<u8>>,
    /// The client's own certificate, and its key.
    pub identity: Option<(Vec<u8>, Secret)>,
}

impl Tls {
    /// Whether there is any.
    pub(crate) const fn is_given(&self) -> bool {
        self.ca.is_some() || self.identity.is_some()
    }
}

/// What is never shown.
#[derive(Clone)]
pub struct Secret(pub Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a secret")
    }
}

//! Connections to a server: how they are made, what each request carries, and what the server can do.

use std::error::Error as _;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::capabilities_client::CapabilitiesClient;
use api::digest_function::Value::Sha256;
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use dwindle_exec::process::NotCarriedOut;
use prost::Message;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Error, Identity};
use tonic::{Code, Request, Status};

use crate::options::{Options, Tls};
use crate::socket::Sockets;
use crate::trouble::Trouble;

/// So many streams share a connection: servers limit them, often to a hundred.
const STREAMS: usize = 100;
/// How long a server may take to answer whether it is there.
const OPENING: Duration = Duration::from_secs(15);
/// How long it may take for anything that is not a test.
pub(crate) const ANSWER: Duration = Duration::from_secs(60);
/// How often a silent connection is tried.
const ALIVE: Duration = Duration::from_secs(20);
/// What is uploaded at once to a server that names no limit: gRPC's own for a message, and room for its frame.
const BATCH: i64 = (4 << 20) - (64 << 10);

/// One connection.
pub(crate) type Link = InterceptedService<Channel, Headers>;

/// All connections to one server.
#[derive(Debug)]
pub(crate) struct Connection {
    links: Vec<Link>,
    next: AtomicUsize,
    /// The instance.
    pub(crate) instance: String,
    /// How many bytes of blobs are uploaded at once.
    pub(crate) batch: usize,
}

impl Connection {
    /// Connects, and asks what the server can do.
    pub(crate) async fn open(options: &Options) -> Result<Self, NotCarriedOut> {
        let endpoint = endpoint(options)?;
        let refused = |error: &Error| not_connected(options, error);
        let headers = Headers::new(options)?;
        let first = endpoint
            .connect_with_connector(Sockets::within(OPENING))
            .await
            .map_err(|error| refused(&error))?;
        let others = (1..options.slots.div_ceil(STREAMS))
            .map(|_| endpoint.connect_with_connector_lazy(Sockets::within(OPENING)));
        let channels = std::iter::once(first).chain(others);
        let links = channels.map(|channel| InterceptedService::new(channel, headers.clone())).collect();
        let next = AtomicUsize::new(0);
        let mut connection = Self { links, next, instance: options.instance.clone(), batch: 0 };
        connection.batch = connection.capabilities(options).await?;
        Ok(connection)
    }

    /// One of the connections, in turn.
    pub(crate) fn link(&self) -> Link {
        self.links[self.next.fetch_add(1, Ordering::Relaxed) % self.links.len()].clone()
    }

    /// How many bytes the server takes at once.
    async fn capabilities(&self, options: &Options) -> Result<usize, NotCarriedOut> {
        let mut request = Request::new(api::GetCapabilitiesRequest { instance_name: self.instance.clone() });
        request.set_timeout(OPENING);
        let asked = CapabilitiesClient::new(self.link()).get_capabilities(request).await;
        let lacks = |what: &str, hint: &str| NotCarriedOut {
            what: format!("the server at {} {what}", options.address),
            hint: Some(hint.to_owned()),
        };
        let capabilities = asked.map_err(|status| match Trouble::from(status.clone()) {
            Trouble::Never(refused) => refused,
            _ if status.code() == Code::NotFound => lacks(
                &format!("has no instance `{}`: {}", self.instance, status.message()),
                "name an instance of this server with --instance NAME; its administrator knows them",
            ),
            _ => lacks(&format!("does not answer: {}", said(&status)), &hint(options, &said(&status), true)),
        })?;
        let capabilities = capabilities.into_inner();
        let (cache, execution) = (capabilities.cache_capabilities, capabilities.execution_capabilities);
        if !execution.is_some_and(|execution| execution.exec_enabled) {
            return Err(lacks(
                &format!("executes nothing in the instance `{}`", self.instance),
                "it may be a cache only: give the address of the scheduler, or another --instance",
            ));
        }
        let cache = cache.unwrap_or_default();
        if !cache.digest_functions.is_empty() && !cache.digest_functions.contains(&(Sha256 as i32)) {
            return Err(lacks("does not know SHA-256", "let its administrator allow that digest function"));
        }
        let batch =
            if cache.max_batch_total_size_bytes > 0 { cache.max_batch_total_size_bytes } else { BATCH };
        Ok(usize::try_from(batch.min(BATCH)).unwrap_or_default())
    }
}

/// What each request carries besides.
#[derive(Clone)]
pub(crate) struct Headers(Arc<Carried>);

struct Carried {
    given: Vec<(AsciiMetadataKey, AsciiMetadataValue)>,
    metadata: Vec<u8>,
}

impl Headers {
    #[expect(
        clippy::disallowed_methods,
        reason = "it only makes the name of this run another one than those before"
    )]
    fn new(options: &Options) -> Result<Self, NotCarriedOut> {
        let given = options.headers.iter().map(|(name, value)| {
            let wrong = |what: &str| NotCarriedOut {
                what: format!("--header {name}: {what}"),
                hint: Some(
                    "give a name of letters, digits and -, and a value of one line of ASCII".to_owned(),
                ),
            };
            let key = AsciiMetadataKey::from_bytes(name.to_lowercase().as_bytes());
            let mut value = MetadataValue::try_from(value.0.as_slice()).map_err(|_| wrong("not a value"))?;
            value.set_sensitive(true);
            Ok((key.map_err(|_| wrong("not a name of a header"))?, value))
        });
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let metadata = api::RequestMetadata {
            tool_details: Some(api::ToolDetails {
                tool_name: "dwindle".to_owned(),
                tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            }),
            tool_invocation_id: format!("{:x}-{:x}", started.as_nanos(), std::process::id()),
            ..api::RequestMetadata::default()
        };
        let given = given.collect::<Result<_, _>>()?;
        Ok(Self(Arc::new(Carried { given, metadata: metadata.encode_to_vec() })))
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Headers").finish_non_exhaustive()
    }
}

impl Interceptor for Headers {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let metadata = request.metadata_mut();
        for (name, value) in &self.0.given {
            metadata.insert(name.clone(), value.clone());
        }
        let run = MetadataValue::from_bytes(&self.0.metadata);
        metadata.insert_bin("build.bazel.remote.execution.v2.requestmetadata-bin", run);
        Ok(request)
    }
}

fn endpoint(options: &Options) -> Result<Endpoint, NotCarriedOut> {
    let Options { address, tls, .. } = options;
    let wrong = || NotCarriedOut {
        what: format!("--remote {address}: not the address of a farm"),
        hint: Some("give grpc://HOST:PORT, or grpcs://HOST:PORT for TLS".to_owned()),
    };
    let (scheme, host) = address.split_once("://").ok_or_else(wrong)?;
    let is_secure = match scheme {
        "grpc" | "http" => tls.is_given(),
        "grpcs" | "https" => true,
        _ => return Err(wrong()),
    };
    let scheme = if is_secure { "https" } else { "http" };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{host}")).map_err(|_| wrong())?;
    let endpoint = endpoint
        .connect_timeout(OPENING)
        .http2_keep_alive_interval(ALIVE)
        .keep_alive_timeout(ALIVE)
        .keep_alive_while_idle(true);
    if !is_secure {
        return Ok(endpoint);
    }
    let Tls { ca, identity } = tls;
    let mut config = ClientTlsConfig::new();
    config = match ca {
        Some(ca) => config.ca_certificate(Certificate::from_pem(ca)),
        None => config.with_native_roots(),
    };
    if let Some((certificate, key)) = identity {
        config = config.identity(Identity::from_pem(certificate, &key.0));
    }
    endpoint.tls_config(config).map_err(|error| NotCarriedOut {
        what: format!("the certificates cannot be used: {}", causes(&error)),
        hint: Some(
            "--tls-ca, --tls-cert and --tls-key take PEM files, which begin with -----BEGIN".to_owned(),
        ),
    })
}

/// Why there is no connection, and what to do.
fn not_connected(options: &Options, error: &Error) -> NotCarriedOut {
    let why = causes(error);
    let what = format!("no connection to the farm at {}: {why}", options.address);
    NotCarriedOut { what, hint: Some(hint(options, &why, false)) }
}

/// What to do. Of a connection that `was_there` and was ended, the words tell little: which ones come depends on whether the end is seen
/// in reading, in writing, or before either.
fn hint(options: &Options, why: &str, was_there: bool) -> String {
    let is_secure = options.tls.is_given() || options.address.starts_with("grpcs");
    let says = |words: &[&str]| words.iter().any(|word| why.contains(word));
    let was_ended = was_there || says(&["frame", "reset", "broken", "closed", "eof"]);
    let hint = if says(&["UnknownIssuer", "SelfSigned"]) {
        "name the certificate that signed the server's with --tls-ca FILE"
    } else if says(&["NotValidForName"]) {
        "give the host name that the server's certificate is for"
    } else if says(&["CertificateRequired", "certificate required", "HandshakeFailure"]) {
        "the server wants to know who asks: give --tls-cert FILE and --tls-key FILE"
    } else if says(&["certificate", "Certificate"]) {
        "check --tls-ca, --tls-cert and --tls-key against what the server has; its administrator knows"
    } else if says(&["InvalidContentType", "corrupt message"]) {
        "the server has no TLS: give grpc://HOST:PORT without --tls options"
    } else if is_secure && options.tls.identity.is_none() && was_ended {
        "check whether the server runs, and whether it wants to know who asks: --tls-cert FILE and --tls-key FILE"
    } else if !is_secure && was_ended {
        "if the server has TLS, give grpcs://HOST:PORT"
    } else {
        "check host and port, and whether the server runs"
    };
    hint.to_owned()
}

/// What an error says, with what led to it.
fn causes(error: &Error) -> String {
    let mut cause = error.source();
    let mut all: Vec<String> = Vec::new();
    while let Some(error) = cause {
        let said = error.to_string();
        if !all.iter().any(|earlier| earlier.contains(&said)) {
            all.push(said);
        }
        cause = error.source();
    }
    if all.is_empty() { error.to_string() } else { all.join(": ") }
}

/// What a status says, with what led to it.
fn said(status: &Status) -> String {
    let mut text = status.message().to_owned();
    let mut cause = status.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    if text.is_empty() { status.code().to_string() } else { text }
}

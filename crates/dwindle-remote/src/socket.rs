//! Sockets that acknowledge at once what they receive.
//!
//! A server that sends little may keep what it sends next back until the client has acknowledged what came before (J. Nagle, RFC 896),
//! and a client acknowledges up to 40 ms later, in the hope of something to send with it. The stream of an execution is such a case: that a
//! test is queued comes first, what it came to a little later, and the client has nothing to say in between. Of a test of 5 ms by a
//! server in the same process, the outcome came after 96 ms so, and after 17 with acknowledgements at once (17 as well where
//! the server keeps nothing back).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tonic::codegen::{BoxFuture, Service};
use tonic::transport::Uri;

/// Makes such sockets.
#[derive(Clone, Debug)]
pub(crate) struct Sockets(HttpConnector);

impl Sockets {
    /// Sockets that are connected within this time.
    pub(crate) fn within(time: Duration) -> Self {
        let mut connector = HttpConnector::new();
        // Whether there is TLS is not for it to say.
        connector.enforce_http(false);
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(time));
        Self(connector)
    }
}

impl Service<Uri> for Sockets {
    type Response = TokioIo<Socket>;
    type Error = <HttpConnector as Service<Uri>>::Error;
    type Future = BoxFuture<Self::Response, Self::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, server: Uri) -> Self::Future {
        let connecting = self.0.call(server);
        Box::pin(async move { Ok(TokioIo::new(Socket(connecting.await?.into_inner()))) })
    }
}

/// A connected socket.
#[derive(Debug)]
pub(crate) struct Socket(TcpStream);

impl Socket {
    /// Acknowledges what came. The system goes back to its own way with what it sends, so this is asked for each time.
    fn acknowledge(&self) {
        // Where the system cannot do so, it takes longer, and no more.
        #[cfg(target_os = "linux")]
        let _unsupported = rustix::net::sockopt::set_tcp_quickack(&self.0, true);
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.0).poll_read(context, into))?;
        self.acknowledge();
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }
}

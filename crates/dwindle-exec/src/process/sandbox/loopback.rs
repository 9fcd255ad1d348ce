//! The loopback interface of a network of one's own, which is down at first: a test may talk to its own server.

use std::io;

use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with};

/// The loopback interface is the first of each network.
const INDEX: u32 = 1;
const IFF_UP: u32 = 1;
/// `RTM_NEWLINK`, which also changes an interface that is there.
const NEW_LINK: u16 = 16;
/// `NLM_F_REQUEST | NLM_F_ACK`.
const ACKNOWLEDGED_REQUEST: u16 = 5;
/// `NLMSG_ERROR`: the answer to a request, with an error number, which is 0 where all went well.
const ANSWER: u16 = 2;

/// Sets the interface up.
pub(super) fn up() -> io::Result<()> {
    let flags = SocketFlags::CLOEXEC;
    // Protocol 0 is that of routes and interfaces.
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, flags, None)?;
    sendto(&socket, &request(), SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut answer = [0; 256];
    let (_, got) = recv(&socket, &mut answer, RecvFlags::empty())?;
    let number = |at: usize| answer[..got].get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    let kind = answer.get(4..6).and_then(|bytes| bytes.try_into().ok()).map(u16::from_ne_bytes);
    match (kind, number(16).map(i32::from_ne_bytes)) {
        (Some(ANSWER), Some(0)) => Ok(()),
        (Some(ANSWER), Some(error)) => Err(io::Error::from_raw_os_error(-error)),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// A `struct nlmsghdr` and a `struct ifinfomsg`.
fn request() -> [u8; 32] {
    let mut request = [0; 32];
    let fields: [(usize, &[u8]); 6] = [
        (0, &32_u32.to_ne_bytes()),
        (4, &NEW_LINK.to_ne_bytes()),
        (6, &ACKNOWLEDGED_REQUEST.to_ne_bytes()),
        (20, &INDEX.to_ne_bytes()),
        (24, &IFF_UP.to_ne_bytes()),
        (28, &IFF_UP.to_ne_bytes()),
    ];
    for (at, bytes) in fields {
        request[at..at + bytes.len()].copy_from_slice(bytes);
    }
    request
}

//! What tests may do to the rest of the system.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint};

/// What tests may do to the rest of the system.
#[derive(Clone, Debug, Args)]
pub struct Sandbox {
    #[arg(
        long = "sandbox",
        id = "sandbox",
        value_name = "LEVEL",
        help_heading = "Sandbox",
        value_enum,
        hide_possible_values = true,
        help = "Keep tests from writing elsewhere (files), and also from the network and from other processes (full); \
                  auto is the strictest under which the input still fails in the same way \
                  [default: auto, or off where what it refuses cannot be seen]"
    )]
    pub level: Option<SandboxLevel>,
    /// With a sandbox, let tests also write to PATH, a file or a directory; can be repeated
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Sandbox")]
    pub allow_write: Vec<OsString>,
    /// With a sandbox, let tests use the network
    #[arg(long, help_heading = "Sandbox")]
    pub allow_net: bool,
}

/// How far tests are kept from the rest of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SandboxLevel {
    /// The strictest under which the input still fails in the same way.
    Auto,
    /// Not at all.
    Off,
    /// They write in their own directories only.
    Files,
    /// They have no network, and see their own processes only.
    Full,
}

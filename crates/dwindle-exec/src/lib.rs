//! Where the tests of delta debugging run: processes, commands and workers as tests, and what their failures say.
//!
//! A [`CommandTest`] is an [`Executor`](dwindle::test::Executor): it lays each candidate in a scratch directory of its
//! slot ([`scratch`]), runs a command there ([`process`]) and judges how that ended and what it said ([`signature`]).
//! A [`WorkerTest`] asks a process that is started once.
//!
//! ```
//! use dwindle::Text;
//! use dwindle::{Engine, Plan};
//! use dwindle_exec::process::{Launcher, Limits};
//! use dwindle_exec::signature::Script;
//! use dwindle_exec::{CommandRunner, CommandTest, Feed, Invocation, Verdict};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scratch = tempfile::tempdir()?;
//! let invocation = Invocation {
//!     program: "/bin/sh".into(),
//!     args: ["-c", "read -r line < page.html && test \"$line\" = '<select>'"].map(Into::into).to_vec(),
//!     feed: Feed::Directory,
//!     name: "page.html".into(),
//!     with: Vec::new(),
//!     env: Vec::new(),
//!     limits: Limits::default(),
//! };
//! let runner = CommandRunner::new(invocation, Launcher::Direct, scratch.path().to_owned());
//! let test = CommandTest::new(runner, Verdict::Script(Script::default()));
//! let page = Text::new(*b"<select>\n<p>one</p>\n<p>two</p>\n")?;
//! let small = Engine::new().run(&test, |search| Plan::standard().run(search, page))?;
//! assert_eq!(small.text.bytes(), b"<select>\n");
//! # Ok(())
//! # }
//! ```
//!
//! # Architecture invariant
//! This library never prints and never reads the environment: a command carries a complete one. It needs Unix.

pub mod command;
pub mod process;
pub mod rewriter;
pub mod scratch;
pub mod signature;
pub mod worker;

pub use command::{
    Away, Build, CommandPlace, CommandRunner, CommandTest, Feed, Invocation, Refusals, Shortage, TimeLimit,
    Verdict,
};
pub use signature::Signature;
pub use worker::WorkerTest;

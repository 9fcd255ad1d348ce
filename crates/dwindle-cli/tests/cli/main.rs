//! The program as a user meets it: what it prints, how it ends, what it leaves.

#![expect(unreachable_pub, reason = "in a program, `pub` says what the other rooms use")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod along;
mod bad_input;
mod binary;
mod changes;
mod check;
mod clean;
mod commands;
mod creduce;
mod directories;
mod earlier;
mod env;
mod environment;
mod events;
mod examples;
mod explain;
mod external;
mod first;
mod fuzz;
mod gone;
mod help;
mod help_changes;
mod help_events;
mod help_invocation;
mod help_syntax;
mod isolate;
mod json;
mod kept;
#[path = "../../../dwindle-exec/tests/process/kernel.rs"]
mod kernel;
mod layout;
mod limits;
mod maximize;
mod messages;
mod names;
mod needs;
mod objective;
mod options;
mod passes;
mod past;
mod prices;
mod progress;
mod sandbox;
mod schema;
mod schools;
mod scripts;
mod search_path;
mod self_contained;
mod settings;
mod several;
mod shared_places;
mod signatures;
mod stopping;
mod syntax;
mod temporary;
mod trace;
mod triage;
mod usage;

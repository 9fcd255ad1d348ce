//! What must hold of every grammar, on random small ones: the parser against its definition and against another
//! parser, the generator against the parser, and the reducers against both.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod candidates;
mod differential;
mod generated;
mod grammars;
mod parsed;
mod reference;

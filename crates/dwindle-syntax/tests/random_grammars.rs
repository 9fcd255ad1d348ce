//! What must hold of every grammar, on random small ones: the parser against its definition and against another
//! parser, the generator against the parser, and the reducers against both.

mod candidates;
mod differential;
mod generated;
mod grammars;
mod parsed;
mod reference;

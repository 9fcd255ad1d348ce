//! The program `dwindle`.
#![expect(unreachable_pub, reason = "in a program, `pub` says what the other rooms use")]

mod args;
mod error;
mod exit;
mod resolve;
mod settings;

fn main() {
    let words = args::parse(std::env::args_os());
    match words {
        Err(error) => error.exit(),
        Ok(args::Words::Reduce(r)) => match resolve::reduce(&r) {
            Ok(s) => println!("{s:#?}"),
            Err(e) => println!("{e}"),
        },
        Ok(_) => {}
    }
}

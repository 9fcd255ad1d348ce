//! Shows the tree of a file: `show_tree FILE [LANGUAGE]`.

use std::path::Path;

use dwindle::Text;
use dwindle::tree::Parse;
use dwindle_syntax::language::Language;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().ok_or("usage: show_tree FILE [LANGUAGE]")?;
    let bytes = std::fs::read(file)?;
    let language = match args.get(1) {
        Some(name) => Language::by_name(name)?,
        None => Language::of_file(Path::new(file), &bytes).ok_or("no language of this file is known")?,
    };
    let tree = language.parser().parse(&Text::new(bytes)?).ok_or("no tree")?;
    println!("{:?}", tree.squeezed());
    Ok(())
}

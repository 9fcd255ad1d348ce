//! Texts that are too large for a tree, of which windows are parsed.

use std::sync::Arc;

use dwindle::space::text_of;
use dwindle::test::on_texts;
use dwindle::tree::Parse;
use dwindle::{Engine, Plan, Text};
use dwindle_syntax::language::Language;
use regex::bytes::Regex;

#[test]
fn what_is_in_functions_goes_window_by_window_where_all_of_them_are_needed() {
    const COUNT: usize = 24_000;
    // Of long strings there are few nodes for so many bytes.
    let function = |at| format!("int f{at}(int a) {{ return a > {at} ? g(\"{}\") : a; }}\n", "x".repeat(500));
    let text = Text::new((0..COUNT).map(function).collect::<String>().into_bytes()).unwrap();
    assert!(text.bytes().len() > 12 << 20);
    let functions = Regex::new("int f").unwrap();
    // A limit of a compiler on how many there may be.
    let test = on_texts(|text: &[u8]| functions.find_iter(text).count() == COUNT);
    let parser: Arc<dyn Parse> = Arc::new(Language::by_name("c").unwrap().parser());
    let plan = Plan::syntactic(parser);
    let mut left = text.clone();
    let ended = Engine::new().budget(Some(200)).run(&test, |search| {
        let planned = plan.run(search, text.clone());
        left = search.best().and_then(|(space, config)| text_of(&**space, config)).unwrap();
        planned
    });
    assert!(ended.is_err(), "there is more to ask about");
    assert!(left.bytes().len() < 9 * text.bytes().len() / 10, "{} bytes are left", left.bytes().len());
}

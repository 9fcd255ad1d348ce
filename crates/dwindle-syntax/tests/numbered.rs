//! Names for what a language numbers in its order.

use std::sync::Arc;

use dwindle::rewrite::Rewrite;
use dwindle::space::{RewriteSpace, text_of};
use dwindle::tree::Parse;
use dwindle::{Config, Engine, Outcome, Plan, Text, test};
use dwindle_syntax::language::Language;

/// `source` with names for numbers; none where nothing is numbered.
fn named(source: &str) -> Option<String> {
    let parser = Language::by_name("llvm").expect("a language").parser();
    let text = Text::new(source.as_bytes().to_vec()).expect("a short text");
    let rewrite = Rewrite::new("numbered", &text, parser.names_for_numbers(&text))?;
    let space = Arc::new(RewriteSpace::new(text, [rewrite]));
    let left = text_of(&*space, &Config::empty()).expect("a text");
    Some(String::from_utf8(left.bytes().to_vec()).expect("ASCII"))
}

#[test]
fn values_and_blocks_get_names_and_the_first_block_a_label_where_something_uses_it() {
    let source = "; a comment\n%0 = type { i32 }\n\ndefine i32 @f(i32 %0, ptr %x) {\n  %2 = icmp eq i32 %0, 12\n  \
                  br i1 %2, label %13, label %3\n\n3: ; preds = %1\n  br label %13\n\n13:\n  \
                  %14 = phi i32 [ 0, %1 ], [ %0, %3 ]\n  ret i32 %14\n}\n";
    let expected = "\n%A = type { i32 }\n\ndefine i32 @f(i32 %A, ptr %x) {\nB:\n%C = icmp eq i32 %A, 12\n\
                    br i1 %C, label %BD, label %D\n\nD:\nbr label %BD\n\nBD:\n\
                    %BE = phi i32 [ 0, %B ], [ %A, %D ]\nret i32 %BE\n}\n";
    assert_eq!(named(source).as_deref(), Some(expected));
}

#[test]
fn names_that_there_are_stay_apart_from_new_ones() {
    let source = "define i32 @f(i32 %0, i32 %A) {\n  %2 = add i32 %0, %A\n  ret i32 %2\n}\n";
    let expected = "define i32 @f(i32 %K, i32 %A) {\n%M = add i32 %K, %A\nret i32 %M\n}\n";
    assert_eq!(named(source).as_deref(), Some(expected));
    assert_eq!(named("define void @f() {\n  ret void\n}\n"), None);
}

#[test]
fn rewrites_that_pay_early_end_where_nothing_is_left() {
    let parser = Arc::new(Language::by_name("llvm").expect("a language").parser());
    let always = test::on_texts(|_: &[u8]| Outcome::Fail);
    let empty = Text::new(Vec::new()).expect("a short text");
    let left = Engine::new().run(&always, |search| Plan::syntactic(parser).run(search, empty));
    assert!(left.expect("nothing ends it").text.bytes().is_empty());
}

#[test]
fn damaged_texts_are_read_where_the_parser_puts_in_what_is_missing() {
    let parser = Language::by_name("llvm").expect("a language").parser();
    let sample = include_bytes!("../testdata/languages/sample.ll");
    for at in 0..sample.len() {
        let without = [&sample[..at], &sample[at + 1..]].concat();
        for text in [&sample[..at], &without, &sample[at..]] {
            parser.names_for_numbers(&Text::new(text).unwrap());
        }
    }
}

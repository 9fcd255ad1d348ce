//! Sorts of terms: what of a script of s-expressions does not fit together, and which constants fit.
//!
//! What the theories of a language know is data, `sorts/*.txt`; how scripts declare and bind names is that of SMT-LIB.

mod constants;
mod datatypes;
mod expression;
mod script;
mod sort;
mod theory;

use std::ops::Range;

pub(super) use theory::Theory;

use expression::read;
use script::Script;

/// Larger texts are not looked at: each candidate would be.
const MOST: usize = 1 << 14;

/// How many places of `text` do not fit: arguments of another sort than the function takes, or not as many; names that nothing
/// declares. None where that is not known.
///
/// Costs time in the size of the text.
pub(super) fn misfits(text: &[u8], theory: &Theory) -> Option<usize> {
    Some(checked(text, theory, None)?.wrong)
}

/// Short terms of the sort of the one at `place`: what it takes from a value that it makes; literals, or else at most two names
/// that are known there. None where the sort is not known.
pub(super) fn constants(text: &[u8], place: &Range<usize>, theory: &Theory) -> Vec<Vec<u8>> {
    checked(text, theory, Some(place)).map(|script| script.constants).unwrap_or_default()
}

fn checked<'t>(text: &'t [u8], theory: &'t Theory, place: Option<&'t Range<usize>>) -> Option<Script<'t>> {
    let commands = (text.len() <= MOST).then(|| read(text)).flatten()?;
    let mut script = Script::new(theory, place);
    for command in &commands {
        script.command(command);
    }
    Some(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> usize {
        misfits(text.as_bytes(), &theory()).unwrap()
    }

    fn theory() -> Theory {
        Theory::read(include_str!("../../sorts/smtlib.txt"))
    }

    #[test]
    fn what_fits_together_has_no_misfits() {
        for text in [
            "(declare-fun f (Real) Real)(assert (forall ((x Real)) (= (f (+ x 1)) (+ (f x) 2.0))))(check-sat)",
            "(declare-const a (Array Int (_ BitVec 8)))(assert (= (select (store a 0 #x00) 1) (bvadd (select a 0) #b00000001)))",
            "(define-fun f ((x Int) (y Int)) Bool (ite (< x y) true false))(assert (let ((z 1)) (f z (- z))))",
            "(assert (! (> 1 0) :named p))(assert p)(get-unsat-core)",
            "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(assert ((_ is cons) (cons 1 nil)))(declare-fun l () L)(assert (= 1 (hd l)))",
            "(define-sort W () (_ BitVec 4))(declare-fun w () W)(assert (= w #xf ((_ extract 3 0) w) ((as const W) 0)))",
            "(declare-sort A 0)(declare-fun c () A)(declare-fun g (A) Int)(assert (distinct (g c) 1))",
            "(declare-fun s () String)(assert (str.in_re s (re.+ (str.to_re \"a\"))))",
        ] {
            assert_eq!(wrong(text), 0, "{text}");
        }
    }

    #[test]
    fn terms_of_other_sorts_and_unknown_names_are_misfits() {
        for text in [
            "(assert 0)",
            "(assert x)",
            "(assert (not 1))",
            "(assert (= 1))",
            "(assert (= 1 true))",
            "(assert (forall () true))",
            "(declare-fun f (Real) Real)(assert (= f 1))",
            "(declare-fun f (Real) Real)(assert (= (f) 1))",
            "(declare-fun a () Array)",
            "(declare-fun a () (Array a a))",
            "(declare-const b (_ BitVec 8))(assert (= b #x0))",
            "(define-fun f () Int true)",
        ] {
            assert!(wrong(text) > 0, "{text}");
        }
    }

    #[test]
    fn constants_are_of_the_sort_of_the_place() {
        let text = b"(declare-fun b () (_ BitVec 8))(assert (= b (bvnot b)))";
        let at = |part: &str| {
            let start = std::str::from_utf8(text).unwrap().find(part).unwrap();
            constants(text, &(start..start + part.len()), &theory())
        };
        assert_eq!(at("(bvnot b)"), [b"#x00".to_vec()]);
        assert_eq!(at("(= b (bvnot b))"), [b"true".to_vec(), b"false".to_vec()]);
        assert!(at("(check-sat)".get(..1).unwrap()).is_empty());
    }

    const TREES: &str = "(declare-datatypes ((C 0) (T 0)) (((red) (blue)) ((leaf (val Int)) (node (left T) (shade C)))))(declare-fun t () T)";
    const LISTS: &str =
        "(declare-datatype L (par (A) ((nil) (cons (hd A) (tl (L A))))))(declare-fun l () (L Int))";

    #[test]
    fn terms_of_data_types_fit_by_what_they_are_made_of() {
        for text in [
            "(assert (= t (node (node t red) blue)))(assert ((_ is node) t))(assert (is-leaf (left t)))",
            "(assert (match t (((leaf v) (= v 1)) ((node u c) (= c red)))))",
            "(assert (match (shade t) ((red true) (x (= x blue)))))",
        ] {
            assert_eq!(wrong(&format!("{TREES}{text}")), 0, "{text}");
        }
        for text in [
            "(assert (= t (cons 1 nil)))",
            "(assert (= t (node t 1)))",
            "(assert (= t (node t)))",
            "(assert (= t red))",
            "(assert ((_ is node) red))",
            "(assert ((_ is black) t))",
            "(assert (= 1 (val (shade t))))",
            "(assert (match t (((leaf v) v) ((node u c) 1))))",
            "(assert (match t (((leaf v u) true))))",
            "(declare-datatypes ((D 0)) ())",
            "(declare-datatype D ())",
        ] {
            assert!(wrong(&format!("{TREES}{text}")) > 0, "{text}");
        }
    }

    #[test]
    fn parameters_of_data_types_stand_for_sorts() {
        for text in [
            "(assert (= l (cons 1 nil) (as nil (L Int))))",
            "(assert (match l ((nil true) ((cons h u) (= (+ h 1) (hd u))))))",
            "(declare-fun m () (L Bool))(assert (and (hd m) (hd (tl m))))",
        ] {
            assert_eq!(wrong(&format!("{LISTS}{text}")), 0, "{text}");
        }
        for text in [
            "(assert (hd l))",
            "(assert (= l (cons true l)))",
            "(assert (match l ((nil true) ((cons h u) h))))",
            "(declare-fun m () L)",
        ] {
            assert!(wrong(&format!("{LISTS}{text}")) > 0, "{text}");
        }
    }

    #[test]
    fn data_types_of_before_version_2_6_are_known() {
        let old = "(declare-datatypes () ((S nil (cons (hd Int) (tl S)))))(declare-fun s () S)";
        assert_eq!(wrong(&format!("{old}(assert (= s (cons 1 nil)))")), 0);
        assert!(wrong(&format!("{old}(assert (= s (cons nil nil)))")) > 0);
        let generic = "(declare-datatypes (A) ((S nil (cons (hd A) (tl S)))))(declare-fun s () (S Int))";
        assert_eq!(wrong(&format!("{generic}(assert (= s (cons 1 nil)))")), 0);
    }

    /// Constants for the last place of `part`.
    fn at_last(text: &str, part: &str) -> Vec<String> {
        let start = text.rfind(part).unwrap();
        let found = constants(text.as_bytes(), &(start..start + part.len()), &theory());
        found.into_iter().map(|text| String::from_utf8(text).unwrap()).collect()
    }

    #[test]
    fn where_no_literal_is_of_the_sort_a_value_and_a_name_stand_for_constants() {
        let trees = format!("{TREES}(assert (= t (node (left t) (shade t))))");
        assert_eq!(at_last(&trees, "(left t)"), ["t"]);
        assert_eq!(at_last(&trees, "(shade t)"), ["red"]);
        assert_eq!(at_last(&trees, "(= t (node (left t) (shade t)))"), ["true", "false"]);
        let lists = format!("{LISTS}(assert (forall ((k (L Int))) (= (tl l) k)))");
        assert_eq!(at_last(&lists, "(tl l)"), ["(as nil (L Int))", "k"]);
        let later = "(declare-sort A 0)(declare-fun f (A) A)(declare-fun aa () A)(assert (= (f aa) aa))(declare-fun b () A)";
        assert_eq!(at_last(later, "(f aa)"), ["aa"]);
    }

    #[test]
    fn a_part_of_what_is_just_made_stands_for_itself() {
        let text = format!("{TREES}(assert (= red (shade (node t blue)) (shade (left (node t blue)))))");
        assert_eq!(at_last(&text, "(left (node t blue))"), ["t"]);
        assert_eq!(at_last(&text, "(shade (node t blue))"), ["blue", "red"]);
    }
}

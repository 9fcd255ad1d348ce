//! Sorts of terms: what of a script of s-expressions does not fit together, and which constants fit.
//!
//! What the theories of a language know is data, `sorts/*.txt`; how scripts declare and bind names is that of SMT-LIB.

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
    Some(checked(text, theory)?.wrong)
}

/// Short constants of the sort of the term at `place`; none where its sort is not known or has no constants.
pub(super) fn constants(text: &[u8], place: &Range<usize>, theory: &Theory) -> Vec<Vec<u8>> {
    let script = checked(text, theory);
    let sort = script.and_then(|script| script.terms.into_iter().find(|(span, _)| span == place));
    sort.map(|(_, sort)| sort.constants()).unwrap_or_default()
}

fn checked<'t>(text: &'t [u8], theory: &'t Theory) -> Option<Script<'t>> {
    let commands = (text.len() <= MOST).then(|| read(text)).flatten()?;
    let mut script = Script::new(theory);
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
}

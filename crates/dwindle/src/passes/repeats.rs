//! What stands in several places.

use super::level::Level;
use super::pass::{Pass, When};
use super::rewrites::change;
use super::stage::{Left, Stage};
use crate::algorithm::Algorithm;
use crate::reduce::{Setting, Work, names};
use crate::search::Stop;
use crate::space::Unit;
use crate::structure::{self, Structure};
use crate::tree::Parse;

/// Texts with more tokens are left as they are.
const MOST: usize = 5_000;

/// Shortens phrases that stand in several places, in all of them at once, where no language is known.
///
/// ```text
/// repeat until nothing changes: tokens of such phrases, each in all places, as one list
/// the same with their characters
/// names as in programs: one letter each, and names that go with what they stand for
/// ```
///
/// A test often asks that two things are equal. Neither can change alone then.
///
/// # Source
/// The names are those of the pass `names`, on the [structure](Structure) of the text.
///
/// # Guarantee
/// The result fails and is no larger.
///
/// # Cost
/// That of the list algorithm on the tokens and then the characters of each such phrase, and of [`names`](names()).
#[derive(Clone, Copy, Debug)]
pub struct Repeats;

impl Pass for Repeats {
    fn name(&self) -> &'static str {
        "repeats"
    }

    fn about(&self) -> &'static str {
        "shortens what stands in several places, in all of them at once"
    }

    fn level(&self) -> Level {
        Level::Units(Unit::Tokens)
    }

    fn when(&self) -> When {
        When::WithoutTree
    }

    fn applies(&self, stage: &Stage<'_, '_>) -> bool {
        !stage.is_strict() && stage.units(self.level()) <= MOST
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        for offers in [structure::repeated_tokens, structure::repeated_chars] {
            loop {
                let rewrites = stage.unprotected(offers(stage.text()));
                if !change(stage, rewrites)? {
                    break;
                }
            }
        }
        let structure = Structure::new();
        if let Some(tree) = structure.parse(stage.text()) {
            let setting = Setting { parse: Some(&structure), ..stage.setting(Algorithm::Dwindle) };
            let mut work = Work::new(stage.search(), setting, tree.squeezed());
            names(&mut work)?;
            let text = work.tree().text().clone();
            stage.set_text(text);
        }
        Ok(Left { text: stage.text().clone(), units: stage.units(self.level()), certificate: None })
    }
}

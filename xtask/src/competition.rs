//! The big reduction competition.

mod dice;
mod entrant;
mod growth;
mod heat;
mod language;
mod mean;
mod oracle;
mod parentheses;
mod reach;

use anyhow::{Result, bail};
use entrant::Entrant;
use mean::Mean;

pub(crate) fn run(words: &[&str]) -> Result<()> {
    match words {
        ["parentheses", size] => crate::print(&parentheses::table(&Entrant::all(), size.parse()?, 0, 2000)?),
        ["try", size, seeds, budget] => {
            let class = heat::Class { size: size.parse()?, seed: 1, seeds: seeds.parse()?, budget: budget.parse()? };
            let all = Entrant::all();
            let heats = heat::hold(class, &all)?;
            for (n, e) in all.iter().enumerate() {
                let tests = heats.iter().map(|h| h.scores[n].tests).collect::<Mean>().geometric();
                let size = heats.iter().map(|h| h.scores[n].size).collect::<Mean>().geometric();
                let un: u64 = heats.iter().map(|h| h.scores[n].unresolved).sum();
                let tot: u64 = heats.iter().map(|h| h.scores[n].tests).sum();
                let won = heats.iter().filter(|h| h.scores[n].size == h.smallest()).count();
                let capped = heats.iter().filter(|h| !h.scores[n].finished).count();
                let time: f64 = heats.iter().map(|h| h.scores[n].time.as_secs_f64()).sum();
                crate::print(&format!("{e:24} {tests:8.1} {size:8.2} {:5.1}% {won} of {} capped {capped} {time:.2}s\n", un as f64*100.0/tot as f64, heats.len()))?;
            }
            for h in &heats {
                let t: f64 = h.scores.iter().map(|s| s.time.as_secs_f64()).sum();
                crate::print(&format!("{} {} {} {:?} {}: {} -> plan {} in {} : {:?}; best {}  {t:.1}s\n", h.problem.language, h.problem.input.len(), h.problem.seed, h.problem.kind, h.problem.oracle, h.problem.input.len(), h.scores[0].size, h.scores[0].tests, String::from_utf8_lossy(&h.scores[0].text), h.smallest()))?;
            }
            Ok(())
        }
        _ => bail!("?"),
    }
}

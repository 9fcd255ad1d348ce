//! Several runs beside each other.

use dwindle_run::text::{number, plural};
use maud::{Markup, html};

use crate::read::Run;
use crate::words::{share, time};

/// A table of all of them, each with a link to its part of the page.
pub(crate) fn table(runs: &[Run], ids: &[String]) -> Markup {
    html! {
        nav aria-label="Runs" {
            div.wide role="region" tabindex="0" aria-labelledby="runs" {
                table {
                    caption id="runs" { (plural(runs.len() as u64, "run")) }
                    thead { tr {
                        th.text scope="col" { "run" } th.text scope="col" { "command" } th scope="col" { "before" } th scope="col" { "after" }
                        th scope="col" { "left" } th scope="col" { "tests" } th scope="col" { "time of tests" } th scope="col" { "other failures" }
                    } }
                    tbody { @for (run, id) in runs.iter().zip(ids) {
                        @let (before, after) = run.sizes().unwrap_or_default();
                        tr {
                            th.text scope="row" { a href={ "#" (id) } { (run.name()) } } td.text { (run.command()) }
                            td { (number(before)) } td { (number(after)) } td { (share(after, before)) }
                            td { (number(run.asked)) } td { (time(run.time)) } td { (number(run.others.len() as u64)) }
                        }
                    } }
                }
            }
        }
    }
}

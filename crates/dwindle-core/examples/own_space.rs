//! A space of its own kind: the columns of a table. A candidate is the table as a text, without the columns that are gone.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use dwindle_core::space::Space;
use dwindle_core::test::on_texts;
use dwindle_core::{Algorithm, Candidate, Config, Engine, Id, Outcome, Stop};

/// A table of comma-separated values whose columns are units.
struct Columns {
    rows: Vec<Vec<String>>,
}

impl Columns {
    fn parse(table: &str) -> Self {
        Self { rows: table.lines().map(|row| row.split(',').map(str::to_owned).collect()).collect() }
    }

    /// The table with the columns of `config`.
    fn text(&self, config: &Config) -> String {
        let rows = self.rows.iter().map(|row| config.of(row).join(",") + "\n");
        rows.collect()
    }
}

impl Space for Columns {
    fn units(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn id(&self, config: &Config) -> Id {
        // Exactly what a test sees, so that no table is tested twice.
        Id::of_bytes(self.text(config).as_bytes())
    }

    fn size(&self, config: &Config) -> u64 {
        self.text(config).len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(vec![Cow::Owned(self.text(&config).into_bytes())]))
    }
}

/// A reader that fails where a row has a quantity but no price, and cannot read a table without a name.
fn reads(table: &[u8]) -> Outcome {
    let table = String::from_utf8_lossy(table);
    let head = table.lines().next().unwrap_or_default();
    let has = |name: &str| head.split(',').any(|column| column == name);
    match (has("name"), has("quantity") && !has("price")) {
        (false, _) => Outcome::Unresolved,
        (true, true) => Outcome::Fail,
        (true, false) => Outcome::Pass,
    }
}

fn main() -> Result<(), Stop> {
    let table = "id,name,colour,weight,quantity,shelf\n1,nut,red,3,20,A\n2,bolt,grey,5,70,B\n";
    let space = Arc::new(Columns::parse(table));
    let small = Engine::new().run(&on_texts(reads), |search| {
        let reduced = Algorithm::Dwindle.reduce(search, &space, space.full())?;
        Ok::<_, Stop>(space.text(&reduced))
    })?;
    assert_eq!(small, "name,quantity\nnut,20\nbolt,70\n");
    Ok(())
}

#[test]
fn runs() -> Result<(), Stop> {
    main()
}

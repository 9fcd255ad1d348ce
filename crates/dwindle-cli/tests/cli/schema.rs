//! A checker for JSON Schema: the keywords that docs/messages.schema.json uses, and no others.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

/// A schema.
pub struct Schema(Value);

impl Schema {
    /// The schema of messages.
    pub fn of_messages() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/messages.schema.json");
        Self(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    /// The types of messages, in the order in which they are listed.
    pub fn types(&self) -> Vec<&str> {
        let all = self.0["oneOf"].as_array().unwrap().iter();
        all.map(|one| one["$ref"].as_str().unwrap().rsplit('/').next().unwrap()).collect()
    }

    /// What is wrong with `value`: the first fault, and where it is.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.holds(&self.0, value, "message")
    }

    fn holds(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        schema.as_object().unwrap().iter().try_for_each(|(keyword, wants)| match keyword.as_str() {
            "$ref" => self.holds(self.definition(wants), value, at),
            "anyOf" => self.some(wants, value, at, 1..=usize::MAX),
            "oneOf" => self.some(wants, value, at, 1..=1),
            "type" if !is_of(wants, value) => Err(format!("{at}: not of type {wants}: {value}")),
            "const" if wants != value => Err(format!("{at}: not {wants}: {value}")),
            "enum" if !wants.as_array().unwrap().contains(value) => {
                Err(format!("{at}: none of {wants}: {value}"))
            }
            "minimum" if value.as_f64() < wants.as_f64() => Err(format!("{at}: less than {wants}: {value}")),
            "maximum" if value.as_f64() > wants.as_f64() => Err(format!("{at}: more than {wants}: {value}")),
            "minItems" if length(value) < wants.as_u64() => Err(format!("{at}: fewer than {wants} items")),
            "maxItems" if length(value) > wants.as_u64() => Err(format!("{at}: more than {wants} items")),
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
                .try_for_each(|(nth, item)| self.holds(wants, item, &format!("{at}[{nth}]"))),
            "properties" => value.as_object().into_iter().flatten().try_for_each(|(name, inner)| {
                wants.get(name).map_or(Ok(()), |wants| self.holds(wants, inner, &format!("{at}.{name}")))
            }),
            "required" => {
                let object = value.as_object();
                let mut names = wants.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                let missing = names.find(|name| object.is_some_and(|object| !object.contains_key(*name)));
                missing.map_or(Ok(()), |name| Err(format!("{at}: no field {name}")))
            }
            "additionalProperties" => {
                assert_eq!(wants, &Value::Bool(false));
                let known = schema["properties"].as_object().unwrap();
                let mut names = value.as_object().into_iter().flat_map(Map::keys);
                let other = names.find(|name| !known.contains_key(*name));
                other.map_or(Ok(()), |name| Err(format!("{at}: the field {name} is not described")))
            }
            "$schema" | "$id" | "$defs" | "title" | "description" | "type" | "const" | "enum" | "minimum"
            | "maximum" | "minItems" | "maxItems" => Ok(()),
            other => panic!("the checker does not know the keyword {other}"),
        })
    }

    fn some(
        &self,
        schemas: &Value,
        value: &Value,
        at: &str,
        how_many: std::ops::RangeInclusive<usize>,
    ) -> Result<(), String> {
        let tried = schemas.as_array().unwrap().iter().map(|schema| self.holds(schema, value, at));
        let (good, bad): (Vec<_>, Vec<_>) = tried.partition(Result::is_ok);
        if how_many.contains(&good.len()) {
            return Ok(());
        }
        let why: Vec<String> = bad.into_iter().filter_map(Result::err).collect();
        Err(format!("{at}: {} of the alternatives hold: {}", good.len(), why.join("; ")))
    }

    fn definition(&self, reference: &Value) -> &Value {
        let name = reference.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
        self.0["$defs"].get(name).unwrap_or_else(|| panic!("there is no definition {name}"))
    }
}

fn is_of(wants: &Value, value: &Value) -> bool {
    if let Some(several) = wants.as_array() {
        return several.iter().any(|one| is_of(one, value));
    }
    match wants.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("there is no type {other}"),
    }
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

#[test]
fn the_checker_finds_each_kind_of_fault() {
    let schema = Schema(serde_json::json!({
        "type": "object",
        "required": ["a"],
        "additionalProperties": false,
        "properties": {
            "a": { "type": "integer", "minimum": 1 },
            "b": { "anyOf": [{ "const": "x" }, { "$ref": "#/$defs/pair" }] },
            "c": { "oneOf": [{ "type": ["number", "null"] }, { "type": "integer" }] },
            "d": { "enum": [1, "one"] }
        },
        "$defs": { "pair": { "type": "array", "items": { "type": "boolean" }, "minItems": 2, "maxItems": 2 } }
    }));
    let good = [r#"{"a":1}"#, r#"{"a":2,"b":"x","c":null,"d":"one"}"#, r#"{"a":1,"b":[true,false],"c":0.5}"#];
    for text in good {
        assert_eq!(schema.check(&serde_json::from_str(text).unwrap()), Ok(()), "{text}");
    }
    let bad = [
        "[]",
        "{}",
        r#"{"a":0}"#,
        r#"{"a":1.5}"#,
        r#"{"a":1,"b":"y"}"#,
        r#"{"a":1,"b":[true]}"#,
        r#"{"a":1,"b":[true,true,true]}"#,
        r#"{"a":1,"b":[true,1]}"#,
        r#"{"a":1,"c":1}"#,
        r#"{"a":1,"d":2}"#,
        r#"{"a":1,"e":1}"#,
    ];
    for text in bad {
        assert!(schema.check(&serde_json::from_str(text).unwrap()).is_err(), "{text}");
    }
}

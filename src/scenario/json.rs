//! Text to JSON value: refuses what is no JSON, nests too deeply or states a field twice, and says where.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Number, Value};

use super::Problem;
use crate::words::problems as words;

/// Largest file that is read, bytes.
pub const MAX_FILE_BYTES: usize = 16 << 20;

/// Reads a text of at most [`MAX_FILE_BYTES`].
pub fn parse(text: &str) -> Result<Value, Vec<Problem>> {
    let refused = |code, words| vec![Problem::of_whole(code, "document", words)];
    if text.len() > MAX_FILE_BYTES {
        return Err(refused("too-large", words::too_large_file(text.len(), MAX_FILE_BYTES)));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(refused("empty", words::empty_file()));
    }
    serde_json::from_str::<Strict>(text).map(|strict| strict.0).map_err(|error| {
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let reason = message.strip_suffix(&suffix).unwrap_or(&message);
        match error.classify() {
            Category::Data => refused("repeated-field", words::repeated_field(error.line(), error.column(), reason)),
            _ => refused("not-json", words::not_json(error.line(), error.column(), reason)),
        }
    })
}

/// A JSON value none of whose objects states a field twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(words::stated_twice(&key)));
            }
            let Strict(value) = entries.next_value()?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

//! Numbers outside their range: what was probably meant, and what is said.

use serde_json::{Number, Value};

use super::field::NumberField;
use crate::words::problems::{self, NumberRange, ProblemWords};

/// The range of a field, as texts name it.
pub(super) fn range(field: &NumberField) -> NumberRange {
    let NumberField { min, max, whole, unit, .. } = *field;
    NumberRange { min, max, whole, unit: unit.in_sentences() }
}

/// What is said of a value outside the range, and the value that was probably meant.
pub(super) fn out_of_range(field: &NumberField, value: f64) -> (ProblemWords, Option<Value>) {
    if field.is_share() && (1.0..=100.0).contains(&value) {
        let share = as_share(value);
        return (problems::per_cent(value, share), Some(json_number(share)));
    }
    let meant = (value < 0.0 && field.accepts(-value)).then_some(-value);
    (problems::out_of_range(range(field), value, meant), meant.map(json_number))
}

/// The JSON number, whole where the value is.
pub(super) fn json_number(value: f64) -> Value {
    const WHOLE_UP_TO: f64 = (1_u64 << 53) as f64;
    if value.fract() == 0.0 && value.abs() < WHOLE_UP_TO {
        return Value::from(value as i64);
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// Per cent as a share: 60 is 0.6, 33.3 is 0.333.
fn as_share(percent: f64) -> f64 {
    if percent.fract() == 0.0 { percent / 100.0 } else { (percent * 1e8).round() / 1e10 }
}

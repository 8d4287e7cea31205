//! Serde for members of closed sets: they travel by name.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use crate::model::ClosedSet;

pub fn serialize<T: ClosedSet, S: Serializer>(member: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(member.as_str())
}

pub fn deserialize<'de, T: ClosedSet, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    read(&Cow::<str>::deserialize(deserializer)?)
}

fn read<T: ClosedSet, E: Error>(name: &str) -> Result<T, E> {
    T::from_text(name).ok_or_else(|| E::custom(format_args!("there is no “{name}” here")))
}

/// The same of a member or `null`.
pub mod optional {
    use super::{ClosedSet, Cow, Deserialize, Deserializer, Serializer};

    pub fn serialize<T: ClosedSet, S: Serializer>(member: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match member {
            Some(member) => serializer.serialize_some(member.as_str()),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, T: ClosedSet, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        Option::<Cow<str>>::deserialize(deserializer)?.map(|name| super::read(&name)).transpose()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::model::{PlannerName, Status};
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Named {
        #[serde(with = "super")]
        status: Status,
        #[serde(default, with = "super::optional")]
        planner: Option<PlannerName>,
    }

    #[test]
    fn members_travel_by_name_and_an_unknown_name_is_refused() {
        for planner in [Some(PlannerName::MetisImproved), None] {
            let named = Named { status: Status::NotFound, planner };
            let written = serde_json::to_value(&named).unwrap();
            assert_eq!(written, json!({ "status": "not-found", "planner": planner.map(PlannerName::as_str) }));
            assert_eq!(serde_json::from_value::<Named>(written).unwrap(), named);
        }
        let read = |text: &str| serde_json::from_str::<Named>(text).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"status":"optimal"}"#).unwrap().planner, None);
        assert!(read(r#"{"status":"best"}"#).unwrap_err().starts_with("there is no “best” here"));
        assert!(read(r#"{"status":"optimal","planner":"metis-2"}"#).is_err());
    }
}

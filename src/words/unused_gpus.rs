//! Why no plan can use a GPU.

use super::Wording;
use crate::model::UnusableReason;

/// The reason for one GPU or, `several`, for each of those named: "Each of g0, g1 has too little memory …".
pub fn unusable(names: &str, several: bool, reason: UnusableReason) -> Wording {
    let who = if several { format!("Each of {names}") } else { names.to_owned() };
    Wording::new(match reason {
        UnusableReason::Memory => format!("{who} has too little memory for one layer at any pipeline depth."),
        UnusableReason::Links => format!("{who} is linked to no other GPU and can’t hold the model alone."),
    })
}

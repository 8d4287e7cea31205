//! Reads the GPU table.

use serde_json::{Map, Value};

use super::Problem;
use super::document::GpuRow;
use super::field::Table;
use super::fields;
use super::problems::{Problems, at};
use super::reader::Fields;
use super::text::{TextRule, fault};
use crate::words::Wording;
use crate::words::problems as words;

/// A row as far as it could be read: what other tables need of it, and the whole if nothing is wrong.
#[derive(Default)]
pub(super) struct GpuRead<'v> {
    pub name: Option<&'v str>,
    pub count: Option<u64>,
    pub enabled: Option<bool>,
    pub site: Option<&'v str>,
    pub row: Option<GpuRow>,
}

/// Reads every row.
pub(super) fn read_gpus<'v>(rows: &'v [Value], problems: &mut Problems) -> Vec<GpuRead<'v>> {
    rows.iter().enumerate().map(|(row, value)| read_row(value, row, problems)).collect()
}

fn read_row<'v>(value: &'v Value, row: usize, problems: &mut Problems) -> GpuRead<'v> {
    let Value::Object(object) = value else {
        problems.add(|| {
            let words = words::row_not_a_group(words::gpu_row(None, row), value);
            Problem::new("wrong-type", at("gpus", Some(row), None), words)
        });
        return GpuRead::default();
    };
    let mut fields = Fields::of_row(object, Table::Gpus, Some(row), subject, problems);
    let name = fields.text(&fields::GPU_NAME);
    let count = fields.count(&fields::COUNT);
    let enabled = fields.flag(&fields::ENABLED);
    let model = fields.text(&fields::GPU_MODEL);
    let site = fields.text(&fields::SITE);
    let peak_tflops = fields.number(&fields::PEAK_TFLOPS);
    let compute_utilization = fields.number(&fields::COMPUTE_UTILIZATION);
    let memory_gb = fields.number(&fields::MEMORY_GB);
    let memory_utilization = fields.number(&fields::MEMORY_UTILIZATION);
    let idle_w = fields.number(&fields::IDLE_W);
    let active_w = fields.number(&fields::ACTIVE_W);
    if let (Some(idle_w), Some(active_w)) = (idle_w, active_w)
        && idle_w > active_w
    {
        let place = (fields::IDLE_W.column, fields::IDLE_W.label);
        fields.report("idle-above-active", place, || words::idle_above_active(idle_w, active_w));
    }
    fields.finish();
    let whole = || {
        Some(GpuRow {
            name: name?.to_owned(),
            count: count?,
            enabled: enabled?,
            model: model?.to_owned(),
            site: site?.to_owned(),
            peak_tflops: peak_tflops?,
            compute_utilization: compute_utilization?,
            memory_gb: memory_gb?,
            memory_utilization: memory_utilization?,
            idle_w: idle_w?,
            active_w: active_w?,
        })
    };
    GpuRead { name, count, enabled, site, row: whole() }
}

/// The GPU's name, or its row where the name is no help.
fn subject(object: &Map<String, Value>, row: usize) -> Wording {
    let name = object.get(fields::GPU_NAME.column.key()).and_then(Value::as_str);
    words::gpu_row(name.filter(|name| fault(name, TextRule::Name).is_none()), row)
}

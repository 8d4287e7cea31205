//! Reads the GPU table.

use serde_json::{Map, Value};

use super::document::GpuRow;
use super::field::Table;
use super::fields;
use super::problems::{Problems, at, problem};
use super::reader::Fields;
use super::say::{clip, figure, quoted};
use super::text::{TextRule, fault};

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
            let what = format!("GPU row {} must be a group of fields; it says {}.", row + 1, quoted(value));
            problem("wrong-type", at("gpus", Some(row), None), what, "Write its fields between { and }.")
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
        let verdict =
            || format!("must be at most the active power, {} W; it says {}", figure(active_w), figure(idle_w));
        let place = (fields::IDLE_W.column, fields::IDLE_W.label);
        fields.report("idle-above-active", place, verdict, || "Lower it, or raise the active power.".to_owned());
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
fn subject(object: &Map<String, Value>, row: Option<usize>) -> String {
    match object.get(fields::GPU_NAME.column.key()) {
        Some(Value::String(name)) if fault(name, TextRule::Name).is_none() => clip(name),
        _ => format!("GPU row {}", row.map_or(0, |row| row + 1)),
    }
}

//! Every scenario that comes with the product or its tests loads, and is written so that it loads again.

use crate::scenario_support::{bundled, described};
use geotrain::model::{MemeticSettings, PlannerName, Precision};
use geotrain::scenario::link::{self, LinkParameters};
use geotrain::scenario::{Scenario, gpu_rows, presets, read, read_value};
use serde_json::Value;

#[test]
fn every_bundled_scenario_loads_and_survives_file_and_link() {
    let files = bundled();
    assert_eq!(files.len(), 10 + 52 + 17, "golden, instances, paper tables");
    for (name, value) in files {
        let scenario = read_value(&value).unwrap_or_else(|problems| panic!("{name}: {}", described(&problems)));
        let again =
            read(&scenario.document.to_json()).unwrap_or_else(|problems| panic!("{name}: {}", described(&problems)));
        assert_eq!(again, scenario, "{name} as a file");
        let fragment = link::encode(&scenario.document);
        let (opened, parameters) =
            link::open(&fragment).unwrap_or_else(|problems| panic!("{name}: {}", described(&problems)));
        assert_eq!((opened, parameters), (scenario, LinkParameters::default()), "{name} as a link");
    }
}

#[test]
fn presets_are_written_as_the_product_writes_files() {
    let ids: Vec<&str> = presets::ALL.iter().map(|preset| preset.id).collect();
    assert_eq!(ids, ["three-sites", "energy-14gpu", "six-node-fp32"]);
    for preset in presets::ALL {
        let scenario = read(preset.json).unwrap_or_else(|problems| panic!("{}: {}", preset.id, described(&problems)));
        assert_eq!(scenario.document.name, preset.title);
        assert_eq!(scenario.instance.search.planner, PlannerName::Auto);
        assert_eq!(scenario.document.to_json(), preset.json.trim_end(), "{}", preset.id);
    }
}

/// Presets keep every figure of the pools they were made from; only their models are spelled for people, and the
/// planner is the product's default.
#[test]
fn presets_plan_over_the_pools_of_the_test_data() {
    let preset = |id| read(presets::ALL.iter().find(|preset| preset.id == id).unwrap().json).unwrap();
    let original = |path: &str| -> Scenario {
        let (_, value) = bundled().into_iter().find(|(name, _)| name == path).unwrap();
        read_value(&value).unwrap()
    };
    let named_as = |mut value: Value, names: &Value| {
        let (rows, names) = (value["gpus"].as_array_mut().unwrap(), names["gpus"].as_array().unwrap());
        assert_eq!(rows.len(), names.len());
        for (row, name) in rows.iter_mut().zip(names) {
            let letters = |model: &Value| model.as_str().unwrap().replace(' ', "");
            assert_eq!(letters(&row["model"]), letters(&name["model"]));
            row["model"] = name["model"].clone();
        }
        read_value(&value).unwrap().instance
    };
    for (id, path) in [
        ("three-sites", "paper-tables/network-lat50-bw10.json"),
        ("energy-14gpu", "paper-tables/energy-14gpu.json"),
        ("six-node-fp32", "golden/six-node-fp32.json"),
    ] {
        let original = original(path);
        let preset = named_as(preset(id).document.to_value(), &original.document.to_value());
        let mut expected = original.instance;
        expected.search.planner = preset.search.planner;
        assert_eq!(preset, expected, "{id}");
    }
}

/// The six-node pool by hand: names after expansion, units, precedence of links.
#[test]
fn a_scenario_means_what_its_units_say() {
    let scenario = read(presets::ALL[2].json).unwrap();
    let cluster = &scenario.instance.cluster;
    let names: Vec<&str> = cluster.gpus().iter().map(|gpu| gpu.name.as_str()).collect();
    assert_eq!(names, ["a100", "a30", "a40-1", "a40-2", "a40-3", "t4"]);
    assert_eq!(gpu_rows(&scenario.document), [0, 1, 2, 2, 2, 3]);
    assert_eq!(cluster.sites(), ["Nectar", "GCP"]);
    // 312 TFLOPS × 0.06 and 40 GB × 0.9.
    assert!((cluster.gpus()[0].effective_flops / 18.72e12 - 1.0).abs() < 1e-12);
    assert!((cluster.gpus()[0].effective_memory_bytes / 36e9 - 1.0).abs() < 1e-12);
    assert_eq!((cluster.gpus()[5].idle_w, cluster.gpus()[5].active_w), (17.0, 70.0));

    let link = |from, to| {
        let link = cluster.link(from, to).unwrap();
        (link.bandwidth_bytes_per_s(), link.latency_s())
    };
    let near = |(bandwidth, latency): (f64, f64), (gbps, ms): (f64, f64)| {
        assert!((bandwidth / (gbps * 0.125e9) - 1.0).abs() < 1e-12, "{bandwidth}");
        assert!((latency - ms * 1e-3).abs() < 1e-15, "{latency}");
    };
    near(link(0, 1), (2.0, 0.6)); // within Nectar: the default
    near(link(0, 2), (0.5, 25.0)); // Nectar → GCP: the default between sites
    near(link(2, 0), (0.09, 50.0)); // GCP → Nectar: a site link, 0.1 Gbps × 0.9
    near(link(3, 5), (0.96, 3.0)); // a40-2 → t4: a GPU link, 1.2 Gbps × 0.8
    near(link(5, 3), (2.0, 0.6)); // the way back: the default

    let training = &scenario.instance.training;
    assert_eq!(training.precision, Precision::Fp32);
    assert_eq!((training.micro_batches(), training.tokens_per_micro_batch()), (64, 2_048));
    assert_eq!(scenario.instance.search.memetic, MemeticSettings::default());
}

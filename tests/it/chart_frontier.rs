//! The frontier drawn by the page's own function on the SVG backend.

use geotrain::answer;
use geotrain::chart::Palette;
use geotrain::chart::frontier::{FrontierLayout, FrontierMark, FrontierScene, draw};
use plotters::prelude::*;

fn energy_pool() -> FrontierScene {
    let instance = crate::common::paper("energy-14gpu");
    let frontier = answer::frontier_by_weights(&instance, &mut geotrain::answer::Unwatched);
    let mark = |point: &answer::FrontierPointAnswer| FrontierMark {
        time_ms: point.time_ms,
        energy_j: point.energy_j,
        supported: point.supported,
        knee: point.knee,
    };
    FrontierScene {
        points: frontier.points.iter().map(mark).collect(),
        reference: Some((870.4, 737.8)),
        reference_name: "Improved Metis".to_owned(),
        selected: frontier.points.get(3).map(|point| (point.time_ms, point.energy_j)),
        ..FrontierScene::default()
    }
}

fn svg(scene: &FrontierScene, size: (u32, u32), dark: bool, ratio: f64) -> String {
    let layout = FrontierLayout::new(scene, f64::from(size.0), f64::from(size.1));
    let mut text = String::new();
    let device = |length: u32| (f64::from(length) * ratio).round() as u32;
    let area = SVGBackend::with_string(&mut text, (device(size.0), device(size.1))).into_drawing_area();
    draw(&area, scene, &layout, &Palette::of_theme(dark), ratio).unwrap();
    drop(area);
    text
}

fn circles(svg: &str, fill: &str) -> usize {
    svg.lines().filter(|line| line.starts_with("<circle") && line.contains(&format!("fill=\"{fill}\""))).count()
}

#[test]
fn every_point_has_its_mark() {
    let scene = energy_pool();
    let drawn = svg(&scene, (600, 360), false, 1.0);
    let supported = scene.points.iter().filter(|point| point.supported).count();
    assert!(supported >= 5 && supported < scene.points.len(), "{supported} of {}", scene.points.len());
    assert_eq!(circles(&drawn, "#0B5CAB"), supported);
    for text in ["Improved Metis", "Knee", "Iteration time, ms", "Energy, J per iteration"] {
        assert!(drawn.contains(text), "{text}");
    }
}

#[test]
fn every_size_theme_ratio_and_number_of_points_draws() {
    for points in 0..3 {
        let mut scene = energy_pool();
        scene.points.truncate(points);
        scene.hovered = points.checked_sub(1);
        scene.selected = scene.points.last().map(|point| (point.time_ms, point.energy_j));
        for size in [(280, 220), (600, 360), (1_200, 500)] {
            for (dark, ratio) in [(false, 1.0), (true, 2.0), (false, 1.25)] {
                let drawn = svg(&scene, size, dark, ratio);
                assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN"));
            }
        }
    }
}

/// Writes what the tests see, to be looked at: `CHART_DIR=… cargo test --features chart -- --ignored`.
#[test]
#[ignore = "writes files to look at"]
fn write_to_look_at() {
    let folder = std::env::var("CHART_DIR").unwrap();
    let scene = energy_pool();
    for (name, size, dark) in [("wide", (600, 360), false), ("dark", (600, 360), true), ("narrow", (330, 260), false)] {
        std::fs::write(format!("{folder}/frontier-{name}.svg"), svg(&scene, size, dark, 1.0)).unwrap();
    }
}

//! The timeline drawn as SVG from real plans.

use geotrain::chart::gantt::{Gantt, LaneLabel, Layout, TimeWindow, draw};
use geotrain::chart::{Palette, SvgSurface};
use geotrain::model::Instance;
use geotrain::scenario::plan_text;
use geotrain::schedule::{OperationId, Sends, Timeline, simulate, stage_times};

struct Scene {
    timeline: Timeline,
    labels: Vec<LaneLabel>,
}

fn scene(instance: &Instance, text: &str) -> Scene {
    let plan = plan_text::parse(text, &instance.cluster, instance.transformer.layers()).unwrap();
    let times = stage_times(instance, &plan).unwrap();
    let timeline = simulate(&times, instance.training.micro_batches() as u32, Sends::Blocking).unwrap();
    let label = |(index, stage): (usize, &geotrain::model::Stage)| {
        let gpu = &instance.cluster.gpus()[usize::from(stage.gpu)];
        LaneLabel {
            gpu: gpu.name.clone(),
            model: gpu.model.clone(),
            site: instance.cluster.sites()[gpu.site].clone(),
            layers: stage.layers,
            send_forward_ms: times.get(index + 1).map(|_| times[index].send_forward_ms),
            send_backward_ms: times.get(index + 1).map(|next| next.send_backward_ms),
        }
    };
    let labels = plan.stages().iter().enumerate().map(label).collect();
    Scene { timeline, labels }
}

fn svg(scene: &Scene, width: f64, view: TimeWindow, pointed: Option<OperationId>, dark: bool) -> String {
    let layout = Layout::new(scene.timeline.stages.len(), width);
    let mut surface = SvgSurface::new(width, layout.height());
    let critical = scene.timeline.critical_path();
    let gantt = Gantt { timeline: &scene.timeline, critical: &critical, labels: &scene.labels, view, pointed };
    draw(&mut surface, &gantt, &layout, &Palette::of_theme(dark));
    surface.finish()
}

fn three_sites() -> Scene {
    scene(&crate::common::paper("network-lat50-bw10"), "g3:4,g4:1,g6:1,g5:6")
}

#[test]
fn every_operation_of_the_three_site_plan_is_drawn_once_at_its_width() {
    let scene = three_sites();
    let drawn = svg(&scene, 840.0, TimeWindow::whole(scene.timeline.makespan_ms), None, false);
    let palette = Palette::of_theme(false);
    let edges = |colour: &str| drawn.matches(&format!("stroke=\"{colour}\" stroke-width=\"1\"/>")).count();
    // Eight micro-batches on four stages; operations of 3 px (8 ms) and more have an edge.
    assert_eq!(edges(&palette.forward.edge), 32);
    // Their patterns share the edge's colour where they are equal, so backwards are counted by their numbers.
    for micro_batch in 1..=8 {
        let number = format!(">{micro_batch}</text>");
        assert!(drawn.matches(&number).count() >= 4, "micro-batch {micro_batch}");
    }
    for label in ["g3", "g4", "g6", "g5", "1,756.8", "0 ms", "B · 4 layers", "C · 6 layers"] {
        assert!(drawn.contains(&format!(">{label}</text>")), "{label}");
    }
}

#[test]
fn pointing_at_an_operation_fades_the_other_micro_batches() {
    let scene = three_sites();
    let view = TimeWindow::whole(scene.timeline.makespan_ms);
    let pointed = Some(OperationId { stage: 2, index: 3 });
    let drawn = svg(&scene, 840.0, view, pointed, true);
    assert!(drawn.contains("opacity=\"0.28\""));
    assert!(!svg(&scene, 840.0, view, None, true).contains("opacity"));
}

#[test]
fn nothing_is_drawn_outside_at_any_width_depth_or_zoom() {
    let instance = crate::common::paper("energy-14gpu");
    let names: Vec<String> = instance.cluster.gpus().iter().map(|gpu| gpu.name.clone()).collect();
    for depth in [1, 2, 5, 8, 12] {
        let layers = |index: usize| if index == 0 { 12 - (depth - 1) } else { 1 };
        let text: Vec<String> = (0..depth).map(|index| format!("{}:{}", names[index], layers(index))).collect();
        let scene = scene(&instance, &text.join(","));
        for width in [280.0, 840.0, 1_400.0] {
            for view in [
                TimeWindow::whole(scene.timeline.makespan_ms),
                TimeWindow { from_ms: 0.3 * scene.timeline.makespan_ms, to_ms: 0.35 * scene.timeline.makespan_ms },
            ] {
                let drawn = svg(&scene, width, view, None, false);
                assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
                let texts = drawn.lines().filter(|line| line.starts_with("<text"));
                for line in texts {
                    let x: f64 = line.split("x=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
                    assert!((-0.5..=width + 0.5).contains(&x), "{line}");
                }
            }
        }
    }
}

/// Writes what the tests see, to be looked at: `cargo test --test chart_gantt -- --ignored` with `CHART_DIR` set.
#[test]
#[ignore = "writes files to look at"]
fn write_to_look_at() {
    let folder = std::env::var("CHART_DIR").unwrap();
    let scene = three_sites();
    let view = TimeWindow::whole(scene.timeline.makespan_ms);
    for (name, width, dark, pointed) in [
        ("wide", 800.0, false, None),
        ("dark", 800.0, true, None),
        ("narrow", 330.0, false, None),
        ("pointed", 800.0, false, Some(OperationId { stage: 2, index: 9 })),
    ] {
        std::fs::write(format!("{folder}/gantt-{name}.svg"), svg(&scene, width, view, pointed, dark)).unwrap();
    }
}

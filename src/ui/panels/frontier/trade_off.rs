//! The trade-off between time and energy, as far as it can be told without a browser.

use crate::answer::{FrontierAnswer, FrontierPointAnswer, LeftOutAnswer};
use crate::chart::frontier::{FrontierMark, FrontierScene};
use crate::format;
use crate::sorting::sort_by;
use crate::ui::panels::summary::verdict::reference_label;
use crate::ui::state::async_answer::Loaded;
use crate::ui::state::planner_state::OnView;

/// Most changes of the plan that are written out below the slider.
const MAX_WRITTEN_CHANGES: usize = 3;
/// How far beyond the frontier and the reference, in their own extent, another plan may lie to be drawn with them.
const REACH: f64 = 1.0;

/// What is said where no λ chooses another plan.
const ONE_PLAN: &str = "One plan is best at every λ";

/// What is known of the trade-off, in a few words.
pub fn fact(frontier: &FrontierAnswer) -> String {
    match frontier.points.len() {
        0 => return String::new(),
        1 => return ONE_PLAN.to_owned(),
        _ => {}
    }
    let points = format::counted(frontier.points.len() as u64, "point");
    format!("{points}, {}", if frontier.complete { "complete" } else { "best known" })
}

/// What is known of the trade-off while its job goes on.
pub fn fact_so_far(frontier: &FrontierAnswer, share: f64) -> String {
    let points = format::counted(frontier.points.len() as u64, "point");
    format!("{points}, {} done", format::share(share))
}

/// The λ for which the point is best: "0.35 – 0.51", "none".
pub fn weights(point: &FrontierPointAnswer) -> String {
    point.time_weight_range.map_or_else(|| "none".to_owned(), |range| written_range(range, " – "))
}

/// Both ends with as many decimals as tell them apart, up to four; one where none do.
fn written_range([least, greatest]: [f64; 2], between: &str) -> String {
    let written = |decimals| (format::fixed(least, decimals), format::fixed(greatest, decimals));
    let (from, to) = (2..=4).map(written).find(|(from, to)| from != to).unwrap_or_else(|| written(2));
    if from == to { from } else { format!("{from}{between}{to}") }
}

/// "1,041.7 ms · 571.1 J".
pub fn figures(time_ms: f64, energy_j: f64) -> String {
    format!("{} ms · {} J", format::one_decimal(time_ms), format::one_decimal(energy_j))
}

/// "+24.1 % time, −12.3 % energy", against the plan on view.
pub fn against(point: &FrontierPointAnswer, view: &OnView) -> Option<String> {
    let (time, energy) = (format::change(point.time_ms, view.time_ms?), format::change(point.energy_j, view.energy_j?));
    Some(format!("{time} time, {energy} energy"))
}

/// The point in one spoken sentence.
pub fn spoken(point: &FrontierPointAnswer) -> String {
    let figures = format!("{} ms, {} J", format::one_decimal(point.time_ms), format::one_decimal(point.energy_j));
    let best = match point.time_weight_range {
        Some(range) => format!("best for λ {}", written_range(range, " to ")),
        None => "best for no λ".to_owned(),
    };
    format!("{figures}, {best}{}, plan {}", if point.knee { ", knee" } else { "" }, point.plan)
}

/// The λ at which the best plan changes, least first.
pub fn changes(frontier: &FrontierAnswer) -> Vec<f64> {
    let least = frontier.points.iter().filter_map(|point| point.time_weight_range.map(|[least, _]| least));
    let mut changes: Vec<f64> = least.filter(|least| (1e-9..1.0).contains(least)).collect();
    sort_by(&mut changes, f64::total_cmp);
    changes
}

/// [`changes`] in words.
pub fn changes_text(frontier: &FrontierAnswer) -> String {
    let written: Vec<String> = changes(frontier).iter().map(|change| format::fixed(*change, 2)).collect();
    match written.len() {
        0 if frontier.points.len() == 1 => ONE_PLAN.to_owned(),
        0 => String::new(),
        1..=MAX_WRITTEN_CHANGES => format!("plan changes at {}", written.join(", ")),
        count => format!("plan changes {count} times"),
    }
}

/// What the chart shows.
pub fn scene(
    loaded: &Loaded<FrontierAnswer>,
    view: Option<&OnView>,
    left_out: &[LeftOutAnswer],
    hovered: Option<usize>,
) -> FrontierScene {
    let frontier = &loaded.answer;
    let mark = |point: &FrontierPointAnswer| FrontierMark {
        time_ms: point.time_ms,
        energy_j: point.energy_j,
        supported: point.supported,
        knee: point.knee,
    };
    let set = &loaded.scenario.instance.objective;
    // A reference set by hand is no plan's place.
    let followed = set.reference_time_ms.is_none() && set.reference_energy_j.is_none();
    let reference = frontier.reference_plan.as_ref().filter(|_| followed);
    let mut scene = FrontierScene {
        points: frontier.points.iter().map(mark).collect(),
        reference: reference.and_then(|_| frontier.reference_time_ms.zip(frontier.reference_energy_j)),
        reference_name: reference_label(frontier.reference_planner),
        selected: view.and_then(|view| view.time_ms.zip(view.energy_j)),
        hovered,
        ..FrontierScene::default()
    };
    scene.others = others(&scene, left_out);
    scene
}

/// The plans that use a left-out GPU and lie near enough to be drawn with the rest, each place once.
fn others(scene: &FrontierScene, left_out: &[LeftOutAnswer]) -> Vec<(f64, f64)> {
    use crate::chart::same;
    let marks = || scene.points.iter().map(|point| (point.time_ms, point.energy_j)).chain(scene.reference);
    let reach = |figure: fn((f64, f64)) -> f64| {
        let (least, greatest) = marks()
            .map(figure)
            .fold((f64::INFINITY, 0.0), |(least, greatest), value| (value.min(least), value.max(greatest)));
        let extent = if greatest > least { greatest - least } else { greatest };
        greatest + REACH * extent
    };
    let limit = (reach(|mark| mark.0), reach(|mark| mark.1));
    let at_one = |one: (f64, f64), other: (f64, f64)| same(one.0, other.0) && same(one.1, other.1);
    let mut others: Vec<(f64, f64)> = Vec::new();
    for place in left_out.iter().filter_map(|answer| answer.time_ms.zip(answer.energy_j)) {
        let near = place.0 <= limit.0 && place.1 <= limit.1;
        if near && !marks().any(|mark| at_one(mark, place)) && !others.iter().any(|other| at_one(*other, place)) {
            others.push(place);
        }
    }
    others
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::PlanAnswer;
    use crate::scenario::{self, Scenario};
    use crate::ui::state::async_answer::{AsyncAnswer, Query};
    use crate::ui::state::planner_state::{Run, RunProgress};
    use std::sync::Arc;

    fn point(plan: &str, time_ms: f64, energy_j: f64, range: Option<[f64; 2]>) -> FrontierPointAnswer {
        FrontierPointAnswer {
            plan: plan.to_owned(),
            time_ms,
            energy_j,
            supported: range.is_some(),
            time_weights: Vec::new(),
            time_weight_range: range,
            knee: false,
        }
    }

    fn frontier() -> FrontierAnswer {
        FrontierAnswer {
            points: vec![
                point("g0:12", 100.0, 90.0, Some([0.5, 1.0])),
                point("g1:12", 150.0, 80.0, None),
                point("g2:12", 200.0, 50.0, Some([0.0, 0.5])),
            ],
            reference_time_ms: Some(180.0),
            reference_energy_j: Some(95.0),
            reference_plan: Some("g3:12".to_owned()),
            reference_planner: None,
            complete: false,
        }
    }

    fn scenario(edit: impl FnOnce(&mut serde_json::Value)) -> Arc<Scenario> {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        Arc::new(scenario::read_value(&document).unwrap())
    }

    fn answer(plan: Option<&str>) -> PlanAnswer {
        serde_json::from_value(serde_json::json!({
            "status": "feasible", "planner": "memetic", "seed": 1, "plan": plan, "time_ms": 120.0, "energy_j": 100.0,
            "objective": 1.0, "reference_time_ms": null, "reference_energy_j": null, "reference_plan": null,
            "lower_bound": null, "stopped_by": "patience", "evaluations": 3, "wall_ms": 1.0, "sampled": false,
            "notes": [], "stages": [], "history": []
        }))
        .unwrap()
    }

    fn planned(plan: Option<&str>) -> Run {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.planned(1, answer(plan).into());
        run
    }

    type Before<'a> = Option<&'a AsyncAnswer<FrontierAnswer>>;

    fn next(before: Before<'_>, run: &Run, query: &Query<FrontierAnswer>) -> AsyncAnswer<FrontierAnswer> {
        AsyncAnswer::next(before, run, query)
    }

    fn done() -> Query<FrontierAnswer> {
        Query::Done(Arc::new(frontier()))
    }

    #[test]
    fn an_answer_stays_until_the_next_is_there() {
        let mut run = planned(Some("g0:12"));
        assert!(matches!(next(None, &run, &Query::Idle), AsyncAnswer::Offered));
        let waiting = next(None, &run, &Query::asked(2));
        assert!(matches!(waiting, AsyncAnswer::Waiting { before: None, share: None }));
        let there = next(None, &run, &done());
        assert!(there.current().is_some());
        run.started(3, scenario(|document| document["objective"]["time_weight"] = 0.5.into()));
        let planning = next(Some(&there), &run, &Query::Idle);
        assert!(planning.current().is_none() && planning.loaded().is_some());
        run.planned(3, answer(Some("g1:12")).into());
        assert!(next(Some(&planning), &run, &Query::asked(4)).loaded().is_some());
    }

    #[test]
    fn a_part_is_shown_with_its_share_and_once_cut_off_it_can_be_asked_again() {
        let run = planned(Some("g0:12"));
        let mut query = Query::asked(2);
        query.further(2, 0.4, Some(frontier()));
        let part = next(None, &run, &query);
        assert_eq!((part.share(), part.is_cut_off(), part.current().is_some()), (Some(0.4), false, true));
        assert_eq!(fact_so_far(&frontier(), 0.4), "3 points, 40 % done");
        query.lost(&[2]);
        let cut_off = next(None, &run, &query);
        assert_eq!((cut_off.share(), cut_off.is_cut_off(), cut_off.current().is_some()), (None, true, true));
    }

    #[test]
    fn a_trade_off_is_not_shown_beside_another_scenarios_plan() {
        let mut run = planned(Some("g0:12"));
        let there = next(None, &run, &done());
        run.started(3, scenario(|document| document["model"]["layers"] = 13.into()));
        run.improved(3, answer(Some("g1:13")).into());
        let planning = next(Some(&there), &run, &Query::Idle);
        assert!(matches!(planning, AsyncAnswer::Waiting { before: None, .. }));
        run.lost(&[3], RunProgress::default());
        assert!(matches!(next(Some(&there), &run, &Query::Idle), AsyncAnswer::Offered));
        assert!(matches!(next(None, &planned(None), &Query::Idle), AsyncAnswer::Nothing));
    }

    #[test]
    fn figures_of_points_in_words() {
        let frontier = frontier();
        assert_eq!(fact(&frontier), "3 points, best known");
        assert_eq!(weights(&frontier.points[0]), "0.50 – 1.00");
        assert_eq!(weights(&frontier.points[1]), "none");
        assert_eq!(weights(&point("g0:1", 1.0, 1.0, Some([0.501, 0.504]))), "0.501 – 0.504");
        assert_eq!(spoken(&frontier.points[0]), "100.0 ms, 90.0 J, best for λ 0.50 to 1.00, plan g0:12");
    }

    #[test]
    fn changes_lie_between_the_plans() {
        assert_eq!(changes(&frontier()), [0.5]);
        assert_eq!(changes_text(&frontier()), "plan changes at 0.50");
        let often = |least: f64| point("g0:12", 1.0, 1.0, Some([least, least + 0.1]));
        let changing = FrontierAnswer { points: [0.1, 0.2, 0.3, 0.4].map(often).to_vec(), ..frontier() };
        assert_eq!(changes_text(&changing), "plan changes 4 times");
        let none = FrontierAnswer { points: Vec::new(), ..frontier() };
        assert_eq!((changes_text(&none), fact(&none)), (String::new(), String::new()));
    }

    #[test]
    fn a_single_plan_is_said_to_be_best_everywhere() {
        let single = FrontierAnswer { points: vec![point("g0:12", 100.0, 90.0, Some([0.0, 1.0]))], ..frontier() };
        assert_eq!(fact(&single), "One plan is best at every λ");
        assert_eq!(changes_text(&single), fact(&single));
    }

    #[test]
    fn a_point_against_the_plan_on_view() {
        let view = planned(Some("g0:12")).on_view().unwrap();
        // 150 ÷ 120 = 1.25, 80 ÷ 100 = 0.8.
        assert_eq!(against(&frontier().points[1], &view).as_deref(), Some("+25.0 % time, −20.0 % energy"));
    }

    #[test]
    fn the_scene_marks_what_is_on_view_and_what_is_near() {
        let run = planned(Some("g0:12"));
        let left_out = |gpu: &str, time_ms: f64, energy_j: f64| LeftOutAnswer {
            gpu: gpu.to_owned(),
            plan: Some("g0:6,g1:6".to_owned()),
            time_ms: Some(time_ms),
            energy_j: Some(energy_j),
            objective: None,
            cost_share: None,
            reason: None,
        };
        // The frontier and the reference reach from 100 to 200 ms and from 50 to 95 J: near is up to 300 ms, 140 J.
        let others = [
            left_out("g4", 250.0, 120.0),
            left_out("g5", 250.0, 120.0),
            left_out("g6", 301.0, 120.0),
            left_out("g7", 200.0, 50.0),
        ];
        let known = |scenario| Loaded { scenario, answer: Arc::new(frontier()) };
        let drawn = scene(&known(scenario(|_| ())), run.on_view().as_ref(), &others, None);
        assert_eq!(drawn.others, [(250.0, 120.0)]);
        assert_eq!(drawn.reference, Some((180.0, 95.0)));
        assert_eq!((drawn.selected, drawn.selected_point()), (Some((120.0, 100.0)), None));
        let by_hand = scenario(|document| document["objective"]["reference_time_ms"] = 500.into());
        assert_eq!(scene(&known(by_hand), None, &[], None).reference, None);
    }
}

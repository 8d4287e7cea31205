//! The plans that can be compared: the planner's, those of other planners, the reference, the one that came along,
//! the one picked.

use crate::answer::{PlanAnswer, ReferenceCost};
use crate::chart::same;
use crate::format;
use crate::model::{PlannerName, Status};
use crate::scenario::Problem;
use crate::scenario::plan_text::stage_count;
use crate::ui::panels::summary::verdict::{gap, reference_label};
use crate::ui::state::other_planners::{Rival, RivalState};
use crate::ui::state::planner_state::{Run, Shown, same_question};
use crate::ui::state::share_link;

/// What a plan is to the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The planner's answer.
    Planner,
    /// Another planner's answer, or its place while there is none.
    Rival(PlannerName),
    /// What the objective is measured against.
    Reference,
    /// The plan that came with the scenario.
    Shared,
    /// Someone picked it to look at.
    Picked,
}

/// What is known about how good a plan is.
#[derive(Clone, Debug, PartialEq)]
pub enum Guarantee {
    None,
    /// No plan is better.
    Optimal,
    /// At most this share worse than the best.
    Within(f64),
    /// The measure of the others.
    Reference,
    /// The best of a sample of what would have to be looked at.
    Sampled,
    /// The best met until it was stopped.
    Stopped,
    /// No plan was met.
    NoPlan,
    /// A stage is over memory or a link is missing.
    Unfit,
}

impl Guarantee {
    /// In a word or two.
    pub fn text(&self) -> String {
        match self {
            Self::None => format::NONE.to_owned(),
            Self::Optimal => "Optimal".to_owned(),
            Self::Within(share) => format!("within {}", format::share_up(*share)),
            Self::Reference => "reference".to_owned(),
            Self::Sampled => "sampled".to_owned(),
            Self::Stopped => "stopped".to_owned(),
            Self::NoPlan => "no plan".to_owned(),
            Self::Unfit => "does not fit".to_owned(),
        }
    }
}

/// A plan in the comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub role: Role,
    /// What to call it.
    pub name: String,
    /// "g5:9,g6:3"; `None` while there is none.
    pub plan: Option<String>,
    pub time_ms: Option<f64>,
    pub energy_j: Option<f64>,
    /// How much worse its objective is than the best one's: "+13.6 %"; "–" for the best.
    pub against_best: String,
    /// GPUs it uses.
    pub gpus: Option<usize>,
    /// Time the planner took, ms.
    pub planned_ms: Option<f64>,
    /// Whether its planner is at work or waits for it.
    pub asked: bool,
    /// Why there is no plan; empty if nothing needs saying.
    pub notes: Vec<Problem>,
    /// What is known about it.
    pub guarantee: Guarantee,
    /// Whether every panel shows this plan.
    pub on_view: bool,
}

/// The rows, the planner's first; none while there is no plan. `draft_plan` is the plan that the draft comes with.
pub fn compared(run: &Run, others: &[Rival], draft_plan: Option<&str>) -> Vec<Compared> {
    let Some(shown) = run.shown.as_ref() else { return Vec::new() };
    let mut rows: Vec<(Compared, Option<f64>)> = planners(shown).into_iter().collect();
    let reference = reference(shown);
    let is_reference = |rival: &Rival| rival.planner == PlannerName::REFERENCE;
    let set = &shown.scenario.instance.objective;
    let followed = set.reference_time_ms.is_none() && set.reference_energy_j.is_none();
    let by_metis = shown.answer.reference_planner == Some(PlannerName::REFERENCE);
    let merged = by_metis && others.iter().any(is_reference);
    let same_plan = |plan: &Option<String>| plan.is_some() && *plan == shown.answer.reference_plan;
    let is_planner = by_metis && shown.answer.planner == PlannerName::REFERENCE;
    let is_planner = is_planner && same_plan(&shown.answer.plan);
    if let Some((row, _)) = rows.first_mut().filter(|_| is_planner && followed) {
        row.guarantee = Guarantee::Reference;
    }
    for one in others {
        rows.push(rival(one, reference.as_ref().filter(|_| merged && followed && is_reference(one))));
    }
    rows.extend(reference.filter(|_| !merged && !is_planner));
    rows.extend(beside(run, shown, draft_plan, &rows));
    let on_view = run.on_view().map(|view| view.plan.clone());
    if let Some((row, _)) = rows.iter_mut().find(|(row, _)| row.plan.is_some() && row.plan == on_view) {
        row.on_view = true;
    }
    measure(rows)
}

/// The plan that came along and the one picked, where they are none of `rows`.
fn beside(
    run: &Run,
    shown: &Shown,
    draft_plan: Option<&str>,
    rows: &[(Compared, Option<f64>)],
) -> Vec<(Compared, Option<f64>)> {
    let found = shown.answer.plan.as_ref();
    let shared_plan = run
        .shared_plan
        .as_ref()
        .filter(|shared_plan| same_question(&shared_plan.scenario.instance, &shown.scenario.instance));
    let shared_plan =
        shared_plan.filter(|shared_plan| share_link::own_plan(&shared_plan.scenario).as_deref() == draft_plan);
    let shared_plan = shared_plan
        .and_then(|shared_plan| shared_plan.evaluation.as_ref())
        .filter(|shared_plan| Some(&shared_plan.view.plan) != found);
    let picked = run.picked.as_ref().and_then(|picked| picked.evaluation.as_ref());
    let new = |plan: &String| {
        let known = rows.iter().filter_map(|(row, _)| row.plan.as_ref()).any(|known| known == plan);
        !known && shared_plan.is_none_or(|shared_plan| &shared_plan.view.plan != plan)
    };
    let picked = picked.filter(|picked| new(&picked.view.plan));
    let told = [(Role::Shared, "Shared plan", shared_plan), (Role::Picked, "Picked plan", picked)];
    let told = told.into_iter().filter_map(|(role, name, evaluation)| {
        let evaluation = evaluation?;
        let row = Compared {
            guarantee: if evaluation.feasible { Guarantee::None } else { Guarantee::Unfit },
            ..row(role, name.to_owned(), &evaluation.view.plan, evaluation.view.time_ms, evaluation.view.energy_j)
        };
        Some((row, evaluation.objective))
    });
    told.collect()
}

/// Another planner: its answer, the best so far, or `reference` where that is its plan.
fn rival(rival: &Rival, reference: Option<&(Compared, Option<f64>)>) -> (Compared, Option<f64>) {
    let role = Role::Rival(rival.planner);
    let asked = rival.state.job().is_some();
    let Some(answer) = rival.state.answer() else {
        let name = rival.planner.label().to_owned();
        return match reference {
            Some((row, objective)) => (Compared { role, name, asked, ..row.clone() }, *objective),
            None => (Compared { name, asked, ..empty(role) }, None),
        };
    };
    let guarantee = match (&rival.state, answer.plan.is_some()) {
        (RivalState::Asked { .. }, _) => Guarantee::None,
        (RivalState::Over { stopped: true, .. }, _) => Guarantee::Stopped,
        (_, false) => Guarantee::NoPlan,
        _ if reference.is_some() && answer.plan == answer.reference_plan => Guarantee::Reference,
        _ => proven(answer),
    };
    let row = Compared {
        role,
        name: match guarantee {
            Guarantee::Stopped => format!("{}, stopped", named(answer)),
            _ => named(answer),
        },
        plan: answer.plan.clone(),
        time_ms: answer.time_ms,
        energy_j: answer.energy_j,
        gpus: answer.plan.as_deref().map(stage_count),
        planned_ms: Some(answer.wall_ms).filter(|_| !asked),
        asked,
        notes: if answer.plan.is_none() { answer.notes.clone() } else { Vec::new() },
        guarantee,
        ..empty(role)
    };
    (row, answer.objective)
}

/// Sets every plan against the best of those that can be run.
fn measure(mut rows: Vec<(Compared, Option<f64>)>) -> Vec<Compared> {
    let fit = |row: &Compared| row.guarantee != Guarantee::Unfit;
    let objectives = rows.iter().filter(|(row, _)| fit(row)).filter_map(|(_, objective)| *objective);
    let least = objectives.fold(f64::INFINITY, f64::min);
    let best = rows.iter().position(|(row, objective)| fit(row) && objective.is_some_and(|value| same(value, least)));
    for (index, (row, objective)) in rows.iter_mut().enumerate() {
        if let Some(objective) = objective.filter(|_| Some(index) != best && least.is_finite()) {
            row.against_best = format::change(objective, least);
        }
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

fn empty(role: Role) -> Compared {
    Compared {
        role,
        name: String::new(),
        plan: None,
        time_ms: None,
        energy_j: None,
        against_best: format::NONE.to_owned(),
        gpus: None,
        planned_ms: None,
        asked: false,
        notes: Vec::new(),
        guarantee: Guarantee::None,
        on_view: false,
    }
}

fn row(role: Role, name: String, plan: &str, time_ms: Option<f64>, energy_j: Option<f64>) -> Compared {
    Compared { name, plan: Some(plan.to_owned()), time_ms, energy_j, gpus: Some(stage_count(plan)), ..empty(role) }
}

/// The planner of an answer, with the seed where that matters.
fn named(answer: &PlanAnswer) -> String {
    let facts = answer.planner.facts();
    match facts.label_has_seed {
        true => format!("{}, seed {}", facts.label, answer.seed),
        false => facts.label.to_owned(),
    }
}

/// What the planner of an answer has proven of it.
fn proven(answer: &PlanAnswer) -> Guarantee {
    match gap(answer) {
        _ if answer.status == Status::Optimal => Guarantee::Optimal,
        Some(gap) => Guarantee::Within(gap),
        None if answer.sampled => Guarantee::Sampled,
        None => Guarantee::None,
    }
}

fn planners(shown: &Shown) -> Option<(Compared, Option<f64>)> {
    let answer = &shown.answer;
    let asked = shown.scenario.instance.search.planner;
    let name = match asked == answer.planner {
        true => named(answer),
        false => format!("{}: {}", asked.label(), answer.planner.label().to_lowercase()),
    };
    let plan = answer.plan.as_deref()?;
    let row = row(Role::Planner, name, plan, answer.time_ms, answer.energy_j);
    let planned_ms = Some(answer.wall_ms).filter(|_| !shown.so_far);
    Some((Compared { guarantee: proven(answer), planned_ms, ..row }, answer.objective))
}

fn reference(shown: &Shown) -> Option<(Compared, Option<f64>)> {
    let answer = &shown.answer;
    let plan = answer.reference_plan.as_deref()?;
    let ReferenceCost { time_ms, energy_j, objective } = shown.reference?;
    let name = reference_label(answer.reference_planner);
    let row = row(Role::Reference, name, plan, Some(time_ms), Some(energy_j));
    Some((Compared { guarantee: Guarantee::Reference, ..row }, objective))
}

/// Why planners have no plan, each reason once with the planners it holds for.
pub fn notes(rows: &[Compared]) -> Vec<String> {
    let mut told: Vec<(String, &Problem)> = Vec::new();
    for row in rows {
        for note in &row.notes {
            match told.iter_mut().find(|(_, known)| *known == note) {
                Some((names, _)) => *names += &format!(", {}", row.name),
                None => told.push((row.name.clone(), note)),
            }
        }
    }
    told.into_iter().map(|(names, note)| format!("{names}: {}", note.told())).collect()
}

/// What keeps the plan that came along from being run, in sentences.
pub fn shared_problems(run: &Run) -> Vec<String> {
    let evaluation = run.shared_plan.as_ref().and_then(|shared_plan| shared_plan.evaluation.as_ref());
    let problems = evaluation.map_or(&[][..], |evaluation| evaluation.problems.as_slice());
    problems.iter().map(|problem| problem.told().into()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::{EvaluatedPlan, FoundPlan};
    use crate::scenario::{self, Scenario, plan_text};
    use crate::ui::state::other_planners;
    use crate::words::problems::no_plan_found;
    use serde_json::{Value, json};
    use std::sync::Arc;

    const REFERENCE: ReferenceCost = ReferenceCost { time_ms: 600.0, energy_j: 70.0, objective: Some(1.2) };

    fn scenario(edit: impl FnOnce(&mut Value)) -> Arc<Scenario> {
        let mut document: Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        document["search"]["planner"] = "memetic".into();
        edit(&mut document);
        Arc::new(scenario::read_value(&document).unwrap())
    }

    fn run(scenario: Arc<Scenario>, edit: impl FnOnce(&mut Value)) -> Run {
        let mut answer = json!({
            "status": "feasible", "planner": "memetic", "seed": 7, "plan": "g3:4,g5:8", "time_ms": 90.0,
            "energy_j": 50.0, "objective": 0.9, "reference_time_ms": null, "reference_energy_j": null,
            "reference_plan": null, "lower_bound": null, "stopped_by": "patience", "evaluations": 3, "wall_ms": 1.0,
            "sampled": false, "notes": [], "stages": [], "history": []
        });
        edit(&mut answer);
        let mut run = Run::default();
        run.started(1, scenario);
        let answer: PlanAnswer = serde_json::from_value(answer).unwrap();
        let reference = answer.reference_plan.as_ref().map(|_| REFERENCE);
        run.planned(1, FoundPlan { reference, ..answer.into() });
        run
    }

    fn evaluated(run: &mut Run, job: u32, plan: &str, objective: f64, feasible: bool) {
        let instance = &run.shown.as_ref().unwrap().scenario.instance;
        let plan = plan_text::parse(plan, &instance.cluster, 12).unwrap();
        let evaluated = EvaluatedPlan::of(instance, &plan);
        run.evaluated(job, EvaluatedPlan { objective: Some(objective), feasible, ..evaluated });
    }

    fn brief(rows: &[Compared]) -> Vec<(&str, &str, usize, bool)> {
        rows.iter()
            .map(|row| (row.name.as_str(), row.against_best.as_str(), row.gpus.unwrap_or(0), row.on_view))
            .collect()
    }

    #[test]
    fn the_picked_plan_joins_and_is_on_view() {
        let mut run = run(scenario(|_| ()), |_| ());
        assert_eq!(brief(&compared(&run, &[], None)), [("Memetic, seed 7", "–", 2, true)]);
        run.picked(Some((2, "g5:12".to_owned())));
        assert_eq!(compared(&run, &[], None).len(), 1);
        evaluated(&mut run, 2, "g5:12", 1.08, true);
        // 1.08 ÷ 0.9 = 1.2.
        assert_eq!(
            brief(&compared(&run, &[], None)),
            [("Memetic, seed 7", "–", 2, false), ("Picked plan", "+20.0 %", 1, true)]
        );
    }

    #[test]
    fn a_shared_plan_may_be_better_but_only_if_it_can_be_run() {
        let with_plan = scenario(|document| document["plan"] = "g5:12".into());
        let shared = |feasible: bool| {
            let mut run = run(with_plan.clone(), |_| ());
            run.shared_plan(Some(5), &with_plan);
            evaluated(&mut run, 5, "g5:12", 0.45, feasible);
            assert_eq!(compared(&run, &[], None).len(), 1);
            compared(&run, &[], Some("g5:12"))
        };
        // 0.9 ÷ 0.45 = 2, 0.45 ÷ 0.9 = 0.5.
        assert_eq!(brief(&shared(true)), [("Memetic, seed 7", "+100 %", 2, true), ("Shared plan", "–", 1, false)]);
        assert_eq!(brief(&shared(false)), [("Memetic, seed 7", "–", 2, true), ("Shared plan", "−50.0 %", 1, false)]);
        assert_eq!(shared(false)[1].guarantee.text(), "does not fit");
    }

    #[test]
    fn the_reference_shows_what_its_own_plan_costs() {
        let with_reference = |answer: &mut Value| {
            answer["reference_plan"] = "g5:12".into();
            answer["reference_time_ms"] = 500.0.into();
            answer["reference_energy_j"] = 1.0.into();
        };
        let by_hand = scenario(|document| document["objective"]["reference_time_ms"] = 500.into());
        let rows = compared(&run(by_hand, with_reference), &[], None);
        assert_eq!((rows[1].time_ms, rows[1].energy_j), (Some(600.0), Some(70.0)));
        assert_eq!(rows[1].guarantee, Guarantee::Reference);
        // 1.2 ÷ 0.9 = 1.333.
        assert_eq!(rows[1].against_best, "+33.3 %");
    }

    #[test]
    fn a_guarantee_is_what_is_proven() {
        let guarantee = |edit: fn(&mut Value)| compared(&run(scenario(|_| ()), edit), &[], None)[0].guarantee.text();
        assert_eq!(guarantee(|_| ()), "–");
        assert_eq!(guarantee(|answer| answer["status"] = "optimal".into()), "Optimal");
        // 0.9 ÷ 0.75 = 1.2.
        assert_eq!(guarantee(|answer| answer["lower_bound"] = 0.75.into()), "within 20.0 %");
        assert!(compared(&run(scenario(|_| ()), |answer| answer["plan"] = Value::Null), &[], None).is_empty());
    }

    #[test]
    fn planners_are_named_with_their_seed() {
        let named = |planner: &str| {
            let scenario = scenario(|document| document["search"] = json!({ "planner": planner }));
            compared(&run(scenario, |_| ()), &[], None)[0].name.clone()
        };
        assert_eq!((named("memetic").as_str(), named("auto").as_str()), ("Memetic, seed 7", "Auto: memetic"));
    }

    #[test]
    fn other_planners_keep_their_places_from_offer_to_answer() {
        let run = run(scenario(|_| ()), |answer| {
            answer["reference_plan"] = "g5:12".into();
            answer["reference_planner"] = "metis-improved".into();
        });
        let shown = run.shown.as_ref().unwrap();
        let mut others = other_planners::rivals(&shown.answer);
        let names =
            |others: &[Rival]| compared(&run, others, None).iter().map(|row| row.name.clone()).collect::<Vec<_>>();
        let offered = names(&others);
        assert_eq!(offered.iter().filter(|name| *name == "Improved Metis").count(), 1);
        let place = |others: &[Rival]| {
            let rows = compared(&run, others, None);
            let row = rows.iter().find(|row| row.role == Role::Rival(PlannerName::BruteForce)).unwrap();
            (row.time_ms, row.asked, row.guarantee.text(), row.planned_ms, row.notes.len())
        };
        assert_eq!(place(&others), (None, false, "–".to_owned(), None, 0));
        other_planners::asked(&mut others, PlannerName::BruteForce, 9);
        assert!(place(&others).1);
        let answer = |edit: fn(&mut Value)| {
            let mut answer = serde_json::to_value(&*shown.answer).unwrap();
            answer["planner"] = "brute-force".into();
            edit(&mut answer);
            serde_json::from_value::<crate::answer::PlanAnswer>(answer).unwrap()
        };
        let mut proven = others.clone();
        other_planners::ended(&mut proven, 9, answer(|answer| answer["status"] = "optimal".into()));
        assert_eq!(place(&proven), (Some(90.0), false, "Optimal".to_owned(), Some(1.0), 0));
        assert_eq!(names(&proven), offered);
        let mut refused = others.clone();
        let without_plan = answer(|answer| {
            answer["plan"] = Value::Null;
            answer["time_ms"] = Value::Null;
            answer["notes"] = json!([Problem::of_whole("too-many-plans", "plan", no_plan_found())]);
        });
        other_planners::ended(&mut refused, 9, without_plan);
        assert_eq!(place(&refused), (None, false, "no plan".to_owned(), Some(1.0), 1));
    }
}

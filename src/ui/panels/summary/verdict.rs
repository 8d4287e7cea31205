//! What an answer amounts to, in the words and figures of the page.

use crate::answer::{PlanAnswer, StageAnswer};
use crate::format;
use crate::model::{Instance, PlannerName, Status, StopReason};
use crate::ui::state::draft_state::DraftState;
use crate::ui::state::planner_state::{Run, RunProgress, Shown};
use crate::ui::state::tone::Tone;

/// A word with its meaning and a line below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub tone: Tone,
    pub word: String,
    pub line: String,
}

/// Tokens per second: B · T_seq ÷ T.
pub fn tokens_per_second(instance: &Instance, time_ms: f64) -> f64 {
    tokens_per_iteration(instance) as f64 / (time_ms / 1_000.0)
}

/// Tokens per iteration: B · T_seq.
pub fn tokens_per_iteration(instance: &Instance) -> u64 {
    instance.training.batch_size * instance.training.sequence_length
}

/// Whether each GPU of the pool, in its order, is in the plan.
pub fn used(instance: &Instance, stages: &[StageAnswer]) -> Vec<bool> {
    let in_plan: std::collections::BTreeSet<&str> = stages.iter().map(|stage| stage.gpu.as_str()).collect();
    instance.cluster.gpus().iter().map(|gpu| in_plan.contains(gpu.name.as_str())).collect()
}

/// Which stages take longest per micro-batch and so set the pace; none where a figure is missing.
pub fn pacing(stages: &[StageAnswer]) -> Vec<bool> {
    let slowest = stages.iter().filter_map(|stage| stage.service_ms).fold(0.0, f64::max);
    let known = stages.iter().all(|stage| stage.service_ms.is_some());
    stages.iter().map(|stage| known && stage.service_ms == Some(slowest)).collect()
}

/// What to call the reference plan, by the planner it is of.
pub fn reference_label(planner: Option<PlannerName>) -> String {
    match planner {
        None | Some(PlannerName::REFERENCE) => PlannerName::REFERENCE.label().to_owned(),
        Some(other) => format!("{}, λ 1", other.label()),
    }
}

/// How much worse than the best there can be the plan is at most, as a share, where a bound is proven.
pub fn gap(answer: &PlanAnswer) -> Option<f64> {
    let (bound, objective) = answer.lower_bound.zip(answer.objective)?;
    (bound > 0.0).then(|| (objective / bound - 1.0).max(0.0))
}

/// What optimality at this λ means: no plan is faster, more frugal or better.
fn nothing_better(time_weight: f64) -> &'static str {
    match time_weight {
        1.0 => "No plan is faster",
        0.0 => "No plan uses less energy",
        _ => "No plan is better at this λ",
    }
}

/// How good the answer on the page is: never more than is proven.
pub fn quality(run: &Run, progress: RunProgress, draft: DraftState<'_>) -> Verdict {
    let verdict = |tone, word: &str, line: String| Verdict { tone, word: word.to_owned(), line };
    let Some(shown) = &run.shown else {
        return verdict(Tone::Plain, format::NONE, String::new());
    };
    match draft {
        DraftState::Wrong(problems) => {
            return verdict(Tone::Warn, "Out of date", format!("Fix {}", format::counted(problems as u64, "cell")));
        }
        DraftState::Read(scenario) if !run.answers(scenario) => {
            let line = match &run.work {
                Some(_) if run.asked_for(scenario) => "Planning again",
                Some(_) => "Planning what it was before",
                None => "Plan to update",
            };
            return verdict(Tone::Warn, "Out of date", line.to_owned());
        }
        DraftState::Read(_) => {}
    }
    if run.work.as_ref().is_some_and(|work| work.job_shows(shown)) {
        return verdict(Tone::Plain, "Best so far", format!("{} done, not proven", format::share(progress.share)));
    }
    let answer = &shown.answer;
    match answer.status {
        Status::Optimal => {
            let time_weight = shown.scenario.instance.objective.time_weight;
            verdict(Tone::Good, "Proven optimal", nothing_better(time_weight).to_owned())
        }
        Status::Infeasible => {
            verdict(Tone::Bad, "No plan fits", format!("Proven in {}", format::duration(answer.wall_ms)))
        }
        Status::NotFound => {
            let who = format!("{}, seed {}", answer.planner.label(), answer.seed);
            verdict(Tone::Bad, "No plan found", format!("Not proven; {who}"))
        }
        Status::Feasible => best_met(shown),
    }
}

/// How good a plan is that may not be the best.
fn best_met(shown: &Shown) -> Verdict {
    let verdict = |word: &str, line: String| Verdict { tone: Tone::Plain, word: word.to_owned(), line };
    let answer = &shown.answer;
    let (facts, timed_out) = (answer.planner.facts(), answer.stopped_by == StopReason::Time);
    if shown.so_far {
        return verdict("Best so far", "Cancelled, not proven".to_owned());
    }
    if let Some(gap) = gap(answer) {
        let who = if timed_out { "Time limit" } else { facts.label };
        return verdict(&format!("Within {} of bound", format::share_up(gap)), format!("{who}, gap proven"));
    }
    if timed_out {
        return verdict("Best so far", "Time limit, not proven".to_owned());
    }
    if facts.baseline {
        let line = if answer.sampled { "Sampled baseline" } else { "A baseline, not a search" };
        return verdict(facts.label, line.to_owned());
    }
    verdict("Best found", format!("{}, not proven", facts.label))
}

/// What the planner is doing, for the header.
pub fn status(run: &Run, progress: RunProgress, draft: DraftState<'_>) -> (Tone, String) {
    if run.work.is_some() {
        let text = match progress.evaluations {
            0 => "Planning …".to_owned(),
            evaluations => format!("Planning … {}", format::counted(evaluations, "evaluation")),
        };
        return (Tone::Busy, text);
    }
    if run.failure.is_some() {
        return (Tone::Bad, "Planner stopped".to_owned());
    }
    let scenario = match draft {
        DraftState::Wrong(problems) => {
            return (Tone::Warn, format!("Waiting for {}", format::counted(problems as u64, "cell")));
        }
        DraftState::Read(scenario) => scenario,
    };
    match &run.shown {
        Some(shown) if run.answers(scenario) => finished(shown),
        Some(_) => (Tone::Warn, "Out of date".to_owned()),
        None => (Tone::Plain, "Not planned yet".to_owned()),
    }
}

/// What is said aloud when something came of planning. Counting ten times a second would help nobody.
pub fn announcement(run: &Run, draft: DraftState<'_>) -> String {
    let nothing_counted = RunProgress::default();
    let (tone, text) = status(run, nothing_counted, draft);
    let view = run.on_view().filter(|_| run.work.is_none());
    match (tone, view) {
        (Tone::Busy, _) => "Planning".to_owned(),
        (Tone::Good, Some(view)) => {
            let (what, how) = match view.picked {
                true => ("Picked plan", String::new()),
                false => ("Planned", format!(", {}", quality(run, nothing_counted, draft).word.to_lowercase())),
            };
            let (time, energy) =
                (format::one_decimal_or_none(view.time_ms), format::one_decimal_or_none(view.energy_j));
            format!("{what}: {time} ms, {energy} J{how}")
        }
        _ => text,
    }
}

fn finished(shown: &Shown) -> (Tone, String) {
    let answer: &PlanAnswer = &shown.answer;
    match answer.status {
        Status::Infeasible => (Tone::Bad, "No plan fits".to_owned()),
        Status::NotFound => (Tone::Bad, "No plan found".to_owned()),
        Status::Optimal | Status::Feasible if shown.so_far => {
            (Tone::Warn, format!("Cancelled after {}", format::counted(answer.evaluations, "evaluation")))
        }
        Status::Optimal | Status::Feasible => (Tone::Good, format!("Planned in {}", format::duration(answer.wall_ms))),
    }
}

impl crate::ui::state::planner_state::Work {
    /// Whether what is shown came from this run.
    fn job_shows(&self, shown: &Shown) -> bool {
        shown.so_far && std::sync::Arc::ptr_eq(&self.scenario, &shown.scenario)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{self, Scenario};
    use std::sync::Arc;

    fn three_sites() -> Arc<Scenario> {
        Arc::new(scenario::read(scenario::presets::ALL[0].json).unwrap())
    }

    fn stage(gpu: &str, service_ms: Option<f64>) -> StageAnswer {
        StageAnswer {
            gpu: gpu.to_owned(),
            layers: 1,
            compute_ms: 1.0,
            forward_ms: Some(0.0),
            backward_ms: Some(0.0),
            service_ms,
            memory_gb: 1.0,
            memory_limit_gb: 2.0,
        }
    }

    fn answer(status: Status, stopped_by: StopReason) -> PlanAnswer {
        PlanAnswer {
            status,
            planner: PlannerName::Memetic,
            seed: 1,
            plan: None,
            time_ms: None,
            energy_j: None,
            objective: None,
            reference_time_ms: None,
            reference_energy_j: None,
            reference_plan: None,
            reference_planner: None,
            lower_bound: None,
            stopped_by,
            evaluations: 1_234,
            wall_ms: 41.0,
            sampled: false,
            notes: Vec::new(),
            capacity: Vec::new(),
            infeasible: None,
            stages: Vec::new(),
            history: Vec::new(),
        }
    }

    fn after(answer: PlanAnswer) -> (Run, Arc<Scenario>) {
        let mut run = Run::default();
        let scenario = three_sites();
        run.started(1, scenario.clone());
        run.planned(1, answer.into());
        (run, scenario)
    }

    const HALFWAY: RunProgress = RunProgress { evaluations: 1_234, share: 0.5, wall_ms: 1.0 };

    fn best_so_far() -> PlanAnswer {
        answer(Status::Feasible, StopReason::Cancelled)
    }

    #[test]
    fn a_gap_is_told_rounded_up_and_with_the_limit_that_left_it() {
        let bounded = |stopped_by| {
            let (run, scenario) = after(PlanAnswer {
                objective: Some(1.0),
                lower_bound: Some(0.98),
                planner: PlannerName::Exact,
                ..answer(Status::Feasible, stopped_by)
            });
            let verdict = quality(&run, HALFWAY, DraftState::Read(&scenario));
            (verdict.word, verdict.line)
        };
        // 1 ÷ 0.98 − 1 = 2.04 %.
        let word = "Within 2.1 % of bound".to_owned();
        assert_eq!(bounded(StopReason::Evaluations), (word.clone(), "Exact, gap proven".to_owned()));
        assert_eq!(bounded(StopReason::Time), (word, "Time limit, gap proven".to_owned()));
    }

    #[test]
    fn throughput_is_tokens_over_time() {
        // 64 samples of 2,048 tokens in two seconds.
        assert_eq!(tokens_per_iteration(&three_sites().instance), 131_072);
        assert_eq!(tokens_per_second(&three_sites().instance, 2_000.0), 65_536.0);
    }

    #[test]
    fn the_slowest_stage_sets_the_pace() {
        let stages = [stage("g3", Some(155.4)), stage("g5", Some(164.7)), stage("g4", Some(164.7))];
        assert_eq!(pacing(&stages), [false, true, true]);
        assert_eq!(pacing(&[stage("g3", Some(1.0)), stage("g5", None)]), [false, false]);
        assert_eq!(used(&three_sites().instance, &stages), [false, false, false, true, true, true, false]);
    }

    #[test]
    fn nothing_is_called_proven_that_is_not() {
        let cases = [
            (Status::Optimal, StopReason::Finished, Tone::Good, "Proven optimal"),
            (Status::Infeasible, StopReason::Finished, Tone::Bad, "No plan fits"),
            (Status::NotFound, StopReason::Generations, Tone::Bad, "No plan found"),
            (Status::Feasible, StopReason::Patience, Tone::Plain, "Best found"),
            (Status::Feasible, StopReason::Time, Tone::Plain, "Best so far"),
        ];
        for (status, stopped_by, tone, word) in cases {
            let (run, scenario) = after(answer(status, stopped_by));
            let verdict = quality(&run, HALFWAY, DraftState::Read(&scenario));
            assert_eq!((verdict.tone, verdict.word.as_str()), (tone, word), "{status:?} {stopped_by:?}");
            let claims = verdict.line.contains("roven") && !verdict.line.to_lowercase().contains("not proven");
            assert!(!claims || status == Status::Infeasible, "{}", verdict.line);
        }
    }

    #[test]
    fn an_answer_to_something_else_is_out_of_date() {
        let (run, _) = after(answer(Status::Feasible, StopReason::Patience));
        assert_eq!(quality(&run, HALFWAY, DraftState::Wrong(2)).line, "Fix 2 cells");
        assert_eq!(status(&run, HALFWAY, DraftState::Wrong(2)).1, "Waiting for 2 cells");
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        document["model"]["layers"] = 13.into();
        let other = scenario::read_value(&document).unwrap();
        assert_eq!(quality(&run, HALFWAY, DraftState::Read(&other)).word, "Out of date");
        let mut planning = run.clone();
        let (_, scenario) = after(answer(Status::Feasible, StopReason::Patience));
        planning.started(2, scenario.clone());
        planning.improved(2, best_so_far().into());
        assert_eq!(quality(&planning, HALFWAY, DraftState::Read(&scenario)).word, "Best so far");
        // The best so far of a run is no answer to what the draft has become meanwhile.
        let verdict = quality(&planning, HALFWAY, DraftState::Read(&other));
        assert_eq!((verdict.word.as_str(), verdict.line.as_str()), ("Out of date", "Planning what it was before"));
        assert_eq!(status(&run, HALFWAY, DraftState::Read(&other)).1, "Out of date");
    }

    #[test]
    fn results_are_said_aloud_with_their_figures() {
        let (mut run, scenario) = after(answer(Status::Feasible, StopReason::Patience));
        assert_eq!(announcement(&run, DraftState::Read(&scenario)), "Planned in 41 ms");
        run.started(2, scenario.clone());
        assert_eq!(announcement(&run, DraftState::Read(&scenario)), "Planning");
        let found = PlanAnswer {
            plan: Some("g5:12".to_owned()),
            time_ms: Some(1_756.81),
            energy_j: Some(812.94),
            ..answer(Status::Feasible, StopReason::Patience)
        };
        run.planned(2, found.into());
        assert_eq!(announcement(&run, DraftState::Read(&scenario)), "Planned: 1,756.8 ms, 812.9 J, best found");
        assert_eq!(announcement(&run, DraftState::Wrong(1)), "Waiting for 1 cell");
    }

    #[test]
    fn the_header_says_what_is_going_on() {
        let (mut run, scenario) = after(answer(Status::Feasible, StopReason::Patience));
        assert_eq!(status(&run, HALFWAY, DraftState::Read(&scenario)), (Tone::Good, "Planned in 41 ms".to_owned()));
        run.started(2, scenario.clone());
        let counted_nothing = status(&run, RunProgress::default(), DraftState::Read(&scenario));
        assert_eq!(counted_nothing, (Tone::Busy, "Planning …".to_owned()));
        run.improved(2, best_so_far().into());
        assert_eq!(status(&run, HALFWAY, DraftState::Read(&scenario)).1, "Planning … 1,234 evaluations");
        let verdict = quality(&run, HALFWAY, DraftState::Read(&scenario));
        assert_eq!((verdict.word.as_str(), verdict.line.as_str()), ("Best so far", "50 % done, not proven"));
        run.lost(&[2], HALFWAY);
        assert_eq!(status(&run, HALFWAY, DraftState::Read(&scenario)).1, "Cancelled after 1,234 evaluations");
        assert_eq!(quality(&run, HALFWAY, DraftState::Read(&scenario)).line, "Cancelled, not proven");
    }
}

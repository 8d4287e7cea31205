//! What the page can ask a worker, what comes back, and which function of the library answers it.

use serde::{Deserialize, Serialize};

use crate::answer::{
    self, AnswerEnvironment, EvaluatedPlan, FoundPlan, FrontierAnswer, LeftOutAnswer, PlanAnswer, ProgressAnswer,
    by_name,
};
use crate::model::{Instance, Plan, PlannerName};
use crate::paper::{self, Reproduced, published};
use crate::scenario::{Problem, Scenario, plan_text};
use crate::words::problems::{self as words, ProblemWords};

/// A question. All but a row of the paper's tables are about the scenario of the job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// The best plan, by the scenario's own planner or by another one.
    Plan {
        #[serde(with = "by_name::optional")]
        planner: Option<PlannerName>,
    },
    /// All that is shown of a plan, "g5:9,g6:3".
    View { plan: String },
    /// The trade-off between time and energy.
    Frontier,
    /// The cost of using each GPU that a plan leaves out.
    UnusedGpus { plan: String },
    /// A row of the paper's tables, counted from 0 over all tables.
    PaperRow { row: usize },
}

/// The answer to the [`Question`] of the same name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Plan(Box<FoundPlan>),
    View(Box<EvaluatedPlan>),
    Frontier(Box<FrontierAnswer>),
    UnusedGpus(Vec<LeftOutAnswer>),
    PaperRow(Box<Reproduced>),
}

/// How far a job is, at most ten times a second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// A planner's run.
    Plan(Box<PlanProgress>),
    /// The share that is done, 0 to 1, and the trade-off as far as it is known.
    Frontier { share: f64, so_far: Box<FrontierAnswer> },
    /// The share that is done, 0 to 1.
    Share(f64),
}

/// How far a planner's run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanProgress {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Estimated share done, 0 to 1.
    pub share: f64,
    /// Time since the start, ms.
    pub wall_ms: f64,
    /// The best plan so far, if it is better than the one told last.
    pub improvement: Option<FoundPlan>,
}

/// The surroundings of a job: a clock, and whom to tell how far it is.
pub trait JobEnvironment {
    /// Milliseconds since any fixed moment; never runs backwards.
    fn now_ms(&mut self) -> f64;
    /// Whether a progress message is wanted now. Asked often: be quick.
    fn progress_due(&mut self) -> bool;
    /// Takes the progress message that was due.
    fn progress(&mut self, progress: Progress);
}

/// Answers `question` about `scenario`. Refused if the plan in the question can't be read, or the question needs a
/// scenario and there is none.
pub fn answer(
    question: &Question,
    scenario: Option<&Scenario>,
    environment: &mut dyn JobEnvironment,
) -> Result<Answer, Vec<Problem>> {
    let shown = match (question, scenario) {
        (Question::Plan { planner: None }, Some(scenario)) => Some(&scenario.instance),
        _ => None,
    };
    let environment = &mut Telling { environment, shown, told: None };
    let scenario = || scenario.ok_or_else(|| refusal("no-scenario", words::question_without_scenario()));
    Ok(match question {
        Question::Plan { planner: None } => {
            let scenario = scenario()?;
            let found = answer::plan_scenario(scenario, environment);
            Answer::Plan(Box::new(FoundPlan::of(&scenario.instance, found)))
        }
        Question::Plan { planner: Some(planner) } => {
            let scenario = by_planner(scenario()?, *planner);
            Answer::Plan(Box::new(FoundPlan::to_compare(answer::plan_scenario(&scenario, environment))))
        }
        Question::View { plan } => {
            let (instance, plan) = with_plan(scenario()?, plan)?;
            Answer::View(Box::new(EvaluatedPlan::of(instance, &plan)))
        }
        Question::Frontier => Answer::Frontier(Box::new(answer::frontier_best(&scenario()?.instance, environment))),
        Question::UnusedGpus { plan } => {
            let (instance, plan) = with_plan(scenario()?, plan)?;
            Answer::UnusedGpus(answer::left_out(instance, &plan, environment))
        }
        Question::PaperRow { row } => {
            let row = published::rows().nth(*row);
            let (table, row) = row.ok_or_else(|| refusal("unknown-row", words::unknown_paper_row()))?;
            Answer::PaperRow(Box::new(paper::reproduce(table, row, environment)?))
        }
    })
}

/// What the library tells of a job, turned into progress messages.
struct Telling<'a> {
    environment: &'a mut dyn JobEnvironment,
    /// The instance whose best plan so far is shown; `None` where plans are only compared.
    shown: Option<&'a Instance>,
    /// Plan and objective of the best plan told so far.
    told: Option<(Option<String>, Option<f64>)>,
}

impl Telling<'_> {
    fn is_improvement(&self, best: &PlanAnswer) -> bool {
        self.told.as_ref().is_none_or(|(plan, objective)| match best.objective.zip(*objective) {
            Some((now, before)) => now < before,
            None => *plan != best.plan,
        })
    }
}

impl AnswerEnvironment for Telling<'_> {
    fn now_ms(&mut self) -> f64 {
        self.environment.now_ms()
    }

    /// A busy worker hears nothing: the page stops it by ending it.
    fn interrupted(&mut self) -> bool {
        false
    }

    fn progress_due(&mut self) -> bool {
        self.environment.progress_due()
    }

    fn progress(&mut self, progress: &ProgressAnswer) {
        let best = progress.best.as_ref().filter(|best| self.is_improvement(best));
        if let Some(best) = best {
            self.told = Some((best.plan.clone(), best.objective));
        }
        let improvement = best.cloned().map(|best| match self.shown {
            Some(instance) => FoundPlan::so_far(instance, best),
            None => FoundPlan::to_compare(best),
        });
        let ProgressAnswer { evaluations, share, wall_ms, .. } = *progress;
        self.environment.progress(Progress::Plan(Box::new(PlanProgress { evaluations, share, wall_ms, improvement })));
    }

    fn frontier(&mut self, share: f64, so_far: &FrontierAnswer) {
        self.environment.progress(Progress::Frontier { share, so_far: Box::new(so_far.clone()) });
    }

    fn share(&mut self, share: f64) {
        self.environment.progress(Progress::Share(share));
    }
}

/// The scenario as another planner is asked about it. No limit cuts the reference short.
fn by_planner(scenario: &Scenario, planner: PlannerName) -> Scenario {
    let mut scenario = scenario.clone();
    let search = &mut scenario.instance.search;
    search.planner = planner;
    if planner == PlannerName::REFERENCE {
        (search.max_evaluations, search.time_limit_s) = (None, None);
    }
    scenario
}

fn with_plan<'s>(scenario: &'s Scenario, plan: &str) -> Result<(&'s Instance, Plan), Vec<Problem>> {
    let instance = &scenario.instance;
    let plan = plan_text::parse(plan, &instance.cluster, instance.transformer.layers())?;
    Ok((instance, plan))
}

fn refusal(code: &str, words: ProblemWords) -> Vec<Problem> {
    vec![Problem::of_whole(code, "question", words)]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use crate::scenario::{self, presets};

    /// Wants to be told at every look.
    #[derive(Default)]
    struct Curious(Vec<Progress>);

    impl JobEnvironment for Curious {
        fn now_ms(&mut self) -> f64 {
            0.0
        }
        fn progress_due(&mut self) -> bool {
            true
        }
        fn progress(&mut self, progress: Progress) {
            self.0.push(progress);
        }
    }

    fn asked(question: &Question) -> Result<Answer, Vec<Problem>> {
        let scenario = scenario::read(presets::ALL[0].json).unwrap();
        answer(question, Some(&scenario), &mut Curious::default())
    }

    #[test]
    fn another_planner_is_asked_about_the_same_scenario() {
        let Ok(Answer::Plan(plan)) = asked(&Question::Plan { planner: Some(PlannerName::LocalSearch) }) else {
            panic!("no plan");
        };
        assert_eq!((plan.answer.planner, &plan.view), (PlannerName::LocalSearch, &None));
        let scenario = scenario::read(presets::ALL[0].json).unwrap();
        let limited = |planner| {
            let mut limited = scenario.clone();
            limited.instance.search.max_evaluations = Some(5);
            by_planner(&limited, planner).instance.search.max_evaluations
        };
        assert_eq!((limited(PlannerName::REFERENCE), limited(PlannerName::Memetic)), (None, Some(5)));
    }

    #[test]
    fn each_question_has_the_answer_of_its_name() {
        let plan = || "g5:12".to_owned();
        assert!(matches!(asked(&Question::View { plan: plan() }), Ok(Answer::View(_))));
        assert!(matches!(asked(&Question::Frontier), Ok(Answer::Frontier(_))));
        let Ok(Answer::UnusedGpus(unused)) = asked(&Question::UnusedGpus { plan: plan() }) else { panic!("refused") };
        assert_eq!(unused.len(), 6);
    }

    #[test]
    fn a_progress_message_has_a_plan_only_where_that_is_better_than_the_last() {
        let mut scenario = scenario::read(presets::ALL[0].json).unwrap();
        scenario.instance.search.planner = PlannerName::Memetic;
        let told = |question: &Question| {
            let mut curious = Curious::default();
            answer(question, Some(&scenario), &mut curious).unwrap();
            let progress = |progress| match progress {
                Progress::Plan(progress) => *progress,
                other => panic!("{other:?}"),
            };
            curious.0.into_iter().map(progress).collect::<Vec<_>>()
        };
        let own = told(&Question::Plan { planner: None });
        let improvements: Vec<&FoundPlan> = own.iter().filter_map(|progress| progress.improvement.as_ref()).collect();
        let objectives: Vec<f64> = improvements.iter().map(|found| found.answer.objective.unwrap()).collect();
        assert!(!objectives.is_empty() && objectives.len() < own.len(), "{} of {}", objectives.len(), own.len());
        assert!(objectives.is_sorted_by(|one, next| one > next), "{objectives:?}");
        assert!(improvements.iter().all(|found| found.view.as_ref().unwrap().simulation.is_ok()));
        let compared = told(&Question::Plan { planner: Some(PlannerName::Memetic) });
        let mut compared = compared.iter().filter_map(|progress| progress.improvement.as_ref());
        assert!(compared.all(|found| found.view.is_none()));
    }

    #[test]
    fn what_cannot_be_answered_is_refused() {
        let code = |refused: Result<Answer, Vec<Problem>>| refused.unwrap_err()[0].code.clone();
        assert_eq!(code(answer(&Question::Frontier, None, &mut Curious::default())), "no-scenario");
        assert_eq!(code(answer(&Question::PaperRow { row: 9_999 }, None, &mut Curious::default())), "unknown-row");
        assert!(asked(&Question::View { plan: "g9:12".to_owned() }).is_err());
    }
}

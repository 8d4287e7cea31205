//! What the page can ask a worker, what comes back, and which function of the library answers it.

use serde::{Deserialize, Serialize};

use crate::answer::{
    self, AnswerEnvironment, Evaluation, FrontierAnswer, LeftOutAnswer, PlanAnswer, ProgressAnswer, by_name,
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
    /// The figures of a plan, "g5:9,g6:3".
    Evaluate { plan: String },
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
    Plan(Box<PlanAnswer>),
    Evaluate(Box<Evaluation>),
    Frontier(Box<FrontierAnswer>),
    UnusedGpus(Vec<LeftOutAnswer>),
    PaperRow(Box<Reproduced>),
}

/// How far a job is, at most ten times a second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// A planner's run.
    Plan(Box<ProgressAnswer>),
    /// The share that is done, 0 to 1, and the trade-off as far as it is known.
    Frontier { share: f64, so_far: Box<FrontierAnswer> },
    /// The share that is done, 0 to 1.
    Share(f64),
}

/// Answers `question` about `scenario`. Refused if the plan in the question can't be read, or the question needs a
/// scenario and there is none.
pub fn answer(
    question: &Question,
    scenario: Option<&Scenario>,
    environment: &mut dyn AnswerEnvironment,
) -> Result<Answer, Vec<Problem>> {
    let scenario = || scenario.ok_or_else(|| refusal("no-scenario", words::question_without_scenario()));
    Ok(match question {
        Question::Plan { planner: None } => Answer::Plan(Box::new(answer::plan_scenario(scenario()?, environment))),
        Question::Plan { planner: Some(planner) } => {
            let scenario = by_planner(scenario()?, *planner);
            Answer::Plan(Box::new(answer::plan_scenario(&scenario, environment)))
        }
        Question::Evaluate { plan } => {
            let (instance, plan) = with_plan(scenario()?, plan)?;
            Answer::Evaluate(Box::new(answer::evaluate(instance, &plan)))
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

    struct Quiet;

    impl AnswerEnvironment for Quiet {
        fn now_ms(&mut self) -> f64 {
            0.0
        }
        fn interrupted(&mut self) -> bool {
            false
        }
        fn progress_due(&mut self) -> bool {
            false
        }
        fn progress(&mut self, _: &ProgressAnswer) {}
    }

    fn asked(question: &Question) -> Result<Answer, Vec<Problem>> {
        let scenario = scenario::read(presets::ALL[0].json).unwrap();
        answer(question, Some(&scenario), &mut Quiet)
    }

    #[test]
    fn another_planner_is_asked_about_the_same_scenario() {
        let Ok(Answer::Plan(plan)) = asked(&Question::Plan { planner: Some(PlannerName::LocalSearch) }) else {
            panic!("no plan");
        };
        assert_eq!(plan.planner, PlannerName::LocalSearch);
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
        assert!(matches!(asked(&Question::Evaluate { plan: plan() }), Ok(Answer::Evaluate(_))));
        assert!(matches!(asked(&Question::Frontier), Ok(Answer::Frontier(_))));
        let Ok(Answer::UnusedGpus(unused)) = asked(&Question::UnusedGpus { plan: plan() }) else { panic!("refused") };
        assert_eq!(unused.len(), 6);
    }

    #[test]
    fn what_cannot_be_answered_is_refused() {
        let code = |refused: Result<Answer, Vec<Problem>>| refused.unwrap_err()[0].code.clone();
        assert_eq!(code(answer(&Question::Frontier, None, &mut Quiet)), "no-scenario");
        assert_eq!(code(answer(&Question::PaperRow { row: 9_999 }, None, &mut Quiet)), "unknown-row");
        assert!(asked(&Question::Evaluate { plan: "g9:12".to_owned() }).is_err());
    }
}

//! The native command: the library for tests, benchmarks and scripts.
//!
//! Answers are JSON on standard output; problems are JSON lines `{code, where, what, do}` on standard error. Exit
//! code 0: answered; 2: input refused; 3: no plan (the JSON is there, its `plan` null).

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::io::{Read, Write};
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;

    use clap::{Parser, Subcommand, ValueEnum};
    use geotrain::answer::{self, AnswerEnvironment, ProgressAnswer};
    use geotrain::model::PlannerName;
    use geotrain::paper::{self, published};
    use geotrain::scenario::{self, Problem, Scenario, link, plan_text};
    use geotrain::words::problems::{self as words, ProblemWords};
    use serde::Serialize;
    use serde_json::{Map, Value, json};

    /// Plans pipeline-parallel training over heterogeneous GPUs at several sites.
    #[derive(Parser)]
    #[command(name = "geotrain", version)]
    struct Command {
        #[command(subcommand)]
        question: Question,
    }

    #[derive(Subcommand)]
    enum Question {
        /// What a plan costs.
        Evaluate {
            /// Scenario file, or - for standard input.
            scenario: PathBuf,
            /// The plan, "g5:9,g6:3".
            #[arg(long)]
            plan: String,
        },
        /// The best plan.
        Plan {
            /// Scenario file, or - for standard input.
            scenario: PathBuf,
            #[command(flatten)]
            overrides: Overrides,
        },
        /// The trade-off between time and energy.
        Frontier {
            /// Scenario file, or - for standard input.
            scenario: PathBuf,
            /// How it is found.
            #[arg(long, value_enum, default_value_t = Method::Weights)]
            method: Method,
        },
        /// The iteration of a plan, operation by operation.
        Timeline {
            /// Scenario file, or - for standard input.
            scenario: PathBuf,
            /// The plan, "g5:9,g6:3".
            #[arg(long)]
            plan: String,
        },
        /// The paper's published figures beside ours.
        Reproduce {
            /// Only tables whose name begins so, "Table 3".
            #[arg(long, default_value = "")]
            table: String,
        },
        /// The link of a scenario: what stands behind the # of its address.
        Link {
            /// Scenario file, or - for standard input.
            scenario: PathBuf,
        },
        /// The scenario in a link.
        Open {
            /// The fragment of a link, or the whole link.
            fragment: String,
        },
    }

    #[derive(Clone, Copy, ValueEnum)]
    enum Method {
        /// One memetic run per λ of the scenario's grid.
        Weights,
        /// Every set of GPUs, with the proof that nothing is left out.
        Exact,
    }

    /// Settings that take the place of the scenario's own; validated as if they stood in the file.
    #[derive(clap::Args)]
    struct Overrides {
        #[arg(long, help = planner_help())]
        planner: Option<String>,
        /// Seed of the random source.
        #[arg(long)]
        seed: Option<u64>,
        /// λ, 0 (energy only) to 1 (time only).
        #[arg(long, allow_negative_numbers = true)]
        time_weight: Option<f64>,
        /// Seconds after which to stop.
        #[arg(long, allow_negative_numbers = true)]
        time_limit: Option<f64>,
        /// Evaluations after which to stop.
        #[arg(long)]
        max_evaluations: Option<u64>,
    }

    /// "auto, exact, … or branch-and-bound".
    fn planner_help() -> String {
        let names: Vec<&str> = PlannerName::ALL.iter().map(|planner| planner.as_str()).collect();
        names.split_last().map_or_else(String::new, |(last, rest)| format!("{} or {last}", rest.join(", ")))
    }

    impl Overrides {
        fn apply(&self, document: &mut Value) {
            let search = [
                ("planner", self.planner.as_ref().map(|planner| json!(planner))),
                ("seed", self.seed.map(|seed| json!(seed))),
                ("time_limit_s", self.time_limit.map(|limit| json!(limit))),
                ("max_evaluations", self.max_evaluations.map(|most| json!(most))),
            ];
            set(document, "search", search);
            set(document, "objective", [("time_weight", self.time_weight.map(|weight| json!(weight)))]);
        }
    }

    fn set<const N: usize>(document: &mut Value, table: &str, fields: [(&str, Option<Value>); N]) {
        let stated = fields.into_iter().filter_map(|(name, value)| value.map(|value| (name.to_owned(), value)));
        let stated: Map<String, Value> = stated.collect();
        if stated.is_empty() {
            return;
        }
        if let Some(document) = document.as_object_mut() {
            let table = document.entry(table).or_insert_with(|| json!({}));
            if let Some(table) = table.as_object_mut() {
                table.extend(stated);
            }
        }
    }

    /// How a question went: what to print, and whether there is a plan in it.
    type Answered = Result<(String, bool), Vec<Problem>>;

    pub fn main() -> ExitCode {
        let command = match Command::try_parse() {
            Ok(command) => command,
            Err(usage) => return refuse_usage(&usage),
        };
        match answer(command.question) {
            Ok((text, has_plan)) => match writeln!(std::io::stdout(), "{text}") {
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                    refuse(&[document_problem("unwritable", words::unwritable_answer(&error))])
                }
                _ => ExitCode::from(if has_plan { 0 } else { 3 }),
            },
            Err(problems) => refuse(&problems),
        }
    }

    fn answer(question: Question) -> Answered {
        match question {
            Question::Evaluate { scenario, plan } => {
                let Scenario { instance, .. } = load(&scenario, |_| {})?;
                let plan = plan_text::parse(&plan, &instance.cluster, instance.transformer.layers())?;
                printed(&answer::evaluate(&instance, &plan), true)
            }
            Question::Plan { scenario, overrides } => {
                let scenario = load(&scenario, |document| overrides.apply(document))?;
                let answer = answer::plan_scenario(&scenario, &mut Clock::start());
                printed(&answer, answer.plan.is_some())
            }
            Question::Frontier { scenario, method } => {
                let Scenario { instance, .. } = load(&scenario, |_| {})?;
                let answer = match method {
                    Method::Weights => answer::frontier_by_weights(&instance, &mut Clock::start()),
                    Method::Exact => answer::frontier_exact(&instance, &mut Clock::start()),
                };
                printed(&answer, !answer.points.is_empty())
            }
            Question::Timeline { scenario, plan } => {
                let Scenario { instance, .. } = load(&scenario, |_| {})?;
                let plan = plan_text::parse(&plan, &instance.cluster, instance.transformer.layers())?;
                printed(&answer::timeline(&instance, &plan)?, true)
            }
            Question::Reproduce { table } => reproduce(&table),
            Question::Link { scenario } => Ok((link::encode(&load(&scenario, |_| {})?.document), true)),
            Question::Open { fragment } => Ok((link::open(&fragment)?.0.document.to_json(), true)),
        }
    }

    /// Every row of the tables whose name begins with `name`.
    fn reproduce(name: &str) -> Answered {
        let rows = || published::rows().filter(|(table, _)| table.id.starts_with(name));
        if rows().next().is_none() {
            let known: Vec<&str> = published::TABLES.iter().map(|table| table.id).collect();
            return Err(vec![document_problem("unknown-table", words::unknown_paper_table(name, &known))]);
        }
        let mut clock = Clock::start();
        let rows = rows().map(|(table, row)| paper::reproduce(table, row, &mut clock));
        printed(&json!({ "rows": rows.collect::<Result<Vec<_>, _>>()? }), true)
    }

    fn load(path: &Path, change: impl FnOnce(&mut Value)) -> Result<Scenario, Vec<Problem>> {
        let mut value = scenario::parse(&read(path)?)?;
        change(&mut value);
        scenario::read_value(&value)
    }

    /// The text of a file of bearable size.
    fn read(path: &Path) -> Result<String, Vec<Problem>> {
        let unreadable = |error: std::io::Error| {
            vec![document_problem("unreadable", words::unreadable_file(&path.display(), &error))]
        };
        let mut text = String::new();
        let most = scenario::MAX_FILE_BYTES as u64 + 1;
        if path.as_os_str() == "-" {
            std::io::stdin().take(most).read_to_string(&mut text).map_err(unreadable)?;
        } else {
            let file = std::fs::File::open(path).map_err(unreadable)?;
            file.take(most).read_to_string(&mut text).map_err(unreadable)?;
        }
        Ok(text)
    }

    fn printed(answer: &impl Serialize, has_plan: bool) -> Answered {
        let unprintable =
            |error: serde_json::Error| vec![document_problem("unwritable", words::unprintable_answer(&error))];
        Ok((serde_json::to_string(answer).map_err(unprintable)?, has_plan))
    }

    fn document_problem(code: &str, words: ProblemWords) -> Problem {
        Problem::of_whole(code, "document", words)
    }

    fn refuse_usage(usage: &clap::Error) -> ExitCode {
        if !usage.use_stderr() {
            return if usage.print().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        let told = usage.to_string();
        let what: Vec<&str> = told.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let what = what.join(" ");
        let what = what.strip_prefix("error: ").unwrap_or(&what);
        refuse(&[Problem::of_whole("usage", "command", words::usage(what))])
    }

    fn refuse(problems: &[Problem]) -> ExitCode {
        for problem in problems {
            if let Ok(line) = serde_json::to_string(problem) {
                eprintln!("{line}");
            }
        }
        ExitCode::from(2)
    }

    /// The machine's clock; nobody interrupts, nobody listens.
    #[allow(clippy::disallowed_types, reason = "time limits are in the machine's time")]
    struct Clock(std::time::Instant);

    #[allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "time limits are in the machine's time")]
    impl Clock {
        fn start() -> Self {
            Self(std::time::Instant::now())
        }
    }

    impl AnswerEnvironment for Clock {
        fn now_ms(&mut self) -> f64 {
            self.0.elapsed().as_secs_f64() * 1_000.0
        }
        fn interrupted(&mut self) -> bool {
            false
        }
        fn progress_due(&mut self) -> bool {
            false
        }
        fn progress(&mut self, _: &ProgressAnswer) {}
    }
}

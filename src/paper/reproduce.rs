use super::published::{Measure, Row, Table};
use super::statistics::{Statistics, statistics};
use super::wire::{Figure, Reproduced};
use crate::answer::{self, AnswerEnvironment, PlanAnswer};
use crate::format;
use crate::model::{Instance, PlannerName, Status};
use crate::scenario::{Problem, plan_text};
use crate::search::brute_force::plan_count;
use crate::sorting::sort_by;

/// The relative difference up to which two times count as the same.
const SAME: f64 = 1e-9;

/// A value of ours for one column.
enum Ours {
    No,
    /// A number that can be compared.
    Number(Option<f64>),
    /// A number of another machine's making: no difference is told.
    Apart(Option<f64>),
    Words(Option<String>),
}

/// Works out a row of `table`: the figures of its measure, beside the printed ones. The same on every machine but
/// for planning times; a row without a scenario has none of ours.
///
/// Fails only if a scenario that comes with the product is not sound.
pub fn reproduce(
    table: &Table,
    row: &Row,
    environment: &mut dyn AnswerEnvironment,
) -> Result<Reproduced, Vec<Problem>> {
    let (ours, plan) = match row.source {
        None => (Vec::new(), None),
        Some(source) => {
            let instance = source.scenario()?.instance;
            Runs { instance: &instance, environment }.measure(table.measure)?
        }
    };
    let mut ours = ours.into_iter();
    let figures = table.measure.columns().iter().zip(row.printed).map(|(&(column, unit), printed)| {
        let ours = ours.next().unwrap_or(Ours::No);
        let (value, text, comparable) = match ours {
            Ours::No => (None, None, false),
            Ours::Number(value) => (value, value.map(|value| printed.like(value)), true),
            Ours::Apart(value) => (value, value.map(duration), false),
            Ours::Words(words) => (None, words, true),
        };
        let difference = match (value, printed.value()) {
            (Some(ours), Some(printed)) if comparable && unit == "%" => Some(ours - printed),
            (Some(ours), Some(printed)) if comparable && printed != 0.0 => Some((ours - printed) / printed.abs()),
            _ => None,
        };
        let same = match (value, &text) {
            (Some(value), _) => printed.agrees(value),
            (None, Some(words)) => printed.text().map(|printed| printed == *words),
            (None, None) => None,
        };
        Figure {
            column: column.to_owned(),
            unit: unit.to_owned(),
            published: printed.value(),
            published_text: printed.text(),
            ours: value,
            ours_text: text,
            difference,
            same: same.filter(|_| comparable),
        }
    });
    Ok(Reproduced {
        table: table.id.to_owned(),
        row: row.label.to_owned(),
        scenario: row.source.map(|source| source.name()),
        weight: row.weight,
        note: row.note.to_owned(),
        plan,
        figures: figures.collect(),
    })
}

/// A planning time with the unit that suits it.
fn duration(seconds: f64) -> String {
    format::duration(1_000.0 * seconds)
}

type Measured = Result<(Vec<Ours>, Option<String>), Vec<Problem>>;

struct Runs<'a> {
    instance: &'a Instance,
    environment: &'a mut dyn AnswerEnvironment,
}

impl Runs<'_> {
    fn measure(&mut self, measure: Measure) -> Measured {
        match measure {
            Measure::Measured => Ok((Vec::new(), None)),
            Measure::Seeds(seeds) => {
                let metis = self.plan(PlannerName::MetisImproved, 1);
                let (best, times) = self.memetic(seeds);
                let over_seeds = statistics(&times);
                let of = |figure: fn(Statistics) -> f64| Ours::Number(over_seeds.map(figure));
                let ours = vec![
                    Ours::Number(metis.time_ms),
                    of(|times| times.best),
                    of(|times| times.mean),
                    of(|times| times.half_width),
                    Ours::Number(gain(metis.time_ms, best.time_ms)),
                    Ours::Number(self.optimum()),
                ];
                Ok((ours, best.plan))
            }
            Measure::Matches(seeds) => {
                let optimum = self.optimum();
                let (best, times) = self.memetic(seeds);
                let reached = times.iter().filter(|&&time| same(time, optimum)).count();
                Ok((
                    vec![Ours::Number(optimum), Ours::Number(best.time_ms), Ours::Number(Some(reached as f64))],
                    best.plan,
                ))
            }
            Measure::Solvers => {
                let layers = self.instance.transformer.layers();
                let mut ours = vec![Ours::Number(Some(plan_count(self.instance.cluster.gpus().len(), layers)))];
                let mut plan = None;
                for planner in [PlannerName::BruteForce, PlannerName::BranchAndBound, PlannerName::Memetic] {
                    let answer = self.plan(planner, 1);
                    let took_s = answer.time_ms.map(|_| answer.wall_ms / 1_000.0);
                    ours.extend([Ours::Number(answer.time_ms), Ours::Apart(took_s)]);
                    plan = answer.plan;
                }
                Ok((ours, plan))
            }
            Measure::Optimum => {
                let optimum = self.optimum();
                let (best, _) = self.memetic(5);
                Ok((vec![Ours::Number(optimum), Ours::Number(best.time_ms)], best.plan))
            }
            Measure::Weight(seeds) => self.weight(seeds),
            Measure::ReferencePlan(text) => {
                let plan = plan_text::parse(text, &self.instance.cluster, self.instance.transformer.layers())?;
                let evaluation = answer::evaluate(self.instance, &plan);
                let ours = vec![Ours::Number(evaluation.time_ms), Ours::Number(evaluation.energy_j)];
                Ok((ours, Some(evaluation.plan)))
            }
            Measure::Gain(seeds) => {
                let metis = self.plan(PlannerName::MetisImproved, 1).time_ms;
                let (best, times) = self.memetic(seeds);
                let mean = statistics(&times).map(|times| times.mean);
                Ok((vec![Ours::Number(metis), Ours::Number(mean), Ours::Number(gain(metis, mean))], best.plan))
            }
            Measure::SitePlans => {
                let metis = self.plan(PlannerName::MetisImproved, 1);
                let memetic = self.plan(PlannerName::Memetic, 1);
                let ours = vec![
                    Ours::Number(metis.time_ms),
                    Ours::Words(self.by_site(&metis)),
                    Ours::Number(memetic.time_ms),
                    Ours::Words(self.by_site(&memetic)),
                    Ours::Number(gain(metis.time_ms, memetic.time_ms)),
                ];
                Ok((ours, memetic.plan))
            }
        }
    }

    fn weight(&mut self, seeds: u64) -> Measured {
        let (best, _) = self.memetic(seeds);
        let mut by_time = self.instance.clone();
        by_time.objective.time_weight = 1.0;
        let (fastest, _) = Runs { instance: &by_time, environment: self.environment }.memetic(seeds);
        let against = |ours: Option<f64>, base: Option<f64>| {
            Ours::Number(ours.zip(base).map(|(ours, base)| 100.0 * (ours - base) / base))
        };
        let ours = vec![
            Ours::Number(best.time_ms),
            Ours::Number(best.energy_j),
            against(best.time_ms, fastest.time_ms),
            against(best.energy_j, fastest.energy_j),
            Ours::Number(Some(best.stages.len() as f64)),
        ];
        Ok((ours, best.plan))
    }

    fn plan(&mut self, planner: PlannerName, seed: u64) -> PlanAnswer {
        let mut instance = self.instance.clone();
        instance.search.planner = planner;
        instance.search.seed = seed;
        answer::plan(&instance, self.environment)
    }

    /// The best answer of the memetic algorithm over seeds 1 to `seeds`, and the times of all, ms.
    fn memetic(&mut self, seeds: u64) -> (PlanAnswer, Vec<f64>) {
        let mut best = self.plan(PlannerName::Memetic, 1);
        let mut times: Vec<f64> = best.time_ms.into_iter().collect();
        for seed in 2..=seeds {
            let answer = self.plan(PlannerName::Memetic, seed);
            times.extend(answer.time_ms);
            best = better(best, answer);
        }
        (best, times)
    }

    /// The proven least time, ms.
    fn optimum(&mut self) -> Option<f64> {
        let answer = self.plan(PlannerName::Exact, 1);
        answer.time_ms.filter(|_| answer.status == Status::Optimal)
    }

    /// The layers of each site's stages, most first: "B 4+1, C 6+1".
    fn by_site(&self, answer: &PlanAnswer) -> Option<String> {
        let cluster = &self.instance.cluster;
        let plan = plan_text::parse(answer.plan.as_deref()?, cluster, self.instance.transformer.layers()).ok()?;
        let told = cluster.sites().iter().enumerate().filter_map(|(site, name)| {
            let here = |gpu: u16| cluster.gpus()[usize::from(gpu)].site == site;
            let mut layers: Vec<u16> =
                plan.stages().iter().filter(|stage| here(stage.gpu)).map(|stage| stage.layers).collect();
            sort_by(&mut layers, |one, other| other.cmp(one));
            let layers: Vec<String> = layers.iter().map(u16::to_string).collect();
            (!layers.is_empty()).then(|| format!("{name} {}", layers.join("+")))
        });
        Some(told.collect::<Vec<_>>().join(", "))
    }
}

/// How much less time than Metis, % of the Metis time: the paper's gain.
fn gain(metis_ms: Option<f64>, ours_ms: Option<f64>) -> Option<f64> {
    metis_ms.zip(ours_ms).map(|(metis, ours)| 100.0 * (metis - ours) / metis)
}

fn same(time_ms: f64, optimum_ms: Option<f64>) -> bool {
    optimum_ms.is_some_and(|optimum_ms| (time_ms - optimum_ms).abs() <= SAME * optimum_ms.abs())
}

/// The one of least objective; the earlier of two equals.
fn better(one: PlanAnswer, other: PlanAnswer) -> PlanAnswer {
    let value = |answer: &PlanAnswer| answer.objective.unwrap_or(f64::INFINITY);
    if value(&one) <= value(&other) { one } else { other }
}

#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use crate::scenario::{self, presets};
use crate::worker::protocol::{self, Job, News, Report, Request};
use crate::worker::question::{Answer, Progress};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What was posted to each living worker.
type Posted = Rc<RefCell<BTreeMap<u32, Vec<Request<Value>>>>>;

/// A worker that records what is posted to it; dropping it removes its record.
struct FakeWorker {
    number: u32,
    posted: Posted,
}

impl Worker for FakeWorker {
    fn post(&self, text: &str) {
        let request = protocol::read(text).unwrap();
        self.posted.borrow_mut().get_mut(&self.number).unwrap().push(request);
    }
}

impl Drop for FakeWorker {
    fn drop(&mut self) {
        self.posted.borrow_mut().remove(&self.number);
    }
}

struct Page {
    pool: WorkerPool<FakeWorker>,
    posted: Posted,
}

impl Page {
    fn of(active: usize) -> Self {
        let posted = Posted::default();
        let records = posted.clone();
        let start = move |number: u32| {
            records.borrow_mut().insert(number, Vec::new());
            Some(FakeWorker { number, posted: records.clone() })
        };
        Self { pool: WorkerPool::new(PoolSize { active, standby: 1 }, start), posted }
    }

    /// With every worker ready.
    fn ready(active: usize) -> Self {
        let mut page = Self::of(active);
        page.hello(1);
        for number in 2..=active as u32 + 1 {
            page.hello(number);
        }
        page
    }

    fn hello(&mut self, number: u32) {
        self.pool.hear(number, &protocol::write(&Report::hello()));
    }

    fn ask(&mut self, priority: Priority) -> u32 {
        self.pool.ask(priority, None, Question::PaperRow { row: 0 })
    }

    fn news(&mut self, number: u32, id: u32, news: News) {
        self.pool.hear(number, &protocol::write(&Report::Update(Update { id, news })));
    }

    fn done(&mut self, number: u32, id: u32) {
        self.news(number, id, News::Done(Answer::UnusedGpus(Vec::new())));
    }

    fn workers(&self) -> Vec<u32> {
        self.posted.borrow().keys().copied().collect()
    }

    /// The jobs posted to a worker.
    fn jobs(&self, number: u32) -> Vec<u32> {
        let id = |request: &Request<Value>| match request {
            Request::Job(Job { id, .. }) => Some(*id),
            _ => None,
        };
        self.posted.borrow().get(&number).map_or_else(Vec::new, |all| all.iter().filter_map(id).collect())
    }

    fn lost(&mut self) -> Vec<(Failure, Vec<u32>)> {
        let failed = |event| match event {
            Event::Failed { failure, lost } => Some((failure, lost)),
            Event::Update(_) => None,
        };
        self.pool.take_events().into_iter().filter_map(failed).collect()
    }
}

#[test]
fn a_worker_has_one_job_and_the_most_urgent_is_next() {
    let mut page = Page::ready(1);
    let [first, beside, plan] = [Priority::Beside, Priority::Beside, Priority::Plan].map(|it| page.ask(it));
    assert_eq!((page.jobs(1), page.jobs(2)), (vec![first], vec![]));
    page.news(1, first, News::Progress(Progress::Share(0.5)));
    assert_eq!(page.jobs(1), [first]);
    page.done(1, first);
    assert_eq!(page.jobs(1), [first, plan]);
    page.done(1, plan);
    assert_eq!(page.jobs(1), [first, plan, beside]);
    let heard = page.pool.take_events().len();
    assert_eq!(heard, 3);
}

#[test]
fn jobs_wait_for_the_hello_and_the_standby_starts_after_it() {
    let mut page = Page::of(1);
    let plan = page.ask(Priority::Plan);
    assert_eq!((page.workers(), page.jobs(1)), (vec![1], vec![]));
    page.hello(1);
    assert_eq!((page.workers(), page.jobs(1)), (vec![1, 2], vec![plan]));
}

#[test]
fn cancelling_a_waiting_job_ends_no_worker_and_asks_nothing_again() {
    let mut page = Page::ready(1);
    let [first, second, third] = [Priority::Beside; 3].map(|it| page.ask(it));
    page.pool.cancel(second);
    assert_eq!(page.workers(), [1, 2]);
    page.done(1, first);
    assert_eq!(page.jobs(1), [first, third]);
    assert!(page.lost().is_empty());
}

#[test]
fn cancelling_the_running_job_ends_its_worker_and_the_standby_takes_the_next() {
    let mut page = Page::ready(1);
    let [first, second, third] = [Priority::Beside; 3].map(|it| page.ask(it));
    page.pool.cancel(first);
    // The worker is gone, the standby works, and another stands by.
    assert_eq!((page.workers(), page.jobs(2), page.jobs(3)), (vec![2, 3], vec![second], vec![]));
    page.done(1, first);
    page.done(2, second);
    assert_eq!(page.jobs(2), [second, third]);
    assert!(page.lost().is_empty());
}

#[test]
fn what_is_stale_goes_and_what_is_not_stays_where_it_is() {
    let mut page = Page::ready(2);
    let [running, other, waiting, stale] = [Priority::Beside; 4].map(|it| page.ask(it));
    assert_eq!((page.jobs(1), page.jobs(2), page.jobs(3)), (vec![running], vec![other], vec![]));
    assert_eq!(page.pool.drop_where(|job| job.id == running || job.id == stale), [stale, running]);
    assert_eq!((page.jobs(2), page.jobs(3)), (vec![other], vec![waiting]));
    page.done(3, waiting);
    assert_eq!(page.jobs(3), [waiting]);
}

#[test]
fn a_background_job_gives_way_and_runs_again() {
    let mut page = Page::ready(1);
    let row = page.ask(Priority::Background);
    let plan = page.ask(Priority::Plan);
    assert_eq!((page.workers(), page.jobs(2)), (vec![2, 3], vec![plan]));
    page.done(2, plan);
    assert_eq!(page.jobs(2), [plan, row]);
    assert!(page.lost().is_empty());
}

#[test]
fn a_scenario_is_handed_over_once_a_worker() {
    let scenario = Arc::new(scenario::read(presets::ALL[0].json).unwrap());
    let other = Arc::new(scenario::read(presets::ALL[1].json).unwrap());
    let mut page = Page::ready(1);
    let ask = |page: &mut Page, scenario| page.pool.ask(Priority::Beside, Some(scenario), Question::Frontier);
    let jobs = [&scenario, &scenario, &other, &scenario].map(|scenario| ask(&mut page, scenario));
    for job in &jobs[..3] {
        page.done(1, *job);
    }
    let kinds = |page: &Page, number: u32| -> Vec<String> {
        let kind = |request: &Request<Value>| match request {
            Request::Scenario { number, .. } => format!("scenario {number}"),
            Request::Job(Job { scenario, .. }) => format!("job about {}", scenario.unwrap()),
            Request::PanicForTest => panic!("never sent"),
        };
        page.posted.borrow()[&number].iter().map(kind).collect()
    };
    let all = ["scenario 1", "job about 1", "job about 1", "scenario 2", "job about 2", "job about 1"];
    assert_eq!(kinds(&page, 1), all);
    // The standby does not hold it yet.
    page.pool.cancel(jobs[3]);
    ask(&mut page, &scenario);
    assert_eq!(kinds(&page, 2), ["scenario 1", "job about 1"]);
}

#[test]
fn a_worker_that_fails_loses_its_own_job_alone() {
    let mut page = Page::ready(1);
    let [first, second] = [Priority::Beside; 2].map(|it| page.ask(it));
    page.pool.hear(1, &protocol::write(&Report::Panicked { message: "x".to_owned() }));
    assert_eq!(page.lost(), [(Failure::Panicked("x".to_owned()), vec![first])]);
    assert_eq!((page.workers(), page.jobs(2)), (vec![2, 3], vec![second]));
    // Silence is a failure like any other.
    (0..20).for_each(|_| page.pool.second_passed());
    assert!(page.lost().contains(&(Failure::Silent { waited_s: 20 }, vec![second])));
}

#[test]
fn nobody_hears_of_a_standby_that_breaks() {
    let mut page = Page::ready(1);
    let plan = page.ask(Priority::Plan);
    page.pool.broke(2, "x");
    assert!(page.lost().is_empty());
    page.pool.cancel(plan);
    let next = page.ask(Priority::Plan);
    let number = page.workers()[0];
    page.hello(number);
    assert_eq!(page.jobs(number), [next]);
}

#[test]
fn a_file_that_is_missing_loses_all_and_is_tried_again_when_asked() {
    let mut page = Page::of(1);
    let [first, second] = [Priority::Plan, Priority::Beside].map(|it| page.ask(it));
    page.pool.broke(1, "x");
    assert_eq!(page.lost(), [(Failure::Missing, vec![first, second])]);
    assert!(page.workers().is_empty());
    let again = page.ask(Priority::Plan);
    page.hello(2);
    assert_eq!(page.jobs(2), [again]);
}

#[test]
fn workers_that_break_in_a_row_are_not_started_without_end() {
    let mut page = Page::of(1);
    page.ask(Priority::Plan);
    for _ in 0..20 {
        for number in page.workers() {
            page.hello(number);
            page.pool.hear(number, "garbage");
        }
    }
    assert!(page.workers().is_empty());
    assert!(page.pool.last_worker <= 6, "{} were started", page.pool.last_worker);
}

#[test]
fn where_no_worker_can_be_started_every_job_is_lost_in_words() {
    let mut pool: WorkerPool<FakeWorker> = WorkerPool::new(PoolSize { active: 1, standby: 1 }, |_| None);
    assert_eq!(pool.take_events(), [Event::Failed { failure: Failure::Missing, lost: Vec::new() }]);
    let id = pool.ask(Priority::Plan, None, Question::Frontier);
    assert_eq!(pool.take_events(), [Event::Failed { failure: Failure::Missing, lost: vec![id] }]);
}

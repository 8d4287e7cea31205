//! The workers of a page and the jobs they are given: one job a worker, the most urgent first. Knows no browser: a
//! worker is anything that takes a text.
//!
//! A standby worker is started ahead, so that ending a busy one costs no start. A worker that fails loses its own job
//! alone; the jobs that wait go to the next worker. Only where no worker can be started are they lost too.

use std::sync::Arc;

use super::channel::{Channel, Heard};
use super::failure::Failure;
use super::job_queue::{JobQueue, Priority, QueuedJob};
use super::protocol::Update;
use super::question::Question;
use super::recent::Recent;
use crate::scenario::Scenario;

/// Workers that may break one after another, with no news from any, until the next waits to be asked for.
const BREAKS_IN_A_ROW: u32 = 3;

/// What a pool needs of a worker. Dropping the worker ends it.
pub trait Worker {
    fn post(&self, text: &str);
}

/// How many workers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSize {
    /// Jobs that run at the same time.
    pub active: usize,
    /// Workers that are ready beyond those.
    pub standby: usize,
}

/// What the page hears from the pool.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// News of a job.
    Update(Update),
    /// A worker failed, and with it these jobs are lost.
    Failed { failure: Failure, lost: Vec<u32> },
}

/// One worker and the exchange with it.
struct WorkerHandle<W> {
    number: u32,
    worker: W,
    channel: Channel,
}

/// The workers, oldest first, and the jobs that wait for one.
pub struct WorkerPool<W> {
    size: PoolSize,
    start: Box<dyn Fn(u32) -> Option<W>>,
    handles: Vec<WorkerHandle<W>>,
    queue: JobQueue,
    scenarios: Recent<Arc<Scenario>>,
    events: Vec<Event>,
    breaks_in_a_row: u32,
    last_worker: u32,
    last_job: u32,
    last_scenario: u32,
}

impl<W: Worker> WorkerPool<W> {
    /// A pool of that size with its first worker. `start` starts a worker under the number by which the pool is told
    /// what it hears from it; `None` where no worker can be started.
    pub fn new(size: PoolSize, start: impl Fn(u32) -> Option<W> + 'static) -> Self {
        let mut pool = Self {
            size,
            start: Box::new(start),
            handles: Vec::new(),
            queue: JobQueue::default(),
            scenarios: Recent::default(),
            events: Vec::new(),
            breaks_in_a_row: 0,
            last_worker: 0,
            last_job: 0,
            last_scenario: 0,
        };
        pool.fill();
        pool
    }

    /// What the page has to hear, oldest first.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Asks a question about a scenario; gives the id of the job.
    pub fn ask(&mut self, priority: Priority, scenario: Option<&Arc<Scenario>>, question: Question) -> u32 {
        self.last_job = self.last_job.wrapping_add(1);
        let id = self.last_job;
        let scenario = scenario.map(|scenario| (self.number_of(scenario), scenario.clone()));
        self.queue.push(QueuedJob { id, priority, scenario, question });
        self.fill();
        self.give_jobs();
        id
    }

    /// Drops a job: one that waits leaves the queue, one that runs takes its worker with it. No other job notices.
    pub fn cancel(&mut self, id: u32) {
        self.drop_where(|job| job.id == id);
    }

    /// Drops all jobs that `is_dropped` says, as [`Self::cancel`] does; gives their ids.
    pub fn drop_where(&mut self, is_dropped: impl Fn(&QueuedJob) -> bool) -> Vec<u32> {
        let mut dropped = self.queue.drop_where(&is_dropped);
        let waiting = dropped.len();
        let runs = |handle: &WorkerHandle<W>| handle.channel.job().is_some_and(&is_dropped);
        while let Some(index) = self.handles.iter().position(runs) {
            dropped.extend(self.handles.remove(index).channel.take_job().map(|job| job.id));
        }
        if dropped.len() > waiting {
            self.fill();
            self.give_jobs();
        }
        dropped
    }

    /// Takes a message of the worker of that number.
    pub fn hear(&mut self, number: u32, text: &str) {
        let Some(handle) = self.handle(number) else { return };
        match handle.channel.hear(text) {
            Heard::Nothing => {}
            Heard::Ready => {
                // The job first: starting another worker takes the page a moment.
                self.give_jobs();
                self.fill();
            }
            Heard::Update(update) => {
                self.breaks_in_a_row = 0;
                self.events.push(Event::Update(update));
            }
            Heard::Failed(failure) => self.give_up(number, failure),
        }
        self.give_jobs();
    }

    /// The browser says that the worker of that number broke.
    pub fn broke(&mut self, number: u32, message: &str) {
        let Some(handle) = self.handle(number) else { return };
        let failure = handle.channel.broke(message);
        self.give_up(number, failure);
        self.give_jobs();
    }

    /// A second has passed while the page was awake.
    pub fn second_passed(&mut self) {
        let overdue = |handle: &mut WorkerHandle<W>| Some((handle.number, handle.channel.second_passed()?));
        let overdue: Vec<(u32, Failure)> = self.handles.iter_mut().filter_map(overdue).collect();
        for (number, failure) in overdue {
            self.give_up(number, failure);
        }
        self.give_jobs();
    }

    fn handle(&mut self, number: u32) -> Option<&mut WorkerHandle<W>> {
        self.handles.iter_mut().find(|handle| handle.number == number)
    }

    /// The number under which workers know a scenario.
    fn number_of(&mut self, scenario: &Arc<Scenario>) -> u32 {
        let known = self.scenarios.find(|known| Arc::ptr_eq(known, scenario));
        known.unwrap_or_else(|| {
            self.last_scenario += 1;
            self.scenarios.insert(self.last_scenario, scenario.clone());
            self.last_scenario
        })
    }

    /// Starts the workers that are missing: one at first, so that it has the network to itself, the others once one
    /// is ready. Where none can be started, all jobs are lost.
    fn fill(&mut self) {
        let steady = self.breaks_in_a_row < BREAKS_IN_A_ROW && self.handles.iter().any(|it| it.channel.is_ready());
        let wanted = if steady { self.size.active + self.size.standby } else { 1 };
        while self.handles.len() < wanted {
            self.last_worker = self.last_worker.wrapping_add(1);
            let number = self.last_worker;
            let Some(worker) = (self.start)(number) else { break };
            self.handles.push(WorkerHandle { number, worker, channel: Channel::default() });
        }
        if self.handles.is_empty() {
            let lost = self.queue.drop_where(|_| true);
            self.events.push(Event::Failed { failure: Failure::Missing, lost });
        }
    }

    /// Gives waiting jobs to idle workers. A background job gives way to any other.
    fn give_jobs(&mut self) {
        while let Some(first) = self.queue.first() {
            let running = self.handles.iter().filter(|handle| handle.channel.job().is_some()).count();
            if running < self.size.active {
                let Some(handle) = self.handles.iter_mut().find(|handle| handle.channel.is_idle()) else { return };
                let Some(job) = self.queue.take_first() else { return };
                for text in handle.channel.start(job) {
                    handle.worker.post(&text);
                }
                continue;
            }
            let urgent = first.priority > Priority::Background;
            let gives_way = |handle: &WorkerHandle<W>| {
                urgent && handle.channel.job().is_some_and(|job| job.priority == Priority::Background)
            };
            let Some(index) = self.handles.iter().position(gives_way) else { return };
            if let Some(job) = self.handles.remove(index).channel.take_job() {
                self.queue.put_back(job);
            }
            self.fill();
        }
    }

    /// Gives up the worker of that number. The page hears of it unless the worker was on standby. When workers break
    /// one after another, or the next would break the same way, none is started until something is asked.
    fn give_up(&mut self, number: u32, failure: Failure) {
        let Some(index) = self.handles.iter().position(|handle| handle.number == number) else { return };
        self.breaks_in_a_row = self.breaks_in_a_row.saturating_add(1);
        let job = self.handles.remove(index).channel.take_job();
        if index >= self.size.active && job.is_none() {
            return;
        }
        let mut lost: Vec<u32> = job.into_iter().map(|job| job.id).collect();
        let hopeless = self.breaks_in_a_row >= BREAKS_IN_A_ROW || failure.would_repeat();
        if self.handles.is_empty() && hopeless {
            lost.extend(self.queue.drop_where(|_| true));
        } else {
            self.fill();
        }
        self.events.push(Event::Failed { failure, lost });
    }
}

#[cfg(test)]
mod tests;

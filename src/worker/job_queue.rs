//! The jobs that wait for a worker.

use std::sync::Arc;

use super::question::Question;
use crate::scenario::Scenario;

/// How urgent a job is, least urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Work that gives way: a job of any other priority takes its worker, and it waits again.
    Background,
    /// What completes an answer that is on the page.
    Beside,
    /// The plan of the draft.
    Plan,
    /// The figures of a plan that someone wants to see.
    View,
}

/// A job that waits or runs.
#[derive(Clone, Debug)]
pub struct QueuedJob {
    /// The page's number for the job.
    pub id: u32,
    /// How urgent it is.
    pub priority: Priority,
    /// The scenario it is about under the page's number; `None` where the question names none.
    pub scenario: Option<(u32, Arc<Scenario>)>,
    /// What is asked.
    pub question: Question,
}

/// The waiting jobs in the order in which they are taken: most urgent first, then first come.
#[derive(Clone, Debug, Default)]
pub struct JobQueue(Vec<QueuedJob>);

impl JobQueue {
    /// Puts a job behind those that are as urgent.
    pub fn push(&mut self, job: QueuedJob) {
        let place = self.0.partition_point(|waiting| waiting.priority >= job.priority);
        self.0.insert(place, job);
    }

    /// Puts a job that had begun before those that are as urgent.
    pub fn put_back(&mut self, job: QueuedJob) {
        let place = self.0.partition_point(|waiting| waiting.priority > job.priority);
        self.0.insert(place, job);
    }

    /// The job to be run next.
    pub fn first(&self) -> Option<&QueuedJob> {
        self.0.first()
    }

    /// Takes the job to be run next.
    pub fn take_first(&mut self) -> Option<QueuedJob> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Drops the jobs that `is_dropped` says; gives their ids.
    pub fn drop_where(&mut self, is_dropped: impl Fn(&QueuedJob) -> bool) -> Vec<u32> {
        let (dropped, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.0).into_iter().partition(is_dropped);
        self.0 = kept;
        dropped.iter().map(|job| job.id).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: u32, priority: Priority) -> QueuedJob {
        QueuedJob { id, priority, scenario: None, question: Question::PaperRow { row: 0 } }
    }

    #[test]
    fn the_most_urgent_comes_first_and_equals_in_turn() {
        let mut queue = JobQueue::default();
        let jobs = [
            job(1, Priority::Beside),
            job(2, Priority::Background),
            job(3, Priority::Beside),
            job(4, Priority::View),
            job(5, Priority::Plan),
        ];
        jobs.into_iter().for_each(|job| queue.push(job));
        queue.put_back(job(6, Priority::Beside));
        assert_eq!(queue.drop_where(|job| job.id == 3), [3]);
        assert_eq!(queue.first().map(|job| job.id), Some(4));
        let order: Vec<u32> = std::iter::from_fn(|| queue.take_first()).map(|job| job.id).collect();
        assert_eq!(order, [4, 5, 6, 1, 2]);
    }
}

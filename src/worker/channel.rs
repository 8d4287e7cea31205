//! The page's side of the exchange with one worker: whether it has said hello, which job it has, which scenarios it
//! holds, what a message from it means now, and when its silence has lasted too long. Knows no browser.

use super::failure::Failure;
use super::job_queue::QueuedJob;
use super::protocol::{self, BUILD, Job, News, PROTOCOL, Report, Request, Update};
use super::recent::Recent;

/// Seconds a worker may take to say hello.
pub const HELLO_WITHIN_S: u32 = 10;
/// Seconds a worker with a job may be silent.
pub const SILENT_AT_MOST_S: u32 = 20;
/// Longest quotation of a fault, characters.
const DETAIL_CHARS: usize = 400;

/// What a message amounts to.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// News of a job that the worker no longer has.
    Nothing,
    /// The worker's hello: it can be given a job.
    Ready,
    /// News of the worker's job.
    Update(Update),
    /// The worker is of no more use.
    Failed(Failure),
}

/// The exchange with one worker.
#[derive(Debug, Default)]
pub struct Channel {
    ready: bool,
    job: Option<QueuedJob>,
    held: Recent<()>,
    silent_s: u32,
}

impl Channel {
    /// Whether the worker has said hello.
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    /// Whether the worker can be given a job.
    pub fn is_idle(&self) -> bool {
        self.ready && self.job.is_none()
    }

    /// The worker's job.
    pub fn job(&self) -> Option<&QueuedJob> {
        self.job.as_ref()
    }

    /// Takes the job away from a worker that is given up.
    pub fn take_job(&mut self) -> Option<QueuedJob> {
        self.job.take()
    }

    /// Gives the idle worker a job. Returns the texts to post, in order: the scenario if the worker does not hold it,
    /// then the job.
    pub fn start(&mut self, job: QueuedJob) -> Vec<String> {
        self.silent_s = 0;
        let mut texts = Vec::new();
        if let Some((number, scenario)) = &job.scenario
            && self.held.get(*number).is_none()
        {
            self.held.insert(*number, ());
            texts.push(protocol::write(&Request::Scenario { number: *number, document: &scenario.document }));
        }
        let scenario = job.scenario.as_ref().map(|(number, _)| *number);
        let request = Job { id: job.id, scenario, question: job.question.clone() };
        texts.push(protocol::write(&Request::<()>::Job(request)));
        self.job = Some(job);
        texts
    }

    /// Takes a message from the worker.
    pub fn hear(&mut self, text: &str) -> Heard {
        self.silent_s = 0;
        match protocol::read::<Report>(text) {
            Err(error) => Heard::Failed(Failure::Unreadable(shorten(&error))),
            Ok(Report::Panicked { message }) => Heard::Failed(Failure::Panicked(shorten(&message))),
            Ok(Report::Hello { protocol, build }) => self.greet(protocol, build),
            Ok(_) if !self.ready => {
                Heard::Failed(Failure::Unreadable("it spoke before it had said which version it is".to_owned()))
            }
            Ok(Report::Update(update)) => self.update(update),
        }
    }

    /// The failure that an error event of the browser stands for.
    pub fn broke(&self, message: &str) -> Failure {
        if self.ready { Failure::Crashed(shorten(message)) } else { Failure::Missing }
    }

    /// A second has passed while the page was awake.
    pub fn second_passed(&mut self) -> Option<Failure> {
        if self.is_idle() {
            return None;
        }
        self.silent_s += 1;
        let waited_s = self.silent_s;
        match self.ready {
            false if waited_s >= HELLO_WITHIN_S => Some(Failure::NoHello { waited_s }),
            true if waited_s >= SILENT_AT_MOST_S => Some(Failure::Silent { waited_s }),
            _ => None,
        }
    }

    fn greet(&mut self, protocol: u32, build: String) -> Heard {
        if (protocol, build.as_str()) != (PROTOCOL, BUILD) {
            let theirs = shorten(&format!("{build}, protocol {protocol}"));
            return Heard::Failed(Failure::OtherVersion { theirs, ours: format!("{BUILD}, protocol {PROTOCOL}") });
        }
        self.ready = true;
        Heard::Ready
    }

    fn update(&mut self, update: Update) -> Heard {
        if self.job.as_ref().is_none_or(|job| job.id != update.id) {
            return Heard::Nothing;
        }
        if !matches!(update.news, News::Progress(_)) {
            self.job = None;
        }
        Heard::Update(update)
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(DETAIL_CHARS).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use crate::scenario::{self, Scenario, presets};
    use crate::worker::job_queue::Priority;
    use crate::worker::question::Question;
    use std::sync::Arc;

    fn job(id: u32, scenario: Option<(u32, Arc<Scenario>)>) -> QueuedJob {
        QueuedJob { id, priority: Priority::Plan, scenario, question: Question::Frontier }
    }

    fn refused(id: u32) -> String {
        protocol::write(&Report::Update(Update { id, news: News::Refused(Vec::new()) }))
    }

    fn ready() -> Channel {
        let mut channel = Channel::default();
        assert_eq!(channel.hear(&protocol::write(&Report::hello())), Heard::Ready);
        channel
    }

    fn busy() -> Channel {
        let mut channel = ready();
        channel.start(job(1, None));
        channel
    }

    #[test]
    fn another_build_or_protocol_is_turned_away() {
        for (protocol, build) in [(PROTOCOL + 1, BUILD), (PROTOCOL, "elsewhere")] {
            let hello = protocol::write(&Report::Hello { protocol, build: build.to_owned() });
            let Heard::Failed(Failure::OtherVersion { theirs, .. }) = Channel::default().hear(&hello) else {
                panic!("{protocol} {build} was let in");
            };
            assert!(theirs.contains(build));
        }
    }

    #[test]
    fn a_scenario_goes_before_the_first_job_about_it_alone() {
        let scenario = Arc::new(scenario::read(presets::ALL[0].json).unwrap());
        let mut channel = ready();
        let mut posted = |id: u32, number: u32| {
            let texts = channel.start(job(id, Some((number, scenario.clone()))));
            channel.hear(&refused(id));
            texts.len()
        };
        assert_eq!((posted(1, 1), posted(2, 1)), (2, 1));
        // The worker holds four: the fifth displaces the first.
        assert_eq!(
            [posted(3, 2), posted(4, 3), posted(5, 4), posted(6, 5), posted(7, 2), posted(8, 1)],
            [2, 2, 2, 2, 1, 2]
        );
    }

    #[test]
    fn news_of_other_jobs_is_ignored_and_a_job_ends_once() {
        let mut channel = ready();
        channel.start(job(2, None));
        assert_eq!(channel.hear(&refused(1)), Heard::Nothing);
        assert!(!channel.is_idle());
        let update = Update { id: 2, news: News::Refused(Vec::new()) };
        assert_eq!(channel.hear(&refused(2)), Heard::Update(update));
        assert!(channel.is_idle());
        assert_eq!(channel.hear(&refused(2)), Heard::Nothing);
    }

    #[test]
    fn nonsense_and_news_before_hello_are_failures() {
        assert!(matches!(ready().hear("{}"), Heard::Failed(Failure::Unreadable(_))));
        assert!(matches!(Channel::default().hear(&refused(1)), Heard::Failed(Failure::Unreadable(_))));
    }

    #[test]
    fn a_panic_is_quoted_in_short() {
        let text = protocol::write(&Report::Panicked { message: "é".repeat(10_000) });
        assert_eq!(ready().hear(&text), Heard::Failed(Failure::Panicked("é".repeat(DETAIL_CHARS))));
    }

    #[test]
    fn breaking_before_hello_means_the_file_is_missing() {
        assert_eq!(Channel::default().broke("x"), Failure::Missing);
        assert_eq!(ready().broke("x"), Failure::Crashed("x".to_owned()));
    }

    #[test]
    fn silence_is_counted_only_while_something_is_due() {
        let failures = |mut channel: Channel, seconds: u32| (1..=seconds).find_map(|_| channel.second_passed());
        assert_eq!(failures(Channel::default(), 9), None);
        assert_eq!(failures(Channel::default(), 10), Some(Failure::NoHello { waited_s: 10 }));
        assert_eq!(failures(ready(), 1_000), None);
        assert_eq!(failures(busy(), 19), None);
        let mut spoken = busy();
        for _ in 0..19 {
            spoken.second_passed();
        }
        spoken.hear(&refused(9));
        assert_eq!(failures(spoken, 20), Some(Failure::Silent { waited_s: 20 }));
    }
}

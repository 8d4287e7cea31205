//! The page's side of the talk with one worker: who has said hello, what is outstanding, what a message
//! means now, and when silence has lasted too long. Knows no browser.

use super::failure::Failure;
use super::protocol::{self, BUILD, PROTOCOL, Report, Request};
use crate::answer::{Evaluation, FrontierAnswer, LeftOutAnswer, PlanAnswer, ProgressAnswer};
use crate::paper::Reproduced;
use crate::scenario::Problem;

/// Seconds a worker may take to say hello.
pub const HELLO_WITHIN_S: u32 = 10;
/// Seconds a worker at work may be silent.
pub const SILENT_AT_MOST_S: u32 = 20;
/// Longest quotation of a fault, characters.
const DETAIL_CHARS: usize = 400;

/// News about work that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// How far a run is.
    Progress(Box<ProgressAnswer>),
    /// A run ended.
    Planned(Box<PlanAnswer>),
    /// A plan was evaluated.
    Evaluated(Box<Evaluation>),
    /// The trade-off, or as much of it as is found.
    Frontier(Box<FrontierAnswer>),
    /// The left-out GPUs were tried.
    LeftOut(Vec<LeftOutAnswer>),
    /// A row of the paper's tables was worked out.
    Reproduced(Box<Reproduced>),
    /// The scenario or plan could not be read.
    Refused(Vec<Problem>),
}

/// What a message amounts to.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// Nothing to act on: news of work nobody waits for any more.
    Nothing,
    /// The worker is there; send it what had to wait.
    Ready(Vec<Request>),
    /// News of this job.
    News(u32, News),
    /// This worker is of no more use.
    Failed(Failure),
}

/// The talk with one worker.
#[derive(Debug, Default)]
pub struct Conversation {
    ready: bool,
    waiting: Vec<Request>,
    outstanding: Vec<u32>,
    silent_s: u32,
}

impl Conversation {
    /// Whether the worker has said hello.
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    /// Whether it has work to do.
    pub fn is_busy(&self) -> bool {
        !self.outstanding.is_empty()
    }

    /// Takes note of a request. Gives it back if it can be sent now; otherwise it waits for the hello.
    pub fn ask(&mut self, request: Request) -> Option<Request> {
        self.outstanding.extend(request.job());
        self.silent_s = 0;
        if self.ready {
            return Some(request);
        }
        self.waiting.push(request);
        None
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
            Ok(Report::Progress { job, progress }) => self.news(job, News::Progress(Box::new(progress))),
            Ok(Report::Planned { job, answer }) => self.last_news(job, News::Planned(Box::new(answer))),
            Ok(Report::Evaluated { job, evaluation }) => self.last_news(job, News::Evaluated(Box::new(evaluation))),
            Ok(Report::FrontierSoFar { job, frontier }) => self.news(job, News::Frontier(Box::new(frontier))),
            Ok(Report::Frontier { job, frontier }) => self.last_news(job, News::Frontier(Box::new(frontier))),
            Ok(Report::LeftOut { job, left_out }) => self.last_news(job, News::LeftOut(left_out)),
            Ok(Report::Reproduced { job, row }) => self.last_news(job, News::Reproduced(Box::new(row))),
            Ok(Report::Refused { job, problems }) => self.last_news(job, News::Refused(problems)),
        }
    }

    /// The browser says the worker broke.
    pub fn broke(&self, message: &str) -> Failure {
        if self.ready { Failure::Crashed(shorten(message)) } else { Failure::Missing }
    }

    /// A second has passed while the page was awake.
    pub fn second_passed(&mut self) -> Option<Failure> {
        if self.ready && !self.is_busy() {
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
        Heard::Ready(std::mem::take(&mut self.waiting))
    }

    fn news(&self, job: u32, news: News) -> Heard {
        if self.outstanding.contains(&job) { Heard::News(job, news) } else { Heard::Nothing }
    }

    fn last_news(&mut self, job: u32, news: News) -> Heard {
        let heard = self.news(job, news);
        self.outstanding.retain(|&known| known != job);
        heard
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(DETAIL_CHARS).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;

    fn plan(job: u32) -> Request {
        Request::Plan { job, scenario: String::new() }
    }

    fn refused(job: u32) -> String {
        protocol::write(&Report::Refused { job, problems: Vec::new() })
    }

    fn ready() -> Conversation {
        let mut talk = Conversation::default();
        assert_eq!(talk.hear(&protocol::write(&Report::hello())), Heard::Ready(Vec::new()));
        talk
    }

    #[test]
    fn work_waits_for_the_hello() {
        let mut talk = Conversation::default();
        assert_eq!(talk.ask(plan(1)), None);
        assert_eq!(talk.hear(&protocol::write(&Report::hello())), Heard::Ready(vec![plan(1)]));
        assert_eq!(talk.ask(plan(2)), Some(plan(2)));
    }

    #[test]
    fn another_build_or_protocol_is_turned_away() {
        for (protocol, build) in [(PROTOCOL + 1, BUILD), (PROTOCOL, "elsewhere")] {
            let hello = protocol::write(&Report::Hello { protocol, build: build.to_owned() });
            let Heard::Failed(Failure::OtherVersion { theirs, .. }) = Conversation::default().hear(&hello) else {
                panic!("{protocol} {build} was let in");
            };
            assert!(theirs.contains(build));
        }
    }

    #[test]
    fn news_of_old_jobs_is_ignored_and_a_job_ends_once() {
        let mut talk = ready();
        talk.ask(plan(2));
        assert_eq!(talk.hear(&refused(1)), Heard::Nothing);
        assert!(talk.is_busy());
        assert_eq!(talk.hear(&refused(2)), Heard::News(2, News::Refused(Vec::new())));
        assert!(!talk.is_busy());
        assert_eq!(talk.hear(&refused(2)), Heard::Nothing);
    }

    #[test]
    fn nonsense_and_news_before_hello_are_failures() {
        assert!(matches!(ready().hear("{}"), Heard::Failed(Failure::Unreadable(_))));
        assert!(matches!(Conversation::default().hear(&refused(1)), Heard::Failed(Failure::Unreadable(_))));
    }

    #[test]
    fn a_panic_is_quoted_in_short() {
        let text = protocol::write(&Report::Panicked { message: "é".repeat(10_000) });
        assert_eq!(ready().hear(&text), Heard::Failed(Failure::Panicked("é".repeat(DETAIL_CHARS))));
    }

    #[test]
    fn breaking_before_hello_means_the_file_is_missing() {
        assert_eq!(Conversation::default().broke("x"), Failure::Missing);
        assert_eq!(ready().broke("x"), Failure::Crashed("x".to_owned()));
    }

    #[test]
    fn silence_is_counted_only_while_something_is_due() {
        let failures = |mut talk: Conversation, seconds: u32| (1..=seconds).filter_map(|_| talk.second_passed()).next();
        assert_eq!(failures(Conversation::default(), 9), None);
        assert_eq!(failures(Conversation::default(), 10), Some(Failure::NoHello { waited_s: 10 }));
        assert_eq!(failures(ready(), 1_000), None);
        let mut busy = ready();
        busy.ask(plan(1));
        assert_eq!(failures(busy, 19), None);
        let mut busy = ready();
        busy.ask(plan(1));
        for _ in 0..19 {
            busy.second_passed();
        }
        busy.hear(&refused(9));
        assert_eq!(failures(busy, 20), Some(Failure::Silent { waited_s: 20 }));
    }
}

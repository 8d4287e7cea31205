//! In the page: one worker at work, another ready to take its place, and a listener for what they say.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo::events::EventListener;
use gloo::timers::callback::Interval;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event as DomEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::conversation::{Conversation, Heard, News};
use super::failure::Failure;
use super::protocol::{self, Request};

/// Workers that may break one after another, with no news from any, until the next waits to be asked for.
const BREAKS_IN_A_ROW: u32 = 3;

/// What the page hears from its planner.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// News of this job.
    News(u32, News),
    /// The worker failed, and what it was doing is lost.
    Failed(Failure),
}

/// The page's planner. Cloning gives another handle to the same one; workers end with the last handle.
#[derive(Clone)]
pub struct Client(Rc<RefCell<Desk>>);

struct Desk {
    url: String,
    listener: Rc<dyn Fn(Event)>,
    active: Option<Seat>,
    spare: Option<Seat>,
    seats_made: u32,
    breaks_in_a_row: u32,
    last_job: u32,
    me: Weak<RefCell<Desk>>,
    _clock: Interval,
}

/// One worker and the talk with it. Dropping it ends the worker and its listeners.
struct Seat {
    number: u32,
    worker: Worker,
    talk: Conversation,
    _listeners: [EventListener; 3],
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Seat {
    fn ask(&mut self, request: Request) {
        if let Some(request) = self.talk.ask(request) {
            self.send(&request);
        }
    }

    fn send(&self, request: &Request) {
        // Sending a string to a worker cannot fail; were it lost, the silence would be noticed.
        let _ = self.worker.post_message(&JsValue::from_str(&protocol::write(request)));
    }
}

impl Client {
    /// Starts a worker from the module at `url`; `listener` hears everything that comes of it.
    pub fn start(url: &str, listener: impl Fn(Event) + 'static) -> Self {
        let desk = Rc::new_cyclic(|me: &Weak<RefCell<Desk>>| {
            let ticking = me.clone();
            RefCell::new(Desk {
                url: url.to_owned(),
                listener: Rc::new(listener),
                active: None,
                spare: None,
                seats_made: 0,
                breaks_in_a_row: 0,
                last_job: 0,
                me: me.clone(),
                _clock: Interval::new(1_000, move || second_passed(&ticking)),
            })
        });
        let failed = desk.borrow_mut().fill_active();
        let client = Self(desk);
        client.tell(failed);
        client
    }

    /// Plans a scenario (JSON), after what is under way. Returns the number of the job.
    pub fn plan(&self, scenario: String) -> u32 {
        self.ask(|job| Request::Plan { job, scenario })
    }

    /// Says what a plan ("g5:9,g6:3") of a scenario (JSON) costs, after what is under way. Returns the number of the job.
    pub fn evaluate(&self, scenario: String, plan: String) -> u32 {
        self.ask(|job| Request::Evaluate { job, scenario, plan })
    }

    /// Finds the trade-off of a scenario (JSON), after what is under way. Returns the number of the job.
    pub fn frontier(&self, scenario: String) -> u32 {
        self.ask(|job| Request::Frontier { job, scenario })
    }

    /// Tries the GPUs that a plan of a scenario (JSON) leaves out, after what is under way. Returns the number of
    /// the job.
    pub fn left_out(&self, scenario: String, plan: String) -> u32 {
        self.ask(|job| Request::LeftOut { job, scenario, plan })
    }

    /// Works out a row of the paper's tables, after what is under way. Returns the number of the job.
    pub fn reproduce(&self, row: usize) -> u32 {
        self.ask(|job| Request::Reproduce { job, row })
    }

    /// Ends everything under way at once, however busy the worker is; the spare takes over.
    pub fn cancel(&self) {
        if self.0.borrow().active.as_ref().is_none_or(|seat| !seat.talk.is_busy()) {
            return;
        }
        let failed = self.0.borrow_mut().replace_active();
        self.tell(failed);
    }

    fn ask(&self, request: impl FnOnce(u32) -> Request) -> u32 {
        let mut desk = self.0.borrow_mut();
        desk.last_job = desk.last_job.wrapping_add(1);
        let job = desk.last_job;
        let failed = desk.fill_active();
        if let Some(seat) = &mut desk.active {
            seat.ask(request(job));
        }
        drop(desk);
        self.tell(failed);
        job
    }

    fn tell(&self, failed: Result<(), Failure>) {
        if let Err(failure) = failed {
            let listener = self.0.borrow().listener.clone();
            listener(Event::Failed(failure));
        }
    }
}

impl Desk {
    fn fill_active(&mut self) -> Result<(), Failure> {
        if self.active.is_none() {
            self.active = match self.spare.take() {
                Some(seat) => Some(seat),
                None => Some(self.new_seat()?),
            };
        }
        Ok(())
    }

    fn replace_active(&mut self) -> Result<(), Failure> {
        self.active = None;
        self.fill_active()?;
        self.fill_spare();
        Ok(())
    }

    /// A spare is started once the active worker is there, so that the first start has the network to itself.
    fn fill_spare(&mut self) {
        let active_ready = self.active.as_ref().is_some_and(|seat| seat.talk.is_ready());
        if active_ready && self.spare.is_none() && self.breaks_in_a_row < BREAKS_IN_A_ROW {
            self.spare = self.new_seat().ok();
        }
    }

    fn new_seat(&mut self) -> Result<Seat, Failure> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&self.url, &options).map_err(|_| Failure::Missing)?;
        self.seats_made = self.seats_made.wrapping_add(1);
        let number = self.seats_made;
        let listen = |name: &'static str, react: fn(&Weak<RefCell<Desk>>, u32, &DomEvent)| {
            let desk = self.me.clone();
            EventListener::new(&worker, name, move |event| react(&desk, number, event))
        };
        let _listeners = [listen("message", on_message), listen("error", on_error), listen("messageerror", on_error)];
        Ok(Seat { number, worker, talk: Conversation::default(), _listeners })
    }

    fn seat(&mut self, number: u32) -> Option<&mut Seat> {
        [&mut self.active, &mut self.spare].into_iter().flatten().find(|seat| seat.number == number)
    }

    /// Gives up the worker of that number. Says so only of the active one: a spare is replaced when needed. When one
    /// after another breaks, or the next would break the same way, it is started once something is asked for.
    fn give_up(&mut self, number: u32, failure: Failure) -> Option<Event> {
        self.seat(number)?;
        self.breaks_in_a_row = self.breaks_in_a_row.saturating_add(1);
        if self.spare.as_ref().is_some_and(|seat| seat.number == number) {
            self.spare = None;
            return None;
        }
        self.active = self.spare.take();
        if self.active.is_none() && self.breaks_in_a_row < BREAKS_IN_A_ROW && !failure.would_repeat() {
            self.active = self.new_seat().ok();
        }
        self.fill_spare();
        Some(Event::Failed(failure))
    }

    fn hear(&mut self, number: u32, text: &str) -> Option<Event> {
        let seat = self.seat(number)?;
        match seat.talk.hear(text) {
            Heard::Nothing => None,
            Heard::Ready(waiting) => {
                for request in &waiting {
                    seat.send(request);
                }
                self.fill_spare();
                None
            }
            Heard::News(job, news) => {
                self.breaks_in_a_row = 0;
                Some(Event::News(job, news))
            }
            Heard::Failed(failure) => self.give_up(number, failure),
        }
    }
}

fn on_message(desk: &Weak<RefCell<Desk>>, number: u32, event: &DomEvent) {
    let data = event.dyn_ref::<MessageEvent>().and_then(|message| message.data().as_string());
    act(desk, |desk| desk.hear(number, &data.unwrap_or_default()));
}

fn on_error(desk: &Weak<RefCell<Desk>>, number: u32, event: &DomEvent) {
    let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
    act(desk, |desk| {
        let failure = desk.seat(number)?.talk.broke(&message);
        desk.give_up(number, failure)
    });
}

fn second_passed(desk: &Weak<RefCell<Desk>>) {
    let mut overdue = Vec::new();
    act(desk, |desk| {
        for seat in [&mut desk.active, &mut desk.spare].into_iter().flatten() {
            overdue.extend(seat.talk.second_passed().map(|failure| (seat.number, failure)));
        }
        None
    });
    for (number, failure) in overdue {
        act(desk, |desk| desk.give_up(number, failure));
    }
}

/// Lets `change` work on the desk, then tells the listener, which may come back to the desk.
fn act(desk: &Weak<RefCell<Desk>>, change: impl FnOnce(&mut Desk) -> Option<Event>) {
    let Some(desk) = desk.upgrade() else { return };
    let event = change(&mut desk.borrow_mut());
    if let Some(event) = event {
        let listener = desk.borrow().listener.clone();
        listener(event);
    }
}

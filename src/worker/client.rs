//! In the page: browser workers behind the pool, and a listener for what comes of the jobs.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use gloo::events::EventListener;
use gloo::timers::callback::Interval;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ErrorEvent, Event as DomEvent, MessageEvent, WorkerOptions, WorkerType};

use super::job_queue::{Priority, QueuedJob};
pub use super::pool::Event;
use super::pool::{PoolSize, Worker, WorkerPool};
use super::question::Question;
use crate::scenario::Scenario;

type Pool = RefCell<WorkerPool<BrowserWorker>>;

/// The page's handle to its workers; they end with the last clone of it.
#[derive(Clone)]
pub struct Client(Rc<Shared>);

struct Shared {
    pool: Pool,
    listener: Box<dyn Fn(Event)>,
    _clock: Interval,
}

/// A module worker and the listeners for its messages.
struct BrowserWorker {
    worker: web_sys::Worker,
    _listeners: [EventListener; 3],
}

impl Worker for BrowserWorker {
    fn post(&self, text: &str) {
        // Sending a string to a worker cannot fail; were it lost, the silence would be noticed.
        let _ = self.worker.post_message(&JsValue::from_str(text));
    }
}

impl Drop for BrowserWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Client {
    /// Starts a worker from the module at `url`; `listener` hears everything that comes of the jobs.
    pub fn start(url: &'static str, size: PoolSize, listener: impl Fn(Event) + 'static) -> Self {
        let shared = Rc::new_cyclic(|shared: &Weak<Shared>| {
            let (starting, ticking) = (shared.clone(), shared.clone());
            Shared {
                pool: RefCell::new(WorkerPool::new(size, move |number| start_worker(url, number, &starting))),
                listener: Box::new(listener),
                _clock: Interval::new(1_000, move || act(&ticking, WorkerPool::second_passed)),
            }
        });
        tell_later(&shared);
        Self(shared)
    }

    /// Asks a question about a scenario; gives the id of the job.
    pub fn ask(&self, priority: Priority, scenario: Option<&Arc<Scenario>>, question: Question) -> u32 {
        let id = self.0.pool.borrow_mut().ask(priority, scenario, question);
        tell_later(&self.0);
        id
    }

    /// Drops one job; no other notices.
    pub fn cancel(&self, id: u32) {
        self.drop_where(|job| job.id == id);
    }

    /// Drops the jobs that `is_dropped` says; gives their ids.
    pub fn drop_where(&self, is_dropped: impl Fn(&QueuedJob) -> bool) -> Vec<u32> {
        let dropped = self.0.pool.borrow_mut().drop_where(is_dropped);
        tell_later(&self.0);
        dropped
    }
}

/// The worker that `public/boot.js` started while the page was loading; `None` once somebody took that worker.
fn started_ahead() -> Option<web_sys::Worker> {
    let take = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("takeFirstWorker")).ok()?;
    take.dyn_into::<js_sys::Function>().ok()?.call0(&JsValue::NULL).ok()?.dyn_into().ok()
}

fn new_worker(url: &str) -> Option<web_sys::Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    web_sys::Worker::new_with_options(url, &options).ok()
}

fn start_worker(url: &str, number: u32, shared: &Weak<Shared>) -> Option<BrowserWorker> {
    let worker = started_ahead().or_else(|| new_worker(url))?;
    let listen = |name: &'static str, react: fn(&Weak<Shared>, u32, &DomEvent)| {
        let shared = shared.clone();
        EventListener::new(&worker, name, move |event| react(&shared, number, event))
    };
    let _listeners = [listen("message", on_message), listen("error", on_error), listen("messageerror", on_error)];
    Some(BrowserWorker { worker, _listeners })
}

fn on_message(shared: &Weak<Shared>, number: u32, event: &DomEvent) {
    let data = event.dyn_ref::<MessageEvent>().and_then(|message| message.data().as_string());
    act(shared, |pool| pool.hear(number, &data.unwrap_or_default()));
}

fn on_error(shared: &Weak<Shared>, number: u32, event: &DomEvent) {
    let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
    act(shared, |pool| pool.broke(number, &message));
}

/// Lets `change` work on the pool, then tells the listener, which may come back to the pool.
fn act(shared: &Weak<Shared>, change: impl FnOnce(&mut WorkerPool<BrowserWorker>)) {
    let Some(shared) = shared.upgrade() else { return };
    change(&mut shared.pool.borrow_mut());
    tell(&shared);
}

fn tell(shared: &Shared) {
    let events = shared.pool.borrow_mut().take_events();
    events.into_iter().for_each(|event| (shared.listener)(event));
}

/// Tells the listener after whoever asked has noted the id of the job.
fn tell_later(shared: &Rc<Shared>) {
    let shared = shared.clone();
    spawn_local(async move { tell(&shared) });
}

//! The timeline on its canvas, and what pointers, the wheel and keys do there.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};

use crate::chart::gantt::{Gantt, Layout, TimeWindow, draw, hit};
use crate::chart::{CanvasSurface, Palette, Rect};
use crate::schedule::OperationId;
use crate::ui::dom::viewport::{Screen, screen, size_of};
use crate::ui::panels::timeline::key_list::BUTTON;
use crate::ui::panels::timeline::keys::{Command, command};
use crate::ui::panels::timeline::note::{HEIGHT, Note, WIDTH};
use crate::ui::panels::timeline::pan_zoom::{Looking, Wheel};
use crate::ui::panels::timeline::pointer_gestures::Hand;
use crate::ui::panels::timeline::simulation::{LabelledSimulation, SimulationOnView};
use crate::ui::panels::timeline::{operation_details, tooltip_place};
use crate::ui::state::app::App;

/// Higher drawings scroll within this, px.
const MOST_HEIGHT: f64 = 480.0;
/// Height of a line where a wheel turns by lines, px.
const LINE: f64 = 16.0;

/// Everything the canvas shows and does.
#[derive(Clone, Copy)]
struct Scene {
    app: App,
    /// What is looked at, and of what.
    looking: RwSignal<(Option<SimulationOnView>, Looking)>,
    hand: StoredValue<Hand>,
    layout: Memo<Layout>,
    canvas: NodeRef<html::Canvas>,
    scroller: NodeRef<html::Div>,
}

impl Scene {
    /// What is looked at; the whole iteration of a plan that has just come on view.
    fn looking(self) -> Looking {
        let of = self.app.simulation.get();
        self.looking.with(|(at, looking)| if *at == of { *looking } else { Looking::default() })
    }

    fn change(self, change: impl FnOnce(Looking, &Layout, &LabelledSimulation) -> Looking) {
        let of = self.app.simulation.get_untracked();
        let Some(simulation) = of.as_ref().and_then(SimulationOnView::there) else { return };
        let before = untrack(|| self.looking());
        let after = self.layout.with_untracked(|layout| change(before, layout, simulation));
        if after != before {
            self.looking.set((of, after));
        }
    }

    fn draw(self, screen: Screen) {
        let looking = self.looking();
        let Some(canvas) = self.canvas.get() else { return };
        self.layout.with(|layout| {
            self.app.simulation.with(|on_view| {
                let Some(simulation) = on_view.as_ref().and_then(SimulationOnView::there) else { return };
                let (width, height) = (layout.width(), layout.height());
                let surface = CanvasSurface::new(&canvas, width, height, screen.ratio, &font(&canvas));
                let Some(mut surface) = surface.filter(|_| width > 1.0) else { return };
                let gantt = Gantt {
                    timeline: &simulation.timeline,
                    critical: &simulation.critical,
                    labels: &simulation.labels,
                    view: looking.view(simulation.timeline.makespan_ms),
                    pointed: looking.pointed,
                };
                draw(&mut surface, &gantt, layout, &Palette::of_theme(screen.dark));
            });
        });
    }

    fn at(self, event: &PointerEvent) -> (f64, f64) {
        (f64::from(event.offset_x()), f64::from(event.offset_y()))
    }

    fn point(self, event: &PointerEvent) {
        let (x, y) = self.at(event);
        self.change(|looking, layout, simulation| {
            let view = looking.view(simulation.timeline.makespan_ms);
            looking.pointing(hit(&simulation.timeline, layout, view, x, y))
        });
    }

    fn on_down(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let (x, y) = self.at(event);
        let on_strip = self.layout.with_untracked(|layout| layout.strip().contains(x, y));
        self.hand.update_value(|hand| hand.press(event.pointer_id(), x, y, on_strip));
        if let Some(canvas) = self.canvas.get_untracked() {
            // Without capture a drag ends at the edge.
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
        if on_strip {
            self.on_move(event);
        }
    }

    fn on_move(self, event: &PointerEvent) {
        if !self.hand.with_value(Hand::is_down) {
            if event.pointer_type() != "touch" {
                self.point(event);
            }
            return;
        }
        let (x, y) = self.at(event);
        let movement = self.hand.try_update_value(|hand| hand.drag(event.pointer_id(), x, y)).flatten();
        if let Some(movement) = movement {
            self.change(|looking, layout, simulation| {
                looking.pointing(None).moved(movement, layout, simulation.timeline.makespan_ms)
            });
        }
    }

    fn on_up(self, event: &PointerEvent) {
        let tapped = self.hand.try_update_value(|hand| hand.release(event.pointer_id())).unwrap_or_default();
        if tapped {
            self.point(event);
        }
    }

    fn on_cancel(self, event: &PointerEvent) {
        self.hand.update_value(|hand| {
            hand.release(event.pointer_id());
        });
    }

    fn on_wheel(self, event: &WheelEvent) {
        let unit = if event.delta_mode() == WheelEvent::DOM_DELTA_PIXEL { 1.0 } else { LINE };
        let always = event.ctrl_key() || event.meta_key();
        let wheel = Wheel {
            across: event.delta_x() * unit,
            down: event.delta_y() * unit,
            pans: event.shift_key() && !always,
            zooms: always || self.has_focus(),
            always,
        };
        let x = f64::from(event.offset_x());
        self.change(|looking, layout, simulation| {
            let after = looking.wheeled(wheel, x, layout, simulation.timeline.makespan_ms);
            if after.is_some() {
                event.prevent_default();
            }
            after.unwrap_or(looking)
        });
    }

    fn has_focus(self) -> bool {
        let canvas = self.canvas.get_untracked();
        canvas.is_some_and(|canvas| document().active_element().as_ref() == Some(canvas.as_ref()))
    }

    fn on_key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some(command) = command(&event.key(), event.shift_key()) else { return };
        event.prevent_default();
        if command == Command::Help {
            press(BUTTON);
            return;
        }
        self.change(|looking, _, simulation| looking.commanded(command, &simulation.timeline));
        if let (Command::Walk(_), Some(id)) = (command, untrack(|| self.looking()).pointed) {
            self.show_lane(id.stage);
        }
    }

    /// Scrolls to a stage's lane.
    fn show_lane(self, stage: usize) {
        if let Some(scroller) = self.scroller.get_untracked() {
            let to = self.layout.with_untracked(|layout| layout.scroll_to(stage));
            scroller.set_scroll_top(to.round() as i32);
        }
    }

    fn on_blur(self) {
        self.change(|looking, _, _| if looking.by_keys { looking.pointing(None) } else { looking });
    }
}

#[component]
pub fn Drawing(app: App) -> impl IntoView {
    let (scroller, canvas) = (NodeRef::<html::Div>::new(), NodeRef::<html::Canvas>::new());
    let (screen, size) = (screen(), size_of(scroller));
    let scrolled = RwSignal::new(0.0);
    let stages = Memo::new(move |_| {
        app.simulation.with(|simulation| {
            simulation.as_ref().and_then(SimulationOnView::there).map_or(0, |simulation| simulation.labels.len())
        })
    });
    let full = Memo::new(move |_| {
        screen.track();
        let room = scroller.get().map_or(0.0, |scroller| reserved_height(&scroller));
        Layout::new(stages.get(), size.get().0).filling(room).within(MOST_HEIGHT)
    });
    let layout = Memo::new(move |_| full.get().scrolled(scrolled.get()));
    let looking = RwSignal::new((None, Looking::default()));
    let scene = Scene { app, looking, hand: StoredValue::new(Hand::default()), layout, canvas, scroller };
    Effect::new(move |_| scene.draw(screen.get()));
    let looked = Memo::new(move |_| scene.looking());
    let label = move || with(app, operation_details::summary).unwrap_or_default();
    let spoken = move || {
        let looked = looked.get();
        let id = looked.pointed.filter(|_| looked.by_keys)?;
        with(app, |simulation| operation_details::tell(simulation, id)).flatten().map(|telling| telling.spoken())
    };
    let note = move || {
        let looked = looked.get();
        let id = looked.pointed?;
        let layout = layout.get();
        with(app, |simulation| {
            let about = operation_rect(simulation, &layout, looked.view(simulation.timeline.makespan_ms), id)?;
            let width = WIDTH.min(layout.width());
            let place = tooltip_place::place(about, (width, HEIGHT), (layout.width(), layout.height()));
            let telling = operation_details::tell(simulation, id)?;
            Some(view! { <Note telling place width height=layout.height() /> })
        })
        .flatten()
    };
    // On whole device pixels, so that nothing is blurred.
    let px = move |length: f64| {
        let ratio = screen.get().ratio;
        format!("{}px", (length * ratio).round() / ratio)
    };
    view! {
        <div class="timeline-drawing">
            <div
                class="timeline-scroll"
                node_ref=scroller
                on:scroll=move |_| {
                    let top = scroller.get_untracked().map_or(0, |scroller| scroller.scroll_top());
                    scrolled.set(f64::from(top));
                }
            >
                <div class="timeline-full" style:height=move || px(full.get().full_height())>
                    <canvas
                        node_ref=canvas
                        class:part=move || !looked.get().is_whole()
                        tabindex="0"
                        role="application"
                        aria-roledescription="timeline"
                        aria-label=label
                        aria-keyshortcuts="W S A D F"
                        style:width=move || px(full.get().width())
                        style:height=move || px(full.get().height())
                        on:pointerdown=move |event| scene.on_down(&event)
                        on:pointermove=move |event| scene.on_move(&event)
                        on:pointerup=move |event| scene.on_up(&event)
                        on:pointercancel=move |event| scene.on_cancel(&event)
                        on:pointerleave=move |event| {
                            if event.pointer_type() != "touch" {
                                scene.change(|looking, _, _| looking.pointing(None));
                            }
                        }
                        on:dblclick=move |_| scene.change(|looking, _, simulation| looking.commanded(Command::Fit, &simulation.timeline))
                        on:wheel=move |event| scene.on_wheel(&event)
                        on:keydown=move |event| scene.on_key(&event)
                        on:blur=move |_| scene.on_blur()
                    ></canvas>
                </div>
            </div>
            {note}
            <p class="hidden-text" role="status">{spoken}</p>
        </div>
    }
}

fn with<T>(app: App, read: impl FnOnce(&LabelledSimulation) -> T) -> Option<T> {
    app.simulation.with(|simulation| simulation.as_ref()?.there().map(read))
}

/// Where an operation is drawn, as far as it is in view.
fn operation_rect(simulation: &LabelledSimulation, layout: &Layout, view: TimeWindow, id: OperationId) -> Option<Rect> {
    let operation = simulation.timeline.operation(id)?;
    let lane = layout.lane(id.stage);
    let (left, right) = (layout.x_of(operation.start_ms, view), layout.x_of(operation.end_ms, view));
    Rect { x: left, width: right - left, ..lane }.between(lane.x - 1.0, lane.right() + 1.0)
}

/// The font family of the page.
fn font(canvas: &HtmlCanvasElement) -> String {
    let style = window().get_computed_style(canvas).ok().flatten();
    style.and_then(|style| style.get_property_value("font-family").ok()).unwrap_or_else(|| "sans-serif".to_owned())
}

/// The height that the style sheet reserves, px.
fn reserved_height(scroller: &HtmlElement) -> f64 {
    let style = window().get_computed_style(scroller).ok().flatten();
    let height = style.and_then(|style| style.get_property_value("min-height").ok()).unwrap_or_default();
    height.trim_end_matches("px").parse().unwrap_or_default()
}

fn press(id: &str) {
    if let Some(button) = document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        button.click();
    }
}

//! What chart, table and legend of the trade-off share.

use leptos::prelude::*;

use crate::answer::FrontierAnswer;
use crate::chart::frontier::FrontierScene;
use crate::chart::same;
use crate::ui::state::app::App;
use crate::ui::state::async_answer::{AsyncAnswer, Loaded};
use crate::ui::state::planner_state::OnView;

/// What the parts of the panel share.
#[derive(Clone, Copy)]
pub struct Parts {
    pub app: App,
    pub frontier: Memo<AsyncAnswer<FrontierAnswer>>,
    pub view: Memo<Option<OnView>>,
    pub scene: Memo<FrontierScene>,
    pub hovered: RwSignal<Option<usize>>,
}

impl Parts {
    pub fn loaded<R>(self, read: impl FnOnce(&Loaded<FrontierAnswer>) -> R) -> Option<R> {
        self.frontier.with(|frontier| frontier.loaded().map(read))
    }

    /// Shows the plan of that point everywhere; the planner's own plan where that is as good.
    pub fn pick(self, index: usize) {
        let point = self.frontier.with_untracked(|frontier| frontier.current()?.answer.points.get(index).cloned());
        let Some(point) = point else { return };
        let own = self.app.planner.run.with_untracked(|run| {
            let answer = run.shown.as_ref().map(|shown| &shown.answer);
            answer.and_then(|answer| answer.time_ms.zip(answer.energy_j))
        });
        let is_own = own.is_some_and(|(time, energy)| same(time, point.time_ms) && same(energy, point.energy_j));
        self.app.pick((!is_own).then_some(point.plan));
    }

    pub fn selected(self) -> Option<usize> {
        self.scene.with(FrontierScene::selected_point)
    }
}

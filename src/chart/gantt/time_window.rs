/// The part of an iteration that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeWindow {
    /// Left edge, ms.
    pub from_ms: f64,
    /// Right edge, ms.
    pub to_ms: f64,
}

/// How far one can zoom in: a ten-thousandth of the iteration.
const CLOSEST: f64 = 1e-4;

impl TimeWindow {
    /// All of an iteration.
    pub fn whole(makespan_ms: f64) -> Self {
        Self { from_ms: 0.0, to_ms: makespan_ms.max(f64::MIN_POSITIVE) }
    }

    /// How much is shown, ms.
    pub fn span_ms(&self) -> f64 {
        self.to_ms - self.from_ms
    }

    /// Whether the window shows the whole iteration.
    pub fn is_whole(&self, makespan_ms: f64) -> bool {
        self.span_ms() >= makespan_ms
    }

    /// Shows `factor` times as much (below 1: closer), keeping what is at `share` of the width (0 to 1) in place.
    pub fn zoomed(&self, factor: f64, share: f64, makespan_ms: f64) -> Self {
        let span = (self.span_ms() * factor).clamp(makespan_ms * CLOSEST, makespan_ms);
        let held_ms = self.from_ms + share * self.span_ms();
        let from_ms = held_ms - share * span;
        Self { from_ms, to_ms: from_ms + span }.within(makespan_ms)
    }

    /// Moves by `share` of its width, to the right if positive.
    pub fn panned(&self, share: f64, makespan_ms: f64) -> Self {
        let by = share * self.span_ms();
        Self { from_ms: self.from_ms + by, to_ms: self.to_ms + by }.within(makespan_ms)
    }

    /// Moved just so far that an operation is in view.
    pub fn revealing(&self, start_ms: f64, end_ms: f64, makespan_ms: f64) -> Self {
        let margin = 0.05 * self.span_ms();
        let by = if start_ms - margin < self.from_ms {
            start_ms - margin - self.from_ms
        } else {
            (end_ms + margin - self.to_ms).max(0.0).min((start_ms - margin - self.from_ms).max(0.0))
        };
        Self { from_ms: self.from_ms + by, to_ms: self.to_ms + by }.within(makespan_ms)
    }

    fn within(self, makespan_ms: f64) -> Self {
        let span = self.span_ms().min(makespan_ms);
        let from_ms = self.from_ms.clamp(0.0, makespan_ms - span);
        Self { from_ms, to_ms: from_ms + span }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zoom_keeps_the_held_moment_and_the_ends() {
        let whole = TimeWindow::whole(1_000.0);
        let closer = whole.zoomed(0.5, 0.25, 1_000.0);
        assert_eq!(closer, TimeWindow { from_ms: 125.0, to_ms: 625.0 });
        assert_eq!(closer.zoomed(8.0, 0.9, 1_000.0), whole);
        let closest = (0..100).fold(whole, |view, _| view.zoomed(0.5, 1.0, 1_000.0));
        assert!((closest.span_ms() - 0.1).abs() < 1e-9 && (closest.to_ms - 1_000.0).abs() < 1e-9);
    }

    #[test]
    fn pan_stops_at_the_ends() {
        let view = TimeWindow { from_ms: 100.0, to_ms: 300.0 };
        assert_eq!(view.panned(0.5, 1_000.0), TimeWindow { from_ms: 200.0, to_ms: 400.0 });
        assert_eq!(view.panned(-5.0, 1_000.0), TimeWindow { from_ms: 0.0, to_ms: 200.0 });
        assert_eq!(view.panned(50.0, 1_000.0), TimeWindow { from_ms: 800.0, to_ms: 1_000.0 });
        assert!(TimeWindow::whole(9.0).panned(1.0, 9.0).is_whole(9.0));
    }

    #[test]
    fn revealing_moves_no_more_than_needed() {
        let view = TimeWindow { from_ms: 100.0, to_ms: 200.0 };
        assert_eq!(view.revealing(120.0, 150.0, 1_000.0), view);
        assert_eq!(view.revealing(300.0, 320.0, 1_000.0), TimeWindow { from_ms: 225.0, to_ms: 325.0 });
        assert_eq!(view.revealing(50.0, 60.0, 1_000.0), TimeWindow { from_ms: 45.0, to_ms: 145.0 });
    }
}

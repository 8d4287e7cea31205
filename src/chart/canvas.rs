//! A 2D canvas as a [`Surface`], crisp at any pixel ratio.

use wasm_bindgen::JsValue;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::{Align, Rect, Surface, TextStyle};

/// A canvas whose coordinates are CSS pixels and whose edges fall on device pixels.
pub struct CanvasSurface {
    context: CanvasRenderingContext2d,
    ratio: f64,
    family: String,
}

impl CanvasSurface {
    /// Sizes the canvas for `width` × `height` CSS pixels at `ratio` device pixels each, and clears it. `family` is
    /// the font family of the page. `None` if the browser gives no 2D context.
    pub fn new(canvas: &HtmlCanvasElement, width: f64, height: f64, ratio: f64, family: &str) -> Option<Self> {
        use wasm_bindgen::JsCast;
        let device = |length: f64| (length * ratio).round().max(1.0) as u32;
        if (canvas.width(), canvas.height()) != (device(width), device(height)) {
            canvas.set_width(device(width));
            canvas.set_height(device(height));
        }
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
        context.set_global_alpha(1.0);
        context.clear_rect(0.0, 0.0, width, height);
        Some(Self { context, ratio, family: family.to_owned() })
    }

    fn snap(&self, value: f64) -> f64 {
        (value * self.ratio).round() / self.ratio
    }

    /// The rectangle on device pixels; what has any width keeps at least one.
    fn snapped(&self, rect: Rect) -> Rect {
        let (x, y) = (self.snap(rect.x), self.snap(rect.y));
        let pixel = 1.0 / self.ratio;
        let width = (self.snap(rect.right()) - x).max(pixel);
        let height = (self.snap(rect.bottom()) - y).max(pixel);
        Rect { x, y, width, height }
    }

    fn stroke(&self, colour: &str, width: f64) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(width);
        self.context.stroke();
    }

    fn set_font(&self, style: TextStyle) {
        self.context.set_font(&format!("{} {}px {}", style.weight, style.size, self.family));
    }
}

impl Surface for CanvasSurface {
    fn fill(&mut self, rect: Rect, colour: &str) {
        let Rect { x, y, width, height } = self.snapped(rect);
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(x, y, width, height);
    }

    fn outline(&mut self, rect: Rect, colour: &str, line: f64) {
        let Rect { x, y, width, height } = self.snapped(rect);
        let line = (line * self.ratio).round().max(1.0) / self.ratio;
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(line);
        let (width, height) = ((width - line).max(0.0), (height - line).max(0.0));
        self.context.stroke_rect(x + line / 2.0, y + line / 2.0, width, height);
    }

    fn segments(&mut self, segments: &[[f64; 4]], colour: &str, width: f64) {
        self.context.begin_path();
        for &[x0, y0, x1, y1] in segments {
            self.context.move_to(x0, y0);
            self.context.line_to(x1, y1);
        }
        self.stroke(colour, width);
    }

    fn polyline(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dash: Option<f64>) {
        self.context.begin_path();
        for (index, &(x, y)) in points.iter().enumerate() {
            if index == 0 { self.context.move_to(x, y) } else { self.context.line_to(x, y) }
        }
        let pattern = js_sys::Array::new();
        if let Some(length) = dash {
            pattern.push(&JsValue::from_f64(length));
        }
        let _ = self.context.set_line_dash(&pattern);
        self.stroke(colour, width);
        let _ = self.context.set_line_dash(&js_sys::Array::new());
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, colour: &str, line_width: Option<f64>) {
        self.context.begin_path();
        let _ = self.context.arc(x, y, radius, 0.0, std::f64::consts::TAU);
        match line_width {
            Some(width) => self.stroke(colour, width),
            None => {
                self.context.set_fill_style_str(colour);
                self.context.fill();
            }
        }
    }

    fn text(&mut self, text: &str, x: f64, y: f64, style: TextStyle, colour: &str) {
        self.set_font(style);
        self.context.set_text_align(match style.align {
            Align::Start => "left",
            Align::Middle => "center",
            Align::End => "right",
        });
        self.context.set_text_baseline("alphabetic");
        self.context.set_fill_style_str(colour);
        let _ = self.context.fill_text(text, x, y);
    }

    fn text_width(&mut self, text: &str, style: TextStyle) -> f64 {
        self.set_font(style);
        self.context.measure_text(text).map_or(0.0, |metrics| metrics.width())
    }

    fn set_opacity(&mut self, opacity: f64) {
        self.context.set_global_alpha(opacity);
    }

    fn begin_clip(&mut self, rect: Rect) {
        let Rect { x, y, width, height } = self.snapped(rect);
        self.context.save();
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
    }

    fn end_clip(&mut self) {
        self.context.restore();
    }
}

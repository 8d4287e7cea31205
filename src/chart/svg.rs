use std::fmt::Write;

use super::{Align, Rect, Surface, TextStyle};

/// A drawing as SVG.
pub struct SvgSurface {
    width: f64,
    height: f64,
    body: String,
    opacity: f64,
    clips: usize,
}

impl SvgSurface {
    /// An empty drawing of that size in CSS pixels.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new(), opacity: 1.0, clips: 0 }
    }

    /// The SVG document.
    pub fn finish(self) -> String {
        let Self { width, height, body, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\">\n{body}</svg>\n"
        )
    }

    fn element(&mut self, shape: std::fmt::Arguments<'_>) {
        let opacity = if self.opacity < 1.0 { format!(" opacity=\"{}\"", self.opacity) } else { String::new() };
        let _ = writeln!(self.body, "<{shape}{opacity}/>");
    }
}

/// A coordinate to a hundredth of a pixel.
fn at(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Surface for SvgSurface {
    fn fill(&mut self, Rect { x, y, width, height }: Rect, colour: &str) {
        let (x, y, width, height) = (at(x), at(y), at(width), at(height));
        self.element(format_args!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\""));
    }

    fn outline(&mut self, Rect { x, y, width, height }: Rect, colour: &str, line: f64) {
        let inset = line / 2.0;
        let (x, y) = (at(x + inset), at(y + inset));
        let (width, height) = (at((width - line).max(0.0)), at((height - line).max(0.0)));
        self.element(format_args!(
            "rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{line}\""
        ));
    }

    fn segments(&mut self, segments: &[[f64; 4]], colour: &str, width: f64) {
        let mut path = String::new();
        for &[x0, y0, x1, y1] in segments {
            let _ = write!(path, "M{} {}L{} {}", at(x0), at(y0), at(x1), at(y1));
        }
        self.element(format_args!("path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\""));
    }

    fn polyline(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dash: Option<f64>) {
        let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", at(x), at(y))).collect();
        let dash = dash.map(|length| format!(" stroke-dasharray=\"{length}\"")).unwrap_or_default();
        self.element(format_args!(
            "polyline points=\"{}\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\"{dash}",
            points.join(" ")
        ));
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, colour: &str, line_width: Option<f64>) {
        let paint = match line_width {
            None => format!("fill=\"{colour}\""),
            Some(width) => format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\""),
        };
        self.element(format_args!("circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {paint}", at(x), at(y)));
    }

    fn text(&mut self, text: &str, x: f64, y: f64, style: TextStyle, colour: &str) {
        let anchor = match style.align {
            Align::Start => "start",
            Align::Middle => "middle",
            Align::End => "end",
        };
        let opacity = if self.opacity < 1.0 { format!(" opacity=\"{}\"", self.opacity) } else { String::new() };
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{}\" text-anchor=\"{anchor}\" \
             fill=\"{colour}\"{opacity}>{}</text>",
            at(x),
            at(y),
            style.size,
            style.weight,
            escaped(text)
        );
    }

    /// An estimate: without a font at hand, characters count 0.6 of the size, bold ones 0.64.
    fn text_width(&mut self, text: &str, style: TextStyle) -> f64 {
        let share = if style.weight >= 600 { 0.64 } else { 0.6 };
        text.chars().count() as f64 * style.size * share
    }

    fn set_opacity(&mut self, opacity: f64) {
        self.opacity = opacity;
    }

    fn begin_clip(&mut self, Rect { x, y, width, height }: Rect) {
        self.clips += 1;
        let _ = writeln!(
            self.body,
            "<clipPath id=\"clip-{0}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/></clipPath>\
             <g clip-path=\"url(#clip-{0})\">",
            self.clips
        );
    }

    fn end_clip(&mut self) {
        self.body.push_str("</g>\n");
    }
}

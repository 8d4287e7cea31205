/// A rectangle in CSS pixels, y downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
}

impl Rect {
    /// From its left edge, top edge, width and height.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Whether a point lies in it; left and top edges do, right and bottom edges do not.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    /// The part of the rectangle between two vertical lines; `None` where they leave nothing.
    pub fn between(&self, left: f64, right: f64) -> Option<Self> {
        let (from, to) = (self.x.max(left), self.right().min(right));
        (to > from).then_some(Self { x: from, width: to - from, ..*self })
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text starts at the given point.
    Start,
    /// The text's middle stands at the given point.
    Middle,
    /// The text ends at the given point.
    End,
}

/// Size and weight of a text; the family is the page's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Font size, CSS pixels.
    pub size: f64,
    /// 400, 500 or 600.
    pub weight: u16,
    /// Relative to its point.
    pub align: Align,
}

/// Something that can be drawn on, in CSS pixels. Colours are CSS colours.
pub trait Surface {
    /// A filled rectangle.
    fn fill(&mut self, rect: Rect, colour: &str);
    /// A rectangle's edge, drawn inside it.
    fn outline(&mut self, rect: Rect, colour: &str, width: f64);
    /// Many separate straight lines of one colour and width.
    fn segments(&mut self, segments: &[[f64; 4]], colour: &str, width: f64);
    /// One line through the points; dashed if `dash` says how long dashes and gaps are.
    fn polyline(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dash: Option<f64>);
    /// A circle, filled or as a line of that width.
    fn circle(&mut self, centre: (f64, f64), radius: f64, colour: &str, line_width: Option<f64>);
    /// A text whose baseline runs through `y`.
    fn text(&mut self, text: &str, x: f64, y: f64, style: TextStyle, colour: &str);
    /// How wide a text would be.
    fn text_width(&mut self, text: &str, style: TextStyle) -> f64;
    /// From here on everything is drawn at this opacity, 0 to 1.
    fn set_opacity(&mut self, opacity: f64);
    /// From here to [`Self::end_clip`] nothing is drawn outside `rect`. Not nested.
    fn begin_clip(&mut self, rect: Rect);
    fn end_clip(&mut self);
}

/// The text, or as much of its beginning as fits into `width` with an ellipsis; nothing if not even that fits.
pub fn fitted(surface: &mut dyn Surface, text: &str, style: TextStyle, width: f64) -> String {
    if surface.text_width(text, style) <= width {
        return text.to_owned();
    }
    let mut shortened: String = text.to_owned();
    while shortened.pop().is_some() {
        let candidate = format!("{}…", shortened.trim_end());
        if surface.text_width(&candidate, style) <= width {
            return if shortened.trim().is_empty() { String::new() } else { candidate };
        }
    }
    String::new()
}

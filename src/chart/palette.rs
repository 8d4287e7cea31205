/// The style sheet that colours are read from, so that a drawing and the page around it never differ.
const TOKENS: &str = include_str!("../../style/tokens.css");

/// Colours of one kind of operation.
#[derive(Clone, Debug, PartialEq)]
pub struct OperationColours {
    pub fill: String,
    pub edge: String,
    /// Pattern on the fill.
    pub pattern: String,
    /// Text on the fill.
    pub ink: String,
}

/// The colours of drawings in one theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Background of charts.
    pub surface: String,
    /// Tracks and table heads.
    pub sunken: String,
    /// The dominated side of a frontier.
    pub hover: String,
    /// Hairlines and grids.
    pub line: String,
    /// Axes and control edges.
    pub line_2: String,
    /// Text of values.
    pub ink: String,
    /// Text of labels.
    pub ink_2: String,
    /// Text of ticks and side notes.
    pub ink_3: String,
    /// Selection and actions.
    pub accent: String,
    /// On the accent.
    pub accent_ink: String,
    /// Behind a selection.
    pub accent_soft: String,
    pub forward: OperationColours,
    pub backward: OperationColours,
    pub send: OperationColours,
    /// GPU time spent waiting.
    pub bubble: OperationColours,
    pub critical: String,
}

impl Palette {
    /// The light or the dark theme of the style sheet.
    pub fn of_theme(dark: bool) -> Self {
        let token = |name: &str| token(TOKENS, name, dark).unwrap_or("currentColor").to_owned();
        let operation = |fill: &str, edge: &str, pattern: &str, ink: &str| OperationColours {
            fill: token(fill),
            edge: token(edge),
            pattern: token(pattern),
            ink: token(ink),
        };
        Self {
            surface: token("surface"),
            sunken: token("sunken"),
            hover: token("hover"),
            line: token("line"),
            line_2: token("line-2"),
            ink: token("ink"),
            ink_2: token("ink-2"),
            ink_3: token("ink-3"),
            accent: token("accent"),
            accent_ink: token("accent-ink"),
            accent_soft: token("accent-soft"),
            forward: operation("op-f", "op-f-edge", "op-f-edge", "op-f-ink"),
            backward: operation("op-b", "op-b-edge", "op-b-pat", "op-b-ink"),
            send: operation("op-s", "op-s-edge", "op-s-pat", "op-s-pat"),
            bubble: operation("bubble", "bubble", "bubble-pat", "bubble-pat"),
            critical: token("crit"),
        }
    }
}

/// The value of `--name`, of `light-dark(a, b)` the one for the theme.
fn token<'t>(sheet: &'t str, name: &str, dark: bool) -> Option<&'t str> {
    let (_, after) = sheet.split_once(&format!("--{name}:"))?;
    let value = after.split(';').next()?.trim();
    let Some(pair) = value.strip_prefix("light-dark(").and_then(|rest| rest.strip_suffix(')')) else {
        return Some(value);
    };
    let (light, other) = pair.split_once(',')?;
    Some(if dark { other.trim() } else { light.trim() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_both_themes_is_in_the_style_sheet() {
        for dark in [false, true] {
            let written = format!("{:?}", Palette::of_theme(dark));
            assert!(!written.contains("currentColor"), "{written}");
        }
        assert_ne!(Palette::of_theme(false), Palette::of_theme(true));
    }

    #[test]
    fn tokens_are_read_by_name_and_theme() {
        let sheet = ":root { --op-f: light-dark(#111111, #222222); --op-f-edge: #333333; }";
        assert_eq!(token(sheet, "op-f", false), Some("#111111"));
        assert_eq!(token(sheet, "op-f", true), Some("#222222"));
        assert_eq!(token(sheet, "op-f-edge", true), Some("#333333"));
        assert_eq!(token(sheet, "op", true), None);
    }
}

//! Numbers as the page writes them: 1,756.8 ms; 74,609 tok/s; −12.0 % with a true minus; "–" for none.

/// What stands where there is no value.
pub const NONE: &str = "–";
const MINUS: &str = "−";

/// With so many decimals and commas between thousands: `1,756.8`.
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let digits = format!("{:.*}", decimals, value.abs());
    let shows_zero = digits.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if value < 0.0 && !shows_zero { MINUS } else { "" };
    format!("{sign}{}", grouped(&digits))
}

/// One decimal; below 0.1 two significant digits, so that something small does not read as nothing.
pub fn one_decimal(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || size >= 0.095 {
        return fixed(value, 1);
    }
    if size < 1e-6 {
        return format!("{}{size:.1e}", if value < 0.0 { MINUS } else { "" });
    }
    let leading_zeros = (-size.log10()).ceil().max(1.0) as usize;
    fixed(value, leading_zeros + 1)
}

/// [`one_decimal`], or "–".
pub fn one_decimal_or_none(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), one_decimal)
}

/// A count: `50,258`.
pub fn count(value: u64) -> String {
    grouped(&value.to_string())
}

/// "1 GPU", "7 GPUs", "8 batches".
pub fn counted(value: u64, noun: &str) -> String {
    let ending = match value {
        1 => "",
        _ if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", count(value))
}

/// A number in full: `−24`, `1,000,000`, `0.001`; with an exponent from 10¹⁵ on and below 10⁻⁶.
pub fn exact(value: f64) -> String {
    let size = value.abs();
    let digits =
        if size >= 1e15 || (size > 0.0 && size < 1e-6) { format!("{size:e}") } else { grouped(&size.to_string()) };
    if value < 0.0 { format!("{MINUS}{digits}") } else { digits }
}

/// The text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The change from `reference` to `value`: `−12.0 %`, `+3.1 %`, `0.0 %`, from 100 % on `+131 %`; "–" where
/// `reference` is not above 0 or the change is not finite.
pub fn change(value: f64, reference: f64) -> String {
    let Some((percent, decimals)) = shown_percent(value, reference) else { return NONE.to_owned() };
    let text = fixed(percent, decimals);
    let plus = if differs(value, reference) && percent > 0.0 { "+" } else { "" };
    format!("{plus}{text} %")
}

/// Whether [`change`] shows a change: neither "0.0 %" nor "–".
pub fn differs(value: f64, reference: f64) -> bool {
    shown_percent(value, reference).is_some_and(|(percent, _)| percent.abs() >= 0.05)
}

/// The change in per cent and the decimals that are shown of it.
fn shown_percent(value: f64, reference: f64) -> Option<(f64, usize)> {
    let percent = 100.0 * (value / reference - 1.0);
    let decimals = if percent.abs() < 99.95 { 1 } else { 0 };
    (percent.is_finite() && reference > 0.0).then_some((percent, decimals))
}

/// A share of 1: `57 %`. Not 100 before it is all.
pub fn share(value: f64) -> String {
    let percent = (100.0 * value.clamp(0.0, 1.0)).round();
    let percent = if value < 1.0 { percent.min(99.0) } else { percent };
    format!("{percent:.0} %")
}

/// A share as a bound from above, rounded up: `2.1 %`.
pub fn share_up(value: f64) -> String {
    format!("{} %", fixed((1_000.0 * value - 1e-6).ceil().max(0.0) / 10.0, 1))
}

/// How long something took: `0.9 ms`, `41 ms`, `1.14 s`, `2 min 5 s`.
pub fn duration(ms: f64) -> String {
    match ms {
        ms if !ms.is_finite() || ms < 0.0 => NONE.to_owned(),
        ms if ms < 0.05 => "under 0.1 ms".to_owned(),
        ms if ms < 9.95 => format!("{ms:.1} ms"),
        ms if ms < 999.5 => format!("{ms:.0} ms"),
        ms if ms < 59_995.0 => format!("{:.2} s", ms / 1_000.0),
        ms => {
            let seconds = (ms / 1_000.0).round() as u64;
            format!("{} min {} s", count(seconds / 60), seconds % 60)
        }
    }
}

fn grouped(digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = String::with_capacity(digits.len() + whole.len() / 3);
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Copy>(cases: &[(T, &str)], write: impl Fn(T) -> String) {
        for &(value, expected) in cases {
            assert_eq!(write(value), expected);
        }
    }

    #[test]
    fn decimals_and_thousands() {
        let cases = [
            (1756.8123, "1,756.8"),
            (812.94, "812.9"),
            (0.0, "0.0"),
            (-0.04, "0.0"),
            (-12.04, "−12.0"),
            (999_999.96, "1,000,000.0"),
            (f64::NAN, "–"),
            (f64::INFINITY, "–"),
        ];
        check(&cases, |value| fixed(value, 1));
        check(&[(74_609.4, "74,609"), (999.5, "1,000")], |value| fixed(value, 0));
    }

    #[test]
    fn small_figures_stay_visible() {
        check(&[(0.0, "0.0"), (0.1, "0.1"), (0.0437, "0.044"), (0.00125, "0.0013"), (-0.02, "−0.020")], one_decimal);
        check(&[(5e-9, "5.0e-9")], one_decimal);
        assert_eq!(one_decimal_or_none(None), "–");
    }

    #[test]
    fn exact_numbers_lose_no_digit() {
        let cases = [
            (-24.0, "−24"),
            (1e6, "1,000,000"),
            (0.001, "0.001"),
            (12_345.678_9, "12,345.6789"),
            (0.0, "0"),
            (-0.0, "0"),
            (1e300, "1e300"),
            (-2.5e-9, "−2.5e-9"),
        ];
        check(&cases, exact);
    }

    #[test]
    fn changes_have_a_sign_unless_there_is_none() {
        // (value, reference): 1756.8/1995.9 = 0.88020, 858.2/812.9 = 1.05573.
        let cases = [
            ((1756.8, 1995.9), "−12.0 %"),
            ((858.2, 812.9), "+5.6 %"),
            // 1977.8/858.2 = 2.30459.
            ((1977.8, 858.2), "+130 %"),
            ((1.999, 1.0), "+99.9 %"),
            ((2.0, 1.0), "+100 %"),
            ((5.0, 5.0), "0.0 %"),
            ((5.000_01, 5.0), "0.0 %"),
            ((4.999_99, 5.0), "0.0 %"),
            ((5.0, 0.0), "–"),
        ];
        check(&cases, |(value, reference)| change(value, reference));
    }

    #[test]
    fn bounds_are_rounded_up() {
        assert_eq!(share_up(0.020_01), "2.1 %");
        assert_eq!(share_up(0.2 + 1e-16), "20.0 %");
        assert_eq!(share_up(0.0), "0.0 %");
    }

    #[test]
    fn shares_reach_100_only_at_the_end() {
        check(&[(0.0, "0 %"), (0.571, "57 %"), (0.999, "99 %"), (1.0, "100 %"), (7.0, "100 %")], share);
    }

    #[test]
    fn durations_choose_their_unit() {
        let cases = [
            (0.94, "0.9 ms"),
            (0.02, "under 0.1 ms"),
            (41.2, "41 ms"),
            (999.4, "999 ms"),
            (1_140.0, "1.14 s"),
            (125_000.0, "2 min 5 s"),
            (-1.0, "–"),
        ];
        check(&cases, duration);
    }

    #[test]
    fn counts_agree_with_their_noun() {
        check(&[(1, "1 GPU"), (0, "0 GPUs"), (1_234, "1,234 GPUs")], |value| counted(value, "GPU"));
        check(&[(1, "1 micro-batch"), (8, "8 micro-batches")], |value| counted(value, "micro-batch"));
    }
}

//! A scenario as the fragment of an address: `#g1.<payload>`, then optionally `&view=present|embed` and
//! `&lesson=ID`. A browser sends no fragment to any server.
//!
//! `g1` is the version of the format. The payload is base64url without padding of a frame (`frame`): length,
//! CRC-32, raw DEFLATE of compact JSON, in which every table is a list of rows without keys (`columns`, `pack`).
//! Links of every version stay readable; golden ones are kept under `tests/data/links`.
//!
//! A link that does not open is refused with one of these codes, all in table `link`:
//! `link-unknown` (no link of this product), `link-newer` (a format made by a later version), `link-too-long`,
//! `link-truncated` (its end is missing), `link-damaged` (changed on the way), `link-parameter` (a view or lesson
//! that can't be read). Cutting characters off a link always gives `link-truncated` once the tag is whole.
//! What opens is then judged like a file.

mod columns;
mod frame;
mod pack;

use super::problems::{at, problem};
use super::say::{clip, figure};
use super::{Document, Problem, Scenario, read_value};

/// Longest fragment that is decoded, characters.
pub const MAX_CHARS: usize = 64 << 10;
/// Longer links are cut by some programs they are pasted into; a file is the safer way.
pub const ADVISED_CHARS: usize = 8_000;
/// The format this version writes.
const TAG: &str = "g1";
/// Most characters of a parameter's value.
const MAX_VALUE_CHARS: usize = 64;

/// How the page shows a scenario that came by link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Large type, for a projector.
    Present,
    /// Timeline and frontier only, for slides.
    Embed,
}

impl View {
    /// Its name in a link.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Embed => "embed",
        }
    }
}

/// What a link holds before it is judged like a file.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedLink {
    /// The document as a JSON value, for [`read_value`] or, where that finds problems, for the editor.
    pub value: serde_json::Value,
    /// The view it asks for.
    pub view: Option<View>,
    /// The lesson it belongs to: 1 to 64 of `a`–`z`, `0`–`9` and `-`.
    pub lesson: Option<String>,
}

/// The fragment without `#`: `g1.<payload>`. Its length is the caller's to show: past [`ADVISED_CHARS`] a file is
/// better, past [`MAX_CHARS`] [`decode`] refuses it.
pub fn encode(document: &Document) -> String {
    format!("{TAG}.{}", frame::seal(&pack::pack(document)))
}

/// Appends what the page shows it as. A lesson that is no lesson name is left out.
pub fn with_parameters(fragment: &str, view: Option<View>, lesson: Option<&str>) -> String {
    let mut link = fragment.to_owned();
    if let Some(view) = view {
        link.push_str("&view=");
        link.push_str(view.as_str());
    }
    if let Some(lesson) = lesson.filter(|lesson| is_slug(lesson)) {
        link.push_str("&lesson=");
        link.push_str(lesson);
    }
    link
}

/// Decodes and judges: the scenario, its view and its lesson, or everything that is wrong.
pub fn open(fragment: &str) -> Result<(Scenario, Option<View>, Option<String>), Vec<Problem>> {
    let link = decode(fragment)?;
    Ok((read_value(&link.value)?, link.view, link.lesson))
}

/// Decodes a fragment, with or without its `#`, or a whole address. The document it yields is not judged yet.
///
/// Parameters that are not known are ignored, and so is a view of another name: a later version may have added them.
pub fn decode(fragment: &str) -> Result<OpenedLink, Vec<Problem>> {
    let text = fragment.trim();
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    let mut parts = fragment.split('&');
    let (tag, payload) = tag_and_payload(parts.next().unwrap_or_default())?;
    if tag != TAG {
        return Err(refusal(
            "link-newer",
            format!("This link was made by a newer version; its format is “{}”.", clip(tag)),
            "Reload the page to get the newest version, then open the link again.",
        ));
    }
    if fragment.len() > MAX_CHARS {
        let length = figure(fragment.len() as f64);
        return Err(refusal(
            "link-too-long",
            format!("This link has {length} characters; at most {} can be opened.", figure(MAX_CHARS as f64)),
            "Ask for the scenario as a file.",
        ));
    }
    let (mut view, mut lesson) = (None, None);
    for (name, value) in parts.filter_map(|part| part.split_once('=')) {
        let place = match name {
            "view" => &mut view,
            "lesson" => &mut lesson,
            _ => continue,
        };
        if place.is_some() || !is_slug(value) {
            return Err(refusal(
                "link-parameter",
                format!("The {name} of this link can't be read; it says “{}”.", clip(value)),
                format!("Take “&{name}=…” off the link."),
            ));
        }
        *place = Some(value);
    }
    Ok(OpenedLink {
        value: pack::unpack(&frame::unseal(payload)?)?,
        view: [View::Present, View::Embed].into_iter().find(|known| view == Some(known.as_str())),
        lesson: lesson.map(str::to_owned),
    })
}

/// `g1.abc` is tag `g1` and payload `abc`; a link cut right after its tag has lost the payload.
fn tag_and_payload(link: &str) -> Result<(&str, &str), Vec<Problem>> {
    let (tag, payload) = link.split_once('.').unwrap_or((link, ""));
    let version = tag.strip_prefix('g').unwrap_or_default();
    let known = !version.is_empty()
        && version.len() <= 3
        && !version.starts_with('0')
        && version.bytes().all(|byte| byte.is_ascii_digit());
    if known {
        return Ok((tag, payload));
    }
    let what = match link.is_empty() {
        true => "This link holds no scenario.".to_owned(),
        false => format!("This is not a link to a scenario; it says “{}”.", clip(link)),
    };
    Err(refusal("link-unknown", what, "Copy the whole link, from https to its last character."))
}

fn is_slug(value: &str) -> bool {
    (1..=MAX_VALUE_CHARS).contains(&value.len())
        && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The report of a link that does not open: one problem.
fn refusal(code: &str, what: impl Into<String>, remedy: impl Into<String>) -> Vec<Problem> {
    vec![problem(code, at("link", None, None), what, remedy)]
}

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
mod refusal;

use super::{Document, Problem, Scenario, read_value};
use crate::words::problems as words;
use refusal::refusal;

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
pub enum Presentation {
    /// Large type, for a projector.
    Present,
    /// Timeline and frontier only, for slides.
    Embed,
}

impl Presentation {
    const ALL: [Self; 2] = [Self::Present, Self::Embed];

    /// Name in a link.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Embed => "embed",
        }
    }
}

/// What a link says besides its scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkParameters {
    /// The presentation that the link asks for; `None` for the whole page.
    pub presentation: Option<Presentation>,
    /// The lesson that the scenario belongs to: 1 to 64 of `a`–`z`, `0`–`9` and `-`.
    pub lesson: Option<String>,
}

/// The content of a link before the scenario is judged like a file.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedLink {
    /// The document as a JSON value, for [`read_value`] or, where that finds problems, for the editor.
    pub value: serde_json::Value,
    /// What the link says besides.
    pub parameters: LinkParameters,
}

/// The fragment without `#`: `g1.<payload>`. Its length is the caller's to show: past [`ADVISED_CHARS`] a file is
/// better, past [`MAX_CHARS`] [`decode`] refuses it.
pub fn encode(document: &Document) -> String {
    format!("{TAG}.{}", frame::seal(&pack::pack(document)))
}

/// The fragment with `parameters` appended. A lesson that is no lesson name is left out.
pub fn with_parameters(fragment: &str, parameters: &LinkParameters) -> String {
    let mut link = fragment.to_owned();
    if let Some(presentation) = parameters.presentation {
        link.push_str("&view=");
        link.push_str(presentation.as_str());
    }
    if let Some(lesson) = parameters.lesson.as_deref().filter(|lesson| is_slug(lesson)) {
        link.push_str("&lesson=");
        link.push_str(lesson);
    }
    link
}

/// The scenario and the parameters of a link, or everything that is wrong with it. `text` is what [`decode`] takes.
pub fn open(text: &str) -> Result<(Scenario, LinkParameters), Vec<Problem>> {
    let link = decode(text)?;
    Ok((read_value(&link.value)?, link.parameters))
}

/// The fragment in `text`, which is a whole address, a fragment with its `#`, or the fragment alone. An address has one
/// `#`; where words around the address bring more, the fragment begins at the last `#` that a link's tag follows.
fn fragment_in(text: &str) -> &str {
    let text = text.trim();
    let after = |at: usize| text.get(at + 1..).unwrap_or_default();
    let hashes = || text.match_indices('#').map(|(at, _)| after(at));
    hashes().rfind(|rest| begins_with_tag(rest)).or_else(|| hashes().next()).unwrap_or(text)
}

/// The document and the parameters of a link in `text`: a fragment, with or without its `#`, or a whole address. The
/// document is not judged yet.
///
/// Parameters that are not known are ignored, and so is a view of another name: a later version may have added them.
pub fn decode(text: &str) -> Result<OpenedLink, Vec<Problem>> {
    let fragment = fragment_in(text);
    let mut parts = fragment.split('&');
    let (tag, payload) = tag_and_payload(parts.next().unwrap_or_default())?;
    if tag != TAG {
        return Err(refusal("link-newer", words::newer_link(tag)));
    }
    if fragment.len() > MAX_CHARS {
        return Err(refusal("link-too-long", words::too_long_link(fragment.len(), MAX_CHARS)));
    }
    let (mut view, mut lesson) = (None, None);
    for (name, value) in parts.filter_map(|part| part.split_once('=')) {
        let place = match name {
            "view" => &mut view,
            "lesson" => &mut lesson,
            _ => continue,
        };
        if place.is_some() || !is_slug(value) {
            return Err(refusal("link-parameter", words::link_parameter(name, value)));
        }
        *place = Some(value);
    }
    Ok(OpenedLink {
        value: pack::unpack(&frame::unseal(payload)?)?,
        parameters: LinkParameters {
            presentation: Presentation::ALL.into_iter().find(|known| view == Some(known.as_str())),
            lesson: lesson.map(str::to_owned),
        },
    })
}

/// `g1.abc` is tag `g1` and payload `abc`; a link cut right after its tag has lost the payload.
fn tag_and_payload(link: &str) -> Result<(&str, &str), Vec<Problem>> {
    let (tag, payload) = link.split_once('.').unwrap_or((link, ""));
    if is_tag(tag) {
        return Ok((tag, payload));
    }
    let words = if link.is_empty() { words::empty_link() } else { words::not_a_link(link) };
    Err(refusal("link-unknown", words))
}

/// Whether `text` is `g` and a version of one to three digits.
fn is_tag(text: &str) -> bool {
    let version = text.strip_prefix('g').unwrap_or_default();
    (1..=3).contains(&version.len()) && !version.starts_with('0') && version.bytes().all(|byte| byte.is_ascii_digit())
}

fn begins_with_tag(text: &str) -> bool {
    text.split_once('.').is_some_and(|(tag, _)| is_tag(tag))
}

fn is_slug(value: &str) -> bool {
    (1..=MAX_VALUE_CHARS).contains(&value.len())
        && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

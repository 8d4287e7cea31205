//! The bytes of a link: `varint(length of what follows) ‖ CRC-32 ‖ raw DEFLATE`, as canonical base64url.
//!
//! The length tells a link that lost its end from one that was changed; the checksum (little-endian, of the
//! deflated bytes) is looked at before anything is unpacked.

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD, URL_SAFE_NO_PAD};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::refusal::refusal;
use crate::scenario::Problem;
use crate::words::problems as words;

/// Most bytes a payload may unpack to.
const MAX_UNPACKED_BYTES: usize = 1 << 20;
const CHECKSUM_BYTES: usize = 4;
/// As small as DEFLATE gets; scenarios are small.
const COMPRESSION_LEVEL: u8 = 10;
/// Bytes of the length at most: three carry 2²¹ − 1, more than the longest link.
const MAX_LENGTH_BYTES: usize = 3;

/// Packs `content` into a payload.
pub(super) fn seal(content: &[u8]) -> String {
    let packed = compress_to_vec(content, COMPRESSION_LEVEL);
    let mut frame = Vec::with_capacity(packed.len() + MAX_LENGTH_BYTES + CHECKSUM_BYTES);
    let mut length = packed.len() + CHECKSUM_BYTES;
    while length >= 0x80 {
        frame.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    frame.push(length as u8);
    frame.extend(crc32fast::hash(&packed).to_le_bytes());
    frame.extend(packed);
    URL_SAFE_NO_PAD.encode(frame)
}

/// Unpacks a payload, or says whether it is cut, changed, or too much.
pub(super) fn unseal(payload: &str) -> Result<Vec<u8>, Vec<Problem>> {
    let frame = match URL_SAFE_NO_PAD.decode(payload) {
        Ok(frame) => frame,
        Err(_) if is_cut(&decode_leniently(payload).ok_or_else(damaged)?) => return Err(truncated()),
        Err(_) => return Err(damaged()),
    };
    if is_cut(&frame) {
        return Err(truncated());
    }
    let (length, body) = split_length(&frame).ok_or_else(damaged)?;
    if length != body.len() {
        return Err(damaged());
    }
    let (checksum, packed) = body.split_first_chunk::<CHECKSUM_BYTES>().ok_or_else(damaged)?;
    if crc32fast::hash(packed) != u32::from_le_bytes(*checksum) {
        return Err(damaged());
    }
    inflate(packed)
}

/// The bytes of base64url text cut anywhere: a last character that is only part of a byte is dropped, and left-over
/// bits are not looked at. `None` for other characters.
fn decode_leniently(payload: &str) -> Option<Vec<u8>> {
    let lenient = GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));
    let bytes = payload.as_bytes();
    let whole = if bytes.len() % 4 == 1 { bytes.len() - 1 } else { bytes.len() };
    lenient.decode(bytes.get(..whole)?).ok()
}

/// Whether the frame announces more bytes than there are, or ends within its length.
fn is_cut(frame: &[u8]) -> bool {
    match split_length(frame) {
        Some((length, body)) => body.len() < length,
        None => frame.len() < MAX_LENGTH_BYTES && frame.iter().all(|byte| byte & 0x80 != 0),
    }
}

/// The length in its shortest form, and what follows it.
fn split_length(frame: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for (position, byte) in frame.iter().take(MAX_LENGTH_BYTES).enumerate() {
        length |= usize::from(byte & 0x7f) << (7 * position);
        if byte & 0x80 == 0 {
            let shortest = position == 0 || *byte != 0;
            return frame.get(position + 1..).filter(|_| shortest).map(|rest| (length, rest));
        }
    }
    None
}

fn inflate(packed: &[u8]) -> Result<Vec<u8>, Vec<Problem>> {
    let mut content = vec![0; MAX_UNPACKED_BYTES];
    let mut state = DecompressorOxide::new();
    let (status, read, written) =
        decompress(&mut state, packed, &mut content, 0, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
    match status {
        TINFLStatus::Done if read == packed.len() => {
            content.truncate(written);
            Ok(content)
        }
        TINFLStatus::HasMoreOutput => Err(refusal("link-too-long", words::too_large_link(MAX_UNPACKED_BYTES))),
        _ => Err(damaged()),
    }
}

fn truncated() -> Vec<Problem> {
    refusal("link-truncated", words::truncated_link())
}

/// The link has been changed, or never held a scenario.
pub(super) fn damaged() -> Vec<Problem> {
    refusal("link-damaged", words::damaged_link())
}

//! Stamps the build with an id over everything it is compiled from, so that the page notices a worker of another build.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What goes into the id; a folder stands for every file below it.
const SOURCES: [&str; 5] = [".cargo", "Cargo.lock", "Cargo.toml", "build.rs", "src"];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        collect_files(Path::new(source), &mut files)?;
    }
    files.sort();

    let mut hash = Fnv1a::new();
    for file in &files {
        hash.add(file.to_string_lossy().as_bytes());
        hash.add(&fs::read(file)?);
    }
    println!("cargo::rustc-env=GEOTRAIN_BUILD_ID={:016x}", hash.0);
    Ok(())
}

fn collect_files(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect_files(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_path_buf());
    }
    Ok(())
}

/// 64-bit FNV-1a. Each piece is preceded by its length, so that moving a byte from one file to the next changes the id.
struct Fnv1a(u64);

impl Fnv1a {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, piece: &[u8]) {
        let length = (piece.len() as u64).to_le_bytes();
        for byte in length.iter().chain(piece) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

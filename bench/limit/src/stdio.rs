//! Stdio as a blocking loop: read what is there, answer every whole line in it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;

use crate::answer::answer;
use crate::catalog::Catalog;

const CHUNK: usize = 64 * 1024;

/// When answers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flush {
    /// One write for each answer.
    EachAnswer,
    /// One write for the answers to all whole lines that one read brought.
    WhenDrained,
}

/// Serves until the input ends.
pub(crate) fn serve(catalog: &Catalog, flush: Flush) -> io::Result<()> {
    let mut input = unbuffered(io::stdin())?;
    let mut output = unbuffered(io::stdout())?;
    let mut lines = Lines::default();
    let mut out = Vec::new();
    while lines.fill(&mut input)? {
        while let Some(line) = lines.next() {
            answer_line(catalog, line, &mut out);
            if flush == Flush::EachAnswer {
                write(&mut output, &mut out)?;
            }
        }
        write(&mut output, &mut out)?;
    }
    Ok(())
}

fn unbuffered(stream: impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

fn answer_line(catalog: &Catalog, line: &[u8], out: &mut Vec<u8>) {
    let before = out.len();
    answer(catalog, line, None, out);
    if out.len() > before {
        out.push(b'\n');
    }
}

fn write(output: &mut File, out: &mut Vec<u8>) -> io::Result<()> {
    output.write_all(out)?;
    out.clear();
    Ok(())
}

/// The read buffer, from which lines are lent without copying.
#[derive(Default)]
struct Lines {
    buffer: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where no line end was found.
    scanned: usize,
    /// Where the bytes that were read end.
    end: usize,
}

impl Lines {
    /// Reads once; false at the end of the input.
    fn fill(&mut self, input: &mut File) -> io::Result<bool> {
        self.make_room();
        let read = input.read(&mut self.buffer[self.end..])?;
        self.end += read;
        Ok(read > 0)
    }

    fn next(&mut self) -> Option<&[u8]> {
        let Some(length) = memchr::memchr(b'\n', &self.buffer[self.scanned..self.end]) else {
            self.scanned = self.end;
            return None;
        };
        let line = self.start..self.scanned + length;
        self.start = line.end + 1;
        self.scanned = self.start;
        Some(&self.buffer[line])
    }

    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.scanned -= self.start;
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - self.end < CHUNK {
            self.buffer.resize((self.end + CHUNK).max(2 * self.end), 0);
        }
    }
}

use std::ops::RangeInclusive;

use bytes::{Buf, Bytes, BytesMut};

/// Bytes of a line that is too long that are kept, to find its id.
const KEPT: usize = 4096;

/// What a stretch of input holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end, never empty.
    Whole(Bytes),
    /// The beginning of a line that is longer than allowed; the rest was thrown away.
    TooLong(Bytes),
}

/// Bytes that are read at once at first, and at most: what a pipe holds.
const READ: RangeInclusive<usize> = (4 << 10)..=(64 << 10);

/// Cuts input into lines: LF or CRLF, with or without a byte order mark at the very beginning.
pub(super) struct Lines {
    /// What is read into: when a read is over, lines that were handed out before are often done with, and their room
    /// can be used again.
    scratch: Box<[u8]>,
    buffer: BytesMut,
    /// Bytes of the buffer that are known to hold no line end.
    searched: usize,
    limit: usize,
    /// Inside a line that is too long.
    skipping: bool,
    started: bool,
}

impl Lines {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            scratch: vec![0; *READ.start()].into(),
            buffer: BytesMut::new(),
            searched: 0,
            limit,
            skipping: false,
            started: false,
        }
    }

    /// Lets `read` bring more; gives how much was read.
    pub(super) fn fill<E>(
        &mut self,
        read: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        let count = read(&mut self.scratch)?;
        self.buffer.extend_from_slice(&self.scratch[..count]);
        if count == self.scratch.len() && count < *READ.end() {
            self.scratch = vec![0; (4 * count).min(*READ.end())].into();
        }
        Ok(count)
    }

    /// The next line that is there.
    pub(super) fn next(&mut self) -> Option<Line> {
        self.byte_order_mark();
        loop {
            let Some(end) = memchr(&self.buffer[self.searched..]).map(|at| self.searched + at)
            else {
                self.searched = self.buffer.len();
                return self.too_long();
            };
            let line = self.buffer.split_to(end).freeze();
            self.buffer.advance(1);
            self.searched = 0;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if line.len() > self.limit {
                return Some(Line::TooLong(line.slice(..KEPT.min(line.len()))));
            }
            let line = trimmed(&line);
            if !line.is_empty() {
                return Some(Line::Whole(line));
            }
        }
    }

    /// What is left when the input has ended: a last line without its end.
    pub(super) fn last(&mut self) -> Option<Line> {
        let rest = trimmed(&self.buffer.split().freeze());
        (!rest.is_empty() && !self.skipping).then_some(Line::Whole(rest))
    }

    fn byte_order_mark(&mut self) {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        if !self.started && self.buffer.len() >= MARK.len() {
            self.started = true;
            if self.buffer.starts_with(MARK) {
                self.buffer.advance(MARK.len());
            }
        }
    }

    fn too_long(&mut self) -> Option<Line> {
        if self.skipping {
            self.buffer.clear();
            self.searched = 0;
            return None;
        }
        if self.buffer.len() <= self.limit {
            return None;
        }
        let head = Bytes::copy_from_slice(&self.buffer[..KEPT.min(self.buffer.len())]);
        self.buffer = BytesMut::new();
        self.searched = 0;
        self.skipping = true;
        Some(Line::TooLong(head))
    }
}

fn memchr(bytes: &[u8]) -> Option<usize> {
    memchr::memchr(b'\n', bytes)
}

/// A line without the white space around it, which JSON doesn't need.
fn trimmed(line: &Bytes) -> Bytes {
    line.slice_ref(line.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Line, Lines};

    fn feed(lines: &mut Lines, bytes: &[u8]) {
        for chunk in bytes.chunks(64 << 10) {
            let read = lines.fill(|room| {
                room[..chunk.len()].copy_from_slice(chunk);
                Ok::<_, ()>(chunk.len())
            });
            assert_eq!(read, Ok(chunk.len()));
        }
    }

    fn all(lines: &mut Lines) -> Vec<String> {
        std::iter::from_fn(|| lines.next())
            .map(|line| match line {
                Line::Whole(line) => String::from_utf8_lossy(&line).into_owned(),
                Line::TooLong(head) => format!("too long, {} kept", head.len()),
            })
            .collect()
    }

    #[test]
    fn lines_are_cut_whatever_ends_them() {
        let mut lines = Lines::new(100);
        feed(&mut lines, b"\xef\xbb\xbfone\r\n\n  \r\ntwo\nthr");
        assert_eq!(all(&mut lines), ["one", "two"]);
        feed(&mut lines, b"ee\nfour");
        assert_eq!(all(&mut lines), ["three"]);
        assert_eq!(lines.last(), Some(Line::Whole("four".into())));
        assert_eq!(lines.last(), None);
    }

    #[test]
    fn a_line_that_is_too_long_is_told_once_and_skipped() {
        let mut lines = Lines::new(10_000);
        let mut told = Vec::new();
        for _ in 0..20 {
            feed(&mut lines, &[b'x'; 1000]);
            told.extend(all(&mut lines));
        }
        feed(&mut lines, b"y\nnext\n");
        told.extend(all(&mut lines));
        assert_eq!(told, [format!("too long, {KEPT} kept"), "next".into()]);
    }
}

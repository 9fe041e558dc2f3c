//! What is written until there is too much of it, and no further.

use std::io;

use crate::{Answer, component::CallError};

/// How large an answer may be, and whether it would be larger.
#[derive(Debug)]
pub(crate) struct Bound {
    /// In bytes, with its envelope.
    most: usize,
    exceeded: bool,
}

impl Bound {
    pub(crate) const fn new(most: usize) -> Self {
        Self {
            most,
            exceeded: false,
        }
    }

    /// How many bytes have room behind what is written.
    pub(crate) const fn room(&self, out: &[u8]) -> usize {
        self.most.saturating_sub(out.len())
    }

    /// Whether so many have room behind what is written; where not, the answer is too large from then on.
    pub(crate) fn allows(&mut self, out: &[u8], size: usize) -> bool {
        self.exceeded |= size > self.room(out);
        !self.exceeded
    }

    /// Notes that the answer is too large.
    pub(crate) const fn exceed(&mut self) {
        self.exceeded = true;
    }

    /// Nothing while the answer is within its bound.
    ///
    /// # Errors
    /// When some of it was left out.
    pub(crate) const fn check(&self) -> Result<(), CallError> {
        match self.exceeded {
            true => Err(CallError::TooLarge { most: self.most }),
            false => Ok(()),
        }
    }

    /// The answer, which is whole.
    ///
    /// # Errors
    /// When it is larger than it may be.
    pub(crate) fn hold(&self, answer: Answer) -> Result<Answer, CallError> {
        self.check()?;
        answer.within(self.most)
    }
}

/// A buffer that takes no more than it has room for.
pub(super) struct Bounded<'a> {
    out: &'a mut Vec<u8>,
    most: usize,
    /// Whether something has found no room.
    pub(super) is_full: bool,
}

impl<'a> Bounded<'a> {
    /// Goes on with a buffer, up to so many bytes behind those that it has.
    pub(super) const fn new(out: &'a mut Vec<u8>, room: usize) -> Self {
        Self {
            most: out.len().saturating_add(room),
            out,
            is_full: false,
        }
    }
}

impl io::Write for Bounded<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        // it never has more than it takes
        if bytes.len() > self.most - self.out.len() {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use io::Write;

    use super::*;

    #[test]
    fn a_buffer_takes_what_it_has_room_for_and_not_a_byte_more() {
        let mut out = b"ab".to_vec();
        let mut bounded = Bounded::new(&mut out, 3);
        assert!(bounded.write_all(b"cd").is_ok() && !bounded.is_full);
        assert!(bounded.write_all(b"ef").is_err() && bounded.is_full);
        assert!(bounded.write_all(b"e").is_ok());
        assert_eq!(out, b"abcde");
    }
}

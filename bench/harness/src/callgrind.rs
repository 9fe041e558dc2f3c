//! Reading what callgrind wrote.

use crate::Result;

/// The functions that each count as one allocation.
const ALLOCATORS: [&str; 6] = [
    "malloc",
    "calloc",
    "realloc",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
];

/// What a process did from start to end.
#[derive(Clone, Copy)]
pub(crate) struct Profile {
    pub(crate) instructions: u64,
    pub(crate) allocations: u64,
}

impl Profile {
    /// Reads a callgrind file whose names aren't compressed.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut instructions = None;
        let mut allocations = 0;
        let mut is_allocator = false;
        for line in text.lines() {
            if let Some(function) = line.strip_prefix("cfn=") {
                is_allocator = ALLOCATORS.contains(&function);
            } else if let Some(calls) = line.strip_prefix("calls=").filter(|_| is_allocator) {
                allocations += first_number(calls)?;
            } else if let Some(total) = line.strip_prefix("totals:") {
                instructions = Some(first_number(total)?);
            }
        }
        Ok(Self {
            instructions: instructions.ok_or("callgrind wrote no totals")?,
            allocations,
        })
    }
}

fn first_number(text: &str) -> Result<u64> {
    let number = text
        .split_whitespace()
        .next()
        .ok_or("a number is missing in the callgrind file")?;
    Ok(number.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_calls_of_allocators_only() {
        let text = "fn=main\ncfn=malloc\ncalls=3 0x1\n1 30\ncfn=free\ncalls=9 0x1\n1 9\n\
                    fn=grow\ncfn=realloc\ncalls=2 0x1\n1 20\ntotals: 1234\n";
        let profile = Profile::parse(text).expect("a whole file");
        assert_eq!((profile.instructions, profile.allocations), (1234, 5));
    }

    #[test]
    fn refuses_a_file_without_totals() {
        assert!(Profile::parse("fn=main\n").is_err());
    }
}

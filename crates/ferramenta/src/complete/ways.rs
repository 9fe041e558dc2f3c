//! Marks by which what a function returns, and how it runs, are told apart.

/// It returns a list.
#[derive(Debug)]
pub struct Listed;
/// It returns one value.
#[derive(Debug)]
pub struct One;
/// It returns values with their total.
#[derive(Debug)]
pub struct Counted;
/// It returns what can fail.
#[derive(Debug)]
pub struct Tried<M>(M);
/// It runs as a future.
#[derive(Debug)]
pub struct Asynchronous;
/// It runs on the blocking pool.
#[derive(Debug)]
pub struct Waiting;

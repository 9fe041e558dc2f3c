//! Questions to the user while a call is under way (specification: *Elicitation*, *Multi Round-Trip Requests*).
//!
//! A handler asks, and is told the answer. Clients of the modern era are answered with what is still to be asked and
//! send their request again, for which the handler runs anew; clients of the legacy era are asked while it waits.

mod asking;
mod canonical;
mod fields;
mod form;
mod handle;
mod live;
mod offers;
mod question;
mod reply;
mod round;
mod set;
mod sheet;
mod state;
#[cfg(test)]
mod tests;
#[cfg(feature = "deprecated-upstream")]
mod upstream;
mod visit;
mod wire;

#[cfg(feature = "deprecated-upstream")]
pub use self::upstream::{Root, Sampled, Sampling};
pub(crate) use self::{
    asking::Asking,
    live::{Live, Waiting, plain},
    round::Round,
    wire::{input_required, until_asked},
};
pub use self::{
    form::{Form, FormChoice, FormField},
    handle::Questions,
    question::Question,
    reply::{Reply, Visit},
    set::QuestionSet,
};

//! The prompts, one type each.

mod greeting;

pub use self::greeting::GreetingPrompt;

/// All prompts.
pub type All = (GreetingPrompt,);

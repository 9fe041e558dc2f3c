//! The resources, one type each.

mod greeting;

pub use self::greeting::GreetingResource;

/// All resources.
pub type All = (GreetingResource,);

#![doc = include_str!("../README.md")]

mod completion;
mod content;
mod doubled;
mod envelope;
mod error;
mod form;
mod id;
mod implementation;
pub mod json;
mod level;
mod meta;
mod method;
mod path;
mod plain;
mod prompt;
mod resource;
mod salvage;
mod scan;
mod tool;
mod tree;
mod uri_template;
mod version;
pub mod write;

pub use self::{
    completion::{MOST_COMPLETIONS, write_completion},
    content::{Annotations, Body, Content, ContentKind, Embedded, Link, Media, Role},
    doubled::{doubled_keys, has_doubled_keys},
    envelope::{Message, Params, Refused, Request, Shape, read, split_batch},
    error::ErrorCode,
    form::{FieldDefinition, FieldKind, FormChoices, FormDefinition},
    id::Id,
    implementation::{Icon, Implementation},
    level::LogLevel,
    meta::{Meta, key},
    method::Method,
    path::{join_key, path_at},
    prompt::{PromptArgument, PromptDefinition, PromptMessage},
    resource::{ResourceDefinition, write_contents},
    scan::MAX_DEPTH,
    tool::{ToolAnnotations, ToolDefinition},
    tree::Tree,
    uri_template::{
        ExpandError, Overlap, ResourceUri, Specificity, TemplateError, UriTemplate, UriValue,
        UriVariable, VariableKind,
    },
    version::{Era, Features, Version},
};

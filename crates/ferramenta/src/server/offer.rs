//! What a server offers: tools, prompts and resources.

use std::panic::Location;

use super::Server;
use crate::{
    IntoPrompt, IntoResource, Place, PromptDef, PromptSet, PromptValue, ResourceDef, ResourceSet,
    ResourceValue, ToolDef, ToolSet, ToolValue,
};

impl Server {
    /// Adds a tool by its type: for a function with `#[tool]`, the type of the same name.
    #[track_caller]
    pub fn tool<T: crate::IntoTool>(self) -> Self {
        self.add([T::into_tool()], Location::caller().into())
    }

    /// Adds several tools: a tuple of their types, nested as deeply as one likes.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// #[tool(inline)]
    /// fn add(a: i64, b: i64) -> i64 { a + b }
    /// #[tool(inline)]
    /// fn subtract(a: i64, b: i64) -> i64 { a - b }
    ///
    /// type Tools = (add, subtract);
    /// let server = Server::new("Calculator").tools::<Tools>();
    /// # assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn tools<T: ToolSet>(self) -> Self {
        let mut tools = Vec::new();
        T::add_to(&mut tools);
        self.add(tools, Location::caller().into())
    }

    /// Adds several tools, each changed on its way: scopes, rules or limits for all of them.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// #[tool(inline)]
    /// fn remove(id: u64) -> String { format!("removed {id}") }
    ///
    /// let server = Server::new("Shop").tools_with::<(remove,)>(|tool| tool.scopes(["shop:admin"]));
    /// # assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn tools_with<T: ToolSet>(self, change: impl FnMut(ToolDef) -> ToolDef) -> Self {
        let mut tools = Vec::new();
        T::add_to(&mut tools);
        self.add(tools.into_iter().map(change), Location::caller().into())
    }

    /// Adds a tool as a value: a [`ToolDef`], or the value of a type that is a tool.
    #[track_caller]
    pub fn tool_value<T: ToolValue<M>, M>(self, tool: T) -> Self {
        self.add([tool.into_tool_def()], Location::caller().into())
    }

    /// Adds a prompt by its type: for a function with `#[prompt]`, the type of the same name.
    #[track_caller]
    pub fn prompt<T: IntoPrompt>(self) -> Self {
        self.add_prompts([T::into_prompt()], Location::caller().into())
    }

    /// Adds several prompts: a tuple of their types, nested as deeply as one likes.
    #[track_caller]
    pub fn prompts<T: PromptSet>(self) -> Self {
        let mut prompts = Vec::new();
        T::add_to(&mut prompts);
        self.add_prompts(prompts, Location::caller().into())
    }

    /// Adds a prompt as a value: a [`PromptDef`], or the value of a type that is a prompt.
    #[track_caller]
    pub fn prompt_value<T: PromptValue<M>, M>(self, prompt: T) -> Self {
        self.add_prompts([prompt.into_prompt_def()], Location::caller().into())
    }

    /// Adds a resource by its type: for a function with `#[resource(..)]`, the type of the same name.
    #[track_caller]
    pub fn resource<T: IntoResource>(self) -> Self {
        self.add_resources([T::into_resource()], Location::caller().into())
    }

    /// Adds several resources: a tuple of their types, nested as deeply as one likes.
    #[track_caller]
    pub fn resources<T: ResourceSet>(self) -> Self {
        let mut resources = Vec::new();
        T::add_to(&mut resources);
        self.add_resources(resources, Location::caller().into())
    }

    /// Adds a resource as a value: a [`ResourceDef`], or the value of a type that is a resource.
    #[track_caller]
    pub fn resource_value<T: ResourceValue<M>, M>(self, resource: T) -> Self {
        self.add_resources([resource.into_resource_def()], Location::caller().into())
    }

    fn add_resources(
        mut self,
        resources: impl IntoIterator<Item = ResourceDef>,
        place: Place,
    ) -> Self {
        let resources = resources.into_iter().map(|resource| resource.placed(place));
        self.declaration.resources.extend(resources);
        self
    }

    fn add_prompts(mut self, prompts: impl IntoIterator<Item = PromptDef>, place: Place) -> Self {
        let prompts = prompts.into_iter().map(|prompt| prompt.placed(place));
        self.declaration.prompts.extend(prompts);
        self
    }

    fn add(mut self, tools: impl IntoIterator<Item = ToolDef>, place: Place) -> Self {
        let tools = tools.into_iter().map(|tool| tool.placed(place));
        self.declaration.tools.extend(tools);
        self
    }

    /// Lets clients subscribe to resources, which are told to have changed by [`Notices`].
    pub fn resource_updates(mut self) -> Self {
        self.declaration.services.changing_mut().resources = true;
        self
    }

    /// Lets tools come and go while the server runs, by its [`ToolRegistry`]; clients that listen are told.
    pub fn dynamic_tools(mut self) -> Self {
        self.declaration.services.changing_mut().tools = true;
        self
    }
}
